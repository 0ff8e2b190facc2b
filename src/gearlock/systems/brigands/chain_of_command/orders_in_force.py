"""7.5: what the Orders in force do for a model."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.brigands.chain_of_command.formation import is_near
from gearlock.systems.brigands.state import State, Unit

CHARGE, TIGHT_MANEUVERS, EMERGENCY_MEASURES = "Charge", "Tight Maneuvers", "Emergency Measures"
REPOSITION = "Reposition"
UNORDERLY = ("Conscript", "Duelist")
"""Models with one of these traits never benefit from Orders."""


@heeds("brigands.7.5", "brigands.trait.conscript", "brigands.10.6")
def heeds_orders(unit: Unit) -> bool:
    """Whether Orders do anything for a model: Conscripts and Duelists are beyond them."""
    return not any(trait in unit.line.traits for trait in UNORDERLY)


@rule("brigands.7.5f")
@heeds("brigands.7.5", "brigands.7.5d")
def is_ordered(state: State, unit: Unit, name: str) -> bool:
    """Whether an Order in force helps a model: one of the Active Combat Group that heeds Orders."""
    giver = state.orders.get(name)
    if giver is None or not heeds_orders(unit):
        return False
    return unit.seat == state.units[giver].seat and unit.group == state.group


@heeds("brigands.7.5c")
def is_charging(state: State, unit: Unit) -> bool:
    """Whether it is within 6 in of the leader who ordered the Charge, as long as that one is in play."""
    giver = state.units.get(state.orders.get(CHARGE, ""))
    if giver is None or not giver.is_fielded or giver.seat != unit.seat or not heeds_orders(unit):
        return False
    return is_near(giver.body, unit.body)
