"""Rerolls that a roll has for nothing: of the Anti-Missile System, and of Orders whose tokens lie on the table."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.brigands.attacking.modifiers import Strike
from gearlock.systems.brigands.chain_of_command.formation import is_near
from gearlock.systems.brigands.chain_of_command.lineup import FORCE_COMMANDER
from gearlock.systems.brigands.chain_of_command.orders_in_force import heeds_orders
from gearlock.systems.brigands.state import COORDINATED_ATTACK, EVADE, State, Unit
from gearlock.systems.brigands.weapons import INDIRECT, MELEE, MISSILE

AMS = "AMS"
FREE_REROLLS = (AMS, EVADE, COORDINATED_ATTACK)


@rule("brigands.7.5a")
def free_attack_rerolls(state: State, strike: Strike) -> list[str]:
    """What the attacker may reroll for nothing: a ranged attack on a model with a Coordinated Attack token."""
    attacker, target = state.units[strike.attacker], state.units[strike.target]
    marked = COORDINATED_ATTACK in target.marks and attacker.seat != target.seat
    return [COORDINATED_ATTACK] if marked and strike.category != MELEE and heeds_orders(attacker) else []


@heeds("brigands.trait.ams", "brigands.7.5b")
def free_defence_rerolls(state: State, strike: Strike) -> list[str]:
    """What the defender may reroll for nothing: each of AMS and Evade once, however many models give it."""
    target = state.units[strike.target]
    free = [AMS] if strike.category in (INDIRECT, MISSILE) and is_under_ams(state, target) else []
    return [*free, *evade_rerolls(state, target)]


@rule("brigands.7.5b")
def evade_rerolls(state: State, target: Unit) -> list[str]:
    """Evade is good for every roll as the defender, electronic warfare counted in."""
    return [EVADE] if heeds_orders(target) and is_evading(state, target) else []


@rule("brigands.trait.ams")
def is_under_ams(state: State, target: Unit) -> bool:
    """Whether it carries an Anti-Missile System, or a friend within 6 in does."""
    return any(unit.has("AMS") and is_near(unit.body, target.body) for unit in state.fielded(target.seat))


@heeds("brigands.7.5b")
def is_evading(state: State, target: Unit) -> bool:
    """Whether it is within 6 in of a leader with an Evade token: its own, or the Force Commander's of any group."""
    return any(
        EVADE in leader.marks
        and (leader.group == target.group or leader.rank == FORCE_COMMANDER)
        and is_near(leader.body, target.body)
        for leader in state.fielded(target.seat)
    )
