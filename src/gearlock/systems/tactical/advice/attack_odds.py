"""The exact odds of attacks, the best attack of one unit on another, and how well a unit stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from math import lcm
from typing import Any, Final, NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.survey import Standing
from gearlock.kernel.view import Modifier, OddsCard
from gearlock.mechanics.judging.danger import Reckoned, noted
from gearlock.mechanics.judging.lines import total
from gearlock.mechanics.judging.outlook import Rival, here_or_nearer, stakes_by_price, standing_among, step_towards
from gearlock.mechanics.silhouette.multiplied import Blow, hit_odds, steps_odds
from gearlock.mechanics.silhouette.rolls import Skill, fumble_odds, margin_odds, total_odds
from gearlock.odds.outcome import Exact, odds_of
from gearlock.odds.pools import Spread, margin_of
from gearlock.systems.tactical.attacks.exchange import (
    ATTACK_RULES,
    DEFENSE_RULES,
    DUD_FROM,
    PHANTOM_FROM,
    attack_lines,
    damage_at,
    defense_lines,
    dm_of,
    pair_of,
    rolls_defense,
    warning_line,
)
from gearlock.systems.tactical.attacks.targets import Pair, freed, refuse_weapon, use_of
from gearlock.systems.tactical.attacks.weapons_in_use import (
    INDIRECT,
    Attack,
    Use,
    band_of,
    blast_reach,
    caught_in,
    found_by,
    is_blast,
    is_too_near,
    linked_with,
    rof_paid,
)
from gearlock.systems.tactical.damage.amounts import (
    LEVELS,
    NONE,
    OVERKILL,
    armor_of,
    concussion,
    counters_after,
    level_of,
    sided,
)
from gearlock.systems.tactical.damage.condition import MP, allowance, arc_now, is_driverless, piloting_lines
from gearlock.systems.tactical.damage.damage import is_staggered
from gearlock.systems.tactical.damage.resolving import absorbs, position_of
from gearlock.systems.tactical.damage.systems_damage import ARMOR_COST
from gearlock.systems.tactical.datacards import Card, Mount
from gearlock.systems.tactical.dice_tests import FIRE_CONTROL, defect_of, rolled_with
from gearlock.systems.tactical.infantry import rof_played, strikes_each
from gearlock.systems.tactical.line_of_sight.seeing import in_arc, look, partial_cover
from gearlock.systems.tactical.line_of_sight.terrain import distance
from gearlock.systems.tactical.state import COMBAT, EVADING, FALLEN, HEAVY, LIGHT, SEATS, State, Unit, opponent
from gearlock.systems.tactical.switches import (
    AMMO_CHECKED,
    DETAILED_DAMAGE,
    DUD,
    FALLING,
    HULL_DOWN_POSITIONS,
    LEFTOVER,
    PHANTOMS,
    suffered,
)
from gearlock.table.measure import INCH, bearing

# --- The exact odds of attacks: margins of both rolls, what they do to a unit, and the worth of it

KEPT = 1 << 14
WHOLE = 4
"""Points of a whole vehicle: a Light is one, a Heavy two, and two Heavies are the end."""
POINTS = {LIGHT: 1, HEAVY: 2, OVERKILL: WHOLE, NONE: 0}
BY_TABLES = {LIGHT: 0.15, HEAVY: 0.4, OVERKILL: 1.0, NONE: 0.0}
"""The share of a vehicle that results of detailed damage cost, roughly: tables are not reckoned through."""


FACES: Final = 6


class Duel(NamedTuple):
    """Both rolls of an attack; without a guard the defense counts as 0."""

    attack: Skill
    guard: Skill | None


Amounts = Callable[[int], int]
"""The damage points of every margin."""


def duel_of(pair: Pair, lines: Sequence[Modifier] | None = None) -> Duel:
    """Both rolls of an attack on one target; `lines` are those of another roll than a shot at it."""
    guard = rolled_with(defense_lines(pair)) if rolls_defense(pair.target) else None
    return Duel(rolled_with(attack_lines(pair) if lines is None else lines), guard)


@heeds("tactical.2.6.4-warning")
def warned_in(duel: Duel) -> Duel:
    """The same with the target warned by a Command Point."""
    if duel.guard is None:
        return duel
    return duel._replace(guard=duel.guard._replace(modifier=duel.guard.modifier + warning_line().value))


@heeds("tactical.3.4.1", "tactical.3.4.2-precision", "tactical.3.4.3-scatter")
def amount_at(pair: Pair, margin: int) -> int:
    """The damage points of an attack by its margin: a hit, nothing by what finds a tiny thing, or the concussion."""
    if margin <= 0:
        return shaken_at(pair, margin) if pair.use.spread else 0
    amount, shaken = damage_at(pair, margin), concussion(dm_of(pair)) if is_blast(pair.state, pair.use.weapon) else 0
    called = pair.use.called if pair.target is pair.aimed else ""
    if amount >= shaken and called and found_by(pair.target, called, margin + freed(pair))[1]:
        return 0
    return max(amount, shaken)


def shaken_at(pair: Pair, margin: int) -> int:
    """What a blast does to who is not hit: half the DM; an indirect one only if it does not land too far away."""
    if not is_blast(pair.state, pair.use.weapon):
        return 0
    close = pair.use.way != INDIRECT or -margin * INCH <= blast_reach(pair.state, pair.use.weapon)
    return concussion(dm_of(pair)) if close else 0


@lru_cache(maxsize=KEPT)
@heeds("tactical.2.3.3")
def margins(duel: Duel) -> Spread:
    """How often each margin comes up."""
    theirs = Spread(0, (1,), 1) if duel.guard is None else total_odds(duel.guard)
    return margin_of(total_odds(duel.attack), theirs)


@lru_cache(maxsize=KEPT)
@heeds("tactical.ref-fumble-effects")
def hits_of(duel: Duel) -> int:
    """In how many of all rolls it hits: a higher total, or any attack that comes to 0 against a fumbled defense."""
    found = margins(duel).at_least(1)
    if duel.guard is None:
        return found
    bare = total_odds(Skill(duel.attack.dice))
    nothing = sum(ways for face, ways in bare.items() if face > 0 and face + duel.attack.modifier <= 0)
    return found + nothing * fumble_odds(duel.guard)[0]


def points_lost(unit: Unit) -> int:
    """Points of a vehicle that are gone: counters of both kinds."""
    return WHOLE if unit.is_lost else min(WHOLE, unit.token(LIGHT) + 2 * unit.token(HEAVY))


def share_gone(unit: Unit) -> float:
    """How much of a whole unit is gone: troopers of a squad, counters, or Armor."""
    if unit.is_lost:
        return 1.0
    if unit.is_infantry:
        full = max(1, max(unit.troopers, default=1) * len(unit.troopers))
        return 1 - sum(unit.troopers) / full
    worn = unit.armor_lost / max(1, unit.card.armor)
    return min(1.0, max(points_lost(unit) / WHOLE, worn))


def step_after(unit: Unit, level: str) -> int:
    """Points that a result costs a vehicle as it is now, by its counters."""
    return worn_after(worn_of(unit), level).points - points_lost(unit)


class Worn(NamedTuple):
    """What damage has left of a vehicle: its counters, or the Armor it has lost of so much."""

    light: int
    heavy: int
    armor: int = 0
    whole: int = 0
    gone: bool = False
    fallen: bool = False

    @property
    def points(self) -> int:
        """Points that are gone, of its Armor with detailed damage, else of its counters."""
        if self.whole:
            return self.whole if self.gone else self.armor
        return WHOLE if self.gone else min(WHOLE, self.light + 2 * self.heavy)


def worn_of(unit: Unit, detailed: bool = False) -> Worn:
    """A vehicle as damage has left it."""
    whole = max(1, unit.card.armor) if detailed else 0
    light, heavy, fallen = unit.token(LIGHT), unit.token(HEAVY), bool(unit.token(FALLEN))
    return Worn(light, heavy, unit.armor_lost, whole, unit.is_lost, fallen)


@heeds("tactical.2.6.10", "tactical.3.5", "tactical.3.5.2")
def worn_after(worn: Worn, level: str) -> Worn:
    """The same after one more result."""
    if level == NONE or worn.gone:
        return worn
    if worn.whole:
        armor = min(worn.whole, worn.armor + ARMOR_COST.get(level, worn.whole))
        return worn._replace(armor=armor, gone=armor == worn.whole)
    light, heavy = counters_after(worn.light, worn.heavy, level)
    return worn._replace(light=light, heavy=heavy, gone=level == OVERKILL or heavy >= 2)


class Loss(NamedTuple):
    """What a hit costs its target: points it still had, the effects it gains, and whether that is its end."""

    points: int = 0
    crippled: bool = False
    destroyed: bool = False
    effects: tuple[str, ...] = ()

    def then(self, later: Loss) -> Loss:
        """Two losses one after the other."""
        gone = self.destroyed or later.destroyed
        effects = () if gone else tuple(sorted({*self.effects, *later.effects}))
        return Loss(self.points + later.points, self.crippled or later.crippled, gone, effects)


Losses = dict[Loss, int]


def loss_between(was: Worn, now: Worn) -> Loss:
    """What a vehicle has lost: who was crippled before is not crippled again, but by its end."""
    gained = ((FALLEN, now.fallen > was.fallen), (HEAVY, bool(now.heavy) > bool(was.heavy)))
    effects = () if now.gone else tuple(sorted(name for name, holds in gained if holds))
    crippled = not now.whole and now.points >= POINTS[HEAVY] > was.points
    return Loss(now.points - was.points, crippled or now.gone, now.gone, effects)


class Victim:
    """The target of an attack, ready to be asked what every number of damage points does to it."""

    def __init__(self, pair: Pair) -> None:
        state, target = pair.state, pair.target
        self.state, self.unit, self.by_head = state, target, strikes_each(pair.use.weapon)
        self.covers, self.footing, self.whole = {0: 1}, Skill(0), 1
        if target.is_infantry:
            return
        self.armor, self.worn = armor_against(pair), worn_of(target, state.switch(DETAILED_DAMAGE))
        found = position_of(target) if state.switch(HULL_DOWN_POSITIONS) else None
        if found is not None:
            self.covers = dict(Counter(absorbs(target, found[1], face) for face in range(1, FACES + 1)))
            self.whole *= FACES
        if state.switch(FALLING) and not is_driverless(target):
            self.footing = rolled_with(piloting_lines(target))
            self.whole *= total_odds(self.footing).total

    @heeds("tactical.3.6.5-damage", "tactical.3.6.5-area", "tactical.3.2.4-effects")
    def losses(self, amount: int, margin: int) -> Losses:
        """What so many points, of a hit by so much, come to, out of `whole`."""
        if self.unit.is_infantry:
            return {squad_loss(self.unit, amount, self.by_head): self.whole}
        found: Losses = {}
        for absorbed, ways in self.covers.items():
            left = max(0, amount - absorbed)
            hurt = worn_after(self.worn, level_of(left, self.armor))
            for after, chances in self._falls(hurt, left, margin).items():
                loss = loss_between(self.worn, after)
                found[loss] = found.get(loss, 0) + ways * chances
        return found

    @heeds("tactical.3.2.3")
    def _falls(self, hurt: Worn, amount: int, margin: int) -> dict[Worn, int]:
        """Whether a walker keeps its feet, out of all throws of that test."""
        throws = self.whole // sum(self.covers.values())
        if hurt.gone or not self.state.switch(FALLING) or not is_staggered(self.unit, amount):
            return {hurt: throws}
        down = hurt._replace(fallen=True)
        if is_driverless(self.unit):
            return {worn_after(down, LIGHT): throws}
        fumbles, against = fumble_odds(self.footing)[0], 1 + max(0, margin)
        bare = total_odds(Skill(self.footing.dice)).items()
        stays = sum(ways for face, ways in bare if face > 0 and face + self.footing.modifier >= against)
        found = {hurt: stays}
        for level, ways in ((HEAVY, fumbles), (LIGHT, throws - stays - fumbles)):
            after = worn_after(down, level)
            found[after] = found.get(after, 0) + ways
        return found


def squad_loss(squad: Unit, amount: int, by_head: bool) -> Loss:
    """What damage points take off a squad: off each trooper alike, or off one after another."""
    had = sum(squad.troopers)
    lost = sum(min(points, amount) for points in squad.troopers) if by_head else min(amount, had)
    return Loss(max(0, lost), lost >= had > 0, lost >= had > 0)


def lost_to(pair: Pair, amount: int) -> float:
    """The share of the whole target that so many damage points cost."""
    target = pair.target
    if not amount:
        return 0.0
    if target.is_infantry:
        full = max(1, max(target.troopers, default=1) * len(target.troopers))
        return squad_loss(target, amount, strikes_each(pair.use.weapon)).points / full
    level = level_of(amount, armor_against(pair))
    if pair.state.switch(DETAILED_DAMAGE):
        return BY_TABLES[level]
    return step_after(target, level) / WHOLE


def armor_against(pair: Pair) -> int:
    """The Armor that meets this attack."""
    arc = sided(pair.arc, pair.target, pair.attacker.x, pair.attacker.y)
    cover = partial_cover(pair.state, pair.target, pair.attacker).armor
    return armor_of(pair.state, pair.target, arc, pair.use.weapon) + cover


def mean_lost(pair: Pair, duel: Duel, amounts: Amounts | None = None) -> float:
    """The share of the whole target to expect of an attack."""
    found, counts = margins(duel), amounts or partial(amount_at, pair)
    ways = ((margin, many) for margin, many in found.items() if margin > 0 or pair.use.spread)
    return sum(lost_to(pair, counts(margin)) * many for margin, many in ways) / found.total


class Fates(NamedTuple):
    """All that can come of an attack on one target: whether it hits and what it costs, in ways out of a total."""

    total: int
    ways: dict[tuple[bool, Loss], int]


@heeds("tactical.4.1.4-leftover-ammo", "tactical.4.1.4-phantom-echoes")
def comes_to_nothing(pair: Pair) -> tuple[int, int]:
    """How often a shot is a dud or goes at a phantom, and out of how many."""
    unit, works = pair.attacker, FACES
    if unit.token(LEFTOVER):
        works = DUD_FROM - 1 if not unit.token(AMMO_CHECKED) else 0 if unit.token(DUD) else FACES
    real = PHANTOM_FROM - 1 if suffered(pair.state, unit.seat, PHANTOMS) else FACES
    return FACES**2 - works * real, FACES**2


@heeds("tactical.7.2-defective")
def duels_of(pair: Pair, duel: Duel) -> tuple[tuple[int, Duel], ...]:
    """The rolls of a shot, and how often out of six: a defective Fire Control makes some of them worse."""
    rating = min(FACES, defect_of(pair.attacker, FIRE_CONTROL))
    worse = duel.attack._replace(modifier=duel.attack.modifier - rating)
    return ((FACES - rating, duel), (rating, duel._replace(attack=worse)))


@heeds("tactical.2.6.7", "tactical.ref-fumble-effects")
def fates_of(pair: Pair, duel: Duel, amounts: Amounts | None = None) -> Fates:
    """The one reckoning of cards and of the odds tool; with `amounts` it is no shot, and nothing spoils it."""
    counts, victim, gained = amounts or partial(amount_at, pair), Victim(pair), freed(pair)
    nothing, whole = (0, 1) if amounts else comes_to_nothing(pair)
    rolls = ((FACES, duel),) if amounts else duels_of(pair, duel)
    ways: dict[tuple[bool, Loss], int] = {}
    for often, each in rolls:
        found, grazed = margins(each), hits_of(each) - margins(each).at_least(1)
        for margin, many in found.items():
            losses = victim.losses(counts(margin), margin + gained if margin > 0 else 0)
            for loss, chances in losses.items():
                weight = often * chances * (whole - nothing)
                hits = many if margin > 0 else grazed if margin == 0 else 0
                for hit, share in ((True, hits), (False, many - hits)):
                    ways[hit, loss] = ways.get((hit, loss), 0) + weight * share
    total = FACES * margins(duel).total * victim.whole * whole
    ways[False, Loss()] = ways.get((False, Loss()), 0) + total // whole * nothing
    return Fates(total, {fate: weight for fate, weight in ways.items() if weight})


@heeds("tactical.7.2-weapon-link")
def link_fates(shots: Sequence[Pair], warned: bool = False) -> Fates:
    """The same of a link: each weapon fires while all before it have hit and the target is there."""
    (first, *others), duel = shots, duel_of(shots[0])
    found = fates_of(first, warned_in(duel) if warned else duel)
    if not others:
        return found
    ways, total = dict[tuple[bool, Loss], int](), found.total
    rests = {fate: _rest(first, fate[1], others, warned) for fate in found.ways if fate[0] and not fate[1].destroyed}
    deep = lcm(*(rest.total for rest in rests.values()))
    for (hit, loss), many in found.ways.items():
        rest = rests.get((hit, loss), Fates(1, {(hit, Loss()): 1}))
        for (_, later), chances in rest.ways.items():
            fate = hit, loss.then(later)
            ways[fate] = ways.get(fate, 0) + many * chances * (deep // rest.total)
    return Fates(total * deep, ways)


def _rest(first: Pair, loss: Loss, others: Sequence[Pair], warned: bool) -> Fates:
    """What the other weapons of a link do to who has lost so much to the first of them, which was no dud."""
    unit, target = first.attacker.clone(), hurt_by(first.target, loss, first.state.switch(DETAILED_DAMAGE))
    unit.tokens |= {AMMO_CHECKED: 1} if unit.token(LEFTOVER) else {}
    after = first.state.with_unit(unit).with_unit(target)
    return link_fates([Pair(after, unit, target, shot.use, shot.observer) for shot in others], warned)


def hurt_by(unit: Unit, loss: Loss, detailed: bool) -> Unit:
    """A unit that has lost so much and is still there."""
    after, left = unit.clone(), loss.points
    if unit.is_infantry:
        for number, points in enumerate(after.troopers):
            taken = min(points, left)
            after.troopers[number], left = points - taken, left - taken
        return after
    if detailed:
        after.armor_lost += left
    else:
        lost = points_lost(unit) + left
        after.tokens |= {LIGHT: lost % POINTS[HEAVY], HEAVY: lost // POINTS[HEAVY]}
    after.tokens |= {FALLEN: 1} if FALLEN in loss.effects else {}
    after.tokens = {name: count for name, count in after.tokens.items() if count}
    return after


def odds_card(pair: Pair, duel: Duel, amounts: Amounts | None = None) -> OddsCard:
    """The odds as a player reads them: points that a vehicle loses of what it has left, or the troopers of a squad."""
    return card_of(fates_of(pair, duel, amounts))


def card_of(fates: Fates) -> OddsCard:
    """All that can come of an attack on one target as a player reads it."""
    done = dict[int, int]()
    hits = crippled = destroyed = 0
    for (hit, loss), ways in fates.ways.items():
        done[loss.points] = done.get(loss.points, 0) + ways
        hits, crippled = hits + ways * hit, crippled + ways * loss.crippled
        destroyed += ways * loss.destroyed
    shown = dict(sorted(done.items()))
    odds = odds_of(Exact(fates.total, hits, shown, crippled=crippled, destroyed=destroyed))
    return OddsCard(odds.p_hit, odds.mean_damage, odds.damage, odds.crippled or 0.0, odds.destroyed or 0.0)


def shots_of(state: State, order: Attack, target: str = "") -> list[Pair]:
    """The shots of an attack at one of its targets: one with each weapon of a link."""
    unit, aimed = state.units[order.unit], state.units[target or order.target]
    mount = unit.mount(order.weapon)
    assert mount is not None, "the attack was found possible"
    guns = linked_with(unit, mount) if order.linked else (mount,)
    return [pair_of(state, unit.id, aimed.id, use_of(state, unit, gun, aimed, order), order.observer) for gun in guns]


@heeds("tactical.3.4.1", "tactical.3.8.3-area")
def caught_by(pair: Pair) -> list[Pair]:
    """The others in a blast at the target, who defend against the same roll."""
    if not is_blast(pair.state, pair.use.weapon):
        return []
    caught = caught_in(pair.state, pair.use.weapon, pair.target.x, pair.target.y, pair.target)
    return [pair.against(each.unit) for each in caught if each.unit is not pair.target and each.wholly]


def skill_text(skill: Skill) -> str:
    """A roll as a player makes it, and what it comes to on average."""
    dice = f"{skill.dice}D6" if skill.dice else "2D6, the lower"
    more = f" {skill.modifier:+d}" if skill.modifier else ""
    return f"{dice}{more}, mean {total_odds(skill).mean():.2f}"


def bare_odds(attack: int, defense: int, multiplier: int, armor: int) -> OddsCard:
    """The odds of bare skills: none, Light, Heavy or Overkill."""
    found, blow = margin_odds(Skill(attack), Skill(defense)), Blow(multiplier, armor, len(LEVELS) - 1)
    hits, total = hit_odds(blow, found)
    odds = odds_of(Exact(total, hits, dict(steps_odds(blow, found).items())))
    return OddsCard(odds.p_hit, odds.mean_damage, odds.damage)


# --- The best attack of one unit on another in numbers alone, without the words

NOTED = "reckoning"
IN_HAND = 0.5
"""What an enemy that has been activated counts of one that has not: it acts again only in the next round."""


@lru_cache(maxsize=1 << 12)
def guns_of(card: Card) -> tuple[Mount, ...]:
    """The weapons of a card that shoot."""
    return tuple(mount for mount in card.weapons if mount.weapon.base)


class Gunner:
    """What a unit brings to any attack it makes."""

    __slots__ = ("brings", "far", "guns", "unit")

    def __init__(self, state: State, unit: Unit) -> None:
        self.unit, self.guns = unit, guns_of(unit.card)
        self.brings = ATTACK_RULES.brought(state, unit)
        self.far = max((mount.weapon.band_ends()[-1] for mount in self.guns), default=-1)


class Mark:
    """What a unit brings to its defense against any enemy."""

    __slots__ = ("brings", "unit")

    def __init__(self, state: State, unit: Unit) -> None:
        self.unit, self.brings = unit, DEFENSE_RULES.brought(state, unit)


def reckoning_of(state: State) -> Reckoned[Gunner, Mark]:
    """The reckoning of a position, noted."""
    known: Reckoned[Gunner, Mark] | None = state.notes.get(NOTED)
    if known is None:
        known = state.notes[NOTED] = Reckoned(partial(Gunner, state), partial(Mark, state))
    return known


def imagined(state: State, unit: Unit) -> State:
    """A position with a unit as it might be, looked at with all that is known of the others."""
    there = state.with_unit(unit)
    there.notes[NOTED] = reckoning_of(state)
    return there


def followed(state: State, event: Any) -> State:
    """A position as something leaves it that is sure to happen, looked at with all that is known of the others."""
    there = state.clone()
    event.change(there)
    there.notes[NOTED] = reckoning_of(state)
    return there


def guns_in_hand(state: State, unit: Unit) -> list[Mount]:
    """The weapons a unit could fire now, whatever stands where."""
    return [m for m in guns_of(unit.card) if refuse_weapon(state, unit, m, Attack(unit.id, m.id)) is None]


def turned_to(unit: Unit, target: Unit) -> Unit:
    """A unit that faces another."""
    if unit.is_infantry:
        return unit
    there = unit.clone()
    there.facing = bearing(unit.x, unit.y, target.x, target.y)
    return there


def best_strike(state: State, gunner: Gunner, mark: Mark, guns: Sequence[Mount] | None = None) -> float:
    """The worth of a unit's best attack on an enemy: with `guns` as it faces, else with all and turned to it."""
    unit, target = gunner.unit, mark.unit
    far = distance(state, unit, target)
    if far > gunner.far:
        return 0.0
    if guns is None:
        unit = turned_to(unit, target)
    best, seen = 0.0, False
    for mount in gunner.guns if guns is None else guns:
        band = band_of(mount.weapon, far)
        if band is None or is_too_near(mount.weapon, far) or not in_arc(unit, arc_now(unit, mount), target.x, target.y):
            continue
        if not seen and look(state, unit, target).reason is not None:
            return 0.0
        seen = True
        rof = rof_paid(state, unit, mount, rof_played(state, unit, mount))
        use = Use(mount.weapon, mount.id, band, rof, spread=is_blast(state, mount.weapon))
        pair = Pair(state, unit, target, use)
        best = max(best, mean_lost(pair, _duel(pair, gunner, mark)))
    return best


