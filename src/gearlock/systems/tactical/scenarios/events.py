"""What happens in printed scenarios beside the fighting."""

from __future__ import annotations

from typing import Final

import msgspec

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.secrets import Sealed, told
from gearlock.systems.tactical.damage.hull_down import HIDDEN_WHOLE, READY, position_token
from gearlock.systems.tactical.scenarios.chits import CHIT, TRUTH, UPLOAD, vehicle
from gearlock.systems.tactical.scenarios.counting import BEGAN
from gearlock.systems.tactical.scenarios.last_stand import LEVEL, STEVENS
from gearlock.systems.tactical.scenarios.printed import SOUTH
from gearlock.systems.tactical.scenarios.verdicts import FORFEIT
from gearlock.systems.tactical.state import (
    COMBAT,
    FIELDED,
    HULL_DOWN,
    KEPT_SLOW,
    RESERVE,
    SEATS,
    STATIONARY,
    WAITING,
    State,
)

LATE: Final = "late"
"""Counted in `State.points`: the combat group that is late."""


class ForcesCounted(Event, frozen=True, tag="forces-counted"):
    """The units each side takes the field with, those still to come among them."""

    units: dict[str, int]

    def change(self, state: State) -> None:
        state.points |= {BEGAN + seat: count for seat, count in self.units.items()}


class SquadronDelayed(Event, frozen=True, tag="squadron-delayed"):
    """A combat group has not arrived yet."""

    seat: str
    group: int

    @heeds("tactical.4.3.2")
    def change(self, state: State) -> None:
        """It comes by its own zone, once dice have brought it."""
        for unit in state.units.values():
            if unit.seat == self.seat and unit.group == self.group:
                unit.status = RESERVE
        state.points[LATE] = self.group
        state.zones = {**state.zones, f"{self.seat}:{self.group}": state.zones[f"{self.seat}:{LATE}"]}


class StevensNamed(Event, frozen=True, tag="stevens-named"):
    """A vehicle is driven by Colonel Stevens."""

    unit: str

    @heeds("tactical.4.3.4")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.tokens[STEVENS] = 1
        unit.level = max(unit.level, LEVEL)


class ChitPlaced(Event, frozen=True, tag="chit-placed"):
    """A chit lies on the table."""

    chit: str
    x: int
    y: int

    @heeds("tactical.4.3.6")
    def change(self, state: State) -> None:
        state.markers = {**state.markers, self.chit: (self.x, self.y)}


class VehicleNoted(Event, frozen=True, tag="vehicle-noted"):
    """The South has noted which chit is the vehicle."""

    chit: str

    @heeds("tactical.4.3.6")
    def change(self, state: State) -> None:
        state.facts[TRUTH] = Sealed(self.chit, (SOUTH,))


class ChitIdentified(Event, frozen=True, tag="chit-identified"):
    """The North has seen what a chit is; the vehicle is put in its place."""

    reveals = True
    chit: str
    by: str
    real: bool
    x: int = 0
    y: int = 0
    z: int = 0

    @heeds("tactical.4.3.6")
    def change(self, state: State) -> None:
        """All chits are off the table once the vehicle is found."""
        if not self.real:
            state.markers = {name: at for name, at in state.markers.items() if name != self.chit}
            return
        state.markers = {name: at for name, at in state.markers.items() if not name.startswith(CHIT)}
        state.facts[TRUTH] = told(state.facts[TRUTH], SEATS)
        unit = vehicle(state)
        assert unit is not None, "there is a vehicle"
        unit.x, unit.y, unit.z, unit.facing, unit.status = self.x, self.y, self.z, 900, FIELDED


class HullDownBegun(Event, frozen=True, tag="hull-down-begun"):
    """A unit begins the battle in a position."""

    unit: str
    terrain: str
    whole: bool = False

    @heeds("tactical.4.3.1", "tactical.3.2.4")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.tokens[HULL_DOWN] = HIDDEN_WHOLE if self.whole else READY
        unit.tokens[position_token(self.terrain)] = 1
        unit.speed, unit.went, unit.moved = COMBAT, STATIONARY, 0


class PreparationsOver(Event, frozen=True, tag="preparations-over"):
    """All stand where they begin; another phase follows."""

    phase: str
    turn: str = ""

    def change(self, state: State) -> None:
        state.phase, state.turn, state.group = self.phase, self.turn, 0


class ReinforcementRolled(Event, frozen=True, tag="reinforcement-rolled"):
    """A die about who is still to come, with what the round adds; `units` come at the beginning of a round."""

    seat: str
    face: int
    bonus: int
    units: tuple[str, ...] = ()
    marks: dict[str, int] = msgspec.field(default_factory=dict)
    """What is counted from now on."""

    @heeds("tactical.4.3.1", "tactical.4.3.2")
    def change(self, state: State) -> None:
        for name in self.units:
            state.units[name].status = WAITING
        state.points |= self.marks


class RoundJudged(Event, frozen=True, tag="round-judged"):
    """What a round has come to: what is counted by name, and full rounds of Gears at the vehicle."""

    points: dict[str, int]
    uploads: dict[str, int] = msgspec.field(default_factory=dict)

    @heeds("tactical.4.3.1", "tactical.4.3.2", "tactical.4.3.5", "tactical.4.3.6")
    def change(self, state: State) -> None:
        state.points |= self.points
        for name, rounds in self.uploads.items():
            state.units[name].tokens.pop(UPLOAD, None)
            if rounds:
                state.units[name].tokens[UPLOAD] = rounds


class ConvoyLetLoose(Event, frozen=True, tag="convoy-let-loose"):
    """A truck was lost: the others may go to Top Speed."""

    @heeds("tactical.4.3.5")
    def change(self, state: State) -> None:
        for unit in state.units.values():
            unit.tokens.pop(KEPT_SLOW, None)


class CommandPointBrought(Event, frozen=True, tag="command-point-brought"):
    """A commander of renown brings his side an Initiative Command Point."""

    unit: str
    seat: str

    @heeds("tactical.4.3.4")
    def change(self, state: State) -> None:
        name = f"ICP:{self.seat}"
        state.points[name] = state.points.get(name, 0) + 1


class Forfeited(Event, frozen=True, tag="forfeited"):
    """A side has done what loses the game by itself."""

    seat: str
    why: str

    def change(self, state: State) -> None:
        state.points[FORFEIT + self.seat] = 1
