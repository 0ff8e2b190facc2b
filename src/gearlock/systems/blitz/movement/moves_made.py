"""6: moves carried out: stretch by stretch, with jumps, danger and forced movement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from gearlock.kernel.asks import Ask
from gearlock.kernel.chapters import checked
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.figures import Mover, body_at, overlapped, ruled
from gearlock.mechanics.going.leaping import barriers, refuse_leap
from gearlock.mechanics.going.resting import resting_place, touchdown
from gearlock.mechanics.ground.forms import is_area, is_incline, is_solid
from gearlock.mechanics.ground.surfaces import slope_at, surface_at
from gearlock.mechanics.pools.lines import dice
from gearlock.systems.blitz.attacks.aiming import StandbyLost, is_flying
from gearlock.systems.blitz.attacks.exchange import CONTACT as MET
from gearlock.systems.blitz.attacks.exchange import (
    Trigger,
    offer_snap_fire,
    resolve_automatic_attacks,
    resolve_exchange,
)
from gearlock.systems.blitz.damage import Wound, hurt
from gearlock.systems.blitz.dice_tests.comms_tests import make_roll
from gearlock.systems.blitz.dice_tests.tests import DiceTest, Made, modifiers_of
from gearlock.systems.blitz.general_concepts.dice import PILOT, WORST, skill_of
from gearlock.systems.blitz.general_concepts.measuring import CONTACT, touches
from gearlock.systems.blitz.impacts_and_falling import Impact, resolve_fall, resolve_impact
from gearlock.systems.blitz.lock_and_cover.ground import built
from gearlock.systems.blitz.lock_and_cover.looks import DICE, rating_class
from gearlock.systems.blitz.movement.paths import (
    judge,
    mined_inches,
    refuse_new_move,
    resolve_mines,
    straight_of,
    trace_climb,
)
from gearlock.systems.blitz.movement.stretches import (
    TESTED,
    Stretch,
    girth_of,
    is_part,
    obstacles,
    refuse_extra_turn,
    yields,
)
from gearlock.systems.blitz.movement.terrain import (
    IMPASSABLE,
    JUMPED,
    TRIED,
    Climb,
    ComeFree,
    EndMove,
    ExtraTurn,
    Forced,
    FreeingTried,
    Immobilised,
    Jump,
    Jumped,
    Move,
    Moved,
    MoveEnded,
    TurnBought,
    going_of,
    is_high,
    poised,
    spans_of_line,
    step_of,
)
from gearlock.systems.blitz.state import BRACED, IMMOBILISED, STANDBY, TOP_SPEED, State, Unit, opponent
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap, footprint_overlaps, is_on_table
from gearlock.table.measure import INCH, advance, distance, inches_text, turned
from gearlock.table.path import Path, Stride, sweeps_body, sweeps_outline, walk
from gearlock.table.terrain import Piece

# --- 6.2, 10.3, 10.4 and 11: base contact: whom a model comes to touch by a step, and what they do about it


@heeds("blitz.6.2", "blitz.16.1b", "blitz.17.7b")
def contacts_made(state: State, event: Moved | Jumped | Forced) -> list[str]:
    """The enemies a model is in base contact with after a step that is about to be made, and was not before.

    Nobody touches what is in the air, or was just dropped and is not there yet.
    """
    unit = state.units[event.unit]
    if is_flying(unit):
        return []
    after = Body(event.x, event.y, event.z, unit.line.radius, unit.height)
    foes = (other for other in state.fielded(opponent(unit.seat)) if not is_flying(other))
    return [other.id for other in foes if touches(after, other.body) and not touches(unit.body, other.body)]


@heeds("blitz.6.2", "blitz.10.4")
def met_on_the_way(state: State, stretch: Stretch) -> list[int]:
    """Where along a stretch the model comes to touch enemies whom it then leaves, or goes through."""
    unit, found = stretch.unit, list[int]()
    for other in () if is_flying(unit) else (foe for foe in state.fielded(opponent(unit.seat)) if not is_flying(foe)):
        reach = unit.line.radius + other.line.radius + CONTACT // 2
        level = other.z < unit.body.top and unit.z < other.body.top
        spans = stretch.spans_around(other.x, other.y, reach) if level else []
        found += [into for into, out in spans if into and out < stretch.length]
    return found


@heeds("blitz.10.4", "blitz.10.4b", "blitz.11.0")
def go(ctx: Ctx[State], event: Moved | Jumped) -> Script[bool]:
    """Make a step; whoever is met by it may answer. Whether the model can go on."""
    met = contacts_made(ctx.state, event)
    ctx.emit(event)
    make_room(ctx, event.unit)
    met = [name for name in met if touches(ctx.state.units[event.unit].body, ctx.state.units[name].body)]
    if met:
        yield from resolve_contact(ctx, event.unit, met)
    return ctx.state.is_acting(event.unit)


@heeds("blitz.10.3", "blitz.10.4", "blitz.10.4b")
def resolve_contact(ctx: Ctx[State], unit_id: str, met: list[str]) -> Script[None]:
    """Who is moved into may snap fire; after that standby tokens are no use to anybody in it."""
    answers = yield from offer_snap_fire(ctx, Trigger((unit_id,), tuple(met), MET))
    if answers:
        yield from resolve_exchange(ctx, answers)
    for name in (unit_id, *met):
        if ctx.state.units[name].token(STANDBY):
            ctx.emit(StandbyLost(name))


# --- 6.2, 12.3 and 18.4: who makes room for a model that comes to stand on it: drones, and infantry that was crushed


@heeds("blitz.12.3", "blitz.18.4", "blitz.6.4a")
def make_room(ctx: Ctx[State], unit_id: str) -> None:
    """Whoever yields to a model and shares its place now is forced aside, no farther than it must."""
    unit = ctx.state.units[unit_id]
    if not unit.is_fielded:
        return
    shared = (other for other in ctx.state.standing() if other.id != unit_id and not is_part(unit, other))
    on_it = (other for other in shared if bodies_overlap(unit.body, other.body))
    under = [other.id for other in on_it if yields(ctx.state, unit, other)]
    for name in under:
        other = ctx.state.units[name]
        others = [*obstacles(ctx.state, other), *_fellows(ctx.state, name)]
        x, y = resting_place(built(ctx.state), other, other.z, girth_of(other), others)
        ctx.emit(Forced(name, x, y, other.z, distance(other.x, other.y, x, y)))


def _fellows(state: State, name: str) -> list[Unit]:
    """Drones keep out of each other's way."""
    return [other for other in state.standing() if other.id != name and other.line.type == "Drone"]


