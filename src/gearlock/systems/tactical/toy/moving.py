"""3.9.2: walking and running: so many lengths in any direction, around what stands there and never into water."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.asks import Path as PathOption
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.figures import Mover, ruled
from gearlock.mechanics.going import partly
from gearlock.mechanics.going.edges import Way, refuse_jutting
from gearlock.mechanics.going.legs import Pace, legs_to
from gearlock.mechanics.going.passage import go_along
from gearlock.systems.tactical.state import State, Unit, opponent
from gearlock.systems.tactical.toy.activity import MOVES, REACH, RUN, WALK, left_of, refuse_gait, under_way
from gearlock.systems.tactical.toy.block_and_run import reach_goal
from gearlock.systems.tactical.toy.events import ToyMoved
from gearlock.systems.tactical.toy.orders import Go
from gearlock.systems.tactical.toy.toys import length_of, length_word, may_wade, others, step_of
from gearlock.table.measure import FULL_TURN, HALF_TURN, INCH, bearing, distance, inches_text, turn_between
from gearlock.table.path import Path, Walk, sweeps_outline, walk

LEAST: Final = INCH // 4
"""A shorter way is none."""
MOST_LEGS: Final = 24
LABELS: Final = {WALK: "Walk", RUN: "Run, and do not attack"}
CODES: Final = dict.fromkeys(("table", "step", "terrain", "air", "edge", "top", "overlap"), MOVES)


class Gone(NamedTuple):
    """A way that was followed: the toy where it ends, and how long it was."""

    unit: Unit
    length: int


def judge(state: State, order: Go) -> Gone | Refusal:
    """Follow a way to its end or say why it cannot be gone; noted for the position."""
    found: Gone | Refusal | None = state.notes.get(order)
    if found is None:
        found = state.notes[order] = _judge(state, order)
    return found


def _judge(state: State, order: Go) -> Gone | Refusal:
    unit = state.units.get(order.unit)
    if unit is None:
        return Refusal("unit", MOVES, f"There is no toy {order.unit or 'without a name'}.")
    if order.gait not in REACH:
        return Refusal("gait", MOVES, f"One walks or runs along a way; '{order.gait}' is neither.")
    if (refusal := refuse_gait(state, unit, order.gait) or _refuse_legs(state, order)) is not None:
        return refusal
    path = walk(unit.x, unit.y, unit.facing, order.legs)
    if (refusal := _refuse_length(state, unit, order.gait, path.length)) is not None:
        return refusal
    return _refuse_way(state, unit, path)


def _refuse_legs(state: State, order: Go) -> Refusal | None:
    """Why a way is none."""
    far = 2 * max(state.ground.width, state.ground.height)
    if len(order.legs) > MOST_LEGS or any(abs(mils) > far or abs(turn) > FULL_TURN for turn, mils in order.legs):
        return Refusal("path", MOVES, f"A way has at most {MOST_LEGS} legs and stays on the field.")
    if not any(mils for _, mils in order.legs):
        return Refusal("path", MOVES, "A move leads somewhere: which way a toy looks does not matter.")
    return None


@heeds("tactical.3.9.2-movement")
def _refuse_length(state: State, unit: Unit, gait: str, length: int) -> Refusal | None:
    """Why a way is too long: exactly three lengths can be walked, exactly five run."""
    left = left_of(state, gait)
    if length <= left:
        return None
    most = length_word(state, REACH[gait])
    ways = f"{inches_text(left)} in are left, this way is {inches_text(length)} in"
    message = f"The {unit.name} can {gait} {most} at most: {ways}."
    return Refusal("length", MOVES, message, {"length": length, "left": left})


def _refuse_way(state: State, unit: Unit, path: Walk) -> Gone | Refusal:
    """What is in the way: things too high to step on, other toys, water, the end of the field."""
    if (refusal := refuse_water(state, unit, path)) is not None:
        return refusal
    mover = Mover(unit, unit.card.radius, step_of(state))
    found = go_along(state.ground, mover, Way(path, unit.z), others(state, unit), lambda _piece, _mils: None)
    if isinstance(found, Refusal):
        return _in_words(state, unit, found)
    jutting = refuse_jutting(state.ground, mover, path.x, path.y, found.z)
    if jutting is not None:
        return ruled(jutting, CODES) or jutting
    there = unit.clone()
    there.x, there.y, there.z, there.facing = path.x, path.y, found.z, path.facing
    return Gone(there, path.length)


@heeds("tactical.3.9.1")
def refuse_water(state: State, unit: Unit, path: Walk) -> Refusal | None:
    """Why a toy keeps out of a puddle: most Gears cannot go into water, not with any part of the base."""
    if may_wade(unit) or not state.ground.has_water:
        return None
    for piece in state.ground.pieces:
        if piece.kind == "water" and any(sweeps_outline(s, unit.card.radius, piece.outline) for s in path.strides):
            message = f"The {unit.name} cannot go into water: go around the {piece.name}."
            return Refusal("water", "tactical.3.9.1", message, {"piece": piece.id})
    return None


def _in_words(state: State, unit: Unit, found: Refusal) -> Refusal:
    """What stands in the way, and what to do about it."""
    if found.code == "terrain":
        piece = state.ground.piece(str(found.facts["piece"]))
        message = f"The {piece.name} is too high to step on: the {unit.name} goes around it or climbs."
        return Refusal("terrain", MOVES, message, found.facts)
    if found.code in ("step", "air"):
        message = f"The {unit.name} would walk over an edge: it climbs down, a length in an activation."
        return Refusal("edge", MOVES, message)
    return Refusal(found.code, CODES.get(found.code, MOVES), found.message, found.facts)


def refuse_go(state: State, _ask: Ask, order: Go) -> Refusal | None:
    """Why a toy cannot go along this way."""
    found = judge(state, order)
    return found if isinstance(found, Refusal) else None


def resolve_go(ctx: Ctx[State], order: Go) -> None:
    """Go there; a Runner may have got across with that."""
    found = judge(ctx.state, order)
    assert isinstance(found, Gone), "the order was judged before"
    there = found.unit
    ctx.emit(ToyMoved(there.id, there.x, there.y, there.z, there.facing, order.gait, found.length))
    reach_goal(ctx, there.id)


def offer_moves(state: State, unit: Unit) -> Iterator[Option]:
    """Walking and running, as far as either is left."""
    for gait, label in LABELS.items():
        left = left_of(state, gait)
        if refuse_gait(state, unit, gait) is None and left >= LEAST:
            more = " on" if under_way(state).gone else ""
            words = f"{label.replace(gait.title(), gait.title() + more)} ({inches_text(left)} in)"
            yield PathOption(words, Go(unit.id, gait), MOVES, unit.id, left)


def aim_go(state: State, _ask: Ask, order: Go, spot: Aim) -> Order | Refusal:
    """Towards a spot by its waypoints, as far as it goes."""
    unit = state.units[order.unit]
    if distance(unit.x, unit.y, spot.x, spot.y) < LEAST and not spot.via:
        return Refusal("path", MOVES, "That is where it stands: point somewhere else.")
    stops = (*spot.via, (spot.x, spot.y))
    left = left_of(state, order.gait)
    return _as_far(state, Go(unit.id, order.gait, legs_to(unit, stops, None, Pace(left, MOST_LEGS, HALF_TURN))))


def _as_far(state: State, order: Go) -> Go | Refusal:
    def refuse(path: Path) -> Refusal | None:
        found = judge(state, Go(order.unit, order.gait, path))
        return found if isinstance(found, Refusal) else None

    found = partly.as_far(order.legs, refuse, LEAST)
    return found if isinstance(found, Refusal) else Go(order.unit, order.gait, found)


def guess_go(state: State, ask: Ask, order: Go, chooser: Chooser, attempt: int) -> Order | None:
    """Somewhere within reach, towards a rival now and then; later guesses are gone as far as they lead."""
    unit, left = state.units[order.unit], left_of(state, order.gait)
    foes = list(state.fielded(opponent(ask.seat)))
    heading = chooser.randrange(0, FULL_TURN)
    if foes and chooser.randrange(0, 3) == 0:
        foe = chooser.choice(foes)
        heading = bearing(unit.x, unit.y, foe.x, foe.y)
    mils = chooser.randrange(LEAST, max(LEAST, left) + 1)
    guess = Go(unit.id, order.gait, ((turn_between(unit.facing, heading), mils),))
    found = _as_far(state, guess) if attempt else guess
    return guess if isinstance(found, Refusal) else found


def in_lengths(state: State, mils: int) -> str:
    """A way in lengths, to the tenth."""
    tenths = (10 * mils + length_of(state) // 2) // length_of(state)
    return f"{tenths // 10}.{tenths % 10}"
