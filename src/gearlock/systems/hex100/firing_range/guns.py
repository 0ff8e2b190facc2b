"""What the tools around the game ask about attacks."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask
from gearlock.kernel.gunnery import Gunnery
from gearlock.kernel.orders import Order
from gearlock.systems.hex100.attacks.orders import Attack, FireReserve
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.contacts import name_for
from gearlock.systems.hex100.firing_range.attackers import names, weapons
from gearlock.systems.hex100.firing_range.conditions import CONDITIONS
from gearlock.systems.hex100.firing_range.layout import ready_for, stage
from gearlock.systems.hex100.firing_range.losses import toll
from gearlock.systems.hex100.firing_range.volley_outcomes import aids, outcomes, replies, struck_unit
from gearlock.systems.hex100.state import State
from gearlock.systems.hex100.weapons.targeting import volley_name


def attacks(state: State, seat: str) -> Iterator[Order]:
    """Every attack on a contact that the acting unit may make now; fire at bare ground strikes nobody for certain."""
    unit = state.units.get(state.acting)
    if unit is None or unit.seat != seat or unit.id in state.scene.drones:
        return
    for option in BOOK.options(state, Ask(seat, "act", unit.id, rule="hex100.action-pool")):
        if isinstance(option.order, Attack):
            yield option.order


def marks(state: State, order: Order) -> tuple[str, ...]:
    """The enemy an attack is aimed at."""
    return (struck_unit(state, order).id,)


def title(state: State, order: Order) -> str:
    """Who attacks whom with what, as the attacker's side calls them."""
    assert isinstance(order, Attack | FireReserve), f"{order} is no attack on a unit"
    unit = state.units[order.unit]
    tokens = order.weapons if isinstance(order, Attack) else tuple(unit.held_weapons)
    target = state.enemy_called(unit.seat, order.target)
    at = order.target if target is None else name_for(state, unit.seat, target.id)
    return f"{state.machine(unit.id).name}: {volley_name(state, unit, tokens)} at {at}"


GUNNERY: Gunnery[State] = Gunnery(
    conditions=CONDITIONS,
    units=names,
    weapons=weapons,
    stage=stage,
    attacks=attacks,
    marks=marks,
    title=title,
    ready=ready_for,
    outcomes=outcomes,
    toll=toll,
    replies=replies,
    aids=aids,
)
