"""What subplots bring."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.plots import HERO_TOKEN, LEFTOVER, LOVES
from gearlock.systems.tactical.state import State


class LoversFound(Event, frozen=True, tag="lovers-found"):
    """A unit is in love with one of the enemy's."""

    unit: str
    loved: str

    @heeds("tactical.4.1.4-love")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[LOVES + self.loved] = 1


class HeroFound(Event, frozen=True, tag="hero-found"):
    """A unit is piloted by a young hero."""

    unit: str

    @heeds("tactical.4.1.4-hero")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[HERO_TOKEN] = 1


class AmmoLeftOver(Event, frozen=True, tag="ammo-left-over"):
    """A unit has been supplied with old ammunition."""

    unit: str

    @heeds("tactical.4.1.4-leftover-ammo")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[LEFTOVER] = 1


class SuppliesCorrupted(Event, frozen=True, tag="supplies-corrupted"):
    """A vehicle comes to the battle damaged."""

    unit: str


class TempestComing(Event, frozen=True, tag="tempest-coming"):
    """In which round the tempest breaks out."""

    round: int

    def change(self, state: State) -> None:
        state.points["tempest"] = self.round


class SubplotsBegun(Event, frozen=True, tag="subplots-begun"):
    """What subplots do before the battle is done."""

    def change(self, state: State) -> None:
        state.phase, state.turn = "command", ""
