"""3.4a and 10.3: what actions are paid with: an action of this round, or a standby token."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.state import ALOFT, FIELDED, OFF_BOARD, SPENT_STANDBY, STANDBY, Unit

ACTION = "an action"
TOKEN = "a standby token"


@heeds("blitz.3.4a", "blitz.10.3")
def payment(unit: Unit) -> str:
    """What it would pay an action with: its actions first, then standby tokens. Empty: it has nothing left."""
    if unit.actions > 0:
        return ACTION
    return TOKEN if unit.token(STANDBY) else ""


MEDICAL = ("defence", "damage control")
"""The tests on which a medic may spend actions."""


@heeds("blitz.9.6c", "blitz.3.4a", "blitz.18.7-medic")
def can_act(unit: Unit, test: str = "") -> bool:
    """Whether it can pay for an action, or for more dice of a test. With too much haywire it can only fight that.

    A medic does nothing with its actions but damage control, and helps its own defence.
    """
    if not payment(unit) or unit.status not in (FIELDED, OFF_BOARD, ALOFT) or unit.is_shorted:
        return False
    return test in MEDICAL or not unit.has("Medic")


@heeds("blitz.3.4a", "blitz.10.3", "blitz.9.6c")
def has_action(unit: Unit) -> bool:
    """Whether it has an action for what standby tokens do not pay for; who has been activated has none left."""
    return unit.actions > 0 and can_act(unit)


@heeds("blitz.3.4a", "blitz.9.6c", "blitz.18.7-medic", "blitz.10.3")
def refuse_idle(unit: Unit, rule_id: str = "blitz.3.4a", tokens: bool = False) -> Refusal | None:
    """Why a model has nothing to act with: it is spent, shorted, or a medic. `tokens`: standby tokens serve as well."""
    if can_act(unit) if tokens else has_action(unit):
        return None
    message = f"The {unit.name} has no action left."
    if unit.token(STANDBY):
        message = message[:-1] + "; standby tokens are for answers, observed fire, boosts and bonus dice."
    if unit.is_shorted and unit.readiness:
        rule_id = "blitz.9.6c"
        message = f"The {unit.name} is shorted by haywire: it acts for damage control alone."
    elif unit.has("Medic") and unit.readiness:
        rule_id = "blitz.18.7-medic"
        message = f"The {unit.name} is a medic: it acts for damage control and its own defence alone."
    return Refusal("no-action", rule_id, message, {"actions": unit.actions})


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
