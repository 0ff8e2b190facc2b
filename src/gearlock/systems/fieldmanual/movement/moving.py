"""Moves judged as a whole and made an inch at a time; rapid deceleration and Quick Turns."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Line
from gearlock.mechanics.figures import body_at, overlapped
from gearlock.mechanics.going.resting import resting_place
from gearlock.systems.fieldmanual.lock_and_cover.looks import gap
from gearlock.systems.fieldmanual.melee import (
    LEFT,
    foes_of,
    newly_engaged,
    release,
    resolve_contact,
    resolve_free_strike,
    touched,
)
from gearlock.systems.fieldmanual.movement.course import (
    Climbed,
    Course,
    Due,
    Fell,
    Followed,
    Halted,
    Jumped,
    Moved,
    Parted,
    QuicklyTurned,
    Stopped,
    WayTaken,
    is_halted,
    refuse_hanging,
    refuse_unmoving,
    resolve_danger,
)
from gearlock.systems.fieldmanual.movement.terrain import LOWER, TURN, Decelerate, Move, QuickTurn, inside, obstacles
from gearlock.systems.fieldmanual.state import AUTOPILOT, COMBAT, REVERSE, STATIONARY, STUN, TOP, State, Unit
from gearlock.systems.fieldmanual.weapons import MELEE_RANGE
from gearlock.table.measure import FULL_TURN, INCH, inches_text, turned
from gearlock.table.path import Path

MOVING, ARMS = "fieldmanual.movement-points", "fieldmanual.perk-arms"
SPEEDS = {STATIONARY: "Stationary", COMBAT: "at Combat Speed", REVERSE: "in Reverse", TOP: "at Top Speed"}


def _where(x: int, y: int) -> str:
    return f"{inches_text(x)}, {inches_text(y)}"


def moved(state: State, event: Moved, _seat: str | None) -> Line | None:
    """Where a way ended; the inches before it are not told one by one."""
    if event.path:
        return None
    unit = state.units[event.unit]
    used = f"{inches_text(event.gone)} in moved" if unit.band == STATIONARY else f"{inches_text(event.spent)} MP spent"
    facing = "" if unit.team else f", facing {event.facing // 10}"
    text = f"{unit.name} is at {_where(event.x, event.y)}{facing}: {used} so far."
    return Line(text, (event.unit,), MOVING)


def stopped(state: State, event: Stopped, _seat: str | None) -> Line:
    """A way that ended early."""
    return Line(f"{state.units[event.unit].name} stops. {event.why}".strip(), (event.unit,), MOVING)


def halted(state: State, event: Halted, _seat: str | None) -> Line:
    """The end of somebody's movement."""
    how = f" and is {SPEEDS[event.band]}" if event.band else ""
    return Line(f"{state.units[event.unit].name} moves no further{how}.", (event.unit,), MOVING)


def parted(state: State, event: Parted, _seat: str | None) -> Line:
    """Out of melee."""
    text = f"{state.units[event.unit].name} leaves the melee with {state.units[event.other].name}."
    return Line(text, (event.unit, event.other), "fieldmanual.free-strikes")


def quickly_turned(state: State, event: QuicklyTurned, _seat: str | None) -> Line:
    """A sudden turn."""
    unit = state.units[event.unit]
    text = f"{unit.name} takes a Stun counter and turns suddenly, now {SPEEDS[event.band]}."
    return Line(text, (event.unit,), "fieldmanual.rapid-deceleration")


def climbed(state: State, event: Climbed, _seat: str | None) -> Line:
    """A climb."""
    piece = state.ground.piece(event.piece)
    how = f"hangs on the {piece.name}, {inches_text(event.z)} in up" if event.hangs else f"climbs the {piece.name}"
    return Line(f"{state.units[event.unit].name} {how}: {inches_text(event.spent)} MP.", (event.unit,), ARMS)


def jumped(state: State, event: Jumped, _seat: str | None) -> Line:
    """A jump."""
    text = f"{state.units[event.unit].name} jumps {inches_text(event.length)} in to {_where(event.x, event.y)}"
    return Line(f"{text} and is {SPEEDS[event.band]}.", (event.unit,), "fieldmanual.perk-jump-jets")


def fell(state: State, event: Fell, _seat: str | None) -> Line | None:
    """Over a cliff."""
    if not event.height:
        return None
    text = f"{state.units[event.unit].name} goes over the edge, {inches_text(event.height)} in down."
    return Line(text, (event.unit,), "fieldmanual.cliff-edge")


# --- Moving: a way is judged as a whole before anything moves, and gone an inch at a time

MOST_LEGS = 32
LONGEST = 100 * INCH


def figure_of(state: State, order: Move) -> Unit | None:
    """The figure an order moves: the model, or one of its bases."""
    unit = state.units[order.unit]
    figure = state.units.get(order.figure or order.unit)
    return figure if figure is not None and figure.id in {part.id for part in state.parts(unit)} else None