def _duel(pair: Pair, gunner: Gunner, mark: Mark) -> Duel:
    """Both rolls, from what each side brings and what lies between them."""
    count, bonus = total(gunner.brings, ATTACK_RULES.used(pair.use), pair)
    attack = Skill(max(0, count), bonus)
    if not rolls_defense(mark.unit):
        return Duel(attack, None)
    guard, more = total(mark.brings, DEFENSE_RULES.used(pair.use), pair)
    return Duel(attack, Skill(max(0, guard), more))


def best_of(state: State, unit: Unit, enemies: Iterable[Unit], guns: Sequence[Mount] | None) -> float:
    """The worth of the best attack of a unit on any of these."""
    gunner = Gunner(state, unit)
    return reckoning_of(state).prospect(enemies, lambda mark: best_strike(state, gunner, mark, guns))


def best_worth(state: State, unit: Unit) -> float:
    """The worth of a unit's best attack on one enemy as it stands, if it can still make one."""
    if unit.actions < 1 or not unit.is_fielded or unit.token(EVADING):
        return 0.0
    guns = guns_in_hand(state, unit)
    return best_of(state, unit, state.fielded(opponent(unit.seat)), guns) if guns else 0.0


def danger(state: State, unit: Unit) -> float:
    """The worth of all enemies' best attacks on a unit, if they stayed and only turned to it."""
    if not unit.is_fielded:
        return 0.0
    others, mark, found = reckoning_of(state), Mark(state, unit), 0.0
    for enemy in state.fielded(opponent(unit.seat)):
        worth = best_strike(state, others.gunner(enemy), mark)
        found += worth * IN_HAND if enemy.done else worth
    return min(found, 1.0)


