"""15.6 and 15.7: command points and skill points: how many there are, and who may spend them on whom."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.blitz.chain_of_command.formation import is_in_formation
from gearlock.systems.blitz.chain_of_command.ranks import CGL, CO, can_command, chain_of, post_of, rank_of
from gearlock.systems.blitz.state import COMMAND, HUMBLED, SKILL, State, Unit, unit_of


@heeds("blitz.15.0", "blitz.force.south.sra", "blitz.force.peace-river.ctf", "blitz.force.cef.grel")
def points_of_rank(unit: Unit) -> int:
    """The points of its rank, and what its army adds to them as long as its pride lasts."""
    lost = HUMBLED in unit.tokens
    return rank_of(unit.rank).points + unit.line.traits.get("Command Points", 0) - lost


@heeds("blitz.15.0", "blitz.15.6")
def most_command_points(unit: Unit) -> int:
    """How many command points it can have; deputies have them once they have stepped up."""
    return points_of_rank(unit) if post_of(unit) in (CO, CGL) else 0


@heeds("blitz.force.cef.grel")
def humbled(state: State) -> Iterator[Unit]:
    """Proud commanders who have lost half of their unit, and not yet the point that goes with it."""
    for unit in state.units.values():
        if "Pride" in unit.line.traits and HUMBLED not in unit.tokens and not unit.is_destroyed:
            comrades = [other for other in state.units.values() if unit_of(other) == unit_of(unit)]
            if 2 * sum(other.is_destroyed for other in comrades) >= len(comrades):
                yield unit


@rule("blitz.15.7", "blitz.trait.vet")
@heeds("blitz.15.0")
def most_skill_points(unit: Unit) -> int:
    """A veteran has one for each of its actions; the points of a deputy are its own until it steps up."""
    veteran = unit.line.actions if "Vet" in unit.line.traits else 0
    deputy = points_of_rank(unit) if unit.rank and post_of(unit) not in (CO, CGL) else 0
    return veteran + deputy


@rule("blitz.15.6")
@heeds("blitz.A.2.4")
def point_givers(state: State, unit: Unit) -> Iterator[Unit]:
    """The commanders who could spend a command point on a test of this model: those it is in formation with.

    A lone wolf takes none from others.
    """
    for commander in chain_of(state, unit.seat):
        if may_spend_on(commander, unit) and is_in_formation(state, unit, commander):
            yield commander


@heeds("blitz.15.6", "blitz.A.2.4")
def may_spend_on(commander: Unit, unit: Unit) -> bool:
    """Whether a commander has a point and may command this model; a lone wolf takes none from others."""
    if not commander.token(COMMAND) or post_of(commander) not in (CO, CGL):
        return False
    return can_command(commander, unit) and ("Duelist" not in unit.line.traits or commander.id == unit.id)


@heeds("blitz.15.6", "blitz.15.7")
def point_sources(state: State, unit: Unit) -> list[str]:
    """What could pay for a re-roll of this model: its own skill point, then commanders by id."""
    own = [SKILL] if unit.token(SKILL) else []
    return [*own, *(giver.id for giver in point_givers(state, unit))]
