"""9: damage: what hits do, what goes on burning, and what is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.dice import Roll
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line, Modifier
from gearlock.mechanics.pools.lines import dice, sum_of
from gearlock.mechanics.pools.shown import marginal_throw
from gearlock.mechanics.pools.throwing import throw_pool
from gearlock.systems.blitz.chain_of_command import is_in_formation
from gearlock.systems.blitz.dice_tests.comms_tests import faces_text, make_roll, may_reroll, offer_reroll, success_throw
from gearlock.systems.blitz.dice_tests.tests import (
    DiceTest,
    bonus_dice,
    can_gain,
    free_rerolls,
    has_working,
    is_sandy,
    modifiers_of,
    offer_bonus,
    watch_sand,
)
from gearlock.systems.blitz.general_concepts.dice import BASE_DICE, BEST, EW, PILOT, WORST, halved, skill_of, successes
from gearlock.systems.blitz.general_concepts.measuring import touches
from gearlock.systems.blitz.models import Model, Weapon
from gearlock.systems.blitz.paying import can_act, drop, pay
from gearlock.systems.blitz.state import (
    ALOFT,
    BRACED,
    CORROSION,
    EXAMPLE,
    FIELDED,
    FIRE,
    GONE,
    HAYWIRE,
    INCOMING,
    OFF_BOARD,
    WRECK,
    State,
    Unit,
)


@rule("blitz.trait.duelist")
@heeds("blitz.A.2.4")
def _note_example(state: State, unit: Unit, by: Unit | None) -> None:
    """A duelist that hurts an enemy sets an example: while an enemy duelist lives only by hurting that one."""
    if by is None or by.seat == unit.seat or "Duelist" not in by.line.traits or unit.is_destroyed:
        return
    rivals = [other.id for other in state.in_play(unit.seat) if "Duelist" in other.line.traits]
    if not rivals or unit.id in rivals:
        by.tokens[EXAMPLE] = by.token(EXAMPLE) + 1


class MarginalHitRolled(Event, frozen=True, tag="marginal-hit-rolled"):
    """The one die of a hit whose margin and PEN just equal the armour."""

    unit: str
    target: str
    face: int
    damage: int


def marginal(state: State, event: MarginalHitRolled, _seat: str | None) -> Line:
    """One die decides."""
    name = state.units[event.target].name
    text = f"Marginal hit on {name}: [{event.face}], {event.damage} damage."
    throw = marginal_throw("marginal hit", (event.face,), event.damage, "blitz.9.1a")
    return Line(text, (event.target,), "blitz.9.1a", (throw,))


class BlastRolled(Event, frozen=True, tag="blast-rolled"):
    """The dice of a blast that reached a model."""

    unit: str
    target: str
    faces: tuple[int, ...]
    mark: int
    damage: int


def blast(state: State, event: BlastRolled, _seat: str | None) -> Line:
    """A blast on one model."""
    name = state.units[event.target].name
    text = f"Blast on {name} at {event.mark}+: {faces_text(event.faces)}, {event.damage} damage."
    throw = success_throw("blast", event.faces, event.mark, (), "blitz.10.2a")
    return Line(text, (event.target,), "blitz.10.2a", (throw,))


# --- 9.0, 9.1 and 10.2a: how much a hit hurts: margin, PEN and armour, weapon traits, blast

MARGINAL = 4
"""A marginal hit, and blast, bite from this face on."""

RESISTED = 6
"""Blast bites from this face on if it does not get through."""

ARMORED = ("Gear", "Strider", "Vehicle")


@rule("blitz.9.1", "blitz.9.0", "blitz.9.1-table", "blitz.wtrait.ap", "blitz.wtrait.impact")
@heeds("blitz.2.14", "blitz.wtrait.pen")
def net_damage(weapon: Weapon, target: Model, margin: int, armor: int) -> int:
    """MOS + PEN - AR; AP counts the margin twice against machines. Below 0 it bounces, exactly 0 is marginal.

    Impact adds nothing to it.
    """
    weight = 2 if "AP" in weapon.traits and target.type in ARMORED else 1
    return margin * weight + weapon.pen - armor


@rule("blitz.wtrait.at")
@heeds("blitz.2.14", "blitz.9.1")
def tank_damage(weapon: Weapon, target: Model, margin: int, faces: Sequence[int], skill: int) -> int:
    """AT: one more for each die of the attack that reaches the skill; only sixes count where PEN is below AR.

    Nothing on a margin of 0, nor against infantry.
    """
    if "AT" not in weapon.traits or margin < 1 or target.type == "Infantry":
        return 0
    return sum(face >= tank_mark(weapon, target, skill) for face in faces)


def tank_mark(weapon: Weapon, target: Model, skill: int) -> int:
    """From which face on dice add for AT: the skill; only sixes where PEN is below AR, none where there is no skill."""
    return max(6, skill) if weapon.pen < target.armor else skill


@heeds("blitz.9.1", "blitz.9.1a", "blitz.10.2", "blitz.2.4", "blitz.wtrait.ae", "blitz.wtrait.proximity")
def hit_damage(net: int, marginal: int, more: int, secondary: bool) -> int:
    """What a hit comes to: nothing if it bounced, else its net damage or the marginal die, and what traits add.

    Half of it, rounded up, for a secondary target of an area.
    """
    if net < 0:
        return 0
    damage = (net or marginal) + more
    return halved(damage) if secondary else damage


@rule("blitz.10.2a", "blitz.wtrait.blast", "blitz.trait.resistblast")
def blast_mark(weapon: Weapon, target: Model, sheltered: bool = False) -> int:
    """From which face on blast dice hurt: 4, or 6 where AR exceeds PEN, for who resists blasts, and within walls."""
    resists = sheltered or "Resist: Blast" in target.traits
    return RESISTED if target.armor > weapon.pen or resists else MARGINAL


@heeds("blitz.10.2a", "blitz.trait.vul")
def blast_dice(weapon: Weapon, target: Model) -> int:
    """How many dice a blast rolls; one more against who is vulnerable to it."""
    count = weapon.traits.get("Blast", 0)
    return count + 1 if count and "Vul: Blast" in target.traits else count


@rule("blitz.2.14", "blitz.wtrait.ai")
def damage_felt(weapon: Weapon, target: Model, damage: int) -> int:
    """What a model feels of an attack, hit and blast together: infantry 1 at most, unless it is made for them."""
    if target.type == "Infantry" and "AI" not in weapon.traits:
        return min(1, damage)
    return damage


# --- 9.2 to 9.4: hull, structure, the crippled, the destroyed, the overkilled


class Wound(NamedTuple):
    """Damage that one cause does to one model."""

    target: str
    by: str
    cause: str
    damage: int


@rule("blitz.9.4", "blitz.17.5")
@heeds("blitz.9.3", "blitz.18.3", "blitz.18.3b", "blitz.16.2c")
def leaves_nothing(unit: Unit, damage: int, destroyed: bool) -> bool:
    """Overkill: one cause did as much as the whole model could take. Of flyers, drones and infantry nothing is left.

    Nor does anything lie on the table of who was beyond its edge. Fortifications always leave ruins.
    """
    if unit.line.type == "Fortification":
        return False
    if damage >= unit.line.bulk:
        return True
    small = unit.is_infantry or unit.line.type == "Drone" or unit.status == OFF_BOARD
    return destroyed and (small or unit.line.subtype == "Flying" or ALOFT in (unit.status, *unit.tokens))


class Damaged(Event, frozen=True, tag="damaged"):
    """Damage on one model from one cause, and what is left of it."""

    unit: str
    by: str
    cause: str
    damage: int
    hull: int
    structure: int
    destroyed: bool = False
    overkill: bool = False

    @rule("blitz.9.3")
    @heeds("blitz.9.2", "blitz.9.4", "blitz.17.5", "blitz.18.4")
    def change(self, state: State) -> None:
        """Hull first, then structure. The destroyed take no part any more; they lie there, or nothing is left."""
        unit = state.units[self.unit]
        _note_example(state, unit, state.units.get(self.by))
        unit.hull, unit.structure = self.hull, self.structure
        if not self.destroyed:
            return
        unit.status, unit.slayer = (GONE if self.overkill else WRECK), self.by
        unit.actions, unit.posture, unit.tall, unit.used = 0, "", False, True
        unit.tokens, unit.carrier = {}, ""
        state.end_activation(unit.id)


def damaged(state: State, event: Damaged, _seat: str | None) -> Line:
    """Damage, and what is left."""
    unit = state.units[event.unit]
    text = f"{unit.name} takes {event.damage} damage ({event.cause})"
    if event.overkill:
        return Line(f"{text} and is destroyed beyond recognition.", (unit.id,), "blitz.9.4")
    if event.destroyed:
        return Line(f"{text} and is destroyed.", (unit.id,), "blitz.9.3")
    state_of = ", crippled" if unit.is_crippled else ""
    return Line(f"{text}: {event.hull}/{event.structure} left{state_of}.", (unit.id,), "blitz.9.2")


@heeds("blitz.9.2", "blitz.9.3", "blitz.9.4")
def hurt(ctx: Ctx[State], wound: Wound) -> None:
    """Do the damage. Wrecks are only ever overkilled; what is gone feels nothing."""
    unit = ctx.state.units[wound.target]
    if wound.damage <= 0 or (unit.is_destroyed and unit.status != WRECK):
        return
    if unit.status == WRECK:
        if leaves_nothing(unit, wound.damage, False):
            ctx.emit(Damaged(unit.id, wound.by, wound.cause, wound.damage, 0, 0, True, True))
        return
    hull = max(0, unit.hull - wound.damage)
    structure = max(0, unit.structure - max(0, wound.damage - unit.hull))
    destroyed = hull + structure == 0
    overkill = leaves_nothing(unit, wound.damage, destroyed)
    ctx.emit(Damaged(unit.id, wound.by, wound.cause, wound.damage, hull, structure, destroyed, overkill))


@heeds("blitz.3.4a", "blitz.10.4")
def hurt_all(ctx: Ctx[State], wounds: Iterable[Wound]) -> None:
    """All damage of an exchange, once everything has been tested."""
    for wound in wounds:
        hurt(ctx, wound)


# --- 9.5: We're in Trouble. Whoever is hit may still turn a hit into a graze


@heeds("blitz.9.5")
def may_dodge(unit: Unit) -> bool:
    """Neither braced, nor immobilised, nor on standby."""
    return unit.status in (FIELDED, ALOFT) and unit.stance != BRACED


@rule("blitz.trait.fieldarmor")
@heeds("blitz.A.2.3-jacket", "blitz.force.north.nlc", "blitz.force.peace-river.prdf")
def free_dice(state: State, unit: Unit) -> int:
    """Dice of armor, a jacket, a fighting staff near, resolve, which add up: for a free test, or for every other."""
    armor = unit.trait("Field Armor") + unit.trait("Armored Jacket")
    staff = any(
        other.rank and "Fighting Staff" in other.line.traits and is_in_formation(state, unit, other)
        for other in state.in_play(unit.seat)
    )
    return armor + staff + (unit.has("Resolve") and is_half_strong(state, unit))


@heeds("blitz.force.peace-river.prdf")
def is_half_strong(state: State, unit: Unit) -> bool:
    """Whether at least half of its unit is left."""
    unit_of = [u for u in state.units.values() if (u.seat, u.group, u.squad) == (unit.seat, unit.group, unit.squad)]
    return 2 * sum(not other.is_destroyed for other in unit_of) >= len(unit_of)


class TroubleTaken(Event, frozen=True, tag="trouble-taken"):
    """A model that was hit spends an action on it."""

    unit: str

    def change(self, state: State) -> None:
        pay(state.units[self.unit])


def taken(state: State, event: TroubleTaken, _seat: str | None) -> Line:
    """An action for it."""
    return Line(f"{state.units[event.unit].name} spends an action: We're in Trouble.", (event.unit,), "blitz.9.5")


@rule("blitz.9.5")
@heeds("blitz.15.5e", "blitz.trait.fieldarmor")
def resolve_trouble(ctx: Ctx[State], unit_id: str, guard: int, skill: int, margin: int, shown: str) -> Script[int]:
    """As many tests as it pays for: each success lowers the margin by one, not below 0.

    They have the dice and the skill of the defence that failed, and what armor adds. Incoming Fire gives one instead
    whose base dice are the successes of that order. Who tests in no such way has the free test of its armor.
    """
    unit = ctx.state.units[unit_id]
    if margin <= 0 or not may_dodge(unit):
        return margin
    armor, incoming, tested = free_dice(ctx.state, unit), unit.token(INCOMING), False
    while margin > 0:
        about = (str(margin), str(guard + armor), str(skill), str(incoming_dice(incoming, guard + armor)))
        unit = ctx.state.units[unit_id]
        if not can_test(unit, guard + armor) and about[3] == "0":
            break
        prompt = f"{shown}, margin {margin}. We're in Trouble: does the {unit.name} try to lower it?"
        order = yield from ask(Ask(unit.seat, "trouble", unit_id, about, "blitz.9.5", prompt, True))
        if not isinstance(order, MeetTrouble):
            break
        if order.incoming:
            return (yield from _dodge(ctx, unit_id, int(about[3]), skill, margin))
        ctx.emit(TroubleTaken(unit_id))
        margin = yield from _dodge(ctx, unit_id, guard + armor, skill, margin)
        incoming, tested = 0, True
    if not armor or tested:
        return margin
    return (yield from _dodge(ctx, unit_id, guard + armor - BASE_DICE, skill, margin))


@heeds("blitz.15.5e", "blitz.9.5")
def incoming_dice(successes: int, guard: int) -> int:
    """Dice of Incoming Fire: the successes of the order, with the modifiers of the defence that failed."""
    return max(0, successes + guard - BASE_DICE) if successes else 0


@heeds("blitz.9.5", "blitz.3.4a-action-bonus")
def can_test(unit: Unit, count: int) -> bool:
    """Whether an action buys a test of any dice, be it with further actions as a bonus."""
    return can_act(unit) and count + bonus_dice(unit, unit.readiness - 1) > 0


class MeetTrouble(Order, frozen=True, tag="in-trouble"):
    """We're in Trouble: an action for a PILOT roll that lowers the margin of a hit; none under Incoming Fire."""

    unit: str
    incoming: bool = False


