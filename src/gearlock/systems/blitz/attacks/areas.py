"""2.10, 10.2 and 10.5: area effects, friendly fire, split attacks: whom one attack may reach."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.areas import caught
from gearlock.systems.blitz.attacks.aiming import Sight, loaded, refuse_bearing, with_sensors
from gearlock.systems.blitz.attacks.heights import attack_distance
from gearlock.systems.blitz.attacks.orders import Attack
from gearlock.systems.blitz.general_concepts.measuring import building_of, table_distance
from gearlock.systems.blitz.state import ALOFT, FIELDED, NEAR, OFF_BOARD, TARGETS, WRECK, State, Unit, unit_of
from gearlock.systems.blitz.weapons import Weapon
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH
from gearlock.table.polygon import distance_to
from gearlock.table.terrain import Piece

SAFE_MARGIN = 2
"""How much better than the PEN the armour of friends in the area has to be."""


def centre_of(unit: Unit) -> Body:
    """The middle of a model's base, as high as it is."""
    return Body(unit.x, unit.y, unit.z, 0, unit.height)


@rule("blitz.2.10", "blitz.wtrait.ae", "blitz.wtrait.proximity")
@heeds("blitz.10.2", "blitz.16.2c")
def reached(state: State, centre: Unit, radius: int, but: str = "") -> list[Unit]:
    """Everybody even partly within the radius of a model's centre but this one, friend or foe; wrecks are no models.

    Beyond the table's edge these are the models of its unit.
    """
    others = [unit for unit in state.units.values() if unit.line.bulk and unit.id not in (centre.id, but)]
    middle, inside = centre_of(centre), building_of(state, centre)
    if centre.status == OFF_BOARD:
        beyond = (other for other in others if other.status == OFF_BOARD and unit_of(other) == unit_of(centre))
        return list(caught(middle, radius, beyond))
    around = [unit for unit in others if unit.status == FIELDED]
    housed = [unit for unit in around if _is_housed_within(state, unit, middle, radius, inside)]
    outside = [unit for unit in around if building_of(state, unit) is None]
    if inside is not None:
        return [*housed, *(unit for unit in outside if distance_to(inside.outline, unit.x, unit.y) <= unit.line.radius)]
    return [*caught(middle, radius, outside), *housed]


@heeds("blitz.18.5b")
def _is_housed_within(state: State, unit: Unit, middle: Body, radius: int, inside: Piece | None) -> bool:
    """Whether infantry in a building is in an area: the building's edge is, or the area's middle is in there too."""
    home = building_of(state, unit)
    if home is None:
        return False
    return home is inside or (inside is None and distance_to(home.outline, middle.x, middle.y) <= radius)


@heeds("blitz.10.2", "blitz.wtrait.proximity")
def secondary_targets(state: State, weapon: Weapon, target: Unit) -> list[Unit]:
    """Who else is in the area of an attack on a target: the firer too, if it fires at something so near."""
    if not weapon.area or target.status == ALOFT:
        return []
    return _on_floors(state, weapon, target, reached(state, target, weapon.area))


