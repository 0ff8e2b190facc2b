"""Interceptors: equipment that shoots large projectiles down before they are rolled for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.hex100.actions.pool import refuse_payment, spend
from gearlock.systems.hex100.contacts import name_for, place_name
from gearlock.systems.hex100.damage.damage import is_from_front
from gearlock.systems.hex100.defences.events import GunsWarding, ShotsAnnounced, ShotsStopped
from gearlock.systems.hex100.defences.orders import Intercept, Ward
from gearlock.systems.hex100.equipment import weapon_name, working_mounts
from gearlock.systems.hex100.forces.units import Mount, Weapon
from gearlock.systems.hex100.state import SEEN, State, Unit, other
from gearlock.systems.hex100.weapons.targeting import can_fire_together, named_weapons, refuse_weapon
from gearlock.table.hexes import Hex, distance

BUILT_IN = "built in"


class Interceptor(NamedTuple):
    """One interceptor: how many shots it still stops before its side's next phase, how far, from where."""

    source: str
    shots: int
    reach: int
    front_only: bool = False


@rule("hex100.attr-interceptor", "hex100.active-defence", "hex100.onager-interceptor", "hex100.drone-point-defence")
@heeds("hex100.point-defence-turret", "hex100.aegis-mode")
def interceptors(state: State, unit: Unit) -> Iterator[Interceptor]:
    """The interceptors of a unit that work and have shots left, those that protect nobody else first.

    A gun is one only while it is in defence mode or aegis mode; a drone that is shut down stops nothing.
    """
    if unit.shocked and unit.id in state.scene.drones:
        return
    found = [_interceptor(BUILT_IN, state.machine(unit.id).unit.integrated)]
    for mount in working_mounts(state, unit):
        if mount.item is not None:
            found.append(_interceptor(mount.id, mount.item.effects))
        elif mount.id in unit.warding:
            found.append(_interceptor(mount.id, mount.modes[0].effects))
    for each in sorted(found, key=lambda each: each.reach):
        left = each.shots - unit.stopped.get(each.source, 0)
        if left > 0:
            yield each._replace(shots=left)


def _interceptor(source: str, effects: dict[str, int]) -> Interceptor:
    shots, reach = effects.get("interceptor", 0), effects.get("interceptor_reach", 0)
    return Interceptor(source, shots, reach, bool(effects.get("front_arc")))


@rule("hex100.aegis-mode")
@heeds("hex100.attr-interceptor")
def covers(unit: Unit, interceptor: Interceptor, origin: Hex, target: str, goal: Hex) -> bool:
    """Whether an interceptor can reach shots from one hex at a target in another, or at the bare hex.

    With a reach of 0 it protects its carrier alone. Aegis mode stops what comes through the carrier's front arc.
    """
    if interceptor.front_only and not is_from_front(unit, origin):
        return False
    if not interceptor.reach:
        return target == unit.id or (not target and goal == unit.hex)
    return distance(unit.hex, goal) <= interceptor.reach


def covering(state: State, unit: Unit, origin: Hex, target: str, goal: Hex) -> list[Interceptor]:
    """The interceptors of a unit that can stop these shots."""
    return [each for each in interceptors(state, unit) if covers(unit, each, origin, target, goal)]


@rule("hex100.attr-large-projectile")
@heeds("hex100.attack-sequence", "hex100.attr-interceptor")
def resolve_interception(ctx: Ctx[State], attacker: str, weapon: Weapon, target: str, goal: Hex) -> Script[int]:
    """How many shots of a large projectile weapon the other side stops before any is rolled for.

    It works for everybody in reach against any attack of an enemy, reserved ones too; the owner says how many, the
    unit under fire before its neighbours.
    """
    if not weapon.has("large-projectile"):
        return 0
    stopped, seat = 0, other(ctx.state.units[attacker].seat)
    for unit_id in sorted((unit.id for unit in ctx.state.serving(seat)), key=lambda each: each != target):
        unit, origin = ctx.state.units[unit_id], ctx.state.units[attacker].hex
        able = covering(ctx.state, unit, origin, target, goal)
        most = min(weapon.rof - stopped, sum(each.shots for each in able))
        if most < 1:
            continue
        if unit.seat != seat:
            # A hacked drone is nobody's to ask: it stops what it can.
            ctx.emit(ShotsStopped(unit_id, attacker, shared_out(able, most)))
            stopped += most
            continue
        left = weapon.rof - stopped
        ctx.emit(ShotsAnnounced(attacker, weapon.id, weapon.mode, target, *goal, left))
        prompt = _prompt(ctx.state, unit_id, attacker, weapon, left, target, goal)
        about = (str(most),)
        order = yield from ask(Ask(seat, "intercept", unit_id, about, "hex100.attr-interceptor", prompt, optional=True))
        if isinstance(order, Intercept):
            ctx.emit(ShotsStopped(unit_id, attacker, shared_out(able, order.shots)))
            stopped += order.shots
    return stopped


