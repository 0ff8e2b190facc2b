"""The exact odds of ranged attacks: margins of both rolls, boxes they fill, and the worth of it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import OddsCard
from gearlock.mechanics.silhouette.rolls import Skill, margin_odds, total_odds
from gearlock.odds.outcome import Exact, odds_of
from gearlock.odds.pools import Spread, margin_of
from gearlock.systems.fieldmanual.attacks.defending import Fire, hit_on
from gearlock.systems.fieldmanual.attacks.modifiers import Guard, attack_lines, guard_of
from gearlock.systems.fieldmanual.attacks.odds import floored
from gearlock.systems.fieldmanual.attacks.orders import LOBBED
from gearlock.systems.fieldmanual.attacks.pairs import Pair
from gearlock.systems.fieldmanual.cards import Card
from gearlock.systems.fieldmanual.damage.harm import Hit, harm_of, loss_of, margins_to_boxes, met_by
from gearlock.systems.fieldmanual.dice_tests.tests import skill_of
from gearlock.systems.fieldmanual.lock_and_cover.locks import HATCH
from gearlock.systems.fieldmanual.state import ARMOR_LOST, Unit

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
