"""What is restored, and what ends, when the phase of a side begins."""

from __future__ import annotations

from gearlock.kernel.rulebook import rule
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.state import State, Unit


@rule("hex100.cirrus-passive", "hex100.stratus-passive")
def fill_pool(state: State, unit: Unit) -> None:
    """The actions of the card; the Cirrus and Stratus systems make a move/attack action of one of them."""
    replaced = {
        action
        for effect, action in (("attack_or_move", "attack"), ("move_or_attack", "move"))
        if equipment_effect(state, unit, effect)
    }
    unit.pool = {}
    for action in state.machine(unit.id).unit.pool:
        kind = "move/attack" if action in replaced else action
        unit.pool[kind] = unit.pool.get(kind, 0) + 1


def begin_own_phase(unit: Unit) -> None:
    """What ends when a unit's side begins its phase: gait, beacon, the count of moves."""
    unit.gait, unit.beacon, unit.strides = "", False, 0


def begin_phase_of(unit: Unit, seat: str) -> None:
    """What ends when a side's phase begins: its own fortification, and the jamming it did to the others."""
    if unit.seat == seat:
        unit.fortified = False
    else:
        unit.jammed = False
        unit.traced = unit.traced and (unit.hacked or unit.shocked)


def hide_again(unit: Unit) -> None:
    """When a unit's side begins its phase its optical stealth is back, and what it put to work has run its time."""
    unit.exposed, unit.searching = False, []


def restore_wards(unit: Unit) -> None:
    """When its side's phase begins: interceptors have all their shots again, guns leave their defensive modes.

    What artillery fire control had worked out is old, and a new turn is at its beginning.
    """
    unit.stopped, unit.warding = {}, []
    unit.plotted = unit.acted = False


def drop_reserve(unit: Unit) -> None:
    """What was held back is spent or lost."""
    unit.held, unit.held_weapons, unit.trigger, unit.within, unit.waits_for = "", [], "", 0, ""