@heeds("blitz.9.5", "blitz.15.5e")
def refuse_trouble(state: State, asked: Ask, order: MeetTrouble) -> Refusal | None:
    """Incoming Fire only where it was ordered and gives dice; else an action."""
    unit = state.units[asked.unit]
    if order.incoming and asked.about[3] == "0":
        message = f"No Incoming Fire helps the {unit.name} here: spend an action, or take the hit."
        return Refusal("incoming", "blitz.15.5e", message)
    if not order.incoming and not can_test(unit, int(asked.about[1])):
        message = f"The {unit.name} has no action for this, or its defence had no dice."
        return Refusal("no-action", "blitz.9.5", message)
    return None


class TroubleMet(Event, frozen=True, tag="trouble-met"):
    """A model that was hit does what it can: the margin falls by its successes."""

    unit: str
    actions: int
    faces: tuple[int, ...]
    skill: int
    margin: int

    def change(self, state: State) -> None:
        pay(state.units[self.unit], self.actions)


def trouble(state: State, event: TroubleMet, _seat: str | None) -> Line:
    """A hit turned into less of one."""
    name = state.units[event.unit].name
    text = f"{name}, We're in Trouble at {event.skill}+: {faces_text(event.faces)}, the margin is {event.margin} now."
    throw = success_throw("we're in trouble", event.faces, event.skill, (), "blitz.9.5")
    return Line(text, (event.unit,), "blitz.9.5", (throw,))


