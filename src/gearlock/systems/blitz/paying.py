"""3.4a and 10.3: what actions are paid with: an action of this round, or a standby token that was kept."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.state import FIELDED, OFF_BOARD, SPENT_STANDBY, STANDBY, Unit

ACTION = "an action"
TOKEN = "a standby token"


@heeds("blitz.3.4a", "blitz.10.3")
def payment(unit: Unit) -> str:
    """What it would pay an action with: its actions first, then standby tokens. Empty: it has nothing left."""
    if unit.actions > 0:
        return ACTION
    return TOKEN if unit.token(STANDBY) else ""


@heeds("blitz.9.6c", "blitz.3.4a")
def can_act(unit: Unit) -> bool:
    """Whether it can pay for an action at all. With too much haywire it can only fight that."""
    return unit.status in (FIELDED, OFF_BOARD) and bool(payment(unit)) and not unit.is_shorted


@heeds("blitz.3.4a", "blitz.10.3", "blitz.9.6c")
def has_action(unit: Unit) -> bool:
    """Whether it has an action for what standby tokens do not pay for; who has been activated has none left."""
    return unit.status in (FIELDED, OFF_BOARD) and unit.actions > 0 and not unit.is_shorted


@heeds("blitz.10.3", "blitz.3.4a")
def pay(unit: Unit, count: int = 1) -> None:
    """Take so many actions off a model. Its last standby token leaves it braced until the exchange is over."""
    now = min(count, unit.actions)
    unit.actions -= now
    if count > now:
        drop(unit, STANDBY, count - now)
        if not unit.token(STANDBY):
            unit.tokens[SPENT_STANDBY] = 1


def drop(unit: Unit, token: str, count: int = 1) -> None:
    """Take so many of these tokens off a model."""
    left = unit.tokens.get(token, 0) - count
    if left > 0:
        unit.tokens[token] = left
    else:
        unit.tokens.pop(token, None)
