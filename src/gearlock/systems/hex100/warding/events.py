"""What may happen in interceptors, smoke, mines and special armour."""

from __future__ import annotations

from typing import ClassVar

from gearlock.kernel.events import Event
from gearlock.systems.hex100.dice_on_table import Hits, Shots
from gearlock.systems.hex100.state import State
from gearlock.systems.hex100.warding.rounds import ROUNDS


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


def _siege_changed(state: State, event: SiegeEntered | SiegeLeft) -> None:
    state.units[event.unit].sieging = isinstance(event, SiegeEntered)
