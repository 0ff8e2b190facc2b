"""Damage: what a margin does, by the sides it strikes and the levels it reaches."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from gearlock.kernel.dice import Roll
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.mechanics.silhouette.multiplied import Blow, damage_of, steps_of
from gearlock.odds.pools import Spread
from gearlock.systems.fieldmanual.command_points.tests import resolve_other
from gearlock.systems.fieldmanual.datacards import Card
from gearlock.systems.fieldmanual.dice_tests import damage_lines, rounded
from gearlock.systems.fieldmanual.lock_and_cover.lock import HATCH
from gearlock.systems.fieldmanual.lock_and_cover.looks import is_on_side
from gearlock.systems.fieldmanual.paying import mark, pay
from gearlock.systems.fieldmanual.state import (
    ARMOR_LOST,
    BURNING,
    COMBAT,
    DEAD,
    DESTROYED,
    FALLEN,
    FIELDED,
    IN_PLAY,
    STATIONARY,
    STUN,
    TOP,
    State,
    Unit,
)
from gearlock.table.measure import INCH


class ShakeStun(Order, frozen=True, tag="shake-stun"):
    """Spend an Action to be rid of a Stun counter."""

    unit: str


class StandUp(Order, frozen=True, tag="stand-up"):
    """Spend an Action to stand up after a fall."""

    unit: str


class Quench(Order, frozen=True, tag="quench"):
    """Spend an Action to put out a fire, one's own or that of a model in base contact."""

    unit: str
    target: str = ""


PARTING = "parting shot"
"""A token on who was just killed: one more than the boxes that were filled before. It may make a Parting Shot.

A base of a Combined Model has it only if it was the last.
"""
ESCAPED = "crew escaped"


class Damaged(Event, frozen=True, tag="damaged"):
    """Boxes filled on a model by one cause, and what became of it: dead, destroyed, or empty."""

    unit: str
    by: str
    cause: str
    damage: int
    boxes: int
    filled: int
    fate: str = ""
    slows: bool = False
    """Whether it was at Top Speed and is not any more."""

    @heeds("fieldmanual.damage-dead", "fieldmanual.damage-heavy", "fieldmanual.damage-critical")
    @heeds("fieldmanual.flaw-exposed-movement", "fieldmanual.cp-parting-shot")
    def change(self, state: State) -> None:
        """Fill boxes; who is too damaged for Top Speed slows down. The dead keep speed and counters for a last shot."""
        unit = state.units[self.unit]
        before = unit.boxes
        unit.boxes = min(self.filled, len(unit.card.boxes))
        if not self.fate:
            _slow(unit)
            return
        if not any(part.status in IN_PLAY for part in state.parts(unit) if part is not unit):
            unit.tokens[PARTING] = before + 1
        unit.status, unit.slayer, unit.actions, unit.used = self.fate, self.by, 0, True
        state.declared = [name for name in state.declared if name != self.unit]
        now = state.activation
        if now is not None and self.unit in (now.figure, now.unit):
            now.path = ()


def _slow(unit: Unit) -> None:
    exposed = unit.level == "L" and unit.perk("Exposed Movement")
    if unit.band == TOP and (unit.level in ("H", "C") or exposed):
        unit.band = COMBAT


class Stunned(Event, frozen=True, tag="stunned"):
    """A model gained a Stun counter."""

    unit: str
    cause: str

    def change(self, state: State) -> None:
        mark(state, state.units[self.unit], STUN)


class StunShaken(Event, frozen=True, tag="stun-shaken"):
    """A model spent an Action to be rid of its Stun counter."""

    unit: str
    plain = True

    @heeds("fieldmanual.stun")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(state, unit)
        mark(state, unit, STUN, 0)


class KnockedDown(Event, frozen=True, tag="knocked-down"):
    """A walker that was stunned again fell."""

    unit: str
    cause: str

    @heeds("fieldmanual.option-walker-knockdown")
    def change(self, state: State) -> None:
        """The counter goes, and it counts as Stationary until it stands up."""
        unit = state.units[self.unit]
        mark(state, unit, STUN, 0)
        unit.tokens[FALLEN], unit.band = 1, STATIONARY


class StoodUp(Event, frozen=True, tag="stood-up"):
    """A walker that lay on the ground spent an Action to stand up."""

    unit: str
    plain = True

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(state, unit)
        unit.tokens.pop(FALLEN, None)