# --- Powered jumps: once in an activation straight through the air, up and down by the rating of the jetpack

RULES = {
    "table": "blitz.6.0", "overlap": "blitz.6.2",
    **dict.fromkeys(("terrain", "headroom"), "blitz.trait.jetpack"),
}  # fmt: skip


@rule("blitz.trait.jetpack")
@heeds("blitz.13.1")
def trace_jump(state: State, order: Jump) -> Jumped | Refusal:
    """Follow a powered jump to where it lands, or say why it cannot be made.

    It rises and comes down by its rating; what it lands below that it falls.
    """
    unit = state.units[order.unit]
    power = unit.trait("Jetpack") * INCH
    refusal = _refuse_jump(state, unit, order, power)
    if refusal is not None:
        return refusal
    path = walk(unit.x, unit.y, unit.facing, ((0, order.length),))
    landing = ruled(touchdown(built(state), unit, path.x, path.y), RULES)
    if isinstance(landing, Refusal):
        return landing
    refusal = _refuse_landing(state, unit, landing, power)
    for piece in barriers(built(state), unit, path.strides[0], landing, unit.z + power):
        height = inches_text(piece.top - unit.z)
        message = f"The {piece.name} rises {height} in: the {unit.name} jumps {inches_text(power)} in up."
        refusal = refusal or Refusal("height", "blitz.trait.jetpack", message, {"has": power})

    def clears(other: Unit) -> bool:
        return other.is_infantry or other.body.top - unit.z <= power

    mover = Mover(unit, unit.line.radius, passes=clears)
    refusal = refusal or ruled(refuse_leap(mover, path.strides[0], obstacles(state, unit)), RULES)
    fall = max(0, unit.z - landing.z - power)
    return refusal or Jumped(unit.id, path.x, path.y, landing.z, order.length, fall)


