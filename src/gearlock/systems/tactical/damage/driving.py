"""Piloting with what damage has left: Maneuver, an autopilot, and no Defense at all for what cannot move."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.systems.tactical.damage.condition import is_immobile, maneuver_now, perk, worn_lines
from gearlock.systems.tactical.damage.crew import SELF_DRIVING, driver_lines, is_crewless, is_self_driven
from gearlock.systems.tactical.line_of_sight.fittings import refuse_running_blind
from gearlock.systems.tactical.state import Unit


@heeds("tactical.7.2-autopilot")
def drives_itself(unit: Unit) -> bool:
    """Whether the autopilot drives it now."""
    return is_self_driven(unit, bool(perk(unit, SELF_DRIVING)))


@rule("tactical.2.3.4-maneuver")
@heeds("tactical.7.2-autopilot", "tactical.3.5.1-auxiliary")
def piloting_lines(unit: Unit) -> tuple[Modifier, ...]:
    """Every Piloting roll: the Skill of whoever drives, and the Maneuver that is left."""
    maneuver = maneuver_now(unit)
    added = (result(maneuver, "Maneuver", "tactical.2.3.4-maneuver"),) if maneuver else ()
    by_itself = drives_itself(unit)
    return (*driver_lines(unit, by_itself), *added, *(worn_lines(unit, SELF_DRIVING) if by_itself else ()))


@heeds("tactical.2.6.3", "tactical.7.2-autopilot")
def is_driverless(unit: Unit) -> bool:
    """Whether nobody drives it: its crew is out of the fight, and no autopilot takes over."""
    return is_crewless(unit) and not drives_itself(unit)


@heeds("tactical.3.5.1-movement", "tactical.2.6.3", "tactical.7.2-autopilot", "tactical.7.2-sensor-dependent")
def refuse_driving(unit: Unit) -> Refusal | None:
    """Why damage keeps a unit from moving at all: nothing moves any more, nobody drives, nobody sees."""
    if unit.is_infantry:
        return None
    if unit.card.modes and is_immobile(unit):
        return Refusal("immobile", "tactical.3.5.1-movement", f"Nothing of {unit.name} moves any more.")
    if is_driverless(unit):
        return Refusal("crew", "tactical.2.6.3", f"Nobody is left in {unit.name} to drive it.")
    return refuse_running_blind(unit)


@heeds("tactical.3.5.1-movement", "tactical.5-gun-turret", "tactical.2.6.3")
def defends_at_zero(unit: Unit) -> bool:
    """Whether its Defense counts as 0 without a roll: it cannot move at all, or nobody drives."""
    if unit.is_infantry:
        return False
    return is_immobile(unit) or is_driverless(unit)
