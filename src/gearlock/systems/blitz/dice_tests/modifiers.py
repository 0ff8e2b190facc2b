"""2.2: the dice that every test of a model has or lacks, whatever it is made for."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice
from gearlock.systems.blitz.chain_of_command.formation import has_formation, is_in_formation, is_linked
from gearlock.systems.blitz.chain_of_command.ranks import leader_of
from gearlock.systems.blitz.general_concepts.dice import EW, PILOT, standard_modifiers
from gearlock.systems.blitz.state import CHARGE, State, Unit


@heeds("blitz.2.2-standard-modifiers", "blitz.3.2a-table")
def modifiers_of(state: State, unit: Unit, skill: str, defending: bool = False) -> list[Modifier]:
    """Damage, posture, orders and the habits of its army."""
    lines = standard_modifiers(unit, skill, defending)
    return lines + habit_lines(state, unit, skill, defending)


@heeds("blitz.15.5c", "blitz.force.south.milicia", "blitz.force.utopia-special", "blitz.A.2.3-ew")
def habit_lines(state: State, unit: Unit, skill: str, defending: bool) -> list[Modifier]:
    """What orders and armies add to tests: a charge, conscripts out of formation, N-KIDU without a mind near them."""
    lines: list[Modifier] = []
    if skill == PILOT and CHARGE in unit.tokens:
        lines.append(dice(1, "Charge", "blitz.15.5c"))
    traits = unit.line.traits
    if "Conscript" in traits and not defending and not has_formation(state, unit):
        lines.append(dice(-1, "Conscripts out of formation", "blitz.force.south.milicia"))
    if "N-KIDU" in traits and not is_organized(state, unit):
        lines.append(dice(-1, "Disorganized", "blitz.force.utopia-special"))
    if skill == EW and "EW Specialist" in traits:
        lines.append(dice(2, "EW specialist", "blitz.A.2.3-ew"))
    return lines


@rule("blitz.trait.ncm")
@heeds("blitz.force.utopia-special")
def is_organized(state: State, unit: Unit) -> bool:
    """An N-KIDU in formation with its commander, or near enough to an Armiger or a command matrix of its unit."""
    leader = leader_of(state, unit)
    if leader is not None and is_in_formation(state, unit, leader):
        return True
    minds = (other for other in state.comrades(unit) if other.has("NCM") or "Armiger" in other.line.traits)
    return any(is_linked(state, other, unit) for other in minds)
