"""The best attack of one model on another in numbers alone, without the words.

What a model brings to any attack, and to its defence against any, is added up once by the rules that write the lines;
only what lies between two models is left to be asked of each pair.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from gearlock.mechanics.judging.danger import Reckoned
from gearlock.mechanics.judging.lines import total
from gearlock.odds.pools import Pools
from gearlock.systems.blitz.attacks.aiming import UP_THERE, hits_drones, refuse_weapon
from gearlock.systems.blitz.attacks.areas import refuse_friendly_fire
from gearlock.systems.blitz.attacks.modifiers import ATTACK, DEFENCE, Use
from gearlock.systems.blitz.attacks.pairs import NO_LOOK, Pair, attack_skill, defence_skill
from gearlock.systems.blitz.general_concepts.arcs import is_in_arc
from gearlock.systems.blitz.general_concepts.dice import BASE_DICE
from gearlock.systems.blitz.general_concepts.measuring import CONTACT, distance_between
from gearlock.systems.blitz.judging.errands import prize_of
from gearlock.systems.blitz.judging.strikes import expected_share
from gearlock.systems.blitz.lock_and_cover.cover import Crowd, crowd_of, look_at
from gearlock.systems.blitz.lock_and_cover.looks import Look
from gearlock.systems.blitz.lock_and_cover.sensing import has_lock, lenders
from gearlock.systems.blitz.models import Model
from gearlock.systems.blitz.state import ALOFT, State, Unit
from gearlock.systems.blitz.weapons import Weapon

KEPT = 1 << 12


class Arm:
    """A weapon with one of its loads, and all that this says before anybody stands anywhere."""

    __slots__ = ("attack", "climbs", "defence", "hits_drones", "load", "melee", "most", "weapon")

    def __init__(self, weapon: Weapon, load: str) -> None:
        self.weapon, self.load = weapon, load
        self.melee, self.most = weapon.is_melee, max(weapon.most, CONTACT if weapon.is_melee else 0)
        uses = Use(weapon, optimal=False), Use(weapon, optimal=True)
        self.attack, self.defence = [ATTACK.used(use) for use in uses], [DEFENCE.used(use) for use in uses]
        self.hits_drones = hits_drones(weapon)
        self.climbs = "AA" in weapon.traits
        """Whether what flies is no farther for it."""


@lru_cache(maxsize=KEPT)
def arms_of(line: Model) -> tuple[Arm, ...]:
    """All ways of a stat line to attack a single target."""
    carried = [weapon for weapon in line.weapons.values() if not weapon.proximity]
    return tuple(Arm(weapon.loads[load], load) for weapon in carried for load in weapon.loads)


class Gunner:
    """What a model brings to any attack it makes."""

    __slots__ = ("arms", "brings", "far", "unit")

    def __init__(self, state: State, unit: Unit) -> None:
        self.unit, self.arms = unit, arms_of(unit.line)
        self.brings = ATTACK.brought(state, unit)
        self.far = max((arm.most for arm in self.arms), default=-1)


class Mark:
    """What a model brings to its defence against any enemy."""

    __slots__ = ("body", "brings", "drone", "flying", "unit")

    def __init__(self, state: State, unit: Unit) -> None:
        self.unit, self.body = unit, unit.body
        self.brings = DEFENCE.brought(state, unit)
        self.flying, self.drone = ALOFT in unit.tokens, unit.line.type == "Drone"


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


def arms_in_hand(state: State, unit: Unit) -> list[Arm]:
    """The arms a model could use now, whatever stands where."""
    return [arm for arm in arms_of(unit.line) if refuse_weapon(state, unit, arm.weapon.id, arm.load) is None]


def best_strike(state: State, gunner: Gunner, mark: Mark, crowd: Crowd, arms: Sequence[Arm] | None = None) -> float:
    """The worth of a model's best attack on an enemy in play: with `arms` as it faces, else with all and turning."""
    unit, target = gunner.unit, mark.unit
    distance = distance_between(state, unit, target)
    if distance > gunner.far:
        return 0.0
    near = [arm for arm in (gunner.arms if arms is None else arms) if range_of(arm, mark, distance) <= arm.most]
    if arms is not None:
        near = [arm for arm in near if is_in_arc(unit, arm.weapon.arc, mark.body)]
    best = 0.0
    look: Look | None = None
    seen = False
    for arm in near:
        if mark.drone and not arm.hits_drones:
            continue
        touching = arm.melee and distance <= CONTACT
        if not touching:
            if look is None:
                look = look_at(state, unit, target, crowd)
                seen = not look.blocked and is_locked(state, unit, target, look)
            if not seen:
                continue
        if arms is not None and arm.weapon.area and refuse_friendly_fire(state, unit, arm.weapon, target) is not None:
            continue
        pair = Pair(state, unit, target, arm.weapon, "", NO_LOOK if touching or look is None else look)
        pools = pools_of(pair, gunner, mark, arm, range_of(arm, mark, distance))
        best = max(best, expected_share(arm.weapon, target, pools))
    return best * (1 + prize_of(state, unit, target)) if best and state.facts else best


def range_of(arm: Arm, mark: Mark, distance: int) -> int:
    """The range of an attack; what is in the air is farther for weapons that are not made for it."""
    return distance + UP_THERE if mark.flying and not arm.climbs else distance


def is_locked(state: State, unit: Unit, target: Unit, look: Look) -> bool:
    """Lock of its own, or shared by a friend with a sensor boost."""
    if look.sight or has_lock(state, unit, target, look):
        return True
    return any(has_lock(state, other, target) for other in lenders(state, unit))


def pools_of(pair: Pair, gunner: Gunner, mark: Mark, arm: Arm, distance: int) -> Pools:
    """The pools of both sides."""
    optimal = arm.weapon.is_optimal(distance)
    count = max(0, BASE_DICE + total(gunner.brings, arm.attack[optimal], pair)[0])
    guard = max(0, BASE_DICE + total(mark.brings, arm.defence[optimal], pair)[0])
    return Pools(count, guard, 0, 0, attack_skill(pair, optimal), defence_skill(pair))
