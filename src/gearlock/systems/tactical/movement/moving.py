"""2.6.5: moving: a way is judged as a whole before anything moves, and gone an inch at a time."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.damage.driving import piloting_lines, refuse_driving
from gearlock.systems.tactical.dice_tests.tests import Test, throw_die, throw_test
from gearlock.systems.tactical.line_of_sight.conditions import refuse_broken_down
from gearlock.systems.tactical.line_of_sight.fittings import refuse_running_blind
from gearlock.systems.tactical.line_of_sight.standing import terrain_under
from gearlock.systems.tactical.melee.ramming import resolve_collision
from gearlock.systems.tactical.melee.walls import resolve_wall_struck
from gearlock.systems.tactical.movement.cliffs import HANGING
from gearlock.systems.tactical.movement.course import Course, Followed
from gearlock.systems.tactical.movement.entering import is_risky, resolve_entered, resolve_forced
from gearlock.systems.tactical.movement.events import Halted, Moved, Skidded, Stopped, WayTaken
from gearlock.systems.tactical.movement.ground import price_of
from gearlock.systems.tactical.movement.mishaps import resolve_crash
from gearlock.systems.tactical.movement.orders import Move
from gearlock.systems.tactical.movement.passage import refuse_passage
from gearlock.systems.tactical.movement.perks_moving import HEAVY_GOING
from gearlock.systems.tactical.movement.plunging import foot_ahead, resolve_plunge
from gearlock.systems.tactical.movement.ram_walls import part_met
from gearlock.systems.tactical.movement.stuck import is_poor, refuse_stuck, resolve_forcing
from gearlock.systems.tactical.movement.towing import towed_of
from gearlock.systems.tactical.state import CLIMBING, TOWED, State, Unit
from gearlock.systems.tactical.switches import CLIFFS
from gearlock.systems.tactical.under_way import DARING
from gearlock.table.measure import FULL_TURN, INCH, advance
from gearlock.table.path import Path, Stride

RULE = "tactical.2.6.5"
MOST_LEGS = 32
LONGEST = 200 * INCH
HARD_TURN = 3


@heeds("tactical.3.7-temperature", "tactical.7.2-sensor-dependent")
def refuse_unmoving(state: State, unit: Unit, climbing: bool = False) -> Refusal | None:
    """Why a unit cannot move at all now; `climbing` for who goes on along a cliff."""
    now = state.activation
    if now is None or now.unit != unit.id or not unit.is_fielded:
        return Refusal("passive", "tactical.2.6.2-step3", f"The {unit.name} moves in its own activation only.")
    if not unit.card.modes:
        return Refusal("static", RULE, f"The {unit.name} never moves.")
    broken = refuse_driving(unit)
    if broken is not None:
        return broken
    if unit.carrier:
        return Refusal("aboard", RULE, f"The {unit.name} is aboard: it gets out first.")
    if any(name.startswith(f"{TOWED}:") for name in unit.tokens):
        return Refusal("towed", "tactical.3.2.7", f"The {unit.name} is in tow: whoever tows it lets go first.")
    if refusal := refuse_broken_down(unit) or refuse_running_blind(unit) or refuse_stuck(unit):
        return refusal
    if unit.token(CLIMBING) == HANGING and not climbing:
        return Refusal("climbing", "tactical.3.2.1", f"The {unit.name} hangs on a cliff: it climbs on or down.")
    if now.halted:
        return Refusal("halted", RULE, f"The {unit.name} moves no further this round.")
    return None


def refuse_move(state: State, order: Move) -> Refusal | None:
    """Why a unit cannot go along this way."""
    found = judge(state, order)
    return found if isinstance(found, Refusal) else None


def judge(state: State, order: Move) -> Course | Refusal:
    """Follow a way to its end, taking it that all tests go well, or say why it cannot be gone."""
    found: Course | Refusal | None = state.notes.get(order)
    if found is None:
        found = state.notes[order] = _judge(state, order)
    return found


def _judge(state: State, order: Move) -> Course | Refusal:
    unit = state.units.get(order.unit)
    if unit is None:
        return Refusal("unit", RULE, f"There is no unit {order.unit}.")
    refusal = refuse_unmoving(state, unit) or _refuse_legs(order)
    if refusal is not None or state.activation is None:
        return refusal or Refusal("passive", RULE, "Nobody is being activated.")
    course = Course(state, unit, state.activation)
    course.daring = order.daring
    path = order.legs
    while path:
        course.left = INCH
        path, _hard, refusal = course.follow(path, tested=True)
        if refusal is not None:
            return refusal
    return course


@heeds("tactical.2.6.5")
def _refuse_legs(order: Move) -> Refusal | None:
    """Why the way is none: too many legs, or nothing in them."""
    if len(order.legs) > MOST_LEGS or any(abs(length) > LONGEST or abs(a) > FULL_TURN for a, length in order.legs):
        return Refusal("path", RULE, f"A way has at most {MOST_LEGS} legs and stays on the table.")
    if not any(angle or length for angle, length in order.legs):
        return Refusal("path", RULE, "A move goes or turns somewhere.")
    return None


def resolve_move(ctx: Ctx[State], order: Move) -> None:
    """Set out: the way is gone inch by inch from here on (`resolve_inch`)."""
    ctx.emit(WayTaken(order.unit, order.legs, order.daring))


@heeds("tactical.2.6.5", "tactical.2.6.2-snap-fire", "tactical.3.2.7")
def resolve_inch(ctx: Ctx[State], whole: bool = False) -> Script[None]:
    """Go one inch of the way under way, or what is left of it; with `whole` all of it, where nobody can answer."""
    now = ctx.state.activation
    assert now is not None, "only the active unit moves"
    unit_id, left = now.unit, INCH
    broken = refuse_unmoving(ctx.state, ctx.state.units[unit_id])
    if broken is not None:
        ctx.emit(Stopped(unit_id, broken.message))
    forces = DARING in now.marks and is_poor(ctx.state.units[unit_id])
    whole, heaviest = whole and not is_risky(ctx.state) and not forces, 0
    while left > 0 and _goes_on(ctx.state, unit_id):
        course, found = _follow(ctx.state, unit_id, left, whole)
        left = INCH if whole else course.left
        path = () if found.refusal is not None else found.rest
        before = ctx.state.units[unit_id].x, ctx.state.units[unit_id].y
        behind = _in_tow(ctx.state, unit_id)
        ctx.emit(moved(course, path))
        heaviest = max(heaviest, course.heaviest)
        yield from resolve_entered(ctx, unit_id, *before, course.corners)
        for name, x, y in behind:
            yield from resolve_entered(ctx, name, x, y)
        if not ctx.state.units[unit_id].is_fielded:
            return
        if found.refusal is not None:
            ctx.emit(Stopped(unit_id, found.refusal.message))
        elif found.hard:
            yield from resolve_hard_turn(ctx, unit_id, found.hard)
    if forces and heaviest >= HEAVY_GOING and ctx.state.units[unit_id].is_fielded:
        yield from resolve_forcing(ctx, unit_id, heaviest)


def _in_tow(state: State, unit_id: str) -> list[tuple[str, int, int]]:
    """What a unit tows, and where that is: it is pulled into whatever lies on its way as well."""
    towed = towed_of(state, state.units[unit_id])
    return [] if towed is None else [(towed.id, towed.x, towed.y)]


def _goes_on(state: State, unit_id: str) -> bool:
    now = state.activation
    return (
        now is not None
        and now.unit == unit_id
        and bool(now.path)
        and refuse_unmoving(state, state.units[unit_id]) is None
    )


def _follow(state: State, unit_id: str, left: int, whole: bool) -> tuple[Course, Followed]:
    """Go on until an inch is gone, a turn has to be tested, or something is in the way; `whole`: no inch by inch."""
    now = state.activation
    assert now is not None, "only the active unit moves"
    course = Course(state, state.units[unit_id], now)
    course.left = left
    found = course.follow(now.path)
    while whole and found.rest and not found.hard and found.refusal is None:
        course.left = INCH
        found = course.follow(found.rest)
    return course, found


def moved(course: Course, path: Path) -> Moved:
    """Where a course has come to, as what happened."""
    unit, towed = course.unit, course.towed
    pulled = None if towed is None else (towed.id, towed.x, towed.y, towed.z)
    return Moved(
        unit.id, unit.x, unit.y, unit.z, unit.facing, course.spent, course.gone, course.since, course.backward,
        course.road, path, course.cliff, pulled,
    )  # fmt: skip


@rule("tactical.2.6.5-top-speed-turn")
@heeds("tactical.ref-fumble-effects", "tactical.2.3.3")
def resolve_hard_turn(ctx: Ctx[State], unit_id: str, angle: int) -> Script[None]:
    """More than 60 degrees at Top Speed: Piloting against 3 and the MP cost of the terrain; a tie will do.

    Who fails skids an inch straight on, and turns; a fumble is a crash that ends the move, and so does a ram.
    """
    state, unit = ctx.state, ctx.state.units[unit_id]
    threshold = HARD_TURN + (price_of(state, unit, terrain_under(state, unit)) or 1)
    lines = piloting_lines(unit)
    found = yield from throw_test(ctx, Test("hard turn", unit_id, lines, "tactical.2.6.5-top-speed-turn", threshold))
    if found.fumbled:
        ctx.emit(Halted(unit_id, "crashed"))
        face = yield from throw_die(ctx, "crash", unit_id, "tactical.2.6.5-top-speed-turn")
        yield from resolve_crash(ctx, unit_id, face)
        return
    rammed = found.total < threshold and (yield from resolve_skid(ctx, unit_id))
    if _goes_on(ctx.state, unit_id):
        turn_now(ctx, unit_id, angle)
    if rammed:
        ctx.emit(Halted(unit_id, "rammed"))


@heeds("tactical.2.6.5-top-speed-turn", "tactical.2.6.5-water", "tactical.3.2.6", "tactical.2.6.8-ramming")
def resolve_skid(ctx: Ctx[State], unit_id: str) -> Script[bool]:
    """One inch straight ahead, into whatever is there; it costs no MP. Whether that was a ram, which ends its move."""
    unit = ctx.state.units[unit_id].clone()
    length, met = skid_of(ctx.state, unit)
    x, y = advance(unit.x, unit.y, unit.facing, length)
    end = refuse_passage(ctx.state, unit, Stride(unit.x, unit.y, x, y, length)) if length else unit.z
    ctx.emit(Skidded(unit_id, x, y, unit.z if isinstance(end, Refusal) else end, length))
    yield from resolve_forced(ctx, unit_id, unit.x, unit.y)
    now = ctx.state.units[unit_id]
    if not now.is_fielded or length == INCH:
        return False
    if met in ctx.state.units:
        yield from resolve_collision(ctx, unit_id, met)
    elif met:
        yield from resolve_wall_struck(ctx, unit_id, part_met(now, ctx.state.ground.piece(met)))
    elif ctx.state.switch(CLIFFS) and (over := foot_ahead(ctx.state, now)) is not None:
        yield from resolve_plunge(ctx, unit_id, *over)
    return bool(met)


@heeds("tactical.3.8.1-buildings", "tactical.3.8.1-walls")
def skid_of(state: State, unit: Unit) -> tuple[int, str]:
    """How far a skid goes, up to an inch, and the unit, building or wall it ends at, if any."""
    low, high, met = 0, INCH, ""
    while low < high:
        middle = (low + high + 1) // 2
        x, y = advance(unit.x, unit.y, unit.facing, middle)
        found = refuse_passage(state, unit, Stride(unit.x, unit.y, x, y, middle))
        if isinstance(found, Refusal):
            high = middle - 1
            met = str(found.facts.get({"overlap": "unit", "building": "piece"}.get(found.code, ""), ""))
        else:
            low = middle
    return low, met if low < INCH else ""


def turn_now(ctx: Ctx[State], unit_id: str, angle: int) -> None:
    """Make the turn that was tested for, and go on with the rest of the way."""
    now = ctx.state.activation
    assert now is not None, "only the active unit moves"
    course = Course(ctx.state, ctx.state.units[unit_id], now)
    course.since = INCH
    refusal = course.turn(angle)
    (_, length), after = now.path[0], now.path[1:]
    rest = ((0, length), *after) if length else after
    ctx.emit(moved(course, () if refusal is not None else rest))
