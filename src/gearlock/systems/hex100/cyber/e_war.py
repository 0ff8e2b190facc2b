"""The e-war rating, who resists with it, and who knows of whom what was done to it."""

from __future__ import annotations

from gearlock.kernel.rulebook import rule
from gearlock.kernel.view import Modifier
from gearlock.systems.hex100.hiding.beacons import is_beacon
from gearlock.systems.hex100.mustering.equipment import equipment_effect
from gearlock.systems.hex100.state import SEEN, State, Unit

FORTIFICATION = 10
"""What a mass e-fortification adds to the e-war rating."""
BEACON_LOSS, BEACON_LIMIT = 20, 40
"""What being a beacon takes from the e-war rating against locks, and what is left of it at most."""


@rule("hex100.stat-ewar", "hex100.ecm-items", "hex100.nimbus-passive", "hex100.mass-e-fortification")
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


@rule("hex100.electronic-resistance", "hex100.attr-electronic-defence", "hex100.mass-e-fortification")
@rule("hex100.errant-eccm")
def is_resisting(state: State, unit: Unit) -> bool:
    """Whether a unit opposes jams, hacks and locks: by its action, by electronic defence, or fortified by an ally."""
    return unit.resisting or unit.fortified or bool(equipment_effect(state, unit, "electronic_defence"))


def resistance(state: State, unit: Unit) -> int:
    """The number a target rolls under to shake something off; 0 if it does not resist."""
    return e_war(state, unit) if is_resisting(state, unit) else 0


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
