"""17: air support: circling, strafing, landing and taking off."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line
from gearlock.mechanics.ground.forms import is_road
from gearlock.systems.blitz.attacks.aiming import PASS, PASSED, AttackDeclared, SnapFire, line_of
from gearlock.systems.blitz.attacks.attack import Volley
from gearlock.systems.blitz.attacks.exchange import resolve_exchange
from gearlock.systems.blitz.damage import Wound, hurt
from gearlock.systems.blitz.lock_and_cover.ground import built
from gearlock.systems.blitz.movement.moves_made import is_stuck, roll_danger
from gearlock.systems.blitz.movement.terrain import spans_of_line, without, words_of
from gearlock.systems.blitz.paying import can_act, has_action, pay, refuse_idle
from gearlock.systems.blitz.state import (
    ALOFT,
    BRACED,
    COMBAT,
    FIELDED,
    OFF_BOARD,
    STANDBY,
    STRAFING,
    State,
    Unit,
    opponent,
)
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_overlaps, is_on_table
from gearlock.table.measure import HALF_TURN, INCH, RIGHT_ANGLE, advance, bearing, distance, inches_text, turn_between
from gearlock.table.path import Stride, sweeps_body, sweeps_outline
from gearlock.table.terrain import Ground

REVERSED = "reversed"


# --- 17.1: the ring around the table on which aircraft circle, and the line across it

Pose = tuple[int, int, int]


def inset(ground: Ground, x: int, y: int) -> int:
    """How far a place is from the nearest table edge."""
    return min(x, y, ground.width - x, ground.height - y)


@heeds("blitz.17.1")
def facing_along(ground: Ground, x: int, y: int, facing: int) -> int:
    """The direction along the nearest edge that is nearest to a facing."""
    upright = inset(ground, x, y) in (x, ground.width - x)
    ways = (RIGHT_ANGLE, 3 * RIGHT_ANGLE) if upright else (0, HALF_TURN)
    return min(ways, key=lambda way: abs(turn_between(facing, way)))


@heeds("blitz.17.1")
def legs(ground: Ground, pose: Pose, mils: int) -> list[Pose]:
    """Where one comes to turn, and at last ends, by going so far around the ring: at the same distance from the edges.

    Each with the direction one comes from.
    """
    x, y, facing = pose
    edge = inset(ground, x, y)
    low_x, low_y, high_x, high_y = edge, edge, ground.width - edge, ground.height - edge
    left, found = is_leftward(ground, pose), list[Pose]()
    while mils > 0:
        goal_x = {0: high_x, HALF_TURN: low_x}.get(facing, x)
        goal_y = {RIGHT_ANGLE: high_y, 3 * RIGHT_ANGLE: low_y}.get(facing, y)
        ahead = abs(goal_x - x) + abs(goal_y - y)
        step = min(ahead, mils)
        x += step if facing == 0 else -step if facing == HALF_TURN else 0
        y += step if facing == RIGHT_ANGLE else -step if facing == 3 * RIGHT_ANGLE else 0
        mils -= step
        found.append((x, y, facing))
        facing = (facing + (RIGHT_ANGLE if left else -RIGHT_ANGLE)) % (4 * RIGHT_ANGLE)
    return found


@heeds("blitz.17.5a")
def passes(ground: Ground, pose: Pose, ends: list[Pose], body: Body) -> bool:
    """Whether a move around the ring goes past a place at the table's edge."""
    x0, y0, _ = pose
    reach = inset(ground, x0, y0) + body.radius
    for x1, y1, _ in ends:
        along, aside = (body.x, body.y - y0) if y0 == y1 else (body.y, body.x - x0)
        low, high = sorted((x0, x1) if y0 == y1 else (y0, y1))
        if low - body.radius <= along <= high + body.radius and abs(aside) <= reach:
            return True
        x0, y0 = x1, y1
    return False


def is_leftward(ground: Ground, pose: Pose) -> bool:
    """Whether the table is to the left: the ring is gone around counter-clockwise."""
    x, y, facing = pose
    edge = inset(ground, x, y)
    inward = {x: 0, ground.width - x: HALF_TURN, y: RIGHT_ANGLE, ground.height - y: 3 * RIGHT_ANGLE}[edge]
    return turn_between(facing, inward) > 0


@heeds("blitz.17.2")
def across(ground: Ground, x: int, y: int) -> tuple[int, int]:
    """The place opposite, straight through the middle of the table."""
    return ground.width - x, ground.height - y


