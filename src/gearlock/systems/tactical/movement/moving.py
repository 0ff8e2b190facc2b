"""2.6.5: moves judged as a whole and made an inch at a time, and what meets a unit on its way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Modifier
from gearlock.systems.tactical.attacks.exchange import climbing_lines, drive_lines, evasion_lines, speed_lines
from gearlock.systems.tactical.damage.amounts import Blow
from gearlock.systems.tactical.damage.condition import allowance, piloting_lines, refuse_driving
from gearlock.systems.tactical.damage.damage import PassengersOut, lose
from gearlock.systems.tactical.damage.resolving import resolve_fall
from gearlock.systems.tactical.damage.structures import MINEFIELD, part_at, resolve_load, resolve_mines
from gearlock.systems.tactical.damage.systems_damage import resolve_movement_hit
from gearlock.systems.tactical.dice_tests import Test, throw_die, throw_test
from gearlock.systems.tactical.fires import Square, resolve_crossing, square_at
from gearlock.systems.tactical.ground_targets import SATURATION, resolve_saturation, resolve_saturation_there
from gearlock.systems.tactical.line_of_sight.lines import FIRE
from gearlock.systems.tactical.line_of_sight.seeing import refuse_running_blind
from gearlock.systems.tactical.line_of_sight.terrain import (
    BRIDGE,
    BUILT,
    TOUCH,
    WALLS,
    refuse_broken_down,
    terrain_under,
    type_of,
)
from gearlock.systems.tactical.melee import resolve_collision, resolve_wall_struck
from gearlock.systems.tactical.movement.course import (
    FAST,
    STUCK,
    Course,
    FellDown,
    Followed,
    GotStuck,
    Halted,
    Move,
    Moved,
    Skidded,
    Stopped,
    TakeMovementHit,
    WayTaken,
    resolve_crash,
    towed_of,
)
from gearlock.systems.tactical.movement.ground import (
    CLEAR_OF,
    HANGING,
    HEAVY_GOING,
    POOR,
    inches_of,
    is_cliff,
    is_in_water,
    is_open,
    level_below,
    price_of,
    refuse_passage,
    refuse_walls,
    refuse_water,
    room_near,
)
from gearlock.systems.tactical.state import CLIMBING, COMBAT, DARING, HEAVY, LIGHT, SKIRMISH_SCALE, TOWED, State, Unit
from gearlock.systems.tactical.switches import CLIFFS, DETAILED_DAMAGE, INCENDIARIES, MINEFIELDS, STRUCTURES
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_touches
from gearlock.table.measure import FULL_TURN, INCH, advance, bearing, distance, turn_between
from gearlock.table.path import Path, Stride
from gearlock.table.polygon import Outline
from gearlock.table.terrain import Piece

# --- 3.2.5, 3.2.6, 3.4.4: what meets a unit on its way: mines, fires, bridges too weak for it

Spot = tuple[int, int]
STEP = 50
"""Mils between the points at which a way is looked at."""
BEARS = "bears"


def is_risky(state: State) -> bool:
    """Whether anything lies on the table that a unit may come into on its way: then every inch is gone by itself."""
    if any(patch.kind in (FIRE, MINEFIELD, SATURATION) for patch in state.patches):
        return True
    return state.switch(STRUCTURES) and any(BEARS in piece.props for piece in state.ground.pieces)


def points_between(x0: int, y0: int, x1: int, y1: int) -> list[tuple[int, int]]:
    """Points of a stretch, without the first."""
    count = max(1, -(-distance(x0, y0, x1, y1) // STEP))
    return [(x0 + (x1 - x0) * at // count, y0 + (y1 - y0) * at // count) for at in range(1, count + 1)]


def squares_entered(x0: int, y0: int, x1: int, y1: int) -> list[Square]:
    """The square inches that a stretch leads into, in their order; the one it begins in is not entered."""
    found = dict.fromkeys(square_at(x, y) for x, y in points_between(x0, y0, x1, y1))
    found.pop(square_at(x0, y0), None)
    return list(found)


def section_at(state: State, x: int, y: int) -> str:
    """The section of a bridge at a point; empty if there is none."""
    bridges = [piece for piece in state.ground.pieces_at(x, y) if type_of(piece) == BRIDGE]
    return part_at(bridges[-1], x, y) if bridges else ""


@heeds("tactical.3.2.6", "tactical.2.6.7-target-speed", "tactical.3.2.1-climbing-penalty")
def dodging_lines(state: State, unit: Unit) -> tuple[Modifier, ...]:
    """A Defense roll against what has no arc; who has just come down a cliff is worse off here too."""
    found = (*drive_lines(state, unit), *speed_lines(state, unit), *evasion_lines(state, unit))
    return (*found, *climbing_lines(state, unit))


@heeds("tactical.3.2.6", "tactical.3.4.4-crossing", "tactical.3.2.5-bridge-load")
def resolve_entered(ctx: Ctx[State], unit_id: str, x0: int, y0: int, by: Iterable[Spot] = ()) -> Script[None]:
    """A unit has come from a point to where it is: everything it came into on the way, one after the other.

    `by` are the corners of its way, where it turned; between them it went straight.
    """
    if not is_risky(ctx.state):
        return
    before, end = (x0, y0), (ctx.state.units[unit_id].x, ctx.state.units[unit_id].y)
    for spot in (*by, end):
        if spot != before:
            yield from resolve_bridge(ctx, unit_id, before, spot)
            yield from resolve_saturation(ctx, unit_id, before, spot)
            yield from resolve_squares(ctx, unit_id, squares_entered(*before, *spot))
        before = spot
        if not ctx.state.units[unit_id].is_fielded:
            return


@heeds("tactical.3.2.6", "tactical.3.2.5-bridge-load", "tactical.3.4.5-saturation")
def resolve_landed(ctx: Ctx[State], unit_id: str, was: tuple[int, int] | None = None) -> Script[None]:
    """A unit has come down from the air, out of the ground or out of a vehicle: only what lies there meets it.

    A zone under fire in which it `was` already has attacked it before.
    """
    unit = ctx.state.units[unit_id]
    at = unit.x, unit.y
    section = section_at(ctx.state, *at)
    if section and ctx.state.switch(STRUCTURES):
        yield from resolve_load(ctx, unit_id, section)
    yield from resolve_saturation_there(ctx, unit_id, was)
    yield from resolve_squares(ctx, unit_id, [square_at(*at)])


@heeds("tactical.7.2-passengers", "tactical.3.5.1-structure", "tactical.3.2.6", "tactical.3.4.4-crossing")
def resolve_got_out(ctx: Ctx[State]) -> Script[None]:
    """Squads that got out in this step of a vehicle that fell to pieces: what lies where they stand meets them."""
    met = 0
    while met < len(ctx.in_step):
        event, met = ctx.in_step[met], met + 1
        if isinstance(event, PassengersOut) and ctx.state.units[event.unit].is_fielded:
            yield from resolve_landed(ctx, event.unit)


@heeds("tactical.3.2.1", "tactical.3.2.1-falling", "tactical.3.2.6", "tactical.3.4.4-crossing", "tactical.2.6.5-water")
def resolve_down(ctx: Ctx[State], unit_id: str, was: tuple[int, int, int]) -> Script[None]:
    """A unit climbed or fell to where it is, and stands there: water floods it, mines, fires and zones meet it.

    The ground that it left only to fall back onto it is not entered anew.
    """
    unit, (x, y, z) = ctx.state.units[unit_id], was
    if is_in_water(ctx.state, unit.x, unit.y) and refuse_water(unit, {}) is not None:
        lose(ctx, unit_id, Blow(0, cause="it floods"), rule_id="tactical.2.6.5-water")
    elif (square_at(x, y), z) != (square_at(unit.x, unit.y), unit.z):
        yield from resolve_landed(ctx, unit_id, (x, y))


@heeds("tactical.3.2.6", "tactical.3.4.4-crossing")
def resolve_squares(ctx: Ctx[State], unit_id: str, squares: list[Square]) -> Script[None]:
    """Mines and fires in squares, one after the other."""
    for square in squares:
        if not ctx.state.units[unit_id].is_fielded:
            return
        for patch in [patch for patch in ctx.state.patches if (patch.x, patch.y) == square]:
            if patch.kind == MINEFIELD and ctx.state.switch(MINEFIELDS):
                lines = dodging_lines(ctx.state, ctx.state.units[unit_id])
                yield from resolve_mines(ctx, unit_id, patch.word, lines)
            elif patch.kind == FIRE and ctx.state.switch(INCENDIARIES):
                yield from resolve_crossing(ctx, unit_id, square)


@heeds("tactical.2.6.5-water", "tactical.2.6.5-top-speed-turn")
def resolve_forced(ctx: Ctx[State], unit_id: str, x0: int, y0: int) -> Script[None]:
    """A unit came from a point to where it is against its will: water floods it, unless it floats or swims."""
    unit = ctx.state.units[unit_id]
    way = points_between(x0, y0, unit.x, unit.y)
    if any(is_in_water(ctx.state, x, y) for x, y in way) and refuse_water(unit, {}) is not None:
        lose(ctx, unit_id, Blow(0, cause="it floods"), rule_id="tactical.2.6.5-water")
        return
    yield from resolve_entered(ctx, unit_id, x0, y0)


@heeds("tactical.3.2.5-bridge-load")
def resolve_bridge(ctx: Ctx[State], unit_id: str, before: Spot, to: Spot) -> Script[None]:
    """Each section of a bridge that it has come onto on a straight stretch bears it, or not."""
    if not ctx.state.switch(STRUCTURES):
        return
    last = section_at(ctx.state, *before)
    for section in dict.fromkeys(section_at(ctx.state, x, y) for x, y in points_between(*before, *to)):
        if section in ("", last):
            continue
        if (yield from resolve_load(ctx, unit_id, section)):
            return


# --- 3.2.1: falling off a cliff, or being carried over its edge


@heeds("tactical.3.2.1-falling", "tactical.2.6.5-water")
def resolve_plunge(ctx: Ctx[State], unit_id: str, foot: tuple[int, int, int], inches: int) -> Script[None]:
    """A unit falls to the foot of a cliff, beside whoever stands there; its move is over."""
    x, y, z = foot
    unit = ctx.state.units[unit_id]
    spent, before = allowance(unit, COMBAT, unit.mode), (unit.x, unit.y, unit.z)
    ctx.emit(FellDown(unit_id, *room_near(ctx.state, unit, x, y, z), z, inches, spent))
    yield from resolve_fall(ctx, unit_id, inches)
    if ctx.state.units[unit_id].is_fielded:
        yield from resolve_down(ctx, unit_id, before)


@heeds("tactical.3.2.1-falling", "tactical.2.6.5-top-speed-turn")
def foot_ahead(state: State, unit: Unit) -> tuple[tuple[int, int, int], int] | None:
    """Where a unit that slides straight over an edge comes down, and how many inches below; None without a cliff."""
    x, y = advance(unit.x, unit.y, unit.facing, unit.card.radius + CLEAR_OF)
    if not (0 <= x <= state.ground.width and 0 <= y <= state.ground.height):
        return None
    z = level_below(state, x, y, unit.z - 1)
    return ((x, y, z), inches_of(unit.z - z)) if is_cliff(unit.z - z) else None


# --- 7.2: Poor Off-Road Ability: forcing the way through heavy ground, and getting stuck in it

MIRED = "mired"
BASE = 4


def is_stuck(unit: Unit) -> bool:
    """Whether the ground holds it."""
    return bool(unit.token(STUCK) or unit.token(FAST))


@heeds("tactical.7.2-poor-off-road")
def refuse_stuck(unit: Unit) -> Refusal | None:
    """Why a vehicle does not move: the ground holds it."""
    if unit.token(FAST):
        return Refusal(
            "stuck", "tactical.7.2-poor-off-road", f"The {unit.name} is stuck fast: somebody has to tow it out."
        )
    left = unit.token(STUCK)
    return (
        Refusal(
            "stuck", "tactical.7.2-poor-off-road", f"The {unit.name} is stuck: {left} more rounds.", {"rounds": left}
        )
        if left
        else None
    )


@rule("tactical.7.2-poor-off-road")
@heeds("tactical.2.3.3")
def resolve_forcing(ctx: Ctx[State], unit_id: str, price: int) -> Script[None]:
    """Piloting against 4 and the MP cost for an inch at its normal price; a tie will do.

    Who fails is stuck for a die of rounds, who fumbles until it is towed out; with detailed damage its owner may have
    the movement system take a Light or Heavy hit in place of that.
    """
    lines = piloting_lines(ctx.state.units[unit_id])
    found = yield from throw_test(ctx, Test("off-road", unit_id, lines, "tactical.7.2-poor-off-road", BASE + price))
    if not found.fumbled and found.total >= BASE + price:
        return
    level = HEAVY if found.fumbled else LIGHT
    if ctx.state.switch(DETAILED_DAMAGE):
        unit = ctx.state.units[unit_id]
        prompt = f"The {unit.name} runs into trouble: does its movement system take a {level.title()} hit?"
        order = yield from ask(
            Ask(unit.seat, MIRED, unit_id, (level,), "tactical.7.2-poor-off-road", prompt, optional=True)
        )
        if isinstance(order, TakeMovementHit):
            yield from resolve_movement_hit(
                ctx, unit_id, level, Blow(0, rule="tactical.7.2-poor-off-road", cause="heavy ground")
            )
            return
    rounds = 0
    if not found.fumbled:
        rounds = yield from throw_die(ctx, "rounds stuck", unit_id, "tactical.7.2-poor-off-road")
    ctx.emit(GotStuck(unit_id, rounds))


def refuse_movement_hit(_state: State, question: Ask, order: TakeMovementHit) -> Refusal | None:
    """The vehicle in trouble."""
    if order.unit == question.unit:
        return None
    return Refusal("unit", "tactical.7.2-poor-off-road", "Another vehicle is in trouble.", {"unit": question.unit})


def offer_mired(_state: State, question: Ask) -> Iterator[Option]:
    """Take the damage, or stay."""
    level = question.about[0]
    yield Pick(
        f"{level.title()} damage to its movement system", TakeMovementHit(question.unit), "tactical.7.2-poor-off-road"
    )
    stay = "until it is towed out" if level == HEAVY else "for a die of rounds"
    yield decline(f"Stay stuck {stay}", "tactical.7.2-poor-off-road")


def is_poor(unit: Unit) -> bool:
    """Whether a vehicle has this flaw."""
    return bool(unit.card.has(POOR))


# --- 3.8.1: at skirmish scale a vehicle may drive straight into a building or wall that is closed to it


@heeds("tactical.3.8.1-buildings", "tactical.3.8.1-walls")
def closed_pieces(state: State) -> Iterator[Piece]:
    """The buildings and walls that stop vehicles and could be rammed."""
    if state.scale != SKIRMISH_SCALE or not state.switch(STRUCTURES):
        return
    for piece in state.ground.pieces:
        if type_of(piece) in (*BUILT, *WALLS) and piece.top > piece.base and not is_open(state, piece):
            yield piece


def closed_piece(state: State, name: str) -> Piece | None:
    """The building or wall of that id, if it can be rammed."""
    return next((piece for piece in closed_pieces(state) if piece.id == name), None)


def nearest_point(outline: Outline, x: int, y: int) -> tuple[int, int]:
    """The point of an outline that lies nearest."""
    found = [_on_side(outline[at - 1], corner, x, y) for at, corner in enumerate(outline)]
    return min(found, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)


def _on_side(a: tuple[int, int], b: tuple[int, int], x: int, y: int) -> tuple[int, int]:
    (ax, ay), (bx, by) = a, b
    square = (bx - ax) ** 2 + (by - ay) ** 2
    along = min(max((x - ax) * (bx - ax) + (y - ay) * (by - ay), 0), square)
    return (ax, ay) if not square else (ax + (bx - ax) * along // square, ay + (by - ay) * along // square)


def way_into_wall(state: State, unit: Unit, piece: Piece) -> Path:
    """The turn towards the nearest point of it, and straight on until the base touches it."""
    x, y = nearest_point(piece.outline, unit.x, unit.y)
    facing = bearing(unit.x, unit.y, x, y)
    low, high = 0, distance(unit.x, unit.y, x, y)
    while low < high:
        middle = (low + high + 1) // 2
        stride = Stride(unit.x, unit.y, *advance(unit.x, unit.y, facing, middle), middle)
        stopped = refuse_walls(state, unit, stride)
        low, high = (low, middle - 1) if isinstance(stopped, Refusal) else (middle, high)
    return ((turn_between(unit.facing, facing), low),)


def touches_wall(unit: Unit, piece: Piece) -> bool:
    """Whether a base is in contact with a building or wall."""
    return footprint_touches(Body(unit.x, unit.y, unit.z, unit.card.radius + TOUCH), piece.outline)


def part_met(unit: Unit, piece: Piece) -> str:
    """The part of it that a unit has run into."""
    return part_at(piece, *nearest_point(piece.outline, unit.x, unit.y))


# --- 2.6.5: moving: a way is judged as a whole before anything moves, and gone an inch at a time

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
        return Refusal("static", "tactical.2.6.5", f"The {unit.name} never moves.")
    broken = refuse_driving(unit)
    if broken is not None:
        return broken
    if unit.carrier:
        return Refusal("aboard", "tactical.2.6.5", f"The {unit.name} is aboard: it gets out first.")
    if any(name.startswith(f"{TOWED}:") for name in unit.tokens):
        return Refusal("towed", "tactical.3.2.7", f"The {unit.name} is in tow: whoever tows it lets go first.")
    if refusal := refuse_broken_down(unit) or refuse_running_blind(unit) or refuse_stuck(unit):
        return refusal
    if unit.token(CLIMBING) == HANGING and not climbing:
        return Refusal("climbing", "tactical.3.2.1", f"The {unit.name} hangs on a cliff: it climbs on or down.")
    if now.halted:
        return Refusal("halted", "tactical.2.6.5", f"The {unit.name} moves no further this round.")
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
        return Refusal("unit", "tactical.2.6.5", f"There is no unit {order.unit}.")
    refusal = refuse_unmoving(state, unit) or _refuse_legs(order)
    if refusal is not None or state.activation is None:
        return refusal or Refusal("passive", "tactical.2.6.5", "Nobody is being activated.")
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
        return Refusal("path", "tactical.2.6.5", f"A way has at most {MOST_LEGS} legs and stays on the table.")
    if not any(angle or length for angle, length in order.legs):
        return Refusal("path", "tactical.2.6.5", "A move goes or turns somewhere.")
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
