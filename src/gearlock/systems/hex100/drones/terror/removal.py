"""Removing terror drones: shaken off, pulled off a friend or shot off it, where misses may hit the friend."""

from __future__ import annotations

from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.systems.hex100.actions.pool import refuse_payment, spend
from gearlock.systems.hex100.attacks.attack import number_to_hit, resolve_direct, take_aim, told_lines
from gearlock.systems.hex100.attacks.attack_action import declare_attack
from gearlock.systems.hex100.attacks.blast import resolve_burst, resolve_scatter
from gearlock.systems.hex100.attacks.events import Fired
from gearlock.systems.hex100.damage.swarm import cut
from gearlock.systems.hex100.defences.interceptors import resolve_interception
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.drones.terror.events import ShakeTried, Strayed
from gearlock.systems.hex100.drones.terror.orders import PullOff, ShakeOff, ShootOff
from gearlock.systems.hex100.equipment import find_weapon, weapon_name, works
from gearlock.systems.hex100.forces.units import Weapon
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.weapons.aux_turrets import refuse_pay
from gearlock.systems.hex100.weapons.targeting import named_weapons, refuse_aim, refuse_attack
from gearlock.table.hexes import distance

RULE = "hex100.drone-terror-removal"
SHAKE = 50
"""The number a ridden unit rolls under to shake a machine off."""
PAYS = ("utility", "attack")
STRAY = 50
"""The number a missed shot rolls under to hit the friend instead."""


def refuse_friend(state: State, unit: Unit, friend_id: str) -> Refusal | None:
    """Why nothing can be got off this unit: it is not another one of the own side, or nothing rides it."""
    friend = state.units.get(friend_id)
    if friend is None or friend.seat != unit.seat or not friend.standing or friend_id == unit.id:
        message = f"'{friend_id}' is no other unit of your side on the map; what rides a unit itself it shakes off."
        return Refusal("no-such-unit", RULE, message)
    if not state.riders(friend_id):
        return Refusal("not-ridden", RULE, f"Nothing rides the {state.machine(friend_id).name}.")
    return None


@heeds("hex100.drone-terror-removal")
def refuse_shake(state: State, unit: Unit, order: ShakeOff) -> Refusal | None:
    """Why a unit cannot try to shake a machine off."""
    if not state.riders(unit.id):
        return Refusal("not-ridden", RULE, f"Nothing rides the {state.machine(unit.id).name}.")
    if order.pay not in PAYS:
        return Refusal("no-such-action", RULE, "Shaking drones off takes a utility or an attack action.")
    return refuse_payment(unit, order.pay)


@heeds("hex100.drone-terror-removal")
def resolve_shake(ctx: Ctx[State], order: ShakeOff) -> Script[None]:
    """An attack or a utility action: one machine is off and destroyed if the roll stays under fifty."""
    spend(ctx, order.unit, order.pay)
    drone, seat = ctx.state.riders(order.unit)[0].id, ctx.state.units[order.unit].seat
    (face,) = yield from throw(Roll("shake off", 1, 100, 0, seat, order.unit, RULE, (SHAKE,)))
    ctx.emit(ShakeTried(order.unit, drone, SHAKE, face))
    if face < SHAKE:
        remove(ctx, order.unit, 1, "shaken", order.unit)


@heeds("hex100.drone-terror-removal")
def refuse_pull(state: State, unit: Unit, order: PullOff) -> Refusal | None:
    """Why a unit cannot pull a machine off a friend: mecha do that, in the next hex."""
    if state.machine(unit.id).unit.kind != "mech":
        return Refusal("no-mech", RULE, "Only mecha have hands to pull drones off a friend.")
    refusal = refuse_friend(state, unit, order.friend)
    if refusal is not None:
        return refusal
    friend = state.units[order.friend]
    away = distance(unit.hex, friend.hex)
    if away != 1:
        message = f"The {state.machine(friend.id).name} must be in an adjacent hex; it is {away} away."
        return Refusal("not-adjacent", RULE, message, {"distance": away})
    return refuse_payment(unit, "attack")


@heeds("hex100.drone-terror-removal")
def resolve_pull(ctx: Ctx[State], order: PullOff) -> Script[None]:
    """An attack action, without a roll: one machine is off the friend and destroyed."""
    spend(ctx, order.unit, "attack")
    remove(ctx, order.friend, 1, "pulled", order.unit)
    yield from ()


