"""Ramming and Unintentional Impacts."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Target, decline
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line, Modifier
from gearlock.mechanics.silhouette.rolls import fumble_odds
from gearlock.systems.fieldmanual.command_points.tests import resolve_test
from gearlock.systems.fieldmanual.damage.damage import (
    WHOLE,
    Hit,
    Origin,
    consequence,
    margins_to_boxes,
    resolve_hit,
    stun,
)
from gearlock.systems.fieldmanual.dice_tests import Test, margin, skill_of
from gearlock.systems.fieldmanual.lock_and_cover.looks import ARCS, SIDES, TOUCH, is_from, range_to
from gearlock.systems.fieldmanual.melee import (
    FUMBLED,
    BlowResolved,
    BlowStruck,
    MeleeOdds,
    defense_dice,
    hindrances,
    holds_of,
    melee_margins,
    physical_dm,
    ram_lines,
    resolve_free_strike,
    resolve_guard,
    strikes_free,
)
from gearlock.systems.fieldmanual.paying import is_able, refuse_idle, refuse_unlocked
from gearlock.systems.fieldmanual.state import COMBAT, FIELDED, REVERSE, STATIONARY, TOP, State, Unit
from gearlock.table.arcs import is_centre_in
from gearlock.table.bodies import point
from gearlock.table.measure import HALF_TURN, RIGHT_ANGLE, advance, bearing, inches_text, turn_between

LOWER = {TOP: COMBAT}
"""The next lower Speed Band; below Combat Speed there is only Stationary."""


SHARES = {8: ", head on: double damage", 2: ", from behind: half damage", 1: ", a quarter of the damage"}


# --- Ramming: a Melee Attack with the whole model. Both are damaged, by each other's PHYSICAL

HEAD_ON, FROM_BEHIND = 2 * WHOLE, WHOLE // 2

STRAIGHT = RIGHT_ANGLE // 2
"""Half of the 90 degrees in which somebody moves towards a model, or away from it."""

NEAR_SIZES = 4

CRUSHING = ("AC",)


class Ram(Order, frozen=True, tag="ram"):
    """Smash into an enemy in base contact."""

    unit: str
    target: str


@heeds("fieldmanual.ram", "fieldmanual.option-humanoid-combat", "fieldmanual.action-costs", "fieldmanual.obj-recon")
def refuse_ram(state: State, order: Ram) -> Refusal | None:
    """Why a model cannot ram another: too slow, not in contact, its arms full, or no Action left."""
    unit, target = state.units[order.unit], state.units.get(order.target)
    if target is None or target.status != FIELDED or target.seat == unit.seat or target.card.kind == "drone":
        return Refusal("target", "fieldmanual.ram", "A ram needs an enemy model on the table as its target.")
    if unlocked := refuse_unlocked(state, unit.seat, target):
        return unlocked
    if unit.band == STATIONARY or not (is_able(unit) and unit.is_fielded):
        return Refusal("speed", "fieldmanual.ram", f"The {unit.name} is Stationary: it rams at Combat or Top Speed.")
    away = range_to(state, unit, target)
    if away > TOUCH:
        message = f"The {unit.name} rams in base contact; the {target.name} is {inches_text(away)} in away."
        return Refusal("contact", "fieldmanual.ram", message, {"distance": away})
    if holds_of(unit):
        message = f"The {unit.name} holds a weapon of its enemy: it cannot ram meanwhile."
        return Refusal("holds", "fieldmanual.option-humanoid-combat", message)
    return None if strikes_free(state, unit, target) else refuse_idle(unit, 1, "fieldmanual.ram")


def heading_of(unit: Unit) -> int | None:
    """Which way a model is moving: ahead, in Reverse backward; None while it is Stationary or has no facing."""
    if unit.band == STATIONARY or unit.team:
        return None
    return (unit.facing + HALF_TURN) % 3600 if unit.band == REVERSE else unit.facing


@rule("fieldmanual.ram-direction")
def quarters_of(attacker: Unit, defender: Unit) -> int:
    """Quarters of the damage of a ram: double head on, half against who moves away; the rammer moves at its target."""
    heading = heading_of(defender)
    if heading is None:
        return WHOLE
    off = abs(turn_between(heading, bearing(defender.x, defender.y, attacker.x, attacker.y)))
    return HEAD_ON if off <= STRAIGHT else FROM_BEHIND if off >= HALF_TURN - STRAIGHT else WHOLE


def plates_of(unit: Unit) -> list[str]:
    """The arcs in which a model has a ram plate."""
    return unit.card.details.get("Ram Plate", "Front").split(", ") if unit.perk("Ram Plate") else []


@rule("fieldmanual.perk-ram-plate")
def is_plated(unit: Unit, x: int, y: int) -> bool:
    """Whether a ram from a point comes in on a ram plate."""
    return any(is_from(unit, arc, x, y) if arc in SIDES else _is_in(unit, arc, x, y) for arc in plates_of(unit))


def _is_in(unit: Unit, code: str, x: int, y: int) -> bool:
    """Whether a point lies in an arc of attack of a model."""
    arc = ARCS.arc(code)
    return arc is None or is_centre_in(arc, unit.x, unit.y, unit.facing, point(x, y))


@rule("fieldmanual.ram")
@heeds("fieldmanual.perk-ram-plate", "fieldmanual.ram-direction")
def hits_of(attacker: Unit, defender: Unit, difference: int, head_on: bool = False) -> tuple[Hit, Hit]:
    """What a ram does to the model that is rammed, and to the one that rams.

    The margin times the other's PHYSICAL. Only the rammed model's Armor is crushed, and not behind a ram plate.
    `head_on` is one that counts so whichever way they face.
    """
    share = HEAD_ON if head_on else quarters_of(attacker, defender)
    plated = is_plated(defender, attacker.x, attacker.y)
    there, back = Origin(attacker.x, attacker.y, attacker.z), Origin(defender.x, defender.y, defender.z)
    struck = Hit(
        physical_dm(attacker), difference, () if plated else CRUSHING, attacker.id, there, "ram",
        share // 2 if plated else share,
    )  # fmt: skip
    saved = share // 2 if plates_of(attacker) else share
    return struck, Hit(physical_dm(defender), difference, (), defender.id, back, "ram", saved)


class Rammed(Event, frozen=True, tag="rammed"):
    """A ram got through, by whom and by how much; `quarters` of the damage are done to each."""

    unit: str
    target: str
    margin: int
    quarters: int
    recoil: int


def rammed(state: State, event: Rammed, _seat: str | None) -> Line:
    """A ram that got through."""
    name, target = state.units[event.unit].name, state.units[event.target].name
    text = f"{name} rams {target} by {event.margin}{SHARES.get(event.quarters, '')}."
    return Line(text, (event.unit, event.target), "fieldmanual.ram")


@heeds("fieldmanual.ram")
def resolve_crash(
    ctx: Ctx[State], rammer_id: str, rammed_id: str, difference: int, head_on: bool = False
) -> Script[None]:
    """A ram that got through: damage to both; unless one is far bigger, both slow down and are stunned."""
    rammer, rammed = ctx.state.units[rammer_id], ctx.state.units[rammed_id]
    struck, recoil = hits_of(rammer, rammed, difference, head_on)
    ctx.emit(Rammed(rammer_id, rammed_id, difference, struck.quarters, recoil.quarters))
    even = abs(rammer.card.size - rammed.card.size) <= NEAR_SIZES
    yield from resolve_hit(ctx, rammed_id, struck)
    yield from resolve_hit(ctx, rammer_id, recoil)
    for name in (rammer_id, rammed_id) if even else ():
        shake(ctx, name, "ram")


class Slowed(Event, frozen=True, tag="slowed"):
    """A model dropped one Speed Band."""

    unit: str

    @heeds("fieldmanual.ram")
    def change(self, state: State) -> None:
        """All bases of a Combined Model alike; whoever is Stationary stays so."""
        for part in state.parts(state.units[self.unit]):
            part.band = LOWER.get(part.band, STATIONARY)


def slowed(state: State, event: Slowed, _seat: str | None) -> Line:
    """Slower than before."""
    unit = state.units[event.unit]
    return Line(f"{unit.name} slows down to {unit.band.title()} Speed.", (event.unit,), "fieldmanual.ram")


@heeds("fieldmanual.ram", "fieldmanual.unintentional-impact")
def shake(ctx: Ctx[State], unit_id: str, cause: str) -> None:
    """Who is still there drops one Speed Band and is stunned."""
    unit = ctx.state.units[unit_id]
    if not unit.is_fielded:
        return
    if unit.band != STATIONARY:
        ctx.emit(Slowed(unit_id))
    if not unit.is_static:
        stun(ctx, unit_id, cause)


@heeds("fieldmanual.ram", "fieldmanual.free-strikes")
def resolve_ram(ctx: Ctx[State], order: Ram) -> Script[None]:
    """Roll a ram out; a Fumble gives the defender a Free Strike."""
    state = ctx.state
    free = strikes_free(state, state.units[order.unit], state.units[order.target])
    ctx.emit(BlowStruck(order.unit, "", order.target, not free))
    lines = ram_lines(ctx.state.units[order.unit], ctx.state.units[order.target])
    made = yield from resolve_test(ctx, Test("ram", order.unit, lines, "fieldmanual.ram", target=order.target))

    def means(total: int) -> Hashable:
        rammer, rammed = ctx.state.units[order.unit], ctx.state.units[order.target]
        struck, recoil = hits_of(rammer, rammed, margin(made.total, total))
        return consequence(rammed, struck), consequence(rammer, recoil)

    defense = yield from resolve_guard(ctx, order.target, order.unit, made.total, means)
    ctx.emit(BlowResolved(order.unit, "", order.target, made.total, defense))
    if margin(made.total, defense) > 0:
        yield from resolve_crash(ctx, order.unit, order.target, margin(made.total, defense))
    if made.fumbled:
        yield from resolve_free_strike(ctx, order.target, order.unit, FUMBLED)


@heeds("fieldmanual.ram")
def ram_odds(attacker: Unit, target: Unit) -> MeleeOdds:
    """What a ram comes to, for both."""
    lines = ram_lines(attacker, target)
    margins = melee_margins(lines, target, attacker)
    struck, recoil = hits_of(attacker, target, 0)
    boxes = margins_to_boxes(target, struck, margins)
    return MeleeOdds(margins, boxes, margins_to_boxes(attacker, recoil, margins), fumble_odds(skill_of(lines)))


def offer_rams(state: State, question: Ask) -> Iterator[Option]:
    """Every enemy in contact that can be rammed."""
    for target in state.units.values():
        order = Ram(question.unit, target.id)
        if target.seat != question.seat and target.is_fielded and refuse_ram(state, order) is None:
            yield Target(f"Ram the {target.name}", order, "fieldmanual.ram", unit=target.id)


# --- Unintentional Impacts: whoever wins the roll may count it as a ram of its own; terrain always rams

IMPACT = "impact"

FEATURE = 5
"""What a terrain feature is taken to roll."""


class Collided(Event, frozen=True, tag="collided"):
    """A model that could not stop ran into another, or into something."""

    unit: str
    against: str = ""
    what: str = ""


def collided(state: State, event: Collided, _seat: str | None) -> Line:
    """Somebody who could not stop."""
    other = state.units.get(event.against)
    into = other.name if other is not None else event.what
    units = (event.unit,) if other is None else (event.unit, other.id)
    return Line(f"{state.units[event.unit].name} runs into {into}.", units, "fieldmanual.unintentional-impact")


@rule("fieldmanual.unintentional-impact")
@heeds("fieldmanual.ram", "fieldmanual.free-strikes")
def resolve_collision(ctx: Ctx[State], unit_id: str, other_id: str, head_on: bool = False) -> Script[None]:
    """A model that could not stop runs into another: rolled as a ram; who wins may count it as a ram of its own.

    `head_on`: it counts as head on whichever way they face, as for who comes down on somebody.
    """
    if ctx.state.units[other_id].is_static:
        heading = ctx.state.units[unit_id].facing
        yield from resolve_terrain_impact(ctx, unit_id, heading, ctx.state.units[other_id].name)
        return
    ctx.emit(Collided(unit_id, other_id))
    lines = ram_lines(ctx.state.units[unit_id], ctx.state.units[other_id])
    made = yield from resolve_test(
        ctx, Test(IMPACT, unit_id, lines, "fieldmanual.unintentional-impact", target=other_id)
    )
    defense = yield from resolve_guard(ctx, other_id, unit_id, made.total)
    ctx.emit(BlowResolved(unit_id, "", other_id, made.total, defense))
    difference = margin(made.total, defense)
    winner, loser = (unit_id, other_id) if difference > 0 else (other_id, unit_id)
    if difference and (yield from _counts(ctx, winner, loser, abs(difference))):
        yield from resolve_crash(ctx, winner, loser, abs(difference), head_on)
    if made.fumbled:
        yield from resolve_free_strike(ctx, other_id, unit_id, FUMBLED)


def _counts(ctx: Ctx[State], winner: str, loser: str, difference: int) -> Script[bool]:
    """Ask the winner whether it wants the ram."""
    unit, other = ctx.state.units[winner], ctx.state.units[loser]
    prompt = f"The {unit.name} wins the impact by {difference}: count it as its Ram of the {other.name}?"
    order = yield from ask(
        Ask(
            unit.seat,
            IMPACT,
            winner,
            (loser, str(difference)),
            "fieldmanual.unintentional-impact",
            prompt,
            optional=True,
        )
    )
    return isinstance(order, CountAsRam)


@heeds("fieldmanual.unintentional-impact")
def impact_lines(unit: Unit) -> tuple[Modifier, ...]:
    """What a model rolls against a terrain feature: its Defense Skill and what hinders every roll."""
    return (defense_dice(unit), *hindrances(unit))


@heeds("fieldmanual.unintentional-impact", "fieldmanual.perk-ram-plate")
def terrain_hit(unit: Unit, heading: int, difference: int) -> Hit:
    """What terrain does to who runs into it: always head on, with a DM of the model's own Size."""
    x, y = advance(unit.x, unit.y, heading, unit.card.radius)
    plated = is_plated(unit, x, y)
    share = HEAD_ON // 2 if plated else HEAD_ON
    return Hit(unit.card.size, difference, () if plated else CRUSHING, "", Origin(x, y, unit.z), IMPACT, share)