@heeds("blitz.trait.jetpack", "blitz.3.2a", "blitz.6.0", "blitz.6.6a")
def _refuse_jump(state: State, unit: Unit, order: Jump, power: int) -> Refusal | None:
    """Why the model has no powered jump now, or not this far: once an activation, before or after a move."""
    now = state.activation
    if not power:
        return Refusal("jetpack", "blitz.trait.jetpack", f"The {unit.name} has no working jetpack.")
    if IMMOBILISED in unit.tokens:
        return Refusal("immobilised", "blitz.6.6a", f"The {unit.name} is immobilised: it has to come free first.")
    if now is None or now.unit != unit.id or unit.stance == BRACED:
        return Refusal("braced", "blitz.3.2a", f"The {unit.name} is braced or passive: it does not jump.")
    if now.stopped:
        return Refusal("stopped", "blitz.13.2", f"The {unit.name} has struck something: it moves no further.")
    if JUMPED in now.marks:
        return Refusal("jumped", "blitz.trait.jetpack", f"The {unit.name} has made its powered jump.")
    if now.gait:
        message = "A powered jump comes before or after a move: end the move under way first."
        return Refusal("begun", "blitz.trait.jetpack", message)
    if order.length < 0 and unit.stance == TOP_SPEED:
        return Refusal("backward", "blitz.6.0", f"At top speed the {unit.name} does not jump backward.")
    if not 0 < abs(order.length) <= power:
        far = inches_text(abs(order.length))
        message = f"The jetpack of the {unit.name} carries it {inches_text(power)} in, not {far} in."
        return Refusal("movement", "blitz.trait.jetpack", message, {"needs": abs(order.length), "has": power})
    return None


@heeds("blitz.trait.jetpack", "blitz.6.2", "blitz.6.5b", "blitz.6.5g")
def _refuse_landing(state: State, unit: Unit, landing: Body, power: int) -> Refusal | None:
    """Why the model cannot come down there: too high, taken, or nothing it could stand in."""
    if landing.z - unit.z > power:
        message = f"That is {inches_text(landing.z - unit.z)} in up; the {unit.name} jumps {inches_text(power)} in."
        return Refusal("height", "blitz.trait.jetpack", message, {"has": power})
    reach, gait = unit.line.radius, unit.gait or unit.line.gait
    x, y = landing.x, landing.y
    for piece in built(state).pieces_near(x - reach, y - reach, x + reach, y + reach):
        below = not landing.z and footprint_overlaps(Body(x, y, 0, reach), piece.outline)
        if below and going_of(piece, unit, gait).type == IMPASSABLE:
            message = f"The {piece.name} is impassable: the {unit.name} cannot land there."
            return Refusal("impassable", "blitz.6.5b", message, {"piece": piece.id})
    other = overlapped(landing, obstacles(state, unit))
    if other is not None:
        return Refusal("overlap", "blitz.6.2", f"The {unit.name} would land on the {other.name}.")
    return None


# --- 6.6: dangerous terrain: the test, getting stuck in it, and coming free

DANGER = "dangerous terrain test"
STAKE = "without a success it takes 1 damage and stops; nothing but ones, and it is stuck"


@rule("blitz.6.6a")
@heeds("blitz.trait.offroad", "blitz.3.2a-table", "blitz.6.3c", "blitz.9.2")
def danger_lines(state: State, unit: Unit, gait: str) -> list[Modifier]:
    """What changes the dice of a dangerous terrain test: damage, top speed, legs, and being made for it."""
    mover = poised(unit, gait)
    lines = modifiers_of(state, mover, PILOT)
    if gait in ("W", "I"):
        lines.append(dice(1, "Walker movement", "blitz.6.6a"))
    if mover.trait("Offroad"):
        lines.append(dice(mover.trait("Offroad"), "Offroad", "blitz.trait.offroad"))
    return lines


@heeds("blitz.6.6a")
def is_stuck(made: Made) -> bool:
    """Whether a failed test leaves the model immobilised: every die shows a 1. Who has no dice shows none."""
    return bool(made.faces) and set(made.faces) == {1}


