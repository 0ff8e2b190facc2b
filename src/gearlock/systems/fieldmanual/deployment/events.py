"""Steps 3 and 6: what happens before the first round, and when reserves arrive."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.state import DOCKED, FIELDED, NO_GROUP, State, opponent

DONE = -1
"""What `State.group` says when all of a Combat Group that was being placed stand on the table."""


class EdgeRolled(Event, frozen=True, tag="edge-rolled"):
    """The dice of both sides for the choice of a table edge."""

    red: int
    blue: int


class ChoiceOffered(Event, frozen=True, tag="choice-offered"):
    """It is for a seat to choose a zone or an edge."""

    seat: str

    def change(self, state: State) -> None:
        state.turn = state.winner = self.seat


class SideTaken(Event, frozen=True, tag="side-taken"):
    """A seat took a deployment zone and places first; the other has the other one."""

    seat: str
    side: str
    other: str

    @heeds("fieldmanual.step6-deployment", "fieldmanual.straight-up-brawl")
    def change(self, state: State) -> None:
        state.zones = {self.seat: self.side, opponent(self.seat): self.other}
        state.homes = dict(state.zones)
        state.turn, state.group, state.phase = self.seat, 0, "deployment"


class ChoiceGiven(Event, frozen=True, tag="choice-given"):
    """The winner of the roll left the choice of zones to the opponent, whose turn it is now."""

    seat: str

    def change(self, state: State) -> None:
        state.turn = opponent(self.seat)


class Deployed(Event, frozen=True, tag="deployed"):
    """A model stands on the table, at a speed; its drones are docked."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    band: str
    mode: str
    plain = True

    @heeds("fieldmanual.step6-deployment", "fieldmanual.defensive-assets", "fieldmanual.perk-drone")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y, unit.z, unit.facing, unit.status = self.x, self.y, self.z, self.facing, FIELDED
        unit.band, unit.mode = self.band, self.mode
        state.group = unit.group if unit.group != NO_GROUP else DONE
        for drone in state.units.values():
            if drone.parent == unit.id:
                drone.status, drone.carrier = DOCKED, unit.id
                drone.x, drone.y, drone.z, drone.facing = self.x, self.y, self.z, self.facing


class DeploymentPassed(Event, frozen=True, tag="deployment-passed"):
    """The other seat places a Combat Group; when the seat is empty all stand, and something else follows."""

    seat: str
    follows: str = "round"

    def change(self, state: State) -> None:
        state.turn, state.group = self.seat, 0
        if not self.seat:
            state.phase, state.winner = self.follows, ""