@heeds("hex100.drone-terror-removal")
def remove(ctx: Ctx[State], victim: str, machines: int, how: str, by: str) -> None:
    """Destroy so many of the machines on a unit; where several swarms ride it, the first one's go first."""
    for drone in ctx.state.riders(victim):
        off = min(machines, len(drone.swarm))
        if off:
            cut(ctx, drone.id, tuple(drone.swarm[off:]), how, by)
            machines -= off
    look_again(ctx)


@heeds("hex100.drone-terror-removal")
def refuse_shoot(state: State, unit: Unit, order: ShootOff) -> Refusal | None:
    """Why a unit cannot shoot at what rides a friend: it is a ranged attack like any other."""
    refusal = refuse_friend(state, unit, order.friend) or refuse_pay(state, unit, order.weapons, order.pay)
    if refusal is not None:
        return refusal
    for _, weapon in named_weapons(state, unit, order.weapons) or ():
        if weapon.melee or weapon.effects.get("marks"):
            message = f"The {weapon_name(weapon)} does not shoot drones off; a ranged weapon that does damage can."
            return Refusal("no-ranged-weapon", RULE, message)
    return refuse_attack(state, unit, order.weapons, state.units[order.friend].hex)


@heeds("hex100.drone-terror-removal")
def resolve_shoot(ctx: Ctx[State], order: ShootOff) -> Script[None]:
    """Fire one weapon after the other as long as anything rides the friend."""
    goal, drone = ctx.state.units[order.friend].hex, ctx.state.riders(order.friend)[0].id
    yield from declare_attack(ctx, order.unit, order.weapons, drone, goal, order.pay)
    for token in order.weapons:
        unit = ctx.state.units[order.unit]
        found, riders = find_weapon(ctx.state, unit, token), ctx.state.riders(order.friend)
        if found is None or unit.destroyed or not riders or not works(ctx.state, unit, found[0]):
            continue
        if refuse_aim(ctx.state, unit, found[1], riders[0].hex) is None:
            yield from _fire(ctx, order.unit, token, order.friend)
    look_again(ctx)


def _fire(ctx: Ctx[State], attacker: str, token: str, friend: str) -> Script[None]:
    """All shots of one weapon: interception, hits on the machines, and what goes wide of them."""
    found = find_weapon(ctx.state, ctx.state.units[attacker], token)
    assert found is not None, "the weapon was found a moment ago"
    weapon, drone = found[1], ctx.state.riders(friend)[0].id
    goal = ctx.state.units[friend].hex
    shots = weapon.rof - (yield from resolve_interception(ctx, attacker, weapon, drone, goal))
    if not shots:
        return
    unit = ctx.state.units[attacker]
    aim = take_aim(ctx.state, unit, weapon, ctx.state.units[drone], goal)
    number, indirect, faces = number_to_hit(ctx.state, aim), aim.indirect, tuple[int, ...]()
    lines = told_lines(ctx.state, aim)
    if not aim.automatic:
        faces = yield from throw(Roll("to hit", shots, 100, 0, unit.seat, attacker, "hex100.stat-accuracy", (number,)))
    hits = sum(face < number for face in faces) if faces else shots
    ctx.emit(Fired(attacker, token, weapon_name(weapon), drone, number, faces, hits, 0, (), 0, lines))
    if weapon.blast:
        for _ in range(hits):
            yield from resolve_burst(ctx, attacker, weapon, goal)
    elif hits:
        remove(ctx, friend, hits, "shot", attacker)
    if shots > hits:
        yield from _stray(ctx, attacker, weapon, friend, shots - hits, indirect)


@heeds("hex100.drone-terror-removal", "hex100.blast-scatter")
def _stray(ctx: Ctx[State], attacker: str, weapon: Weapon, friend: str, missed: int, indirect: bool) -> Script[None]:
    """Half of the shots that miss hit the friend like any attack; blasts among the others scatter."""
    seat, goal = ctx.state.units[attacker].seat, ctx.state.units[friend].hex
    faces = yield from throw(Roll("stray shots", missed, 100, 0, seat, attacker, RULE, (STRAY,), ill=True))
    hits = sum(face < STRAY for face in faces)
    ctx.emit(Strayed(attacker, friend, STRAY, faces, hits))
    if hits and ctx.state.units[friend].standing:
        yield from resolve_direct(ctx, attacker, weapon, friend, hits, 0)
    if weapon.blast:
        for _ in range(hits):
            yield from resolve_burst(ctx, attacker, weapon, goal, friend)
    if weapon.radius:
        for _ in range(missed - hits):
            yield from resolve_scatter(ctx, attacker, weapon, goal, indirect)
