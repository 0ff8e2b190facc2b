"""What may happen in interceptors, smoke and mines."""

from __future__ import annotations

from typing import ClassVar

from gearlock.kernel.events import Event
from gearlock.systems.hex100.defences.orders import ROUNDS
from gearlock.systems.hex100.dice_on_table import Shots
from gearlock.systems.hex100.state import State


class GunsWarding(Event, frozen=True, tag="guns-warding"):
    """Guns stand ready to stop incoming shots until the next phase of their side."""

    plain: ClassVar[bool] = True
    unit: str
    weapons: tuple[str, ...]

    def change(self, state: State) -> None:
        state.units[self.unit].warding += self.weapons


class ShotsAnnounced(Event, frozen=True, tag="shots-announced"):
    """Large projectiles are in the air, and somebody may stop them before they are rolled for."""

    unit: str
    weapon: str
    mode: str
    target: str
    q: int
    r: int
    shots: int

    def change(self, state: State) -> None:
        at = self.q, self.r
        state.shots = Shots(self.unit, self.weapon, self.mode, self.target, *at, self.shots)


class ShotsStopped(Event, frozen=True, tag="shots-stopped"):
    """A unit's interceptors shot large projectiles down; `by` says how many each of them took."""

    reveals: ClassVar[bool] = True
    unit: str
    attacker: str
    by: tuple[tuple[str, int], ...]

    @property
    def shots(self) -> int:
        """All shots stopped."""
        return sum(shots for _, shots in self.by)

    def change(self, state: State) -> None:
        state.shots = None
        stopped = state.units[self.unit].stopped
        for source, shots in self.by:
            stopped[source] = stopped.get(source, 0) + shots


class SmokeLaid(Event, frozen=True, tag="smoke-laid"):
    """Dense smoke fills hexes until the next phase of the unit's side; a launcher has one use less."""

    unit: str
    hexes: tuple[tuple[int, int], ...]
    launcher: str = ""

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        laid = {(q, r, unit.seat) for q, r in self.hexes}
        state.smoke = sorted(laid.union(state.smoke))
        if self.launcher in unit.uses:
            unit.uses[self.launcher] -= 1
        state.rebuild_field()


class SmokeCleared(Event, frozen=True, tag="smoke-cleared"):
    """The smoke that a side laid in its last phase is gone."""

    seat: str

    def change(self, state: State) -> None:
        state.smoke = [each for each in state.smoke if each[2] != self.seat]
        state.rebuild_field()


class RoundsSwitched(Event, frozen=True, tag="rounds-switched"):
    """A utility launcher holds this kind of round now, by its first shot or by a change."""

    plain: ClassVar[bool] = True
    unit: str
    launcher: str
    load: str

    def change(self, state: State) -> None:
        state.units[self.unit].loaded[self.launcher] = ROUNDS.index(self.load)


class MinesLaid(Event, frozen=True, tag="mines-laid"):
    """Mines lie ready in these hexes; one that came down where somebody stands is lost."""

    reveals: ClassVar[bool] = True
    unit: str
    hexes: tuple[tuple[int, int], ...]

    def change(self, state: State) -> None:
        state.mines = sorted({*state.mines, *self.hexes})


class MineGone(Event, frozen=True, tag="mine-gone"):
    """A unit set a mine off by entering its hex, or cleared it with a plough or blade."""

    unit: str
    q: int
    r: int
    cleared: bool = False

    def change(self, state: State) -> None:
        state.mines.remove((self.q, self.r))
