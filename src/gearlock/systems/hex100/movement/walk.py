"""The move action hex by hex: what a path costs, who is in the way, attacks of opportunity, disengaging."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.actions.acting_unit import React
from gearlock.systems.hex100.contacts import is_known, known_enemies
from gearlock.systems.hex100.damage.damage import blow_of, is_from_front, reduction_modifiers, strike
from gearlock.systems.hex100.defences.mines import resolve_mine
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.detection.sight import is_held_in
from gearlock.systems.hex100.equipment import is_melee_capable, working_mounts
from gearlock.systems.hex100.movement.events import Halted, Stepped, Turned
from gearlock.systems.hex100.movement.ways import clear_ground, stride
from gearlock.systems.hex100.movement_types import in_siege, is_flying, standing_kind
from gearlock.systems.hex100.state import SEEN, State, Unit, other
from gearlock.table.hexes import Hex, distance

OPPORTUNITY_DAMAGE = 5
CAREFUL = "careful"
"""The way of a unit that disengages."""


@rule("hex100.move-action", "hex100.movement-points", "hex100.stacking")
@heeds("hex100.rough-impassable")
def refuse_path(state: State, unit: Unit, path: tuple[Hex, ...], way: str = "") -> Refusal | None:
    """Why a unit cannot walk this path, as far as its side knows; an enemy nobody has found is no reason."""
    card = state.machine(unit.id).unit
    points, kind = stride(state, unit, way)
    enemies = known_enemies(state, unit.seat)
    spent, at = 0, unit.hex
    if unit.sieging:
        return in_siege()
    if len(path) > points:
        return _too_far(points, len(path), card.name)
    for hex_ in path:
        if distance(at, hex_) != 1:
            return Refusal("not-adjacent", "hex100.move-action", "Every step of a path leads to an adjacent hex.")
        cost = state.land.cost(hex_, kind)
        if not cost:
            return Refusal("impassable", "hex100.rough-impassable", f"The {card.name} cannot enter that hex.")
        if hex_ in enemies:
            return Refusal("enemy-in-the-way", "hex100.stacking", "An enemy stands in the way.")
        spent, at = spent + cost, hex_
    if spent > points:
        return _too_far(points, spent, card.name)
    if way == "jump" and path and not state.land.cost(at, standing_kind(state, unit)):
        return Refusal("impassable", "hex100.jump-jets", f"A jump ends where the {card.name} may stand.")
    if path and any(each.hex == at for each in state.standing(unit.seat) if each.id != unit.id and not each.riding):
        return Refusal("occupied", "hex100.stacking", "A move may not end in a hex that holds another unit.")
    return None


def _too_far(movement: int, needed: int, name: str) -> Refusal:
    message = f"The {name} has {movement} movement points; this path needs {needed}."
    return Refusal("too-far", "hex100.movement-points", message, {"movement": movement, "needed": needed})


def is_facing(facing: int) -> bool:
    """One of the six."""
    return 0 <= facing < 6


def resolve_walk(
    ctx: Ctx[State], unit_id: str, path: tuple[Hex, ...], facing: int, start: int, react: React, way: str = ""
) -> Script[None]:
    """Walk hex by hex: after each step both sides look again and reserves may interrupt.

    A careful walker provokes nobody. An enemy found in the way ends the move in front of it, in the last hex that holds
    nobody else.
    """
    if start >= 0 and start != ctx.state.units[unit_id].facing:
        ctx.emit(Turned(unit_id, start))
    walked = [ctx.state.units[unit_id].hex]
    for hex_ in path:
        if way != CAREFUL:
            strike_those_who_leave(ctx, unit_id, hex_)
        unit = ctx.state.units[unit_id]
        if unit.destroyed:
            break
        holder = ctx.state.unit_in(hex_)
        if holder is not None and holder.seat != unit.seat:
            break
        came_from = unit.hex
        clear_ground(ctx, unit_id, hex_, way)
        unit = ctx.state.units[unit_id]
        ctx.emit(Stepped(unit_id, *hex_, is_held_in(ctx.state, unit, hex_)))
        walked.append(hex_)
        look_again(ctx)
        if way != "jump" or hex_ == path[-1]:
            yield from resolve_mine(ctx, unit_id, way)
        yield from react(ctx, unit_id, came_from)
    finish_walk(ctx, unit_id, path, walked, facing)


def finish_walk(ctx: Ctx[State], unit_id: str, path: tuple[Hex, ...], walked: list[Hex], facing: int) -> None:
    """End where nobody else stands, and face as wished."""
    unit = ctx.state.units[unit_id]
    if unit.destroyed:
        look_again(ctx)
        return
    others = (each for each in ctx.state.units.values() if each.standing and each.id != unit_id)
    taken = {each.hex for each in others if not each.riding}
    if path and (unit.hex != path[-1] or unit.hex in taken):
        kind, land = standing_kind(ctx.state, unit), ctx.state.land
        free = [hex_ for hex_ in walked if hex_ not in taken and land.cost(hex_, kind)]
        ctx.emit(Halted(unit_id, *(free[-1] if free else walked[0])))
        look_again(ctx)
    if facing != ctx.state.units[unit_id].facing:
        ctx.emit(Turned(unit_id, facing))
        if ctx.state.units[unit_id].searching:
            look_again(ctx)


@heeds("hex100.attack-of-opportunity")
def engaged_with(state: State, unit: Unit) -> tuple[str, ...]:
    """The adjacent enemies fit for melee that have a unit in their front arc: they strike if it walks away.

    One that is not seen does not give itself away, and nobody strikes at what flies.
    """
    if is_flying(state, unit):
        return ()
    seen = (each for each in state.standing(other(unit.seat)) if state.known[unit.seat].get(each.id) == SEEN)
    return tuple(
        enemy.id
        for enemy in seen
        if distance(enemy.hex, unit.hex) == 1 and is_melee_capable(state, enemy) and is_from_front(enemy, unit.hex)
    )


@rule("hex100.attack-of-opportunity")
def strike_those_who_leave(ctx: Ctx[State], unit_id: str, onward: Hex) -> None:
    """Every enemy engaged at the start of the unit's turn hits it when it steps out of reach, without a roll."""
    for enemy_id in tuple(ctx.state.units[unit_id].engaged):
        unit, enemy = ctx.state.units[unit_id], ctx.state.units[enemy_id]
        if unit.destroyed or not enemy.standing or distance(enemy.hex, unit.hex) != 1:
            continue
        if distance(enemy.hex, onward) > 1:
            lines = reduction_modifiers(ctx.state, unit, None, opportunity_type(ctx.state, enemy), enemy.hex)
            strike(ctx, unit_id, blow_of(OPPORTUNITY_DAMAGE, lines), how="opportunity", by=enemy_id)


