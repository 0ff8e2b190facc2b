"""6.5f: climbing. Vertical terrain is gone up and down along its faces, and over the edge onto its top."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
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
from gearlock.mechanics.ground.forms import is_solid
from gearlock.mechanics.ground.surfaces import surface_at
from gearlock.systems.blitz.lock_and_cover.built import built
from gearlock.systems.blitz.movement.events import Moved
from gearlock.systems.blitz.movement.gaits import bonus_of, poised
from gearlock.systems.blitz.movement.movement import refuse_new_move
from gearlock.systems.blitz.movement.orders import Climb
from gearlock.systems.blitz.movement.passage import obstacles
from gearlock.systems.blitz.movement.terrain import rate_of
from gearlock.systems.blitz.state import COMBAT, HANGING, State, Unit
from gearlock.table.measure import INCH, distance, inches_text
from gearlock.table.terrain import Piece

HANDHOLD = INCH // 10
"""A base this near to a face is at it."""
RULES = {
    **dict.fromkeys(("face", "path", "top", "edge", "height"), "blitz.6.5f"),
    "table": "blitz.6.0", "terrain": "blitz.6.5e", "overlap": "blitz.6.2",
}  # fmt: skip


@rule("blitz.trait.arms", "blitz.trait.spider")
@heeds("blitz.6.5f", "blitz.trait.climber")
def can_climb(unit: Unit) -> bool:
    """Models with Arms or climbing equipment, and spiders."""
    return unit.has("Arms") or unit.has("Climber") or unit.has("Spider")


@rule("blitz.trait.climber")
@heeds("blitz.6.5f", "blitz.trait.offroad")
def climbing_rate(unit: Unit, gait: str) -> int:
    """MR for an inch of a wall: difficult terrain, but open to who has climbing equipment."""
    return 1 if unit.has("Climber") else rate_of(unit, gait)


@heeds("blitz.6.5f", "blitz.6.0")
def climb_left(state: State, unit: Unit, gait: str) -> int:
    """MR left for climbing in this move. To climbers a wall is open; to others it is not, and a road it never is."""
    now = state.activation
    assert now is not None, "only the active model climbs"
    mover, begun = poised(unit, gait), now.gait == gait
    is_open = mover.has("Climber") and (now.is_open or not begun)
    return max(0, unit.line.move + bonus_of(gait, is_open, False) - (now.spent if begun else 0))


def climber(unit: Unit) -> Climber:
    """A model as it climbs."""
    return Climber(unit, HANDHOLD, HANGING in unit.tokens)


@rule("blitz.6.5f")
@heeds("blitz.6.2", "blitz.6.5e", "blitz.trait.spider")
def trace_climb(state: State, order: Climb) -> Moved | Refusal:
    """Follow a climb to its end, or say why the model cannot. If its movement runs out, it hangs there."""
    unit, ground, now = state.units[order.unit], built(state), state.activation
    refusal = refuse_new_move(state, unit, order.gait) or _refuse_climber(unit, order.gait)
    if refusal is not None or now is None:
        return refusal or Refusal("passive", "blitz.6.0", "Only the active model moves.")
    piece = next((piece for piece in ground.pieces if piece.id == order.piece), None)
    if piece is None or not is_solid(piece):
        return Refusal("piece", "blitz.6.5e", f"There is no vertical terrain '{order.piece}'.")
    mover, climb = poised(unit, order.gait), Ascent(piece, order.x, order.y, order.z)
    refusal = ruled(refuse_ends(ground, climber(mover), climb), RULES)
    if refusal is not None:
        return refusal
    parts, length = parts_of_climb(mover, climb)
    cost, left = length * climbing_rate(mover, order.gait), climb_left(state, unit, order.gait)
    if now.closed:
        return Refusal("closed", "blitz.6.3-table", f"The turn at its end has ended this move of the {unit.name}.")
    if cost > left:
        message = (
            f"The {unit.name} has {inches_text(left)} in of movement for climbing; this needs {inches_text(cost)} in."
        )
        return Refusal("movement", "blitz.6.5f", message, {"needs": cost, "has": left})
    figure = Mover(mover, unit.line.radius, passes=lambda other: other.is_infantry)
    refusal = ruled(refuse_parts(ground, figure, climb, parts, obstacles(state, unit)), RULES)
    return refusal or Moved(
        unit.id, order.gait, order.x, order.y, order.z, unit.facing, cost, length, 0, is_open=mover.has("Climber"),
        through=((order.x, order.y),), place=piece.id if hangs_at(ground, climb) else "",
    )  # fmt: skip


@heeds("blitz.6.5f", "blitz.trait.spider", "blitz.trait.arms")
def _refuse_climber(unit: Unit, gait: str) -> Refusal | None:
    """Why the model cannot climb at all now: it has nothing to climb with, or is too quick for it."""
    mover = poised(unit, gait)
    if not can_climb(mover):
        message = f"The {unit.name} cannot climb: that takes Arms, climbing equipment (Climber) or a Spider."
        return Refusal("climber", "blitz.6.5e", message)
    if unit.stance != COMBAT and not (mover.has("Spider") and mover.has("Climber")):
        message = f"The {unit.name} climbs at combat posture only; a Spider with climbing equipment also at top speed."
        return Refusal("posture", "blitz.6.5f", message)
    return None


def _candidates(state: State, unit: Unit, gait: str, piece: Piece) -> Iterator[tuple[str, Climb]]:
    """Up, over the edge, off it, or down, as far as this move goes."""
    body = climber(unit)
    left = climb_left(state, unit, gait) // climbing_rate(poised(unit, gait), gait)
    if is_on_top(piece, unit.x, unit.y, unit.z):
        x, y = beside(body, piece, unit.x, unit.y)
        down = max(0, left - distance(unit.x, unit.y, x, y))
        z = max(surface_at(built(state), x, y, piece.top - 1), piece.top - down)
        yield "Climb down", Climb(unit.id, gait, piece.id, x, y, z)
        return
    x, y = upon(body, piece, unit.x, unit.y)
    yield "Climb onto", Climb(unit.id, gait, piece.id, x, y, piece.top)
    yield "Climb up", Climb(unit.id, gait, piece.id, unit.x, unit.y, min(piece.top, unit.z + left))
    low = max(surface_at(built(state), unit.x, unit.y, unit.z), piece.base, unit.z - left)
    yield "Climb down", Climb(unit.id, gait, piece.id, unit.x, unit.y, low)


def legal_climbs(state: State, unit: Unit, gait: str) -> Iterator[tuple[str, Climb]]:
    """The climbs a model can make from where it is, with what to call them."""
    if _refuse_climber(unit, gait) is not None:
        return
    for piece in faces_near(built(state), climber(unit)):
        for label, order in _candidates(state, unit, gait, piece):
            if isinstance(trace_climb(state, order), Moved):
                yield f"{label} the {piece.name}", order


def pointed_climb(state: State, order: Climb, x: int, y: int) -> Climb:
    """A climb along the face or onto the top, to the place nearest to a spot."""
    unit, gait = state.units[order.unit], order.gait
    piece = built(state).piece(order.piece)
    left = climb_left(state, unit, gait) // climbing_rate(poised(unit, gait), gait)
    end = climb_towards(climber(unit), piece, x, y, left)
    return Climb(unit.id, gait, piece.id, end.x, end.y, end.z, order.last)