class HaywireRolled(Event, frozen=True, tag="haywire-rolled"):
    """The die of a haywire hit: nothing, a Stun counter, or a box."""

    unit: str
    face: int
    effect: str


class ArmorCrushed(Event, frozen=True, tag="armor-crushed"):
    """So much Armor was crushed, for the rest of the battle."""

    unit: str
    by: int

    def change(self, state: State) -> None:
        tokens = state.units[self.unit].tokens
        tokens[ARMOR_LOST] = tokens.get(ARMOR_LOST, 0) + self.by


class SetAlight(Event, frozen=True, tag="set-alight"):
    """A model burns."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].tokens[BURNING] = 1


class Burned(Event, frozen=True, tag="burned"):
    """The die of a fire in the Miscellaneous phase: it goes out, or goes on and fills a box."""

    unit: str
    face: int
    goes_on: bool

    def change(self, state: State) -> None:
        if not self.goes_on:
            state.units[self.unit].tokens.pop(BURNING, None)


class FireQuenched(Event, frozen=True, tag="fire-quenched"):
    """A model spent an Action to put a fire out, its own or that of a model it touches."""

    unit: str
    target: str
    plain = True

    def change(self, state: State) -> None:
        pay(state, state.units[self.unit])
        state.units[self.target].tokens.pop(BURNING, None)


class CrewEjected(Event, frozen=True, tag="crew-ejected"):
    """The die of a crew whose machine is Dead: it escaped, or not."""

    unit: str
    face: int
    escaped: bool

    def change(self, state: State) -> None:
        if self.escaped:
            state.units[self.unit].tokens[ESCAPED] = 1


# --- Which sides of a model an attack strikes, and what armor stands there

FRONT, REAR, LEFT, RIGHT, UNDERSIDE = "Front", "Rear", "Left", "Right", "Underside"
AROUND = (FRONT, REAR, LEFT, RIGHT)
_CODES = {"F": FRONT, "Rr": REAR, "L": LEFT, "R": RIGHT}
"""Cards may name a side by the code of its arc."""


class Origin(NamedTuple):
    """Where an attack comes from. A placed weapon strikes the Underside, wherever it lies."""

    x: int
    y: int
    z: int = 0
    placed: bool = False


@heeds("fieldmanual.flaw-weak-facing", "fieldmanual.combined-movement", "fieldmanual.arcs")
def sides_struck(unit: Unit, origin: Origin | None) -> frozenset[str]:
    """The sides an attack comes in by: two where the halves overlap. From more than 1 in below it is the Underside.

    Combined Models have no facing, and so no sides but that one.
    """
    if origin is None:
        return frozenset()
    if origin.placed or unit.z - origin.z > INCH:
        return frozenset((UNDERSIDE,))
    return frozenset() if unit.team else _sides(unit.facing, origin.x - unit.x, origin.y - unit.y)


@lru_cache(maxsize=1 << 12)
def _sides(facing: int, x: int, y: int) -> frozenset[str]:
    """The sides of a model with such a facing on which a point lies."""
    return frozenset(side for side in AROUND if is_on_side(facing, side, x, y))


@rule("fieldmanual.flaw-weak-facing")
@heeds("fieldmanual.flaw-sensor-dependent")
def is_weak(unit: Unit, sides: frozenset[str]) -> bool:
    """Whether an attack comes in where the model is weak."""
    if unit.token(HATCH) and FRONT in sides:
        return True
    named = unit.card.details.get("Weak Facing", "").split(", ") if unit.perk("Weak Facing") else []
    return any(_CODES.get(side, side) in sides for side in named)


@heeds("fieldmanual.wt-ac")
def armor_of(unit: Unit) -> int:
    """Its Armor less what was crushed, never below 1."""
    return max(1, unit.card.armor - unit.token(ARMOR_LOST))


@rule("fieldmanual.perk-reinforced-arc")
def armor_against(unit: Unit, sides: frozenset[str]) -> int:
    """Its Armor against an attack that comes in by these sides: the best reinforcement among them is added."""
    return armor_of(unit) + max((unit.perk(f"Reinforced {side}") for side in sides), default=0)


# --- Damage levels: what the last filled box takes from a model, and what perks and flaws change about it

LIGHT, HEAVY, CRITICAL = "L", "H", "C"
LEVELS = {"": "undamaged", "S": "Sturdy", LIGHT: "Light", HEAVY: "Heavy", CRITICAL: "Critical"}


@heeds("fieldmanual.damage-critical", "fieldmanual.combined-scenario-damage")
def is_critical(card: Card, boxes: int) -> bool:
    """Whether so many filled boxes are critical damage: the last is, or is Heavy on a track without Critical."""
    level = card.boxes[min(boxes, len(card.boxes)) - 1] if boxes and card.boxes else ""
    return level == CRITICAL or (level == HEAVY and CRITICAL not in card.boxes)


@rule("fieldmanual.damage-light", "fieldmanual.damage-sturdy")
def terrain_lines(unit: Unit) -> list[Modifier]:
    """What Light damage takes off tests of Difficult and Dangerous terrain, and nothing else; Sturdy takes nothing.

    Heavy and Critical damage hinder these tests as any other (`damage_lines`).
    """
    return [result(-1, "Light damage", "fieldmanual.damage-light")] if unit.level == LIGHT else []


@rule("fieldmanual.flaw-exposed-movement")
@heeds("fieldmanual.damage-heavy", "fieldmanual.damage-critical", "fieldmanual.speed-top")
def refuse_top_speed(unit: Unit) -> Refusal | None:
    """Why damage keeps a model from Top Speed: Heavy and Critical any, Light those with exposed movement."""
    if unit.level in (HEAVY, CRITICAL):
        rule_id = "fieldmanual.damage-heavy" if unit.level == HEAVY else "fieldmanual.damage-critical"
    elif unit.level == LIGHT and unit.perk("Exposed Movement"):
        rule_id = "fieldmanual.flaw-exposed-movement"
    else:
        return None
    words = f"The {unit.name} has {LEVELS[unit.level]} damage: it may no longer go at Top Speed."
    return Refusal("damaged", rule_id, words, {"level": unit.level})


@rule("fieldmanual.perk-shielded-weapons", "fieldmanual.flaw-exposed-firecon")
@heeds("fieldmanual.damage-heavy", "fieldmanual.damage-critical")
def attack_damage_lines(unit: Unit) -> list[Modifier]:
    """What damage takes off Attack rolls: with shielded weapons one less, with exposed fire control from Light on."""
    if unit.perk("Shielded Weapons"):
        return _one_less(unit, "fieldmanual.perk-shielded-weapons")
    if unit.level == LIGHT and unit.perk("Exposed FireCon"):
        return [result(-1, "Light damage, exposed fire control", "fieldmanual.flaw-exposed-firecon")]
    return damage_lines(unit)


@rule("fieldmanual.perk-rugged-movement")
@heeds("fieldmanual.damage-heavy", "fieldmanual.damage-critical")
def defense_damage_lines(unit: Unit) -> list[Modifier]:
    """What damage takes off Defense rolls, in melee too: with rugged movement one less."""
    if unit.perk("Rugged Movement"):
        return _one_less(unit, "fieldmanual.perk-rugged-movement")
    return damage_lines(unit)


def _one_less(unit: Unit, rule_id: str) -> list[Modifier]:
    """Nothing at Heavy, -1 at Critical damage."""
    return [result(-1, "Critical damage", rule_id)] if unit.level == CRITICAL else []


# --- Damage: what a margin does to a model, in play, odds, previews and for bots alike; and how it is inflicted

PIERCING, PIERCING_WEAK = 2, 3
WHOLE = 4
TWO_LEGGED = ("gear", "strider")
EJECTS = 6


class Hit(NamedTuple):
    """One result that an attack had on a model: the DM with everything in it, the margin of the test, the traits."""

    multiplier: int
    margin: int
    """Attack less Defense; 0 or below is a miss, but for AP at 0. What AP adds is not in it."""
    traits: tuple[str, ...] = ()
    """Weapon traits by code: AP, AC, SB, H."""
    attacker: str = ""
    origin: Origin | None = None
    """Where it comes from; None for what comes from nowhere."""
    cause: str = ""
    """The weapon, or whatever it was, in words."""
    quarters: int = WHOLE
    """Quarters of the damage that are done: 8 head on, 2 from behind, half of that with a ram plate."""


class Harm(NamedTuple):
    """What a hit does: its margin with AP, the damage, the boxes it fills, and whether it reaches Overkill."""

    margin: int
    damage: int
    boxes: int
    overkill: bool

    @property
    def is_hit(self) -> bool:
        """Whether it was a success at all."""
        return self.margin > 0


MISS = Harm(0, 0, 0, False)


class Met(NamedTuple):
    """What hits from one place meet on a model: whether it is weak there, and its Armor."""

    weak: bool
    armor: int


@heeds("fieldmanual.flaw-weak-facing", "fieldmanual.perk-reinforced-arc")
def met_by(unit: Unit, hit: Hit) -> Met:
    """What a hit meets, whatever its margin."""
    sides = sides_struck(unit, hit.origin)
    return Met(is_weak(unit, sides), armor_against(unit, sides))


@rule("fieldmanual.wt-ap")
@heeds("fieldmanual.flaw-weak-facing")
def margin_felt(hit: Hit, weak: bool) -> int:
    """The Margin of Success as damage counts it, 0 for a miss.

    AP hits on a tie and adds 2. A weak facing gives AP to who has none, and 3 to who has it.
    """
    pierces = "AP" in hit.traits
    bonus = (PIERCING_WEAK if pierces else PIERCING) if weak else PIERCING if pierces else 0
    return hit.margin + bonus if hit.margin >= (0 if bonus else 1) else 0


@rule("fieldmanual.damage", "fieldmanual.combined-damage", "fieldmanual.perk-fire-resistant")
@heeds("fieldmanual.wt-ap", "fieldmanual.perk-reinforced-arc", "fieldmanual.mode-static", "fieldmanual.damage-add-ons")
def harm_of(unit: Unit, hit: Hit, met: Met | None = None) -> Harm:
    """DM times margin against Armor: a box for each whole Armor; as much as Overkill at once destroys.

    Overkill is as printed, whatever became of the Armor. Fire resistance takes one Armor off what fire does. Of a
    Combined Model the base is simply gone. Scenery without a damage track takes no harm. `met` is what hits from there
    meet, where many are asked about.
    """
    weak, armor = met or met_by(unit, hit)
    margin = margin_felt(hit, weak)
    if margin <= 0:
        return MISS
    if not unit.card.armor:
        return Harm(margin, 0, 0, False)
    blow = Blow(hit.multiplier, armor, len(unit.card.boxes) + 1)
    damage = damage_of(blow, margin)
    if hit.quarters != WHOLE:
        damage = rounded(damage * hit.quarters * 1000 // WHOLE)
    if "SB" in hit.traits and unit.perk("Fire Resistant"):
        damage = max(0, damage - blow.armor)
    if unit.team:
        return Harm(margin, damage, int(damage >= blow.armor), False)
    return Harm(margin, damage, steps_of(blow, damage), damage >= unit.card.overkill)


@rule("fieldmanual.damage-dead", "fieldmanual.damage-fragile", "fieldmanual.damage-add-ons")
@heeds("fieldmanual.damage", "fieldmanual.combined-damage")
def filled_after(unit: Unit, boxes: int, overkill: bool = False) -> int:
    """Boxes that are filled once so many more are, whatever the last of the track is; one beyond it is Dead.

    Two beyond stand for Destroyed. A base of a Combined Model is removed by any box.
    """
    track = len(unit.card.boxes)
    if overkill or (unit.team and boxes > 0):
        return track + 2
    return min(unit.boxes + boxes, track + 1)


def fate_of(unit: Unit, filled: int) -> str:
    """What so many filled boxes make of a model: dead, destroyed, or empty for whoever fights on."""
    beyond = filled - len(unit.card.boxes)
    return "" if beyond <= 0 else DEAD if beyond == 1 else DESTROYED


@heeds("fieldmanual.damage", "fieldmanual.wt-ac", "fieldmanual.wt-haywire")
def consequence(unit: Unit, hit: Hit) -> tuple[bool, int, int]:
    """What a hit leads to, equal where it makes no difference: a hit at all, boxes filled, Armor crushed."""
    harm = harm_of(unit, hit)
    crushed = min(harm.margin, armor_of(unit) - 1) if "AC" in hit.traits and harm.boxes else 0
    return harm.is_hit, filled_after(unit, harm.boxes, harm.overkill), crushed


class Loss(NamedTuple):
    """What a model has lost once so many boxes are filled: steps on its track, the end among them, and what that means.

    Crippled is who was not and is now, or is gone at once; what has no track never is.
    """

    boxes: int
    crippled: bool
    destroyed: bool


@heeds("fieldmanual.damage", "fieldmanual.damage-dead", "fieldmanual.damage-critical")
def loss_of(unit: Unit, filled: int) -> Loss:
    """The one reckoning of odds: cards, previews and the odds of laid-out attacks count like this."""
    track, gone = len(unit.card.boxes), bool(fate_of(unit, filled))
    worse = gone or is_critical(unit.card, filled)
    crippled = bool(track) and worse and not is_critical(unit.card, unit.boxes)
    return Loss(min(filled, track + 1) - unit.boxes, crippled, gone)


@heeds("fieldmanual.damage")
def margins_to_boxes(unit: Unit, hit: Hit, margins: Spread) -> Spread:
    """How often a model ends with so many boxes filled: one beyond its track is Dead, two beyond are Destroyed."""
    weights, met = [0] * (len(unit.card.boxes) + 3), met_by(unit, hit)
    for margin, ways in margins.items():
        harm = harm_of(unit, hit._replace(margin=margin), met)
        weights[filled_after(unit, harm.boxes, harm.overkill)] += ways
    return Spread(0, tuple(weights), margins.total)


@heeds("fieldmanual.damage", "fieldmanual.wt-haywire", "fieldmanual.wt-sustained-burn", "fieldmanual.wt-ac")
def resolve_hit(ctx: Ctx[State], target_id: str, hit: Hit) -> Script[Harm]:
    """Do what a hit does: boxes, death, armor crushed, fire, haywire. Gives back what it was."""
    unit = ctx.state.units[target_id]
    if unit.status not in IN_PLAY:
        return MISS
    harm = harm_of(unit, hit)
    if not harm.is_hit:
        return harm
    filled = filled_after(unit, harm.boxes, harm.overkill)
    yield from _mark(ctx, target_id, filled, harm, hit.cause, hit.attacker)
    if harm.boxes and ctx.state.units[target_id].status in IN_PLAY:
        _linger(ctx, target_id, hit, harm)
    if "H" in hit.traits and ctx.state.units[target_id].status in IN_PLAY:
        outcome = yield from resolve_haywire(ctx, target_id)
        if outcome == STUN:
            stun(ctx, target_id, "haywire")
        elif outcome:
            yield from inflict(ctx, target_id, 1, "haywire", hit.attacker)
    return harm


@rule("fieldmanual.wt-ac")
@heeds("fieldmanual.wt-sustained-burn", "fieldmanual.perk-fire-resistant", "fieldmanual.combined-damage")
def _linger(ctx: Ctx[State], target_id: str, hit: Hit, harm: Harm) -> None:
    """After at least one box: Armor Crushing takes the margin off the Armor, infantry's never; fire goes on."""
    unit = ctx.state.units[target_id]
    lost = min(harm.margin, armor_of(unit) - 1)
    if "AC" in hit.traits and not unit.is_infantry and lost > 0:
        ctx.emit(ArmorCrushed(target_id, lost))
    if "SB" in hit.traits and not unit.team and not unit.perk("Fire Resistant"):
        ctx.emit(SetAlight(target_id))