@heeds("blitz.9.5", "blitz.2.6", "blitz.3.4a-action-bonus", "blitz.trait.defective")
def _dodge(ctx: Ctx[State], unit_id: str, count: int, skill: int, margin: int) -> Script[int]:
    """One test; it may be helped and re-rolled as any other."""
    what = "we're in trouble"
    works = yield from has_working(ctx, unit_id, PILOT)
    count += sum_of((yield from offer_bonus(ctx, unit_id, what)))[0]
    seat = ctx.state.units[unit_id].seat
    roll = Roll(what, max(0, count) if works else 0, 6, 1, seat, unit_id, "blitz.9.5", marks=(skill,))
    faces = yield from throw_pool(roll)
    left = max(0, margin - successes(faces, skill))
    ctx.emit(TroubleMet(unit_id, 0, faces, skill, left))
    free = free_rerolls(ctx.state.units[unit_id], PILOT)
    shown = f"We're in Trouble: the margin falls to {left}"
    gains = can_gain(faces, skill, enough=margin) or is_sandy(ctx.state, faces)
    if gains and (yield from offer_reroll(ctx, unit_id, what, shown, free)):
        faces = yield from throw_pool(roll)
        left = max(0, margin - successes(faces, skill))
        ctx.emit(TroubleMet(unit_id, 0, faces, skill, left))
    watch_sand(ctx, unit_id, faces)
    return left


