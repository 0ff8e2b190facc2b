"""2.11 and 8.4: arcs. Each is the half of the table on one side of a model; turrets cover both halves."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.sighting import arcs
from gearlock.mechanics.sighting.arcs import ArcTable
from gearlock.systems.blitz.state import Unit
from gearlock.table.arcs import Arc, is_wholly_in
from gearlock.table.bodies import Body
from gearlock.table.measure import HALF_TURN, RIGHT_ANGLE

ARM, FAST_TURRET, TURRET = "Arm", "FT", "T"
ARC_NAMES = {
    "F": "front", "B": "back", "L": "left", "R": "right", ARM: "arm", TURRET: "turret", FAST_TURRET: "fast turret",
}  # fmt: skip

ARCS = ArcTable(
    {
        "F": Arc(0, RIGHT_ANGLE),
        ARM: Arc(0, RIGHT_ANGLE),
        "L": Arc(RIGHT_ANGLE, RIGHT_ANGLE),
        "R": Arc(-RIGHT_ANGLE, RIGHT_ANGLE),
        "B": Arc(HALF_TURN, RIGHT_ANGLE),
        TURRET: Arc(0, HALF_TURN),
        FAST_TURRET: Arc(0, HALF_TURN),
    },
    faceless=("F", ARM, "L", "R", TURRET, FAST_TURRET),
)
"""To infantry all round is front: it has no back."""
BACK = ARCS.arcs["B"]


@rule("blitz.2.11", "blitz.2.11-turrets", "blitz.8.4")
@heeds("blitz.2.14")
def is_in_arc(unit: Unit, arc: str, body: Body) -> bool:
    """Whether any part of a base lies in a weapon's arc: of F/L either may be chosen, of FT+F both must hold it."""
    return all(
        any(arcs.is_in_arc(ARCS.arc(choice, unit.is_infantry), unit, body) for choice in part.split("/"))
        for part in arc.split("+")
    )


@heeds("blitz.8.4", "blitz.10.4")
def is_quick(arc: str) -> bool:
    """Whether a weapon so mounted can react: on an arm or in a fast turret, also if its arc is limited."""
    return any(part in (ARM, FAST_TURRET) for part in arc.split("+"))


@heeds("blitz.2.11", "blitz.2.14", "blitz.8.2d")
def is_behind(body: Body, target: Unit) -> bool:
    """Whether all of a base lies in a model's back arc, so that it flanks it; nobody is behind infantry."""
    return not target.is_infantry and is_wholly_in(BACK, target.x, target.y, target.facing, body)
