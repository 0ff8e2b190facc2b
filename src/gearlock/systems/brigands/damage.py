"""5.6, 5.7 and 2.5: damage, its effects, and falls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from gearlock.kernel.chapters import Chapter
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Line
from gearlock.mechanics.going.resting import resting_place
from gearlock.mechanics.ground.surfaces import surface_at
from gearlock.mechanics.pools.marginal import SIDES, Weights, bites_in, bites_of, mean_bites
from gearlock.mechanics.pools.shown import marginal_throw
from gearlock.mechanics.pools.throwing import throw_until_it_stands
from gearlock.odds.pools import Harm, Pools, is_marginal, pool_margin, sure_damage
from gearlock.systems.brigands.command import fill_vacancies, offer_reroll
from gearlock.systems.brigands.models import Model, Weapon
from gearlock.systems.brigands.multi_component_vehicles import carry_parts
from gearlock.systems.brigands.opposed_rolls import dice_text
from gearlock.systems.brigands.places import girth_of
from gearlock.systems.brigands.state import FIELDED, GONE, WRECK, Bites, State, Unit
from gearlock.table.measure import INCH, inches_text

# --- 5.6 and 5.7: how a weapon hurts what it hits. One record says what a margin does, in play and as odds

MARGINAL = 4
"""A Marginal Hit bites on this face and better."""


class Hurt(NamedTuple):
    """How a weapon hurts a model or a building: what a margin comes to, and how damage is felt.

    Infantry feels at most a point of what is not meant for it, Field Armor takes off a point but not the last, and what
    is made to bring down walls does double to them.
    """

    harm: Harm
    capped: bool = False
    soaked: bool = False
    doubled: bool = False

    def hits(self, margin: int) -> bool:
        """Whether this margin hits."""
        return margin >= self.harm.least

    def is_marginal(self, margin: int) -> bool:
        """Whether one more die decides about this margin."""
        return is_marginal(margin, self.harm)

    def raw(self, margin: int) -> int:
        """The damage of a margin before any Marginal Hit and before it is felt; no more than Infantry can lose."""
        damage = sure_damage(margin, self.harm)
        return min(1, damage) if self.capped else damage

    @heeds("brigands.5.6a")
    def damages(self, margin: int) -> Weights:
        """What the damage of a margin may be before it is felt, out of six: for certain, or by one more die."""
        return bites_of(1, MARGINAL) if self.is_marginal(margin) else {self.raw(margin): SIDES}

    @rule("brigands.wtrait.ai", "brigands.trait.field-armor", "brigands.wtrait.as")
    def felt(self, damage: int) -> int:
        """What reaches the target of all damage of one attack."""
        if self.capped and damage > 1:
            damage = 1
        if self.soaked and damage > 1:
            damage -= 1
        return 2 * damage if self.doubled else damage


@heeds("brigands.wtrait.ai", "brigands.trait.field-armor", "brigands.wtrait.as")
def hurt_of(weapon: Weapon, target: Unit) -> Hurt:
    """How a weapon hurts this model, or what is left of it."""
    fielded = target.is_fielded
    return hurt_to(weapon, target.line, fielded and target.has("Field Armor"), wreck=not fielded)


def hurt_to(weapon: Weapon, line: Model, soaked: bool, wreck: bool = False) -> Hurt:
    """How a weapon hurts a model of this kind, if its Field Armor works or does not."""
    traits = weapon.traits
    capped, doubled = line.type == "Infantry" and "AI" not in traits, "AS" in traits and line.type == "Fortification"
    return Hurt(harm_of(weapon, line, wreck), capped, soaked, doubled)


@rule("brigands.5.6", "brigands.5.7a", "brigands.wtrait.ap", "brigands.trait.agile")
@heeds("brigands.5.7")
def harm_of(weapon: Weapon, target: Model, wreck: bool = False) -> Harm:
    """How a margin turns into damage: margin + PEN - AR, or AP up to its rating; Agile models slip away at 0.

    Blast and Spray take no notice of Agile, and a wreck is not agile any more.
    """
    agile = "Agile" in target.traits and not wreck and not ("Blast" in weapon.traits or "Spray" in weapon.traits)
    return Harm(weapon.pen - target.armor, weapon.traits.get("AP", 0), 1 if agile else 0, MARGINAL)


def damage_felt(weapon: Weapon, target: Unit, damage: int) -> int:
    """What reaches a model of all damage of one attack."""
    return hurt_of(weapon, target).felt(damage)


# --- 5.6a: Marginal Hits. One more die each, thrown by whoever caused them, who may reroll all of them


class Blow(NamedTuple):
    """The attack whose effects are rolled for: its weapon, its damage, and what of its effects has bitten before."""

    weapon: str = ""
    raw: int = 0
    before: int = 0


NO_ATTACK = Blow()


@rule("brigands.5.6a")
@heeds("brigands.1.2i")
def resolve_bites(ctx: Ctx[State], roll: Roll, what: str, report: Callable[[Faces, int], Event]) -> Script[int]:
    """Throw, and throw again as long as the roller, if still there, pays for it: how many dice bite in the end.

    Nobody is asked who cannot do better: all bite an enemy, or none whoever rolls for itself or a friend.
    """
    assert roll.marks is not None, f"{roll} never bites"
    (least,) = roll.marks
    free: list[str] = []
    bites = 0

    def tell(faces: Faces) -> str:
        nonlocal bites
        bites = bites_in(faces, least)
        ctx.emit(report(faces, bites))
        return f"rolled {faces[0] if what == ONE else faces}"

    def again(shown: str) -> Script[bool]:
        best = 0 if roll.ill else roll.count
        asked = bites != best and ctx.state.units[roll.unit].is_fielded
        return asked and (yield from offer_reroll(ctx, roll.unit, what, shown, free))

    faces = yield from throw_until_it_stands(roll, tell, again)
    return bites_in(faces, least)


ONE, MANY = "Marginal Hit", "Marginal Hits"


class MarginalHitsRolled(Event, frozen=True, tag="marginal-hits-rolled"):
    """The dice of several Marginal Hits at once, whoever or whatever caused them."""

    unit: str
    target: str
    cause: str
    faces: tuple[int, ...]
    damage: int
    least: int = 4
    """The face from which on a die bites."""
    weapon: str = ""
    """Of an attack: what it was made with, its damage before these dice, and what of its effects has bitten before."""
    raw: int = 0
    before: int = 0
    building: str = ""
    """The building that takes them, if it is no model."""

    def change(self, state: State) -> None:
        attack = self.weapon, self.raw, self.before
        state.rolled = None
        state.bites = Bites(
            self.unit, self.target, len(self.faces), self.damage, self.least, *attack, building=self.building
        )


def marginals(state: State, event: MarginalHitsRolled, _seat: str | None) -> Line:
    rolls = (marginal_throw("Marginal Hits", event.faces, event.damage, "brigands.5.6a"),)
    if event.building:
        what = f"Marginal Hits ({event.cause}) on the {state.ground.piece(event.building).name}"
        return Line(f"{what}: {dice_text(event.faces)}, {event.damage} damage.", (event.unit,), "brigands.5.6a", rolls)
    what = f"Marginal Hits ({event.cause}) on {state.name_of(event.target)}"
    infantry = state.units[event.target].line.type == "Infantry"
    most = "; Infantry loses at most 1 to an attack without AI" if infantry and event.damage else ""
    text = f"{what}: {dice_text(event.faces)}, {event.damage} damage{most}."
    return Line(text, (event.unit, event.target), "brigands.5.6a", rolls)


@heeds("brigands.5.6a", "brigands.2.5")
def resolve_marginal_hits(
    ctx: Ctx[State], roller: str, target: str, count: int, cause: str, least: int = MARGINAL, blow: Blow = NO_ATTACK
) -> Script[int]:
    """So many Marginal Hits on a model at once: how many of them bite."""
    seat = ctx.state.units[roller].seat
    ill = seat == ctx.state.units[target].seat
    roll = Roll(f"{MANY}: {cause}", count, 6, 1, seat, roller, "brigands.5.6a", (least,), ill)

    def report(faces: Faces, bites: int) -> Event:
        return MarginalHitsRolled(roller, target, cause, faces, bites, least, *blow)

    return (yield from resolve_bites(ctx, roll, MANY, report))


class MarginalHitRolled(Event, frozen=True, tag="marginal-hit-rolled"):
    """The one die of a hit that just fails to bite."""

    unit: str
    target: str
    face: int
    damage: int

    def change(self, state: State) -> None:
        if state.rolled is not None:
            state.rolled = replace(state.rolled, face=self.face)


def marginal(state: State, event: MarginalHitRolled, _seat: str | None) -> Line:
    text = f"Marginal Hit on {state.name_of(event.target)}: {event.face}, {event.damage} damage."
    rolls = (marginal_throw("Marginal Hit", (event.face,), event.damage, "brigands.5.6a"),)
    return Line(text, (event.unit, event.target), "brigands.5.6a", rolls)


@heeds("brigands.5.6a", "brigands.1.2k")
def resolve_damage(ctx: Ctx[State], attacker: str, weapon: Weapon, target: str, margin: int) -> Script[int]:
    """The damage of this margin before it is felt; a sum of exactly nothing is a Marginal Hit."""
    unit = ctx.state.units[target]
    hurt = hurt_of(weapon, unit)
    if not hurt.is_marginal(margin):
        return hurt.raw(margin)
    seat = ctx.state.units[attacker].seat
    roll = Roll(ONE, 1, 6, 1, seat, attacker, "brigands.5.6a", (MARGINAL,), ill=seat == unit.seat)

    def report(faces: Faces, bites: int) -> Event:
        return MarginalHitRolled(attacker, target, faces[0], bites)

    return (yield from resolve_bites(ctx, roll, ONE, report))


# --- 5.7b: special damage effects. What Haywire, Fire and Corrosion do to a model that was hit, after the damage

HAYWIRE, FIRE, CORROSION = "Haywire", "Fire", "Corrosion"

EFFECTS = (HAYWIRE, FIRE, CORROSION)

NEVER_LESS, RESISTED = 1, 6
"""Faces from which on a Marginal Hit bites a model that is vulnerable to it, or resists it."""


class Ordeal(NamedTuple):
    """Marginal Hits of one effect: how many, and the face from which on each of them bites."""

    cause: str
    hits: int
    least: int


@rule("brigands.wtrait.fire")
@heeds("brigands.5.7b-haywire", "brigands.5.7b-fire", "brigands.5.7b-corrosion")
def ordeals_of(weapon: Weapon, target: Unit, margin: int) -> list[Ordeal]:
    """The Marginal Hits that a hit by this margin brings besides its damage."""
    found: list[Ordeal] = []
    if HAYWIRE in weapon.traits:
        found.append(Ordeal(HAYWIRE, 1, least_of(target, HAYWIRE)))
    if FIRE in weapon.traits:
        found.append(Ordeal(FIRE, weapon.traits[FIRE], least_of(target, FIRE)))
    if CORROSION in weapon.traits and margin > 0:
        found.append(Ordeal(CORROSION, margin, MARGINAL))
    return found


@rule("brigands.trait.resist-f", "brigands.trait.vuln-f", "brigands.trait.vuln-h")
def least_of(target: Unit, cause: str) -> int:
    """The face from which on a Marginal Hit of this effect bites: 4, 6 for whom resists it, any for the vulnerable."""
    letter = cause[0]
    if target.has(f"Vuln:{letter}"):
        return NEVER_LESS
    return RESISTED if target.has(f"Resist:{letter}") else MARGINAL


def expected_bites(weapon: Weapon, target: Unit, pools: Pools, harm: Harm) -> float:
    """The damage to expect of a weapon's effects on a model, misses counted in."""
    if weapon.traits.keys().isdisjoint(EFFECTS):
        return 0.0
    margins = pool_margin(pools)
    bites = (
        (weight, sum(mean_bites(ordeal.hits, ordeal.least) for ordeal in ordeals_of(weapon, target, margin)))
        for margin, weight in margins.items()
        if margin >= harm.least
    )
    return sum(weight * expected for weight, expected in bites) / margins.total


