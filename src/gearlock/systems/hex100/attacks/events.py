"""What happens in attacks and in reserve."""

from __future__ import annotations

from typing import ClassVar

from gearlock.kernel.events import Event
from gearlock.kernel.view import Modifier
from gearlock.systems.hex100.actions.phase_begins import drop_reserve
from gearlock.systems.hex100.state import State


class Reserved(Event, frozen=True, tag="reserved"):
    """An action is held back for the enemy phase."""

    plain: ClassVar[bool] = True
    unit: str
    held: str
    weapons: tuple[str, ...]
    trigger: str
    within: int
    enemy: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.held, unit.held_weapons = self.held, list(self.weapons)
        unit.trigger, unit.within, unit.waits_for = self.trigger, self.within, self.enemy


class ReserveSpent(Event, frozen=True, tag="reserve-spent"):
    """A held action is carried out."""

    unit: str

    def change(self, state: State) -> None:
        drop_reserve(state.units[self.unit])


class AttackDeclared(Event, frozen=True, tag="attack-declared"):
    """A unit attacks, and limited ammunition has one use less; without a target it aims at the hex."""

    unit: str
    weapons: tuple[str, ...]
    target: str
    q: int
    r: int
    reserved: bool = False

    def change(self, state: State) -> None:
        """Limited ammunition is spent when a weapon fires, not when it is held back; who fires hides no longer."""
        state.units[self.unit].quarry = self.target
        uses = state.units[self.unit].uses
        state.units[self.unit].lurking = False
        for token in self.weapons:
            mount = token.partition(":")[0]
            if mount in uses:
                uses[mount] -= 1


class Fired(Event, frozen=True, tag="fired"):
    """One weapon's shots: the number to roll under, the dice, what hit and what was evaded.

    No dice mean that every shot hit by itself. `name` says what was fired: the load may change before it is told.
    """

    unit: str
    weapon: str
    name: str
    target: str
    number: int
    faces: tuple[int, ...]
    hits: int
    evasion: int = 0
    evasion_faces: tuple[int, ...] = ()
    evaded: int = 0
    lines: tuple[Modifier, ...] = ()
    """How the number came about, as the side that fires may know it."""

    def change(self, state: State) -> None:
        state.shots = None


class Scattered(Event, frozen=True, tag="scattered"):
    """A blast that missed went astray."""

    unit: str
    direction: int
    distance: int
    q: int
    r: int


class Burst(Event, frozen=True, tag="burst"):
    """A blast went off over a hex."""

    unit: str
    q: int
    r: int
    radius: int


class TerrainRazed(Event, frozen=True, tag="terrain-razed"):
    """A hex is not what it was."""

    q: int
    r: int
    terrain: str

    def change(self, state: State) -> None:
        kept = [change for change in state.changed if change[:2] != (self.q, self.r)]
        state.changed = sorted([*kept, (self.q, self.r, self.terrain)])
        state.rebuild_field()


class SiegeEntered(Event, frozen=True, tag="siege-entered"):
    """A unit is in siege mode."""

    unit: str

    def change(self, state: State) -> None:
        _siege_changed(state, self)


class SiegeLeft(Event, frozen=True, tag="siege-left"):
    """A unit can move again."""

    unit: str

    def change(self, state: State) -> None:
        _siege_changed(state, self)


class FirePlotted(Event, frozen=True, tag="fire-plotted"):
    """A unit's artillery shoots better until the next phase of its side."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].plotted = True


def _siege_changed(state: State, event: SiegeEntered | SiegeLeft) -> None:
    state.units[event.unit].sieging = isinstance(event, SiegeEntered)