# --- 17.1 to 17.3: circling around the table, and strafing across it with fire from below in the middle

SHARE = 2
"""Into how many parts a move around the table is cut in what is offered."""


def _refuse_flight(unit: Unit, rule_id: str) -> Refusal | None:
    if unit.status != ALOFT:
        return Refusal("flying", rule_id, f"The {unit.name} is not in the air.")
    if STRAFING in unit.tokens:
        return Refusal("strafing", rule_id, f"The {unit.name} is crossing the table: it resumes circling first.")
    return None


class Circle(Order, frozen=True, tag="circle"):
    """Go on around the table, so many mils, or reverse first."""

    unit: str
    mils: int = 0
    reverse: bool = False


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


class Circled(Event, frozen=True, tag="circled"):
    """An aircraft went on around the table; that was a move, over these models beyond the edge."""

    unit: str
    x: int
    y: int
    facing: int
    reverse: bool = False
    passed: tuple[str, ...] = ()

    @heeds("blitz.17.1", "blitz.17.5a")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        assert now is not None, "only the active model moves"
        unit.x, unit.y, unit.facing = self.x, self.y, self.facing
        now.moves -= 1
        now.begun.append("F")
        now.marks += [PASSED + name for name in self.passed]
        if self.reverse:
            now.marks.append(REVERSED)


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


class Strafe(Order, frozen=True, tag="strafe"):
    """Cross the table through its middle, low over the ground."""

    unit: str


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


class StrafingBegun(Event, frozen=True, tag="strafing-begun"):
    """An aircraft crosses the table: from here, over the middle where it is now, to there."""

    unit: str
    x0: int
    y0: int
    x1: int
    y1: int
    x: int
    y: int
    facing: int

    @heeds("blitz.17.2")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        assert now is not None, "only the active model strafes"
        unit.x, unit.y, unit.facing = self.x, self.y, self.facing
        unit.tokens[STRAFING] = 1
        now.moves = 0
        now.marks.append(f"{PASS}{self.x0},{self.y0},{self.x1},{self.y1}")


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


class ResumeCircling(Order, frozen=True, tag="resume-circling"):
    """End a strafing pass at the opposite edge, and circle on with the table to the left or to the right."""

    unit: str
    leftward: bool = True


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


class StrafingEnded(Event, frozen=True, tag="strafing-ended"):
    """An aircraft circles again."""

    unit: str
    x: int
    y: int
    facing: int

    @heeds("blitz.17.2")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y, unit.facing = self.x, self.y, self.facing
        unit.tokens.pop(STRAFING, None)


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


# --- 17.4: landing and taking off: a strip of open ground as long as two moves, or none for who can hover

EDGE = 2 * INCH
"""How far from the edge a model that took off circles."""


@heeds("blitz.17.4", "blitz.17.4a")
def hovers(unit: Unit) -> bool:
    """Whether it comes down like a hover vehicle, without a run."""
    return "H" in unit.line.sms


def run_of(unit: Unit) -> int:
    """The run it needs: two moves, or none."""
    return 0 if hovers(unit) else 2 * unit.line.move


def strip_to(state: State, unit: Unit, at: int) -> Stride:
    """The run that ends so many mils along the line across the table."""
    x1, y1 = state.ground.width - unit.x, state.ground.height - unit.y
    course = bearing(unit.x, unit.y, x1, y1)
    x, y = advance(unit.x, unit.y, course, at - run_of(unit))
    end_x, end_y = advance(unit.x, unit.y, course, at)
    return Stride(x, y, end_x, end_y, run_of(unit))


@heeds("blitz.17.4", "blitz.17.4a", "blitz.6.2")
def refuse_strip(state: State, unit: Unit, strip: Stride) -> Refusal | None:
    """Why a run is none: it leaves the table, or is not open all the way."""
    radius = unit.line.radius
    for x, y in ((strip.x0, strip.y0), (strip.x1, strip.y1)):
        if not is_on_table(Body(x, y, 0, radius), state.ground.width, state.ground.height):
            message = f"The {unit.name} needs {inches_text(run_of(unit))} in of open ground on the table."
            return Refusal("strip", "blitz.17.4", message)
    for piece in built(state).pieces:
        swept = (
            sweeps_outline(strip, radius, piece.outline)
            if strip.length
            else footprint_overlaps(Body(strip.x1, strip.y1, 0, radius), piece.outline)
        )
        if swept and not is_road(piece) and piece.kind != "open":
            return Refusal("strip", "blitz.17.4", f"The {piece.name} lies in the way of the {unit.name}.")
    for other in state.standing():
        if other.id != unit.id and sweeps_body(strip, radius, other.body):
            return Refusal("strip", "blitz.17.4", f"The {other.name} stands in the way of the {unit.name}.")
    return None