@rule("brigands.5.7", "brigands.5.7b-fire")
@heeds("brigands.5.8", "brigands.5.7b-haywire", "brigands.5.7b-corrosion")
def resolve_effects(ctx: Ctx[State], wounds: list[Wound]) -> Script[None]:
    """When all damage of an exchange is applied, every model still in play takes the effects of what hit it."""
    for wound in wounds:
        weapon = ctx.state.units[wound.by].line.weapons[wound.weapon]
        if wound.margin >= 0 and not weapon.traits.keys().isdisjoint(EFFECTS):
            yield from resolve_effect(ctx, wound, weapon)


def resolve_effect(ctx: Ctx[State], wound: Wound, weapon: Weapon) -> Script[None]:
    """Tokens first, then the Marginal Hits; with the damage before they are one attack to Infantry and Field Armor."""
    unit = ctx.state.units[wound.unit]
    if not unit.is_fielded:
        return
    mark(ctx, unit, weapon)
    bites = 0
    for ordeal in ordeals_of(weapon, unit, wound.margin):
        if ordeal.least == NEVER_LESS:
            bites += ordeal.hits
        else:
            blow, dice = Blow(wound.weapon, wound.raw, bites), (ordeal.hits, ordeal.cause, ordeal.least)
            bites += yield from resolve_marginal_hits(ctx, wound.by, unit.id, *dice, blow)
    unit = ctx.state.units[wound.unit]
    hurt = hurt_of(weapon, unit)
    more = hurt.felt(wound.raw + bites) - hurt.felt(wound.raw)
    if more > 0:
        ctx.emit(harmed(unit, more, wound.by, wound.weapon, before=wound.damage))
        let_go(ctx, unit.id)