@heeds("fieldmanual.combined-damage", "fieldmanual.damage-dead")
def inflict(ctx: Ctx[State], unit_id: str, boxes: int, cause: str, slayer: str = "") -> Script[None]:
    """Fill boxes without any attack roll. A Combined Model loses a base for each of them, this one first."""
    unit = ctx.state.units[unit_id]
    if unit.status not in IN_PLAY or boxes <= 0:
        return
    if not unit.team:
        yield from _mark(ctx, unit_id, filled_after(unit, boxes), Harm(0, 0, boxes, False), cause, slayer)
        return
    others = [part.id for part in reversed(ctx.state.parts(unit)) if part.id != unit_id and part.status in IN_PLAY]
    for base in (unit_id, *others)[:boxes]:
        one = Harm(0, 0, 1, False)
        yield from _mark(ctx, base, filled_after(ctx.state.units[base], 1), one, cause, slayer)


def destroy(ctx: Ctx[State], unit_id: str, cause: str, slayer: str = "") -> Script[None]:
    """Take a model away at once, as Overkill does."""
    unit = ctx.state.units[unit_id]
    if unit.status in IN_PLAY:
        yield from _mark(ctx, unit_id, filled_after(unit, 0, True), Harm(0, 0, 0, True), cause, slayer)


@rule("fieldmanual.option-ejection")
def _mark(ctx: Ctx[State], unit_id: str, filled: int, harm: Harm, cause: str, by: str) -> Script[None]:
    """Mark boxes on the track. With the option, the crew of who is Dead, not Destroyed, gets out on a 6."""
    unit = ctx.state.units[unit_id]
    fate, after = fate_of(unit, filled), unit.clone()
    after.boxes = min(filled, len(unit.card.boxes))
    slows = unit.band == TOP and not fate and refuse_top_speed(after) is not None
    ctx.emit(Damaged(unit_id, by, cause, harm.damage, harm.boxes, filled, fate, slows))
    if fate == DEAD and ctx.state.switch("ejection"):
        seat = ctx.state.units[unit_id].seat
        roll = Roll("ejection", 1, 6, 1, seat, unit_id, "fieldmanual.option-ejection", marks=(EJECTS,))
        (face,) = yield from throw(roll)
        ctx.emit(CrewEjected(unit_id, face, face >= EJECTS))


