"""What happens when units move."""

from __future__ import annotations

from typing import ClassVar

from gearlock.kernel.events import Event
from gearlock.systems.hex100.damage.carried import carry_riders
from gearlock.systems.hex100.state import State


class Turned(Event, frozen=True, tag="turned"):
    """A unit faces another way."""

    unit: str
    facing: int

    def change(self, state: State) -> None:
        state.units[self.unit].facing = self.facing


class Stepped(Event, frozen=True, tag="stepped"):
    """A unit entered a hex; `held` says that the other side knows of it there, if only as a blip."""

    unit: str
    q: int
    r: int
    held: bool = False

    def change(self, state: State) -> None:
        _stepped(state, self)


class Halted(Event, frozen=True, tag="halted"):
    """A move ended early in front of an enemy that stood in the way unseen."""

    reveals: ClassVar[bool] = True
    unit: str
    q: int
    r: int

    def change(self, state: State) -> None:
        _stepped(state, self)


def _stepped(state: State, event: Stepped | Halted) -> None:
    unit = state.units[event.unit]
    unit.q, unit.r, unit.lurking = event.q, event.r, False
    carry_riders(state, unit)


class GroundCleared(Event, frozen=True, tag="ground-cleared"):
    """A unit entered a hex and left other terrain behind, perhaps without the wreck that lay there."""

    unit: str
    q: int
    r: int
    terrain: str
    wreck: bool = False
    way: str = ""
    """How it moves; a heavy tank needs no special way."""

    def change(self, state: State) -> None:
        hex_ = (self.q, self.r)
        if self.wreck:
            state.wrecks = [each for each in state.wrecks if each != hex_]
        kept = [change for change in state.changed if change[:2] != hex_]
        if state.land.ground.terrain_at(hex_) != self.terrain:
            state.changed = sorted([*kept, (self.q, self.r, self.terrain)])
        state.rebuild_field()


class GaitChosen(Event, frozen=True, tag="gait-chosen"):
    """A mech goes on skates or skims this turn, or stays on its feet."""

    plain: ClassVar[bool] = True
    unit: str
    gait: str = ""

    def change(self, state: State) -> None:
        state.units[self.unit].gait = self.gait


class Rammed(Event, frozen=True, tag="rammed"):
    """A vehicle drove into a unit, or past it: the die, the number to roll under, and the damage of the run-up."""

    unit: str
    target: str
    number: int
    face: int
    damage: int