def could_stop(state: State, unit: Unit, weapon: Weapon, target: str, goal: Hex) -> int:
    """How many shots of an attack the interceptors could stop that the attacker's side has before its eyes.

    What they have stopped already, and guns in a defensive mode, are the other side's business.
    """
    if not weapon.has("large-projectile"):
        return 0
    total = 0
    for enemy in state.standing(other(unit.seat)):
        if state.known[unit.seat].get(enemy.id) == SEEN:
            fresh = enemy.clone()
            fresh.stopped, fresh.warding = {}, []
            total += sum(each.shots for each in covering(state, fresh, unit.hex, target, goal))
    return min(weapon.rof, total)


def _prompt(state: State, unit: str, attacker: str, weapon: Weapon, shots: int, target: str, goal: Hex) -> str:
    """Who fires is named as far as it is known; what comes is told only to those who see who fires it."""
    seat = state.units[unit].seat
    what = weapon_name(weapon) if state.known[seat].get(attacker) == SEEN else "large projectiles"
    where = name_for(state, seat, target) if target else place_name(*goal)
    many = f"{shots} shot{'s' * (shots != 1)}"
    come = f"{many} of {what} from {name_for(state, seat, attacker)} at {where}"
    return f"{state.machine(unit).name}: {come}. How many shall be stopped?"


def shared_out(able: list[Interceptor], shots: int) -> tuple[tuple[str, int], ...]:
    """Which interceptor stops how many: those of the shortest reach first, they can do nothing else."""
    by: list[tuple[str, int]] = []
    for each in able:
        taken = min(each.shots, shots)
        if taken:
            by.append((each.source, taken))
            shots -= taken
    return tuple(by)


def refuse_interception(state: State, ask_: Ask, order: Intercept) -> Refusal | None:  # noqa: ARG001 - an answer
    """Why so many shots cannot be stopped."""
    most = int(ask_.about[0])
    if order.unit == ask_.unit and 1 <= order.shots <= most:
        return None
    message = f"The interceptors of the unit under question can stop 1 to {most} of these shots."
    return Refusal("not-so-many", "hex100.attr-interceptor", message, {"most": most})


def is_ward(mount: Mount) -> bool:
    """Whether a gun has a mode in which it stops shots."""
    return bool(mount.modes and mount.modes[0].effects.get("interceptor"))


@rule("hex100.point-defence-turret")
@heeds("hex100.aegis-mode")
def refuse_ward(state: State, unit: Unit, order: Ward) -> Refusal | None:
    """Why guns cannot be turned against incoming shots: not made for it, or used in this turn already."""
    weapons = named_weapons(state, unit, order.weapons)
    if weapons is None or not all(is_ward(mount) for mount, _ in weapons):
        return Refusal("no-such-mode", "hex100.point-defence-turret", "There is no such gun with a defensive mode.")
    for mount, weapon in weapons:
        refusal = refuse_weapon(state, unit, mount, weapon)
        if refusal is not None:
            return refusal
    if len(weapons) > 1 and not can_fire_together(state, unit, weapons):
        message = "Two guns are turned with one action only if they are linked, under the fire control focus."
        return Refusal("not-together", "hex100.aegis-mode", message)
    return refuse_payment(unit, "utility")


@heeds("hex100.point-defence-turret", "hex100.aegis-mode")
def ward(ctx: Ctx[State], order: Ward) -> Script[None]:
    """A utility action: the guns stop shots until the next phase of their side, and cannot attack in this turn."""
    spend(ctx, order.unit, "utility", weapons=order.weapons)
    ctx.emit(GunsWarding(order.unit, order.weapons))
    yield from ()
