"""The best attack of one model on another in numbers alone, without the words.

What a model brings to any attack, and to its defence against any, is added up once by the rules that write the lines;
only what lies between two models is left to be asked of each pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from gearlock.mechanics.judging.danger import Reckoned
from gearlock.mechanics.judging.lines import total
from gearlock.systems.blitz.attacks.aiming import hits_drones, refuse_weapon
from gearlock.systems.blitz.attacks.areas import refuse_friendly_fire
from gearlock.systems.blitz.attacks.heights import attack_distance, is_flying, refuse_from_above
from gearlock.systems.blitz.attacks.modifiers import ATTACK, DEFENCE, Use
from gearlock.systems.blitz.attacks.pairs import NO_LOOK, Pair, attack_skill, defence_skill, exposed_hull_dice
from gearlock.systems.blitz.general_concepts.arcs import is_in_arc
from gearlock.systems.blitz.general_concepts.dice import BASE_DICE
from gearlock.systems.blitz.general_concepts.measuring import CONTACT, distance_between
from gearlock.systems.blitz.judging.casting import Cast, attack_dice, defence_dice, is_sound, sure
from gearlock.systems.blitz.judging.strikes import Strike, expected_share
from gearlock.systems.blitz.judging.victims import NO_SAVES, saves_of, victim
from gearlock.systems.blitz.lock_and_cover.cover import Crowd, crowd_of, look_at
from gearlock.systems.blitz.lock_and_cover.looks import Look
from gearlock.systems.blitz.lock_and_cover.sensing import has_lock, lenders, may_use_sensors
from gearlock.systems.blitz.models import Model
from gearlock.systems.blitz.state import State, Unit
from gearlock.systems.blitz.weapons import Weapon

KEPT = 1 << 12


class Arm:
    """A weapon with one of its loads, and all that this says before anybody stands anywhere."""

    __slots__ = ("attack", "defence", "hits_drones", "load", "melee", "most", "weapon", "wide")

    def __init__(self, weapon: Weapon, load: str) -> None:
        self.weapon, self.load = weapon, load
        self.melee, self.most = weapon.is_melee, max(weapon.most, CONTACT if weapon.is_melee else 0)
        uses = Use(weapon, optimal=False), Use(weapon, optimal=True)
        self.attack, self.defence = [ATTACK.used(use) for use in uses], [DEFENCE.used(use) for use in uses]
        self.hits_drones = hits_drones(weapon)
        self.wide = bool(weapon.area or weapon.blast_area)
        """Whether it may reach friends near the target."""


@lru_cache(maxsize=KEPT)
def arms_of(line: Model) -> tuple[Arm, ...]:
    """All ways of a stat line to attack a single target."""
    carried = [weapon for weapon in line.weapons.values() if not weapon.proximity]
    return tuple(Arm(weapon.loads[load], load) for weapon in carried for load in weapon.loads)


class Gunner:
    """What a model brings to any attack it makes."""

    __slots__ = ("arms", "brings", "far", "is_sound", "unit")

    def __init__(self, state: State, unit: Unit) -> None:
        self.unit, self.arms = unit, arms_of(unit.line)
        self.brings = ATTACK.brought(state, unit)
        self.far = max((arm.most for arm in self.arms), default=-1)
        self.is_sound = is_sound(unit)


class Mark:
    """What a model brings to its defence against any enemy."""

    __slots__ = ("body", "brings", "drone", "flying", "unit")

    def __init__(self, state: State, unit: Unit) -> None:
        self.unit, self.body = unit, unit.body
        self.brings = DEFENCE.brought(state, unit)
        self.flying, self.drone = is_flying(unit), unit.line.type == "Drone"


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
    if distance > gunner.far or not target.line.bulk:
        return 0.0
    best = 0.0
    look: Look | None = None
    seen = False
    for arm, far in _in_reach(state, gunner.arms if arms is None else arms, unit, mark, distance):
        if (mark.drone and not arm.hits_drones) or (
            arms is not None and not is_in_arc(unit, arm.weapon.arc, mark.body)
        ):
            continue
        touching = arm.melee and far <= CONTACT
        if not touching:
            if look is None:
                look = look_at(state, unit, target, crowd)
                seen = not look.blocked and is_locked(state, unit, target, look)
            if not seen:
                continue
        if arms is not None and arm.wide and refuse_friendly_fire(state, unit, arm.weapon, target) is not None:
            continue
        pair = Pair(state, unit, target, arm.weapon, "", NO_LOOK if touching or look is None else look)
        best = max(best, expected_share(strike_with(pair, gunner, mark, arm, far), target))
    return best


def _in_reach(state: State, arms: Sequence[Arm], unit: Unit, mark: Mark, distance: int) -> Iterator[tuple[Arm, int]]:
    """The arms that reach so far, and how far that is for each; to and from the air by other rules."""
    if not mark.flying and not is_flying(unit):
        yield from ((arm, distance) for arm in arms if distance <= arm.most)
        return
    for arm in arms:
        far = attack_distance(state, unit, mark.unit, arm.weapon)
        if far <= arm.most and refuse_from_above(state, unit, mark.unit, arm.weapon) is None:
            yield arm, far


def is_locked(state: State, unit: Unit, target: Unit, look: Look) -> bool:
    """Lock of its own, with active sensors if it takes them, or shared by a friend with a sensor boost."""
    if look.sight or has_lock(state, unit, target, look, may_use_sensors(unit)):
        return True
    return any(has_lock(state, other, target) for other in lenders(state, unit))


def strike_with(pair: Pair, gunner: Gunner, mark: Mark, arm: Arm, distance: int) -> Strike:
    """The attack with one arm as a strike."""
    state, target, weapon = pair.state, mark.unit, arm.weapon
    optimal = weapon.is_optimal(distance)
    count = BASE_DICE + total(gunner.brings, arm.attack[optimal], pair)[0]
    guard = total(mark.brings, arm.defence[optimal], pair)[0]
    ours = sure(count) if gunner.is_sound else attack_dice(state, gunner.unit, weapon, count, target)
    cast = Cast(ours, defence_dice(target, BASE_DICE + guard), attack_skill(pair, optimal), defence_skill(pair))
    saves = NO_SAVES if exposed_hull_dice(pair) else saves_of(state, target, guard, cast.wits)
    return Strike(weapon, cast, victim(weapon, target, saves))
