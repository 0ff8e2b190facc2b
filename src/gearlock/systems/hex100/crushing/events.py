"""What may happen in ramming, blades and jumps."""

from __future__ import annotations

from typing import ClassVar

from gearlock.kernel.events import Event
from gearlock.systems.hex100.state import State


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
