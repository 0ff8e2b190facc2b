"""The point defence drone: its CRAM turret stops large projectiles at whatever is within four hexes of it."""

from __future__ import annotations

from gearlock.systems.hex100.drones.behaviour import ALLY, POINT, Mode
from gearlock.systems.hex100.drones.drone_moves import follow, hold

RULE = "hex100.drone-point-defence-modes"
CRAM_REACH = 4


POINT_DEFENCE_MODES: dict[str, Mode] = {
    "point-defence": Mode("point defence", RULE, POINT, hold, "Go to the hex and stay there."),
    "guard": Mode(
        "guard",
        RULE,
        ALLY,
        follow(CRAM_REACH),
        "Follow the unit, never more than 4 hexes away.",
    ),
}