@heeds("fieldmanual.unintentional-impact", "fieldmanual.ram")
def resolve_terrain_impact(ctx: Ctx[State], unit_id: str, heading: int, what: str = "") -> Script[None]:
    """A terrain feature rolls 5 and rams the model."""
    ctx.emit(Collided(unit_id, "", what or "the ground"))

    def means(total: int) -> Hashable:
        unit = ctx.state.units[unit_id]
        return consequence(unit, terrain_hit(unit, heading, margin(FEATURE, total)))

    test = Test(
        IMPACT,
        unit_id,
        impact_lines(ctx.state.units[unit_id]),
        "fieldmanual.unintentional-impact",
        FEATURE,
        means=means,
    )
    made = yield from resolve_test(ctx, test)
    difference = margin(FEATURE, made.total)
    if difference <= 0:
        return
    yield from resolve_hit(ctx, unit_id, terrain_hit(ctx.state.units[unit_id], heading, difference))
    shake(ctx, unit_id, IMPACT)


class CountAsRam(Order, frozen=True, tag="count-as-ram"):
    """After an Unintentional Impact: let the roll that was won count as a Ram of one's own."""

    unit: str
    target: str


@heeds("fieldmanual.unintentional-impact")
def refuse_count(_state: State, question: Ask, order: CountAsRam) -> Refusal | None:
    """Only who won counts it, against who lost."""
    if (order.unit, order.target) == (question.unit, question.about[0]):
        return None
    return Refusal(
        "target",
        "fieldmanual.unintentional-impact",
        "Only the model that won the roll can count it as a ram, of the one that lost it.",
    )


def offer_counts(state: State, question: Ask) -> Iterator[Option]:
    """The ram, with damage to both, or nothing."""
    other = state.units[question.about[0]]
    yield Pick(
        f"Count it as a Ram of the {other.name}",
        CountAsRam(question.unit, other.id),
        "fieldmanual.unintentional-impact",
    )
    yield decline("Let it pass", "fieldmanual.unintentional-impact")


# --- The contents of the chapter

IMPACTS: Chapter[State] = Chapter(
    "Ramming",
    orders=(
        OrderRules(Ram, "act", by_order(refuse_ram), resolve_ram),
        OrderRules(CountAsRam, IMPACT, refuse_count),
    ),
    events={Rammed: rammed, Collided: collided, Slowed: slowed},
)
