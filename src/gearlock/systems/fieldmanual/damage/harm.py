"""Damage: what a margin does to a model, in play, odds, previews and for bots alike; and how it is inflicted."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.mechanics.silhouette.multiplied import Blow, damage_of, steps_of
from gearlock.odds.pools import Spread
from gearlock.systems.fieldmanual.damage.events import (
    ArmorCrushed,
    CrewEjected,
    Damaged,
    KnockedDown,
    SetAlight,
    Stunned,
)
from gearlock.systems.fieldmanual.damage.haywire import resolve_haywire
from gearlock.systems.fieldmanual.damage.levels import is_critical, refuse_top_speed
from gearlock.systems.fieldmanual.damage.sides import Origin, armor_against, armor_of, is_weak, sides_struck
from gearlock.systems.fieldmanual.dice_tests.tests import rounded
from gearlock.systems.fieldmanual.state import DEAD, DESTROYED, FIELDED, IN_PLAY, STUN, TOP, State, Unit

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
