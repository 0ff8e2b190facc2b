"""3.9.2: setting up, walking and running, climbing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.asks import Path as PathOption
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line, Shot
from gearlock.mechanics.figures import Mover, overlapped, ruled
from gearlock.mechanics.going import partly
from gearlock.mechanics.going.edges import Way, refuse_jutting
from gearlock.mechanics.going.legs import Pace, legs_to
from gearlock.mechanics.going.passage import go_along
from gearlock.mechanics.ground.forms import is_solid
from gearlock.mechanics.ground.surfaces import nearest_side
from gearlock.mechanics.placing.search import grid, scattered
from gearlock.mechanics.placing.spots import Stand, stand_at
from gearlock.mechanics.turns import SEATS, next_seat
from gearlock.systems.tactical.deployment import faces, is_in_zone, waiting, zone_boxes
from gearlock.systems.tactical.movement.ground import has_room, level_below
from gearlock.systems.tactical.state import State, Unit, opponent
from gearlock.systems.tactical.toy_battles.toys import (
    CLIMB,
    FOUGHT,
    KEPT_FROM,
    MOVES,
    REACH,
    RUN,
    WALK,
    AttackForfeited,
    ClimbFace,
    CoinTossed,
    Go,
    GotAcross,
    PlaceToy,
    RoundGiven,
    SignsShown,
    ToyActivated,
    ToyAttacked,
    ToyClimbed,
    ToyDisabled,
    ToyKnockedDown,
    ToyMoved,
    ToyPlaced,
    ToysBegun,
    ToyStoodUp,
    WeaponLost,
    hangs,
    left_of,
    length_of,
    length_word,
    may_wade,
    others,
    reach_goal,
    refuse_gait,
    step_of,
    under_way,
    weapons_left,
)
from gearlock.table.inches import footprint_overlaps
from gearlock.table.measure import FULL_TURN, HALF_TURN, INCH, bearing, distance, inches, inches_text, turn_between
from gearlock.table.path import Path, Walk, sweeps_outline, walk
from gearlock.table.terrain import Piece


def _of(state: State, name: str) -> Unit:
    return state.units[name]


def begun(_state: State, event: ToysBegun, _seat: str | None) -> Line:
    return Line(f"A coin is tossed: {event.seat} puts its first toy down.", (), "tactical.3.9.1")


def placed(state: State, event: ToyPlaced, _seat: str | None) -> Line:
    return Line(f"The {_of(state, event.unit).name} is put down.", (event.unit,), "tactical.3.9.1")


def tossed(_state: State, event: CoinTossed, _seat: str | None) -> Line:
    return Line(f"Round {event.round}. {event.winner.title()} wins the coin toss.", (), "tactical.3.9.2")


def given(_state: State, event: RoundGiven, _seat: str | None) -> Line:
    return Line(f"{event.seat.title()} activates a toy first.", (), "tactical.3.9.2")


def activated(state: State, event: ToyActivated, _seat: str | None) -> Line:
    now = state.activation
    kept = now is not None and KEPT_FROM in now.marks
    text = f"The {_of(state, event.unit).name} is activated{' and may not attack' if kept else ''}."
    return Line(text, (event.unit,), "tactical.3.9.2-activation")


def moved(state: State, event: ToyMoved, _seat: str | None) -> Line:
    verb = "runs" if event.gait == RUN else "walks"
    way = f"{inches(event.length)} in ({in_lengths(state, event.length)} lengths)"
    text = f"The {_of(state, event.unit).name} {verb} {way}."
    return Line(text, (event.unit,), "tactical.3.9.2-movement")


def climbed(state: State, event: ToyClimbed, _seat: str | None) -> Line:
    way = "up" if event.up else "down"
    rest = " and hangs there" if event.hangs else ""
    text = f"The {_of(state, event.unit).name} {CLIMB}s {way}{rest}."
    return Line(text, (event.unit,), "tactical.3.9.2-movement")


def attacked(state: State, event: ToyAttacked, _seat: str | None) -> Line:
    how, rule = ("goes for", "tactical.3.9.2-close") if event.close else ("shoots at", "tactical.3.9.2-ranged")
    text = f"The {_of(state, event.unit).name} {how} the {_of(state, event.target).name}."
    return Line(text, (event.unit, event.target), rule)


def shown(state: State, event: SignsShown, _seat: str | None) -> Line:
    names = _of(state, event.unit).name, _of(state, event.target).name
    result = f"the {_of(state, event.beats).name} wins" if event.beats else "a tie, and a miss"
    text = f"The {names[0]} shows {event.sign}, the {names[1]} {event.answer}: {result}."
    now = state.activation
    look = "blade" if now is not None and FOUGHT in now.marks else "burst"
    shots = (Shot(look, event.unit, event.target, event.beats == event.unit),)
    return Line(text, (event.unit, event.target), "tactical.3.9.2-rps", shots=shots)


def forfeited(state: State, event: AttackForfeited, _seat: str | None) -> Line:
    text = f"The {_of(state, event.unit).name} may not attack in its next activation."
    return Line(text, (event.unit,), "tactical.3.9.2-rps")


def weapon_lost(state: State, event: WeaponLost, _seat: str | None) -> Line:
    unit = _of(state, event.unit)
    mount, left = unit.mount(event.weapon), len(weapons_left(unit))
    name = event.weapon if mount is None else mount.weapon.name
    text = f"The {unit.name} loses its {name}; {left} weapon{'s' * (left != 1)} left."
    return Line(text, (unit.id,), "tactical.3.9.2-rps")


def knocked_down(state: State, event: ToyKnockedDown, _seat: str | None) -> Line:
    return Line(f"The {_of(state, event.unit).name} is knocked down.", (event.unit,), "tactical.3.9.2-prone")


def stood_up(state: State, event: ToyStoodUp, _seat: str | None) -> Line:
    text = f"The {_of(state, event.unit).name} stands up."
    return Line(text, (event.unit,), "tactical.3.9.2-activation")


def disabled(state: State, event: ToyDisabled, _seat: str | None) -> Line:
    text = f"The {_of(state, event.unit).name} is disabled by the {_of(state, event.by).name}."
    return Line(text, (event.unit, event.by), "tactical.3.9.2-prone")


def across(state: State, event: GotAcross, _seat: str | None) -> Line:
    return Line(f"The {_of(state, event.unit).name} has got across!", (event.unit,), "tactical.3.9.3")


# --- 3.9.1: setting up: toys at opposite ends of the playing field, or Blockers in its middle; nobody in the water

PUT: Final = "place toy"
RULE: Final = "tactical.3.9.1"
CODES: Final = {"table": RULE, "terrain": RULE}
COIN: Final = "coin toss"
LAST: Final = 20
"""Spots guessed at before all of them are searched."""


def toss(rule_id: str) -> Script[str]:
    """Flip a coin between the two teams."""
    (face,) = yield from throw(Roll(COIN, 1, 2, rule=rule_id))
    return SEATS[face - 1]


@heeds("tactical.3.9.1")
def resolve_placing(ctx: Ctx[State]) -> Script[None]:
    """One toy; the teams put them down in turn, and a coin says who begins."""
    seat = ctx.state.turn
    if not seat:
        ctx.emit(ToysBegun((yield from toss(RULE))))
        return
    prompt = "Which toy do you put down, and where?"
    order = yield from ask(Ask(seat, PUT, rule=RULE, prompt=prompt))
    assert isinstance(order, PlaceToy), f"{order} puts nothing down"
    found = standing(ctx.state, ctx.state.units[order.unit], order.x, order.y)
    assert isinstance(found, Stand), "the order was judged before"
    left = {each for each in SEATS if any(unit.id != order.unit for unit in waiting(ctx.state, each))}
    ctx.emit(ToyPlaced(order.unit, order.x, order.y, found.body.z, order.facing, next_seat(seat, left)))


def standing(state: State, unit: Unit, x: int, y: int) -> Stand | Refusal:
    """What a toy comes to stand on at a spot, or why it cannot stand there."""
    found = ruled(stand_at(state.ground, Mover(unit, unit.card.radius), x, y, 0), CODES)
    if isinstance(found, Refusal):
        return found
    if (other := overlapped(found.body, others(state, unit))) is not None:
        return Refusal("overlap", RULE, f"The {other.name} stands there.", {"unit": other.id})
    return found


@rule("tactical.3.9.1")
def refuse_place(state: State, question: Ask, order: PlaceToy) -> Refusal | None:
    """Toys of one's own, at one's own end of the field, with both feet on dry ground."""
    unit = next((each for each in waiting(state, question.seat) if each.id == order.unit), None)
    if unit is None:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no toy of yours that is still to be put down.")
    if order.facing not in range(FULL_TURN):
        return Refusal("facing", RULE, "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    stand = standing(state, unit, order.x, order.y)
    if isinstance(stand, Refusal):
        return stand
    if not is_in_zone(state, unit, stand.body):
        return Refusal("zone", RULE, f"The {unit.name} begins at its own end: put it into the zone of its team.")
    water = (piece for piece in state.ground.pieces if piece.kind == "water")
    if not may_wade(unit) and any(footprint_overlaps(stand.body, piece.outline) for piece in water):
        return Refusal("water", RULE, f"The {unit.name} cannot stand in water: put it on dry ground.")
    return None


def offer_places(state: State, question: Ask) -> Iterator[Option]:
    """Every toy that is still to be put down."""
    for unit in waiting(state, question.seat):
        yield Place(f"Put the {unit.name} down", PlaceToy(unit.id), RULE, unit.id, f"{unit.seat}-zone")


def guess_place(state: State, question: Ask, order: PlaceToy, chooser: Chooser, attempt: int) -> Order | None:
    """Anywhere in the zone; at last any spot that is free."""
    unit, ahead = state.units[order.unit], faces(state, question.seat)
    boxes = zone_boxes(state, unit)
    if attempt < LAST:
        x0, y0, x1, y1 = chooser.choice(boxes)
        return PlaceToy(unit.id, chooser.randrange(x0, x1), chooser.randrange(y0, y1), ahead)
    spots = scattered((spot for box in boxes for spot in grid(box, unit.card.radius)), chooser.randrange)
    orders = (PlaceToy(unit.id, x, y, ahead) for x, y in spots)
    return next((each for each in orders if refuse_place(state, question, each) is None), None)


def aim_place(state: State, question: Ask, order: PlaceToy, spot: Aim) -> Order:
    """The spot, looking at the other end."""
    facing = faces(state, question.seat) if spot.facing is None else spot.facing % FULL_TURN
    return PlaceToy(order.unit, spot.x, spot.y, facing)


# --- 3.9.2: walking and running: so many lengths in any direction, around what stands there and never into water

LEAST: Final = INCH // 4
"""A shorter way is none."""
MOST_LEGS: Final = 24
LABELS: Final = {WALK: "Walk", RUN: "Run, and do not attack"}
CODES_MOVING: Final = dict.fromkeys(("table", "step", "terrain", "air", "edge", "top", "overlap"), MOVES)


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
        return ruled(jutting, CODES_MOVING) or jutting
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
    return Refusal(found.code, CODES_MOVING.get(found.code, MOVES), found.message, found.facts)


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


# --- 3.9.2: climbing: a length straight up a cliff face, or down again; who is not up yet hangs there

NEAR: Final = 10
"""A face is climbed from within so great a part of a length, base to face."""
CLEAR: Final = 2
"""Mils between a base and the face it hangs on."""


class Climbed(NamedTuple):
    """Where a climb ends, and whether on the face."""

    x: int
    y: int
    z: int
    hangs: bool


def find_climb(state: State, order: ClimbFace) -> Climbed | Refusal:
    """Where a climb leads, or why there is none."""
    unit = state.units.get(order.unit)
    if unit is None:
        return Refusal("unit", MOVES, f"There is no toy {order.unit or 'without a name'}.")
    if (refusal := refuse_gait(state, unit, CLIMB)) is not None:
        return refusal
    piece = next((each for each in near_pieces(state, unit) if each.id == order.piece), None)
    if piece is None:
        message = f"The {unit.name} is not at the side of anything called '{order.piece}': walk up to it first."
        return Refusal("face", MOVES, message)
    return climb_up(state, unit, piece) if order.up else climb_down(state, unit, piece)


def near_pieces(state: State, unit: Unit) -> Iterator[Piece]:
    """The things whose side is within reach of a toy, or that it stands on near the edge."""
    reach = unit.card.radius + length_of(state) // NEAR
    for piece in state.ground.pieces_near(unit.x - reach, unit.y - reach, unit.x + reach, unit.y + reach):
        if is_solid(piece) and piece.base <= unit.z:
            x, y, _, _ = nearest_side(piece, unit.x, unit.y)
            if distance(unit.x, unit.y, round(x), round(y)) <= reach:
                yield piece


@heeds("tactical.3.9.2-movement")
def climb_up(state: State, unit: Unit, piece: Piece) -> Climbed | Refusal:
    """A length up, no farther than the top, where it comes to stand; it need not get so far in one round."""
    rise = piece.top - unit.z
    if piece.contains(unit.x, unit.y) or rise <= step_of(state):
        message = f"There is nothing to climb up at the {piece.name}: the {unit.name} just walks."
        return Refusal("low", MOVES, message)
    z = unit.z + min(rise, length_of(state))
    if z < piece.top:
        return Climbed(unit.x, unit.y, z, True)
    x, y, out_x, out_y = nearest_side(piece, unit.x, unit.y)
    for inward in (unit.card.radius, CLEAR):
        spot = round(x - out_x * inward), round(y - out_y * inward)
        if piece.footing and piece.contains(*spot) and has_room(state, unit, *spot, z):
            return Climbed(*spot, z, False)
    return Refusal("room", MOVES, f"There is no room for the {unit.name} on top of the {piece.name}.")


@heeds("tactical.3.9.2-movement")
def climb_down(state: State, unit: Unit, piece: Piece) -> Climbed | Refusal:
    """A length down: over the edge at first, and onto what is below at the last."""
    spot = unit.x, unit.y
    if not hangs(unit):
        if unit.z != piece.top or not piece.contains(unit.x, unit.y):
            return Refusal("low", MOVES, f"The {unit.name} is not on the {piece.name}: nothing to climb down.")
        x, y, out_x, out_y = nearest_side(piece, unit.x, unit.y)
        away = unit.card.radius + CLEAR
        spot = round(x + out_x * away), round(y + out_y * away)
    foot = level_below(state, *spot, unit.z)
    if unit.z - foot <= step_of(state) and not hangs(unit):
        return Refusal("low", MOVES, f"There is nothing to climb down at the {piece.name}.")
    z = max(foot, unit.z - length_of(state))
    if not has_room(state, unit, *spot, z) or _is_wet(state, *spot):
        return Refusal("room", MOVES, f"There is no room for the {unit.name} below the {piece.name}.")
    return Climbed(*spot, z, z > foot)


def _is_wet(state: State, x: int, y: int) -> bool:
    return any(piece.kind == "water" for piece in state.ground.pieces_at(x, y))


def refuse_climb(state: State, _ask: Ask, order: ClimbFace) -> Refusal | None:
    """Why a toy cannot climb there."""
    found = find_climb(state, order)
    return found if isinstance(found, Refusal) else None


def resolve_climb(ctx: Ctx[State], order: ClimbFace) -> None:
    """Climb there."""
    found = find_climb(ctx.state, order)
    assert isinstance(found, Climbed), "the order was judged before"
    ctx.emit(ToyClimbed(order.unit, found.x, found.y, found.z, found.hangs, order.up, CLIMB))
    reach_goal(ctx, order.unit)


def offer_climbs(state: State, unit: Unit) -> Iterator[Option]:
    """Up and down whatever it stands at."""
    if refuse_gait(state, unit, CLIMB) is not None:
        return
    for piece in near_pieces(state, unit):
        for up in (True, False):
            order = ClimbFace(unit.id, piece.id, up)
            found = find_climb(state, order)
            if isinstance(found, Climbed):
                way = "up" if up else "down"
                rest = ", and hang there" if found.hangs else ""
                label = f"Climb {way} the {piece.name} ({inches_text(abs(found.z - unit.z))} in{rest})"
                yield Pick(label, order, MOVES)
