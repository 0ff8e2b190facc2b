"""Special Actions: what is declared of them."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.rulebook import rule
from gearlock.systems.fieldmanual.special_actions import events as e
from gearlock.systems.fieldmanual.special_actions import words as w
from gearlock.systems.fieldmanual.special_actions.coordinated import (
    offer_coordination,
    refuse_coordination,
    resolve_coordination,
)
from gearlock.systems.fieldmanual.special_actions.orders import Coordinate, GoHullDown, Hide, OffsetPenalty
from gearlock.systems.fieldmanual.special_actions.taking_cover import (
    offer_cover,
    refuse_hide,
    refuse_hull_down,
    resolve_hide,
    resolve_hull_down,
)
from gearlock.systems.fieldmanual.special_actions.trouble import offer_offsets, refuse_offset, resolve_offset
from gearlock.systems.fieldmanual.state import State, Unit

SPECIAL_ACTIONS: Chapter[State] = Chapter(
    "Special Actions",
    orders=(
        OrderRules(Coordinate, "act", by_order(refuse_coordination), resolve_coordination),
        OrderRules(OffsetPenalty, "act", by_order(refuse_offset), resolve_offset),
        OrderRules(GoHullDown, "act", by_order(refuse_hull_down), resolve_hull_down),
        OrderRules(Hide, "act", by_order(refuse_hide), resolve_hide),
    ),
    events={
        e.TargetNominated: w.nominated,
        e.AttackCoordinated: w.coordinated,
        e.PenaltyOffset: w.offset,
        e.TookCover: w.took_cover,
        e.LeftCover: w.left_cover,
    },
)


@rule("fieldmanual.special-actions")
def offer_special_actions(state: State, unit: Unit) -> Iterator[Option]:
    """The Special Actions open to any model whose circumstances allow them; those of perks stand with their perks."""
    yield from offer_coordination(state, unit)
    yield from offer_offsets(state, unit)
    yield from offer_cover(state, unit)
