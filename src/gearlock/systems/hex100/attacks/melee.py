"""Melee weapons that do more than strike one enemy: the impact hammer's shock, two power fists at once."""

from __future__ import annotations

import msgspec

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.damage.damage import POWER_FIST, dealt, reduction_modifiers, resolve_armour, strike
from gearlock.systems.hex100.equipment import equipment_effect, full_hp
from gearlock.systems.hex100.forces.units import Weapon
from gearlock.systems.hex100.state import SEEN, State, Unit
from gearlock.table.hexes import Hex, is_in_front, neighbours

TWO_FISTS = 15
"""What a second power fist adds to the chance of light EMP."""


@rule("hex100.power-fist", "hex100.focus-melee")
def as_used(weapon: Weapon, volley: tuple[str, ...]) -> Weapon:
    """A weapon as it strikes in this volley: two power fists together are more likely to shock."""
    fists = sum(token.startswith(POWER_FIST) for token in volley)
    return msgspec.structs.replace(weapon, emp_bonus=TWO_FISTS) if weapon.id == POWER_FIST and fists > 1 else weapon


@rule("hex100.impact-hammer")
def shaken(state: State, unit: Unit, goal: Hex) -> list[Unit]:
    """Who stands in the other hexes of the attacker's front arc, friend or foe, when its hammer falls on one."""
    ahead = [hex_ for hex_ in neighbours(unit.hex) if hex_ != goal and is_in_front(unit.hex, unit.facing, hex_)]
    found = (state.unit_in(hex_) for hex_ in ahead)
    return [each for each in found if each is not None and not equipment_effect(state, each, "blast_immunity")]


@heeds("hex100.impact-hammer", "hex100.armour-blast")
def resolve_shock(ctx: Ctx[State], attacker: str, weapon: Weapon, goal: Hex) -> Script[None]:
    """Area damage beside the hex that was struck; like a blast it never penetrates, and blast plating keeps it off."""
    for unit_id in [each.id for each in shaken(ctx.state, ctx.state.units[attacker], goal)]:
        origin = ctx.state.units[attacker].hex
        (damage,) = yield from resolve_armour(ctx, unit_id, weapon.shock, 1, weapon, origin, above=False, area=True)
        strike(ctx, unit_id, damage, how="shockwave", by=attacker)


def shock_on_others(state: State, unit: Unit, weapon: Weapon, goal: Hex) -> tuple[float, float]:
    """What the shock of a hammer would cost enemies in sight and the own side, in shares of whoever suffers it."""
    harm = {True: 0.0, False: 0.0}
    for each in shaken(state, unit, goal) if weapon.shock else ():
        if each.seat == unit.seat or state.known[unit.seat].get(each.id) == SEEN:
            lines = reduction_modifiers(state, each, None, weapon.damage_type, unit.hex)
            harm[each.seat == unit.seat] += min(dealt(weapon.shock, lines), each.hp) / full_hp(state, each.id)
    return harm[False], harm[True]