class Land(Order, frozen=True, tag="land"):
    """Come down on the line across the table, to rest so many mils along it."""

    unit: str
    at: int = 0


@rule("blitz.17.4")
@heeds("blitz.17.4a")
def refuse_land(state: State, order: Land) -> Refusal | None:
    """Why an aircraft cannot land there: it lands instead of strafing, for an action, on open ground."""
    unit = state.units[order.unit]
    refusal = refuse_strafe(state, Strafe(unit.id))
    if refusal is not None:
        return refusal
    if idle := refuse_idle(unit, "blitz.17.4"):
        return idle
    length = distance(unit.x, unit.y, state.ground.width - unit.x, state.ground.height - unit.y)
    if not run_of(unit) <= order.at <= length:
        between = f"{inches_text(run_of(unit))} to {inches_text(length)} in"
        message = f"The {unit.name} comes to rest {between} along its line."
        return Refusal("place", "blitz.17.4", message, {"at": order.at})
    return refuse_strip(state, unit, strip_to(state, unit, order.at))


class Landed(Event, frozen=True, tag="landed"):
    """An aircraft stands on the ground, with so many standby tokens for actions it had left."""

    unit: str
    x: int
    y: int
    facing: int
    kept: int

    @heeds("blitz.17.4", "blitz.17.4a", "blitz.10.3")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        unit.status, unit.x, unit.y, unit.z, unit.facing = FIELDED, self.x, self.y, 0, self.facing
        unit.tokens.pop(STRAFING, None)
        pay(unit)
        if "H" in unit.line.sms:
            unit.gait = "H"
        else:
            unit.actions, unit.posture = 0, BRACED
        if self.kept:
            unit.tokens[STANDBY] = unit.token(STANDBY) + self.kept
        if now is not None and now.unit == self.unit:
            now.moves, now.stopped = 0, True


@heeds("blitz.17.4", "blitz.17.3", "blitz.6.6a")
def resolve_land(ctx: Ctx[State], order: Land) -> Script[None]:
    """A pass with fire from below, then down: off a road with a dangerous terrain test; stuck means destroyed."""
    unit = ctx.state.units[order.unit]
    strip = strip_to(ctx.state, unit, order.at)
    yield from cross_table(ctx, order.unit)
    unit = ctx.state.units[order.unit]
    if unit.is_destroyed:
        return
    line = line_of(ctx.state, unit)
    course = bearing(line.x0, line.y0, line.x1, line.y1)
    if not _is_on_road(ctx.state, strip):
        made = yield from roll_danger(ctx, order.unit, unit.line.gait)
        if not made.successes:
            lost = is_stuck(made)
            hurt(ctx, Wound(order.unit, "", "landing", ctx.state.units[order.unit].line.bulk if lost else 1))
    unit = ctx.state.units[order.unit]
    if not unit.is_destroyed:
        kept = 0 if hovers(unit) else max(0, unit.actions - 1)
        ctx.emit(Landed(unit.id, strip.x1, strip.y1, course, kept))


def _is_on_road(state: State, strip: Stride) -> bool:
    """Whether all of a run, or the spot where somebody comes down without one, is road that is not dangerous."""
    roads = [piece for piece in state.ground.pieces if is_road(piece) and "dangerous" not in words_of(piece)]
    if not strip.length:
        return any(road.contains(strip.x1, strip.y1) for road in roads)
    return not without([(1, strip.length - 1)], spans_of_line(strip, [road.outline for road in roads]))


class TakeOff(Order, frozen=True, tag="take-off"):
    """Rise from the ground, straight ahead, to circle again."""

    unit: str