@rule("fieldmanual.option-walker-knockdown")
@heeds("fieldmanual.stun", "fieldmanual.combined-damage")
def stun(ctx: Ctx[State], unit_id: str, cause: str) -> None:
    """Give a Stun counter; there is never more than one. With the option, who has one and two legs falls instead."""
    unit = ctx.state.units[unit_id]
    if unit.status not in IN_PLAY:
        return
    if not unit.token(STUN):
        ctx.emit(Stunned(unit_id, cause))
    elif ctx.state.switch("knockdown") and has_two_legs(unit) and unit.status == FIELDED:
        ctx.emit(KnockedDown(unit_id, cause))


def has_two_legs(unit: Unit) -> bool:
    """Whether it is a machine that walks: it can be knocked down."""
    return unit.card.kind in TWO_LEGGED and "W" in unit.card.rows


# --- Haywire: one die after every success, by how well the electronics are shielded

BOX = "box"
NEVER = 7
SHIELDED, PLAIN, VULNERABLE = (5, NEVER), (3, 6), (1, 3)
"""From which face on it stuns, and from which it fills a box."""


@rule("fieldmanual.wt-haywire", "fieldmanual.perk-haywire-resistant", "fieldmanual.flaw-vulnerable-haywire")
def haywire_marks(unit: Unit) -> tuple[int, int]:
    """From which face on haywire stuns this model, and from which it fills a box instead."""
    if unit.perk("Haywire Resistant"):
        return SHIELDED
    return VULNERABLE if unit.perk("Vulnerable to Haywire") else PLAIN


