"""The best attack of one model on another in numbers alone: what `strikes_at` and `worth` come to, without the words.

What a model brings to any attack, and to its defence against any, is added up once by the rules that write the lines;
only what lies between two models is left to be asked of each pair. A test holds this against the lines themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from gearlock.kernel.view import Modifier
from gearlock.odds.pools import Pools
from gearlock.systems.brigands.attacking.attack import hits_drones, refuse_weapon
from gearlock.systems.brigands.attacking.modifiers import (
    back_dice,
    brawler_modifiers,
    climbing_modifiers,
    engagers,
    weapon_modifiers,
)
from gearlock.systems.brigands.damage.damage import feeling_of, harm_of
from gearlock.systems.brigands.damage.effects import EFFECTS, expected_bites
from gearlock.systems.brigands.dice import BASE_DICE, bonus_of, pool_of, standard_modifiers, step_of
from gearlock.systems.brigands.ecm_defense import defense_modifiers, is_foiled
from gearlock.systems.brigands.flying.airborne import AA_DICE, AA_REACH, airborne_modifiers
from gearlock.systems.brigands.judging.worth import WORTH_OF_A_DRONE, expected_damage
from gearlock.systems.brigands.lock_and_cover.arcs import is_in_arc
from gearlock.systems.brigands.lock_and_cover.cover import Crowd, crowd_of, look_at, look_from_above
from gearlock.systems.brigands.lock_and_cover.looks import Look
from gearlock.systems.brigands.lock_and_cover.sensing import (
    BOOM,
    FAINT,
    is_faint,
    is_stealthy,
    sees_by_boom,
    sensor_range,
)
from gearlock.systems.brigands.models import Model
from gearlock.systems.brigands.objectives.wanted_places import prize_of
from gearlock.systems.brigands.state import State, Unit
from gearlock.systems.brigands.traits import charge_modifiers, mind_modifiers, shield_modifiers, stable_modifiers
from gearlock.systems.brigands.weapons import INDIRECT, MELEE, Weapon, range_modifier
from gearlock.table.inches import gap

KEPT = 1 << 14


def _dice_in(lines: list[Modifier]) -> int:
    """What the lines add to a pool."""
    return pool_of(lines, least=-99) - BASE_DICE


class Arm:
    """A weapon used in one of its ways, and all that this says before anybody stands anywhere."""

    __slots__ = (
        "anti_air", "bands", "category", "effects", "far", "foiled", "frag", "hits_drones", "indirect", "least",
        "melee", "most", "near", "spray", "weapon",
    )  # fmt: skip

    def __init__(self, weapon: Weapon, category: str) -> None:
        self.weapon, self.category = weapon, category
        self.melee, self.indirect = category == MELEE, category == INDIRECT
        self.near, self.far, self.most = weapon.near, weapon.far, weapon.most
        own = weapon_modifiers(weapon)
        ranges = range_modifier(category, False), range_modifier(category, True)
        self.bands = [(_dice_in(own) + change, bonus_of(own) + bonus) for change, bonus in ranges]
        """Dice and result of weapon and range, Suboptimal and Optimal."""
        self.frag, self.anti_air = weapon.traits.get("Frag", 0), "AA" in weapon.traits
        self.foiled, self.spray = is_foiled(weapon, category), "Spray" in weapon.traits
        self.hits_drones, self.least = hits_drones(weapon, category), 1 if weapon.area else 0
        self.effects = not weapon.traits.keys().isdisjoint(EFFECTS)


@lru_cache(maxsize=KEPT)
def arms_of(line: Model) -> tuple[Arm, ...]:
    """All ways of a stat line to attack a single target."""
    carried = [weapon for weapon in line.weapons.values() if "Proximity" not in weapon.traits]
    return tuple(Arm(weapon, category) for weapon in carried for category in weapon.categories)


class Gunner:
    """What a model brings to any attack it makes."""

    __slots__ = ("arms", "body", "bonus", "boom", "dice", "far", "melee_dice", "rivals", "sensors", "unit")

    def __init__(self, state: State, unit: Unit) -> None:
        self.unit, self.body, self.arms = unit, unit.body, arms_of(unit.line)
        lines = standard_modifiers(unit, attacking=True) + stable_modifiers(unit) + climbing_modifiers(unit)
        lines += mind_modifiers(state, unit)
        self.dice, self.bonus = _dice_in(lines), bonus_of(lines)
        self.melee_dice = _dice_in(brawler_modifiers(unit) + charge_modifiers(state, unit))
        self.rivals = [other.id for other in engagers(state, unit)]
        self.sensors, self.boom = sensor_range(unit), unit.has("Sensor Boom")
        self.far = max((arm.most + AA_REACH * arm.anti_air for arm in self.arms), default=-1)


class Mark:
    """What a model brings to its defence against any enemy."""

    __slots__ = ("_above", "body", "bonus", "dice", "faint", "foiling", "melee_dice", "soaked", "stealthy", "unit")

    def __init__(self, state: State, unit: Unit) -> None:
        self.unit, self.body = unit, unit.body
        lines = standard_modifiers(unit, attacking=False) + climbing_modifiers(unit) + airborne_modifiers(unit)
        lines += mind_modifiers(state, unit)
        self.dice, self.bonus = _dice_in(lines), bonus_of(lines)
        self.foiling = _dice_in(defense_modifiers(state, unit))
        self.melee_dice = _dice_in(brawler_modifiers(unit)) - (1 if unit.line.reach < 0 else 0)
        self.faint: bool | None = None
        self.stealthy, self.soaked = is_stealthy(unit), unit.has("Field Armor")
        self._above: Look | None = None

    def above(self, state: State) -> Look:
        """The cover it has from above."""
        if self._above is None:
            self._above = look_from_above(state, self.unit)
        return self._above


class Reckoning:
    """A position made ready to be reckoned with: everybody in it as they stand, worked out as far as somebody asks.

    It serves copies in which one model stands elsewhere, as long as nobody asks it about that one.
    """

    __slots__ = ("_gunners", "_marks", "crowd", "state")

    def __init__(self, state: State) -> None:
        self.state, self.crowd = state, crowd_of(state)
        self._gunners: dict[str, Gunner] = {}
        self._marks: dict[str, Mark] = {}

    def gunner(self, unit: Unit) -> Gunner:
        """A model as an attacker."""
        known = self._gunners.get(unit.id)
        if known is None:
            known = self._gunners[unit.id] = Gunner(self.state, unit)
        return known

    def mark(self, unit: Unit) -> Mark:
        """A model as a target."""
        known = self._marks.get(unit.id)
        if known is None:
            known = self._marks[unit.id] = Mark(self.state, unit)
        return known


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
        pools = _pools(state, gunner, mark, arm, cover, distance)
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
        return [arm for arm in arms if distance <= arm.most + (AA_REACH if arm.anti_air else 0)]
    return [arm for arm in arms if distance <= arm.most]


def _bearing(
    state: State, gunner: Gunner, mark: Mark, crowd: Crowd, distance: int, arms: list[Arm]
) -> Iterator[tuple[Arm, int]]:
    """The arms that Lock and cover let reach the target, each with the cover that counts against it."""
    unit, target = gunner.unit, mark.unit
    if mark.faint is None:
        mark.faint = is_faint(state, unit, target)
    sensed = distance <= max(0, gunner.sensors - (FAINT if mark.faint else 0)) + (BOOM if gunner.boom else 0)
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


def _pools(state: State, gunner: Gunner, mark: Mark, arm: Arm, cover: int, distance: int) -> Pools:
    """The pools of both sides."""
    unit, target, melee = gunner.unit, mark.unit, arm.melee
    flying = arm.anti_air and target.airborne
    dice, bonus = arm.bands[arm.near <= distance <= arm.far + (AA_REACH if flying else 0)]
    back = back_dice(state, unit, target, melee)
    dice += BASE_DICE + gunner.dice + back + (AA_DICE if flying else 0)
    dice += arm.frag if arm.frag and target.line.type == "Infantry" else 0
    guard = BASE_DICE + mark.dice + (mark.foiling if arm.foiled else 0)
    if gunner.rivals and _is_engaged_by_others(gunner, target, distance):
        dice -= 1
    if melee:
        dice += gunner.melee_dice
        guard += mark.melee_dice
    elif not arm.spray:
        guard += cover
    if not back and "Shield" in target.line.traits:
        guard += _dice_in(shield_modifiers(unit, target, arm.weapon, arm.category))
    skill, piloting = unit.line.piloting if melee else unit.line.gunnery, target.line.piloting
    if not state.augment:
        dice, guard = dice + (skill > piloting), guard + (piloting > skill)
    steps = step_of(state, skill), step_of(state, piloting)
    return Pools(max(arm.least, dice), max(0, guard), gunner.bonus + bonus, mark.bonus, *steps)


def _is_engaged_by_others(gunner: Gunner, target: Unit, distance: int) -> bool:
    """Whether enemies have it in melee range and the target has not; the target may have come there since."""
    return not 0 <= distance <= target.line.reach and any(rival != target.id for rival in gunner.rivals)


@lru_cache(maxsize=KEPT)
def expected_from(weapon: Weapon, line: Model, soaked: bool, most: int, pools: Pools) -> float:
    """The damage to expect of a weapon on a model of this kind that has so much to lose."""
    return expected_damage(pools, harm_of(weapon, line), feeling_of(weapon, line, soaked), most)
