"""3.5.1, Subtable A: Fire Control damage: weapons knocked out of true or off, Fire Control, ammunition and fuel."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.tactical.damage.blows import Blow, striker_seat
from gearlock.systems.tactical.damage.choosing import SHIELD, resolve_which, system_name
from gearlock.systems.tactical.damage.condition import (
    ACCURACY,
    FIRE_CONTROL,
    LOST,
    RUPTURED,
    is_weapon_gone,
    perk,
    weapons_left,
)
from gearlock.systems.tactical.damage.events import PerkUsedUp, SystemHarmed, SystemSpared
from gearlock.systems.tactical.damage.losing import lose
from gearlock.systems.tactical.damage.orders import ShieldWeapons
from gearlock.systems.tactical.damage.systems import fire_control_row
from gearlock.systems.tactical.dice_tests.tests import throw_dice
from gearlock.systems.tactical.state import IN_PLAY, State

SHIELDED, HAZARDOUS = "Shielded Weapons", "Hazardous Ammo/Fuel Storage"
RULE = "tactical.3.5.1-subtable-a"
ONE, TWO, ALL, DESTROY, BLIND, AGAIN = 1, 2, 3, 4, 5, 6
HAZARD, EXPLODES = 2, 4


@rule("tactical.3.5.1-subtable-a")
def resolve_fire_control_hit(ctx: Ctx[State], unit_id: str, level: str, blow: Blow) -> Script[None]:
    """Roll on the table, and twice more for each row that says so."""
    rolls = 1
    while rolls and ctx.state.units[unit_id].status in IN_PLAY:
        rolls -= 1
        seat = striker_seat(ctx.state, blow, unit_id)
        (face,) = yield from throw_dice(ctx, "Subtable A, Fire Control", 1, seat, unit_id, RULE)
        row = fire_control_row(ctx.state.units[unit_id], level, face)
        if row == AGAIN:
            rolls += 2
        elif row > AGAIN:
            yield from resolve_ammunition(ctx, unit_id, blow)
        elif row == BLIND:
            lose_fire_control(ctx, unit_id)
        else:
            yield from resolve_weapons_hit(ctx, unit_id, row, blow)


def lose_fire_control(ctx: Ctx[State], unit_id: str) -> None:
    """Fire Control is gone: -5 to attacks."""
    if ctx.state.units[unit_id].harm.get(FIRE_CONTROL):
        ctx.emit(SystemSpared(unit_id, "Fire Control is destroyed already", RULE))
    else:
        ctx.emit(SystemHarmed(unit_id, FIRE_CONTROL, 1, "Fire Control destroyed, -5 to attacks", RULE))


@heeds("tactical.3.5.1-subtable-a", "tactical.3.5.1-fire-control", "tactical.3.5.1")
def resolve_weapons_hit(ctx: Ctx[State], unit_id: str, row: int, blow: Blow) -> Script[None]:
    """One weapon, by odd and even, or all of them; shields may take it."""
    left = weapons_left(ctx.state.units[unit_id])
    if not left:
        ctx.emit(SystemSpared(unit_id, "no weapon is left to be hit", RULE))
        return
    if (yield from resolve_shield(ctx, unit_id)):
        return
    if row == ALL:
        unit = ctx.state.units[unit_id]
        for id in [mount.id for mount in unit.card.weapons if not is_weapon_gone(unit, mount.id)]:
            spoil(ctx, unit_id, id, 1)
        return
    found = yield from resolve_which(ctx, unit_id, blow, left, RULE)
    if row == DESTROY:
        name = system_name(ctx.state.units[unit_id], found[0])
        ctx.emit(SystemHarmed(unit_id, LOST + found[0], 1, f"{name} destroyed", RULE))
    else:
        spoil(ctx, unit_id, found[0], row)


@heeds("tactical.3.5.1-fire-control")
def spoil(ctx: Ctx[State], unit_id: str, mount_id: str, points: int) -> None:
    """Points off the Accuracy of a weapon: at -5 it is out of order, beyond that it is blown off."""
    unit = ctx.state.units[unit_id]
    total = unit.harm.get(ACCURACY + mount_id, 0) + points
    state = "" if total < 5 else ", out of order" if total == 5 else ", blown off"
    words = f"{points} less Accuracy of the {system_name(unit, mount_id)}{state}"
    ctx.emit(SystemHarmed(unit_id, ACCURACY + mount_id, points, words, RULE))


@rule("tactical.7.2-shielded-weapons")
def resolve_shield(ctx: Ctx[State], unit_id: str) -> Script[bool]:
    """Once, the owner may have the shields take what would harm weapons."""
    unit = ctx.state.units[unit_id]
    if not perk(unit, SHIELDED):
        return False
    rule_id = "tactical.7.2-shielded-weapons"
    prompt = f"The weapons of {unit.name} are hit. Shall their shields take it, and be lost?"
    order = yield from ask(Ask(unit.seat, SHIELD, unit_id, (), rule_id, prompt, True))
    if not isinstance(order, ShieldWeapons):
        return False
    ctx.emit(PerkUsedUp(unit_id, SHIELDED, rule_id))
    return True


@rule("tactical.7.2-hazardous-ammo")
@heeds("tactical.3.5.1-subtable-a")
def resolve_ammunition(ctx: Ctx[State], unit_id: str, blow: Blow) -> Script[None]:
    """A die, 2 more where they are stored badly: from 4 on everything explodes, below it all runs out."""
    seat = striker_seat(ctx.state, blow, unit_id)
    (face,) = yield from throw_dice(ctx, "ammunition and fuel", 1, seat, unit_id, RULE)
    unit = ctx.state.units[unit_id]
    if face + HAZARD * unit.card.has(HAZARDOUS) >= EXPLODES:
        lose(ctx, unit_id, blow._replace(cause="its ammunition explodes"), crew_killed=True, rule_id=RULE)
    elif unit.harm.get(RUPTURED):
        ctx.emit(SystemSpared(unit_id, "fuel and ammunition have run out already", RULE))
    else:
        words = "fuel tank and ammunition storage ruptured, it can neither move nor fire"
        ctx.emit(SystemHarmed(unit_id, RUPTURED, 1, words, RULE))
