"""Moves completed towards a spot that somebody pointed at, or made up at random."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.asks import Path as PathOption
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.going import partly
from gearlock.mechanics.going.legs import Pace, legs_to, turn_to_somebody
from gearlock.systems.tactical.movement.course import FREE_TURN
from gearlock.systems.tactical.movement.least import TRIED, WORTH, must_go_on
from gearlock.systems.tactical.movement.moving import judge, refuse_unmoving
from gearlock.systems.tactical.movement.orders import Move
from gearlock.systems.tactical.movement.stuck import is_poor
from gearlock.systems.tactical.speed import MP, allowance, most_mp, mp_left
from gearlock.systems.tactical.state import COMBAT, HALF, NO_GROUP, TOP, State, Unit, opponent
from gearlock.table.measure import HALF_TURN, INCH, advance, bearing, distance, turn_between, turned
from gearlock.table.path import Path
from gearlock.table.polygon import Point

MOST_LEGS = 30
ONE_IN = 3
"""Of so many first guesses one goes straight for a thing on the table, where there is any."""
FORCED = 2
"""Guesses of any kind before who must go on goes on as it can."""
RULE = "tactical.2.6.5"


def mils_left(state: State, unit: Unit) -> int:
    """How far a unit could get at best: an inch a Movement Point."""
    now = state.activation
    return 0 if now is None or now.unit != unit.id else mp_left(state, unit, now) * INCH // MP


def as_far(state: State, order: Move) -> Move | Refusal:
    """A move as far as it can be gone."""

    def refuse(path: Path) -> Refusal | None:
        found = judge(state, Move(order.unit, path, order.daring))
        return found if isinstance(found, Refusal) else None

    found = partly.as_far(order.legs, refuse, WORTH)
    return found if isinstance(found, Refusal) else Move(order.unit, found, order.daring)


def spaced(unit: Unit, stops: Sequence[Point]) -> list[Point]:
    """Waypoints that lie an inch and more apart, so that turns between them are allowed; the last one stays."""
    found: list[Point] = []
    x, y = unit.x, unit.y
    for stop in stops[:-1]:
        if distance(x, y, *stop) >= INCH and distance(*stop, *stops[-1]) >= INCH:
            found.append(stop)
            x, y = stop
    return [*found, stops[-1]]


def aim_move(state: State, _ask: Ask, order: Move, spot: Aim) -> Order | Refusal:
    """Towards the spot by its waypoints, as far as it goes; then to the facing that was asked for."""
    unit = state.units[order.unit]
    stops = spaced(unit, (*spot.via, (spot.x, spot.y)))
    near = distance(unit.x, unit.y, spot.x, spot.y) < WORTH and not spot.via
    if order.legs == BACKWARD:
        path: Path = backward_to(unit, spot.x, spot.y, mils_left(state, unit))
    else:
        path = () if near else legs_to(unit, stops, None, Pace(mils_left(state, unit), MOST_LEGS, HALF_TURN))
    if not path:
        facing = bearing(unit.x, unit.y, spot.x, spot.y) if spot.facing is None else spot.facing
        return Move(order.unit, ((turn_between(unit.facing, facing), 0),))
    found = as_far(state, Move(order.unit, path, order.daring))
    if isinstance(found, Refusal) or spot.facing is None:
        return found
    ahead = turned(unit.facing, sum(angle for angle, _ in found.legs))
    turned_too = Move(order.unit, (*found.legs, (turn_between(ahead, spot.facing), 0)), order.daring)
    return found if isinstance(judge(state, turned_too), Refusal) else turned_too


BACKWARD: Path = ((0, -1),)
"""What the option of backing up looks like before it is completed."""


def backward_to(unit: Unit, x: int, y: int, most: int) -> Path:
    """Backward to a place, after a turn so that it lies astern."""
    angle = turn_between(turned(unit.facing, HALF_TURN), bearing(unit.x, unit.y, x, y))
    return ((angle, -min(most, distance(unit.x, unit.y, x, y))),)


def offer_moves(state: State, unit: Unit) -> Iterator[Option]:
    """Going somewhere or turning; and backing up, where it is slow enough for that."""
    now = state.activation
    if now is None or refuse_unmoving(state, unit) is not None:
        return
    left, speed = mils_left(state, unit), TOP if unit.speed == TOP else now.limit
    if left >= WORTH or now.since_turn >= INCH:
        yield PathOption("Move or turn", Move(unit.id), RULE, unit.id, left)
    if left >= WORTH and is_poor(unit):
        label = "Move, forcing the way through heavy ground: no extra MP, Piloting for each inch"
        yield PathOption(label, Move(unit.id, (), True), "tactical.7.2-poor-off-road", unit.id, left)
    slow = unit.speed != TOP and most_mp(unit, now) <= allowance(unit, HALF, now.mode)
    if left >= WORTH and slow and not unit.is_infantry and (now.backward or not now.gone) and speed != COMBAT:
        yield PathOption("Back up", Move(unit.id, BACKWARD), "tactical.2.6.5-reverse", unit.id, left)


def guess_move(state: State, question: Ask, order: Move, chooser: Chooser, attempt: int) -> Order | None:
    """Somewhere within reach. Who has to go on at Top Speed has nothing else to do: it goes wherever there is a way."""
    found, unit = _guess(state, question, order, chooser, attempt), state.units[order.unit]
    forced = found is None and state.activation is not None and must_go_on(state, unit)
    return _onward(state, unit) if forced else found


def _guess(state: State, _ask: Ask, order: Move, chooser: Chooser, attempt: int) -> Order | None:
    """Somewhere within reach, facing an enemy as a rule. Later guesses are shorter."""
    unit, now = state.units[order.unit], state.activation
    if now is None:
        return None
    things = [] if attempt or order.legs == BACKWARD else things_to_go_for(state)
    if things and not chooser.randrange(0, ONE_IN):
        found = aim_move(state, _ask, order, Aim(*chooser.choice(things)))
        return None if isinstance(found, Refusal) else found
    budget = mils_left(state, unit) >> attempt // 2
    least = min(budget, INCH)
    if must_go_on(state, unit):
        if attempt >= FORCED:
            return _onward(state, unit)
        least = min(budget, (allowance(unit, COMBAT, now.mode) - now.spent) * INCH // MP + INCH)
    length = chooser.randrange(least, budget + 1) if budget else 0
    foes = list(state.fielded(opponent(unit.seat)))
    if order.legs == BACKWARD:
        return _shortened(state, Move(unit.id, ((0, -length),)), attempt) if length >= WORTH else None
    wide = FREE_TURN if unit.speed == TOP else HALF_TURN
    turn = 0 if now.since_turn < INCH else chooser.randrange(-wide, wide + 1) if chooser.randrange(0, 4) else 0
    if length < WORTH:
        toward = _towards(unit, foes, chooser) or turn
        return Move(unit.id, ((toward, 0),)) if toward and now.since_turn >= INCH else None
    leg = (turn, length)
    last = turn_to_somebody(unit, leg, foes, wide, chooser) if length >= INCH else 0
    path: Path = (leg, (last, 0)) if last else (leg,)
    return _shortened(state, Move(unit.id, path, order.daring), attempt)


def things_to_go_for(state: State) -> list[Point]:
    """Places that may matter to somebody: markers, and what stands on the table without a combat group."""
    stranded = [(unit.x, unit.y) for unit in state.units.values() if unit.is_fielded and unit.group == NO_GROUP]
    return [*state.markers.values(), *stranded]


def _onward(state: State, unit: Unit) -> Move | None:
    """Straight on or after a free turn, the longest way there is."""
    found = [as_far(state, Move(unit.id, ((angle, mils_left(state, unit)),))) for angle in TRIED]
    ways = [way for way in found if isinstance(way, Move)]
    return max(ways, key=lambda way: way.legs[0][1], default=None)


def _towards(unit: Unit, foes: list[Unit], chooser: Chooser) -> int:
    """The turn that faces an enemy from where it stands."""
    if not foes:
        return 0
    foe = chooser.choice(foes)
    return turn_between(unit.facing, bearing(unit.x, unit.y, foe.x, foe.y))


def _shortened(state: State, order: Move, attempt: int) -> Move:
    """A first guess as it is, a later one as far as it can be gone."""
    found = as_far(state, order) if attempt else order
    return order if isinstance(found, Refusal) else found


def spot_ahead(unit: Unit, length: int) -> Point:
    """The place so far ahead of a unit."""
    return advance(unit.x, unit.y, unit.facing, length)
