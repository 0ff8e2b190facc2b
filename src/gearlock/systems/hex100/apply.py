"""How events change the state: the only place where it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.systems.hex100 import events as e
from gearlock.systems.hex100.briefings.arriving import waiting_units
from gearlock.systems.hex100.briefings.changes import BRIEFING_CHANGES
from gearlock.systems.hex100.crushing.changes import CRUSHING_CHANGES, begin_own_phase, fill_pool
from gearlock.systems.hex100.cyber.changes import CYBER_CHANGES, begin_phase_of
from gearlock.systems.hex100.drones.changes import DRONE_CHANGES, leaves_wreck, lose_docked
from gearlock.systems.hex100.drones.terror.changes import TERROR_CHANGES, carry_riders, drop_riders
from gearlock.systems.hex100.hiding.changes import HIDING_CHANGES, hide_again
from gearlock.systems.hex100.state import SEATS, State, Unit, other
from gearlock.systems.hex100.warding.changes import WARDING_CHANGES, restore_wards


def apply(state: State, event: Event) -> None:
    """Let an event happen to a state."""
    _APPLY[type(event)](state, event)


def _initiative_rolled(state: State, event: e.InitiativeRolled) -> None:
    state.first, state.phase = event.first, "deployment"
    state.active = other(event.first)


def _deployed(state: State, event: e.Deployed) -> None:
    unit = state.units[event.unit]
    unit.q, unit.r, unit.facing, unit.placed = event.q, event.r, event.facing, True
    unit.loaded, unit.lurking = dict(event.loaded), event.lurking
    if state.phase == "deployment" and waiting_units(state, other(unit.seat)):
        state.active = other(unit.seat)


def _deployment_ended(state: State, event: e.DeploymentEnded) -> None:
    state.phase, state.awaiting, state.active = "early focus", list(event.awaiting), other(state.first)


def _phase_began(state: State, event: e.PhaseBegan) -> None:
    state.turn, state.active, state.acting = event.turn, event.seat, ""
    state.phase, state.awaiting = "focus", list(event.awaiting)
    for unit in state.units.values():
        begin_phase_of(unit, event.seat)
        if unit.seat != event.seat or unit.destroyed:
            continue
        fill_pool(state, unit)
        begin_own_phase(unit)
        hide_again(unit)
        unit.used, unit.focus, unit.engaged, unit.done = [], "", [], False
        unit.resisting = unit.looking = False
        restore_wards(unit)
        _drop_reserve(unit)


def _drop_reserve(unit: Unit) -> None:
    unit.held, unit.held_weapons, unit.trigger, unit.within, unit.waits_for = "", [], "", 0, ""


def _focus_declared(state: State, event: e.FocusDeclared) -> None:
    unit = state.units[event.unit]
    unit.focus = event.focus
    if event.focus and "focus" in unit.pool:
        unit.pool["focus"] -= 1
    state.awaiting.remove(event.unit)
    if not state.awaiting and state.phase == "focus":
        state.phase = "units"


def _activated(state: State, event: e.Activated) -> None:
    state.acting, state.phase = event.unit, "units"
    state.units[event.unit].engaged = list(event.engaged)


def _actions_spent(state: State, event: e.ActionsSpent) -> None:
    unit = state.units[event.unit]
    for action in event.actions:
        unit.pool[action] -= 1
    unit.strides += event.moves
    unit.used += (token.partition(":")[0] for token in event.weapons)
    unit.acted = True


def _attack_declared(state: State, event: e.AttackDeclared) -> None:
    """Limited ammunition is spent when a weapon fires, not when it is held in reserve; who fires hides no longer."""
    state.units[event.unit].quarry = event.target
    uses = state.units[event.unit].uses
    state.units[event.unit].lurking = False
    for token in event.weapons:
        mount = token.partition(":")[0]
        if mount in uses:
            uses[mount] -= 1


def _turned(state: State, event: e.Turned) -> None:
    state.units[event.unit].facing = event.facing


def _stepped(state: State, event: e.Stepped | e.Halted) -> None:
    unit = state.units[event.unit]
    unit.q, unit.r, unit.lurking = event.q, event.r, False
    carry_riders(state, unit)


def _detected(state: State, event: e.Detected) -> None:
    known, names = state.known[event.seat], state.contacts[event.seat]
    if not event.level:
        known.pop(event.unit, None)
        names.pop(event.unit, None)
        state.units[event.unit].traced = False
        return
    if event.unit not in names:
        state.counted[event.seat] += 1
    state.units[event.unit].lurking = False
    known[event.unit], names[event.unit] = event.level, event.contact


def _lock_taken(state: State, event: e.LockTaken) -> None:
    state.units[event.unit].lock, state.units[event.unit].lock_at = event.target, None


def _lock_gone(state: State, event: e.LockLost) -> None:
    state.units[event.unit].lock = ""


def _resistance_began(state: State, event: e.ResistanceBegan) -> None:
    state.units[event.unit].resisting = True


def _looked_around(state: State, event: e.LookedAround) -> None:
    state.units[event.unit].looking = True


def _hand_lent(state: State, event: e.HandLent) -> None:
    pool = state.units[event.unit].pool
    pool["utility"] = pool.get("utility", 0) + 1


def _ammo_changed(state: State, event: e.AmmoChanged) -> None:
    state.units[event.unit].loaded[event.weapon] = event.mode


def _reserved(state: State, event: e.Reserved) -> None:
    unit = state.units[event.unit]
    unit.held, unit.held_weapons = event.held, list(event.weapons)
    unit.trigger, unit.within, unit.waits_for = event.trigger, event.within, event.enemy


def _reserve_spent(state: State, event: e.ReserveSpent) -> None:
    _drop_reserve(state.units[event.unit])


def _fired(state: State, event: e.Fired) -> None:  # noqa: ARG001 - one of the changes
    state.shots = None


def _struck(state: State, event: e.Struck) -> None:
    state.hits = None
    unit = state.units[event.unit]
    unit.hp = max(0, unit.hp - event.damage)
    if event.critical:
        unit.critical += event.critical
        if event.hardpoint >= 0:
            unit.hurt[event.hardpoint] += event.critical


def _terrain_razed(state: State, event: e.TerrainRazed) -> None:
    kept = [change for change in state.changed if change[:2] != (event.q, event.r)]
    state.changed = sorted([*kept, (event.q, event.r, event.terrain)])
    state.rebuild_field()


def _destroyed(state: State, event: e.Destroyed) -> None:
    unit = state.units[event.unit]
    unit.destroyed, unit.hp, unit.lock, unit.lock_at = True, 0, "", None
    unit.pool, unit.done = {}, True
    _drop_reserve(unit)
    for seat in SEATS:
        state.known[seat].pop(unit.id, None)
        state.contacts[seat].pop(unit.id, None)
    if unit.id in state.awaiting:
        state.awaiting.remove(unit.id)
    lose_docked(state, unit)
    drop_riders(state, unit)
    if leaves_wreck(state, unit) and (unit.q, unit.r) not in state.wrecks:
        state.wrecks = sorted([*state.wrecks, (unit.q, unit.r)])
        state.rebuild_field()
    if state.acting == unit.id:
        state.acting = ""


def _turn_finished(state: State, event: e.TurnFinished) -> None:
    unit = state.units[event.unit]
    unit.done, unit.engaged = True, []
    state.acting = ""


def _phase_ended(state: State, event: e.PhaseEnded) -> None:
    state.phase = "aftermath" if event.seat != state.first else "changing sides"


def _aftermath_ended(state: State, event: e.AftermathEnded) -> None:
    state.phase = "over" if event.last else "changing sides"


def _nothing(state: State, event: Event) -> None:
    """The story goes on; the state is changed by the events around this one."""


_APPLY: dict[type[Event], Callable[[State, Any], None]] = {
    e.InitiativeRolled: _initiative_rolled,
    e.Deployed: _deployed,
    e.DeploymentEnded: _deployment_ended,
    e.PhaseBegan: _phase_began,
    e.FocusDeclared: _focus_declared,
    e.Activated: _activated,
    e.ActionsSpent: _actions_spent,
    e.Turned: _turned,
    e.Stepped: _stepped,
    e.Halted: _stepped,
    e.Detected: _detected,
    e.LockTaken: _lock_taken,
    e.LockLost: _lock_gone,
    e.LockResisted: _nothing,
    e.ResistanceBegan: _resistance_began,
    e.LookedAround: _looked_around,
    e.HandLent: _hand_lent,
    e.AmmoChanged: _ammo_changed,
    e.Reserved: _reserved,
    e.ReserveSpent: _reserve_spent,
    e.AttackDeclared: _attack_declared,
    e.Fired: _fired,
    e.Struck: _struck,
    e.Scattered: _nothing,
    e.Burst: _nothing,
    e.TerrainRazed: _terrain_razed,
    e.Destroyed: _destroyed,
    e.TurnFinished: _turn_finished,
    e.PhaseEnded: _phase_ended,
    e.AftermathEnded: _aftermath_ended,
    **CYBER_CHANGES,
    **HIDING_CHANGES,
    **CRUSHING_CHANGES,
    **WARDING_CHANGES,
    **DRONE_CHANGES,
    **BRIEFING_CHANGES,
    **TERROR_CHANGES,
}
EVENTS = tuple(_APPLY)
