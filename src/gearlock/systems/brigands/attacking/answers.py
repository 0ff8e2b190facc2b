"""5: the attacks a model may make, and points of the ground to aim areas at."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from gearlock.kernel.asks import Ask, Option, Place, Target
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Aim as Spot
from gearlock.kernel.system import Chooser
from gearlock.systems.brigands.attacking.area import refuse_area, refuse_far, refuse_marks, target_point
from gearlock.systems.brigands.attacking.attack import Aim, can_aim, refuse_split, refuse_weapon
from gearlock.systems.brigands.attacking.orders import Attack
from gearlock.systems.brigands.attacking.shared_attacks import refuse_shared_attack
from gearlock.systems.brigands.flying.airborne import extra_reach
from gearlock.systems.brigands.lock_and_cover.arcs import is_in_arc
from gearlock.systems.brigands.lock_and_cover.cover import crowd_of
from gearlock.systems.brigands.state import WRECK, State, Unit, opponent
from gearlock.systems.brigands.weapons import Weapon
from gearlock.table.measure import INCH, distance


def refuse_attack(state: State, _ask: Ask, order: Attack) -> Refusal | None:
    """The weapon must be ready, its targets within what it may hit."""
    unit = state.units[order.unit]
    refusal = refuse_weapon(unit, order.weapon, order.category)
    if order.sharer:
        return refusal or refuse_shared_attack(state, unit, order)
    return refusal or refuse_marks(state, unit, unit.line.weapons[order.weapon], order)


def offer_attacks(state: State, unit: Unit) -> Iterator[Option]:
    """Every attack on one target, every legal split, and areas around a bare point or oneself."""
    ready = [w for w in unit.line.weapons.values() if refuse_weapon(unit, w.id, w.categories[0]) is None]
    if not ready:
        return
    crowd = crowd_of(state)
    aims = [
        Aim(state, unit, other, crowd=crowd)
        for other in state.standing()
        if other is not unit and (other.status == WRECK or other.seat != unit.seat)
    ]
    for weapon in ready:
        for category in weapon.categories:
            if "Proximity" in weapon.traits:
                yield from _proximity_options(state, unit, weapon, category)
                continue
            yield from _target_options(state, unit, weapon, category, aims)
            if weapon.area:
                template = Attack(unit.id, weapon.id, category)
                yield Place(
                    f"{weapon.id} ({category}) at a point", template, "brigands.5.4a", unit=unit.id, zone="range"
                )


def _target_options(state: State, unit: Unit, weapon: Weapon, category: str, aims: list[Aim]) -> Iterator[Option]:
    reached: list[Aim] = []
    for aim in aims:
        if not can_aim(aim, weapon, category):
            continue
        order = Attack(unit.id, weapon.id, category, (aim.target.id,))
        if weapon.area:
            point, extra = target_point(state, unit, weapon, order), extra_reach(weapon, aim.target)
            if refuse_far(unit, weapon, point, extra) is not None:
                continue
        label = f"{weapon.id} ({category}) at the {aim.target.name}"
        yield Target(label, order, "brigands.5.2", unit=aim.target.id, weapon=weapon.id)
        if aim.target.is_fielded:
            reached.append(aim)
    most = 1 if weapon.area else weapon.traits.get("Split", 1)
    for count in range(2, most + 1):
        for group in combinations(reached, count):
            targets = tuple(aim.target.id for aim in group)
            if refuse_split(state, weapon, targets) is None:
                names = " and the ".join(aim.target.name for aim in group)
                order = Attack(unit.id, weapon.id, category, targets)
                yield Target(f"{weapon.id} split at the {names}", order, "brigands.5.4c", targets[0], weapon.id)


def _proximity_options(state: State, unit: Unit, weapon: Weapon, category: str) -> Iterator[Option]:
    order = Attack(unit.id, weapon.id, category)
    near = any(
        abs(other.x - unit.x) <= weapon.area + other.line.radius
        and abs(other.y - unit.y) <= weapon.area + other.line.radius
        for other in state.standing()
        if other is not unit
    )
    if near and refuse_area(state, unit, weapon, order) is None:
        yield Target(f"{weapon.id} ({category}) all around", order, "brigands.wtrait.proximity", weapon=weapon.id)


def guess_point(state: State, _ask: Ask, order: Attack, chooser: Chooser, _attempt: int) -> Order | None:
    """A point of the ground between two enemies or near one that the weapon bears on; None if there is none."""
    unit = state.units[order.unit]
    weapon = unit.line.weapons[order.weapon]
    enemies = [
        enemy
        for enemy in state.fielded(opponent(unit.seat))
        if distance(unit.x, unit.y, enemy.x, enemy.y) <= weapon.most and is_in_arc(unit, weapon.arc, enemy.body)
    ]
    if not enemies:
        return None
    enemy, area = chooser.choice(enemies), weapon.area
    near = [other for other in enemies if other is not enemy and _apart(enemy, other) <= 2 * area]
    other = chooser.choice(near) if near else enemy
    reach = INCH if near else 3 * INCH
    x = (enemy.x + other.x) // 2 + chooser.randrange(-reach, reach)
    y = (enemy.y + other.y) // 2 + chooser.randrange(-reach, reach)
    return Attack(order.unit, order.weapon, order.category, (), (x, y, 0))


def _apart(unit: Unit, other: Unit) -> int:
    return distance(unit.x, unit.y, other.x, other.y)


def aim_point(_state: State, _ask: Ask, order: Attack, spot: Spot) -> Order:
    """An area around the spot, where no target is named."""
    return order if order.targets else Attack(order.unit, order.weapon, order.category, (), (spot.x, spot.y, 0))
