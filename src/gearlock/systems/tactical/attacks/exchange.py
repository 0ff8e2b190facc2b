"""2.6.7 and 3.4: every modifier of an attack, the rolls, and shots that go astray."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from gearlock.kernel.asks import Option, Target
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.judging.lines import LineRules, OfModel, OfPair, OfUse
from gearlock.mechanics.pools.lines import result
from gearlock.mechanics.silhouette.rolls import Result, least_total
from gearlock.systems.tactical.attacks.targets import (
    Pair,
    accurate,
    arc_of_attack,
    concealed,
    coordinated,
    crowded,
    dug_in,
    freed,
    groping,
    guided,
    in_cover,
    observers_of,
    sniping,
)
from gearlock.systems.tactical.attacks.weapons_in_use import (
    BANDS,
    INDIRECT,
    RANGE,
    AttackMet,
    Designate,
    Designated,
    DesignationBegun,
    Use,
    band_of,
    bands_beyond,
    found_by,
    refuse_acting,
    strike_tiny,
)
from gearlock.systems.tactical.command import offer_warning
from gearlock.systems.tactical.damage.amounts import Blow, dm_used, fragment_lines, fragmented, hit_damage, sided
from gearlock.systems.tactical.damage.condition import (
    PACE_WORDS,
    defends_at_zero,
    extra_lines,
    fire_control_now,
    inches_moved,
    perk,
    piloting_lines,
    worn_lines,
)
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.dice_tests import (
    DEFENSE,
    GUNNERY,
    Test,
    margin,
    rolled_with,
    skill_lines,
    throw_die,
    throw_test,
)
from gearlock.systems.tactical.line_of_sight.seeing import look, partial_cover, refuse_sight
from gearlock.systems.tactical.line_of_sight.terrain import distance, dust_loss
from gearlock.systems.tactical.state import (
    CLIMBING,
    COMBAT,
    DESIGNATED,
    EVADING,
    HALF,
    JAMMED,
    STATIONARY,
    TOP,
    State,
    Unit,
    opponent,
    pace_of,
)
from gearlock.systems.tactical.switches import AMMO_CHECKED, BURST_FIRE, DUD, FAULTY, LEFTOVER, PHANTOMS, suffered
from gearlock.systems.tactical.weapons import ENERGY, GUIDED, Weapon
from gearlock.table.measure import INCH, inches_text

# --- 2.6.7: every modifier of an attack and of the defense against it, written once for play, odds, previews and bots

MOVEMENT = {STATIONARY: 2, HALF: 1, COMBAT: 0, TOP: -3}
SPEEDS = ((0, -3), (2, -2), (4, -1), (6, 0), (9, 1), (19, 2), (99, 3))
"""Inches moved, up to so many, and what they do to the defense."""
FASTEST = 4
EVASION, WARNING, CALLED, ON_A_CLIFF = 3, 2, -1, -2


def gunnery_lines(_state: State, unit: Unit) -> list[Modifier]:
    """Gunnery, or the one Skill of a squad."""
    return list(skill_lines(unit, GUNNERY))


@rule("tactical.2.3.4-fire-control")
def fire_control_lines(_state: State, unit: Unit) -> list[Modifier]:
    """The Fire Control of a vehicle."""
    value = fire_control_now(unit)
    return [result(value, "Fire Control", "tactical.2.3.4-fire-control")] if value else []


@heeds("tactical.2.6.7-range")
def range_lines(use: Use) -> list[Modifier]:
    """By range band."""
    worth = RANGE[use.band]
    return [result(worth, f"{BANDS[use.band]} range", "tactical.2.6.7-range")] if worth else []


@heeds("tactical.2.6.7-attacker-movement")
def movement_lines(state: State, unit: Unit) -> list[Modifier]:
    """How fast the attacker goes."""
    pace = pace_of(state, unit)
    worth = MOVEMENT[pace]
    return [result(worth, PACE_WORDS[pace].capitalize(), "tactical.2.6.7-attacker-movement")] if worth else []


def penalty_lines(_state: State, unit: Unit) -> list[Modifier]:
    """Extra Actions."""
    return list(extra_lines(unit))


@heeds("tactical.3.4.2", "tactical.7.2.2-fragmentation", "tactical.3.4.5-saturation")
def use_lines(use: Use) -> list[Modifier]:
    """Called shots, fragmentation ammunition, saturation."""
    lines = [result(CALLED, f"Called shot: {use.called}", "tactical.3.4.2")] if use.called else []
    lines += fragment_lines() if use.fragments else ()
    return [*lines, result(use.bonus, "Saturation", "tactical.3.4.5-saturation")] if use.bonus else lines


def drive_lines(_state: State, unit: Unit) -> list[Modifier]:
    """Piloting with Maneuver, or the one Skill of a squad."""
    return list(piloting_lines(unit))


@rule("tactical.2.6.7-target-speed")
def speed_worth(inches: int) -> int:
    """What so many whole inches do to the defense."""
    return next((worth for upto, worth in SPEEDS if inches <= upto), FASTEST)


@heeds("tactical.2.6.7-target-speed")
def speed_lines(state: State, unit: Unit) -> list[Modifier]:
    """Inches moved; squads never count any."""
    if unit.is_infantry:
        return []
    inches = inches_moved(state, unit)
    worth = speed_worth(inches)
    return [result(worth, f"{inches} in moved", "tactical.2.6.7-target-speed")] if worth else []


@heeds("tactical.2.6.9")
def evasion_lines(_state: State, unit: Unit) -> list[Modifier]:
    """Evasive maneuvers."""
    return [result(EVASION, "Evasive maneuvers", "tactical.2.6.9")] if unit.token(EVADING) else []


@rule("tactical.3.2.1-climbing-penalty")
def climbing_lines(_state: State, unit: Unit) -> list[Modifier]:
    """Who hangs on a cliff."""
    return [result(ON_A_CLIFF, "On a cliff", "tactical.3.2.1-climbing-penalty")] if unit.token(CLIMBING) else []


ATTACK_RULES: LineRules[State, Unit, Use, Pair] = LineRules(
    OfModel(gunnery_lines),
    OfModel(fire_control_lines),
    OfPair(accurate, "Accuracy {:+}", "tactical.2.3.4-accuracy", on_result=True),
    OfUse(range_lines),
    OfModel(movement_lines),
    OfPair(concealed, "Concealment {:+}", "tactical.2.6.7-obscurement", on_result=True),
    OfPair(dug_in, "Infantry in cover", "tactical.3.6.5", lambda use: not use.spread, on_result=True),
    OfPair(sniping, "Sniper Systems", "tactical.7.2-sniper", on_result=True),
    OfPair(guided, "Target designated", "tactical.7.2.2-guided", on_result=True),
    OfPair(coordinated, "Coordinated", "tactical.4.1.4-coordinated", on_result=True),
    OfPair(groping, "Cannot see at night", "tactical.3.7-night", on_result=True),
    OfUse(use_lines),
    OfModel(penalty_lines),
)
"""Every rule of the attacker's roll, in the order of its lines."""

