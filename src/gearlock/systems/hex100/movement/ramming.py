"""Ramming: a vehicle drives straight into a unit at the end of its move."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.systems.hex100.contacts import known_enemies
from gearlock.systems.hex100.damage.damage import Blow, blow_of, dealt, reduction_modifiers, strike
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.movement.events import Rammed
from gearlock.systems.hex100.movement.walk import refuse_path
from gearlock.systems.hex100.movement.ways import stride
from gearlock.systems.hex100.movement_types import is_flying
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex, distance, sides_toward, step
from gearlock.table.hexreach import HexReach, reach

ACCURACY = 30
"""The number of a ram, which nothing changes."""
DAMAGE_TYPE = "impact"


@heeds("hex100.ramming")
def run_up(start: Hex, path: tuple[Hex, ...], target: Hex) -> int:
    """Hexes covered in a straight line towards the target just before contact; 0 if the path does not lead at it."""
    way = (start, *path)
    ahead = (target[0] - way[-1][0], target[1] - way[-1][1])
    straight = 0
    for before, after in zip(reversed(way[:-1]), reversed(way[1:]), strict=True):
        if (after[0] - before[0], after[1] - before[1]) != ahead:
            break
        straight += 1
    return straight


@rule("hex100.juggernaut-plow")
@heeds("hex100.ramming")
def ram_damage(state: State, unit: Unit, straight: int) -> int:
    """One point for every straight hex, twice that with a juggernaut plow."""
    return straight * (2 if equipment_effect(state, unit, "ram_doubled") else 1)


@heeds("hex100.ramming")
def recoil(state: State, unit: Unit, at: Hex, target: Hex, straight: int) -> int:
    """What the rammer takes itself: half of the run-up, rounded down, less the armour of its front.

    A plow doubles what the target takes and not this.
    """
    there = unit.clone()
    (there.q, there.r), there.facing = at, sides_toward(at, target)[0]
    return dealt(straight // 2, reduction_modifiers(state, there, None, DAMAGE_TYPE, target))


@heeds("hex100.ramming", "hex100.tank-overview")
def refuse_ram(state: State, unit: Unit, path: tuple[Hex, ...], contact: str) -> Refusal | None:
    """Why a move along this path does not end in a ram: a vehicle, and a known enemy in the next hex straight ahead."""
    if state.machine(unit.id).unit.kind != "tank":
        return Refusal("no-vehicle", "hex100.ramming", "Only vehicles ram.")
    target = state.enemy_called(unit.seat, contact)
    if target is None:
        return Refusal("no-such-contact", "hex100.ramming", f"Your side holds no contact called '{contact}'.")
    if is_flying(state, target):
        return Refusal("flying", "hex100.move-flying", "Nothing rams what flies.")
    if not run_up(unit.hex, path, target.hex):
        message = "A ram needs at least one hex straight towards the target, which stands in the next hex ahead."
        return Refusal("no-run-up", "hex100.ramming", message)
    return None


@heeds("hex100.ramming", "hex100.juggernaut-plow")
def resolve_ram(ctx: Ctx[State], unit_id: str, target_id: str, straight: int) -> Script[None]:
    """One roll that nothing modifies and nobody evades; both suffer if it hits."""
    seat = ctx.state.units[unit_id].seat
    (face,) = yield from throw(Roll("ram", 1, 100, 0, seat, unit_id, "hex100.ramming", (ACCURACY,)))
    damage = ram_damage(ctx.state, ctx.state.units[unit_id], straight)
    ctx.emit(Rammed(unit_id, target_id, ACCURACY, face, damage))
    if face < ACCURACY:
        origin, goal = ctx.state.units[unit_id].hex, ctx.state.units[target_id].hex
        taken, back = impact(ctx.state, target_id, damage, origin), impact(ctx.state, unit_id, straight // 2, goal)
        strike(ctx, target_id, taken, how="ram", by=unit_id)
        strike(ctx, unit_id, back, how="recoil", by=target_id)
    look_again(ctx)


@rule("hex100.ramming")
@heeds("hex100.armour-reactive")
def impact(state: State, unit_id: str, damage: int, origin: Hex) -> Blow:
    """What an impact does after armour and cover. It has no stat line, and no charge of reactive armour meets it."""
    return blow_of(damage, reduction_modifiers(state, state.units[unit_id], None, DAMAGE_TYPE, origin))


def legal_rams(state: State, unit: Unit) -> Iterator[tuple[Unit, tuple[Hex, ...]]]:
    """Every known enemy that a vehicle can ram with one move action, with the longest run-up that it can take.

    One that is adjacent already is not offered: to ram it, drive off and back by an order of your own.
    """
    if state.machine(unit.id).unit.kind != "tank":
        return
    points, kind = stride(state, unit)
    enemies = known_enemies(state, unit.seat)
    near = [enemy for hex_, enemy in enemies.items() if 1 < distance(unit.hex, hex_) <= points + 1]
    near = [enemy for enemy in near if not is_flying(state, enemy)]
    if not near:
        return
    ways = reach(state.land.ground, unit.hex, points, state.land.prices[kind], enemies.keys())
    for enemy in near:
        paths = [path for side in range(6) for path in _runs(ways, enemy.hex, side, points)]
        legal = [path for path in paths if refuse_path(state, unit, path) is None]
        if legal:
            yield enemy, max(legal, key=lambda path: run_up(unit.hex, path, enemy.hex))


def _runs(ways: HexReach, target: Hex, side: int, points: int) -> Iterator[tuple[Hex, ...]]:
    """Paths that end in a straight run at a target in one direction, from the longest run to the shortest."""
    for straight in range(points, 0, -1):
        start = step(target, side + 3, straight + 1)
        if start in ways.steps:
            run = tuple(step(start, side, hexes) for hexes in range(1, straight + 1))
            yield (*ways.path(start)[1:], *run)
