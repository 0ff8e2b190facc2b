"""The table surveyed: where moves lead, what a model sees, how weapons bear, who could strike there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.survey import ALL_ROUND, Band, Field, Menace, Sightline, Survey
from gearlock.kernel.system import Aim
from gearlock.mechanics.figures import ruled
from gearlock.mechanics.going.reach import farthest, longest, rays
from gearlock.mechanics.judging.danger import once_passive
from gearlock.mechanics.judging.menaces import worst_of_each
from gearlock.mechanics.judging.surveyed import pair_at, put_at
from gearlock.systems.blitz.advice.attack_odds import odds_card, strike_of
from gearlock.systems.blitz.advice.best_attack import stakes, standing
from gearlock.systems.blitz.advice.objectives import ground_in_reach
from gearlock.systems.blitz.advice.previews import attempts
from gearlock.systems.blitz.attacks.aiming import Sight, attack_distance, refuse_bearing
from gearlock.systems.blitz.attacks.modifiers import Use, duel_of
from gearlock.systems.blitz.attacks.pairs import Pair
from gearlock.systems.blitz.general_concepts.measuring import ARCS
from gearlock.systems.blitz.lock_and_cover.cover import gaze_at_model, has_lock, look_at, reach_to
from gearlock.systems.blitz.models import Weapon
from gearlock.systems.blitz.movement.moves_made import trace_jump
from gearlock.systems.blitz.movement.offers import legs_to
from gearlock.systems.blitz.movement.paths import CAUTIOUS, budget_left, trace
from gearlock.systems.blitz.movement.stretches import name_of
from gearlock.systems.blitz.movement.terrain import Jump, Move, Moved, gaits_of, moves_of
from gearlock.systems.blitz.rounds import Activate
from gearlock.systems.blitz.state import BRACED, POSTURES, Activation, State, Unit, opponent
from gearlock.table.measure import FULL_TURN, INCH, advance, inches_text

# --- Where a move, a jump or a posture could lead: outlines of the ground that is reached in straight lines

RAYS = 60
"""Directions in which a move is tried out."""
FEW_RAYS = 36
"""The same for a posture, of which several moves are to be seen at a glance."""


def reach(state: State, ask: Ask, option: Option) -> tuple[Band, ...]:  # noqa: ARG001 - a survey is asked so
    """How far a model gets straight ahead in every direction it can turn to; with turns to spare it gets farther round.

    A posture leads as far as the moves it allows, one band for each move in each way the model moves.
    """
    order = option.order
    if isinstance(order, Move):
        unit = state.units[order.unit]
        most = CAUTIOUS if order.cautious else budget_left(state, unit, order.gait)
        ends = [_farthest(state, unit, order, angle, most) for angle in rays(RAYS)]
        outline = tuple((end.x, end.y) for end in ends)
        return (Band(f"{name_of(order.gait)} move, {inches_text(most)} in", outlines=(outline,)),)
    if isinstance(order, Jump):
        return (_jumps(state, state.units[order.unit]),)
    return tuple(_postured(state, order)) if isinstance(order, Activate) and order.posture in POSTURES else ()


def _jumps(state: State, unit: Unit) -> Band:
    """A powered jump goes straight ahead or back."""
    most = unit.trait("Jetpack") * INCH

    def lands(sign: int, length: int) -> bool:
        return not isinstance(trace_jump(state, Jump(unit.id, sign * length)), Refusal)

    ends = [advance(unit.x, unit.y, unit.facing, sign * longest(most, partial(lands, sign))) for sign in (1, -1)]
    return Band(f"Jetpack, {inches_text(most)} in", outlines=((*ends, (unit.x, unit.y)),))


def _postured(state: State, order: Activate) -> Iterator[Band]:
    """A band for each move of a posture; the second goes on from where the first ends, straight ahead."""
    there = state.units[order.unit].clone()
    there.posture, there.tall = order.posture, order.tall
    moves = moves_of(there, order.posture)
    if there.stance == BRACED:
        return
    for gait in gaits_of(there.line):
        fronts = [(_activated(state, there, moves), there)] * FEW_RAYS
        length = 0
        for number in range(1, moves + 1):
            length += max(budget_left(front, unit, gait) for front, unit in fronts)
            fronts = [_gone(front, unit, gait, ray) for (front, unit), ray in zip(fronts, rays(FEW_RAYS), strict=True)]
            outline = tuple((unit.x, unit.y) for _, unit in fronts)
            which = f"{number} {name_of(gait)} move{'s' if number > 1 else ''}"
            yield Band(f"{which}, {inches_text(length)} in", outlines=(outline,))


def _activated(state: State, unit: Unit, moves: int) -> State:
    """The battle as it is when a model begins to move."""
    after = state.with_unit(unit)
    after.activation = Activation(unit.id, unit.x, unit.y, unit.z, unit.facing, moves)
    return after


def _gone(state: State, unit: Unit, gait: str, angle: int) -> tuple[State, Unit]:
    """The model after a move as far as it gets along a ray, ready for another."""
    end = _farthest(state, unit, Move(unit.id, gait, last=True), angle, budget_left(state, unit, gait))
    there = unit.clone()
    there.x, there.y, there.z, there.facing = end.x, end.y, end.z, end.facing
    return _activated(state, there, 1), there


def _farthest(state: State, unit: Unit, order: Move, angle: int, most: int) -> Moved | Unit:
    """Where a model comes to along a ray; itself if it does not get away."""

    def go(x: int, y: int) -> Moved | Refusal:
        path = legs_to(state, unit, order.gait, Aim(x, y), most)
        return trace(state, Move(unit.id, order.gait, path, order.last, order.cautious, order.drop))

    return farthest(unit, angle, most, go) or unit


# --- Surveying the table: what a model sees from a place, how weapons bear, who could strike there

RULES = {"table": "blitz.6.0", "no-such-piece": ""}


def _own(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[State, Unit] | Refusal:
    """A model of the seat's own, put where it might go, and the state with it there."""
    return ruled(put_at(state, seat, piece, spot), RULES)


