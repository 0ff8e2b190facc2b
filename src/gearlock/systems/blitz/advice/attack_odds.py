"""Exact odds of an attack on one model, and the worth of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import OddsCard
from gearlock.mechanics.pools.lines import sum_of
from gearlock.mechanics.pools.marginal import SIDES, Weights, bites_of
from gearlock.odds.outcome import Exact, odds_of, pool_odds
from gearlock.odds.pools import pool_result
from gearlock.systems.blitz.attacks.modifiers import DIRECT, Duel, is_caught
from gearlock.systems.blitz.damage import (
    KINDS,
    MARGINAL,
    blast_dice,
    blast_mark,
    damage_felt,
    free_dice,
    hit_damage,
    leaves_nothing,
    may_dodge,
    net_damage,
    persistent_damage,
    persistent_skill,
    tank_damage,
)
from gearlock.systems.blitz.dice_tests.comms_tests import jamming_on
from gearlock.systems.blitz.dice_tests.tests import WORKS, modifiers_of
from gearlock.systems.blitz.general_concepts.dice import BASE_DICE, EW, dice_of, skill_of
from gearlock.systems.blitz.lock_and_cover.cover import is_concealed
from gearlock.systems.blitz.models import Model, Weapon
from gearlock.systems.blitz.state import CORROSION, HAYWIRE, WRECK, State, Unit

# --- The dice of an attack and of the defence against it, with what may spoil them before they are thrown

Dice = tuple[tuple[int, int], ...]
"""How many dice a side may have, and how often: one entry where nothing spoils them."""
FIRE_CONTROL, MOVE, SENSORS, ELECTRONICS = "Fire Control", "Move", "Sensors", "Electronics"


class Cast(NamedTuple):
    """A check and the defence against it before they are thrown: the dice of both sides, and their skills."""

    attack: Dice
    defence: Dice
    skill: int
    wits: int


def sure(count: int) -> Dice:
    """So many dice, come what may."""
    return ((max(0, count), 1),)


@heeds("blitz.trait.defective")
def spoiled(dice: Dice) -> Dice:
    """The dice of a system that gives out on a face below 4: then it has none."""
    works, found = SIDES + 1 - WORKS, dict[int, int]()
    for count, ways in dice:
        found[count] = found.get(count, 0) + ways * works
        found[0] = found.get(0, 0) + ways * (SIDES - works)
    return tuple(sorted(found.items()))


@heeds("blitz.14.5b", "blitz.trait.defective")
def jammed_dice(state: State, unit: Unit) -> Dice:
    """The dice that jamming of its sensors costs a model, after its free roll against it."""
    _, intensity = jamming_on(unit)
    if not intensity:
        return ((0, 1),)
    rolls = sure(dice_of(modifiers_of(state, unit, EW)))
    return _left_of(intensity, spoiled(rolls) if unit.is_defective(ELECTRONICS) else rolls, skill_of(unit, EW))


@lru_cache(maxsize=256)
def _left_of(intensity: int, rolls: Dice, skill: int) -> Dice:
    most, found = max(count for count, _ in rolls), dict[int, int]()
    for count, chances in rolls:
        for good, ways in bites_of(count, skill).items():
            left = max(0, intensity - good)
            found[left] = found.get(left, 0) + ways * chances * SIDES ** (most - count)
    return tuple(sorted(found.items()))


@heeds("blitz.trait.defective", "blitz.14.5b", "blitz.7.6-concealment")
def attack_dice(state: State, unit: Unit, weapon: Weapon, count: int, target: Unit | None, mode: str = DIRECT) -> Dice:
    """The dice of an attack, less what jamming takes and what defects spoil. Without a target it is aimed at nobody."""
    found = sure(count)
    aimed = target is not None and mode == DIRECT
    if aimed:
        lost = dict[int, int]()
        for less, ways in jammed_dice(state, unit):
            lost[max(0, count - less)] = lost.get(max(0, count - less), 0) + ways
        found = tuple(sorted(lost.items()))
    if unit.is_defective(MOVE if weapon.is_melee else FIRE_CONTROL):
        found = spoiled(found)
    if aimed and unit.is_defective(SENSORS) and target is not None and is_concealed(state, unit, target):
        found = spoiled(found)
    return found


@heeds("blitz.trait.defective", "blitz.9.3")
def defence_dice(target: Unit, count: int) -> Dice:
    """The dice of a defence; a wreck has nothing that could give out."""
    found = sure(count)
    return spoiled(found) if target.is_defective(MOVE) and target.status != WRECK else found


def is_sound(unit: Unit) -> bool:
    """Whether nothing can spoil the attacks of a model."""
    return not jamming_on(unit)[1] and not any(unit.is_defective(name) for name in (FIRE_CONTROL, MOVE, SENSORS))


def cast_of(state: State, unit: Unit, weapon: Weapon, target: Unit, duel: Duel, mode: str = DIRECT) -> Cast:
    """Both sides of an attack on a model, as their lines say."""
    pools, count = duel.pools, BASE_DICE + sum_of(duel.attack)[0]
    attack = attack_dice(state, unit, weapon, count, target, mode)
    return Cast(attack, defence_dice(target, pools.defence), pools.attack_step, pools.defence_step)


# --- What of a model tells how much an attack hurts it: what it saves by itself, and how it fights what burns on it

Saves = tuple[tuple[int, int], ...]
"""Successes of a free test and how often they come."""
NO_SAVES: Saves = ((0, 1),)
ENDLESS = 1 << 20
"""More damage than anything does."""


class Ember(NamedTuple):
    """How a model fights one kind of persistent damage."""

    left: int = 0
    """The points it can take: what is destroyed burns no more."""
    token: int = 0
    """What lies on it already; only what is as intense takes its place."""
    shock: int = 0
    """Its haywire: more of it than points left, and it fights with the skill `shorted`."""
    skill: int = 7
    shorted: int = 7
    most: int = 0
    """The damage of one roll at most."""
    slowly: bool = False
    """A roll lowers it by one at most."""


COLD = Ember()


class Victim(NamedTuple):
    """A model as far as it tells what an attack does to it."""

    line: Model
    is_sheltered: bool = False
    saves: Saves = NO_SAVES
    least: int = 0
    """Less damage than this does nothing: a wreck is removed at once, or feels nothing."""
    ember: Ember = COLD


@heeds("blitz.9.3", "blitz.9.4", "blitz.18.3b")
def victim_of(state: State, weapon: Weapon, target: Unit, duel: Duel) -> Victim:
    """A model that defends itself so against a weapon."""
    saves = saves_of(state, target, sum_of(duel.defence)[0], duel.pools.defence_step)
    return victim(weapon, target, NO_SAVES if is_caught(duel.defence) else saves)


def victim(weapon: Weapon, target: Unit, saves: Saves = NO_SAVES) -> Victim:
    """A model that has these free tests."""
    if target.status == WRECK:
        bulk = target.line.bulk
        return Victim(target.line, least=bulk if leaves_nothing(target, bulk, False) else ENDLESS)
    return Victim(target.line, target.is_sheltered, saves, 0, ember_of(weapon, target))


@heeds("blitz.9.5", "blitz.trait.fieldarmor", "blitz.trait.defective")
def saves_of(state: State, target: Unit, modifiers: int, skill: int) -> Saves:
    """The free test of a model's armor with the modifiers of its defence: successes, and how often they come."""
    armor = free_dice(state, target) if target.status != WRECK and may_dodge(target) else 0
    return _saves(max(0, armor + modifiers), skill, target.is_defective(MOVE)) if armor else NO_SAVES


