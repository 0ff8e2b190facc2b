"""The table surveyed: where moves lead, what a model sees, how weapons bear, who could strike there."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.survey import ALL_ROUND, Band, Field, Gaze, Menace, Screen, Sightline, Survey
from gearlock.kernel.system import Aim
from gearlock.mechanics.figures import ruled
from gearlock.mechanics.going.reach import farthest, rays
from gearlock.mechanics.judging.menaces import worst_of_each
from gearlock.mechanics.judging.surveyed import pair_at, put_at
from gearlock.mechanics.sighting.explained import gaze_at
from gearlock.systems.fieldmanual.advice.attacks_and_moves import stakes, standing
from gearlock.systems.fieldmanual.advice.best_attack import duel_of, guns_of, hit_of, margins, odds_card, toll_of
from gearlock.systems.fieldmanual.advice.objectives import ground_in_reach
from gearlock.systems.fieldmanual.advice.previews import attempts
from gearlock.systems.fieldmanual.attacks.defense import Fire
from gearlock.systems.fieldmanual.attacks.pairs import Pair
from gearlock.systems.fieldmanual.attacks.targets import seen_mount
from gearlock.systems.fieldmanual.attacks.weapons_in_use import DIRECT, MINIMUM, band_of, rof_of, use_of
from gearlock.systems.fieldmanual.datacards import Mount
from gearlock.systems.fieldmanual.lock_and_cover.lock import concealment, cover_of, has_combat_lock, is_walled_off
from gearlock.systems.fieldmanual.lock_and_cover.looks import (
    ARCS,
    Sighting,
    is_representational,
    is_zone,
    look_at,
    range_to,
    sight_bodies,
)
from gearlock.systems.fieldmanual.lock_and_cover.smoke import SMOKE, seen_ground
from gearlock.systems.fieldmanual.movement.moving import judge
from gearlock.systems.fieldmanual.movement.offers import mils_left, way_to
from gearlock.systems.fieldmanual.movement.terrain import BAND_NAMES, MODE_NAMES, Move, refuse_band
from gearlock.systems.fieldmanual.rounds import Activate
from gearlock.systems.fieldmanual.state import Activation, State, Unit, opponent
from gearlock.table.bodies import Body
from gearlock.table.measure import FULL_TURN, INCH, inches_text
from gearlock.table.polygon import is_inside
from gearlock.table.sight import WHOLE
from gearlock.table.sightlines import front_point
from gearlock.table.terrain import Piece

# --- A look as the looker would see it: from the front of its base to the front of the other's, past what hides that


def gaze_of(state: State, looker: Unit, target: Unit, look: Sighting) -> Gaze:
    """The eye of a look, the body it looks at, and what the look found to hide that."""
    start, end = sight_bodies(state, looker, target)
    eye = front_point(start, end.x, end.y, 0.0, start.top)
    x, y, _ = front_point(end, start.x, start.y, 0.0, 0)
    pieces = {piece.id: piece for piece in seen_ground(state).pieces}
    screens = [_screen(state, name, pieces, end) for name, _ in look.screens]
    return gaze_at(eye, Body(x, y, end.z, end.radius, end.height), [screen for screen in screens if screen is not None])


def _screen(state: State, name: str, pieces: dict[str, Piece], end: Body) -> Screen | None:
    """Terrain or a model that hides something; of smoke around the target no more is counted than that it is there."""
    piece, unit = pieces.get(name), state.units.get(name)
    if piece is not None:
        is_veil = is_representational(state) and is_zone(piece) and _holds(piece, end)
        if is_veil and piece.name == SMOKE:
            return None
        return Screen(name, piece.outline, piece.base, piece.top, veil=is_veil)
    if unit is not None:
        return Screen(name, ((unit.x, unit.y),), unit.z, unit.z + unit.height, unit.card.radius)
    return None


def _holds(piece: Piece, body: Body) -> bool:
    """Whether a body is in an area: its middle is, between its foot and its top."""
    return piece.base <= body.z < piece.top and is_inside(piece.outline, body.x, body.y)


# --- Where a move or a speed could lead: outlines of the ground that is reached

RAYS = 48
"""Directions in which a move is tried out."""
FEW_RAYS = 32


def reach(state: State, _ask: Ask, option: Option) -> tuple[Band, ...]:
    """How far a model gets in every direction as it may turn; a speed leads as far as its MPs."""
    order = option.order
    if isinstance(order, Move):
        unit = state.units[order.figure or order.unit]
        label = f"{MODE_NAMES.get(unit.mode, '')} move, {inches_text(mils_left(state, unit))} in"
        return (Band(label, outlines=(_outline(state, unit, order, RAYS),)),)
    return tuple(_at_speed(state, order)) if isinstance(order, Activate) else ()


def _at_speed(state: State, order: Activate) -> Iterator[Band]:
    """What a mode and a speed allow."""
    unit = state.units.get(order.unit)
    if unit is None or refuse_band(state, unit, order.mode, order.band, order.autopilot) is not None:
        return
    there = unit.clone()
    there.mode, there.band = order.mode, order.band
    after = state.with_unit(there)
    after.activation = Activation(unit.id, banded=True)
    label = f"{MODE_NAMES.get(order.mode, '')} at {BAND_NAMES[order.band]}"
    yield Band(label, outlines=(_outline(after, there, Move(unit.id), FEW_RAYS),))


def _outline(state: State, unit: Unit, order: Move, count: int) -> tuple[tuple[int, int], ...]:
    """The farthest places around a model."""
    most = mils_left(state, unit)

    def go(x: int, y: int) -> Unit | Refusal:
        course = judge(state, way_to(state, order, Aim(x, y)))
        return course if isinstance(course, Refusal) else course.unit

    ends = [farthest(unit, angle, most, go) or unit for angle in rays(count)]
    return tuple((end.x, end.y) for end in ends)


# --- Surveying the table: what a model sees from a place, how weapons bear, who could strike there

RULES = {"table": "fieldmanual.table-size", "no-such-piece": ""}
DRAWN = 120 * INCH
"""How far a range without end is drawn."""


@heeds("fieldmanual.combat-lock", "fieldmanual.concealment", "fieldmanual.cover")
def sight(state: State, seat: str, piece: str, spot: Aim | None, target: str) -> Sightline | Refusal:
    """What a model would see of another: its Cover, its Concealment against Detect, and whether there is Lock."""
    found = ruled(pair_at(state, seat, piece, spot, target), RULES)
    if isinstance(found, Refusal):
        return found
    after, unit, other = found
    look, hides = look_at(after, unit, other), concealment(after, unit, other)
    locked = has_combat_lock(after, unit, other)
    against = f"Concealment {hides} against Detect {unit.card.detect}"
    if is_walled_off(after, unit, other):
        verdict = "Solid terrain hides all of it: no Lock."
    else:
        verdict = f"{'Combat Lock' if locked else 'No Combat Lock'}: {against}; {cover_of(after, unit, other).name}."
    ends = (unit.x, unit.y), (other.x, other.y)
    away = f"{inches_text((range_to(after, unit, other) + 50) // 100 * 100)} in"
    hidden = round(100 * look.hidden / WHOLE)
    between = tuple(name for name, _ in look.screens if not name.startswith("#"))
    gaze = gaze_of(after, unit, other, look)
    return Sightline(*ends, away, verdict, locked, hidden, "fieldmanual.combat-lock", between, gaze=gaze)


@heeds("fieldmanual.arcs", "fieldmanual.range-bands")
def fields(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[Field, ...] | Refusal:
    """Arc and range bands of every weapon."""
    found = ruled(put_at(state, seat, piece, spot), RULES)
    if isinstance(found, Refusal):
        return found
    after, unit = found
    return tuple(_field(unit, seen_mount(after, unit, mount)) for mount in unit.card.weapons)


def _field(unit: Unit, mount: Mount) -> Field:
    """Where one weapon bears."""
    near, far, most = mount.weapon.ranges(unit.card.size)
    bands = [("Combat Optimal", near), ("Suboptimal", far)]
    bands += [("Extreme", min(most, DRAWN))] if most is not None else []
    arc, least = (None if unit.team else ARCS.arc(mount.arc)), MINIMUM if "MR" in mount.weapon.traits else 0
    if arc is None or arc.half >= ALL_ROUND:
        return Field(mount.id, tuple(bands), 0, ALL_ROUND, least)
    return Field(mount.id, tuple(bands), (unit.facing + arc.middle) % FULL_TURN, arc.half, least)


def menaces(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[Menace, ...] | Refusal:
    """The best attack of each enemy on a model there, if it stayed and only turned to it."""
    found = ruled(put_at(state, seat, piece, spot), RULES)
    if isinstance(found, Refusal):
        return found
    after, unit = found
    return worst_of_each(_odds(after, enemy, unit) for enemy in after.fielded(opponent(seat)))


def _odds(state: State, enemy: Unit, unit: Unit) -> Iterator[Menace]:
    """Every direct attack of an enemy that Lock and range allow, with a full Burst."""
    if is_walled_off(state, enemy, unit) or not has_combat_lock(state, enemy, unit):
        return
    distance = range_to(state, enemy, unit)
    for mount in guns_of(enemy.card):
        band = band_of(mount.weapon, enemy.card.size, distance)
        if band is None or ("MR" in mount.weapon.traits and distance <= MINIMUM):
            continue
        use = use_of(state, enemy, mount, band, DIRECT, (0, rof_of(state, enemy, mount), 0))
        pair, fire = Pair(state, enemy, unit, use), Fire(enemy.id, use)
        toll = toll_of(unit, hit_of(pair, fire), margins(duel_of(pair)))
        yield Menace(enemy.id, mount.id, odds_card(unit, toll))


SURVEY: Survey[State] = Survey(reach, sight, fields, menaces, attempts, standing, ground_in_reach, stakes)
