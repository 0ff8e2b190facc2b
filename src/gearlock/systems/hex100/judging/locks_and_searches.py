"""What locks, target markers and scanners would mean, from what the seat knows."""

from __future__ import annotations

from gearlock.kernel.view import Modifier, OddsCard, Preview
from gearlock.systems.hex100.detection.locks import is_locked_for
from gearlock.systems.hex100.detection.orders import ActiveLock, MarkHex, MarkTarget, Search
from gearlock.systems.hex100.detection.scanners import DEVICES
from gearlock.systems.hex100.detection.stealth import is_hidden_from
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.judging.account import is_in_view
from gearlock.systems.hex100.judging.attack_worth import best_attack
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import distance

SEARCHING, UNCOVERING = 0.002, 0.05
"""What it is worth to look closely, and to do so where sensors hold what eyes cannot find."""
LOUDNESS = 0.01
"""What being a beacon costs."""
IDLE = 0.002
"""The risk put on marking bare ground: ending the turn is the better answer."""


def preview_search(state: State, unit: Unit, order: Search) -> Preview:
    """Worth most when a contact that eyes cannot find is within the reach of a scanner."""
    device = DEVICES.get(order.device)
    if device is None:
        return Preview(notes=("There is no such device.",))
    reach = equipment_effect(state, unit, device.effect)
    hidden = (enemy for enemy in state.known[unit.seat] if is_hidden_from(state, unit.seat, state.units[enemy]))
    near = order.device != "sensors" and any(distance(unit.hex, state.units[each].hex) <= reach for each in hidden)
    return Preview(gives=UNCOVERING if near else SEARCHING, notes=(f"{device.label}, until your next phase.",))


def preview_active_lock(state: State, unit: Unit, order: ActiveLock) -> Preview:
    """Worth what a lock adds to the best attack."""
    target = state.enemy_called(unit.seat, order.target)
    note = "The lock is certain; the unit is a beacon until your next phase."
    if target is None or is_locked_for(state, unit, target):
        return Preview(risks=LOUDNESS, notes=(note,))
    known = is_in_view(state, unit.seat, target)
    gain = best_attack(state, unit, target, known, locked=True) - best_attack(state, unit, target, known)
    gives = max(0.0, gain)
    return Preview(gives=gives, risks=LOUDNESS, notes=(note,))


def preview_marking(state: State, unit: Unit, order: MarkTarget) -> Preview:
    """Worth what a lock adds to the best attack, as often as it is taken."""
    target = state.enemy_called(unit.seat, order.target)
    number = equipment_effect(state, unit, "target_marker")
    gain = 0.0
    if target is not None and not is_locked_for(state, unit, target):
        known = is_in_view(state, unit.seat, target)
        better = best_attack(state, unit, target, known, locked=True) - best_attack(state, unit, target, known)
        gain = max(0.0, better)
    return Preview(
        attack=_lines(number),
        odds=OddsCard(p_hit=number / 100, mean_damage=0.0, damage={}),
        gives=gain * number / 100,
    )


def preview_hex(state: State, unit: Unit, order: MarkHex) -> Preview:
    """A locked hex helps whoever shells it next."""
    number = equipment_effect(state, unit, "target_marker")
    odds = OddsCard(p_hit=number / 100, mean_damage=0.0, damage={})
    return Preview(attack=_lines(number), odds=odds, risks=IDLE, spot=(order.q, order.r, 0))


def _lines(number: int) -> tuple[Modifier, ...]:
    return (Modifier(number, "target marker", "hex100.target-marker", "%"),)
