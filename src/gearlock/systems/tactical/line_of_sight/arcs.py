"""2.6.6, 2.6.7: firing arcs, which bound seeing too, and the arc an attack comes from."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.mechanics.sighting.arcs import ALL_ROUND
from gearlock.systems.tactical.cards import FIXED, FRONT, LEFT, REAR, RIGHT, TURRETED, Card
from gearlock.systems.tactical.state import Unit
from gearlock.table.arcs import Arc, is_centre_in
from gearlock.table.bodies import point
from gearlock.table.measure import HALF_TURN, RIGHT_ANGLE

WIDE, NARROW = RIGHT_ANGLE, 600
"""Half the width of an arc of 180 degrees, and of a fixed one of 120."""
ARCS: Final[dict[str, Arc]] = {
    FRONT: Arc(0, WIDE), LEFT: Arc(RIGHT_ANGLE, WIDE), REAR: Arc(HALF_TURN, WIDE), RIGHT: Arc(-RIGHT_ANGLE, WIDE),
    FIXED: Arc(0, NARROW), "FL": Arc(RIGHT_ANGLE, NARROW), "FRr": Arc(HALF_TURN, NARROW),
    "FRt": Arc(-RIGHT_ANGLE, NARROW), TURRETED: ALL_ROUND,
}  # fmt: skip
"""By the codes of cards; fixed arcs to a side or the rear begin with F."""
ARC_WORDS: Final = {
    FRONT: "forward", LEFT: "left", REAR: "rear", RIGHT: "right", FIXED: "fixed forward", "FL": "fixed left",
    "FRr": "fixed rear", "FRt": "fixed right", TURRETED: "turreted",
}  # fmt: skip
_BEHIND: Final = Arc(HALF_TURN, 300)
FRONT_SIDE, REAR_FLANK, REAR_SIDE = "front", "rear flank", "rear"
DEFENSE: Final = {FRONT_SIDE: 0, REAR_FLANK: -1, REAR_SIDE: -2}
"""What each arc of attack does to a Defense roll."""


@rule("tactical.2.6.6-firing-arcs", "tactical.2.6.6-infantry-arcs")
def in_arc(unit: Unit, arc: str, x: int, y: int) -> bool:
    """Whether a point lies in an arc of a unit, from its middle; borders belong to the arc. Infantry has no facing."""
    return unit.is_infantry or _is_in(unit.facing, arc, x - unit.x, y - unit.y)


@lru_cache(maxsize=1 << 14)
def _is_in(facing: int, arc: str, x: int, y: int) -> bool:
    return is_centre_in(ARCS[arc], 0, 0, facing, point(x, y))


@heeds("tactical.2.6.6-firing-arcs", "tactical.2.6.6-infantry-arcs")
def arcs_of_sight(card: Card) -> tuple[str, ...]:
    """The arcs a unit looks into: those of all its weapons, lost and empty ones too; without weapons the front."""
    if card.is_infantry:
        return (TURRETED,)
    arcs = tuple(dict.fromkeys(mount.arc for mount in card.weapons))
    return arcs or (FRONT,)


@heeds("tactical.2.6.6-firing-arcs", "tactical.2.6.6-infantry-arcs")
def sees_towards(unit: Unit, x: int, y: int) -> bool:
    """Whether a unit can see towards a point at all: it lies in the arc of at least one of its weapons."""
    return any(in_arc(unit, arc, x, y) for arc in arcs_of_sight(unit.card))


@rule("tactical.2.6.7-defense-arc")
@heeds("tactical.2.6.6-infantry-arcs")
def defense_arc(target: Unit, x: int, y: int) -> str:
    """The arc of a defender that an attack from a point comes in: front, rear flank or rear.

    180 degrees ahead are its front, the next 60 on either side a rear flank, the last 60 its rear; a border belongs to
    the arc that is better for the defender. Infantry is all front.
    """
    if target.is_infantry or in_arc(target, FRONT, x, y):
        return FRONT_SIDE
    return REAR_SIDE if _is_behind(target.facing, x - target.x, y - target.y) else REAR_FLANK


@lru_cache(maxsize=1 << 14)
def _is_behind(facing: int, x: int, y: int) -> bool:
    """Whether a point lies in the last 60 degrees; not on their border."""
    if not is_centre_in(_BEHIND, 0, 0, facing, point(x, y)):
        return False
    flanks = (Arc(1200, 300), Arc(-1200, 300))
    return not any(is_centre_in(flank, 0, 0, facing, point(x, y)) for flank in flanks)


@heeds("tactical.2.6.7-defense-arc", "tactical.7.2-reinforced-armor")
def defense_facing(target: Unit, x: int, y: int) -> str:
    """As `defense_arc`, with the side of a rear flank: "left rear flank" or "right rear flank"."""
    arc = defense_arc(target, x, y)
    if arc != REAR_FLANK:
        return arc
    return f"{'left' if in_arc(target, LEFT, x, y) else 'right'} {REAR_FLANK}"


@heeds("tactical.2.6.7-defense-arc")
def defense_arc_lines(target: Unit, x: int, y: int) -> tuple[Modifier, ...]:
    """What the arc of an attack does to a Defense roll."""
    arc = defense_arc(target, x, y)
    return (result(DEFENSE[arc], f"attacked from the {arc}", "tactical.2.6.7-defense-arc"),) if DEFENSE[arc] else ()
