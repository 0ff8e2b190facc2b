"""3.2b: what a building withstands."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.ground.forms import is_building
from gearlock.odds.pools import Harm
from gearlock.systems.brigands.buildings.plan import plan_of
from gearlock.systems.brigands.damage.hurt import MARGINAL, Hurt
from gearlock.systems.brigands.state import State
from gearlock.systems.brigands.weapons import Weapon
from gearlock.table.terrain import Piece

DEFENCE = 1
"""What a building always rolls."""


class Strength(NamedTuple):
    """What is left of a building."""

    hull: int
    structure: int


def standing_building(state: State, name: str) -> Piece | None:
    """A building by its id, if it still stands."""
    return next((piece for piece in state.ground.pieces if piece.id == name and is_building(piece)), None)


def strength_of(state: State, piece: Piece) -> Strength:
    """The Hull and Structure a building has left."""
    whole = plan_of(piece).strength
    return Strength(*state.buildings.get(piece.id, (whole, whole)))


@heeds("brigands.3.2b-attack", "brigands.wtrait.ap", "brigands.5.7a", "brigands.wtrait.as")
def hurt_to_building(weapon: Weapon, piece: Piece) -> Hurt:
    """How a weapon hurts a building: AP has no effect on it, and what is made to bring it down does double."""
    return Hurt(Harm(weapon.pen - plan_of(piece).armor, 0, 0, MARGINAL), doubled="AS" in weapon.traits)
