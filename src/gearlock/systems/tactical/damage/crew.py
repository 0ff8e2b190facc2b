"""2.6.3: crew and Actions: what is left of them after casualties, what a stunned crew owes, and who drives."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice, result
from gearlock.systems.tactical.dice_tests.tests import LEVELS, PILOTING, skill_lines
from gearlock.systems.tactical.state import AUTOPILOT, ROOKIE, STUNNED, Unit

SELF_DRIVING = "Autopilot"


def crew_left(unit: Unit) -> int:
    """How many of the crew can still do their work."""
    return max(0, unit.card.crew - unit.crew_lost)


def is_crewless(unit: Unit) -> bool:
    """Whether a vehicle has nobody left in it who can drive or fire."""
    return not unit.is_infantry and unit.crew_lost > 0 and not crew_left(unit)


def by_crew(crew: int) -> int:
    """The Actions of so many: none for nobody, 1 for one, 2 for two or three, 3 for more."""
    return 0 if crew < 1 else 1 if crew < 2 else 2 if crew < 4 else 3


@rule("tactical.2.6.3")
def actions_now(unit: Unit) -> int:
    """The Actions a unit has in a round: those of its card, one less for each step that its crew fell below."""
    if is_crewless(unit):
        return 0
    if unit.is_infantry or not unit.crew_lost:
        return unit.card.actions
    return max(0, unit.card.actions - by_crew(unit.card.crew) + by_crew(crew_left(unit)))


@heeds("tactical.3.5.1-crew", "tactical.2.6.3")
def actions_paid(unit: Unit) -> tuple[int, int]:
    """The Actions a round begins with once a stunned crew has paid what it owes, and what it owes then."""
    actions, owed = actions_now(unit), unit.token(STUNNED)
    return max(0, actions - owed), max(0, owed - actions)


@heeds("tactical.2.6.3")
def extra_lines(unit: Unit) -> tuple[Modifier, ...]:
    """What extra Actions take off every roll that is made as an Action this round; Defense is none."""
    return (result(-unit.extra, "extra Actions", "tactical.2.6.3"),) if unit.extra else ()


@rule("tactical.7.2-autopilot")
def is_self_driven(unit: Unit, working: bool) -> bool:
    """Whether the autopilot drives: straight on, with turns of 60 degrees, and it dodges like a pilot of level 1.

    It is switched on, or nobody is left; `working` tells whether damage has left it.
    """
    return working and (bool(unit.token(AUTOPILOT)) or is_crewless(unit))


@heeds("tactical.7.2-autopilot", "tactical.2.3.2")
def driver_lines(unit: Unit, self_driven: bool) -> tuple[Modifier, ...]:
    """The Piloting of whoever drives: the crew, or an autopilot of level 1."""
    if not self_driven:
        return skill_lines(unit, PILOTING)
    count, attribute = LEVELS[ROOKIE][PILOTING]
    lines = (dice(count, "autopilot", "tactical.7.2-autopilot"),)
    return (*lines, result(attribute, "autopilot", "tactical.7.2-autopilot")) if attribute else lines