@heeds("blitz.7.1", "blitz.7.3", "blitz.7.5")
def sight(state: State, seat: str, piece: str, spot: Aim | None, target: str) -> Sightline | Refusal:
    """What a model would see of another, the cover between them, and whether it has Lock."""
    found = ruled(pair_at(state, seat, piece, spot, target), RULES)
    if isinstance(found, Refusal):
        return found
    after, unit, other = found
    look, view = look_at(after, unit, other), Sight(after, unit, other)
    dice = look.adjacent + look.additional
    cover = f"+{dice}D6 of cover ({look.adjacent} adjacent, {look.additional} additional)" if dice else "no cover"
    locked = has_lock(after, unit, other, look)
    detected = f"detected within {inches_text(reach_to(after, unit, other))} in"
    if look.blocked:
        verdict = "Full heavy cover: no Lock, and direct attacks are stopped."
    elif look.full:
        verdict = f"Full cover, {'Lock' if locked else 'no Lock'}: {detected}; {cover}."
    else:
        verdict = f"In Lock; {cover}."
    ends = (unit.x, unit.y), (other.x, other.y)
    away = f"{inches_text((view.distance + 50) // 100 * 100)} in"
    gaze = gaze_at_model(after, unit, other)
    return Sightline(*ends, away, verdict, locked, None, "blitz.7.1", look.screens, gaze=gaze)


@heeds("blitz.2.11", "blitz.8.2b")
def fields(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[Field, ...] | Refusal:
    """Arc, optimal range and maximum range of every weapon."""
    found = _own(state, seat, piece, spot)
    if isinstance(found, Refusal):
        return found
    unit = found[1]
    return tuple(_field(unit, weapon) for weapon in unit.line.weapons.values())


def _field(unit: Unit, weapon: Weapon) -> Field:
    """Where one weapon bears; of an arc made of several the narrowest is drawn."""
    bands = ("optimal", weapon.far), ("maximum", max(weapon.most, weapon.proximity))
    parts = [ARCS.arc(part.split("/")[0], unit.is_infantry) for part in weapon.arc.split("+")]
    arcs = [arc for arc in parts if arc is not None]
    if weapon.proximity or not arcs:
        return Field(weapon.id, bands, 0, ALL_ROUND, 0 if weapon.proximity else weapon.near)
    arc = min(arcs, key=lambda each: each.half)
    return Field(weapon.id, bands, (unit.facing + arc.middle) % FULL_TURN, arc.half, weapon.near)


def menaces(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[Menace, ...] | Refusal:
    """The best attack of each enemy on a passive model there, if it stayed and only turned to it."""
    found = _own(state, seat, piece, spot)
    if isinstance(found, Refusal):
        return found
    after, unit = once_passive(*found)
    return worst_of_each(_odds(after, enemy, unit) for enemy in after.fielded(opponent(seat)))


def _odds(state: State, enemy: Unit, unit: Unit) -> Iterator[Menace]:
    sight = Sight(state, enemy, unit)
    for weapon in enemy.line.weapons.values():
        for load, used in weapon.loads.items():
            if weapon.proximity or refuse_bearing(sight, used, any_arc=True) is not None:
                continue
            pair = Pair(state, enemy, unit, used)
            duel = duel_of(state, Use(used, used.is_optimal(attack_distance(state, enemy, unit, used))), pair)
            card = odds_card(strike_of(state, enemy, used, unit, duel), unit)
            yield Menace(enemy.id, f"{weapon.id}{f' ({load})' if load else ''}", card)


SURVEY: Survey[State] = Survey(reach, sight, fields, menaces, attempts, standing, ground_in_reach, stakes)