@lru_cache(maxsize=256)
def _saves(count: int, skill: int, is_defective: bool) -> Saves:
    found: dict[int, int] = {}
    for dice, chances in spoiled(sure(count)) if is_defective else sure(count):
        for good, ways in bites_of(dice, skill).items():
            found[good] = found.get(good, 0) + ways * chances * SIDES ** (count - dice)
    return tuple(sorted(found.items()))


@heeds("blitz.9.6", "blitz.9.6a", "blitz.9.6c")
def ember_of(weapon: Weapon, target: Unit) -> Ember:
    """How a model fights what a weapon sets on it."""
    if weapon.persistent is None:
        return COLD
    kind, shock = KINDS[weapon.persistent[0]], target.token(HAYWIRE)
    skill = shorted = persistent_skill(target, kind)
    if shock:
        worse = target.clone()
        worse.hull = worse.structure = 0
        shorted = persistent_skill(worse, kind)
    most = persistent_damage(target, kind, ENDLESS)
    left = target.hull + target.structure
    return Ember(left, target.token(kind), shock, skill, shorted, most, kind == CORROSION)


@lru_cache(maxsize=1 << 12)
@heeds("blitz.9.6", "blitz.9.6a", "blitz.9.6c")
def smoulder(ember: Ember, felt: int, intensity: int) -> dict[tuple[int, bool], int]:
    """What the roll at once comes to after so much damage: damage more and whether a token stays, out of 6 a die."""
    if felt >= ember.left or intensity <= 0 or intensity < ember.token:
        return {(0, False): SIDES**intensity}
    skill, found = ember.shorted if ember.shock > ember.left - felt else ember.skill, dict[tuple[int, bool], int]()
    for good, ways in bites_of(intensity, skill).items():
        more = min(intensity - good, ember.most)
        stays = intensity > (min(1, good) if ember.slowly else good) and felt + more < ember.left
        found[more, stays] = found.get((more, stays), 0) + ways
    return found