DEFENSE_RULES: LineRules[State, Unit, Use, Pair] = LineRules(
    OfModel(drive_lines),
    OfModel(speed_lines),
    OfPair(
        arc_of_attack, {-1: "From the rear flank", -2: "From the rear"}, "tactical.2.6.7-defense-arc", on_result=True
    ),
    OfPair(in_cover, "Infantry in cover", "tactical.3.6.5", lambda use: use.spread, on_result=True),
    OfPair(crowded, "Several attackers {:+}", "tactical.3.8.3-map", on_result=True),
    OfModel(evasion_lines),
    OfModel(climbing_lines),
)
"""Every rule of the defender's roll, in the order of its lines."""


@heeds("tactical.2.6.7")
def attack_lines(pair: Pair) -> list[Modifier]:
    """All lines of an attack on a target."""
    return ATTACK_RULES.lines(pair.state, pair.attacker, pair.use, pair)


@heeds("tactical.2.6.7", "tactical.2.6.7-maneuver")
def defense_lines(pair: Pair) -> list[Modifier]:
    """All lines of the defense against an attack."""
    return DEFENSE_RULES.lines(pair.state, pair.target, pair.use, pair)


@rule("tactical.2.6.7-maneuver")
@heeds("tactical.3.5.1-movement")
def rolls_defense(unit: Unit) -> bool:
    """Every target rolls to defend, but for who can neither move nor be driven: that counts as 0."""
    return not defends_at_zero(unit)


