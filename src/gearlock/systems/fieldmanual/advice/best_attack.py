"""The exact odds of ranged attacks and the best attack of one model on another, in numbers alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import OddsCard
from gearlock.mechanics.judging.danger import Reckoned, noted
from gearlock.mechanics.judging.lines import total
from gearlock.mechanics.sighting import crowd as crowds
from gearlock.mechanics.silhouette.rolls import Skill, margin_odds, total_odds
from gearlock.odds.outcome import Exact, odds_of
from gearlock.odds.pools import Spread, margin_of
from gearlock.systems.fieldmanual.advice.objectives import prize_of
from gearlock.systems.fieldmanual.attacks.defense import (
    ATTACK_RULES,
    DEFENSE_RULES,
    STATIC_DEFENSE,
    Fire,
    Guard,
    attack_lines,
    guard_of,
    hit_on,
    refuse_weapon,
)
from gearlock.systems.fieldmanual.attacks.outcomes import floored
from gearlock.systems.fieldmanual.attacks.pairs import Pair
from gearlock.systems.fieldmanual.attacks.targets import seen_mount
from gearlock.systems.fieldmanual.attacks.weapons_in_use import LOBBED, MINIMUM, OWN, Attack, band_of, rof_of, use_of
from gearlock.systems.fieldmanual.damage.damage import Hit, harm_of, loss_of, margins_to_boxes, met_by
from gearlock.systems.fieldmanual.datacards import Card, Mount
from gearlock.systems.fieldmanual.dice_tests import skill_of
from gearlock.systems.fieldmanual.lock_and_cover.lock import HATCH, has_combat_lock, hull_down_minimum, is_walled_off
from gearlock.systems.fieldmanual.lock_and_cover.looks import Sighting, bears, crowd_of, range_to
from gearlock.systems.fieldmanual.state import ARMOR_LOST, HULL_DOWN, State, Unit, opponent
from gearlock.table.measure import INCH

# --- The exact odds of ranged attacks: margins of both rolls, boxes they fill, and the worth of it

KEPT = 1 << 14
THRESHOLD = 4
"""What an indirect or thrown attack must exceed to land on its target."""
MISSED = -99


class Duel(NamedTuple):
    """Both rolls of an attack: skills with their modifiers, or what the target counts as having rolled."""

    attack: Skill
    guard: Skill | None
    least: int = 0
    """The least the defense comes to; what it is where nothing is rolled."""
    lobbed: bool = False
    """Rolled against a Threshold first; defended against without modifiers."""


def guard_skill(guard: Guard) -> tuple[Skill | None, int]:
    """A guard as skill and least total; without a roll the total alone."""
    return (None, guard.fixed) if guard.fixed is not None else (skill_of(guard.lines), guard.least)


def duel_of(pair: Pair) -> Duel:
    """Both rolls of an attack on one target."""
    guard, least = guard_skill(guard_of(pair))
    return Duel(skill_of(attack_lines(pair)), guard, least, pair.use.way in LOBBED)


@lru_cache(maxsize=KEPT)
@heeds("fieldmanual.opposed-test", "fieldmanual.hull-down", "fieldmanual.indirect-attack", "fieldmanual.mode-static")
def margins(duel: Duel) -> Spread:
    """How often each margin comes up. A lobbed weapon that goes astray counts as a plain miss."""
    theirs = Spread(duel.least, (1,), 1) if duel.guard is None else floored(total_odds(duel.guard), duel.least)
    ours = _landing(duel.attack) if duel.lobbed else total_odds(duel.attack)
    return margin_of(ours, theirs)


def _landing(attack: Skill) -> Spread:
    """What the target defends against: the bare dice of rolls that exceed the Threshold, nothing of the others."""
    bare = total_odds(Skill(attack.dice))
    weights = [0] * len(bare.weights)
    astray = 0
    for face, ways in bare.items():
        if face and max(0, face + attack.modifier) > THRESHOLD:
            weights[face - bare.low] += ways
        else:
            astray += ways
    return Spread(MISSED, (astray, *(0,) * (bare.low - MISSED - 1), *weights), bare.total)


class Toll(NamedTuple):
    """What margins do to a model: how often it ends with so many boxes filled, and how often it is hit."""

    filled: Spread
    hits: int


@heeds("fieldmanual.damage")
def toll_of(target: Unit, hit: Hit, found: Spread) -> Toll:
    """What these margins do to a model as it is now."""
    met = met_by(target, hit)
    hits = sum(ways for margin, ways in found.items() if harm_of(target, hit._replace(margin=margin), met).is_hit)
    return Toll(margins_to_boxes(target, hit, found), hits)


def odds_card(target: Unit, toll: Toll) -> OddsCard:
    """The odds as a player reads them: boxes filled, the end as one more; critically damaged; dead or destroyed."""
    boxes: dict[int, int] = {}
    crippled = killed = 0
    for filled, ways in toll.filled.items():
        lost = loss_of(target, filled)
        boxes[lost.boxes] = boxes.get(lost.boxes, 0) + ways
        crippled += ways * lost.crippled
        killed += ways * lost.destroyed
    odds = odds_of(Exact(toll.filled.total, toll.hits, boxes, crippled=crippled, destroyed=killed))
    return OddsCard(odds.p_hit, odds.mean_damage, odds.damage, odds.crippled or 0.0, odds.destroyed or 0.0)


def share_lost(target: Unit, filled: int) -> float:
    """How much of a whole model is lost with so many boxes filled; all of it once it is dead."""
    whole = len(target.card.boxes) + 1
    return min(filled, whole) / whole


def mean_share(target: Unit, filled: Spread) -> float:
    """The share of a whole model that is lost on average."""
    whole = len(target.card.boxes) + 1
    lost = sum(min(count, whole) * ways for count, ways in filled.items())
    return lost / (whole * filled.total) - share_lost(target, target.boxes)


def expected_share(target: Unit, hit: Hit, duel: Duel) -> float:
    """The share of the whole target to expect of an attack; kept by all that it depends on."""
    condition = (target.boxes, target.token(ARMOR_LOST), target.token(HATCH), bool(target.team))
    return _expected(_Condition(target, hit, condition), duel)


@lru_cache(maxsize=1 << 12)
def _is_alike(card: Card) -> bool:
    """Whether a card is as well armored on all sides."""
    return not any(name.startswith(("Reinforced", "Weak")) for name in (*card.perks, *card.flaws))


class _Condition:
    """A target and a hit on it, equal to others that come to the same."""

    __slots__ = ("hit", "key", "target")

    def __init__(self, target: Unit, hit: Hit, condition: tuple[int, int, int, bool]) -> None:
        self.target, self.hit = target, hit
        bearing = hit.origin and (hit.origin.x - target.x, hit.origin.y - target.y, target.facing, hit.origin.placed)
        where = None if _is_alike(target.card) and not target.token(HATCH) else bearing
        self.key = (target.card, condition, hit.multiplier, hit.traits, hit.quarters, where)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Condition) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=KEPT)
def _expected(condition: _Condition, duel: Duel) -> float:
    return mean_share(condition.target, margins_to_boxes(condition.target, condition.hit, margins(duel)))


def hit_of(pair: Pair, fire: Fire) -> Hit:
    """The hit that an attack on a target would be, its margin left open."""
    return hit_on(pair, fire, 0)


def bare_odds(attack: int, defense: int, multiplier: int, armor: int) -> OddsCard:
    """The odds of bare skills: boxes of a track of four."""
    found = margin_odds(Skill(attack), Skill(defense))
    boxes: dict[int, int] = {}
    for margin, ways in found.items():
        done = min(4, max(0, margin) * multiplier // max(1, armor))
        boxes[done] = boxes.get(done, 0) + ways
    odds = odds_of(Exact(found.total, found.at_least(1), boxes))
    return OddsCard(odds.p_hit, odds.mean_damage, odds.damage)


def skill_text(skill: Skill) -> str:
    """A roll as a player makes it, and what it comes to on average."""
    dice = f"{skill.dice}D6" if skill.dice else "0D6 (2D6, the lower)"
    more = f" {skill.modifier:+d}" if skill.modifier else ""
    return f"{dice}{more}, mean {total_odds(skill).mean():.2f}"


# --- The best attack of one model on another in numbers alone, without the words
# What a model brings to any attack, and to its defense against any, is added up once by the rules that write the
# lines; only what lies between two models is left to be asked of each pair.

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


# --- What a model could do from a place and what could be done to it there: what moves and speeds are weighed by

IN_HAND = 0.5
"""What an enemy without an Action left counts of one that has any: it acts again only in the next round."""


def best_worth(state: State, unit: Unit) -> float:
    """The worth of a model's best attack on one enemy as it stands, if it can still make one."""
    if unit.actions < 1 or not unit.is_fielded:
        return 0.0
    guns = guns_in_hand(state, unit)
    return best_of(state, unit, state.fielded(opponent(unit.seat)), guns) if guns else 0.0


def danger(state: State, unit: Unit) -> float:
    """The worth of all enemies' best attacks on a model, if they stayed and only turned to it."""
    if not unit.is_fielded:
        return 0.0
    others, mark = reckoning_of(state), Mark(state, unit)
    total = 0.0
    for enemy in state.fielded(opponent(unit.seat)):
        worth = best_strike(state, others.gunner(enemy), mark)
        total += worth if enemy.actions or not enemy.used else worth * IN_HAND
        if total >= 1.0:
            return 1.0
    return total


def danger_here(state: State, unit: Unit) -> float:
    """The danger to a model that stays where it is, noted: whoever weighs its orders asks for each of them."""
    return noted(state.notes, ("danger", unit.id), lambda: danger(state, unit))
