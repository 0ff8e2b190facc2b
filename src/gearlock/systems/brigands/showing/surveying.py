"""Surveying the table: where a Move leads, what a model sees from a place, how weapons bear, who could strike there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import rule
from gearlock.kernel.survey import Band, Field, Menace, Sightline, Survey, no_such_piece
from gearlock.kernel.system import Aim
from gearlock.kernel.view import OddsCard
from gearlock.systems.brigands import orders as o
from gearlock.systems.brigands.answering.pointing import jump_to, legs_to
from gearlock.systems.brigands.attacking.damage import harm_of
from gearlock.systems.brigands.attacking.modifiers import duel_of
from gearlock.systems.brigands.moving.flight import trace_jump
from gearlock.systems.brigands.moving.movement import WAYS, budget_left, trace
from gearlock.systems.brigands.moving.terrain import surface_at
from gearlock.systems.brigands.showing.attempting import attempts
from gearlock.systems.brigands.showing.standing import standing
from gearlock.systems.brigands.showing.strike_odds import card_of, odds_in
from gearlock.systems.brigands.showing.worth import strikes_at
from gearlock.systems.brigands.sighting.arcs import ARCS
from gearlock.systems.brigands.sighting.scrutiny import scrutinise
from gearlock.systems.brigands.state import State, Unit, opponent
from gearlock.table.inches import gap
from gearlock.table.measure import FULL_TURN, INCH, advance, distance, inches_text
from gearlock.table.polygon import Point

RAYS = 60
"""Directions in which a Move is tried out."""
FINE = INCH // 4
"""How closely the end of a ray is found."""


def reach(state: State, ask: Ask, option: Option) -> tuple[Band, ...]:  # noqa: ARG001 - a survey is asked so
    """How far a model gets straight ahead in every direction; with Turns to spare it may get round a corner too."""
    order = option.order
    if isinstance(order, o.Move):
        unit, most = state.units[order.unit], budget_left(state, state.units[order.unit], order.gait)
        label = f"{WAYS[order.gait]} Move, {inches_text(most)} in"

        def goes(angle: int, length: int) -> bool:
            x, y = advance(unit.x, unit.y, angle, length)
            legs = legs_to(state, unit, order.gait, Aim(x, y))
            end = trace(state, o.Move(unit.id, order.gait, legs, True, order.drop))
            return not isinstance(end, Refusal) and distance(end.x, end.y, x, y) <= FINE

        return (Band(label, outlines=(_star(unit, most, goes),)),)
    if isinstance(order, o.Jump):
        unit = state.units[order.unit]
        most = unit.trait("Jetpack") * INCH

        def jumps(angle: int, length: int) -> bool:
            x, y = advance(unit.x, unit.y, angle, length)
            return not isinstance(trace_jump(state, jump_to(unit, Aim(x, y))), Refusal)

        return (Band(f"Jetpack, {inches_text(most)} in", outlines=(_star(unit, most, jumps),)),)
    return ()


def _star(unit: Unit, most: int, goes: Callable[[int, int], bool]) -> tuple[Point, ...]:
    """The outline of what can be reached in straight lines."""
    corners = []
    for ray in range(RAYS):
        angle = FULL_TURN * ray // RAYS
        corners.append(advance(unit.x, unit.y, angle, _farthest(most, partial(goes, angle))))
    return tuple(corners)


def _farthest(most: int, goes: Callable[[int], bool]) -> int:
    """The greatest length that goes, taking it that what is in the way stays in the way."""
    if most <= 0 or goes(most):
        return most
    low, high = 0, most
    while high - low > FINE:
        middle = (low + high) // 2
        low, high = (middle, high) if goes(middle) else (low, middle)
    return low


def _own(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[State, Unit] | Refusal:
    """A model of the seat's own, put where it might go, and the state with it there."""
    unit = state.units.get(piece)
    if unit is None or unit.seat != seat or not unit.is_fielded:
        return no_such_piece(piece)
    if spot is None:
        return state, unit
    ground = state.ground
    if not (0 <= spot.x <= ground.width and 0 <= spot.y <= ground.height):
        return Refusal("table", "brigands.2.2", "That spot is off the table.")
    there = unit.clone()
    there.x, there.y, there.z = spot.x, spot.y, surface_at(ground, spot.x, spot.y, ground.height)
    there.facing = unit.facing if spot.facing is None else spot.facing % FULL_TURN
    return state.with_unit(there), there


@rule("brigands.4.2", "brigands.4.4")
def sight(state: State, seat: str, piece: str, spot: Aim | None, target: str) -> Sightline | Refusal:
    """What a model would see of another, and the cover between them."""
    found = _own(state, seat, piece, spot)
    if isinstance(found, Refusal):
        return found
    after, unit = found
    other = after.units.get(target)
    if other is None or not other.is_fielded or other.id == unit.id:
        return no_such_piece(target)
    look, hidden, in_the_way = scrutinise(after, unit, other)
    dice = {0: "no Cover", 1: "Light Cover, +1 die of defence", 2: "Heavy Cover, +2 dice of defence"}[look.dice]
    if look.blocked:
        verdict = "Full Heavy Cover: no Line of Sight, and direct attacks are stopped."
    elif not look.sight:
        verdict = f"Full Cover: no Line of Sight; {dice}."
    else:
        verdict = f"In Line of Sight; {dice}."
    away = f"{inches_text((gap(unit.body, other.body) + 50) // 100 * 100)} in"
    ends = (unit.x, unit.y), (other.x, other.y)
    return Sightline(*ends, away, verdict, look.sight, hidden, "brigands.4.4", in_the_way)


@rule("brigands.1.5b", "brigands.5.1a-range")
def fields(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[Field, ...] | Refusal:
    """Arc, optimal range and maximum range of every weapon."""
    found = _own(state, seat, piece, spot)
    if isinstance(found, Refusal):
        return found
    unit = found[1]
    return tuple(
        Field(
            weapon.id,
            (("optimal", weapon.far), ("maximum", weapon.most)),
            (unit.facing + ARCS[weapon.arc].middle) % FULL_TURN,
            ARCS[weapon.arc].half,
            weapon.near,
        )
        for weapon in unit.line.weapons.values()
    )


def menaces(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[Menace, ...] | Refusal:
    """The best attack of each enemy on a Passive model there, if it stayed and only turned to it."""
    found = _own(state, seat, piece, spot)
    if isinstance(found, Refusal):
        return found
    after, unit = found[0].clone(), found[1].clone()
    unit.posture, after.activation = "", None
    after = after.with_unit(unit)
    worst = (
        max(_odds(after, enemy, unit), key=lambda menace: menace.odds.mean_damage, default=None)
        for enemy in after.fielded(opponent(seat))
    )
    return tuple(sorted((each for each in worst if each is not None), key=lambda menace: -menace.odds.mean_damage))


def _odds(state: State, enemy: Unit, unit: Unit) -> Iterator[Menace]:
    for strike in strikes_at(state, enemy, unit, turning=True):
        weapon = enemy.line.weapons[strike.weapon]
        odds: OddsCard = card_of(odds_in(weapon, unit, duel_of(state, strike).pools, harm_of(weapon, unit.line)))
        yield Menace(enemy.id, f"{weapon.id} ({strike.category})", odds)


SURVEY: Survey[State] = Survey(reach, sight, fields, menaces, attempts, standing)