def danger_here(state: State, unit: Unit) -> float:
    """The danger to a unit that stays where it is, noted."""
    return noted(state.notes, ("danger", unit.id), lambda: danger(state, unit))


# --- How well a unit stands where it is: what it could do from there or from nearer, and what enemies could do to it

PRESSED = 0.34
"""How much of its best attack a turn costs, fitted on duels and skirmishes of bots: who closes in aims worse for it."""
KEPT_FOR_LATER = 0.8
"""What an attack counts that a unit might make in its activation: it may be hurt before, or its target gone."""


def stakes(state: State, seat: str) -> dict[str, float]:  # noqa: ARG001 - both sides know the units on the table
    """What each unit on the table counts, in shares of the average of its side, by its TV."""
    return stakes_by_price(*({unit.id: max(1, unit.tv) for unit in state.fielded(side)} for side in SEATS))


def standing(state: State, seat: str, piece: str) -> Standing:
    """Enemies that have not been activated count as soon."""
    found = [unit for unit in state.fielded(seat) if unit.id == piece]
    if not found:
        return Standing(left=0.0)
    unit, counts = found[0], stakes(state, seat)
    own, others = Mark(state, unit), reckoning_of(state)
    rivals = [
        Rival(
            enemy.id,
            counts[enemy.id],
            PRESSED * from_here_or_nearer(state, enemy, own),
            PRESSED * from_here_or_nearer(state, unit, others.mark(enemy)),
            enemy.done,
        )
        for enemy in state.fielded(opponent(seat))
    ]
    return standing_among(rivals, counts[unit.id], 1 - share_gone(unit))