@heeds("blitz.6.6a", "blitz.16.1b", "blitz.17.4", "blitz.18.5")
def roll_danger(ctx: Ctx[State], unit_id: str, gait: str, worse: int = 0) -> Script[Made]:
    """The dice of a dangerous terrain test; what comes of them is for whoever asked for it."""
    return (yield from make_roll(ctx, danger_test(ctx.state, ctx.state.units[unit_id], gait, worse)))


@heeds("blitz.6.6a")
def danger_test(state: State, unit: Unit, gait: str, worse: int = 0) -> DiceTest:
    """A dangerous terrain test as it would be rolled now."""
    lines = tuple(danger_lines(state, unit, gait))
    test = DiceTest(DANGER, unit.id, PILOT, skill_of(unit, PILOT, worse), lines, rule="blitz.6.6a")
    return test._replace(enough=1, stake=STAKE, avoids_ones=True)


@heeds("blitz.6.6a", "blitz.18.4")
def resolve_danger(ctx: Ctx[State], unit_id: str, gait: str) -> Script[bool]:
    """Test for dangerous terrain: who fails takes a point of damage, and sticks in it if all dice show 1.

    No drone gets through.
    """
    line = ctx.state.units[unit_id].line
    if line.type == "Drone":
        hurt(ctx, Wound(unit_id, "", "dangerous terrain", line.bulk))
        return False
    made = yield from roll_danger(ctx, unit_id, gait)
    if made.successes:
        return True
    hurt(ctx, Wound(unit_id, "", "dangerous terrain", 1))
    if is_stuck(made) and not ctx.state.units[unit_id].is_destroyed:
        ctx.emit(Immobilised(unit_id))
    return False


@heeds("blitz.6.6a")
def refuse_freeing(state: State, order: ComeFree) -> Refusal | None:
    """Why a model cannot try to come free: it is not stuck, or has tried."""
    unit, now = state.units[order.unit], state.activation
    if IMMOBILISED not in unit.tokens:
        return Refusal("free", "blitz.6.6a", f"The {unit.name} is not immobilised.")
    if now is None or now.unit != unit.id:
        return Refusal("passive", "blitz.6.6a", f"The {unit.name} tries to come free in its own activation.")
    if TRIED in now.marks:
        return Refusal("tried", "blitz.6.6a", f"The {unit.name} has tried to come free in this activation.")
    return None


@heeds("blitz.6.6a")
def resolve_freeing(ctx: Ctx[State], order: ComeFree) -> Script[None]:
    """A PILOT roll at 6+ with the standard modifiers, braced as the model is; one success frees it."""
    made = yield from make_roll(ctx, freeing_test(ctx.state, ctx.state.units[order.unit]))
    ctx.emit(FreeingTried(order.unit, made.successes > 0))


@heeds("blitz.6.6a")
def freeing_test(state: State, unit: Unit) -> DiceTest:
    """A try to come free as it would be rolled now."""
    lines = tuple(modifiers_of(state, unit, PILOT))
    test = DiceTest("try to come free", unit.id, PILOT, WORST, lines, rule="blitz.6.6a")
    return test._replace(enough=1, stake="a success frees it")


# --- 6.4a: forced movement: straight, without turns or interruption, until something stops it or the ground ends


class Stop(NamedTuple):
    """How far a push goes before something ends it, and what that is: a model, a piece, nothing at the table's edge."""

    at: int
    against: str = ""
    swallows: bool = False


class Push(NamedTuple):
    """A push worked out: where the model ends, what is left of the distance, what it struck, how far it falls."""

    event: Forced
    swallowed: str = ""


def stride_of(unit: Unit, direction: int, mils: int) -> Stride:
    """Straight from where a model is."""
    x, y = advance(unit.x, unit.y, direction, mils)
    return Stride(unit.x, unit.y, x, y, mils)


@rule("blitz.6.4a")
@heeds("blitz.13.1", "blitz.13.2", "blitz.12.1")
def push(state: State, unit: Unit, direction: int, mils: int, without: tuple[str, ...] = ()) -> Push:
    """What comes of forcing a model so far; `without` are models that move along with it."""
    stops = sorted(_stops(state, unit, direction, mils, without))
    stop = stops[0] if stops else Stop(mils)
    edge = _edge(state, unit, stride_of(unit, direction, stop.at))
    if edge is not None:
        return _over_the_edge(state, unit, direction, min(stop.at, edge + unit.line.radius + 1))
    x, y = advance(unit.x, unit.y, direction, stop.at)
    z = _level(state, unit, x, y)
    event = Forced(unit.id, x, y, z, stop.at, mils - stop.at, "" if stop.swallows else stop.against)
    return Push(event, stop.against if stop.swallows else "")


