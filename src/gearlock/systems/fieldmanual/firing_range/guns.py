"""The firing range of the Field Manual: how attacks are laid out, and all that can come of them."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import OPEN_OPTIONS, Ask
from gearlock.kernel.gunnery import Gunnery
from gearlock.kernel.orders import Order
from gearlock.systems.fieldmanual.attacks.orders import DIRECT, LOBBED, Attack
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.firing_range.conditions import CONDITIONS, names, weapons
from gearlock.systems.fieldmanual.firing_range.layout import ready_for, stage
from gearlock.systems.fieldmanual.firing_range.playing import aids, marks, outcomes, replies, title, toll
from gearlock.systems.fieldmanual.state import State


def attacks(state: State, seat: str) -> Iterator[Order]:
    """Every attack on a target that the active model may make now."""
    active = state.active()
    if active is None or active.seat != seat:
        return
    for option in BOOK.options(state, Ask(seat, "act", active.id, rule="fieldmanual.actions")):
        order = option.order
        if isinstance(order, Attack) and order.way in (DIRECT, *LOBBED) and not isinstance(option, OPEN_OPTIONS):
            yield order


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
