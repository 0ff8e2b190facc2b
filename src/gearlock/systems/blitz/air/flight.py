"""17.1 to 17.3: circling around the table, and strafing across it with fire from below in the middle."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.blitz.air.events import REVERSED, Circled, StrafingBegun, StrafingEnded
from gearlock.systems.blitz.air.orders import Circle, ResumeCircling, Strafe
from gearlock.systems.blitz.air.ring import across, facing_along, is_leftward, legs, passes
from gearlock.systems.blitz.attacks.events import AttackDeclared
from gearlock.systems.blitz.attacks.exchange import resolve_exchange
from gearlock.systems.blitz.attacks.heights import PASS
from gearlock.systems.blitz.attacks.orders import SnapFire
from gearlock.systems.blitz.attacks.volleys import Volley
from gearlock.systems.blitz.paying import can_act
from gearlock.systems.blitz.state import ALOFT, OFF_BOARD, STRAFING, State, Unit, opponent
from gearlock.table.measure import HALF_TURN, INCH, bearing, inches_text

SHARE = 2
"""Into how many parts a move around the table is cut in what is offered."""


def _refuse_flight(unit: Unit, rule_id: str) -> Refusal | None:
    if unit.status != ALOFT:
        return Refusal("flying", rule_id, f"The {unit.name} is not in the air.")
    if STRAFING in unit.tokens:
        return Refusal("strafing", rule_id, f"The {unit.name} is crossing the table: it resumes circling first.")
    return None


@heeds("blitz.17.1", "blitz.17.0a")
def refuse_circle(state: State, order: Circle) -> Refusal | None:
    """Why an aircraft cannot circle on so: no move left, too far, or reversed once already."""
    unit, now = state.units[order.unit], state.activation
    refusal = _refuse_flight(unit, "blitz.17.1")
    if refusal is not None or now is None:
        return refusal
    if now.moves <= 0:
        return Refusal("no-move", "blitz.17.1", f"The {unit.name} has no move left in this activation.")
    if not 0 < order.mils <= unit.line.move:
        message = f"The {unit.name} moves up to {inches_text(unit.line.move)} in, not {inches_text(order.mils)} in."
        return Refusal("movement", "blitz.17.1", message, {"needs": order.mils, "has": unit.line.move})
    if order.reverse and REVERSED in now.marks:
        return Refusal("reverse", "blitz.17.1", f"The {unit.name} has reversed in this activation.")
    return None


@heeds("blitz.17.1", "blitz.17.5a")
def resolve_circle(ctx: Ctx[State], order: Circle) -> None:
    """A move around the table, over whoever supports from its edge."""
    unit = ctx.state.units[order.unit]
    facing = (unit.facing + HALF_TURN) % (2 * HALF_TURN) if order.reverse else unit.facing
    ground, pose = ctx.state.ground, (unit.x, unit.y, facing)
    ends = legs(ground, pose, order.mils)
    below = (foe for foe in ctx.state.units.values() if foe.status == OFF_BOARD and foe.seat != unit.seat)
    passed = tuple(foe.id for foe in below if passes(ground, pose, ends, foe.body))
    ctx.emit(Circled(unit.id, *ends[-1], order.reverse, passed))


@heeds("blitz.17.2")
def refuse_strafe(state: State, order: Strafe) -> Refusal | None:
    """Why an aircraft cannot strafe: after one circling move at most, once, and not if it has attacked a flyer."""
    unit, now = state.units[order.unit], state.activation
    refusal = _refuse_flight(unit, "blitz.17.2")
    if refusal is not None or now is None:
        return refusal
    if len(now.begun) > 1 or any(mark.startswith(PASS) for mark in now.marks):
        return Refusal("late", "blitz.17.2", f"The {unit.name} strafes once, after one circling move at most.")
    if any(weapon in now.marks for weapon in unit.line.weapons):
        return Refusal("attacked", "blitz.17.2", f"The {unit.name} has attacked while circling in this activation.")
    return None


@heeds("blitz.17.2", "blitz.17.3")
def resolve_strafe(ctx: Ctx[State], order: Strafe) -> Script[None]:
    """A pass across the table."""
    yield from cross_table(ctx, order.unit)


@heeds("blitz.17.2", "blitz.17.3", "blitz.17.4")
def cross_table(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """Over the middle of the table whoever has a weapon against aircraft may snap fire."""
    unit, ground = ctx.state.units[unit_id], ctx.state.ground
    x1, y1 = across(ground, unit.x, unit.y)
    middle = (ground.width // 2, ground.height // 2)
    ctx.emit(StrafingBegun(unit.id, unit.x, unit.y, x1, y1, *middle, bearing(unit.x, unit.y, *middle)))
    answers: list[Volley] = []
    for foe_id in [foe.id for foe in ctx.state.in_play(opponent(unit.seat)) if _has_flak(foe)]:
        while _has_flak(ctx.state.units[foe_id]):
            foe = ctx.state.units[foe_id]
            prompt = f"The {unit.name} crosses the table: does the {foe.name} snap fire at it?"
            about = (PASS, unit.id)
            reply: Order = yield from ask(Ask(foe.seat, "snap", foe_id, about, "blitz.17.3", prompt, True))
            if not isinstance(reply, SnapFire):
                break
            ctx.emit(AttackDeclared(foe_id, reply.weapon, (unit.id,), reply.load, reply.sensors, snap=True))
            answers.append(Volley(foe_id, reply.weapon, reply.load, (unit.id,)))
    if answers:
        yield from resolve_exchange(ctx, answers)


def _has_flak(unit: Unit) -> bool:
    """Whether it can still answer a pass: with a weapon against aircraft that has not fired."""
    armed = any("AA" in weapon.traits and weapon.id not in unit.fired for weapon in unit.line.weapons.values())
    return armed and can_act(unit)


@heeds("blitz.17.2")
def refuse_resume(state: State, order: ResumeCircling) -> Refusal | None:
    """Only who strafes resumes circling."""
    unit = state.units[order.unit]
    if STRAFING in unit.tokens:
        return None
    return Refusal("strafing", "blitz.17.2", f"The {unit.name} is in no strafing pass.")


def resolve_resume(ctx: Ctx[State], order: ResumeCircling) -> None:
    """At the opposite edge, whichever way round."""
    ctx.emit(resumed(ctx.state, ctx.state.units[order.unit], order.leftward))


@heeds("blitz.17.2")
def resumed(state: State, unit: Unit, leftward: bool) -> StrafingEnded:
    """Where a pass ends, and which way it goes on from there."""
    now = state.activation
    mark = next(mark for mark in (now.marks if now is not None else []) if mark.startswith(PASS))
    _, _, x, y = map(int, mark.removeprefix(PASS).split(","))
    facing = facing_along(state.ground, x, y, 0)
    if is_leftward(state.ground, (x, y, facing)) != leftward:
        facing = (facing + HALF_TURN) % (2 * HALF_TURN)
    return StrafingEnded(unit.id, x, y, facing)


def offer_flight(state: State, unit: Unit) -> Iterator[Option]:
    """Some ways around the table, a pass across it, and the ends of one."""
    if unit.status != ALOFT:
        return
    for part in range(SHARE, 0, -1):
        mils = unit.line.move * part // SHARE // INCH * INCH
        for reverse in (False, True):
            order = Circle(unit.id, mils, reverse)
            if refuse_circle(state, order) is None:
                label = f"{'Reverse and circle' if reverse else 'Circle on'} {inches_text(mils)} in"
                yield Pick(label, order, "blitz.17.1")
    if refuse_strafe(state, Strafe(unit.id)) is None:
        yield Pick("Strafe across the table", Strafe(unit.id), "blitz.17.2")
    if refuse_resume(state, ResumeCircling(unit.id)) is None:
        yield Pick("Circle on with the table to the left", ResumeCircling(unit.id, True), "blitz.17.2")
        yield Pick("Circle on with the table to the right", ResumeCircling(unit.id, False), "blitz.17.2")
