"""What happens when models move. Sums are those of one stretch of a Move."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import rule
from gearlock.kernel.view import Modifier
from gearlock.odds.pools import pool_score
from gearlock.systems.brigands.machines.components import carry_parts
from gearlock.systems.brigands.moving.terrain import ruined
from gearlock.systems.brigands.state import State
from gearlock.systems.brigands.underway import Rolled


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


class Fell(Event, frozen=True, tag="fell"):
    """A model dropped so far and takes so many Marginal Hits; it lies or stands at that elevation now.

    `beside` is where, if somebody was in the place it came down on.
    """

    unit: str
    height: int
    hits: int
    z: int
    beside: tuple[int, int] | None = None

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.z, unit.hanging, unit.inside = self.z, "", ""
        if self.beside is not None:
            unit.x, unit.y = self.beside
        carry_parts(state, unit)


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


class BuildingRolled(Event, frozen=True, tag="building-rolled"):
    """An attack on a building, which always rolls 1 itself."""

    unit: str
    weapon: str
    building: str
    faces: tuple[int, ...]
    result: int
    step: int = 4
    lines: tuple[Modifier, ...] = ()
    """Every modifier of the roll."""

    def change(self, state: State) -> None:
        bonus = self.result - pool_score(self.faces, self.step) if self.faces else 0
        state.bites = None
        state.rolled = Rolled(
            self.unit, self.weapon, "", self.result, BUILDING_ROLLS, len(self.faces), 0, bonus, 0, 0, self.step,
            building=self.building,
        )  # fmt: skip


class BuildingDamaged(Event, frozen=True, tag="building-damaged"):
    """One attack's damage on a building, and what is left of it; destroyed, it is rubble."""

    building: str
    by: str
    weapon: str
    damage: int
    hull: int
    structure: int
    destroyed: bool = False

    @rule("brigands.3.2b-destroyed")
    def change(self, state: State) -> None:
        """What is left of a building; one that is destroyed is rubble on the ground."""
        state.buildings[self.building] = (self.hull, self.structure)
        if self.destroyed:
            state.ground = ruined(state.ground, self.building)


BUILDING_ROLLS = 1
"""What a building always rolls."""
