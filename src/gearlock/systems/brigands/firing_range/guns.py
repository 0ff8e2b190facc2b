"""What the tools around the game ask about attacks."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import OPEN_OPTIONS, Ask
from gearlock.kernel.gunnery import Gunnery
from gearlock.kernel.orders import Order
from gearlock.systems.brigands.attacking.area import strikes_of
from gearlock.systems.brigands.attacking.orders import Attack, SnapFire
from gearlock.systems.brigands.book import BOOK
from gearlock.systems.brigands.firing_range.attackers import names, weapons
from gearlock.systems.brigands.firing_range.conditions import CONDITIONS
from gearlock.systems.brigands.firing_range.exchanging import aids, outcomes, replies, toll
from gearlock.systems.brigands.firing_range.layout import ready_for, stage
from gearlock.systems.brigands.state import State


def attacks(state: State, seat: str) -> Iterator[Order]:
    """Every attack on models that the Active one, or a drone of it, may make now; bare points are too many to list."""
    active = state.active()
    if active is None or active.seat != seat:
        return
    for option in BOOK.options(state, Ask(seat, "act", active.id, rule="brigands.1.7a")):
        if isinstance(option.order, Attack) and not isinstance(option, OPEN_OPTIONS):
            yield option.order


def marks(state: State, order: Order) -> tuple[str, ...]:
    """Everybody an attack is rolled against."""
    assert isinstance(order, Attack), f"{order} is no attack"
    unit = state.units[order.unit]
    return tuple(strike.target for strike in strikes_of(state, unit, unit.line.weapons[order.weapon], order))


def title(state: State, order: Order) -> str:
    """Who attacks whom with what."""
    assert isinstance(order, Attack | SnapFire), f"{order} is no attack"
    targets = order.targets if isinstance(order, Attack) else (order.target,)
    at = " and ".join(state.units[target].name for target in targets)
    return f"{state.units[order.unit].name}: {order.weapon} ({order.category}){f' at {at}' if at else ''}"


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
