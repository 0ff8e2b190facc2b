"""What an order would mean, from what the seat knows: modifier lines, odds, and a rough worth of a position."""

from __future__ import annotations

import msgspec

from gearlock.kernel.orders import Order
from gearlock.kernel.view import Modifier, Preview
from gearlock.systems.hex100 import orders as o
from gearlock.systems.hex100.attack import Aim, accuracy_modifiers, number_to_evade, take_aim
from gearlock.systems.hex100.damage import reduction_modifiers
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.ew import is_locked_for
from gearlock.systems.hex100.movement import known_enemies
from gearlock.systems.hex100.odds import attack_odds, expected_damage
from gearlock.systems.hex100.state import SEEN, State, Unit
from gearlock.systems.hex100.targeting import named_weapons, refuse_aim, refuse_weapon
from gearlock.systems.hex100.view import TENTHS_PER_HEXSIDE
from gearlock.table.hexes import Hex

SEARCHING = 0.02
"""The worth of the far edge of the map to a side that holds no contact."""
TYPICAL_HP = 16
"""What an enemy of unknown type is taken to have."""


def preview(state: State, seat: str, order: Order) -> Preview:
    """Lines and odds for attacks, gains and risks for moves, what a lock adds; the place alone for other orders."""
    unit = state.units.get(getattr(order, "unit", ""))
    if unit is None or unit.seat != seat:
        return Preview()
    if isinstance(order, o.Deploy):
        return Preview(ends=(order.q, order.r, order.facing * TENTHS_PER_HEXSIDE))
    if not unit.placed:
        return Preview()
    if isinstance(order, o.Move):
        return _position(state, unit, order.path[-1] if order.path else unit.hex, order.facing)
    if isinstance(order, o.Disengage):
        return _position(state, unit, (order.q, order.r), order.facing)
    ends = (unit.q, unit.r, unit.facing * TENTHS_PER_HEXSIDE)
    return msgspec.structs.replace(_standing(state, unit, order), ends=ends)


def _standing(state: State, unit: Unit, order: Order) -> Preview:
    """Orders that leave a unit where it is."""
    if isinstance(order, o.Attack):
        return _attack(state, unit, order.weapons, order.target)
    if isinstance(order, o.FireReserve):
        return _attack(state, unit, tuple(unit.held_weapons), order.target)
    if isinstance(order, o.Bombard):
        return _bombardment(state, unit, order)
    if isinstance(order, o.LockOn):
        return _lock(state, unit, order.target)
    return Preview()


def _attack(state: State, unit: Unit, tokens: tuple[str, ...], contact: str) -> Preview:
    target = state.enemy_called(unit.seat, contact)
    weapons = named_weapons(state, unit, tokens)
    if target is None or weapons is None:
        return Preview(notes=("There is no such attack.",))
    known = state.known[unit.seat][target.id] == SEEN
    aims = [take_aim(state, unit, weapon, target, target.hex) for _, weapon in weapons]
    odds = attack_odds(state, aims, known)
    notes = () if known else ("The target is not in sight: armour, evasion and wounds are unknown.",)
    return Preview(
        attack=_attack_lines(state, aims[0], known),
        defence=_defence_lines(state, aims[0]) if known else (),
        odds=odds,
        gives=min(1.0, odds.mean_damage / (target.hp if known else TYPICAL_HP)),
        notes=notes,
    )


def _attack_lines(state: State, aim: Aim, known: bool) -> tuple[Modifier, ...]:
    first = Modifier(aim.weapon.accuracy, f"accuracy of the {aim.weapon.name}", "hex100.stat-accuracy", "%")
    if aim.automatic:
        return (Modifier(100, "homing on a locked target", "hex100.attr-homing", "%"),)
    return (first, *accuracy_modifiers(state, aim, known))


def _defence_lines(state: State, aim: Aim) -> tuple[Modifier, ...]:
    assert aim.target is not None, "a defence belongs to a target"
    above = aim.weapon.has("indirect-fire")
    lines = reduction_modifiers(state, aim.target, aim.weapon, aim.weapon.damage_type, aim.unit.hex, above)
    dodge = number_to_evade(state, aim)
    evasion = [Modifier(dodge, "evasion", "hex100.focus-evasion", "%")] if dodge else []
    return (*lines, *evasion)


def _bombardment(state: State, unit: Unit, order: o.Bombard) -> Preview:
    """A blast at ground is worth what it would do to known enemies within its radius."""
    found = find_weapon(state, unit, order.weapon)
    if found is None:
        return Preview(notes=("There is no such weapon.",))
    aim = take_aim(state, unit, found[1], None, (order.q, order.r))
    return Preview(attack=_attack_lines(state, aim, True), odds=attack_odds(state, [aim]))


def _lock(state: State, unit: Unit, contact: str) -> Preview:
    """A lock is worth what it adds to the best attack."""
    target = state.enemy_called(unit.seat, contact)
    if target is None or is_locked_for(state, unit, target):
        return Preview()
    known = state.known[unit.seat][target.id] == SEEN
    gain = best_attack(state, unit, target, known, locked=True) - best_attack(state, unit, target, known)
    return Preview(gives=min(1.0, max(0.0, gain) / (target.hp if known else TYPICAL_HP)))


def _position(state: State, unit: Unit, hex_: Hex, facing: int) -> Preview:
    """A place is worth the best attack it allows on known enemies, less what those in sight could do to it there."""
    there = unit.clone()
    (there.q, there.r), there.facing = hex_, facing
    gives, risks = _progress(state, unit.seat, hex_), 0.0
    for enemy in known_enemies(state, unit.seat).values():
        known = state.known[unit.seat][enemy.id] == SEEN
        hp = enemy.hp if known else TYPICAL_HP
        gives = max(gives, best_attack(state, there, enemy, known) / hp)
        if known:
            risks += best_attack(state, as_feared(enemy), there, True) / max(1, unit.hp)
    ends = (*hex_, facing * TENTHS_PER_HEXSIDE)
    return Preview(gives=min(1.0, gives), risks=min(1.0, risks), ends=ends)


def _progress(state: State, seat: str, hex_: Hex) -> float:
    """While nothing is known of the enemy, a little for every row towards its edge: it has to be found first."""
    if state.known[seat]:
        return 0.0
    rows = state.land.ground.rows - 1
    return SEARCHING * (rows - hex_[1] if seat == "red" else hex_[1]) / rows


def as_feared(enemy: Unit) -> Unit:
    """An enemy in sight as the other side must take it to be: nothing used up, the first ammunition loaded."""
    feared = enemy.clone()
    feared.used, feared.uses, feared.loaded = [], {}, {}
    return feared


def best_attack(state: State, unit: Unit, target: Unit, known: bool, locked: bool = False) -> float:
    """The mean damage of the best single weapon one unit has against another where they stand."""
    best = 0.0
    for token in state.scene.loadouts[unit.id].tokens:
        found = find_weapon(state, unit, token)
        if found is None or refuse_weapon(state, unit, *found) is not None:
            continue
        if refuse_aim(state, unit, found[1], target.hex) is None:
            # Whom the other side has locked is its secret, so a position is weighed without locks.
            aim = take_aim(state, unit, found[1], target, target.hex)._replace(locked=locked)
            best = max(best, expected_damage(state, aim, known))
    return best