def _stops(state: State, unit: Unit, direction: int, mils: int, without: tuple[str, ...]) -> Iterator[Stop]:
    """Everything that would stop a push, and how soon."""
    radius, ground = unit.line.radius, built(state)
    whole = stride_of(unit, direction, mils)

    def far(blocks: Callable[[Stride], bool]) -> int:
        return longest_free(unit, direction, mils, blocks)

    if not _is_on_table(state, unit, whole):
        yield Stop(far(lambda stride: not _is_on_table(state, unit, stride)))
    for other in obstacles(state, unit):
        body = other.body
        level = body.z < unit.body.top and unit.z < body.top and other.id not in without
        if level and sweeps_body(whole, radius, body):
            yield Stop(far(lambda stride, body=body: sweeps_body(stride, radius, body)), other.id)  # type: ignore[misc]
    box = (min(whole.x0, whole.x1) - radius, min(whole.y0, whole.y1) - radius)
    for piece in ground.pieces_near(*box, max(whole.x0, whole.x1) + radius, max(whole.y0, whole.y1) + radius):
        deadly = is_area(piece) and not unit.z and _is_impassable(piece, unit)
        if (deadly or _is_wall(piece, unit)) and sweeps_outline(whole, radius, piece.outline):
            at = far(lambda stride, piece=piece: sweeps_outline(stride, radius, piece.outline))  # type: ignore[misc]
            yield Stop(at, piece.id, deadly)


def _is_on_table(state: State, unit: Unit, stride: Stride) -> bool:
    return is_on_table(body_at(unit, stride.x1, stride.y1, 0), built(state).width, built(state).height)


def _is_impassable(piece: Piece, unit: Unit) -> bool:
    return going_of(piece, unit, unit.gait or unit.line.gait).type == IMPASSABLE


@heeds("blitz.13.2", "blitz.6.5c")
def _is_wall(piece: Piece, unit: Unit) -> bool:
    """Whether a solid stops who is driven into it: at least half as high as the model; over less it is pushed."""
    return is_solid(piece) and is_high(piece.top, unit) and piece.base < unit.body.top


def longest_free(unit: Unit, direction: int, mils: int, blocks: Callable[[Stride], bool]) -> int:
    """The greatest whole length that is not blocked, taking it that what is in the way stays in the way."""
    low, high = 0, mils
    if not blocks(stride_of(unit, direction, mils)):
        return mils
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if blocks(stride_of(unit, direction, middle)) else (middle, high)
    return low


def _level(state: State, unit: Unit, x: int, y: int) -> int:
    """The surface a model comes to stand on."""
    most = unit.z + step_of(unit, unit.gait or unit.line.gait)
    return max(slope_at(built(state), x, y), surface_at(built(state), x, y, most))


@heeds("blitz.13.1")
def _edge(state: State, unit: Unit, stride: Stride) -> int | None:
    """Where the ground ends under the middle of a model, so that it falls a full inch; down a slope nobody falls."""
    if not stride.length:
        return None
    solids = [p for p in built(state).pieces_near(stride.x0, stride.y0, stride.x1, stride.y1) if is_solid(p)]
    marks = sorted({out for piece in solids for _, out in spans_of_line(stride, [piece.outline])})
    for mark in marks:
        x, y = advance_along(stride, min(mark + 2, stride.length))
        inclined = any(is_incline(piece) for piece in built(state).pieces_at(x, y))
        if unit.z - _level(state, unit, x, y) >= INCH and not inclined:
            return mark
    return None


def advance_along(stride: Stride, mark: int) -> tuple[int, int]:
    """The place so many mils along a stride."""
    x = stride.x0 + (stride.x1 - stride.x0) * mark // stride.length
    return x, stride.y0 + (stride.y1 - stride.y0) * mark // stride.length