@rule("tactical.2.6.4-warning")
def warning_line() -> Modifier:
    """A Command Point for one Defense roll."""
    return result(WARNING, "Warned by a Command Point", "tactical.2.6.4-warning")


# --- 2.6.7: an attack roll against a defense roll, and the damage of a hit


class Met(NamedTuple):
    """How an attack met a defense."""

    margin: int
    hit: bool


def pair_of(state: State, unit_id: str, target_id: str, use: Use, observer: str = "") -> Pair:
    """Who attacks whom, with what, and who observes for it: the one that was named, or who sees the target best."""
    unit, target = state.units[unit_id], state.units[target_id]
    seen: Unit | None = None
    if use.way == INDIRECT:
        friends = observers_of(state, unit, target)
        best = min(friends, key=lambda friend: (look(state, friend, target).penalty, friend.id), default=None)
        seen = next((friend for friend in friends if friend.id == observer), best)
    return Pair(state, unit, target, use, seen)


def meet(ctx: Ctx[State], pair: Pair, attack: Result) -> Script[Met]:
    """The target defends, perhaps warned by a Command Point; a higher attack hits."""
    target_id, unit_id, mount = pair.target.id, pair.attacker.id, pair.use.mount
    defense = yield from defend(ctx, pair, attack)
    met = outcome_of(attack, defense)
    ctx.emit(AttackMet(unit_id, target_id, mount, attack.total, defense.total, met.margin, met.hit))
    return met


@heeds("tactical.2.6.7", "tactical.2.6.4-warning")
def defend(ctx: Ctx[State], pair: Pair, attack: Result) -> Script[Result]:
    """A Defense roll with all its lines; what cannot defend at all counts as 0."""
    target_id, unit_id = pair.target.id, pair.attacker.id
    lines: tuple[Modifier, ...] = tuple(defense_lines(pair))
    if not rolls_defense(pair.target):
        return Result(0, 0, False)
    if may_hit(attack, lines) and (yield from offer_warning(ctx, target_id, attack.total, pair.attacker.name)):
        lines = (*lines, warning_line())
    named = (attack.total, unit_id, pair.use.mount)
    return (yield from throw_test(ctx, Test(DEFENSE, target_id, lines, "tactical.2.6.7", *named)))


@heeds("tactical.2.6.4-warning", "tactical.ref-fumble-effects")
def may_hit(attack: Result, lines: Iterable[Modifier]) -> bool:
    """Whether any Defense roll but a fumble, which no warning helps, is hit by an attack."""
    return not attack.fumbled and attack.total > least_total(rolled_with(lines))


@heeds("tactical.ref-fumble-effects", "tactical.2.3.3")
def outcome_of(attack: Result, defense: Result) -> Met:
    """A higher total hits. A fumbled attack misses; a fumbled defense is hit by any other attack."""
    difference = margin(attack.total, defense.total)
    if attack.fumbled:
        return Met(min(0, difference), False)
    return Met(difference, difference > 0 or defense.fumbled)


def dm_of(pair: Pair) -> int:
    """The DM of the attack before its ROF: by damage, distance, fragments and dust."""
    use = pair.use
    more = dust_loss(pair.state, use.weapon)
    return dm_used(pair.attacker, use.weapon, bands_beyond(use.band), use.fragments, more)


@heeds("tactical.3.4.5", "tactical.2.3.4-damage-multiplier", "tactical.7.2.2-damage-per-band", "tactical.3.4.3")
def damage_at(pair: Pair, difference: int) -> int:
    """The damage points of a hit by so much; of an indirect one with what it gains."""
    use = pair.use
    rof = rof_counted(pair.state, use)
    return hit_damage(pair.state, use.weapon, dm_of(pair), difference + freed(pair), rof, pair.target.is_infantry)


@heeds("tactical.2.3.4-rof", "tactical.7.2.2-fragmentation", "tactical.3.4.5")
def rof_counted(state: State, use: Use) -> int:
    """The ROF that counts for the damage of an attack, with what fragments add.

    Where bursts are not played no ROF counts, that of fragments neither.
    """
    return fragmented(0, use.rof)[1] if use.fragments and state.switch(BURST_FIRE) else use.rof