class Afflicted(Event, frozen=True, tag="afflicted"):
    """A token of a special effect was laid on a model."""

    unit: str
    token: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.haywire = unit.haywire or self.token == "Haywire"
        unit.corroded = unit.corroded or self.token == "Corrosion"


def afflicted(state: State, event: Afflicted, _seat: str | None) -> Line:
    rule_id = "brigands.5.7b-haywire" if event.token == "Haywire" else "brigands.5.7b-corrosion"
    return Line(f"{state.name_of(event.unit)} takes a {event.token} token.", (event.unit,), rule_id)


@rule("brigands.5.7b-haywire", "brigands.wtrait.haywire", "brigands.wtrait.corrosion")
@heeds("brigands.5.7b-corrosion")
def mark(ctx: Ctx[State], unit: Unit, weapon: Weapon) -> None:
    """Lay down the tokens. One of each is all a model carries, and Infantry carries none for Corrosion."""
    if HAYWIRE in weapon.traits and not unit.haywire:
        ctx.emit(Afflicted(unit.id, HAYWIRE))
    if CORROSION in weapon.traits and not unit.corroded and unit.line.type != "Infantry":
        ctx.emit(Afflicted(unit.id, CORROSION))


@rule("brigands.5.7b-corrosion")
@heeds("brigands.1.8-setup")
def resolve_corrosion(ctx: Ctx[State]) -> Script[None]:
    """The first thing in the Setup Phase: a Marginal Hit on every model with a Corrosion token. It is no attack."""
    for unit_id in [unit.id for unit in ctx.state.units.values() if unit.corroded and unit.is_fielded]:
        damage = yield from resolve_marginal_hits(ctx, unit_id, unit_id, 1, CORROSION)
        if damage:
            ctx.emit(harmed(ctx.state.units[unit_id], damage, unit_id, CORROSION, attack=False))
            let_go(ctx, unit_id)
    fill_vacancies(ctx)


