"""Places for units: what may be answered, guessed at and pointed at, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from gearlock.kernel.asks import Ask, Option, Place
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import rule
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.hex100.deployment.arrivals import refuse_place
from gearlock.systems.hex100.deployment.orders import Deploy
from gearlock.systems.hex100.deployment.placements import open_placements, places_for
from gearlock.systems.hex100.forces.loadout import legal_loads
from gearlock.systems.hex100.movement.answers import BAD_FACING
from gearlock.systems.hex100.movement.pointing import hexside
from gearlock.systems.hex100.movement.walk import is_facing
from gearlock.systems.hex100.state import State


@rule("hex100.deployment")
def refuse_deploy(state: State, ask: Ask, order: Deploy) -> Refusal | None:
    if order.unit not in ask.about:
        return Refusal("no-such-unit", "hex100.deployment", "That unit does not wait to be placed.")
    if not is_facing(order.facing):
        return BAD_FACING
    return refuse_place(state, ask.seat, order)


def offer_places(state: State, ask: Ask) -> Iterator[Option]:
    """Every unit that waits, once for each zone open to it, a tank once for each way to load its guns."""
    for unit in ask.about:
        machine, zones = state.machine(unit), [each.zone for each in open_placements(state, unit)]
        for load, zone in product(legal_loads(machine), zones):
            rounds = ", ".join(token.partition(":")[2] for token in load)
            where = f" in {zone}" if len(zones) > 1 else ""
            label = f"Place the {machine.name}{where}" + (f", {rounds} loaded" if load else "")
            yield Place(label, Deploy(unit, load=load), ask.rule, unit=unit, zone=zone)


def guess_place(state: State, _ask: Ask, order: Deploy, chooser: Chooser, _attempt: int) -> Order:
    """Anywhere it may begin; sorted, because a set has no order that all machines agree on."""
    q, r = chooser.choice(sorted(places_for(state, order.unit)))
    return Deploy(order.unit, q, r, chooser.randrange(0, 6), order.load)


def aim_place(_state: State, ask: Ask, order: Deploy, spot: Aim) -> Order:
    """The hex pointed at, looking at the enemy's edge unless something else is asked for."""
    ahead = 1 if ask.seat == "red" else 4
    return Deploy(order.unit, spot.x, spot.y, ahead if spot.facing is None else hexside(spot.facing), order.load)