def haywire_effect(unit: Unit, face: int) -> str:
    """What a face does: empty for nothing, a Stun counter, or a box."""
    stuns, fills = haywire_marks(unit)
    return BOX if face >= fills else STUN if face >= stuns else ""


@heeds("fieldmanual.wt-haywire", "fieldmanual.stun")
def _is_harmless(state: State, unit_id: str, face: int) -> bool:
    """Whether a face does nothing to a model: nothing at all, or a counter that it has."""
    unit = state.units[unit_id]
    effect = haywire_effect(unit, face)
    return not effect or (effect == STUN and bool(unit.token(STUN)) and not state.switch("knockdown"))


@heeds("fieldmanual.wt-haywire")
def resolve_haywire(ctx: Ctx[State], unit_id: str) -> Script[str]:
    """Roll for the model that was hit."""
    unit = ctx.state.units[unit_id]
    roll = Roll("haywire", 1, 6, 1, unit.seat, unit_id, "fieldmanual.wt-haywire", marks=haywire_marks(unit))

    def tell(faces: tuple[int, ...]) -> None:
        ctx.emit(HaywireRolled(unit_id, faces[0], haywire_effect(ctx.state.units[unit_id], faces[0])))

    (face,) = yield from resolve_other(ctx, roll, tell, held=lambda faces: _is_harmless(ctx.state, unit_id, faces[0]))
    return haywire_effect(ctx.state.units[unit_id], face)
