"""7.2: systems with a tendency to fail."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.systems.tactical.dice_tests.tests import throw_die
from gearlock.systems.tactical.state import State, Unit

ACTIVE_SENSORS, FIRE_CONTROL = "Active Sensors", "Fire Control"
DEFECTIVE: Final = "Defective"
RULE: Final = "tactical.7.2-defective"


def defect_of(unit: Unit, system: str) -> int:
    """The rating of a defect of a system: "Defective (Active Sensors)" behind the flaw, or in its name; 0 without."""
    flaws, details = unit.card.flaws, unit.card.details
    named = flaws.get(f"{DEFECTIVE} {system}", 0) or flaws.get(f"{DEFECTIVE} ({system})", 0)
    said = details.get(DEFECTIVE, system).lower()
    return named or (flaws.get(DEFECTIVE, 0) if system.lower() in said else 0)


@rule("tactical.7.2-defective")
def throw_defect(ctx: Ctx[State], unit_id: str, system: str) -> Script[tuple[Modifier, ...]]:
    """Before a test with a defective system: a die up to the Rating takes the Rating off the test."""
    rating = defect_of(ctx.state.units[unit_id], system)
    if not rating:
        return ()
    face = yield from throw_die(ctx, f"defective {system}", unit_id, RULE)
    return (result(-rating, f"defective {system}", RULE),) if face <= rating else ()
