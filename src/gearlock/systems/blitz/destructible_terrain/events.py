"""18.3b: what happens to terrain."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Modifier
from gearlock.systems.blitz.attacks.weapon_use import use
from gearlock.systems.blitz.destructible_terrain.strength import collapsed
from gearlock.systems.blitz.paying import pay
from gearlock.systems.blitz.state import State


class Bombarded(Event, frozen=True, tag="bombarded"):
    """A model attacks a piece of terrain."""

    unit: str
    weapon: str
    piece: str
    load: str = ""

    @heeds("blitz.8.2c", "blitz.3.4a")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(unit)
        use(state, unit, self.weapon, snap=False)


class BombardmentRolled(Event, frozen=True, tag="bombardment-rolled"):
    """The check against a piece of terrain, and its defence."""

    unit: str
    piece: str
    faces: tuple[int, ...]
    skill: int
    total: int
    guard: tuple[int, ...]
    against: int
    lines: tuple[Modifier, ...] = ()


class TerrainDamaged(Event, frozen=True, tag="terrain-damaged"):
    """Damage to a piece of terrain, and the points it has left; at none it lies in ruins."""

    unit: str
    piece: str
    damage: int
    left: int

    @heeds("blitz.18.3b")
    def change(self, state: State) -> None:
        state.damaged[self.piece] = self.left
        if self.left <= 0:
            state.ground = collapsed(state.ground, self.piece)
