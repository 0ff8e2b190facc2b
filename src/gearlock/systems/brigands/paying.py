"""1.6b: what an Action or a Reaction is paid with: an Action, or a token that was kept for it."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.brigands.state import Unit


@rule("brigands.1.6b")
@heeds("brigands.6.1", "brigands.6.2")
def payment(unit: Unit) -> str:
    """What a model pays with next: an Action, else a Standby token, else an Overwatch token. Empty: it cannot pay."""
    if unit.actions > 0:
        return ACTION
    if unit.standby > 0:
        return STANDBY_TOKEN
    return OVERWATCH_TOKEN if unit.overwatch > 0 else ""


@heeds("brigands.6.2")
def pay(unit: Unit, cost: str) -> None:
    """Take the Action or token away; the last Overwatch token still braces the model until the exchange is over."""
    if cost == ACTION:
        unit.actions -= 1
    elif cost == STANDBY_TOKEN:
        unit.standby -= 1
    elif cost == OVERWATCH_TOKEN:
        unit.overwatch -= 1
        unit.bracing = True


ACTION, STANDBY_TOKEN, OVERWATCH_TOKEN, FREE = "action", "standby", "overwatch", "free"
"""What an Action or Reaction was paid with."""
