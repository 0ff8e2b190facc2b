"""What becomes of one model in each kind of attack, on everything the dice can show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.pools.lines import sum_of
from gearlock.mechanics.silhouette.rolls import SIDES, Skill, total_odds
from gearlock.odds.pools import Spread
from gearlock.systems.fieldmanual.attacks.defense import (
    Fire,
    Mark,
    attack_lines,
    defender_of,
    guard_of,
    hit_on,
    mounts_fired,
    pair_of,
    sprays_point,
    terms_of,
)
from gearlock.systems.fieldmanual.attacks.kinds import THRESHOLD, blown_up, in_the_way, landing_point, total_for
from gearlock.systems.fieldmanual.attacks.ranged import fire_of, mount_of
from gearlock.systems.fieldmanual.attacks.targets import (
    Point,
    around,
    caught_at,
    is_blasted,
    is_caught,
    is_concussed,
    point_of,
    sprayed_at,
)
from gearlock.systems.fieldmanual.attacks.weapons_in_use import LOBBED, PLACED, SELF, Attack, Terms
from gearlock.systems.fieldmanual.combined_models import peeled, total_of
from gearlock.systems.fieldmanual.damage.damage import (
    BOX,
    Harm,
    Hit,
    armor_of,
    fate_of,
    filled_after,
    harm_of,
    haywire_effect,
)
from gearlock.systems.fieldmanual.dice_tests import ATTACK, skill_dice, skill_of, succeeds
from gearlock.systems.fieldmanual.state import ARMOR_LOST, STUN, State, Unit

# --- The exact odds of a ranged attack: what becomes of one model, from the same lines and the same harm as play
# Odds are those without re-rolls and without anything spent. Weights are whole numbers out of a whole total.


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


# --- What becomes of one model in each kind of attack, on everything the dice can show

ATTACK_REROLL, DEFENSE_REROLL = "attack-reroll", "defense-reroll"
WORTH_OF_A_BOX = 100


class Case:
    """An attack asked about one model; `rolls` are the defenses against it, one for each weapon that fires.

    An `aid` is a re-roll that is used whenever that is better on average. What has been worked out once is kept.
    """

    __slots__ = ("aid", "blows", "fire", "kept", "places", "rolls", "state", "unit")

    def __init__(self, state: State, fire: Fire, unit: Unit, rolls: int, aid: str = "") -> None:
        self.state, self.fire, self.unit, self.rolls, self.aid = state, fire, unit, rolls, aid
        self.blows = Blows(unit, hit_on(pair_of(state, fire, unit.id), fire, 0))
        self.kept: dict[tuple[int, int, int | None, tuple[str, ...]], Weighed] = {}
        self.places: dict[Point, list[Unit]] = {}

    def caught(self, point: Point) -> list[Unit]:
        """Who has to defend if it lands at a point."""
        known = self.places.get(point)
        if known is None:
            known = self.places[point] = caught_at(self.state, point, self.fire.use, self.fire.attacker)
        return known


class Weighed(NamedTuple):
    """Chances out of a total."""

    chances: Chances
    total: int

    @property
    def worth(self) -> Fraction:
        """What it is worth to the attacker on average: boxes first, then that it hits at all."""
        found = sum((WORTH_OF_A_BOX * plight.filled + plight.hit) * ways for plight, ways in self.chances.items())
        return Fraction(found, self.total)


def untouched(unit: Unit) -> Weighed:
    """Nothing happens to it."""
    return Weighed({Plight(unit.boxes): 1}, 1)


def blended(parts: list[tuple[int, Weighed]]) -> Weighed:
    """Several cases, each so many times as likely, brought to one total."""
    whole = 1
    for _, each in parts:
        whole *= each.total
    found: Chances = {}
    for ways, each in parts:
        for plight, share in each.chances.items():
            plain = plight._replace(through=0)
            found[plain] = found.get(plain, 0) + ways * share * (whole // each.total)
    return Weighed(found, whole * sum(ways for ways, _ in parts))


def attack_odds(state: State, order: Attack, about: str = "", terms: Terms | None = None, aid: str = "") -> Odds:
    """Everything that can become of a model, the target if nobody is named, in a legal attack that is made now."""
    attacker = state.units[order.unit]
    unit = state.units[about or order.target]
    terms = terms or terms_of(state, attacker)
    case = Case(state, fire_of(state, order, terms), unit, len(mounts_fired(state, attacker, order, terms)), aid)
    found = _by_way(case, order)
    chances: Chances = {}
    for plight, ways in found.chances.items():
        plain = plight._replace(through=0)
        chances[plain] = chances.get(plain, 0) + ways
    return Odds(found.total, chances)


def _by_way(case: Case, order: Attack) -> Weighed:
    if order.way == PLACED:
        return untouched(case.unit)
    if order.way == SELF:
        return _self(case)
    if order.way in LOBBED:
        return _lobbed(case, order)
    mount = mount_of(case.state.units[order.unit], order)
    if sprays_point(mount, order):
        return _sprayed(case, order)
    return _direct(case, order)


def _each_roll(case: Case, target: str, weigh: Callable[[int, int], Weighed]) -> Weighed:
    """All Attack rolls at a target: what comes of each bare roll and the total that its lines make of it."""
    lines = attack_lines(pair_of(case.state, case.fire, target))
    skill = skill_of(lines)
    parts = [(ways, weigh(bare, total_for(bare, lines))) for bare, ways in bare_odds(skill).items()]
    return _rolled_again(parts) if case.aid == ATTACK_REROLL else _joined(parts)


@heeds("fieldmanual.cp-reroll-skill")
def _rolled_again(parts: list[tuple[int, Weighed]]) -> Weighed:
    """An Attack roll that is made again where that is better on average, before anybody defends; the second stands."""
    anew = _joined(parts)
    return _joined([(ways, anew if anew.worth > each.worth else each) for ways, each in parts])


def _joined(parts: list[tuple[int, Weighed]]) -> Weighed:
    """Cases that have the same total or divide one another's: brought to the largest."""
    whole = max(each.total for _, each in parts)
    if any(whole % each.total for _, each in parts):
        return blended(parts)
    found: Chances = {}
    for ways, each in parts:
        for plight, share in each.chances.items():
            found[plight] = found.get(plight, 0) + ways * share * (whole // each.total)
    return Weighed(found, whole * sum(ways for ways, _ in parts))


def _defended(case: Case, attack: int, times: int, waves: int | None, together: list[str]) -> Weighed:
    """So many defenses against a total, then the shockwave: so often, or once for each roll that hit."""
    key = (attack, times, waves, tuple(together))
    if key in case.kept:
        return case.kept[key]
    state, fire, unit = case.state, case.fire, case.unit
    margins = margins_against(attack, defense_odds(state, fire, unit, together))
    if case.aid == DEFENSE_REROLL:
        margins = _dodged_again(case, margins)
    chances: Chances = {Plight(unit.boxes): 1}
    total = 1
    for _ in range(times):
        chances = case.blows.spread_over(chances, margins)
        total = sum(chances.values())
    shocked, factor = shaken(state, unit, chances, fire, waves)
    case.kept[key] = Weighed(shocked, total * factor)
    return case.kept[key]


@heeds("fieldmanual.cp-reroll-skill")
def _dodged_again(case: Case, margins: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """A defense that is rolled again where the second is better on average."""
    whole, start = sum(ways for _, ways in margins), Plight(case.unit.boxes)

    def worth(margin: int) -> Fraction:
        found = case.blows.spread_over({start: 1}, [(margin, 1)])
        return Weighed(found, sum(found.values())).worth

    anew = sum((worth(margin) * ways for margin, ways in margins), Fraction(0)) / whole
    kept = [(margin, ways * whole) for margin, ways in margins if worth(margin) <= anew]
    again = sum(ways for margin, ways in margins if worth(margin) > anew)
    return [*kept, *((margin, ways * again) for margin, ways in margins)]


@heeds("fieldmanual.fire-into-melee", "fieldmanual.direct-fire")
def _direct(case: Case, order: Attack) -> Weighed:
    """The target, or whoever is drawn in its stead."""
    state = case.state
    attacker, target = state.units[order.unit], state.units[order.target]
    drawn = [target, *in_the_way(state, attacker, target)]
    return _joined([(1, _direct_at(case, each)) for each in drawn])


@heeds("fieldmanual.wt-ae", "fieldmanual.faq-direct-fire-ae")
def _direct_at(case: Case, primary: Unit) -> Weighed:
    """Direct fire at one model: itself, or somebody in the area around it if it was hit."""
    state, fire, unit, rolls = case.state, case.fire, case.unit, case.rolls
    if unit.id == primary.id:
        return _each_roll(case, primary.id, lambda _bare, total: _defended(case, total, rolls, None, [unit.id]))
    others = around(state, primary, fire.use) if fire.use.area else []
    if unit.id not in [each.id for each in others]:
        return untouched(unit)
    together = _team(unit, others)
    return _each_roll(case, primary.id, lambda _bare, total: _beside(case, primary, total, together))


def _team(unit: Unit, others: list[Unit]) -> list[str]:
    """Who defends with the same pool as a model, itself among them."""
    return [each.id for each in others if each.id == unit.id or (unit.team and each.team == unit.team)]


def _beside(case: Case, primary: Unit, total: int, together: list[str]) -> Weighed:
    """A model beside the one that was fired at: it defends as often as that one was hit."""
    state, fire, rolls = case.state, case.fire, case.rolls
    defenses = defense_odds(state, fire, primary, [primary.id])
    pair = pair_of(state, fire, primary.id)
    good = sum(ways for other, ways in defenses.items() if harm_of(primary, hit_on(pair, fire, total - other)).is_hit)
    parts: list[tuple[int, Weighed]] = []
    for through in range(rolls + 1):
        ways = _choose(rolls, through) * good**through * (defenses.total - good) ** (rolls - through)
        if ways:
            parts.append((ways, _defended(case, total, through, through, together)))
    return blended(parts)


def _choose(count: int, taken: int) -> int:
    ways = 1
    for number in range(taken):
        ways = ways * (count - number) // (number + 1)
    return ways


@heeds("fieldmanual.rof-spray")
def _sprayed(case: Case, order: Attack) -> Weighed:
    """One of those around the point of a Spray."""
    state, unit, rolls = case.state, case.unit, case.rolls
    near = sprayed_at(state, state.units[order.unit], point_of(state, order), order.spray)
    if unit.id not in [each.id for each in near]:
        return untouched(unit)
    together = _team(unit, near)
    return _each_roll(case, unit.id, lambda _bare, total: _defended(case, total, rolls, 0, together))


@heeds("fieldmanual.indirect-attack", "fieldmanual.deviation", "fieldmanual.thrown-attack")
def _lobbed(case: Case, order: Attack) -> Weighed:
    """It lands on the target, or in one of 36 places; whoever is there defends against the bare roll."""
    state, fire, unit, rolls = case.state, case.fire, case.unit, case.rolls
    target = state.units[order.target]

    def landed(point: Point, bare: int) -> Weighed:
        if not is_caught(unit, point, fire.use, fire.attacker):
            return untouched(unit)
        return _defended(case, bare, rolls, rolls, _team(unit, case.caught(point) if unit.team else [unit]))

    def weigh(bare: int, total: int) -> Weighed:
        if succeeds(total, THRESHOLD):
            return landed((target.x, target.y, target.z), bare)
        dice = [(direction, far) for direction in range(1, SIDES + 1) for far in range(1, SIDES + 1)]
        places = [landing_point(state, fire, target.id, faces, THRESHOLD - total) for faces in dice]
        return _joined([(1, landed(place, bare)) for place in places])

    return _each_roll(case, target.id, weigh)


@heeds("fieldmanual.self-detonation")
def _self(case: Case) -> Weighed:
    """Whoever sets a weapon off in hand has no defense; the others in contact or in the area have."""
    state, fire, unit = case.state, case.fire, case.unit
    attacker = state.units[fire.attacker]
    others = [state.units[name] for name in blown_up(state, attacker, fire.use)]
    skill = skill_of([skill_dice(attacker, ATTACK)])
    parts: list[tuple[int, Weighed]] = []
    for bare, ways in bare_odds(skill).items():
        if unit.id == attacker.id:
            own = Blows(unit, case.blows.hit._replace(origin=None))
            chances = own.spread_over({Plight(unit.boxes): 1}, [(bare, 1)])
            shocked, factor = shaken(state, unit, chances, fire, 1)
            parts.append((ways, Weighed(shocked, sum(chances.values()) * factor)))
        elif unit.id in [each.id for each in others]:
            parts.append((ways, _defended(case, bare, 1, 1, _team(unit, others))))
        else:
            parts.append((ways, untouched(unit)))
    return _joined(parts)