def opportunity_type(state: State, enemy: Unit) -> str:
    """The damage type of a blow in passing: that of the mounted melee weapon, impact without one."""
    for mount in working_mounts(state, enemy):
        if mount.hardpoint >= 0 and mount.modes and mount.modes[0].melee:
            return mount.modes[0].damage_type
    return "impact"


@rule("hex100.disengage")
def refuse_disengagement(state: State, unit: Unit, to: Hex) -> Refusal | None:
    """Why a unit cannot step back from melee to a hex: it must leave somebody's reach; rough ground is no hindrance."""
    card = state.machine(unit.id).unit
    if unit.sieging:
        return in_siege()
    foes = [state.units[each] for each in engaged_with(state, unit)]
    if not foes:
        return Refusal("not-engaged", "hex100.disengage", f"No enemy holds the {card.name} in melee.")
    if distance(unit.hex, to) != 1 or not state.land.cost(to, standing_kind(state, unit)):
        return Refusal(
            "impassable", "hex100.disengage", "Disengaging is one step to an adjacent hex that can be entered."
        )
    holder = state.unit_in(to)
    if holder is not None and is_known(state, unit.seat, holder):
        return Refusal("occupied", "hex100.stacking", "Another unit stands there.")
    if all(distance(foe.hex, to) == 1 for foe in foes):
        return Refusal("not-away", "hex100.disengage", "That step does not lead away from the enemy.")
    return None
