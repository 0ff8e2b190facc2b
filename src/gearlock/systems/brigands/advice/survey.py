"""The table surveyed: where moves lead, what a model sees, how weapons bear, who could strike there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.survey import Attempt, Band, Field, Menace, Sightline, Survey
from gearlock.kernel.system import Aim
from gearlock.kernel.view import OddsCard
from gearlock.mechanics.figures import ruled
from gearlock.mechanics.going.reach import farthest, longest, rays
from gearlock.mechanics.ground.surfaces import surface_at
from gearlock.mechanics.judging.menaces import worst_of_each
from gearlock.mechanics.judging.surveyed import pair_at, put_at
from gearlock.systems.brigands.advice.attack_odds import card_of, odds_in, strikes_at
from gearlock.systems.brigands.advice.best_attack import stakes, standing
from gearlock.systems.brigands.attacks.attack import Attack, SnapFire
from gearlock.systems.brigands.attacks.modifiers import duel_of
from gearlock.systems.brigands.lock_and_cover.sight import ARCS, scrutinise
from gearlock.systems.brigands.movement.moving import jump_to, legs_to, trace_jump
from gearlock.systems.brigands.movement.paths import WAYS, Jump, Move, Moved, budget_left, moves_of, trace
from gearlock.systems.brigands.objectives.winning import ground_in_reach
from gearlock.systems.brigands.rounds import POSTURES, Activate
from gearlock.systems.brigands.state import FIELDED, WRECK, Activation, State, Unit, opponent
from gearlock.systems.brigands.vtols import altitude_at
from gearlock.table.inches import gap
from gearlock.table.measure import FULL_TURN, INCH, advance, inches_text
from gearlock.table.polygon import Point

# --- What a player who points at a model may have in mind: orders that the rules take, or refuse with a reason


def attempts(state: State, ask: Ask, piece: str) -> Iterator[Attempt]:
    """Attacks on an enemy or a wreck with every weapon of whoever is asked, activating a model of one's own."""
    target = state.units.get(piece)
    if target is None or target.status not in (FIELDED, WRECK):
        return
    if target.seat == ask.seat and target.is_fielded:
        if ask.kind == "activate":
            yield from (Attempt(posture, Activate(piece, posture)) for posture in POSTURES)
        return
    meant = _MEANT.get(ask.kind)
    if meant is not None:
        yield from meant(state, ask, target)
    else:
        yield Attempt("Attack", Attack(ask.unit, "", "", (piece,)))


def _attacks(state: State, ask: Ask, target: Unit) -> Iterator[Attempt]:
    """Every weapon in each way it attacks, those of drones too."""
    for unit in (state.units[ask.unit], *state.drones(ask.unit)):
        whose = "" if unit.id == ask.unit else f"{unit.name}: "
        for weapon in unit.line.weapons.values():
            for category in weapon.categories:
                yield Attempt(f"{whose}{weapon.id}", Attack(unit.id, weapon.id, category, (target.id,)))


def _reactions(state: State, ask: Ask, target: Unit) -> Iterator[Attempt]:
    """Every weapon that might answer, Snap or not; a Low Profile model may stand up for it."""
    unit = state.units[ask.unit]
    named = "" if state.active() is target else target.id
    for weapon in unit.line.weapons.values():
        for category in weapon.categories:
            for tall in (False, True) if "Low Profile" in unit.line.traits else (False,):
                yield Attempt(f"Snap Fire, {weapon.id}", SnapFire(unit.id, weapon.id, category, tall, named))


_MEANT: dict[str, Callable[[State, Ask, Unit], Iterator[Attempt]]] = {"act": _attacks, "snap": _reactions}


# --- Where a Move, a Jump or a posture could lead: outlines of the ground that is reached in straight lines

RAYS = 60
"""Directions in which a Move is tried out."""
FEW_RAYS = 36
"""The same for a posture, of which several Moves are to be seen at a glance."""


def reach(state: State, ask: Ask, option: Option) -> tuple[Band, ...]:  # noqa: ARG001 - a survey is asked so
    """How far a model gets straight ahead in every direction; with Turns to spare it may get round a corner too.

    A posture leads as far as the Moves it allows, one band for each Move in each way the model moves.
    """
    order = option.order
    if isinstance(order, Move):
        unit, most = state.units[order.unit], budget_left(state, state.units[order.unit], order.gait)
        label = f"{WAYS[order.gait]} Move, {inches_text(most)} in"
        ends = [_farthest(state, unit, order.gait, angle, order.drop) for angle in rays(RAYS)]
        return (Band(label, outlines=(tuple((end.x, end.y) for end in ends),)),)
    if isinstance(order, Jump):
        unit = state.units[order.unit]
        most = unit.trait("Jetpack") * INCH

        def jumps(angle: int, length: int) -> bool:
            x, y = advance(unit.x, unit.y, angle, length)
            return not isinstance(trace_jump(state, jump_to(unit, Aim(x, y))), Refusal)

        landings = tuple(advance(unit.x, unit.y, ray, longest(most, partial(jumps, ray))) for ray in rays(RAYS))
        return (Band(f"Jetpack, {inches_text(most)} in", outlines=(landings,)),)
    return tuple(_postured(state, order)) if isinstance(order, Activate) and order.posture in POSTURES else ()


