"""A VTOL at 24, 10, on the ground or in the air."""

from __future__ import annotations

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, State, Unit
from gearlock.table.terrain import Piece
from systems.brigands.company import lined_up
from systems.brigands.field import give, ground

FLYER = "dragonfly-north"
ALOFT = 12_000


def airfield(
    *pieces: Piece, enemy: tuple[str, float, float] = ("hunter/foc", 24, 40), aloft: bool = False
) -> Battle[State]:
    """A Dragonfly at 24, 10 facing north on the ground or aloft, a Hunter to the north, and this terrain."""
    flyer = {"red-1": {"at": (24, 10), "airborne": True}} if aloft else {}
    position = lined_up([[(f"{FLYER}/foc", 24, 10)]], [[enemy]], on=ground(*pieces), models=flyer, command=0)
    return position.battle(Scripted())


def fly(battle: Battle[State], posture: str = COMBAT_SPEED) -> Unit:
    give(battle, Activate("red-1", posture, airborne=True))
    return battle.state.units["red-1"]
