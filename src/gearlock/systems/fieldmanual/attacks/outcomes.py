"""What becomes of one model in each kind of attack, on everything the dice can show."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.silhouette.rolls import SIDES
from gearlock.systems.fieldmanual.attacks.aiming import mounts_fired, sprays_point, terms_of
from gearlock.systems.fieldmanual.attacks.areas import around, caught_at, sprayed_at
from gearlock.systems.fieldmanual.attacks.defending import Fire, hit_on, pair_of
from gearlock.systems.fieldmanual.attacks.direct import in_the_way, total_for
from gearlock.systems.fieldmanual.attacks.lobbed import THRESHOLD, landing_point
from gearlock.systems.fieldmanual.attacks.modifiers import attack_lines
from gearlock.systems.fieldmanual.attacks.odds import (
    Chances,
    Odds,
    Plight,
    bare_odds,
    defense_odds,
    hits_against,
    shaken,
    spread_over,
)
from gearlock.systems.fieldmanual.attacks.orders import LOBBED, PLACED, SELF, Attack
from gearlock.systems.fieldmanual.attacks.placed import blown_up
from gearlock.systems.fieldmanual.attacks.ranged import fire_of, mount_of
from gearlock.systems.fieldmanual.attacks.targets import point_of
from gearlock.systems.fieldmanual.attacks.terms import Terms
from gearlock.systems.fieldmanual.damage.harm import Hit, harm_of
from gearlock.systems.fieldmanual.dice_tests.tests import ATTACK, skill_dice, skill_of, succeeds
from gearlock.systems.fieldmanual.state import State, Unit

ATTACK_REROLL, DEFENSE_REROLL = "attack-reroll", "defense-reroll"
WORTH_OF_A_BOX = 100


class Case(NamedTuple):
    """An attack asked about one model."""

    state: State
    fire: Fire
    unit: Unit
    rolls: int
    """Defenses against it: one for each weapon that fires."""
    aid: str = ""
    """A re-roll that is used whenever that is better on average."""


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
    state, fire, unit = case[:3]
    defenses = defense_odds(state, fire, unit, together)
    hits = hits_against(state, fire, unit, attack, defenses)
    if case.aid == DEFENSE_REROLL:
        hits = _dodged_again(unit, hits)
    chances: Chances = {Plight(unit.boxes): 1}
    total = 1
    for _ in range(times):
        chances = spread_over(unit, chances, hits)
        total = sum(chances.values())
    shocked, factor = shaken(state, unit, chances, fire, waves)
    return Weighed(shocked, total * factor)


@heeds("fieldmanual.cp-reroll-skill")
def _dodged_again(unit: Unit, hits: list[tuple[Hit, int]]) -> list[tuple[Hit, int]]:
    """A defense that is rolled again where the second is better on average."""
    whole = sum(ways for _, ways in hits)

    def worth(hit: Hit) -> Fraction:
        found = spread_over(unit, {Plight(unit.boxes): 1}, [(hit, 1)])
        return Weighed(found, sum(found.values())).worth

    anew = sum(worth(hit) * ways for hit, ways in hits) / whole
    kept = [(hit, ways * whole) for hit, ways in hits if worth(hit) <= anew]
    again = sum(ways for hit, ways in hits if worth(hit) > anew)
    return (
        [*kept, *((hit, ways * again) for hit, ways in hits)] if again else [(hit, ways * whole) for hit, ways in hits]
    )


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
    state, fire, unit, rolls = case[:4]
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
    state, fire, _, rolls = case[:4]
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
    state, _, unit, rolls = case[:4]
    near = sprayed_at(state, state.units[order.unit], point_of(state, order), order.spray)
    if unit.id not in [each.id for each in near]:
        return untouched(unit)
    together = _team(unit, near)
    return _each_roll(case, unit.id, lambda _bare, total: _defended(case, total, rolls, 0, together))


@heeds("fieldmanual.indirect-attack", "fieldmanual.deviation", "fieldmanual.thrown-attack")
def _lobbed(case: Case, order: Attack) -> Weighed:
    """It lands on the target, or in one of 36 places; whoever is there defends against the bare roll."""
    state, fire, unit, rolls = case[:4]
    target = state.units[order.target]

    def landed(x: int, y: int, z: int, bare: int) -> Weighed:
        near = caught_at(state, (x, y, z), fire.use, fire.attacker)
        if unit.id not in [each.id for each in near]:
            return untouched(unit)
        return _defended(case, bare, rolls, rolls, _team(unit, near))

    def weigh(bare: int, total: int) -> Weighed:
        if succeeds(total, THRESHOLD):
            return landed(target.x, target.y, target.z, bare)
        dice = [(direction, far) for direction in range(1, SIDES + 1) for far in range(1, SIDES + 1)]
        places = [landing_point(state, fire, target.id, faces, THRESHOLD - total) for faces in dice]
        return _joined([(1, landed(*place, bare)) for place in places])

    return _each_roll(case, target.id, weigh)


@heeds("fieldmanual.self-detonation")
def _self(case: Case) -> Weighed:
    """Whoever sets a weapon off in hand has no defense; the others in contact or in the area have."""
    state, fire, unit = case[:3]
    attacker = state.units[fire.attacker]
    others = [state.units[name] for name in blown_up(state, attacker, fire.use)]
    skill = skill_of([skill_dice(attacker, ATTACK)])
    parts: list[tuple[int, Weighed]] = []
    for bare, ways in bare_odds(skill).items():
        if unit.id == attacker.id:
            hit = hit_on(pair_of(state, fire, unit.id), fire, bare)._replace(origin=None)
            chances = spread_over(unit, {Plight(unit.boxes): 1}, [(hit, 1)])
            shocked, factor = shaken(state, unit, chances, fire, 1)
            parts.append((ways, Weighed(shocked, sum(chances.values()) * factor)))
        elif unit.id in [each.id for each in others]:
            parts.append((ways, _defended(case, bare, 1, 1, _team(unit, others))))
        else:
            parts.append((ways, untouched(unit)))
    return _joined(parts)
