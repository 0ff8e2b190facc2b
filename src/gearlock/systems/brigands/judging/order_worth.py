"""A rough worth of an Order, in shares of a model, so that bots can weigh it against shooting and ending."""

from __future__ import annotations

from gearlock.systems.brigands.chain_of_command.orders_in_force import EMERGENCY_MEASURES
from gearlock.systems.brigands.command.battle_orders import refuse_give_order
from gearlock.systems.brigands.command.orders import GiveOrder
from gearlock.systems.brigands.state import COORDINATED_ATTACK, EVADE, State, Unit

LEAST = 0.02
"""An Order is worth a little more than a point that nobody spends."""
REROLL = 0.25
"""How much of an attack's worth a free Reroll adds, roughly."""
SPARED = 0.1
"""What a model gains that need not feel it is Crippled."""


def order_worth(state: State, order: GiveOrder, attacks: dict[str, float], danger: float) -> float:
    """What an Order gives: `attacks` are the group's best ones on the target, `danger` what its leader is in."""
    unit = state.units.get(order.unit)
    if unit is None or refuse_give_order(state, order) is not None:
        return 0.0
    if order.name == COORDINATED_ATTACK:
        return LEAST + REROLL * sum(attacks.values())
    if order.name == EVADE:
        return LEAST + REROLL * danger
    if order.name == EMERGENCY_MEASURES:
        return LEAST + SPARED * sum(1 for other in waiting(state, unit) if other.handicap)
    return LEAST


def waiting(state: State, unit: Unit) -> list[Unit]:
    """The leader and the models of its group that are still to act."""
    return [other for other in state.fielded(unit.seat) if other.group == unit.group and not other.activated]