# --- 9.6: persistent damage: fire, corrosion, haywire, and what is done against them

KINDS = {"F": FIRE, "C": CORROSION, "H": HAYWIRE}
"""The letters behind a PEN rating."""

PERSISTENT = (FIRE, CORROSION, HAYWIRE)

STAKES = {
    FIRE: "each die that fails is 1 damage",
    CORROSION: "any die that fails is damage",
    HAYWIRE: "each success lowers it",
}


class Kindled(Event, frozen=True, tag="kindled"):
    """A token of persistent damage was laid on a model."""

    unit: str
    kind: str
    intensity: int

    def change(self, state: State) -> None:
        state.units[self.unit].tokens[self.kind] = self.intensity


def kindled(state: State, event: Kindled, _seat: str | None) -> Line:
    """A token laid."""
    text = f"{state.units[event.unit].name} has {event.kind} of intensity {event.intensity}."
    return Line(text, (event.unit,), "blitz.9.6")


@rule("blitz.9.6")
def kindle(ctx: Ctx[State], unit_id: str, kind: str, intensity: int) -> Script[None]:
    """Lay a token on a model that was hit, unless it has a worse one, and let it bite at once."""
    unit = ctx.state.units[unit_id]
    if unit.is_destroyed or intensity <= 0 or intensity < unit.token(kind):
        return
    ctx.emit(Kindled(unit_id, kind, intensity))
    yield from resolve_persistent(ctx, unit_id, kind)


