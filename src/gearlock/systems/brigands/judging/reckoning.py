"""The best attack of one model on another in numbers alone: what `strikes_at` and `worth` come to, without the words.

What a model brings to any attack, and to its defence against any, is added up once by the rules that write the lines;
only what lies between two models is left to be asked of each pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from gearlock.mechanics.judging.danger import Reckoned
from gearlock.mechanics.judging.lines import total
from gearlock.odds.pools import Pools
from gearlock.systems.brigands.attacking.attack import hits_drones, refuse_weapon
from gearlock.systems.brigands.attacking.modifiers import ATTACK, DEFENCE, Use, pools_of
from gearlock.systems.brigands.attacking.pair_modifiers import Pair, engagers
from gearlock.systems.brigands.damage.effects import EFFECTS, expected_bites
from gearlock.systems.brigands.damage.hurt import harm_of, hurt_to
from gearlock.systems.brigands.flying.airborne import AA_REACH, is_anti_air
from gearlock.systems.brigands.judging.worth import WORTH_OF_A_DRONE, expected_damage
from gearlock.systems.brigands.lock_and_cover.arcs import is_in_arc
from gearlock.systems.brigands.lock_and_cover.cover import Crowd, crowd_of, look_at, look_from_above
from gearlock.systems.brigands.lock_and_cover.looks import Look
from gearlock.systems.brigands.lock_and_cover.sensing import (
    is_faint,
    is_stealthy,
    reach_of_sensors,
    sees_by_boom,
    sensor_range,
)
from gearlock.systems.brigands.models import Model
from gearlock.systems.brigands.objectives.wanted_places import prize_of
from gearlock.systems.brigands.state import State, Unit
from gearlock.systems.brigands.weapons import INDIRECT, MELEE, Weapon
from gearlock.table.inches import gap

KEPT = 1 << 14


class Arm:
    """A weapon used in one of its ways, and all that this says before anybody stands anywhere."""

    __slots__ = (
        "attack", "category", "defence", "effects", "far", "hits_drones", "indirect", "lift", "melee", "most", "near",
        "weapon",
    )  # fmt: skip

    def __init__(self, weapon: Weapon, category: str) -> None:
        self.weapon, self.category = weapon, category
        self.melee, self.indirect = category == MELEE, category == INDIRECT
        self.near, self.far, self.most = weapon.near, weapon.far, weapon.most
        self.lift = AA_REACH if is_anti_air(weapon) else 0
        """How much farther it reaches what flies."""
        uses = Use(weapon, category, optimal=False), Use(weapon, category, optimal=True)
        self.attack, self.defence = [ATTACK.used(use) for use in uses], [DEFENCE.used(use) for use in uses]
        self.hits_drones = hits_drones(weapon, category)
        self.effects = not weapon.traits.keys().isdisjoint(EFFECTS)


@lru_cache(maxsize=KEPT)
def arms_of(line: Model) -> tuple[Arm, ...]:
    """All ways of a stat line to attack a single target."""
    carried = [weapon for weapon in line.weapons.values() if "Proximity" not in weapon.traits]
    return tuple(Arm(weapon, category) for weapon in carried for category in weapon.categories)


class Gunner:
    """What a model brings to any attack it makes."""

    __slots__ = ("arms", "body", "boom", "brings", "far", "rivals", "sensors", "unit")

    def __init__(self, state: State, unit: Unit) -> None:
        self.unit, self.body, self.arms = unit, unit.body, arms_of(unit.line)
        self.brings = ATTACK.brought(state, unit)
        self.rivals = [other.id for other in engagers(state, unit)]
        self.sensors, self.boom = sensor_range(unit), unit.has("Sensor Boom")
        self.far = max((arm.most + arm.lift for arm in self.arms), default=-1)


class Mark:
    """What a model brings to its defence against any enemy."""

    __slots__ = ("_above", "body", "brings", "faint", "soaked", "stealthy", "unit")

    def __init__(self, state: State, unit: Unit) -> None:
        self.unit, self.body = unit, unit.body
        self.brings = DEFENCE.brought(state, unit)
        self.faint: bool | None = None
        self.stealthy, self.soaked = is_stealthy(unit), unit.has("Field Armor")
        self._above: Look | None = None

    def above(self, state: State) -> Look:
        """The cover it has from above."""
        if self._above is None:
            self._above = look_from_above(state, self.unit)
        return self._above


class Reckoning(Reckoned[Gunner, Mark]):
    """A position made ready to be reckoned with, and the crowd that gives cover in it."""

    __slots__ = ("crowd",)

    def __init__(self, state: State) -> None:
        super().__init__(partial(Gunner, state), partial(Mark, state))
        self.crowd = crowd_of(state)


def reckoning_of(state: State) -> Reckoning:
    """The reckoning of a position, noted."""
    found: Reckoning | None = state.notes.get(Reckoning)
    if found is None:
        found = state.notes[Reckoning] = Reckoning(state)
    return found


def best_strike(state: State, gunner: Gunner, mark: Mark, crowd: Crowd, arms: Sequence[Arm] | None = None) -> float:
    """The worth of a model's best attack on an enemy in play: with `arms` as it faces, else with all and turning."""
    distance = gap(gunner.body, mark.body)
    if distance > gunner.far:
        return 0.0
    if arms is None:
        near = _in_reach(gunner.arms, mark, distance)
    else:
        near = [arm for arm in _in_reach(arms, mark, distance) if is_in_arc(gunner.unit, arm.weapon.arc, mark.body)]
    best, target = 0.0, mark.unit
    for arm, cover in _bearing(state, gunner, mark, crowd, distance, near) if near else ():
        pair = Pair(state, gunner.unit, target, arm.weapon, arm.category, cover, gunner.rivals)
        pools = _pools(pair, gunner, mark, arm, distance)
        damage = expected_from(arm.weapon, target.line, mark.soaked, target.hull + target.structure, pools)
        if arm.effects:
            damage += expected_bites(arm.weapon, target, pools, harm_of(arm.weapon, target.line))
        best = max(best, damage)
    best /= target.line.bulk
    if target.controller:
        best *= WORTH_OF_A_DRONE
    return best * (1 + prize_of(state, gunner.unit, target)) if best and state.pursuits else best