@heeds("tactical.2.6.10")
def blow_of(pair: Pair, difference: int, called: str = "") -> Blow:
    """A hit as damage takes it: DM times the Margin of Success."""
    arc = sided(pair.arc, pair.target, pair.attacker.x, pair.attacker.y)
    amount, counted = damage_at(pair, difference), difference + freed(pair)
    cover = partial_cover(pair.state, pair.target, pair.attacker).armor
    return Blow(amount, counted, pair.attacker.id, pair.use.mount, arc, "tactical.2.6.10", called, cover=cover)


@heeds("tactical.3.4.2", "tactical.3.4.2-precision")
def strike(ctx: Ctx[State], pair: Pair, difference: int) -> Script[None]:
    """What a hit does: to the tiny thing it was meant for, or to the unit."""
    target = ctx.state.units[pair.target.id]
    if not target.is_fielded:
        return
    aimed = pair.use.called if pair.target is pair.aimed else ""
    called, tiny = found_by(target, aimed, difference + freed(pair)) if aimed else ("", False)
    if tiny:
        strike_tiny(ctx, target.id, aimed, pair.attacker.id)
    else:
        yield from resolve_damage(ctx, target.id, blow_of(pair, difference, called))


# --- 7.2: Target Designators, which mark a target for Guided weapons

PERK = "Target Designator"
NOT_FOR_IT = ("tactical.2.3.4-fire-control", "tactical.7.2-sniper")
"""Rules of attacks that do not count: it has +0 Accuracy, and no Fire Control."""


def designator(unit: Unit) -> Weapon | None:
    """The designator of a unit as a weapon: its Base Range is its rating; None without one that works."""
    rating = perk(unit, PERK)
    return Weapon(f"designator {rating}", PERK, ENERGY, rating * INCH, 0) if rating else None


