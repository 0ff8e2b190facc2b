"""5.4a and 5.4b: Area of Effect, Blast and Proximity. One Target Point, and everybody around it."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.areas import caught
from gearlock.systems.brigands.attacking.attack import (
    Aim,
    aimed_strikes,
    hits_drones,
    refuse_aim,
    refuse_split,
    refuse_targets,
)
from gearlock.systems.brigands.attacking.modifiers import Strike
from gearlock.systems.brigands.attacking.orders import Attack
from gearlock.systems.brigands.flying.airborne import extra_reach
from gearlock.systems.brigands.lock_and_cover.arcs import is_in_arc
from gearlock.systems.brigands.lock_and_cover.cover import crowd_at, look_at_point, look_from_point
from gearlock.systems.brigands.lock_and_cover.looks import Look
from gearlock.systems.brigands.lock_and_cover.sensing import senses_point
from gearlock.systems.brigands.state import State, Unit
from gearlock.systems.brigands.weapons import INDIRECT, Weapon
from gearlock.table.bodies import Body
from gearlock.table.inches import gap
from gearlock.table.measure import inches


def target_point(state: State, unit: Unit, weapon: Weapon, order: Attack) -> Body:
    """Where the area is centred: as aimed, else the middle of the target's Silhouette, or of the firer's base."""
    if order.aim is not None:
        return Body(*order.aim)
    if "Proximity" in weapon.traits or not order.targets:
        return Body(unit.x, unit.y, unit.z)
    target = state.units[order.targets[0]]
    return Body(target.x, target.y, target.z + target.height // 2)


@rule("brigands.1.4b")
@heeds("brigands.5.4a")
def refuse_area(
    state: State, unit: Unit, weapon: Weapon, order: Attack, granted: tuple[str, ...] = ()
) -> Refusal | None:
    """Why this area attack is not possible; Lock on some targets may be `granted` by others."""
    if "Proximity" in weapon.traits:
        return _refuse_proximity(state, unit, weapon, order)
    point = target_point(state, unit, weapon, order)
    if len(order.targets) > 1:
        return Refusal("targets", "brigands.5.4a", f"The {weapon.id} is aimed at one point.")
    if order.targets:
        target = state.units[order.targets[0]]
        if gap(point, target.body):
            return Refusal("point", "brigands.5.4a", f"The Target Point lies outside the {target.name}.")
        aim, extra = Aim(state, unit, target, target.id in granted), extra_reach(weapon, target)
        return refuse_aim(aim, weapon, order.category) or refuse_far(unit, weapon, point, extra)
    return _refuse_bare_point(state, unit, weapon, order, point)


def _refuse_bare_point(state: State, unit: Unit, weapon: Weapon, order: Attack, point: Body) -> Refusal | None:
    """A point of the table is a target like another, but then it must not lie in anybody's Silhouette.

    Whoever it lies in is the Primary Target, which no model can be to itself.
    """
    if order.aim is None:
        return Refusal("point", "brigands.5.4a", f"The {weapon.id} needs a target or a Target Point.")
    if not (0 <= point.x <= state.ground.width and 0 <= point.y <= state.ground.height and 0 <= point.z <= 12_000):
        return Refusal("point", "brigands.5.4a", "The Target Point lies off the table.")
    refusal = refuse_far(unit, weapon, point)
    if refusal is not None:
        return refusal
    if not is_in_arc(unit, weapon.arc, point):
        return Refusal("arc", "brigands.1.5b", f"The Target Point is outside the arc of the {weapon.id}.")
    for other in state.standing():
        if other.controller and not hits_drones(weapon, order.category):
            continue
        near = abs(other.x - point.x) <= other.line.radius and abs(other.y - point.y) <= other.line.radius
        if near and gap(point, other.body) == 0:
            itself = f"The Target Point lies in the {unit.name} itself, which cannot be its own target."
            message = itself if other is unit else f"The Target Point lies in the {other.name}: name it as the target."
            return Refusal("point", "brigands.5.4a", message)
    return _refuse_point_lock(state, unit, order.category, point)


@heeds("brigands.4.3", "brigands.5.2a", "brigands.5.2b")
def _refuse_point_lock(state: State, unit: Unit, category: str, point: Body) -> Refusal | None:
    """Why there is no Lock on a point, or why Heavy terrain stops what is fired straight at it."""
    locked = senses_point(state, unit, point)
    if category != INDIRECT:
        look = look_at_point(state, unit, point)
        if look.blocked:
            return Refusal("blocked", "brigands.4.4-full", "Heavy terrain hides the Target Point.")
        locked = locked or look.sight
    return None if locked else Refusal("lock", "brigands.4.3", f"The {unit.name} has no Lock on the Target Point.")


def refuse_far(unit: Unit, weapon: Weapon, point: Body, extra: int = 0) -> Refusal | None:
    """Range is measured to the Target Point, for the modifier and for the maximum; `extra` is what Anti-Air adds."""
    far, reach = gap(unit.body, point), weapon.most + extra
    if far <= reach:
        return None
    message = f"The Target Point is {inches(far)} in away; the {weapon.id} reaches {inches(reach)} in."
    return Refusal("range", "brigands.5.4a", message, {"distance": far, "range": reach})


@rule("brigands.wtrait.proximity")
def _refuse_proximity(state: State, unit: Unit, weapon: Weapon, order: Attack) -> Refusal | None:
    """The area lies around a point of the firer's own base, so nobody is aimed at; somebody must be in it."""
    point = target_point(state, unit, weapon, order)
    if order.targets or gap(point, Body(unit.x, unit.y, unit.z, unit.line.radius)):
        message = f"The {weapon.id} goes off around the {unit.name}'s own base and is aimed at nobody."
        return Refusal("point", "brigands.wtrait.proximity", message)
    if not area_strikes(state, unit, weapon, order):
        message = f"Nobody is within {inches(weapon.area)} in of the {unit.name}."
        return Refusal("nobody", "brigands.wtrait.proximity", message)
    return None


