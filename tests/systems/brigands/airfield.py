"""A VTOL at 24, 10, on the ground or in the air."""

from __future__ import annotations

from gearlock.kernel.battle import Battle
from gearlock.systems.brigands.rounds.orders import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, State, Unit
from gearlock.table.terrain import Piece
from systems.brigands.company import company
from systems.brigands.field import again, give, ground

FLYER = "dragonfly-north"
ALOFT = 12_000


def airfield(*pieces: Piece, enemy: tuple[str, float, float] = ("hunter/foc", 24, 40)) -> Battle[State]:
    """A Dragonfly at 24, 10 facing north on the ground, a Hunter to the north, and this terrain."""
    battle = company([[(f"{FLYER}/foc", 24, 10)]], [[enemy]])
    battle.state.ground = ground(*pieces)
    for unit in battle.state.units.values():
        unit.command = 0
    return again(battle)


def fly(battle: Battle[State], posture: str = COMBAT_SPEED) -> Unit:
    give(battle, Activate("red-1", posture, airborne=True))
    return battle.state.units["red-1"]