@rule("blitz.trait.resistfire", "blitz.trait.resisthaywire", "blitz.trait.vul")
@heeds("blitz.A.2.3-r-corr", "blitz.9.6a", "blitz.9.6c")
def persistent_skill(unit: Unit, kind: str) -> int:
    """The number that fights a token: PILOT, for haywire EW; two better if resistant, 6+ if vulnerable."""
    name = kind.capitalize()
    if f"Vul: {name}" in unit.line.traits and kind != CORROSION:
        return WORST
    worse = -2 if f"Resist: {name}" in unit.line.traits else 0
    return skill_of(unit, EW if kind == HAYWIRE else PILOT, worse)


@rule("blitz.9.6c")
@heeds("blitz.trait.vul")
def persistent_damage(unit: Unit, kind: str, failures: int) -> int:
    """Fire hurts for every failed die; corrosion once, twice the vulnerable; haywire does no damage of its own."""
    if kind == FIRE:
        return failures
    if kind == CORROSION:
        return min(failures, 2 if "Vul: Corrosion" in unit.line.traits else 1)
    return 0


class Lingered(Event, frozen=True, tag="lingered"):
    """A persistent damage roll: what it did, and how intense the token still is."""

    unit: str
    kind: str
    faces: tuple[int, ...]
    skill: int
    intensity: int
    damage: int

    def change(self, state: State) -> None:
        tokens = state.units[self.unit].tokens
        if self.intensity > 0:
            tokens[self.kind] = self.intensity
        else:
            tokens.pop(self.kind, None)


