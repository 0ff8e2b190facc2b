"""What the tools around the game ask about attacks."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import OPEN_OPTIONS, Ask
from gearlock.kernel.gunnery import Gunnery
from gearlock.kernel.orders import Order
from gearlock.systems.blitz.attacks.orders import Attack, IndirectFire, SnapFire
from gearlock.systems.blitz.attacks.volleys import Volley
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.firing_range.conditions import CONDITIONS, names, weapons
from gearlock.systems.blitz.firing_range.exchanging import aids, aim_of, outcomes, replies, struck_by, toll
from gearlock.systems.blitz.firing_range.layout import ready_for, stage
from gearlock.systems.blitz.state import State


def attacks(state: State, seat: str) -> Iterator[Order]:
    """Every attack that the active model may make now."""
    active = state.active()
    if active is None or active.seat != seat:
        return
    for option in BOOK.options(state, Ask(seat, "act", active.id, rule="blitz.3.4a")):
        if isinstance(option.order, Attack | IndirectFire) and not isinstance(option, OPEN_OPTIONS):
            yield option.order


def marks(state: State, order: Order) -> tuple[str, ...]:
    """Everybody an attack is rolled against."""
    if isinstance(order, IndirectFire):
        volley = aim_of(state, order)
    else:
        assert isinstance(order, Attack), f"{order} is no attack"
        volley = Volley(order.unit, order.weapon, order.load, order.targets)
    return tuple(dict.fromkeys(struck_by(state, volley)))


def title(state: State, order: Order) -> str:
    """Who attacks whom with what."""
    assert isinstance(order, Attack | SnapFire | IndirectFire), f"{order} is no attack"
    targets = order.targets if isinstance(order, Attack) else (order.target,)
    at = " and ".join(state.units[target].name for target in targets)
    load = f" ({order.load})" if order.load else ""
    how = " indirectly" if isinstance(order, IndirectFire) else ""
    return f"{state.units[order.unit].name}: {order.weapon}{load}{how}{f' at {at}' if at else ''}"


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
