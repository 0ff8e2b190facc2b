"""What happens where it burns."""

from __future__ import annotations

from dataclasses import replace

from gearlock.kernel.events import Event
from gearlock.systems.tactical.fires.zones import FIRST, FUEL, HALF_INCH, WIND
from gearlock.systems.tactical.line_of_sight.smoke import FIRE
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.under_way import Burn, Patch


class Kindled(Event, frozen=True, tag="kindled"):
    """Intensity fired into a square that does not burn yet, and how much that is in all."""

    x: int
    y: int
    by: str
    points: int
    total: int

    def change(self, state: State) -> None:
        _clear(state, self.x, self.y)
        state.patches.append(Patch(FUEL, self.x, self.y, HALF_INCH, points=self.total, unit=self.by))


class FireStarted(Event, frozen=True, tag="fire-started"):
    """A square burns, at Intensity 10."""

    x: int
    y: int
    by: str = ""
    spread: bool = False

    def change(self, state: State) -> None:
        _clear(state, self.x, self.y)
        state.patches.append(Patch(FIRE, self.x, self.y, HALF_INCH, FIRST, unit=self.by))


def _clear(state: State, x: int, y: int) -> None:
    state.patches = [patch for patch in state.patches if patch.kind != FUEL or (patch.x, patch.y) != (x, y)]


class FireGrew(Event, frozen=True, tag="fire-grew"):
    """At the end of a round the fires burn hotter: their Intensity by place."""

    fires: tuple[tuple[int, int, int], ...]

    def change(self, state: State) -> None:
        hot = {(x, y): number for x, y, number in self.fires}
        state.patches = [
            replace(patch, number=hot[patch.x, patch.y]) if patch.kind == FIRE and (patch.x, patch.y) in hot else patch
            for patch in state.patches
        ]


class WindRose(Event, frozen=True, tag="wind-rose"):
    """The die that tells where the wind blows to."""

    face: int

    def change(self, state: State) -> None:
        state.points[WIND] = self.face


class BurnedOn(Event, frozen=True, tag="burned-on"):
    """What is left to burn on a unit after this round, as amount, rounds, the round it began in, whose, arc, place."""

    unit: str
    left: tuple[tuple[int, int, int, str, str, int, int], ...]

    def change(self, state: State) -> None:
        state.units[self.unit].burns = [Burn(*each) for each in self.left]