# --- 5.6: what damage does to a model


class Wound(NamedTuple):
    """Damage worked out but not applied yet."""

    unit: str
    by: str
    weapon: str
    damage: int
    raw: int = 0
    """The same before Field Armor took off its point."""
    margin: int = -1
    """By how much it hit; less than nothing after a miss."""
    building: str = ""
    """The building it struck instead of the model in it, and by how much."""
    stray: int = -1


class Damaged(Event, frozen=True, tag="damaged"):
    """One attack's damage on one model, and what is left of it."""

    unit: str
    by: str
    weapon: str
    damage: int
    hull: int
    structure: int
    destroyed: bool = False
    overkill: bool = False

    @rule("brigands.5.6b", "brigands.5.6d", "brigands.9.1-damage")
    @heeds("brigands.5.6e", "brigands.9.2")
    def change(self, state: State) -> None:
        """Hull first, then Structure; the destroyed lose their tokens and lie as wrecks, if not overkilled or small."""
        unit = state.units[self.unit]
        unit.hull, unit.structure = self.hull, self.structure
        if self.destroyed:
            unit.status, unit.slayer = WRECK, self.by
            unit.actions = unit.standby = unit.overwatch = unit.command = unit.skill = 0
            unit.marks = []
            unit.posture, unit.bracing, unit.tall = "", False, False
            unit.haywire = unit.corroded = unit.shown = unit.jamming = False
            if state.activation is not None and state.activation.unit == unit.id:
                state.activation = None
                unit.activated = True
        if self.overkill or (self.destroyed and (unit.line.type == "Infantry" or unit.controller)):
            unit.status = GONE


def damaged(state: State, event: Damaged, _seat: str | None) -> Line:
    name = state.name_of(event.unit)
    if event.overkill:
        left = "at once and is gone: Overkill"
    elif event.destroyed:
        left = "and is destroyed"
    elif event.hull + event.structure == 0:
        left = "and remains a wreck"
    else:
        left = f"and has {event.hull}/{event.structure} left"
    return Line(f"{name} takes {event.damage} damage {left}.", (event.unit, event.by), "brigands.5.6b")


