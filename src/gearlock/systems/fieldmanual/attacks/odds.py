"""The exact odds of a ranged attack: what becomes of one model, from the same lines and the same harm as play.

Odds are those without re-rolls and without anything spent. Weights are whole numbers out of a whole total.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations_with_replacement
from math import factorial
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.pools.lines import sum_of
from gearlock.mechanics.silhouette.rolls import SIDES, Skill, total_odds
from gearlock.odds.pools import Spread
from gearlock.systems.fieldmanual.attacks.areas import is_blasted, is_concussed
from gearlock.systems.fieldmanual.attacks.defending import Fire, Mark, defender_of, hit_on, pair_of
from gearlock.systems.fieldmanual.attacks.modifiers import guard_of
from gearlock.systems.fieldmanual.combined_models.pool import peeled, total_of
from gearlock.systems.fieldmanual.damage.harm import Harm, Hit, fate_of, filled_after, harm_of
from gearlock.systems.fieldmanual.damage.haywire import BOX, haywire_effect
from gearlock.systems.fieldmanual.damage.sides import armor_of
from gearlock.systems.fieldmanual.dice_tests.tests import skill_of
from gearlock.systems.fieldmanual.state import ARMOR_LOST, STUN, State, Unit


class Plight(NamedTuple):
    """What may have become of a model: boxes filled as `filled_after` counts them, and what an attack left on it."""

    filled: int
    hit: bool = False
    stunned: bool = False
    burning: bool = False
    crushed: int = 0
    """Armor lost."""
    through: int = 0
    """Rolls that hit."""


Chances = dict[Plight, int]


class Odds(NamedTuple):
    """Everything that can become of one model in an attack, with whole weights."""

    total: int
    chances: Mapping[Plight, int]

    @property
    def filled(self) -> Spread:
        """How often it ends with so many boxes filled: one beyond the track is Dead, two beyond are Destroyed."""
        most = max((plight.filled for plight in self.chances), default=0)
        weights = [0] * (most + 1)
        for plight, ways in self.chances.items():
            weights[plight.filled] += ways
        return Spread(0, tuple(weights), self.total)

    @property
    def hits(self) -> int:
        """The weight of all ways in which it is hit."""
        return sum(ways for plight, ways in self.chances.items() if plight.hit)

    @property
    def stuns(self) -> int:
        """The weight of all ways in which it gains a Stun counter."""
        return sum(ways for plight, ways in self.chances.items() if plight.stunned)

    def fates(self, unit: Unit) -> dict[str, int]:
        """The weights of each fate: dead, destroyed, and empty for who fights on."""
        found: dict[str, int] = {}
        for filled, ways in self.filled.items():
            fate = fate_of(unit, filled)
            found[fate] = found.get(fate, 0) + ways
        return found


def as_left(unit: Unit, plight: Plight) -> Unit:
    """The model as the attack so far has left it."""
    left = unit.clone()
    left.boxes = min(plight.filled, len(unit.card.boxes))
    if plight.crushed:
        left.tokens[ARMOR_LOST] = unit.token(ARMOR_LOST) + plight.crushed
    return left


@heeds("fieldmanual.damage", "fieldmanual.wt-haywire", "fieldmanual.wt-ac", "fieldmanual.wt-sustained-burn")
def struck(unit: Unit, plight: Plight, hit: Hit) -> list[tuple[Plight, int]]:
    """What a hit makes of a plight. With haywire there is a die more: weights are out of six, else out of one."""
    haywire = SIDES if "H" in hit.traits else 1
    if fate_of(unit, plight.filled):
        return [(plight, haywire)]
    left = as_left(unit, plight)
    harm = harm_of(left, hit)
    if not harm.is_hit:
        return [(plight, haywire)]
    after = _marked(left, plight, hit, harm)
    if haywire == 1 or fate_of(unit, after.filled):
        return [(after, haywire)]
    left = as_left(unit, after)
    found: Chances = {}
    for face in range(1, SIDES + 1):
        effect = haywire_effect(left, face)
        last = after
        if effect == BOX:
            last = after._replace(filled=filled_after(left, 1))
        elif effect == STUN:
            last = after._replace(stunned=True)
        found[last] = found.get(last, 0) + 1
    return list(found.items())


def _marked(left: Unit, plight: Plight, hit: Hit, harm: Harm) -> Plight:
    """The plight after the boxes of a hit, and what stays with them."""
    after = plight._replace(filled=filled_after(left, harm.boxes, harm.overkill), hit=True, through=plight.through + 1)
    if not harm.boxes or fate_of(left, after.filled):
        return after
    if "AC" in hit.traits and not left.is_infantry:
        after = after._replace(crushed=after.crushed + max(0, min(harm.margin, armor_of(left) - 1)))
    if "SB" in hit.traits and not left.team and not left.perk("Fire Resistant"):
        after = after._replace(burning=True)
    return after


class Blows:
    """Hits of one attack on one model that differ by their margins alone; what each makes of a plight is kept."""

    __slots__ = ("hit", "kept", "unit")

    def __init__(self, unit: Unit, hit: Hit) -> None:
        self.unit, self.hit = unit, hit
        self.kept: dict[tuple[Plight, int], list[tuple[Plight, int]]] = {}

    def after(self, plight: Plight, margin: int) -> list[tuple[Plight, int]]:
        """What a margin makes of a plight."""
        key = plight, max(margin, -1)
        known = self.kept.get(key)
        if known is None:
            known = self.kept[key] = struck(self.unit, plight, self.hit._replace(margin=margin))
        return known

    def spread_over(self, chances: Chances, margins: Iterable[tuple[int, int]]) -> Chances:
        """All plights after one more of these margins, each with its weight."""
        found: Chances = {}
        margins = list(margins)
        for plight, ways in chances.items():
            for margin, weight in margins:
                for after, share in self.after(plight, margin):
                    found[after] = found.get(after, 0) + ways * weight * share
        return found


@heeds("fieldmanual.wt-blast", "fieldmanual.wt-ae")
def shaken(state: State, unit: Unit, chances: Chances, fire: Fire, times: int | None) -> tuple[Chances, int]:
    """What the shockwave of an area adds, so many times or once a roll that hit; and by what the total grows.

    A counter that a squad gains through another of its bases alone is not counted.
    """
    if not fire.use.area:
        return chances, 1
    blasted = is_blasted(state, unit, fire.use)
    blast = hit_on(pair_of(state, fire, unit.id), fire, 1)
    blows = Blows(unit, blast)
    most = max((plight.through for plight in chances), default=0) if times is None else times
    whole = (SIDES if "H" in blast.traits and blasted else 1) ** most
    found: Chances = {}
    for plight, ways in chances.items():
        count = plight.through if times is None else times
        lying = {plight: 1}
        for _ in range(count if blasted else 0):
            lying = blows.spread_over(lying, [(1, 1)])
        scale = whole // max(1, sum(lying.values()))
        for after, share in lying.items():
            alive = count > 0 and not fate_of(unit, after.filled)
            stunned = alive and (blasted or is_concussed(as_left(unit, after), fire.use))
            last = after._replace(stunned=after.stunned or stunned)
            found[last] = found.get(last, 0) + ways * share * scale
    return found, whole


@heeds("fieldmanual.ranged-defense", "fieldmanual.hull-down", "fieldmanual.combined-defense")
def defense_odds(state: State, fire: Fire, unit: Unit, together: list[str]) -> Spread:
    """How often each total of a model's defense comes up; of a base among several that defend with one pool."""
    guard = guard_of(pair_of(state, fire, unit.id))
    if guard.fixed is not None:
        return Spread(guard.fixed, (1,), 1)
    if len(together) > 1:
        return _pooled(state, fire, unit, together)
    return floored(total_odds(skill_of(guard.lines)), guard.least)


