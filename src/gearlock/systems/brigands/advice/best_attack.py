"""The best attack of one model on another in numbers alone, and how well a model stands for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.survey import Standing
from gearlock.mechanics.judging.danger import Reckoned, danger_to, noted, once_passive
from gearlock.mechanics.judging.lines import total
from gearlock.mechanics.judging.outlook import Rival, braced_or_nearer, stakes_by_price, standing_among, step_towards
from gearlock.odds.pools import Pools
from gearlock.systems.brigands.advice.attack_odds import WORTH_OF_A_DRONE, expected_damage
from gearlock.systems.brigands.attacks.attack import hits_drones, refuse_weapon
from gearlock.systems.brigands.attacks.modifiers import ATTACK, DEFENCE, Pair, Use, engagers, pools_of
from gearlock.systems.brigands.damage import EFFECTS, expected_bites, harm_of, hurt_to
from gearlock.systems.brigands.lock_and_cover.sight import (
    Crowd,
    Look,
    crowd_of,
    is_faint,
    is_in_arc,
    is_stealthy,
    look_at,
    look_from_above,
    reach_of_sensors,
    sees_by_boom,
    sensor_range,
)
from gearlock.systems.brigands.models import INDIRECT, MELEE, Model, Weapon
from gearlock.systems.brigands.objectives.winning import prize_of
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, State, Unit, opponent
from gearlock.systems.brigands.vtols import AA_REACH, is_anti_air
from gearlock.table.inches import gap
from gearlock.table.measure import distance

# --- The best attack of one model on another in numbers alone: without the words
# What a model brings to any attack, and to its defence against any, is added up once by the rules that write the
# lines; only what lies between two models is left to be asked of each pair.

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


# --- What a model could do from a place and what could be done to it there: what moves and postures are weighed by


def best_worth(state: State, unit: Unit, others: Reckoning | None = None) -> float:
    """The worth of a model's best attack on one enemy, if it can still make one; who asks often brings the `others`."""
    if not unit.readiness:
        return 0.0
    others = reckoning_of(state) if others is None else others
    gunner, arms, crowd = Gunner(state, unit), arms_in_hand(unit), others.crowd
    return others.prospect(
        state.fielded(opponent(unit.seat)), lambda mark: best_strike(state, gunner, mark, crowd, arms)
    )


def danger_here(state: State, unit: Unit) -> float:
    """The danger to a model that stays where it is, noted: whoever weighs its orders asks for each of them."""
    return noted(state.notes, ("danger", unit.id), lambda: danger(state, unit))


@heeds("brigands.7.5")
def danger(state: State, unit: Unit, others: Reckoning | None = None) -> float:
    """The worth of all enemies' best attacks on a model once it is Passive, if they stayed and only turned to it.

    Orders have lapsed by then, which last as long as the Combat Group acts, and it stands tall no more.
    """
    if not unit.is_fielded:
        return 0.0
    if state.orders or unit.steady or unit.tall:
        unit = unit.clone()
        unit.steady = unit.tall = False
        state = state.with_unit(unit)
        state.orders = {}
    return danger_to(state, unit, others or reckoning_of(state), Mark, best_strike)


# --- How well a model stands where it is: what it could do from there, and what enemies could do to it
# Everybody may Brace where it stands, or come nearer before it strikes, straight to the other, as far as one Move
# goes.

SHARED = 1.0
"""What a blow counts that a model takes because a friend stands near, of one that is meant for it."""
SPENT = 0.5
"""What a Crippled model counts of a whole one: its TV is among the Casualties already."""


def standing(state: State, seat: str, piece: str) -> Standing:
    """Enemies that may still act this Round count as soon: not yet activated, and with an Action or a token left."""
    unit = state.units.get(piece)
    if unit is None or unit.seat != seat or not unit.is_fielded:
        return Standing(left=0.0)
    after, there = once_passive(state, unit)
    others, mark, counts = reckoning_of(state), Mark(after, there), stakes(after, seat)
    friends = [distance(there.x, there.y, other.x, other.y) for other in after.fielded(seat) if other.id != piece]
    rivals = []
    for enemy in after.fielded(opponent(seat)):
        harm = _best(after, enemy, mark, others.crowd)
        harm *= 1 + SHARED * _shared(enemy, there, friends) if harm else 1
        strike = _best(after, there, others.mark(enemy), others.crowd)
        rivals.append(Rival(enemy.id, counts[enemy.id], harm, strike, enemy.activated or not enemy.readiness))
    return standing_among(rivals, counts[unit.id], (unit.hull + unit.structure) / unit.line.bulk)


def stakes(state: State, seat: str) -> dict[str, float]:  # noqa: ARG001 - both sides know all models in play
    """What each model in play counts for Casualties, in shares of the average of its side: by its TV."""
    sides = [{unit.id: max(1, unit.tv) for unit in state.fielded(side)} for side in ("red", "blue")]
    found = stakes_by_price(*sides)
    return {name: counts * SPENT if state.units[name].is_crippled else counts for name, counts in found.items()}


def _shared(enemy: Unit, unit: Unit, friends: list[int]) -> float:
    """How likely an area of effect meant for a friend of a model beside it reaches the model too."""
    away = distance(enemy.x, enemy.y, unit.x, unit.y) - max(enemy.line.move.values(), default=0)
    area = max((weapon.area for weapon in enemy.line.weapons.values() if weapon.most >= away), default=0)
    near = sum(far <= area + unit.line.radius for far in friends) if area else 0
    return near / (near + 1)


def _best(state: State, unit: Unit, mark: Mark, crowd: Crowd) -> float:
    """The best attack of a model on another, from where it stands or from nearer."""
    nearer = _nearer(state, unit, mark.unit)
    return braced_or_nearer(unit, BRACED, nearer, lambda there: _best_from(state, there, mark, crowd))


def _best_from(state: State, unit: Unit, mark: Mark, crowd: Crowd) -> float:
    there = state.with_unit(unit)
    return best_strike(there, Gunner(there, unit), mark, crowd)


def _nearer(state: State, unit: Unit, target: Unit) -> Unit | None:
    """A model after one Move towards another; None if there is nowhere to stand."""
    if unit.airborne or unit.carrier or unit.inside:
        return None
    clear = unit.line.radius + target.line.radius
    spot = step_towards(state.ground, unit, target, max(unit.line.move.values(), default=0), clear)
    if spot is None:
        return None
    there = unit.clone()
    there.posture = COMBAT_SPEED
    there.x, there.y, there.z = spot
    return there
