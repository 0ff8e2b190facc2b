"""How the events of ramming, blades and jumps change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import rule
from gearlock.systems.hex100.crushing import events as e
from gearlock.systems.hex100.mustering.equipment import equipment_effect
from gearlock.systems.hex100.state import State, Unit


def _ground_cleared(state: State, event: e.GroundCleared) -> None:
    hex_ = (event.q, event.r)
    if event.wreck:
        state.wrecks = [each for each in state.wrecks if each != hex_]
    kept = [change for change in state.changed if change[:2] != hex_]
    if state.land.ground.terrain_at(hex_) != event.terrain:
        state.changed = sorted([*kept, (event.q, event.r, event.terrain)])
    state.rebuild_field()


def _beacon_lit(state: State, event: e.BeaconLit) -> None:
    state.units[event.unit].beacon = True


def _gait_chosen(state: State, event: e.GaitChosen) -> None:
    state.units[event.unit].gait = event.gait


def _nothing(state: State, event: Event) -> None:
    """The story goes on; the state is changed by the events around this one."""


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


CRUSHING_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    e.GroundCleared: _ground_cleared,
    e.BeaconLit: _beacon_lit,
    e.GaitChosen: _gait_chosen,
    e.Rammed: _nothing,
}