@rule("tactical.7.2-target-designator")
def refuse_designating(state: State, order: Designate, only: str = "") -> Refusal | None:
    """Why a target cannot be marked: a designator, an Action, sight, and its range."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    if unit is None or not unit.is_fielded or unit.carrier:
        return Refusal("unit", "tactical.7.2-target-designator", f"{order.unit or 'Nobody'} is no unit on the table.")
    if target is None or not target.is_fielded or target.seat == unit.seat or (only and target.id != only):
        return Refusal(
            "target",
            "tactical.7.2-target-designator",
            f"{order.target or 'Nobody'} is no enemy that can be marked now.",
        )
    weapon = designator(unit)
    if weapon is None:
        return Refusal("perk", "tactical.7.2-target-designator", f"The {unit.name} has no working Target Designator.")
    if target.token(f"{DESIGNATED}:{unit.seat}"):
        return Refusal(
            "again", "tactical.7.2-target-designator", f"The {target.name} is marked already, until the round is over."
        )
    far = distance(state, unit, target)
    if band_of(weapon, far) is None:
        message = f"The {target.name} is {inches_text(far)} in away; the designator reaches "
        return Refusal(
            "range", "tactical.7.2-target-designator", f"{message}{inches_text(8 * weapon.base)} in.", {"distance": far}
        )
    return refuse_acting(unit) or refuse_sight(state, unit, target)


def designating_pair(state: State, unit: Unit, target: Unit) -> Pair:
    """The "attack" of a designator."""
    weapon = designator(unit)
    assert weapon is not None, "the order was judged before"
    band = band_of(weapon, distance(state, unit, target))
    assert band is not None, "the order was judged before"
    return Pair(state, unit, target, Use(weapon, "", band))


@heeds("tactical.7.2-target-designator", "tactical.3.5.1-auxiliary")
def designating_lines(pair: Pair) -> tuple[Modifier, ...]:
    """The lines of its roll: as of any attack, without Fire Control; less what damage took off the designator."""
    lines = (line for line in attack_lines(pair) if line.rule not in NOT_FOR_IT)
    return (*lines, *worn_lines(pair.attacker, PERK))


@heeds("tactical.7.2-target-designator", "tactical.7.2.2-guided")
def resolve_designating(ctx: Ctx[State], order: Designate) -> Script[None]:
    """A roll against the defense of the target: a success marks it for the round; no ECM is in the way."""
    pair = designating_pair(ctx.state, ctx.state.units[order.unit], ctx.state.units[order.target])
    lines = designating_lines(pair)
    ctx.emit(DesignationBegun(order.unit, order.target))
    attack = yield from throw_test(
        ctx, Test("designation", order.unit, lines, "tactical.7.2-target-designator", 0, order.target)
    )
    met = yield from meet(ctx, pair, attack)
    if met.hit:
        ctx.emit(Designated(order.unit, order.target))


def offer_designating(state: State, unit: Unit, only: str = "") -> Iterator[Option]:
    """Every enemy it could mark, while a friend has a Guided weapon."""
    if designator(unit) is None or refuse_acting(unit) is not None:
        return
    if not any(mount.weapon.has(GUIDED) for friend in state.fielded(unit.seat) for mount in friend.card.weapons):
        return
    for target in [state.units[only]] if only else state.fielded(opponent(unit.seat)):
        order = Designate(unit.id, target.id)
        if refuse_designating(state, order, only) is None:
            yield Target(
                f"Mark the {target.name} for Guided weapons", order, "tactical.7.2-target-designator", target.id, PERK
            )


# --- 4.1.4: attacks that come to nothing: leftover ammunition that is a dud, phantoms that are shot at, jams

DUD_FROM: Final = 4
PHANTOM_FROM: Final = 5


class AmmoChecked(Event, frozen=True, tag="ammo-checked"):
    """Whether the leftover ammunition of a unit works this round."""

    unit: str
    dud: bool

    @heeds("tactical.4.1.4-leftover-ammo")
    def change(self, state: State) -> None:
        """For all its attacks of the round."""
        state.units[self.unit].tokens[AMMO_CHECKED] = 1
        if self.dud:
            state.units[self.unit].tokens[DUD] = 1


class PhantomShot(Event, frozen=True, tag="phantom-shot"):
    """An attack went at something that was not there."""

    unit: str


class WeaponJammed(Event, frozen=True, tag="weapon-jammed"):
    """A weapon that fails did so on a Fumble: an Action clears it."""

    unit: str
    weapon: str

    @heeds("tactical.4.1.4-malfunctions")
    def change(self, state: State) -> None:
        """It is not used before that."""
        state.units[self.unit].tokens[f"{JAMMED}:{self.weapon}"] = 1


@rule("tactical.4.1.4-malfunctions")
def jam(ctx: Ctx[State], unit_id: str, weapon: str, fumbled: bool) -> None:
    """A Fumble with a weapon of a vehicle whose weapons malfunction; fists and feet are none."""
    unit = ctx.state.units[unit_id]
    if fumbled and unit.token(FAULTY) and unit.mount(weapon) is not None:
        ctx.emit(WeaponJammed(unit_id, weapon))


@rule("tactical.4.1.4-leftover-ammo")
def resolve_ammunition(ctx: Ctx[State], unit_id: str) -> Script[bool]:
    """After the first attack of the round a die: from 4 on all attacks of that unit this round are duds."""
    unit = ctx.state.units[unit_id]
    if not unit.token(LEFTOVER):
        return False
    if not unit.token(AMMO_CHECKED):
        face = yield from throw_die(ctx, "leftover ammunition", unit_id, "tactical.4.1.4-leftover-ammo")
        ctx.emit(AmmoChecked(unit_id, face >= DUD_FROM))
    return bool(ctx.state.units[unit_id].token(DUD))


@rule("tactical.4.1.4-phantom-echoes")
def resolve_phantom(ctx: Ctx[State], unit_id: str) -> Script[bool]:
    """After every attack of who is haunted a die: from 5 on it went at a phantom."""
    if not suffered(ctx.state, ctx.state.units[unit_id].seat, PHANTOMS):
        return False
    face = yield from throw_die(ctx, "phantom echoes", unit_id, "tactical.4.1.4-phantom-echoes")
    if face >= PHANTOM_FROM:
        ctx.emit(PhantomShot(unit_id))
    return face >= PHANTOM_FROM


def resolve_stray(ctx: Ctx[State], unit_id: str) -> Script[bool]:
    """Whether an attack that was just rolled comes to nothing."""
    if (yield from resolve_ammunition(ctx, unit_id)):
        return True
    return (yield from resolve_phantom(ctx, unit_id))
