"""6: moves as they are offered: pointed at, or made up at random."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Facing, Option, Pick, Place
from gearlock.kernel.asks import Path as PathOption
from gearlock.kernel.chapters import Chapter, OrderRules, by_order, by_trace
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line
from gearlock.mechanics.going import legs
from gearlock.mechanics.going.climbing import faces_near
from gearlock.mechanics.going.legs import Pace, turn_to_somebody
from gearlock.systems.blitz.lock_and_cover.ground import built
from gearlock.systems.blitz.movement.moves_made import (
    refuse_end_move,
    refuse_freeing,
    refuse_turn,
    resolve_climb,
    resolve_end_move,
    resolve_freeing,
    resolve_jump,
    resolve_move,
    resolve_turn,
    trace_jump,
)
from gearlock.systems.blitz.movement.paths import (
    CAUTIOUS,
    budget_left,
    can_climb,
    climber,
    keeps_down,
    legal_climbs,
    minefields,
    pointed_climb,
    refuse_move,
    refuse_new_move,
    trace_climb,
)
from gearlock.systems.blitz.movement.stretches import name_of
from gearlock.systems.blitz.movement.terrain import (
    GAITS,
    JUMPED,
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
    buys_turns,
    gaits_of,
    going_of,
    poised,
    turns_freely,
    turns_of,
)
from gearlock.systems.blitz.state import BRACED, COMBAT, HANGING, TOP_SPEED, Activation, State, Unit, opponent
from gearlock.table.measure import INCH, RIGHT_ANGLE, bearing, distance, inches_text, turn_between
from gearlock.table.path import Leg, Path


def _where(x: int, y: int) -> str:
    return f"{inches_text(x)}, {inches_text(y)}"


def moved(state: State, event: Moved, _seat: str | None) -> Line | None:
    """A stretch of a move."""
    name, where = state.units[event.unit].name, _where(event.x, event.y)
    if event.place:
        text = f"{name} hangs on the {built(state).piece(event.place).name}, {inches_text(event.z)} in up."
        return Line(text, (event.unit,), "blitz.6.5f")
    if not event.advanced and not event.turns and not event.free:
        return Line(f"{name} lets go.", (event.unit,), "blitz.13.1") if event.fall else None
    went = f"moves {inches_text(event.advanced)} in as {name_of(event.gait)} to {where}"
    care = " cautiously" if event.cautious else ""
    rule = "blitz.6.6b" if event.cautious else "blitz.6.0"
    return Line(f"{name} {went if event.advanced else 'turns on the spot'}{care}.", (event.unit,), rule)


def turn_bought(state: State, event: TurnBought, _seat: str | None) -> Line:
    """One more turn for an action."""
    return Line(f"{state.units[event.unit].name} spends an action on another turn.", (event.unit,), "blitz.6.1a")


def jumped(state: State, event: Jumped, _seat: str | None) -> Line:
    """A powered jump."""
    far = inches_text(abs(event.length))
    text = f"{state.units[event.unit].name} jumps {far} in to {_where(event.x, event.y)}."
    return Line(text, (event.unit,), "blitz.trait.jetpack")


def immobilised(state: State, event: Immobilised, _seat: str | None) -> Line:
    """Stuck."""
    return Line(f"{state.units[event.unit].name} is immobilised.", (event.unit,), "blitz.6.6a")


def freeing_tried(state: State, event: FreeingTried, _seat: str | None) -> Line:
    """Free again, or not."""
    came = "comes free" if event.free else "does not come free"
    return Line(f"{state.units[event.unit].name} {came}.", (event.unit,), "blitz.6.6a")


def forced(state: State, event: Forced, _seat: str | None) -> Line:
    """A push, and what stopped it."""
    against = ""
    if event.against:
        other = state.units.get(event.against)
        against = f", against the {other.name if other else built(state).piece(event.against).name}"
    text = f"{state.units[event.unit].name} is forced {inches_text(event.moved)} in{against}."
    return Line(text, (event.unit,), "blitz.6.4a")


# --- 6: moves completed towards a spot that somebody pointed at


@heeds("blitz.6.0", "blitz.6.1", "blitz.6.3-table")
def legs_to(state: State, unit: Unit, gait: str, spot: Aim, length: int) -> Path:
    """By the waypoints to the spot as far as movement lasts, with the turns and at the times the type allows.

    Who may turn only at the end goes straight ahead or back as far as the spot lies, and turns to it then.
    """
    now = state.activation
    made = now.turns if now is not None and now.gait else 0
    pace = Pace(length, turns_of(unit, gait) - made, RIGHT_ANGLE, 2)
    begun = now is not None and now.gait and now.advanced
    if turns_freely(unit, gait) or (GAITS[gait].first and not begun):
        return legs.legs_to(unit, (*spot.via, (spot.x, spot.y)), spot.facing, pace)
    angle = turn_between(unit.facing, bearing(unit.x, unit.y, spot.x, spot.y))
    far = distance(unit.x, unit.y, spot.x, spot.y)
    ahead = min(length, far) if abs(angle) <= RIGHT_ANGLE else -min(length // 2, far)
    if spot.facing is None or pace.turns < 1:
        return ((0, ahead),)
    turn = turn_between(unit.facing, spot.facing)
    return ((0, ahead), (max(-RIGHT_ANGLE, min(RIGHT_ANGLE, turn)), 0))


def aim_move(state: State, _ask: Ask, order: Move, spot: Aim) -> Order:
    """Towards the spot with this movement type."""
    unit = state.units[order.unit]
    length = CAUTIOUS if order.cautious else budget_left(state, unit, order.gait)
    path = legs_to(state, unit, order.gait, spot, length)
    return Move(order.unit, order.gait, path, order.last, order.cautious, order.drop)


def aim_climb(state: State, _ask: Ask, order: Climb, spot: Aim) -> Order:
    """Along the wall, unless it is said already where to."""
    return order if order.x or order.y else pointed_climb(state, order, spot.x, spot.y)


def aim_jump(state: State, _ask: Ask, order: Jump, spot: Aim) -> Order:
    """As far ahead, or back, as the spot lies."""
    unit = state.units[order.unit]
    length = min(unit.trait("Jetpack") * INCH, distance(unit.x, unit.y, spot.x, spot.y))
    angle = turn_between(unit.facing, bearing(unit.x, unit.y, spot.x, spot.y))
    return Jump(order.unit, length if abs(angle) <= RIGHT_ANGLE else -length)


def aim_turn(state: State, _ask: Ask, order: ExtraTurn, spot: Aim) -> Order:
    """To face the spot, or the way that was asked for, as far as one turn goes."""
    unit = state.units[order.unit]
    toward = bearing(unit.x, unit.y, spot.x, spot.y) if spot.facing is None else spot.facing
    turn = turn_between(unit.facing, toward)
    return ExtraTurn(order.unit, order.gait, max(-RIGHT_ANGLE, min(RIGHT_ANGLE, turn)))


# --- 6: moves made up at random, for bots and tests

LEAST = INCH // 2
"""The shortest way anybody bothers to go, if it can go farther."""


def guess_move(state: State, _ask: Ask, order: Move, chooser: Chooser, attempt: int) -> Order:
    """An advance and a turn at a time the movement type allows; now and then backward. Later guesses are shorter."""
    unit, now = state.units[order.unit], state.activation
    assert now is not None, "only the active model moves"
    budget = (CAUTIOUS if order.cautious else budget_left(state, unit, order.gait)) >> attempt // 2
    length = chooser.randrange(min(budget, LEAST), budget + 1)
    if unit.stance != TOP_SPEED and chooser.randrange(0, 8) == 0:
        length = -(length // 2)
    legs: list[Leg] = [(0, length)]
    free, spent = turns_freely(unit, order.gait), now.gait and now.turns
    if not spent and (free or (GAITS[order.gait].first and not now.advanced and chooser.randrange(0, 2))):
        legs = [(chooser.randrange(-RIGHT_ANGLE, RIGHT_ANGLE + 1), length)]
    if not spent and order.last and (free or not legs[0][0]) and not order.cautious:
        legs.append((_last_turn(state, unit, legs[0], chooser), 0))
    return Move(order.unit, order.gait, tuple(legs), order.last, order.cautious, order.drop)


def _last_turn(state: State, unit: Unit, leg: Leg, chooser: Chooser) -> int:
    """Towards an enemy as a rule."""
    return turn_to_somebody(unit, leg, list(state.fielded(opponent(unit.seat))), RIGHT_ANGLE, chooser)


def guess_climb(state: State, _ask: Ask, order: Climb, chooser: Chooser, _attempt: int) -> Order:
    """Somewhere else at the wall, or on the top."""
    if order.x or order.y:
        return order
    unit, reach = state.units[order.unit], 2 * INCH
    x, y = unit.x + chooser.randrange(-reach, reach), unit.y + chooser.randrange(-reach, reach)
    return pointed_climb(state, order, x, y)


def guess_jump(state: State, _ask: Ask, order: Jump, chooser: Chooser, _attempt: int) -> Order:
    """Ahead, mostly; back where that is allowed."""
    unit = state.units[order.unit]
    length = chooser.randrange(1, unit.trait("Jetpack") * INCH + 1)
    back = unit.stance != TOP_SPEED and chooser.randrange(0, 8) == 0
    return Jump(order.unit, -length if back else length)


def guess_turn(state: State, _ask: Ask, order: ExtraTurn, chooser: Chooser, _attempt: int) -> Order:
    """To face an enemy, or some other way."""
    unit = state.units[order.unit]
    return ExtraTurn(order.unit, order.gait, _last_turn(state, unit, (0, 0), chooser) or 1)


# --- What is offered


def offer_moves(state: State, ask: Ask) -> Iterator[Option]:
    """Everything the active model could do with its moves."""
    unit, now = state.units[ask.unit], state.activation
    if now is None or now.unit != unit.id:
        return
    if refuse_freeing(state, ComeFree(unit.id)) is None:
        yield Pick("Try to come free", ComeFree(unit.id), "blitz.6.6a")
    if unit.stance == BRACED:
        return
    if now.gait:
        yield Pick("End the move", EndMove(unit.id), "blitz.6.0")
    gaits = [gait for gait in gaits_of(unit.line) if refuse_new_move(state, unit, gait) is None]
    for gait in gaits:
        if HANGING in unit.tokens:
            yield from _clinging_options(state, unit, gait)
        else:
            yield from _path_options(state, unit, now, gait)
        yield from _climb_options(state, unit, gait)
        if buys_turns(unit, gait) and refuse_turn(state, ExtraTurn(unit.id, gait, 1)) is None:
            label, template = f"Buy a turn: {name_of(gait)}", ExtraTurn(unit.id, gait)
            yield Facing(label, template, "blitz.6.1a", unit=unit.id, limit=RIGHT_ANGLE)
    power = unit.trait("Jetpack") * INCH
    if power and not now.gait and JUMPED not in now.marks and not now.stopped:
        yield PathOption("Powered jump", Jump(unit.id), "blitz.trait.jetpack", unit=unit.id, budget=power)


def _path_options(state: State, unit: Unit, now: Activation, gait: str) -> Iterator[Option]:
    budget, name = budget_left(state, unit, gait), name_of(gait)
    yield PathOption(f"Move: {name}", Move(unit.id, gait, last=True), "blitz.6.0", unit=unit.id, budget=budget)
    if unit.actions:
        label = f"Move part of the way: {name}"
        yield PathOption(label, Move(unit.id, gait), "blitz.3.4a", unit=unit.id, budget=budget)
    if unit.z:
        label = f"Move and drop over the edge: {name}"
        yield PathOption(label, Move(unit.id, gait, drop=True), "blitz.13.1", unit=unit.id, budget=budget)
    wary = keeps_down(unit) or minefields(state) or _is_near_danger(state, unit, gait)
    if unit.stance == COMBAT and not now.gait and wary:
        label = f"Move cautiously: {name}"
        yield PathOption(label, Move(unit.id, gait, cautious=True), "blitz.6.6b", unit=unit.id, budget=CAUTIOUS)


def _is_near_danger(state: State, unit: Unit, gait: str) -> bool:
    reach = CAUTIOUS + unit.line.radius
    near = built(state).pieces_near(unit.x - reach, unit.y - reach, unit.x + reach, unit.y + reach)
    return any(going_of(piece, poised(unit, gait), gait).dangerous for piece in near)


def _clinging_options(state: State, unit: Unit, gait: str) -> Iterator[Option]:
    """A model on a wall may let go, or move onto the top it has reached."""
    order = Move(unit.id, gait, drop=True)
    if refuse_move(state, order) is None:
        yield Pick(f"Let go and drop: {name_of(gait)}", order, "blitz.13.1")
    if unit.z == built(state).piece(unit.place).top:
        label, budget = f"Move onto the top: {name_of(gait)}", budget_left(state, unit, gait)
        yield PathOption(label, Move(unit.id, gait), "blitz.6.5f", unit=unit.id, budget=budget)


def _climb_options(state: State, unit: Unit, gait: str) -> Iterator[Option]:
    """Up, over the edge and down as ready answers; along a wall as far as one points."""
    found = list(legal_climbs(state, unit, gait))
    for label, order in found:
        yield Pick(f"{label}: {name_of(gait)}", order, "blitz.6.5f")
    if found and can_climb(poised(unit, gait)):
        for piece in faces_near(built(state), climber(unit)):
            template = Climb(unit.id, gait, piece.id)
            label = f"Climb along the {piece.name}: {name_of(gait)}"
            yield Place(label, template, "blitz.6.5f", unit=unit.id, zone="reach")


# --- The contents of the chapter

MOVEMENT: Chapter[State] = Chapter(
    "6: movement and terrain",
    orders=(
        OrderRules(Move, ("act", "scout"), by_order(refuse_move), resolve_move, guess_move, aim=aim_move),
        OrderRules(ExtraTurn, "act", by_order(refuse_turn), resolve_turn, guess_turn, aim=aim_turn),
        OrderRules(Climb, "act", by_trace(trace_climb), resolve_climb, guess_climb, aim=aim_climb),
        OrderRules(Jump, "act", by_trace(trace_jump), resolve_jump, guess_jump, aim=aim_jump),
        OrderRules(ComeFree, "act", by_order(refuse_freeing), resolve_freeing),
        OrderRules(EndMove, ("act", "scout"), refuse_end_move, resolve_end_move),
    ),
    events={
        Moved: moved,
        MoveEnded: None,
        TurnBought: turn_bought,
        Jumped: jumped,
        Immobilised: immobilised,
        FreeingTried: freeing_tried,
        Forced: forced,
    },
)
