"""3.0b: what happens before the first round."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.turns import SEATS
from gearlock.systems.blitz.chain_of_command.points import most_command_points, most_skill_points
from gearlock.systems.blitz.deployment.zones import across
from gearlock.systems.blitz.state import ALOFT, COMMAND, FIELDED, RIDING, SKILL, State


class SideTaken(Event, frozen=True, tag="side-taken"):
    """A seat took a deployment zone and deploys first."""

    seat: str
    side: str

    def change(self, state: State) -> None:
        other = SEATS[1 - SEATS.index(self.seat)]
        state.zones = {self.seat: self.side, other: across(self.side)}
        state.turn, state.phase = self.seat, "deployment"


class ChoiceGiven(Event, frozen=True, tag="choice-given"):
    """The winner of the deployment check left both choices to the opponent."""

    seat: str


class Deployed(Event, frozen=True, tag="deployed"):
    """A model stands on the table."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    aloft: bool = False
    """It circles the table instead of standing on it."""

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y, unit.z, unit.facing, unit.status = self.x, self.y, self.z, self.facing, FIELDED
        if self.aloft:
            unit.status = ALOFT
        unit.gait = unit.line.gait
        state.group = unit.group
        for part in state.units.values():
            if part.parent == unit.id and part.line.type != "Drone":
                part.x, part.y, part.z, part.facing, part.status = self.x, self.y, self.z, self.facing, FIELDED


class Boarded(Event, frozen=True, tag="boarded"):
    """A model begins the battle in a transport, or in a fortification from which it fights."""

    unit: str
    carrier: str
    fights: bool = False

    @heeds("blitz.18.5", "blitz.18.3a-outpost")
    def change(self, state: State) -> None:
        unit, carrier = state.units[self.unit], state.units[self.carrier]
        drones = [other for other in state.units.values() if other.parent == unit.id and other.line.type == "Drone"]
        for rider in (unit, *drones):
            rider.x, rider.y, rider.z, rider.facing = carrier.x, carrier.y, carrier.z, carrier.facing
            rider.status, rider.carrier, rider.gait = (FIELDED if self.fights else RIDING), carrier.id, rider.line.gait
        state.group = unit.group


class DeploymentPassed(Event, frozen=True, tag="deployment-passed"):
    """The other seat deploys a combat group, or all are deployed when the seat is empty."""

    seat: str

    def change(self, state: State) -> None:
        state.turn, state.group = self.seat, 0
        if self.seat:
            return
        state.phase, state.winner = "setup", ""
        for unit in state.units.values():
            for token, most in ((COMMAND, most_command_points(unit)), (SKILL, most_skill_points(unit))):
                if most:
                    unit.tokens[token] = most
