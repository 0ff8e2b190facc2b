"""What happens in attacks."""

from __future__ import annotations

from typing import ClassVar

from gearlock.kernel.events import Event
from gearlock.kernel.view import Modifier
from gearlock.systems.hex100.actions.phase_begins import drop_reserve
from gearlock.systems.hex100.drones.brought import leaves_wreck, lose_docked
from gearlock.systems.hex100.drones.terror.riders import drop_riders
from gearlock.systems.hex100.state import SEATS, State


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


class Struck(Event, frozen=True, tag="struck"):
    """A unit took damage, and perhaps critical damage on a hardpoint."""

    unit: str
    damage: int
    critical: int = 0
    hardpoint: int = -1
    how: str = "hit"
    by: str = ""
    raw: int = 0
    """The damage before armour and cover, and what these took off or added."""
    lines: tuple[Modifier, ...] = ()
    face: int = -1
    """The die for penetration and the number to stay under; -1 where none was rolled."""
    penetration: int = 0

    def change(self, state: State) -> None:
        state.hits = None
        unit = state.units[self.unit]
        unit.hp = max(0, unit.hp - self.damage)
        if self.critical:
            unit.critical += self.critical
            if self.hardpoint >= 0:
                unit.hurt[self.hardpoint] += self.critical


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


class Destroyed(Event, frozen=True, tag="destroyed"):
    """A unit is out of the game and leaves a wreck; both sides learn of it."""

    reveals: ClassVar[bool] = True
    unit: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.destroyed, unit.hp, unit.lock, unit.lock_at = True, 0, "", None
        unit.pool, unit.done = {}, True
        drop_reserve(unit)
        for seat in SEATS:
            state.known[seat].pop(unit.id, None)
            state.contacts[seat].pop(unit.id, None)
        if unit.id in state.awaiting:
            state.awaiting.remove(unit.id)
        lose_docked(state, unit)
        drop_riders(state, unit)
        if leaves_wreck(state, unit) and (unit.q, unit.r) not in state.wrecks:
            state.wrecks = sorted([*state.wrecks, (unit.q, unit.r)])
            state.rebuild_field()
        if state.acting == unit.id:
            state.acting = ""