@rule("blitz.18.5b")
def _on_floors(state: State, weapon: Weapon, target: Unit, found: list[Unit]) -> list[Unit]:
    """Of those in a building an area reaches as many floors as its rating says, nearest to the target's first."""
    left: dict[str, int] = {}
    home = building_of(state, target)
    if home is not None:
        left[home.id] = weapon.area // INCH - 1
    kept: list[Unit] = []
    for unit in sorted(found, key=lambda unit: abs(unit.z - target.z)):
        housed = building_of(state, unit)
        if housed is not None:
            left.setdefault(housed.id, weapon.area // INCH)
            left[housed.id] -= 1
            if left[housed.id] < 0:
                continue
        kept.append(unit)
    return [unit for unit in found if unit in kept]


@rule("blitz.10.2c")
@heeds("blitz.A.4-proximity", "blitz.10.2")
def refuse_friendly_fire(state: State, unit: Unit, weapon: Weapon, target: Unit) -> Refusal | None:
    """Why an area must not be laid there: a friend in it whose armour is no better than the PEN by two."""
    radius = max(weapon.area, weapon.blast_area, weapon.proximity)
    if not radius or target.status == ALOFT:
        return None
    for friend in reached(state, target, radius):
        if friend.seat == unit.seat and friend.line.armor < weapon.pen + SAFE_MARGIN:
            message = f"The {friend.name} is in the area of the {weapon.id}, and its armour is not {SAFE_MARGIN} "
            return Refusal("friend", "blitz.10.2c", message + f"better than PEN {weapon.pen}.")
    return None


@rule("blitz.10.5", "blitz.wtrait.split")
@heeds("blitz.10.4a")
def refuse_split(weapon: Weapon, sights: list[Sight]) -> Refusal | None:
    """Why these targets cannot share one attack."""
    most = weapon.traits.get("Split", 1)
    if len(sights) > most:
        message = f"The {weapon.id} attacks {f'up to {most} targets' if most > 1 else 'one target'} at a time."
        return Refusal("targets", "blitz.10.5", message, {"targets": len(sights), "most": most})
    if len({sight.target.id for sight in sights}) < len(sights):
        return Refusal("twice", "blitz.10.5", "No target may be attacked twice by one split attack.")
    primary = sights[0].target
    for sight in sights:
        far = attack_distance(sight.state, sight.unit, sight.target, weapon)
        if not weapon.is_optimal(far):
            message = f"The {sight.target.name} is outside the optimal range that a split attack needs."
            return Refusal("optimal", "blitz.10.5", message, {"distance": far})
        if table_distance(sight.state, primary, sight.target) > NEAR:
            message = f"The {sight.target.name} is not within 6 in of the {primary.name}."
            return Refusal("apart", "blitz.10.5", message)
    return None


def refuse_target(state: State, unit: Unit, target_id: str) -> Refusal | None:
    """Why this cannot be the target of anything: a stranger, a friend, somebody gone."""
    target = state.units.get(target_id)
    if target is None or target.status not in TARGETS:
        return Refusal("no-target", "blitz.8.2", f"There is no {target_id or 'target'} on the table.")
    if not target.line.bulk:
        return Refusal("no-target", "blitz.18.3a-mines", f"The {target.name} cannot be attacked.")
    if target.status != WRECK and target.seat == unit.seat:
        return Refusal("friend", "blitz.10.2c", f"The {target.name} is a friend, who is never a target.")
    return None


@heeds("blitz.8.2", "blitz.10.2c", "blitz.10.5", "blitz.7.7")
def refuse_marks(state: State, unit: Unit, order: Attack, any_arc: bool = False) -> Refusal | None:
    """Why these targets cannot be attacked so."""
    weapon = loaded(unit, order.weapon, order.load)
    if weapon.proximity:
        return _refuse_proximity(state, unit, weapon, order)
    if not order.targets:
        return Refusal("no-target", "blitz.8.2", f"The {weapon.id} needs a target.")
    for target_id in order.targets:
        refusal = refuse_target(state, unit, target_id)
        if refusal is not None:
            return refusal
    seen = with_sensors(state, unit) if order.sensors else state
    sights = [Sight(seen, seen.units[unit.id], seen.units[target]) for target in order.targets]
    for sight in sights:
        refusal = refuse_bearing(sight, weapon, any_arc) or refuse_friendly_fire(state, unit, weapon, sight.target)
        if refusal is not None:
            return refusal
    return refuse_split(weapon, sights) if len(sights) > 1 else None


@rule("blitz.A.4-proximity")
def _refuse_proximity(state: State, unit: Unit, weapon: Weapon, order: Attack) -> Refusal | None:
    """An attack all around oneself names nobody, and needs an enemy in it."""
    if order.targets:
        return Refusal("targets", "blitz.A.4-proximity", f"The {weapon.id} attacks all around and is aimed at nobody.")
    if not any(other.seat != unit.seat for other in reached(state, unit, weapon.proximity)):
        return Refusal("nobody", "blitz.A.4-proximity", f"No enemy is in the area of the {weapon.id}.")
    return refuse_friendly_fire(state, unit, weapon, unit)