def floored(found: Spread, least: int) -> Spread:
    """Totals of which none is below a minimum."""
    if least <= found.low:
        return found
    weights = list(found.weights)
    kept = weights[least - found.low :] or [0]
    kept[0] += sum(weights[: least - found.low])
    return Spread(least, tuple(kept), found.total)


@heeds("fieldmanual.combined-defense")
def _pooled(state: State, fire: Fire, unit: Unit, together: list[str]) -> Spread:
    """The totals of one base: the dice of the pool peeled down to its place in the order of Cover."""
    defenders = [defender_of(state, fire, Mark(name, 0)) for name in together]
    ordered = sorted(defenders, key=lambda each: each.cover, reverse=True)
    place = [each.base for each in ordered].index(unit.id)
    dice = sum_of(defenders[0].lines)[0] + len(together) - 1
    weights: dict[int, int] = {}
    for faces in combinations_with_replacement(range(1, SIDES + 1), dice):
        ways = factorial(dice)
        for face in set(faces):
            ways //= factorial(faces.count(face))
        bare = peeled(faces, len(together), unit.card.skills.defense)[place]
        total = total_of(bare, ordered[place])
        weights[total] = weights.get(total, 0) + ways
    low, high = min(weights), max(weights)
    return Spread(low, tuple(weights.get(total, 0) for total in range(low, high + 1)), sum(weights.values()))


def margins_against(attack: int, defenses: Spread) -> list[tuple[int, int]]:
    """The margins of an attack total against every defense, with their weights."""
    return [(attack - total, ways) for total, ways in defenses.items()]


def bare_odds(skill: Skill) -> Spread:
    """How often the bare dice of a roll show what, 0 for a Fumble."""
    return total_odds(Skill(skill.dice))
