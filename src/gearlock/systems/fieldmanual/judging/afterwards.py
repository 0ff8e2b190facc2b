"""The figure as an order leaves it, where it does more than go somewhere: the danger that counts is the one of then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from gearlock.kernel.chapters import Show
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Preview
from gearlock.mechanics.judging.danger import noted
from gearlock.systems.fieldmanual.judging.danger import danger
from gearlock.systems.fieldmanual.judging.reckoning import imagined
from gearlock.systems.fieldmanual.lock_and_cover.locks import HATCH
from gearlock.systems.fieldmanual.smoke_and_light.orders import PopHatch
from gearlock.systems.fieldmanual.special_actions.orders import OffsetPenalty
from gearlock.systems.fieldmanual.state import FIRED, FIRED_MB, State, Unit

Left = Callable[[Unit, Any], dict[str, int]]
"""The tokens that an order leaves on the figure that carries it out."""


@heeds("fieldmanual.concealment-modifiers", "fieldmanual.effect-fog")
def left_by_attack(unit: Unit, order: Any) -> dict[str, int]:
    """Whoever has fired is easier to find; in fog even more after a weapon with MB."""
    mount = unit.card.weapon(order.weapon)
    fades = mount is not None and "MB" in mount.weapon.traits
    return {FIRED: 1, FIRED_MB: 1} if fades else {FIRED: 1}


@heeds("fieldmanual.were-in-trouble")
def left_by_offset(unit: Unit, order: OffsetPenalty) -> dict[str, int]:
    """The Defense modifier is better by a point an Action."""
    return {unit.trouble: unit.token(unit.trouble) + order.actions}


@heeds("fieldmanual.flaw-sensor-dependent")
def left_by_hatch(_unit: Unit, _order: PopHatch) -> dict[str, int]:
    """The front is weak."""
    return {HATCH: 1}


def danger_with(state: State, unit: Unit, tokens: dict[str, int]) -> float:
    """The danger to a model that stays where it is, with these tokens on it; noted."""

    def reckon() -> float:
        there = unit.clone()
        there.tokens.update(tokens)
        return danger(imagined(state, there), there)

    fresh = {name: count for name, count in tokens.items() if unit.token(name) != count}
    return noted(state.notes, ("danger", unit.id, *sorted(fresh.items())) if fresh else ("danger", unit.id), reckon)


def afterwards(shown: Show[State], left: Left) -> Show[State]:
    """An order that leaves the model where it is but not as it was, with the danger it is in then."""

    def preview(state: State, seat: str, order: Order) -> Preview:
        meant, active = shown(state, seat, order), state.active()
        if active is None or getattr(order, "unit", "") != active.id:
            return meant
        here = danger_with(state, active, left(active, order))
        ends = (active.x, active.y, active.facing)
        return msgspec.structs.replace(meant, risks=meant.risks + here, lasting=here, ends=ends)

    return preview


LEFT: dict[type[Order], Left] = {
    OffsetPenalty: left_by_offset,
    PopHatch: left_by_hatch,
}
"""What orders leave on whoever carries them out; attacks leave `left_by_attack`."""