def lingered(state: State, event: Lingered, _seat: str | None) -> Line:
    """A persistent damage roll."""
    name = state.units[event.unit].name
    left = f"intensity {event.intensity}" if event.intensity > 0 else "it is gone"
    text = f"{name}, {event.kind} at {event.skill}+: {faces_text(event.faces)}, {event.damage} damage, {left}."
    throw = success_throw(f"{event.kind} roll", event.faces, event.skill, (), "blitz.9.6a")
    return Line(text, (event.unit,), "blitz.9.6a", (throw,))


class LingeringThrown(Event, frozen=True, tag="lingering-thrown"):
    """The dice of a persistent damage roll lie there, and its owner may re-roll."""

    unit: str
    kind: str
    faces: tuple[int, ...]


def thrown(state: State, event: LingeringThrown, _seat: str | None) -> Line:
    """Dice that may be thrown again."""
    text = f"{state.units[event.unit].name}, {event.kind}: {faces_text(event.faces)}."
    return Line(text, (event.unit,), "blitz.9.6a")


@rule("blitz.9.6a")
@heeds("blitz.9.6c", "blitz.2.6")
def resolve_persistent(ctx: Ctx[State], unit_id: str, kind: str) -> Script[None]:
    """As many dice as the token is intense, no more and no less: each success lowers it, failures hurt."""
    unit = ctx.state.units[unit_id]
    skill, intensity = persistent_skill(unit, kind), unit.token(kind)
    roll = Roll(f"{kind} roll", intensity, 6, 1, unit.seat, unit_id, "blitz.9.6a", marks=(skill,))
    faces = yield from throw_pool(roll)
    shown = f"{kind.capitalize()}: {successes(faces, skill)} of {intensity} dice succeeded; {STAKES[kind]}"
    free = free_rerolls(unit, EW if kind == HAYWIRE else PILOT)
    gains = can_gain(faces, skill)
    if gains and may_reroll(ctx.state, unit, free):
        ctx.emit(LingeringThrown(unit_id, kind, faces))
    if gains and (yield from offer_reroll(ctx, unit_id, roll.purpose, shown, free)):
        faces = yield from throw_pool(roll)
    unit = ctx.state.units[unit_id]
    good = successes(faces, skill)
    left = intensity - (min(1, good) if kind == CORROSION else good)
    damage = persistent_damage(unit, kind, intensity - good)
    ctx.emit(Lingered(unit_id, kind, faces, skill, left, damage))
    hurt(ctx, Wound(unit_id, "", kind, damage))


class Doused(Event, frozen=True, tag="doused"):
    """Persistent damage was fought down by so much."""

    unit: str
    kind: str
    by: int

    def change(self, state: State) -> None:
        drop(state.units[self.unit], self.kind, self.by)


def doused(state: State, event: Doused, _seat: str | None) -> Line:
    """A token lowered."""
    return Line(f"The {event.kind} of {state.units[event.unit].name} falls by {event.by}.", (event.unit,), "blitz.9.6b")