@heeds("blitz.13.1")
def _over_the_edge(state: State, unit: Unit, direction: int, at: int) -> Push:
    """It comes down beside the edge, at the nearest place that is free; there its movement ends."""
    x, y = advance(unit.x, unit.y, direction, at)
    z = _level(state, unit, x, y)
    low = unit.clone()
    low.x, low.y, low.z = x, y, z
    others = obstacles(state, unit)
    x, y = resting_place(built(state), low, z, girth_of(unit), others)
    return Push(Forced(unit.id, x, y, z, at, 0, "", unit.z - z))


@heeds("blitz.6.4a", "blitz.13.1", "blitz.13.2", "blitz.6.5b")
def settle_push(ctx: Ctx[State], pushed: Push, by: str = "") -> Script[None]:
    """Let a push happen that was worked out, with what comes of it."""
    event, swallowed = pushed
    unit_id = event.unit
    ctx.emit(event)
    make_room(ctx, unit_id)
    if swallowed:
        name, bulk = ctx.state.ground.piece(swallowed).name, ctx.state.units[unit_id].line.bulk
        hurt(ctx, Wound(unit_id, by, name, bulk))
    elif event.fall:
        yield from resolve_fall(ctx, unit_id, event.fall, by)
    elif event.against in ctx.state.units:
        yield from resolve_impact(ctx, Impact(unit_id, event.against, left=event.left, by=by))
    elif event.against:
        rating = DICE[rating_class(built(ctx.state).piece(event.against))]
        yield from resolve_impact(ctx, Impact(unit_id, rating=rating, left=event.left, by=by))


# --- 6: a move carried out: stretch by stretch, with the tests and falls on the way


@heeds("blitz.6.0", "blitz.6.6a", "blitz.6.6b", "blitz.13.1")
def resolve_move(ctx: Ctx[State], order: Move) -> Script[None]:
    """Go along a path, with a test wherever danger asks for one: whoever fails it stops there, and the move is over."""
    stretch, _, whole = checked(judge(ctx.state, order))
    *parts, rest = portions(ctx.state, stretch, order.legs, whole)
    gone = 0
    for part, tested in parts:
        if not (yield from go(ctx, part)):
            return
        gone += part.advanced
        passed = not tested or (yield from resolve_danger(ctx, order.unit, order.gait))
        if not passed:
            settle_where_it_stops(ctx, order.unit)
            yield from cross_mines(ctx, stretch, gone)
            yield from end_move(ctx, order.unit)
            return
    if not (yield from go(ctx, rest[0])):
        return
    yield from cross_mines(ctx, stretch, stretch.length)
    if not ctx.state.is_acting(order.unit):
        return
    if whole.fall:
        yield from resolve_fall(ctx, order.unit, whole.fall)
    if order.last or order.cautious:
        yield from settle_move(ctx)


@heeds("blitz.18.3a-mines")
def cross_mines(ctx: Ctx[State], stretch: Stretch, gone: int) -> Script[None]:
    """What mines do to a model that has come so far along a stretch."""
    unit = ctx.state.units[stretch.unit.id]
    inches = 0 if is_flying(unit) else mined_inches(ctx.state, unit, stretch.path.strides, gone)
    if inches and not unit.is_destroyed:
        yield from resolve_mines(ctx, unit.id, inches, stretch.cautious)


@heeds("blitz.6.6a", "blitz.10.4")
def portions(state: State, stretch: Stretch, legs: Path, whole: Moved) -> list[tuple[Moved, bool]]:
    """A stretch cut where it comes into contact, and where it is tested; the last part brings the rest of all sums."""
    unit, found, spent, gone, turns = stretch.unit, list[tuple[Moved, bool]](), 0, 0, 0
    cuts = [(at, False) for at in met_on_the_way(state, stretch)] + [(at, True) for at in stretch.halts()]
    for at, tested in sorted(cuts):
        done = until(legs, at)
        head, cost = walk(unit.x, unit.y, unit.facing, done), stretch.cost(at)
        made = min(whole.turns, len(head.turns))
        level = surface_at(built(state), head.x, head.y, max(unit.z, whole.z))
        part = msgspec.structs.replace(
            whole, x=head.x, y=head.y, z=max(level, slope_at(built(state), head.x, head.y)), facing=head.facing,
            spent=cost - spent, advanced=at - gone, straight=straight_of(stretch.now, done), turns=made - turns,
            free=0, closed=False, through=tuple((stride.x1, stride.y1) for stride in head.strides),
            met=stretch.mils_met(gone, at), risked=(), fall=0,
        )  # fmt: skip
        found.append((part, tested))
        spent, gone, turns = cost, at, made
    rest = msgspec.structs.replace(
        whole, spent=whole.spent - spent, advanced=whole.advanced - gone, turns=whole.turns - turns,
        met=stretch.mils_met(gone, stretch.length),
    )  # fmt: skip
    return [*found, (rest, False)]


