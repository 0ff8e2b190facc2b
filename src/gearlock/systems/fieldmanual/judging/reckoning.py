"""The best attack of one model on another in numbers alone, without the words.

What a model brings to any attack, and to its defense against any, is added up once by the rules that write the lines;
only what lies between two models is left to be asked of each pair.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial

from gearlock.mechanics.judging.danger import Reckoned
from gearlock.mechanics.judging.lines import total
from gearlock.mechanics.sighting import crowd as crowds
from gearlock.mechanics.silhouette.rolls import Skill
from gearlock.systems.fieldmanual.attacks.aiming import refuse_weapon
from gearlock.systems.fieldmanual.attacks.modifiers import ATTACK_RULES, DEFENSE_RULES, STATIC_DEFENSE
from gearlock.systems.fieldmanual.attacks.orders import Attack
from gearlock.systems.fieldmanual.attacks.pairs import Pair
from gearlock.systems.fieldmanual.attacks.targets import seen_mount
from gearlock.systems.fieldmanual.attacks.terms import OWN
from gearlock.systems.fieldmanual.attacks.uses import MINIMUM, band_of, rof_of, use_of
from gearlock.systems.fieldmanual.cards import Card, Mount
from gearlock.systems.fieldmanual.damage.harm import Hit
from gearlock.systems.fieldmanual.judging.errands import prize_of
from gearlock.systems.fieldmanual.judging.strikes import Duel, expected_share
from gearlock.systems.fieldmanual.lock_and_cover.arcs import bears
from gearlock.systems.fieldmanual.lock_and_cover.cover import hull_down_minimum
from gearlock.systems.fieldmanual.lock_and_cover.locks import has_combat_lock, is_walled_off
from gearlock.systems.fieldmanual.lock_and_cover.looks import Sighting
from gearlock.systems.fieldmanual.lock_and_cover.measuring import range_to
from gearlock.systems.fieldmanual.lock_and_cover.sightings import crowd_of
from gearlock.systems.fieldmanual.state import HULL_DOWN, State, Unit
from gearlock.table.measure import INCH

FARTHEST = 100 * INCH
"""Farther than anybody looks."""


@lru_cache(maxsize=1 << 12)
def guns_of(card: Card) -> tuple[Mount, ...]:
    """The weapons of a card that fire directly."""
    return tuple(mount for mount in card.weapons if not mount.weapon.is_melee and not mount.weapon.is_thrown)


class Gunner:
    """What a model brings to any attack it makes."""

    __slots__ = ("brings", "far", "guns", "unit")

    def __init__(self, state: State, unit: Unit) -> None:
        self.unit, self.guns = unit, guns_of(unit.card)
        self.brings = ATTACK_RULES.brought(state, unit)
        ends = [mount.weapon.extreme or mount.weapon.suboptimal for mount in self.guns]
        self.far = min(FARTHEST, max(ends, default=-1))


class Mark:
    """What a model brings to its defense against any enemy."""

    __slots__ = ("brings", "unit")

    def __init__(self, state: State, unit: Unit) -> None:
        self.unit, self.brings = unit, DEFENSE_RULES.brought(state, unit)


Reckoning = Reckoned[Gunner, Mark]
"""A position made ready to be reckoned with."""
NOTED = "reckoning"


def reckoning_of(state: State) -> Reckoning:
    """The reckoning of a position, noted."""
    known: Reckoning | None = state.notes.get(NOTED)
    if known is None:
        known = state.notes[NOTED] = Reckoned(partial(Gunner, state), partial(Mark, state))
    return known


def imagined(state: State, unit: Unit) -> State:
    """A position with a model as it might be, looked at with all that is known of the others."""
    there = state.with_unit(unit)
    there.notes[crowds.Crowd] = crowd_of(state)
    there.notes[Sighting] = state.notes.setdefault(Sighting, {})
    there.notes[NOTED] = reckoning_of(state)
    return there


def guns_in_hand(state: State, unit: Unit) -> list[Mount]:
    """The weapons a model could fire now, whatever stands where."""
    return [
        mount
        for mount in guns_of(unit.card)
        if refuse_weapon(state, unit, mount, Attack(unit.id, mount.id), OWN) is None
    ]


def best_strike(state: State, gunner: Gunner, mark: Mark, guns: Sequence[Mount] | None = None) -> float:
    """The worth of a model's best attack on an enemy in play: with `guns` as it faces, else with all and turning."""
    unit, target = gunner.unit, mark.unit
    distance = range_to(state, unit, target)
    if distance > gunner.far:
        return 0.0
    best = 0.0
    pair: Pair | None = None
    for mount in gunner.guns if guns is None else guns:
        band = band_of(mount.weapon, unit.card.size, distance)
        if band is None or ("MR" in mount.weapon.traits and distance <= MINIMUM):
            continue
        if guns is not None and not bears(unit, seen_mount(state, unit, mount), target.body):
            continue
        if pair is None and (not has_combat_lock(state, unit, target) or is_walled_off(state, unit, target)):
            return 0.0
        use = use_of(state, unit, mount, band, "direct", (0, rof_of(state, unit, mount), 0))
        if pair is None:
            pair = Pair(state, unit, target, use)
        pair.use = use
        hit = Hit(use.multiplier, 0, tuple(use.weapon.traits), unit.id, pair.origin, use.weapon.id)
        best = max(best, expected_share(target, hit, _duel(pair, gunner, mark)))
    return best


def _duel(pair: Pair, gunner: Gunner, mark: Mark) -> Duel:
    """Both rolls, from what each side brings and what lies between them."""
    count, bonus = total(gunner.brings, ATTACK_RULES.used(pair.use), pair)
    attack, target = Skill(max(0, count), bonus), mark.unit
    if target.is_static:
        return Duel(attack, None, STATIC_DEFENSE)
    guard, help_ = total(mark.brings, DEFENSE_RULES.used(pair.use), pair)
    least = hull_down_minimum(pair.state, pair.attacker, target) if target.token(HULL_DOWN) else 0
    return Duel(attack, Skill(max(0, guard), help_), least)


def best_of(state: State, unit: Unit, enemies: Iterable[Unit], guns: Sequence[Mount] | None) -> float:
    """The worth of the best attack of a model on any of these."""
    others = reckoning_of(state)
    gunner = Gunner(state, unit)

    def worth(mark: Mark) -> float:
        """What its own side wants of it counts more."""
        best = best_strike(state, gunner, mark, guns)
        return best * (1 + prize_of(state, unit, mark.unit)) if best and state.facts else best

    return others.prospect(enemies, worth)
