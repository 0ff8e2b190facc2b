"""Climbing cliffs with Arms and Climbing Equipment: by levels of an inch, at the slowest Combat Speed."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.figures import Mover, ruled
from gearlock.mechanics.going.climbing import (
    Ascent,
    Climber,
    beside,
    climb_towards,
    faces_near,
    hangs_at,
    is_on_top,
    parts_of_climb,
    refuse_ends,
    refuse_parts,
    upon,
)
from gearlock.mechanics.ground.forms import is_building
from gearlock.mechanics.ground.surfaces import surface_at
from gearlock.systems.fieldmanual.dice_tests.tests import rounded
from gearlock.systems.fieldmanual.melee.engagement import newly_engaged
from gearlock.systems.fieldmanual.melee.grappling import release
from gearlock.systems.fieldmanual.movement.bands import MP, slowest
from gearlock.systems.fieldmanual.movement.events import Climbed
from gearlock.systems.fieldmanual.movement.moving import leave_melee
from gearlock.systems.fieldmanual.movement.orders import Climb
from gearlock.systems.fieldmanual.movement.passage import CLIFF, obstacles
from gearlock.systems.fieldmanual.movement.reach import refuse_unmoving
from gearlock.systems.fieldmanual.state import CLIMBING, COMBAT, State, Unit
from gearlock.table.measure import INCH, inches_text
from gearlock.table.terrain import Piece

ARMS, EQUIPMENT = "fieldmanual.perk-arms", "fieldmanual.perk-climbing-equipment"
HANDHOLD = INCH // 10
"""How near to a cliff a base must be to climb it."""
CODES = dict.fromkeys(("face", "path", "table", "top", "edge", "height", "overlap", "terrain"), ARMS)


@rule("fieldmanual.perk-arms", "fieldmanual.perk-climbing-equipment")
def climbing_rates(unit: Unit) -> tuple[int, int] | None:
    """Thousandths of MP for a level up and for one down; None for who cannot climb."""
    arms, equipment = unit.perk("Arms"), unit.perk("Climbing Equipment")
    if arms and equipment:
        return MP, MP
    if equipment:
        return 2 * MP, 2 * MP
    return (2 * MP, 3 * MP) if arms else None


def climber_of(unit: Unit) -> Climber:
    """A model as somebody who climbs."""
    return Climber(unit, HANDHOLD, bool(unit.token(CLIMBING)))


@heeds("fieldmanual.elevation")
def level_of(foot: int, top: int, z: int) -> int:
    """The level of a cliff that somebody at a height is on: whole inches above its foot, the last one on top."""
    return max(0, rounded(min(z, top) - foot))


def foot_of(state: State, piece: Piece, x: int, y: int) -> int:
    """Where a cliff begins: the ground at its face, at a place beside it."""
    return max(piece.base, surface_at(state.ground, x, y, piece.top - 1))


@heeds("fieldmanual.perk-arms", "fieldmanual.perk-climbing-equipment", "fieldmanual.elevation")
def price_of_climb(state: State, unit: Unit, climb: Ascent) -> int:
    """Thousandths of MP for a climb, by the levels it passes; along a face on one level an MP an inch."""
    rates = climbing_rates(unit)
    assert rates is not None, "only who can climb is asked what it costs"
    below = climb if is_on_top(climb.piece, unit.x, unit.y, unit.z) else unit
    foot = foot_of(state, climb.piece, below.x, below.y)
    levels = level_of(foot, climb.piece.top, climb.z) - level_of(foot, climb.piece.top, unit.z)
    if levels:
        return levels * rates[0] if levels > 0 else -levels * rates[1]
    _, length = parts_of_climb(unit, climb)
    return length * MP // INCH


def trace_climb(state: State, order: Climb) -> Climbed | Refusal:
    """What a climb comes to, or why it cannot be made."""
    unit = state.units.get(order.figure or order.unit)
    if unit is None or unit.id not in {part.id for part in state.parts(state.units[order.unit])}:
        return Refusal("figure", "fieldmanual.combined-movement", f"{order.figure} is no base of this model.")
    pieces = {piece.id: piece for piece in state.ground.pieces}
    piece = pieces.get(order.piece)
    refusal = refuse_unmoving(state, unit) or _refuse_climber(unit, piece)
    if refusal is not None or piece is None:
        return refusal or Refusal("face", ARMS, "There is no such cliff.")
    return _trace(state, unit, Ascent(piece, order.x, order.y, order.z))


@heeds("fieldmanual.perk-arms", "fieldmanual.perk-climbing-equipment", "fieldmanual.elevation")
def _refuse_climber(unit: Unit, piece: Piece | None) -> Refusal | None:
    """Why a model climbs nothing now: no arms for it, not at Combat Speed, or no cliff."""
    if climbing_rates(unit) is None:
        message = f"The {unit.name} has neither Arms nor Climbing Equipment: it cannot climb."
        return Refusal("climber", ARMS, message)
    if unit.band != COMBAT:
        return Refusal(
            "speed", ARMS, f"The {unit.name} climbs at its slowest Combat Speed: it must be at Combat Speed."
        )
    if piece is None or is_building(piece) or piece.top - piece.base < CLIFF:
        return Refusal("face", ARMS, "Only cliffs are climbed: sheer sides of at least 1.5 in.")
    return None


def _trace(state: State, unit: Unit, climb: Ascent) -> Climbed | Refusal:
    refusal = ruled(refuse_ends(state.ground, climber_of(unit), climb), CODES)
    if refusal is not None:
        return refusal
    parts, length = parts_of_climb(unit, climb)
    mover = Mover(unit, unit.card.radius)
    refusal = ruled(refuse_parts(state.ground, mover, climb, parts, obstacles(state, unit)), CODES)
    if refusal is not None:
        return refusal
    now = state.activation
    assert now is not None, "only the active model climbs"
    price, spent = price_of_climb(state, unit, climb), now.spent.get(unit.id, 0)
    if spent + price > slowest(unit):
        needs, has = inches_text(spent + price), inches_text(slowest(unit))
        message = f"The {unit.name} climbs at its slowest Combat Speed, {has} MP; this needs {needs}."
        return Refusal("movement", ARMS, message, {"needs": spent + price, "has": slowest(unit)})
    hangs = hangs_at(state.ground, climb)
    return Climbed(
        unit.id, climb.piece.id, climb.x, climb.y, climb.z, spent + price, now.gone.get(unit.id, 0) + length, hangs,
        newly_engaged(state, unit),
    )  # fmt: skip


@heeds("fieldmanual.perk-arms", "fieldmanual.free-strikes")
def resolve_climb(ctx: Ctx[State], order: Climb) -> Script[None]:
    """Climb, and let whoever was left behind strike."""
    found = trace_climb(ctx.state, order)
    assert not isinstance(found, Refusal), f"this was not checked: {found}"
    ctx.emit(found)
    release(ctx)
    yield from leave_melee(ctx, found.unit)


def pointed_climb(state: State, order: Climb, x: int, y: int) -> Climb:
    """A climb to the place on a cliff that is nearest to a spot."""
    unit = state.units[order.figure or order.unit]
    piece = state.ground.piece(order.piece)
    found = climb_towards(climber_of(unit), piece, x, y, 6 * INCH)
    return Climb(order.unit, order.piece, found.x, found.y, found.z, order.figure)


def legal_climbs(state: State, unit: Unit, whole: str) -> Iterator[tuple[str, Climb]]:
    """Ready climbs at the cliffs near a figure: up to the top or a level at a time, down, over the edge."""
    climber, figure = climber_of(unit), unit.id if unit.id != whole else ""
    for piece in faces_near(state.ground, climber):
        for label, (x, y, z) in _ends(state, unit, climber, piece):
            order = Climb(whole, piece.id, x, y, z, figure)
            if not isinstance(trace_climb(state, order), Refusal):
                yield label, order


def _ends(state: State, unit: Unit, climber: Climber, piece: Piece) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """Where a climb at a piece may end: on top, or so many levels up or down its face."""
    if is_on_top(piece, unit.x, unit.y, unit.z):
        x, y = beside(climber, piece, unit.x, unit.y)
    else:
        x, y = unit.x, unit.y
        yield f"Climb onto the {piece.name}", (*upon(climber, piece, x, y), piece.top)
    foot = foot_of(state, piece, x, y)
    for z in range(foot, piece.top, INCH):
        if z != unit.z and piece.top - z >= INCH // 2:
            way = "up" if z > unit.z else "down"
            yield f"Climb {way} the {piece.name} to {inches_text(z)} in", (x, y, z)