def refuse_move(state: State, order: Move) -> Refusal | None:
    """Why a figure cannot go along this way."""
    found = judge(state, order)
    return found if isinstance(found, Refusal) else None


def judge(state: State, order: Move) -> Course | Refusal:
    """Follow a way to its end, taking it that all tests go well, or say why it cannot be gone."""
    found: Course | Refusal | None = state.notes.get(order)
    if found is None:
        found = state.notes[order] = _judge(state, order)
    return found


def _judge(state: State, order: Move) -> Course | Refusal:
    figure = figure_of(state, order)
    if figure is None:
        return Refusal("figure", "fieldmanual.combined-movement", f"{order.figure} is no base of this model.")
    refusal = refuse_unmoving(state, figure) or refuse_hanging(figure) or _refuse_legs(order)
    if refusal is not None or state.activation is None:
        return refusal or Refusal("passive", "fieldmanual.movement-points", "Nobody is being activated.")
    course = Course(state, figure, state.activation)
    course.planned = sum(abs(length) for _, length in order.legs)
    path = order.legs
    while path:
        course.left = INCH
        path, refusal = _inch(course, path, order.aside)
        if refusal is not None:
            return refusal
    return _refuse_end(state, course.unit) or course


def _inch(course: Course, path: Path, aside: bool) -> tuple[Path, Refusal | None]:
    """Follow a path for one inch, tests taken as passed."""
    while path and course.left > 0:
        path, due, refusal = course.follow(path, aside)
        if refusal is not None:
            return path, refusal
        course.tested.update(name for name, _ in due)
    return path, None


@heeds("fieldmanual.movement-points")
def _refuse_legs(order: Move) -> Refusal | None:
    """Why the way is none: too many legs, or nothing in them."""
    if len(order.legs) > MOST_LEGS or any(abs(length) > LONGEST or abs(a) > FULL_TURN for a, length in order.legs):
        return Refusal(
            "path", "fieldmanual.movement-points", f"A way has at most {MOST_LEGS} legs and stays on the table."
        )
    if not any(length or (angle and not order.aside) for angle, length in order.legs):
        return Refusal("path", "fieldmanual.movement-points", "A move goes or turns somewhere.")
    return None


@heeds("fieldmanual.move-through", "fieldmanual.infantry-structures")
def _refuse_end(state: State, figure: Unit) -> Refusal | None:
    """Why nobody ends a move there: on top of another model, or in a structure it only passes through."""
    other = overlapped(figure.body, obstacles(state, figure))
    if other is not None:
        message = f"The {figure.name} would end on top of the {other.name}."
        return Refusal("overlap", "fieldmanual.move-through", message, {"unit": other.id})
    if inside(state, figure, figure.x, figure.y, figure.z):
        message = (
            f"The {figure.name} goes through the structure, or enters it like a transport: it cannot just stop there."
        )
        return Refusal("structure", "fieldmanual.infantry-structures", message)
    return None


@heeds("fieldmanual.movement-points", "fieldmanual.free-strikes")
def resolve_move(ctx: Ctx[State], order: Move) -> None:
    """Set out: the way is gone inch by inch from here on (`resolve_inch`)."""
    figure = figure_of(ctx.state, order)
    assert figure is not None, "the order was judged before"
    ctx.emit(WayTaken(order.unit, figure.id, order.legs, order.aside, newly_engaged(ctx.state, figure)))


@heeds("fieldmanual.movement-points", "fieldmanual.reaction-fire", "fieldmanual.terrain-difficult-dangerous")
def resolve_inch(ctx: Ctx[State], whole: bool = False) -> Script[None]:
    """Go one inch of the way under way, or what is left of it; with `whole` all of it, where nobody can answer.

    It stops for good where a test fails, and ends where something is in the way by now.
    """
    now = ctx.state.activation
    assert now is not None, "only the active model moves"
    figure_id, before = now.figure, touched(ctx.state, ctx.state.units[now.figure])
    left = INCH
    while left > 0 and _goes_on(ctx.state, figure_id):
        left, due, refusal = _go_on(ctx, figure_id, left, whole)
        if refusal is not None:
            ctx.emit(Stopped(figure_id, refusal.message))
        for piece, threshold in due:
            if not (yield from resolve_danger(ctx, figure_id, piece, threshold)):
                break
            note_test(ctx, figure_id, piece)
    settle(ctx, figure_id)
    release(ctx)
    yield from leave_melee(ctx, figure_id)
    yield from resolve_contact(ctx, figure_id, before)


def _goes_on(state: State, figure_id: str) -> bool:
    now, figure = state.activation, state.units[figure_id]
    return now is not None and bool(now.path) and figure.is_fielded and not is_halted(now, figure)