@heeds("blitz.3.3", "blitz.9.6", "blitz.2.14")
def resolve_lingering(ctx: Ctx[State]) -> Script[None]:
    """Cleanup: every token bites again; infantry get rid of theirs afterwards."""
    for unit_id in [unit.id for unit in ctx.state.units.values() if not unit.is_destroyed]:
        for kind in PERSISTENT:
            unit = ctx.state.units[unit_id]
            if not unit.is_destroyed and unit.token(kind):
                yield from resolve_persistent(ctx, unit_id, kind)
                unit = ctx.state.units[unit_id]
                if unit.is_infantry and unit.token(kind):
                    ctx.emit(Doused(unit_id, kind, unit.token(kind)))


@rule("blitz.trait.medic", "blitz.trait.recovery", "blitz.18.7-medic", "blitz.18.7-recovery")
def helped_by(unit: Unit, target: Unit) -> list[Modifier] | None:
    """The dice with which a model fights another's damage; None if it cannot: medics infantry, recovery the rest."""
    if unit.id == target.id:
        return []
    if unit.seat != target.seat or not target.is_fielded or not touches(unit.body, target.body):
        return None
    if target.is_infantry:
        return [] if unit.has("Medic") else None
    rating = unit.trait("Recovery")
    return [dice(rating, "Recovery", "blitz.trait.recovery")] if unit.has("Recovery") else None


class DamageControl(Order, frozen=True, tag="damage-control"):
    """Fight persistent damage, one's own or that of the model named; this kind first."""

    unit: str
    kind: str = ""
    target: str = ""


@rule("blitz.9.6b")
@heeds("blitz.18.7-medic", "blitz.18.7-recovery")
def refuse_damage_control(state: State, order: DamageControl) -> Refusal | None:
    """Why there is nothing to be done, or nobody to do it."""
    unit, target = state.units[order.unit], state.units.get(order.target or order.unit)
    if target is None or not (target.is_fielded or target is unit):
        return Refusal("target", "blitz.9.6b", f"There is no {order.target} on the table.")
    if not unit.actions:
        return Refusal("no-action", "blitz.9.6b", f"The {unit.name} has no action left for damage control.")
    if helped_by(unit, target) is None:
        message = f"The {unit.name} cannot help the {target.name}: medics tend infantry and recovery vehicles "
        return Refusal("help", "blitz.18.7-recovery", message + "the rest, of their own side and in base contact.")
    if not target.token(order.kind) or order.kind not in PERSISTENT:
        has = ", ".join(kind for kind in PERSISTENT if target.token(kind)) or "none"
        return Refusal("kind", "blitz.9.6b", f"The {target.name} has no {order.kind} to fight; it has {has}.")
    return None


class DamageControlled(Event, frozen=True, tag="damage-controlled"):
    """A model spends an action on damage control, its own or somebody else's."""

    unit: str
    target: str

    def change(self, state: State) -> None:
        pay(state.units[self.unit])


@heeds("blitz.9.6b", "blitz.18.7-medic", "blitz.9.6c")
def resolve_damage_control(ctx: Ctx[State], order: DamageControl) -> Script[None]:
    """A roll against the token named; successes lower it, one at least, and what is over the others."""
    unit, target_id = ctx.state.units[order.unit], order.target or order.unit
    skill = EW if order.kind == HAYWIRE else PILOT
    help = helped_by(unit, ctx.state.units[target_id]) or []
    ctx.emit(DamageControlled(unit.id, target_id))
    unit = ctx.state.units[order.unit]
    lines = (*modifiers_of(ctx.state, unit, skill), *help)
    number = BEST if unit.has("Medic") else skill_of(unit, skill)
    target = ctx.state.units[target_id]
    whole = sum(target.token(kind) for kind in PERSISTENT)
    stake = "each success lowers a token, the first point comes off anyway"
    test = DiceTest("damage control", unit.id, skill, number, lines, rule="blitz.9.6b", enough=whole, stake=stake)
    made = yield from make_roll(ctx, test if whole > 1 else test._replace(enough=0))
    yield from _divide(ctx, order, max(1, made.successes))


