"""Ways to move as they are offered: pointed at, made up at random, drawn on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gearlock.kernel.asks import Ask, Facing, Option, Pick, Place
from gearlock.kernel.asks import Path as PathOption
from gearlock.kernel.chapters import Chapter, OrderRules, by_order, by_trace
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Leg, Route
from gearlock.mechanics.going import legs, partly
from gearlock.mechanics.going.climbing import faces_near
from gearlock.mechanics.going.legs import Pace, turn_to_somebody
from gearlock.mechanics.going.partly import TRIES, along, begun, nearest_part
from gearlock.systems.fieldmanual.movement.climbing_and_jumping import (
    WORTH,
    climber_of,
    legal_climbs,
    onward,
    pointed_climb,
    power_of,
    resolve_climb,
    resolve_jump,
    trace_climb,
    trace_jump,
)
from gearlock.systems.fieldmanual.movement.course import (
    Climbed,
    Fell,
    Halted,
    Jumped,
    Moved,
    Parted,
    QuicklyTurned,
    Stopped,
    WayTaken,
    jumped_by,
    mp_left,
    refuse_hanging,
    refuse_unmoving,
    still_obliged,
)
from gearlock.systems.fieldmanual.movement.moving import (
    climbed,
    fell,
    halted,
    judge,
    jumped,
    moved,
    parted,
    quickly_turned,
    refuse_move,
    refuse_quick,
    resolve_move,
    resolve_quick,
    stopped,
)
from gearlock.systems.fieldmanual.movement.terrain import (
    SHUFFLE,
    TURN,
    Climb,
    Decelerate,
    Jump,
    Move,
    QuickTurn,
    moves_freely,
    price_of_turn,
    refuse_top,
    slowest,
    turns_in,
    turns_left,
)
from gearlock.systems.fieldmanual.state import COMBAT, GROUND, REVERSE, STATIONARY, State, Unit, opponent
from gearlock.table.measure import FULL_TURN, HALF_TURN, INCH, advance, bearing, distance, inches, turn_between, turned
from gearlock.table.path import Path
from gearlock.table.polygon import Point

# --- Moves completed towards a spot that somebody pointed at, turned as the mode and the speed allow

MOST_LEGS = 30

BARS = ("cliff", "edge", "table", "structure")
"""Refusals of ground in the way that no longer way gets around."""

STRAIGHT = 10
"""A degree off is straight enough."""


def mils_left(state: State, unit: Unit) -> int:
    """How far a figure could get at best: an inch an MP, two on roads for who is quick on them."""
    left = mp_left(state, unit)
    return 2 * left if unit.mode == GROUND and unit.band != STATIONARY and _has_roads(state) else left


def _has_roads(state: State) -> bool:
    return any(piece.kind == "road" for piece in state.ground.pieces)


@heeds("fieldmanual.turns", "fieldmanual.speed-reverse")
def steered(state: State, unit: Unit, stops: Sequence[Point], facing: int | None, length: int) -> Path:
    """Legs towards places for who must pay for its turns: it turns as soon as it may, and goes straight till then."""
    now = state.activation
    assert now is not None, "only the active model moves"
    x, y, ahead = unit.x, unit.y, unit.facing
    straight, made = now.straight.get(unit.id, 0), now.turns.get(unit.id, 0)
    back, price, standing = unit.band == REVERSE, price_of_turn(unit), unit.band == STATIONARY
    path: list[tuple[int, int]] = []

    def turn_by(angle: int) -> int:
        nonlocal straight, made, ahead
        most = TURN * min(3, turns_left(unit, straight, made))
        angle = max(-most, min(most, angle)) if abs(angle) > STRAIGHT else 0
        ahead = turned(ahead, angle)
        if standing:
            made += turns_in(angle)
        else:
            straight -= turns_in(angle) * price
        return angle

    for to_x, to_y in stops:
        while length >= WORTH and distance(x, y, to_x, to_y) >= WORTH and len(path) < MOST_LEGS:
            heading = turned(ahead, HALF_TURN) if back else ahead
            wanted = turn_between(heading, bearing(x, y, to_x, to_y))
            angle = turn_by(wanted)
            far = min(length, distance(x, y, to_x, to_y))
            if abs(wanted - angle) > STRAIGHT:
                if standing or not price:
                    far = min(far, max(0, along(wanted - angle, far)))
                else:
                    far = min(far, max(WORTH, price - straight))
            path.append((angle, -far if back else far))
            if not far:
                break
            x, y = advance(x, y, ahead, -far if back else far)
            straight, length = straight + far, length - far
    if facing is not None:
        path.append((turn_by(turn_between(ahead, facing)), 0))
    return tuple(leg for leg in path if leg != (0, 0))


@heeds("fieldmanual.move-through")
def as_far(state: State, order: Move, tries: int = TRIES) -> Move | Refusal:
    """A move as far as it can be gone: to where movement ends, or something is in the way."""

    def refuse(path: Path) -> Refusal | None:
        found = judge(state, Move(order.unit, path, order.figure, order.aside))
        return found if isinstance(found, Refusal) else None

    refusal = refuse(order.legs)
    if refusal is not None and _is_barred(state, order):
        return refusal
    found = partly.as_far(order.legs, refuse, WORTH, tries)
    return found if isinstance(found, Refusal) else Move(order.unit, found, order.figure, order.aside)


def _is_barred(state: State, order: Move) -> bool:
    """Whether a way is barred from its first bit on, and so all of it. Where one cannot stop, one may still go on."""
    found = judge(state, Move(order.unit, begun(order.legs, WORTH), order.figure, order.aside))
    return isinstance(found, Refusal) and found.code in BARS and found.rule != "fieldmanual.infantry-structures"


def way_to(state: State, order: Move, spot: Aim) -> Move:
    """Towards the spot by its waypoints, or as near to it as turns allow; whether it can be gone is not asked."""
    unit = state.units[order.figure or order.unit]
    stops, length = (*spot.via, (spot.x, spot.y)), mils_left(state, unit)
    if order.aside or moves_freely(unit):
        path = legs.legs_to(unit, stops, None, Pace(length, MOST_LEGS, HALF_TURN))
        return Move(order.unit, from_front(path) if order.aside else path, order.figure, order.aside)
    path = nearest_part(unit, steered(state, unit, stops, None, length), spot.x, spot.y)
    return Move(order.unit, path, order.figure)


def aim_move(state: State, _ask: Ask, order: Move, spot: Aim) -> Order | Refusal:
    """Towards the spot by its waypoints, as far as it goes; then to the facing that was asked for."""
    unit, way = state.units[order.figure or order.unit], way_to(state, order, spot)
    if order.aside:
        return as_far(state, way)
    if not way.legs and spot.facing is not None:
        return Move(order.unit, _last_turn(state, unit, (), spot.facing), order.figure)
    found = as_far(state, way)
    if isinstance(found, Refusal) or spot.facing is None:
        return found
    turned_too = Move(order.unit, found.legs + _last_turn(state, unit, found.legs, spot.facing), order.figure)
    return found if isinstance(judge(state, turned_too), Refusal) else turned_too


def from_front(path: Path) -> Path:
    """Legs whose turns follow each other, as legs whose turns are all seen from the front of who keeps its facing."""
    found: list[tuple[int, int]] = []
    total = 0
    for angle, length in path:
        total = turned(total, angle)
        found.append((turn_between(0, total), length))
    return tuple(leg for leg in found if leg[1])


def _last_turn(state: State, unit: Unit, path: Path, facing: int) -> Path:
    """A turn at the end of a path, as wide as is allowed there."""
    now = state.activation
    ahead = turned(unit.facing, sum(angle for angle, _ in path))
    angle = turn_between(ahead, facing)
    if moves_freely(unit) or now is None:
        return ((angle, 0),) if angle else ()
    gone, made = sum(abs(length) for _, length in path), sum(turns_in(turn) for turn, _ in path)
    straight = now.straight.get(unit.id, 0) + gone - made * price_of_turn(unit)
    most = TURN * min(3, turns_left(unit, straight, now.turns.get(unit.id, 0) + made))
    angle = max(-most, min(most, angle))
    return ((angle, 0),) if angle else ()


def aim_climb(state: State, _ask: Ask, order: Climb, spot: Aim) -> Order:
    """Along the cliff, unless it is said already where to."""
    return order if order.x or order.y else pointed_climb(state, order, spot.x, spot.y)


def aim_jump(state: State, _ask: Ask, order: Jump, spot: Aim) -> Order:
    """As far ahead as the spot lies."""
    unit = state.units[order.figure or order.unit]
    return Jump(order.unit, min(power_of(unit), distance(unit.x, unit.y, spot.x, spot.y)), order.figure)


def aim_quick(state: State, _ask: Ask, order: Decelerate | QuickTurn, spot: Aim) -> Order:
    """To face the spot, or the way that was asked for, as far as it goes."""
    unit = state.units[order.unit]
    toward = bearing(unit.x, unit.y, spot.x, spot.y) if spot.facing is None else spot.facing
    most = TURN if isinstance(order, Decelerate) else 2 * TURN
    return type(order)(order.unit, max(-most, min(most, turn_between(unit.facing, toward))))


# --- The way an order of movement goes: straight from turn to turn, and the MPs it uses


def route_of(state: State, order: Move | Climb | Jump) -> Route | None:
    """The way to where a legal order leads; None for one that is not."""
    unit = state.units[order.figure or order.unit]
    start = (unit.x, unit.y)
    if isinstance(order, Move):
        return _on_the_ground(state, order)
    if isinstance(order, Climb):
        climbed = trace_climb(state, order)
        if isinstance(climbed, Refusal):
            return None
        used = f"{inches(climbed.spent)} of {inches(slowest(unit))} MP, climbing"
        return Route(start, (Leg(climbed.x, climbed.y, used),), used, abs(climbed.z - unit.z))
    jumped = trace_jump(state, order)
    if isinstance(jumped, Refusal):
        return None
    used = f"{inches(order.length)} of {inches(power_of(unit))} in on Jump Jets"
    return Route(start, (Leg(jumped.x, jumped.y, used),), used, order.length)


def _on_the_ground(state: State, order: Move) -> Route | None:
    """Leg by leg with the MPs spent in this activation so far; a Stationary model counts inches."""
    course = judge(state, order)
    if isinstance(course, Refusal):
        return None
    unit = state.units[order.figure or order.unit]
    legs = tuple(Leg(x, y, f"{inches(spent)} MP") for x, y, spent in course.trail)
    length = sum(abs(far) for _, far in order.legs)
    if unit.band == STATIONARY:
        return Route((unit.x, unit.y), legs, f"{inches(course.gone)} of {inches(SHUFFLE)} in", length)
    return Route((unit.x, unit.y), legs, f"{inches(course.spent)} of {inches(course.most)} MP", length)


# --- Moves made up at random, for bots and tests: as a rule they end facing an enemy

LEAST = INCH // 2

ROUGHLY = 5
"""Halvings of a way that is made up: who guesses needs no hundredth of an inch."""


def guess_move(state: State, _ask: Ask, order: Move, chooser: Chooser, attempt: int) -> Order | None:
    """Somewhere within reach. Later guesses are shorter."""
    unit = state.units[order.figure or order.unit]
    budget = mils_left(state, unit) >> attempt // 2
    if attempt and budget and onward(state, unit) is None:
        budget = 0
    if moves_freely(unit):
        return _freely(state, unit, order, chooser, budget, attempt)
    least = min(budget, max(LEAST, still_obliged(state, unit)))
    length = chooser.randrange(least, budget + 1) if budget else 0
    ahead = turned(unit.facing, HALF_TURN) if unit.band == REVERSE else unit.facing
    angle = chooser.randrange(-TURN, TURN + 1) if chooser.randrange(0, 3) else 0
    spot = advance(unit.x, unit.y, turned(ahead, angle), max(length, INCH))
    path = steered(state, unit, (spot,) if length else (), _face_an_enemy(state, unit, spot, chooser), length)
    return _shortened(state, Move(order.unit, path, order.figure), attempt) if path else None


def _shortened(state: State, order: Move, attempt: int) -> Move:
    """A first guess as it is, a later one as far as it can be gone."""
    found = as_far(state, order, ROUGHLY) if attempt else order
    return order if isinstance(found, Refusal) else found


def _freely(state: State, unit: Unit, order: Move, chooser: Chooser, budget: int, attempt: int) -> Move:
    """Any way, and then towards an enemy; or keeping its facing."""
    length = chooser.randrange(min(budget, LEAST), budget + 1) if budget else 0
    angle = chooser.randrange(-HALF_TURN, HALF_TURN)
    leg = (angle, length)
    if order.aside:
        return _shortened(state, Move(order.unit, (leg,), order.figure, True), attempt)
    foes = list(state.fielded(opponent(unit.seat)))
    last = turn_to_somebody(unit, leg, foes, HALF_TURN, chooser)
    path: Path = (leg, (last, 0)) if last else (leg,)
    return _shortened(state, Move(order.unit, path, order.figure), attempt)


def _face_an_enemy(state: State, unit: Unit, spot: tuple[int, int], chooser: Chooser) -> int | None:
    """The facing towards an enemy from a place, as a rule."""
    foes = list(state.fielded(opponent(unit.seat)))
    if not foes or chooser.randrange(0, 4) == 0:
        return None
    foe = chooser.choice(foes)
    return bearing(*spot, foe.x, foe.y)


def guess_climb(state: State, _ask: Ask, order: Climb, chooser: Chooser, _attempt: int) -> Order:
    """Somewhere else at the cliff, or on its top."""
    if order.x or order.y:
        return order
    unit, reach = state.units[order.figure or order.unit], 2 * INCH
    x, y = unit.x + chooser.randrange(-reach, reach), unit.y + chooser.randrange(-reach, reach)
    return pointed_climb(state, order, x, y)


def guess_jump(state: State, _ask: Ask, order: Jump, chooser: Chooser, attempt: int) -> Order:
    """Ahead, later guesses shorter."""
    most = power_of(state.units[order.figure or order.unit]) >> attempt // 2
    return Jump(order.unit, chooser.randrange(1, max(2, most + 1)), order.figure)


def guess_quick(state: State, _ask: Ask, order: Decelerate | QuickTurn, chooser: Chooser, _attempt: int) -> Order:
    """To face an enemy, or some other way."""
    unit = state.units[order.unit]
    most = TURN if isinstance(order, Decelerate) else 2 * TURN
    facing = _face_an_enemy(state, unit, (unit.x, unit.y), chooser)
    angle = chooser.randrange(0, FULL_TURN) - HALF_TURN if facing is None else turn_between(unit.facing, facing)
    return type(order)(order.unit, max(-most, min(most, angle)) or 1)


# --- What is offered

MOVING = "fieldmanual.movement-points"


def offer_moves(state: State, question: Ask) -> Iterator[Option]:
    """Everything the active model could do to move, base by base."""
    unit, now = state.units[question.unit], state.activation
    if now is None or now.extra:
        return
    for figure in state.bases(unit):
        if refuse_unmoving(state, figure) is None:
            yield from _figure_options(state, unit, figure)
    yield from _quick_options(state, unit)


def _figure_options(state: State, unit: Unit, figure: Unit) -> Iterator[Option]:
    name, who = (figure.id, f" ({figure.name})") if figure.id != unit.id or figure.team else ("", "")
    if refuse_hanging(figure) is None:
        yield from _way_options(state, unit, figure, name, who)
        yield from _jump_options(state, unit, figure, name, who)
    found = list(legal_climbs(state, figure, unit.id))
    for label, order in found:
        yield Pick(f"{label}{who}", order, "fieldmanual.perk-arms")
    if found:
        for piece in faces_near(state.ground, climber_of(figure)):
            template = Climb(unit.id, piece.id, figure=name)
            label = f"Climb along the {piece.name}{who}"
            yield Place(label, template, "fieldmanual.perk-arms", unit=figure.id, zone="reach")


def _way_options(state: State, unit: Unit, figure: Unit, name: str, who: str) -> Iterator[Option]:
    """The rest of what it must move, as a ready answer; any way there is; and sideways for who can."""
    now, budget = state.activation, mils_left(state, figure)
    order = onward(state, figure) if still_obliged(state, figure) else None
    if order is not None:
        yield Pick(f"Move on as it must{who}", order, "fieldmanual.speed-combat")
    free = moves_freely(figure)
    straight, made = (now.straight.get(figure.id, 0), now.turns.get(figure.id, 0)) if now is not None else (0, 0)
    goes = budget >= WORTH and onward(state, figure) is not None
    if goes or (free and not figure.team) or turns_left(figure, straight, made):
        label = "Move" if goes else "Turn on the spot"
        yield PathOption(
            f"{label}{who}", Move(unit.id, figure=name), MOVING, unit=figure.id, budget=budget if goes else 0
        )
    if goes and free and not figure.team:
        template = Move(unit.id, figure=name, aside=True)
        yield PathOption(
            f"Move, facing as it is{who}", template, "fieldmanual.mode-walker", unit=figure.id, budget=budget
        )


def _jump_options(state: State, unit: Unit, figure: Unit, name: str, who: str) -> Iterator[Option]:
    now, power = state.activation, power_of(figure)
    if now is None or not power or jumped_by(now, figure.id) is not None or figure.band == REVERSE:
        return
    if figure.band != COMBAT or refuse_top(figure) is None:
        yield PathOption(
            f"Jump{who}", Jump(unit.id, figure=name), "fieldmanual.perk-jump-jets", unit=figure.id, budget=power
        )


def _quick_options(state: State, unit: Unit) -> Iterator[Option]:
    rule_id = "fieldmanual.rapid-deceleration"
    if refuse_quick(state, Decelerate(unit.id)) is None:
        label = "Rapid deceleration: a Stun counter, one Speed Band less, up to 60 degrees"
        yield Facing(label, Decelerate(unit.id), rule_id, unit=unit.id, limit=TURN)
    if refuse_quick(state, QuickTurn(unit.id, 1)) is None:
        label = "Quick turn: a Stun counter, up to 120 degrees"
        yield Facing(label, QuickTurn(unit.id), rule_id, unit=unit.id, limit=2 * TURN)


# --- The contents of the chapter

MOVEMENT: Chapter[State] = Chapter(
    "Movement",
    orders=(
        OrderRules(Move, "act", by_order(refuse_move), resolve_move, guess_move, aim=aim_move),
        OrderRules(Decelerate, "act", by_order(refuse_quick), resolve_quick, guess_quick, aim=aim_quick),
        OrderRules(QuickTurn, "act", by_order(refuse_quick), resolve_quick, guess_quick, aim=aim_quick),
        OrderRules(Climb, "act", by_trace(trace_climb), resolve_climb, guess_climb, aim=aim_climb),
        OrderRules(Jump, "act", by_trace(trace_jump), resolve_jump, guess_jump, aim=aim_jump),
    ),
    events={
        WayTaken: None,
        Moved: moved,
        Parted: parted,
        Stopped: stopped,
        Halted: halted,
        QuicklyTurned: quickly_turned,
        Climbed: climbed,
        Jumped: jumped,
        Fell: fell,
    },
)