def _postured(state: State, order: Activate) -> Iterator[Band]:
    """A band for each Move of a posture; the second goes on from where the first ends, straight ahead."""
    there = state.units[order.unit].clone()
    there.posture, there.tall = order.posture, order.tall
    if order.airborne != there.airborne:
        there.airborne = order.airborne
        high = altitude_at(state.ground, there.x, there.y)
        there.z = high if there.airborne else surface_at(state.ground, there.x, there.y, there.z)
    moves = moves_of(order.posture)
    for gait in there.line.move:
        fronts = [(_activated(state, there, moves), there)] * FEW_RAYS
        length = 0
        for number in range(1, moves + 1):
            length += max(budget_left(front, unit, gait) for front, unit in fronts)
            fronts = [_gone(front, unit, gait, ray) for (front, unit), ray in zip(fronts, rays(FEW_RAYS), strict=True)]
            outline: tuple[Point, ...] = tuple((unit.x, unit.y) for _, unit in fronts)
            which = f"{number} {WAYS[gait]} Move{'s' if number > 1 else ''}"
            yield Band(f"{which}, {inches_text(length)} in", outlines=(outline,))


def _activated(state: State, unit: Unit, moves: int) -> State:
    """The battle as it is when a model begins to move."""
    after = state.with_unit(unit)
    after.activation = Activation(unit.id, unit.x, unit.y, unit.z, unit.facing, moves)
    return after


def _gone(state: State, unit: Unit, gait: str, angle: int) -> tuple[State, Unit]:
    """The model after a Move as far as it gets along a ray, ready for another."""
    end = _farthest(state, unit, gait, angle)
    there = unit.clone()
    there.x, there.y, there.z, there.facing, there.inside = end.x, end.y, end.z, end.facing, end.inside
    return _activated(state, there, 1), there


def _farthest(state: State, unit: Unit, gait: str, angle: int, drop: bool = False) -> Moved | Unit:
    """Where a model comes to along a ray; itself if it does not get away."""

    def go(x: int, y: int) -> Moved | Refusal:
        return trace(state, Move(unit.id, gait, legs_to(state, unit, gait, Aim(x, y)), True, drop))

    return farthest(unit, angle, budget_left(state, unit, gait), go) or unit


# --- Surveying the table: what a model sees from a place, how weapons bear, who could strike there

RULES = {"table": "brigands.2.2", "no-such-piece": ""}


def _own(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[State, Unit] | Refusal:
    """A model of the seat's own, put where it might go, and the state with it there."""
    return ruled(put_at(state, seat, piece, spot), RULES)


@heeds("brigands.4.2", "brigands.4.4")
def sight(state: State, seat: str, piece: str, spot: Aim | None, target: str) -> Sightline | Refusal:
    """What a model would see of another, and the cover between them."""
    found = ruled(pair_at(state, seat, piece, spot, target), RULES)
    if isinstance(found, Refusal):
        return found
    after, unit, other = found
    look, hidden = scrutinise(after, unit, other)
    dice = {0: "no Cover", 1: "Light Cover, +1 die of defence", 2: "Heavy Cover, +2 dice of defence"}[look.dice]
    if look.blocked:
        verdict = "Full Heavy Cover: no Line of Sight, and direct attacks are stopped."
    elif not look.sight:
        verdict = f"Full Cover: no Line of Sight; {dice}."
    else:
        verdict = f"In Line of Sight; {dice}."
    away = f"{inches_text((gap(unit.body, other.body) + 50) // 100 * 100)} in"
    ends = (unit.x, unit.y), (other.x, other.y)
    return Sightline(*ends, away, verdict, look.sight, hidden.share, "brigands.4.4", hidden.by, gaze=hidden.gaze)


@heeds("brigands.1.5b", "brigands.5.1a-range")
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
            (unit.facing + ARCS.arcs[weapon.arc].middle) % FULL_TURN,
            ARCS.arcs[weapon.arc].half,
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
    return worst_of_each(_odds(after, enemy, unit) for enemy in after.fielded(opponent(seat)))


def _odds(state: State, enemy: Unit, unit: Unit) -> Iterator[Menace]:
    for strike in strikes_at(state, enemy, unit, turning=True):
        weapon = enemy.line.weapons[strike.weapon]
        odds: OddsCard = card_of(odds_in(weapon, unit, duel_of(state, strike).pools))
        yield Menace(enemy.id, f"{weapon.id} ({strike.category})", odds)


SURVEY: Survey[State] = Survey(reach, sight, fields, menaces, attempts, standing, ground_in_reach, stakes)