@heeds("blitz.9.6b")
def _divide(ctx: Ctx[State], order: DamageControl, points: int) -> Script[None]:
    """The first success lowers the token named, each further one whichever its owner likes while there is a choice."""
    target = ctx.state.units[order.target or order.unit]
    left = {kind: target.token(kind) for kind in (order.kind, *PERSISTENT) if target.token(kind)}
    whole, goal = left.copy(), order.kind
    for number in range(min(points, sum(left.values()))):
        open_to = tuple(kind for kind, intensity in left.items() if intensity)
        goal = goal if goal in open_to else open_to[0]
        if number and len(open_to) > 1:
            prompt = f"One more success against what bites the {target.name}: not against the {goal}?"
            asked = Ask(target.seat, "douse", order.unit, (goal, *open_to), "blitz.9.6b", prompt, True)
            answer = yield from ask(asked)
            goal = answer.kind if isinstance(answer, Douse) else goal
        left[goal] -= 1
    for kind, intensity in whole.items():
        if intensity > left[kind]:
            ctx.emit(Doused(target.id, kind, intensity - left[kind]))


class Douse(Order, frozen=True, tag="douse"):
    """Where one more success of damage control goes: to this kind of token instead of the one fought so far."""

    unit: str
    kind: str = ""


@heeds("blitz.9.6b")
def refuse_douse(_state: State, asked: Ask, order: Douse) -> Refusal | None:
    """One of the kinds that bite still."""
    if order.kind in asked.about[1:]:
        return None
    kinds = " or ".join(asked.about[1:])
    return Refusal("kind", "blitz.9.6b", f"This success lowers {kinds}, not '{order.kind}'.")


# --- What is offered


@heeds("blitz.9.5", "blitz.15.5e")
def offer_trouble(state: State, ask: Ask) -> Iterator[Option]:
    """Try, with an action or under orders, or take it."""
    for order in (MeetTrouble(ask.unit, True), MeetTrouble(ask.unit)):
        if refuse_trouble(state, ask, order) is None:
            label = "Incoming Fire: a free test" if order.incoming else "We're in Trouble"
            yield Pick(label, order, "blitz.15.5e" if order.incoming else "blitz.9.5")
    yield decline("Take the hit", "blitz.9.5")


@heeds("blitz.9.6b")
def offer_douse(_state: State, ask: Ask) -> Iterator[Option]:
    """The other tokens a success may lower, or the one fought so far."""
    goal, *kinds = ask.about
    for kind in kinds:
        if kind != goal:
            yield Pick(f"Lower the {kind}", Douse(ask.unit, kind), "blitz.9.6b")
    yield decline(f"Lower the {goal}", "blitz.9.6b")


@heeds("blitz.9.6b")
def offer_damage_control(state: State, unit: Unit) -> Iterator[Option]:
    """Every token it could fight, its own first."""
    others = (other for other in state.fielded(unit.seat) if other is not unit)
    for target in (unit, *others):
        for kind in PERSISTENT:
            order = DamageControl(unit.id, kind, target.id)
            if target.token(kind) and refuse_damage_control(state, order) is None:
                yield Pick(f"Damage control: {kind} of the {target.name}", order, "blitz.9.6b")


# --- The contents of the chapter

DAMAGE: Chapter[State] = Chapter(
    "9: damage",
    orders=(
        OrderRules(DamageControl, "act", by_order(refuse_damage_control), resolve_damage_control),
        OrderRules(Douse, "douse", refuse_douse),
        OrderRules(MeetTrouble, "trouble", refuse_trouble),
    ),
    events={
        Damaged: damaged,
        MarginalHitRolled: marginal,
        BlastRolled: blast,
        Kindled: kindled,
        LingeringThrown: thrown,
        Lingered: lingered,
        Doused: doused,
        DamageControlled: None,
        TroubleTaken: taken,
        TroubleMet: trouble,
    },
)
