"""What happens when models move. Sums are those of one stretch of a Move."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.systems.brigands.state import State
from gearlock.systems.brigands.vehicles.components import carry_parts


class Moved(Event, frozen=True, tag="moved"):
    """A model went along a path; the sums are those of this stretch."""

    unit: str
    gait: str
    x: int
    y: int
    z: int
    facing: int
    spent: int
    turns: int
    rough: int
    travelled: int
    stepped: int
    on_road: bool
    through: tuple[tuple[int, int], ...] = ()
    wet: int = 0
    hanging: str = ""
    fall: int = 0
    slid: bool = False
    inside: str = ""

    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        unit.x, unit.y, unit.z, unit.facing = self.x, self.y, self.z, self.facing
        unit.hanging, unit.inside = self.hanging, self.inside
        carry_parts(state, unit)
        assert now is not None, "only the Active model moves"
        if not now.gait:
            now.moves -= 1
            now.gait = self.gait
        now.spent += self.spent
        now.turns += self.turns
        now.rough += self.rough
        now.travelled += self.travelled
        now.stepped += self.stepped
        now.on_road = now.on_road and self.on_road
        now.wet += self.wet
        now.slid = now.slid or self.slid


class MoveEnded(Event, frozen=True, tag="move-ended"):
    """A Move is over."""

    unit: str
    travelled: int

    def change(self, state: State) -> None:
        now = state.activation
        assert now is not None, f"{self.unit} is not Active"
        now.gait, now.on_road = "", True
        now.spent = now.turns = now.rough = now.wet = now.travelled = now.stepped = 0
        now.slid = False


class Turned(Event, frozen=True, tag="turned"):
    """A Braced model turned."""

    unit: str
    facing: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.facing = self.facing
        carry_parts(state, unit)
        assert state.activation is not None, "only the Active model turns"
        state.activation.turns += 1
