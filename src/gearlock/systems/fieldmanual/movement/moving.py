"""Moving: a way is judged as a whole before anything moves, and gone an inch at a time."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.figures import body_at, overlapped
from gearlock.mechanics.going.resting import resting_place
from gearlock.systems.fieldmanual.lock_and_cover.measuring import gap
from gearlock.systems.fieldmanual.melee.engagement import foes_of, newly_engaged
from gearlock.systems.fieldmanual.melee.free_strikes import LEFT, resolve_free_strike
from gearlock.systems.fieldmanual.melee.grappling import release, resolve_contact, touched
from gearlock.systems.fieldmanual.movement.course import Course, Due, Followed
from gearlock.systems.fieldmanual.movement.danger import resolve_danger
from gearlock.systems.fieldmanual.movement.events import Fell, Moved, Parted, Stopped, WayTaken
from gearlock.systems.fieldmanual.movement.orders import Move
from gearlock.systems.fieldmanual.movement.passage import inside, obstacles
from gearlock.systems.fieldmanual.movement.reach import is_halted, refuse_hanging, refuse_unmoving
from gearlock.systems.fieldmanual.state import State, Unit
from gearlock.systems.fieldmanual.weapons import MELEE_RANGE
from gearlock.table.measure import FULL_TURN, INCH
from gearlock.table.path import Path

RULE = "fieldmanual.movement-points"
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
        return refusal or Refusal("passive", RULE, "Nobody is being activated.")
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
        return Refusal("path", RULE, f"A way has at most {MOST_LEGS} legs and stays on the table.")
    if not any(length or (angle and not order.aside) for angle, length in order.legs):
        return Refusal("path", RULE, "A move goes or turns somewhere.")
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
    event = moved(course, path)
    if found.rest != now.path or course.gone != now.gone.get(figure_id, 0):
        ctx.emit(event)
    return course.left, found.due, found.refusal


def moved(course: Course, path: Path) -> Moved:
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
    ctx.emit(moved(course, now.path))


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
