"""The point defence drone: its CRAM turret stops large projectiles at whatever is within four hexes of it."""

from __future__ import annotations

from gearlock.kernel.rulebook import rule
from gearlock.systems.hex100.drones.behaviour import ALLY, POINT, Mode, Named
from gearlock.systems.hex100.drones.following import follow, hold
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex, distance

RULE = "hex100.drone-point-defence-modes"
CRAM_REACH = 4
COVERED, GUARDED = 0.01, 0.002
"""What it is worth to have a unit within reach of the turret, and to go wherever one unit goes besides."""


@rule("hex100.drone-point-defence-modes")
def _covered(state: State, seat: str, drone: Unit, hex_: Hex) -> float:
    """The units of a side that the turret would protect from a hex; nobody shoots before there are enemies about."""
    near = [each for each in state.standing(seat) if each.id != drone.id and distance(each.hex, hex_) <= CRAM_REACH]
    return COVERED * len(near) if state.known[seat] else 0.0


def _point_worth(state: State, seat: str, drone: Unit, named: Named) -> float:
    return _covered(state, seat, drone, named.point) if named.point is not None else 0.0


def _guard_worth(state: State, seat: str, drone: Unit, named: Named) -> float:
    ally = state.units.get(named.charge)
    return _covered(state, seat, drone, ally.hex) + GUARDED if ally is not None and ally.standing else 0.0


POINT_DEFENCE_MODES: dict[str, Mode] = {
    "point-defence": Mode("point defence", RULE, POINT, hold, _point_worth, "Go to the hex and stay there."),
    "guard": Mode(
        "guard",
        RULE,
        ALLY,
        follow(CRAM_REACH),
        _guard_worth,
        "Follow the unit, never more than 4 hexes away.",
    ),
}