def until(legs: Path, mark: int) -> Path:
    """The legs up to so many mils; a turn before the next advance is still to come."""
    head: list[tuple[int, int]] = []
    for angle, length in legs:
        if mark <= 0 and length:
            break
        step = min(abs(length), mark)
        head.append((angle, step if length > 0 else -step))
        mark -= step
    return tuple(head)


@heeds("blitz.6.2", "blitz.6.6a")
def settle_where_it_stops(ctx: Ctx[State], unit_id: str) -> None:
    """Who is stopped on top of infantry it was passing comes to rest beside it."""
    unit = ctx.state.units[unit_id]
    others = obstacles(ctx.state, unit)
    if unit.is_destroyed or overlapped(body_at(unit, unit.x, unit.y, unit.z), others) is None:
        return
    x, y = resting_place(built(ctx.state), unit, unit.z, girth_of(unit), others)
    ctx.emit(Forced(unit_id, x, y, unit.z, 0))


@heeds("blitz.trait.autoanti")
def end_move(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """The move is over, whatever was still to be tested; infantry may draw fire where it stops."""
    now = ctx.state.activation
    if now is not None and now.unit == unit_id and now.gait:
        ctx.emit(MoveEnded(unit_id, now.advanced))
    yield from resolve_automatic_attacks(ctx, unit_id)


@heeds("blitz.6.6", "blitz.6.6a")
def settle_move(ctx: Ctx[State]) -> Script[None]:
    """End the move under way, if there is one. Who stops in a danger it has not tested for does so now."""
    now = ctx.state.activation
    if now is None or not now.gait:
        return
    for _, gone in sorted(now.risked.items()):
        if gone != TESTED and ctx.state.is_acting(now.unit):
            yield from resolve_danger(ctx, now.unit, now.gait)
    yield from end_move(ctx, now.unit)


def refuse_end_move(state: State, ask: Ask, _order: EndMove) -> Refusal | None:
    """Only a move that was begun is ended."""
    now = state.activation
    if now is not None and now.gait:
        return None
    return Refusal("no-move", "blitz.6.0", f"The {state.units[ask.unit].name} is in the middle of no move.")


def resolve_end_move(ctx: Ctx[State], _order: EndMove) -> Script[None]:
    """End the move under way."""
    yield from settle_move(ctx)


@heeds("blitz.6.5f", "blitz.13.1")
def resolve_climb(ctx: Ctx[State], order: Climb) -> Script[None]:
    """Climb along a wall, up to the top or down from it."""
    if (yield from go(ctx, checked(trace_climb(ctx.state, order)))) and order.last:
        yield from settle_move(ctx)


@heeds("blitz.trait.jetpack", "blitz.13.1")
def resolve_jump(ctx: Ctx[State], order: Jump) -> Script[None]:
    """A powered jump, and the fall at its end."""
    jumped = checked(trace_jump(ctx.state, order))
    if (yield from go(ctx, jumped)):
        yield from resolve_fall(ctx, order.unit, jumped.fall)
        yield from resolve_automatic_attacks(ctx, order.unit)


@heeds("blitz.6.1a")
def refuse_turn(state: State, order: ExtraTurn) -> Refusal | None:
    """Why a model cannot buy a turn now."""
    unit = state.units[order.unit]
    return refuse_new_move(state, unit, order.gait) or refuse_extra_turn(state, order)


@heeds("blitz.6.1a")
def resolve_turn(ctx: Ctx[State], order: ExtraTurn) -> None:
    """An action for one more turn."""
    facing = turned(ctx.state.units[order.unit].facing, order.angle)
    ctx.emit(TurnBought(order.unit, order.gait, facing))
