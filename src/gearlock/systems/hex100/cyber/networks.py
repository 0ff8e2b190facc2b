"""Networks: the allied units whose data links work, and what they do for each other."""

from __future__ import annotations

from gearlock.kernel.rulebook import rule
from gearlock.systems.hex100.cyber.e_war import e_war
from gearlock.systems.hex100.mustering.equipment import equipment_effect
from gearlock.systems.hex100.state import State, Unit


@rule("hex100.networks", "hex100.attr-data-link", "hex100.integrated-data-link", "hex100.data-link-off")
@rule("hex100.jamming", "hex100.hacking")
def is_networked(state: State, unit: Unit) -> bool:
    """Whether a unit is in its side's network, at any distance: its data link works and is switched on.

    Jamming cuts a unit off, and so does being a drone that is shut down. A hacked one stays connected.
    """
    if unit.shocked and unit.id in state.scene.drones:
        return False
    return unit.standing and not unit.unlinked and bool(equipment_effect(state, unit, "data_link"))


@rule("hex100.networks", "hex100.hacking")
def gains_from_network(state: State, unit: Unit) -> bool:
    """Whether the network does anything for a unit: it is in it and not hacked."""
    return not unit.hacked and is_networked(state, unit)


@rule("hex100.attr-network-defence", "hex100.networks")
def network_defence(state: State, unit: Unit) -> int:
    """The number that keeps a hacker out of a unit a last time: the best e-war rating of a carrier in its network.

    A carrier defends itself even where it is alone. 0 if there is none.
    """
    carriers = [unit]
    if gains_from_network(state, unit):
        carriers += (each for each in state.standing(unit.seat) if each.id != unit.id and is_networked(state, each))
    found = (e_war(state, each) for each in carriers if equipment_effect(state, each, "network_defence"))
    return max(found, default=0)
