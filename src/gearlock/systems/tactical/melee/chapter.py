"""2.6.8: what is declared of it."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.tactical.melee import events as e
from gearlock.systems.tactical.melee import words as w
from gearlock.systems.tactical.melee.orders import Strike, Throw
from gearlock.systems.tactical.melee.strikes import offer_strikes, refuse_strike, resolve_strike
from gearlock.systems.tactical.melee.throwing import offer_throws, refuse_throw, resolve_throw
from gearlock.systems.tactical.state import State, Unit

MELEE: Chapter[State] = Chapter(
    "2.6.8: Melee Combat",
    orders=(
        OrderRules(Strike, "act", by_order(refuse_strike), resolve_strike),
        OrderRules(Throw, "act", by_order(refuse_throw), resolve_throw),
    ),
    events={e.BlowStruck: w.struck, e.Thrown: w.thrown, e.Deviated: w.deviated},
)


def offer_melee(state: State, unit: Unit) -> Iterator[Option]:
    """Blows at whom it touches, and throws."""
    yield from offer_strikes(state, unit)
    yield from offer_throws(state, unit)