@rule("brigands.5.6e")
@heeds("brigands.5.6b", "brigands.11.4b-airdrop")
def harmed(unit: Unit, damage: int, by: str, weapon: str, attack: bool = True, before: int = 0) -> Damaged:
    """What one attack's damage leaves of a model: Hull goes first, then Structure.

    Damage of one attack that equals the starting Hull and Structure removes the model, or the wreck, altogether;
    `before` is what the same attack has done already. Whoever is destroyed before it has landed is removed as well.
    """
    hull = max(0, unit.hull - damage)
    structure = max(0, unit.structure - max(0, damage - unit.hull))
    overkill = (attack and before + damage >= unit.line.bulk) or (unit.is_dropping and hull + structure == 0)
    destroyed = overkill or hull + structure == 0
    if destroyed:
        hull = structure = 0
    return Damaged(unit.id, by, weapon, damage, hull, structure, destroyed and unit.status == FIELDED, overkill)


@heeds("brigands.5.8", "brigands.5.4")
def apply_wounds(ctx: Ctx[State], wounds: list[Wound]) -> None:
    """Apply the damage of an action and all its reactions together, after everything has been rolled."""
    for wound in wounds:
        unit = ctx.state.units[wound.unit]
        if wound.damage > 0 and unit.status != GONE:
            ctx.emit(harmed(unit, wound.damage, wound.by, wound.weapon))
        let_go(ctx, wound.unit)


@heeds("brigands.2.4", "brigands.5.6d")
def let_go(ctx: Ctx[State], unit_id: str) -> None:
    """A model that is destroyed on a face comes down to the foot of it."""
    unit = ctx.state.units[unit_id]
    if unit.hanging and unit.status == WRECK:
        floor = surface_at(ctx.state.ground, unit.x, unit.y, unit.z)
        ctx.emit(fall_of(ctx.state, unit.id, unit.z - floor, 0, floor))


class Fell(Event, frozen=True, tag="fell"):
    """A model dropped so far and takes so many Marginal Hits; it lies or stands at that elevation now.

    `beside` is where, if somebody was in the place it came down on.
    """

    unit: str
    height: int
    hits: int
    z: int
    beside: tuple[int, int] | None = None

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.z, unit.hanging, unit.inside = self.z, "", ""
        if self.beside is not None:
            unit.x, unit.y = self.beside
        carry_parts(state, unit)


def fell(state: State, event: Fell, _seat: str | None) -> Line:
    text = f"{state.name_of(event.unit)} falls {inches_text(event.height)} in: {event.hits} Marginal Hits."
    return Line(text, (event.unit,), "brigands.2.5")


@heeds("brigands.2.5", "brigands.2.6")
def fall_of(state: State, unit_id: str, height: int, hits: int, z: int) -> Fell:
    """A fall to this surface, with the place beside it if the one below is taken."""
    unit = state.units[unit_id]
    place = resting_place(state.ground, unit, z, girth_of(unit), state.obstacles(unit))
    return Fell(unit_id, height, hits, z, None if place == (unit.x, unit.y) else place)


# --- 2.5: falling, and the Marginal Hits that come in numbers: of a fall here, of fire and the like elsewhere


@heeds("brigands.2.5")
def hits_of_fall(unit: Unit, height: int) -> int:
    """Marginal Hits of a fall: whole inches beyond the model's Piloting."""
    return max(0, (height - unit.line.piloting * INCH) // INCH)


@rule("brigands.2.5")
def resolve_fall(ctx: Ctx[State], unit_id: str, height: int, z: int) -> Script[None]:
    """A model drops from its feet to the surface and takes what it has coming. A fall never overkills."""
    unit = ctx.state.units[unit_id]
    hits = hits_of_fall(unit, height) if unit.status == FIELDED else 0
    ctx.emit(fall_of(ctx.state, unit_id, height, hits, z))
    if hits:
        damage = yield from resolve_marginal_hits(ctx, unit_id, unit_id, hits, "fall")
        if damage:
            ctx.emit(harmed(ctx.state.units[unit_id], damage, unit_id, "fall", attack=False))
            fill_vacancies(ctx)


# --- The contents of the chapter

DAMAGE: Chapter[State] = Chapter(
    "5.6, 5.7 and 2.5: damage, its effects, and falls",
    events={
        MarginalHitRolled: marginal,
        MarginalHitsRolled: marginals,
        Damaged: damaged,
        Afflicted: afflicted,
        Fell: fell,
    },
)
