"""A1.1: model traits that change the dice and results of an attack, and the damage it does."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice, result
from gearlock.systems.brigands.chain_of_command.formation import force_commander_of, is_in_formation, leader_of
from gearlock.systems.brigands.chain_of_command.orders_in_force import is_charging
from gearlock.systems.brigands.state import BRACED, TOP_SPEED, State, Unit
from gearlock.table.inches import gap
from gearlock.table.measure import INCH


@rule("brigands.trait.stable")
def stable_modifiers(_state: State, unit: Unit) -> list[Modifier]:
    """A die for the attacker at Combat Speed and Top Speed; Braced, everybody is as steady."""
    return [dice(1, "Stable", "brigands.trait.stable")] if unit.stance != BRACED and unit.has("Stable") else []


@rule("brigands.trait.ann")
@heeds("brigands.trait.nai")
def mind_modifiers(state: State, unit: Unit) -> list[Modifier]:
    """What an artificial mind adds to the result of any Opposed Roll: a neural net one, a lonely near-mind one less."""
    lines = [result(1, "Advanced Neural Net", "brigands.trait.ann")] if unit.has("ANN") else []
    if unit.has("NAI") and not is_guided(state, unit):
        lines.append(result(-1, "NAI out of Formation", "brigands.trait.nai"))
    return lines


@rule("brigands.trait.nai", "brigands.trait.ncm")
def is_guided(state: State, unit: Unit) -> bool:
    """In Formation with its leader or the Force Commander, or near enough to a friendly Command Matrix."""
    for leader in (leader_of(state, unit.seat, unit.group), force_commander_of(state, unit.seat)):
        if leader is not None and is_in_formation(state, unit, leader):
            return True
    return any(
        other.has("NCM") and gap(other.body, unit.body) <= other.trait("NCM") * INCH
        for other in state.fielded(unit.seat)
    )


@rule("brigands.7.5c")
def charge_modifiers(state: State, unit: Unit) -> list[Modifier]:
    """A Charge makes up for what Top Speed takes from a Melee Attack."""
    if unit.stance == TOP_SPEED and is_charging(state, unit):
        return [dice(1, "Charge", "brigands.7.5c")]
    return []