def from_here_or_nearer(state: State, unit: Unit, mark: Mark) -> float:
    """The best attack of a unit on another, turned to it: from where it stands, or after a move towards it."""
    here = best_strike(state, reckoning_of(state).gunner(unit), mark)
    far = allowance(unit, COMBAT) * INCH // MP
    clear = unit.card.radius + mark.unit.card.radius
    spot = step_towards(state.ground, unit, mark.unit, far, clear) if far and not unit.carrier else None
    if spot is None:
        return here
    there = unit.clone()
    there.x, there.y, there.z = spot
    after = imagined(state, there)
    return here_or_nearer(here, (best_strike(after, Gunner(after, there), mark),))


def prospect(state: State, unit: Unit) -> float:
    """The best attack a unit could make in an activation of its own, on the enemy it could hurt most; noted."""

    def best() -> float:
        others, enemies = reckoning_of(state), list(state.fielded(opponent(unit.seat)))
        gunner = others.gunner(unit)
        return others.prospect(enemies, lambda mark: best_strike(state, gunner, mark))

    return noted(state.notes, (prospect, unit.id), best)


def kept_attack(state: State, unit: Unit) -> float:
    """What a unit that spends its last Action now could have done with it in its activation."""
    if not unit.is_fielded or unit.actions != 1:
        return 0.0
    now = state.activation
    if now is not None and now.unit == unit.id:
        return best_worth(state, unit)
    return 0.0 if unit.done else KEPT_FOR_LATER * prospect(state, unit)