@rule("blitz.17.4a")
@heeds("blitz.17.4")
def refuse_take_off(state: State, order: TakeOff) -> Refusal | None:
    """Why an aircraft cannot take off: it has not landed, or has no run ahead; who hovers needs an action instead."""
    unit, now = state.units[order.unit], state.activation
    if unit.status != FIELDED or unit.line.gait != "F":
        return Refusal("landed", "blitz.17.4", f"The {unit.name} is no aircraft on the ground.")
    if now is None or now.begun:
        return Refusal("late", "blitz.17.4", f"The {unit.name} takes off before it moves in any other way.")
    if hovers(unit):
        return refuse_idle(unit, "blitz.17.4a")
    end = advance(unit.x, unit.y, unit.facing, run_of(unit))
    return refuse_strip(state, unit, Stride(unit.x, unit.y, *end, run_of(unit)))


class TookOff(Event, frozen=True, tag="took-off"):
    """An aircraft circles again."""

    unit: str
    x: int
    y: int
    facing: int
    paid: int = 0

    @heeds("blitz.17.4", "blitz.17.4a")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        unit.status, unit.x, unit.y, unit.z, unit.facing = ALOFT, self.x, self.y, 0, self.facing
        unit.gait = unit.line.gait
        unit.tokens.pop(STANDBY, None)
        pay(unit, self.paid)
        unit.posture = COMBAT
        if now is not None and now.unit == self.unit:
            now.moves = 0
            now.begun.append("F")


@heeds("blitz.17.4", "blitz.17.4a", "blitz.17.1")
def resolve_take_off(ctx: Ctx[State], order: TakeOff) -> None:
    """Straight ahead to the edge, where it circles again."""
    unit, ground = ctx.state.units[order.unit], ctx.state.ground
    x, y, step = unit.x, unit.y, INCH // 4
    while EDGE <= x <= ground.width - EDGE and EDGE <= y <= ground.height - EDGE:
        x, y = advance(x, y, unit.facing, step)
    x, y = min(max(x, EDGE), ground.width - EDGE), min(max(y, EDGE), ground.height - EDGE)
    ctx.emit(TookOff(unit.id, x, y, facing_along(ground, x, y, unit.facing), int(hovers(unit))))


def offer_landing(state: State, unit: Unit) -> Iterator[Option]:
    """The first places on the line across the table where it could come to rest, and the way up again."""
    if unit.status == ALOFT and has_action(unit) and refuse_strafe(state, Strafe(unit.id)) is None:
        length = distance(unit.x, unit.y, state.ground.width - unit.x, state.ground.height - unit.y)
        found = (Land(unit.id, at) for at in range(run_of(unit), length + 1, 2 * INCH))
        for order, _ in zip((o for o in found if refuse_land(state, o) is None), range(3), strict=False):
            yield Pick(f"Land {inches_text(order.at)} in along the line", order, "blitz.17.4")
    if refuse_take_off(state, TakeOff(unit.id)) is None:
        yield Pick("Take off", TakeOff(unit.id), "blitz.17.4")


# --- The contents of the chapter


def circled(state: State, event: Circled, _seat: str | None) -> Line:
    """Around the table."""
    return Line(f"{state.units[event.unit].name} circles on.", (event.unit,), "blitz.17.1")


def strafing(state: State, event: StrafingBegun, _seat: str | None) -> Line:
    """Across it."""
    return Line(f"{state.units[event.unit].name} crosses the table, strafing.", (event.unit,), "blitz.17.2")


def ended(state: State, event: StrafingEnded, _seat: str | None) -> Line:
    """Around again."""
    return Line(f"{state.units[event.unit].name} circles again.", (event.unit,), "blitz.17.2")


def landed(state: State, event: Landed, _seat: str | None) -> Line:
    """Down."""
    return Line(f"{state.units[event.unit].name} has landed.", (event.unit,), "blitz.17.4")


def took_off(state: State, event: TookOff, _seat: str | None) -> Line:
    """Up."""
    return Line(f"{state.units[event.unit].name} takes off.", (event.unit,), "blitz.17.4")


AIR: Chapter[State] = Chapter(
    "17: air support",
    orders=(
        OrderRules(Circle, "act", by_order(refuse_circle), resolve_circle),
        OrderRules(Strafe, "act", by_order(refuse_strafe), resolve_strafe),
        OrderRules(ResumeCircling, "act", by_order(refuse_resume), resolve_resume),
        OrderRules(Land, "act", by_order(refuse_land), resolve_land),
        OrderRules(TakeOff, "act", by_order(refuse_take_off), resolve_take_off),
    ),
    events={
        Circled: circled,
        StrafingBegun: strafing,
        StrafingEnded: ended,
        Landed: landed,
        TookOff: took_off,
    },
)
