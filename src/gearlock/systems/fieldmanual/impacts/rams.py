"""Ramming: a Melee Attack with the whole model. Both are damaged, by each other's PHYSICAL."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from gearlock.kernel.asks import Ask, Option, Target
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.silhouette.rolls import fumble_odds
from gearlock.systems.fieldmanual.command.tests import resolve_test
from gearlock.systems.fieldmanual.damage.harm import WHOLE, Hit, consequence, margins_to_boxes, resolve_hit, stun
from gearlock.systems.fieldmanual.damage.sides import Origin
from gearlock.systems.fieldmanual.dice_tests.tests import Test, margin, skill_of
from gearlock.systems.fieldmanual.impacts.events import Rammed, Slowed
from gearlock.systems.fieldmanual.impacts.orders import Ram
from gearlock.systems.fieldmanual.lock_and_cover.arcs import ARCS, SIDES, is_from
from gearlock.systems.fieldmanual.lock_and_cover.measuring import TOUCH, range_to
from gearlock.systems.fieldmanual.melee.blows import resolve_guard, strikes_free
from gearlock.systems.fieldmanual.melee.events import BlowResolved, BlowStruck
from gearlock.systems.fieldmanual.melee.free_strikes import FUMBLED, resolve_free_strike
from gearlock.systems.fieldmanual.melee.holds import holds_of
from gearlock.systems.fieldmanual.melee.lines import physical_dm, ram_lines
from gearlock.systems.fieldmanual.melee.odds import MeleeOdds, melee_margins
from gearlock.systems.fieldmanual.paying import is_able, refuse_idle
from gearlock.systems.fieldmanual.recon import refuse_unlocked
from gearlock.systems.fieldmanual.state import FIELDED, REVERSE, STATIONARY, State, Unit
from gearlock.table.arcs import is_centre_in
from gearlock.table.bodies import point
from gearlock.table.measure import HALF_TURN, RIGHT_ANGLE, bearing, inches_text, turn_between

RULE = "fieldmanual.ram"
HEAD_ON, FROM_BEHIND = 2 * WHOLE, WHOLE // 2
STRAIGHT = RIGHT_ANGLE // 2
"""Half of the 90 degrees in which somebody moves towards a model, or away from it."""
NEAR_SIZES = 4
CRUSHING = ("AC",)


@heeds("fieldmanual.ram", "fieldmanual.option-humanoid-combat", "fieldmanual.action-costs", "fieldmanual.obj-recon")
def refuse_ram(state: State, order: Ram) -> Refusal | None:
    """Why a model cannot ram another: too slow, not in contact, its arms full, or no Action left."""
    unit, target = state.units[order.unit], state.units.get(order.target)
    if target is None or target.status != FIELDED or target.seat == unit.seat or target.card.kind == "drone":
        return Refusal("target", RULE, "A ram needs an enemy model on the table as its target.")
    if unlocked := refuse_unlocked(state, unit.seat, target):
        return unlocked
    if unit.band == STATIONARY or not (is_able(unit) and unit.is_fielded):
        return Refusal("speed", RULE, f"The {unit.name} is Stationary: it rams at Combat or Top Speed.")
    away = range_to(state, unit, target)
    if away > TOUCH:
        message = f"The {unit.name} rams in base contact; the {target.name} is {inches_text(away)} in away."
        return Refusal("contact", RULE, message, {"distance": away})
    if holds_of(unit):
        message = f"The {unit.name} holds a weapon of its enemy: it cannot ram meanwhile."
        return Refusal("holds", "fieldmanual.option-humanoid-combat", message)
    return None if strikes_free(state, unit, target) else refuse_idle(unit, 1, RULE)


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
    made = yield from resolve_test(ctx, Test("ram", order.unit, lines, RULE, target=order.target))

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
            yield Target(f"Ram the {target.name}", order, RULE, unit=target.id)