@rule("brigands.5.4a", "brigands.5.4b", "brigands.wtrait.ae", "brigands.wtrait.blast")
@heeds("brigands.wtrait.proximity")
def area_strikes(state: State, unit: Unit, weapon: Weapon, order: Attack) -> list[Strike]:
    """The Primary Target, if a model was aimed at, then every other model the area reaches, friends and firer too.

    Full Heavy Cover keeps a model out of it. All targets of a Proximity weapon are Primary and the firer is none.
    """
    point = target_point(state, unit, weapon, order)
    proximity = "Proximity" in weapon.traits
    extra = max((extra_reach(weapon, state.units[target]) for target in order.targets), default=0)
    optimal = proximity or weapon.is_optimal(gap(unit.body, point), extra)
    strikes: list[Strike] = []
    for target_id in order.targets:
        look = Aim(state, unit, state.units[target_id]).look(order.category)
        strikes.append(Strike(unit.id, weapon.id, order.category, target_id, optimal, look.dice))
    for other, look in _caught(state, unit, weapon, order.category, point):
        if other.id not in order.targets and not (proximity and other.id == unit.id):
            strikes.append(Strike(unit.id, weapon.id, order.category, other.id, optimal, look.dice, not proximity))
    return strikes


def _caught(state: State, unit: Unit, weapon: Weapon, category: str, point: Body) -> Iterator[tuple[Unit, Look]]:
    """The models with any part in the area and not behind Full Heavy Cover, with the cover each of them has."""
    crowd = crowd_at(state)
    drones = hits_drones(weapon, category)
    exposed = [unit for unit in state.units.values() if unit.is_fielded and (drones or not unit.controller)]
    for other in caught(point, weapon.area, exposed):
        if "Blast" in weapon.traits:
            look = look_from_point(state, point, other, crowd)
        else:
            look = Aim(state, unit, other, crowd=crowd).look(category)
        if not look.blocked:
            yield other, look


@rule("brigands.5.4")
@heeds("brigands.5.8")
def refuse_marks(
    state: State, unit: Unit, weapon: Weapon, order: Attack, granted: tuple[str, ...] = ()
) -> Refusal | None:
    """Why this attack cannot be aimed as it is ordered; Lock on some targets may be `granted` by others."""
    refusal = refuse_targets(state, unit, order.targets)
    if refusal is not None:
        return refusal
    if weapon.area:
        return refuse_area(state, unit, weapon, order, granted)
    if order.aim is not None:
        return Refusal("point", "brigands.5.4", f"The {weapon.id} has no area: it is aimed at models.")
    refusal = refuse_split(state, weapon, order.targets)
    for target in order.targets:
        aim = Aim(state, unit, state.units[target], target in granted)
        refusal = refusal or refuse_aim(aim, weapon, order.category)
    return refusal


def strikes_of(state: State, unit: Unit, weapon: Weapon, order: Attack) -> list[Strike]:
    """All rolls a legal attack leads to, the Primary Target first."""
    if weapon.area:
        return area_strikes(state, unit, weapon, order)
    return aimed_strikes(state, unit, weapon, order.category, order.targets)