# --- What one check comes to against one defence: harm of every kind with exact weights, and which dice are alike

Check = tuple[int, int, int]
"""A total, how many dice reach the skill, how many show a six."""
Lie = tuple[Check, int]
"""A check and a defence as they lie on the table."""
MARGINALLY = {bites: ways // 3 for bites, ways in bites_of(1, MARGINAL).items()}
"""Whether a marginal hit bites, out of two."""
AREA, BEYOND, SCREEN = "area", "beyond", "screen"
"""Those near the target, in the blast or only in the area of the attack; and who stands before it."""


class Harm(NamedTuple):
    """What a volley does to one model: whether it hits, the damage felt, and what goes on burning."""

    hit: bool
    damage: int = 0
    kind: str = ""
    intensity: int = 0


Harms = dict[Harm, int]


@lru_cache(maxsize=1 << 12)
def checks_of(count: int, skill: int, told: bool) -> dict[Check, int]:
    """Every attack check and how often it comes, out of 6 to the count; single dice only if they are `told`."""
    if not told:
        return {(total, 0, 0): ways for total, ways in pool_result(count, 0, skill).items()}
    ways: dict[tuple[int, int, int], int] = {(0, 0, 0): 1}
    for _ in range(count):
        after: dict[tuple[int, int, int], int] = {}
        for (highest, reach, sixes), weight in ways.items():
            for face in range(1, SIDES + 1):
                key = max(highest, face), reach + (face >= skill), sixes + (face == SIDES)
                after[key] = after.get(key, 0) + weight
        ways = after
    found: dict[Check, int] = {}
    for (highest, reach, sixes), weight in ways.items():
        key = (highest + reach - (highest >= skill) if count else 1), reach, sixes
        found[key] = found.get(key, 0) + weight
    return found


@lru_cache(maxsize=1 << 12)
def checks_among(dice: Dice, skill: int, told: bool) -> dict[Check, int]:
    """Every attack check of a side that may have more or fewer dice, and how often it comes."""
    if len(dice) == 1:
        return checks_of(dice[0][0], skill, told)
    most, found = max(count for count, _ in dice), dict[Check, int]()
    for count, chances in dice:
        for check, ways in checks_of(count, skill, told).items():
            found[check] = found.get(check, 0) + ways * chances * SIDES ** (most - count)
    return found


@lru_cache(maxsize=1 << 12)
def guards_among(dice: Dice, wits: int) -> Weights:
    """Every defence of a side that may have more or fewer dice, and how often it comes."""
    most, found = max(count for count, _ in dice), Weights()
    for count, chances in dice:
        for total, ways in pool_result(count, 0, wits).items():
            found[total] = found.get(total, 0) + ways * chances * SIDES ** (most - count)
    return found


@lru_cache(maxsize=1 << 12)
def lies_of(cast: Cast, told: bool, blasts: bool) -> dict[Lie, int]:
    """Every check against every defence, like ones together, and how often they lie there."""
    found: dict[Lie, int] = {}
    guards = guards_among(cast.defence, cast.wits)
    for check, ways in checks_among(cast.attack, cast.skill, told).items():
        for defence, chances in guards.items():
            lie = like(check, defence, cast.skill, blasts)
            found[lie] = found.get(lie, 0) + ways * chances
    return found


def like(check: Check, defence: int, skill: int, blasts: bool) -> Lie:
    """Another check and defence that come to the same: of equal margin, as good, with the same dice to tell."""
    total = check[0]
    if not blasts:
        return ((0, check[1], check[2]), defence - total) if total >= defence else ((0, 0, 0), 1)
    low = skill if total >= skill else 1
    return (low, check[1], check[2]), defence + low - total


def tells(weapon: Weapon) -> bool:
    """Whether the single dice of an attack count, not the result alone."""
    return "AT" in weapon.traits


class Blow:
    """A weapon against a victim, ready to be asked what every margin does."""

    def __init__(self, weapon: Weapon, victim: Victim, skill: int, role: str = "") -> None:
        line = victim.line
        self.weapon, self.victim, self.line, self.skill, self.role = weapon, victim, line, skill, role
        self.secondary, self.blast = role in (AREA, BEYOND), 0 if role == BEYOND else blast_dice(weapon, line)
        self.whole = 2 * SIDES**self.blast * sum(ways for _, ways in victim.saves)
        self.blasts = bites_of(self.blast, blast_mark(weapon, line, victim.is_sheltered))

    @heeds("blitz.9.1", "blitz.9.1a", "blitz.10.2a", "blitz.9.5", "blitz.9.6", "blitz.wtrait.at", "blitz.2.14")
    def harms(self, check: Check, defence: int) -> Harms:
        """What a check against a defence comes to, out of `whole`."""
        total, skill = check[0], self.skill
        margin, found = total - defence, Harms()
        reaches = (total >= skill and self.role != SCREEN) or (margin >= 0 and not self.secondary)
        blasts = self.blasts if reaches else {0: SIDES**self.blast}
        for left, ways in self._margins(margin).items():
            for damage, bites in self._damages(left, check).items():
                for more, chances in blasts.items():
                    harm = self._harm(left, damage + more)
                    found[harm] = found.get(harm, 0) + ways * bites * chances
        return found

    def _margins(self, margin: int) -> Weights:
        """The margin that free tests leave of one."""
        found: Weights = {}
        for good, ways in self.victim.saves:
            left = max(0, margin - good) if margin > 0 else margin
            found[left] = found.get(left, 0) + ways
        return found

    def _damages(self, margin: int, check: Check) -> Weights:
        """The damage of a margin, out of two for the die of a marginal hit."""
        weapon, line = self.weapon, self.line
        if margin < 0 or not weapon.bites:
            return {0: 2}
        net = net_damage(weapon, line, margin, line.armor)
        marked = check[2] if weapon.pen < line.armor else check[1]
        more = tank_damage(weapon, line, margin, (SIDES,) * marked, self.skill)
        if net:
            return {hit_damage(net, 0, more, self.secondary): 2}
        found: Weights = {}
        for bite, ways in MARGINALLY.items():
            damage = hit_damage(net, bite, more, self.secondary)
            found[damage] = found.get(damage, 0) + ways
        return found

    def _harm(self, margin: int, damage: int) -> Harm:
        weapon = self.weapon
        felt = damage_felt(weapon, self.line, damage)
        if margin < 0 or weapon.persistent is None:
            return Harm(margin >= 0, felt)
        letter, rating = weapon.persistent
        return Harm(True, felt, KINDS[letter], margin + rating)


@lru_cache(maxsize=1 << 12)
def harms_of(weapon: Weapon, victim: Victim, cast: Cast) -> Harms:
    """All that a check can do to the one model that defends against it."""
    blow, found = Blow(weapon, victim, cast.skill), Harms()
    for lie, ways in lies_of(cast, tells(weapon), bool(blow.blast)).items():
        for harm, chances in blow.harms(*lie).items():
            found[harm] = found.get(harm, 0) + ways * chances
    return found


# --- The exact odds of an attack on one model, and the worth of it: one reckoning for cards, bots and the odds tool

Found = tuple[int, int, Weights]
"""The weight of a hit, the whole, and how often each amount of damage comes up; a miss counts as none."""
KEPT = 1 << 14
MISS = Harm(False)


class Beside(NamedTuple):
    """A secondary target of an area: the dice and skill of who is aimed at, and whether blast reaches this one."""

    guard: Dice
    wits: int
    near: bool


class Strike(NamedTuple):
    """An attack on one model, as far as it tells what comes of it: like ones are worked out once."""

    weapon: Weapon
    cast: Cast
    victim: Victim
    beside: Beside | None = None


def strike_of(
    state: State, attacker: Unit, weapon: Weapon, target: Unit, duel: Duel, mode: str = DIRECT, cast: Cast | None = None
) -> Strike:
    """An attack on a model, with these lines on both sides."""
    cast = cast_of(state, attacker, weapon, target, duel, mode) if cast is None else cast
    return Strike(weapon, cast, victim_of(state, weapon, target, duel))


@lru_cache(maxsize=KEPT)
def damage_of(strike: Strike) -> Found:
    """All that an attack does at once: damage, and the first bite of what it sets on fire."""
    weapon, cast, victim, beside = strike
    if beside is None:
        return told(harms_of(weapon, victim, cast), victim)
    ours = checks_among(cast.attack, cast.skill, tells(weapon))
    return spread(weapon, victim, ours, guards_among(cast.defence, cast.wits), cast.skill, beside)


@heeds("blitz.10.2", "blitz.10.2b")
def spread(
    weapon: Weapon,
    victim: Victim,
    ours: Mapping[Check, int],
    theirs: Mapping[int, int],
    skill: int,
    beside: Beside | None = None,
) -> Found:
    """What these checks do against these defences; secondary targets defend if the first was hit, or nearly so."""
    role = "" if beside is None else AREA if beside.near else BEYOND
    blow, found = Blow(weapon, victim, skill, role), Harms()
    first = guards_among(beside.guard, beside.wits) if beside is not None else {0: 1}
    must, guards = sum(first.values()), sum(theirs.values())
    for check, often in ours.items():
        defends = must if check[0] >= skill else sum(ways for defence, ways in first.items() if check[0] >= defence)
        if defends < must:
            found[MISS] = found.get(MISS, 0) + often * (must - defends) * guards * blow.whole
        for defence, ways in theirs.items():
            for harm, chances in blow.harms(check, defence).items():
                found[harm] = found.get(harm, 0) + often * ways * defends * chances
    return told(found, victim)


@heeds("blitz.9.6", "blitz.9.3")
def told(harms: Harms, victim: Victim) -> Found:
    """How often a model is hit, and how often each amount of damage is done: by the hit, and by what burns at once."""
    hits, damage, deepest = 0, Weights(), max((harm.intensity for harm in harms), default=0)
    for harm, ways in harms.items():
        often, felt = ways * SIDES ** (deepest - harm.intensity), harm.damage if harm.damage >= victim.least else 0
        hits += ways * SIDES**deepest if harm.hit else 0
        for (more, _), chances in smoulder(victim.ember, felt, harm.intensity).items():
            damage[felt + more] = damage.get(felt + more, 0) + often * chances
    return hits, sum(damage.values()), damage


def odds_card(strike: Strike, target: Unit) -> OddsCard:
    """The odds against a model as it is now."""
    return card_of(damage_of(strike), target)


@heeds("blitz.9.2", "blitz.9.3", "blitz.9.4")
def card_of(found: Found, target: Unit) -> OddsCard:
    """What a spread of damage brings about for a model as it is now: what it has lost already it does not lose again.

    A wreck can only be removed.
    """
    hits, whole, damage = found
    left = 1 if target.status == WRECK else target.hull + target.structure
    crippled = sum(weight for amount, weight in damage.items() if amount >= target.hull) if target.hull else 0
    destroyed = sum(weight for amount, weight in damage.items() if amount >= left) if left else 0
    odds = odds_of(Exact(whole, hits, dict(sorted(damage.items())), crippled=crippled, destroyed=destroyed))
    return OddsCard(odds.p_hit, odds.mean_damage, odds.damage, odds.crippled or 0.0, odds.destroyed or 0.0)


def expected_share(strike: Strike, target: Unit) -> float:
    """The damage to expect as a share of the whole target, no more than it has left."""
    return _expected(strike, target.hull + target.structure) / target.line.bulk


@lru_cache(maxsize=KEPT)
def _expected(strike: Strike, most: int) -> float:
    return mean_of(damage_of(strike), most)


def mean_of(found: Found, most: int) -> float:
    """The damage to expect of a spread, no more than this much counted."""
    _, whole, damage = found
    return sum(min(amount, most) * weight for amount, weight in damage.items()) / whole


def bare_odds(attack: int, defence: int, pen: int, armor: int) -> OddsCard:
    """The odds of bare pools at skill 4+."""
    odds = pool_odds(attack, defence, pen, armor)
    return OddsCard(odds.p_hit, odds.mean_damage, odds.damage)
