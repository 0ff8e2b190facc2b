"""2.6.2, Step Zero: who leads a side, and what is left to lead when both are lost."""

from __future__ import annotations

from gearlock.kernel.rulebook import rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice, result
from gearlock.systems.tactical.damage.crew import is_crewless
from gearlock.systems.tactical.dice_tests.tests import LEADERSHIP, TACTICS, skill_lines, skill_of
from gearlock.systems.tactical.plots import LOW_PRIORITY, suffered
from gearlock.systems.tactical.state import COMMANDER, SECOND, State, Unit


@rule("tactical.2.6.2-step0-commander")
def leader(state: State, seat: str) -> Unit | None:
    """The Commander, else the Second who takes his place, else whoever has the best Leadership left.

    Who has nobody left in his vehicle is a casualty as well.
    """
    able = [unit for unit in state.in_play(seat) if not is_crewless(unit)]
    named = next((unit for rank in (COMMANDER, SECOND) for unit in able if unit.rank == rank), None)
    return named or max(able, key=lambda unit: skill_of(unit, LEADERSHIP), default=None)


def leader_lines(state: State, seat: str, skill: str = LEADERSHIP) -> tuple[Modifier, ...]:
    """Leadership, or Tactics, of a side as lines; with nobody left it has none."""
    found = leader(state, seat)
    lines = (dice(0, skill, "tactical.2.3.2"),) if found is None else skill_lines(found, skill)
    return lines + low_priority_lines(state, seat) if skill == LEADERSHIP else lines


@rule("tactical.4.1.4-low-priority")
def low_priority_lines(state: State, seat: str) -> tuple[Modifier, ...]:
    """What it takes off every Leadership roll that the enemy has made the battle seem unimportant."""
    times = suffered(state, seat, LOW_PRIORITY)
    return (result(-2 * times, LOW_PRIORITY, "tactical.4.1.4-low-priority"),) if times else ()


def tactics_lines(state: State, seat: str) -> tuple[Modifier, ...]:
    """The Tactics of a side's Commander."""
    return leader_lines(state, seat, TACTICS)
