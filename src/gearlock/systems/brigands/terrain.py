"""3: terrain. What the pieces of a map mean: open, area, instance, road and water."""

from __future__ import annotations

from gearlock.kernel.rulebook import rule
from gearlock.table.inches import Body, footprint_overlaps
from gearlock.table.terrain import Ground, Piece


@rule("brigands.3.1", "brigands.3.2")
def is_area(piece: Piece) -> bool:
    """Area terrain may be entered and hinders whoever does; water is area terrain with a Depth."""
    return piece.kind in ("area", "water")


@rule("brigands.3.1")
def is_instance(piece: Piece) -> bool:
    """Instance terrain has its true shape, and nobody moves through it; no Gear enters a building either."""
    return piece.kind in ("instance", "building", "hill")


@rule("brigands.3.1a")
def is_road(piece: Piece) -> bool:
    """Open ground that is quick to move on."""
    return piece.kind == "road"


@rule("brigands.3.2a")
def depth_of(piece: Piece) -> int:
    """How deep a piece of water is in mils; dry ground has no depth."""
    return int(piece.props.get("depth", 0)) if piece.kind == "water" else 0


@rule("brigands.3.2a")
def water_depth(ground: Ground, x: int, y: int) -> int:
    """How deep the water is at a point, 0 where it is dry."""
    return max((depth_of(piece) for piece in ground.pieces_at(x, y)), default=0)


def instances_under(ground: Ground, body: Body) -> list[Piece]:
    """The instance terrain that shares ground with a footprint."""
    reach = body.radius
    near = ground.pieces_near(body.x - reach, body.y - reach, body.x + reach, body.y + reach)
    return [piece for piece in near if is_instance(piece) and footprint_overlaps(body, piece.outline)]
