"""What damage does: hits and charges, swarms cut, units destroyed, EMP shock."""

from __future__ import annotations

from typing import ClassVar

from gearlock.kernel.events import Event
from gearlock.kernel.view import Modifier
from gearlock.systems.hex100.actions.phase_begins import drop_reserve
from gearlock.systems.hex100.damage.carried import drop_riders, leaves_wreck, lose_docked
from gearlock.systems.hex100.dice_on_table import Hits
from gearlock.systems.hex100.e_war import trace
from gearlock.systems.hex100.state import SEATS, State


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


class Shocked(Event, frozen=True, tag="shocked"):
    """A unit is in EMP shock."""

    reveals: ClassVar[bool] = True
    unit: str
    by: str = ""

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.shocked = True
        trace(state, unit)


class Crashed(Event, frozen=True, tag="crashed"):
    """A flying unit fell out of the sky in EMP shock."""

    unit: str


class PoolCut(Event, frozen=True, tag="pool-cut"):
    """EMP shock left a unit these actions and no others."""

    unit: str
    pool: tuple[tuple[str, int], ...]

    def change(self, state: State) -> None:
        state.units[self.unit].pool = dict(self.pool)


class Dismounted(Event, frozen=True, tag="dismounted"):
    """Terror drones that have lost their mount find a hex of their own; `held` as with a step."""

    reveals: ClassVar[bool] = True
    unit: str
    q: int
    r: int
    held: bool = False

    def change(self, state: State) -> None:
        drone = state.units[self.unit]
        drone.q, drone.r = self.q, self.r


class SwarmCut(Event, frozen=True, tag="swarm-cut"):
    """Something struck a swarm: the hit points of the machines that are left, the weakest first."""

    unit: str
    left: tuple[int, ...]
    how: str
    by: str = ""

    def change(self, state: State) -> None:
        drone = state.units[self.unit]
        drone.swarm, drone.hp = list(self.left), sum(self.left)


class HitsCounted(Event, frozen=True, tag="hits-counted"):
    """Hits that charges of reactive armour may lower; their critical damage is known by then."""

    unit: str
    hits: int
    damage: int
    lowered: int
    critical: int = 0

    def change(self, state: State) -> None:
        state.hits = Hits(self.unit, self.hits, self.damage, self.lowered, self.critical)


class ChargesSpent(Event, frozen=True, tag="charges-spent"):
    """Reactive armour met hits, one charge for each."""

    unit: str
    charges: int

    def change(self, state: State) -> None:
        state.hits = None
        state.units[self.unit].charges -= self.charges