def arms_in_hand(unit: Unit) -> list[Arm]:
    """The arms a model could use now, whatever stands where."""
    refused = {
        weapon.id
        for weapon in unit.line.weapons.values()
        if refuse_weapon(unit, weapon.id, weapon.categories[0]) is not None
    }
    return [arm for arm in arms_of(unit.line) if arm.weapon.id not in refused]


def _in_reach(arms: Sequence[Arm], mark: Mark, distance: int) -> list[Arm]:
    """The arms that reach so far; Anti-Air reaches farther for what flies."""
    if mark.unit.airborne:
        return [arm for arm in arms if distance <= arm.most + arm.lift]
    return [arm for arm in arms if distance <= arm.most]


def _bearing(
    state: State, gunner: Gunner, mark: Mark, crowd: Crowd, distance: int, arms: list[Arm]
) -> Iterator[tuple[Arm, int]]:
    """The arms that Lock and cover let reach the target, each with the cover that counts against it."""
    unit, target = gunner.unit, mark.unit
    if mark.faint is None:
        mark.faint = is_faint(state, unit, target)
    sensed = distance <= reach_of_sensors(gunner.sensors, mark.faint, gunner.boom)
    if mark.stealthy and not sensed:
        return
    look: Look | None = None
    for arm in arms:
        if (target.controller and not arm.hits_drones) or (arm.indirect and not sensed):
            continue
        if arm.indirect:
            seen = mark.above(state)
        else:
            seen = look = look_at(state, unit, target, crowd) if look is None else look
            if not (sensed or arm.melee or look.sight or sees_by_boom(state, unit, target)):
                continue
        if not seen.blocked:
            yield arm, seen.dice


def _pools(pair: Pair, gunner: Gunner, mark: Mark, arm: Arm, distance: int) -> Pools:
    """The pools of both sides."""
    optimal = arm.near <= distance <= arm.far + (arm.lift if pair.target.airborne else 0)
    attack = total(gunner.brings, arm.attack[optimal], pair)
    return pools_of(pair, attack, total(mark.brings, arm.defence[optimal], pair))


@lru_cache(maxsize=KEPT)
def expected_from(weapon: Weapon, line: Model, soaked: bool, most: int, pools: Pools) -> float:
    """The damage to expect of a weapon on a model of this kind that has so much to lose."""
    return expected_damage(pools, hurt_to(weapon, line, soaked), most)