def _go_on(ctx: Ctx[State], figure_id: str, left: int, whole: bool) -> tuple[int, Due, Refusal | None]:
    """Go on until an inch is gone, a test is due, or something is in the way; `whole`: no inch by inch."""
    now = ctx.state.activation
    assert now is not None, "only the active model moves"
    course = Course(ctx.state, ctx.state.units[figure_id], now)
    course.planned = sum(abs(length) for _, length in now.path)
    course.left = left
    found = Followed(now.path, (), refuse_unmoving(ctx.state, ctx.state.units[figure_id]))
    while found.rest and found.refusal is None:
        found = course.follow(found.rest, now.aside)
        if found.due or found.refusal is not None or not whole or foes_of(now, figure_id):
            break
        course.left = INCH
    path = () if found.refusal is not None else found.rest
    event = moved_moving(course, path)
    if found.rest != now.path or course.gone != now.gone.get(figure_id, 0):
        ctx.emit(event)
    return course.left, found.due, found.refusal


def moved_moving(course: Course, path: Path) -> Moved:
    """Where a course has come to, as what happened."""
    unit = course.unit
    return Moved(
        unit.id, unit.x, unit.y, unit.z, unit.facing, course.spent, course.gone, course.straight, course.turns, path,
        tuple(sorted(course.tested)),
    )  # fmt: skip


def note_test(ctx: Ctx[State], figure_id: str, piece: str) -> None:
    """It has tested for this piece of ground as long as it stays in it."""
    now = ctx.state.activation
    assert now is not None, "only the active model moves"
    course = Course(ctx.state, ctx.state.units[figure_id], now)
    course.tested.add(piece)
    ctx.emit(moved_moving(course, now.path))


@heeds("fieldmanual.move-through")
def settle(ctx: Ctx[State], figure_id: str) -> None:
    """Who was stopped while it was moving through another model comes to rest beside it."""
    state, unit = ctx.state, ctx.state.units[figure_id]
    now = state.activation
    if not unit.is_fielded or now is None or now.path:
        return
    others = obstacles(state, unit)
    if overlapped(body_at(unit, unit.x, unit.y, unit.z), others) is not None:
        x, y = resting_place(state.ground, unit, unit.z, unit.card.radius, others)
        ctx.emit(Fell(figure_id, x, y, unit.z))


@heeds("fieldmanual.free-strikes")
def leave_melee(ctx: Ctx[State], figure_id: str) -> Script[None]:
    """Whom it was in melee with, and has left by more than 3 in, may strike after it."""
    now = ctx.state.activation
    for other_id in foes_of(now, figure_id) if now is not None else ():
        figure, other = ctx.state.units[figure_id], ctx.state.units[other_id]
        if not figure.is_fielded or (other.is_fielded and gap(figure, other) <= MELEE_RANGE):
            continue
        ctx.emit(Parted(figure_id, other_id))
        if other.is_fielded:
            yield from resolve_free_strike(ctx, other_id, figure_id, LEFT)


# --- Rapid Deceleration and Quick Turns: a Stun counter for a sudden turn


@rule("fieldmanual.rapid-deceleration")
@heeds("fieldmanual.perk-autopilot")
def refuse_quick(state: State, order: Decelerate | QuickTurn) -> Refusal | None:
    """Why a model cannot take a Stun counter for a sudden turn: it has one, its autopilot drives, or it is too far."""
    unit, slows = state.units[order.unit], isinstance(order, Decelerate)
    refusal = refuse_unmoving(state, unit) or refuse_hanging(unit)
    if refusal is not None:
        return refusal
    if unit.team and not slows:
        return Refusal(
            "facing", "fieldmanual.rapid-deceleration", f"The {unit.name} has no facing: it needs no quick turns."
        )
    if unit.token(STUN):
        return Refusal(
            "stunned",
            "fieldmanual.rapid-deceleration",
            f"The {unit.name} has a Stun counter already: shake it off first.",
        )
    if unit.token(AUTOPILOT):
        message = f"The autopilot of the {unit.name} takes no Stun counters."
        return Refusal("autopilot", "fieldmanual.perk-autopilot", message)
    if slows and unit.band == STATIONARY:
        return Refusal(
            "speed", "fieldmanual.rapid-deceleration", f"The {unit.name} is Stationary: there is no lower Speed Band."
        )
    most = TURN if slows else 2 * TURN
    if abs(order.angle) > most or not (order.angle or slows):
        message = f"This turns the {unit.name} by {most // 10} degrees at most, and not by nothing."
        return Refusal("turns", "fieldmanual.rapid-deceleration", message, {"most": most, "angle": order.angle})
    return None


@heeds("fieldmanual.rapid-deceleration")
def band_after(unit: Unit, order: Decelerate | QuickTurn) -> str:
    """The speed a sudden turn leaves a model with: the lower one holds at once."""
    return LOWER[unit.band] if isinstance(order, Decelerate) else unit.band


@heeds("fieldmanual.rapid-deceleration")
def resolve_quick(ctx: Ctx[State], order: Decelerate | QuickTurn) -> None:
    """A Stun counter, a turn, and perhaps one Speed Band less."""
    unit = ctx.state.units[order.unit]
    ctx.emit(QuicklyTurned(order.unit, turned(unit.facing, order.angle), band_after(unit, order)))
