"""Electronic warfare ratings, resistance, networks and beacons."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier, Throw
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.known_units import owns, under
from gearlock.systems.hex100.state import SEEN, State, Unit, other

FORTIFICATION = 10
"""What a mass e-fortification adds to the e-war rating."""
BEACON_LOSS, BEACON_LIMIT = 20, 40
"""What being a beacon takes from the e-war rating against locks, and what is left of it at most."""


@rule("hex100.stat-ewar", "hex100.ecm-items", "hex100.nimbus-passive")
@heeds("hex100.mass-e-fortification")
def e_war_modifiers(state: State, unit: Unit) -> list[Modifier]:
    """The lines of an e-war rating: the card, the best module that works, an ally's fortification."""
    lines = [Modifier(state.machine(unit.id).unit.e_war, "e-war rating", "hex100.stat-ewar", "%")]
    module = equipment_effect(state, unit, "e_war")
    if module:
        lines.append(Modifier(module, "electronic modules", "hex100.ecm-items", "%"))
    if unit.fortified:
        lines.append(Modifier(FORTIFICATION, "e-fortification", "hex100.mass-e-fortification", "%"))
    return lines


def e_war(state: State, unit: Unit) -> int:
    """The number a unit rolls under against jams, hacks and locks."""
    return min(100, sum(line.value for line in e_war_modifiers(state, unit)))


@rule("hex100.attr-electronic-defence", "hex100.errant-eccm")
@heeds("hex100.electronic-resistance", "hex100.mass-e-fortification")
def is_resisting(state: State, unit: Unit) -> bool:
    """Whether a unit opposes jams, hacks and locks: by its action, by electronic defence, or fortified by an ally."""
    return unit.resisting or unit.fortified or bool(equipment_effect(state, unit, "electronic_defence"))


def resistance(state: State, unit: Unit) -> int:
    """The number a target rolls under to shake something off; 0 if it does not resist."""
    return e_war(state, unit) if is_resisting(state, unit) else 0


@heeds("hex100.attr-beacon", "hex100.canisterate")
def is_beacon(unit: Unit) -> bool:
    """Whether any sensors find a unit: until its next phase after a jump and the like, for good once it is marked."""
    return unit.beacon or unit.marked


@rule("hex100.attr-beacon")
def resistance_to_lock(state: State, unit: Unit) -> int:
    """The number a target rolls under to shake a lock off: a beacon's is 20 lower and at most 40."""
    number = resistance(state, unit)
    return max(0, min(number - BEACON_LOSS, BEACON_LIMIT)) if is_beacon(unit) else number


def knows_state_of(state: State, seat: str, unit: Unit) -> bool:
    """Whether a seat knows if a unit is jammed, hacked or in shock.

    It does of its own, of enemies in sight, and of a contact it did it to and has not lost since.
    """
    return unit.seat == seat or unit.traced or state.known[seat].get(unit.id) == SEEN


def trace(state: State, unit: Unit) -> None:
    """Who did it knows what he did, as long as he holds the contact."""
    unit.traced = unit.id in state.known[other(unit.seat)]


@rule("hex100.attr-data-link", "hex100.integrated-data-link")
@heeds("hex100.networks", "hex100.data-link-off", "hex100.jamming", "hex100.hacking")
def is_networked(state: State, unit: Unit) -> bool:
    """Whether a unit is in its side's network, at any distance: its data link works and is switched on.

    Jamming cuts a unit off, and so does being a drone that is shut down. A hacked one stays connected.
    """
    if unit.shocked and unit.id in state.scene.drones:
        return False
    return unit.standing and not unit.unlinked and bool(equipment_effect(state, unit, "data_link"))


@rule("hex100.networks")
@heeds("hex100.hacking")
def gains_from_network(state: State, unit: Unit) -> bool:
    """Whether the network does anything for a unit: it is in it and not hacked."""
    return not unit.hacked and is_networked(state, unit)


@rule("hex100.attr-network-defence")
@heeds("hex100.networks")
def network_defence(state: State, unit: Unit) -> int:
    """The number that keeps a hacker out of a unit a last time: the best e-war rating of a carrier in its network.

    A carrier defends itself even where it is alone. 0 if there is none.
    """
    carriers = [unit]
    if gains_from_network(state, unit):
        carriers += (each for each in state.standing(unit.seat) if each.id != unit.id and is_networked(state, each))
    found = (e_war(state, each) for each in carriers if equipment_effect(state, each, "network_defence"))
    return max(found, default=0)


def e_war_throw(state: State, unit: str, face: int, number: int, rule: str, seat: str | None) -> tuple[Throw, ...]:
    """A die against the e-war rating of a unit, for its own side alone. A beacon has less than its lines come to."""
    if not owns(state, seat, unit):
        return ()
    lines = tuple(e_war_modifiers(state, state.units[unit]))
    missing = number - sum(line.value for line in lines)
    if missing:
        why = (
            ("a beacon", "hex100.attr-beacon") if is_beacon(state.units[unit]) else ("at most 100", "hex100.stat-ewar")
        )
        lines += (Modifier(missing, *why, "%"),)
    return (under("e-war", (face,), number, rule, lines),)
