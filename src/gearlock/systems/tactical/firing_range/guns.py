"""The firing range: how attacks are laid out, and all that can come of them."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Target
from gearlock.kernel.gunnery import Gunnery
from gearlock.kernel.orders import Order
from gearlock.systems.tactical.attacks.orders import DIRECT, Attack
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.firing_range.conditions import CONDITIONS, names, weapons
from gearlock.systems.tactical.firing_range.layout import ready_for, stage
from gearlock.systems.tactical.firing_range.playing import aids, marks, outcomes, replies, title, toll
from gearlock.systems.tactical.state import State


def attacks(state: State, seat: str) -> Iterator[Order]:
    """Every shot at a target that the active unit may make now."""
    active = state.active()
    if active is None or active.seat != seat:
        return
    for option in BOOK.options(state, Ask(seat, "act", active.id, rule="tactical.2.6.2-step3")):
        if isinstance(option, Target) and isinstance(option.order, Attack) and option.order.way == DIRECT:
            yield option.order


GUNNERY: Gunnery[State] = Gunnery(
    conditions=CONDITIONS,
    units=names,
    weapons=weapons,
    stage=stage,
    attacks=attacks,
    marks=marks,
    title=title,
    ready=ready_for,
    outcomes=outcomes,
    toll=toll,
    replies=replies,
    aids=aids,
)
