"""3.2b: buildings as targets. Which attacks on them are possible, what the attacker rolls, and what it does to them."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Modifier
from gearlock.mechanics.structures import distance_between, facade, wall_point
from gearlock.odds.pools import Pools
from gearlock.systems.brigands.attacking.attack import refuse_weapon
from gearlock.systems.brigands.attacking.modifiers import ATTACK, ENGAGED, Use
from gearlock.systems.brigands.attacking.orders import Demolish
from gearlock.systems.brigands.attacking.pair_modifiers import attacking_skill, engagers
from gearlock.systems.brigands.attacking.snap_fire import NEARBY
from gearlock.systems.brigands.buildings.strength import standing_building
from gearlock.systems.brigands.dice import bonus_of, pool_of, step_of
from gearlock.systems.brigands.lock_and_cover.arcs import is_in_arc
from gearlock.systems.brigands.lock_and_cover.cover import crowd_at, look_at_point
from gearlock.systems.brigands.lock_and_cover.sensing import senses_point
from gearlock.systems.brigands.state import State, Unit
from gearlock.systems.brigands.weapons import INDIRECT, MELEE, Weapon
from gearlock.table.bodies import Body
from gearlock.table.measure import inches
from gearlock.table.terrain import Piece


def distance_of(unit: Unit, piece: Piece) -> int:
    """Mils between a model and a building, from its own base even in a Fortification."""
    return distance_between(Body(unit.x, unit.y, unit.z, unit.line.radius, unit.height), piece)


@heeds("brigands.3.2b-attack")
def refuse_demolition(state: State, order: Demolish) -> Refusal | None:
    """Why a model cannot attack this building: its weapon, range, arc, Lock, or Heavy terrain before it."""
    unit = state.units[order.unit]
    refusal = refuse_weapon(unit, order.weapon, order.category)
    if refusal is not None:
        return refusal
    weapon, piece = unit.line.weapons[order.weapon], standing_building(state, order.building)
    if piece is None:
        return Refusal("building", "brigands.3.2b-attack", f"There is no building '{order.building}' standing.")
    if "Proximity" in weapon.traits:
        return Refusal("point", "brigands.wtrait.proximity", f"The {weapon.id} is aimed at nothing.")
    far = distance_of(unit, piece)
    if far > weapon.most:
        message = f"The {piece.name} is {inches(far)} in away; the {weapon.id} reaches {inches(weapon.most)} in."
        return Refusal("range", "brigands.5.1a-range", message, {"distance": far, "range": weapon.most})
    if not any(is_in_arc(unit, weapon.arc, Body(x, y)) for x, y in piece.outline):
        return Refusal("arc", "brigands.1.5b", f"The {piece.name} is outside the arc of the {weapon.id}.")
    return None if order.category == MELEE else _refuse_lock(state, unit, piece, order.category)


def _refuse_lock(state: State, unit: Unit, piece: Piece, category: str) -> Refusal | None:
    """Why there is no Lock on a building, or why Heavy terrain hides all of it from direct fire."""
    sensed = senses_point(state, unit, wall_point(piece, unit.x, unit.y))
    if category == INDIRECT:
        return None if sensed else Refusal("lock", "brigands.5.2b", f"The {piece.name} is beyond sensor range.")
    crowd, blocked = crowd_at(state), True
    for point in facade(piece, unit.x, unit.y, (piece.top // 2, piece.top)):
        look = look_at_point(state, unit, point, crowd)
        blocked, sensed = blocked and look.blocked, sensed or look.sight
        if sensed and not blocked:
            return None
    if blocked:
        return Refusal("blocked", "brigands.4.4-full", f"Heavy terrain hides the {piece.name}.")
    return Refusal("lock", "brigands.4.3", f"The {unit.name} has no Lock on the {piece.name}.")


@heeds("brigands.3.2b-attack", "brigands.5.4a")
def demolition_pools(
    state: State, unit: Unit, weapon: Weapon, category: str, piece: Piece
) -> tuple[list[Modifier], Pools]:
    """The attacker's lines and dice, without Skill Advantage, against a result of 1."""
    optimal = weapon.is_optimal(distance_of(unit, piece))
    lines = ATTACK.lines(state, unit, Use(weapon, category, optimal), None)
    if any(engagers(state, unit)):
        lines.append(ENGAGED.line(-1))
    step = step_of(state, attacking_skill(unit, category))
    return lines, Pools(pool_of(lines, 1 if weapon.area else 0), 0, bonus_of(lines), 0, step)


@heeds("brigands.6.3")
def bystanders(state: State, active: Unit, piece: Piece) -> list[str]:
    """The enemies within 6 in of a building that is attacked, who may answer."""
    return [
        unit.id
        for unit in state.units.values()
        if unit.is_fielded and unit.seat != active.seat and distance_of(unit, piece) <= NEARBY
    ]
