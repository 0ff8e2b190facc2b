"""How models count for objectives: whole, heavily or critically damaged, or lost; Combined Models by their Bases."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.damage.levels import is_critical
from gearlock.systems.fieldmanual.missions.events import ESCAPED
from gearlock.systems.fieldmanual.state import ABOARD, ALOFT, FIELDED, IN_PLAY, LEFT, State, Unit

FINE, HEAVY, CRITICAL, LOST = range(4)
THERE = (FIELDED, ABOARD, ALOFT)


@rule("fieldmanual.combined-scenario-damage")
@heeds("fieldmanual.objective-points", "fieldmanual.obj-escape", "fieldmanual.straight-up-brawl")
def condition_of(state: State, unit: Unit) -> int:
    """How badly off a model is. Who left the table, or is not on it yet, counts as lost; who escaped does not.

    Two Bases of a Combined Model gone are heavy, three critical damage. Without a Critical box Heavy is critical.
    """
    parts = state.parts(unit)
    left = [part for part in parts if part.status in IN_PLAY]
    if not left and not any(part.token(ESCAPED) for part in parts):
        return LOST
    there = [part for part in parts if part.status in THERE or (part.status == LEFT and part.token(ESCAPED))]
    if not there:
        return LOST
    if unit.team:
        return min(CRITICAL, {0: FINE, 1: FINE, 2: HEAVY}.get(len(parts) - len(there), CRITICAL))
    if is_critical(unit.card, unit.boxes):
        return CRITICAL
    return HEAVY if unit.level == "H" else FINE


def is_lost(state: State, unit: Unit) -> bool:
    """Whether a model is Dead, Destroyed, or counts as that."""
    return condition_of(state, unit) == LOST


def is_crippled(state: State, unit: Unit) -> bool:
    """Whether a model is critically damaged or worse."""
    return condition_of(state, unit) >= CRITICAL
