"""What may happen in deployment."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.mechanics.placing.zones import opposite
from gearlock.systems.brigands.deployment.special import AIRDROP
from gearlock.systems.brigands.state import COMBAT_SPEED, FIELDED, Activation, State, opponent
from gearlock.systems.brigands.vehicles.components import carry_parts


class ZonesRolled(Event, frozen=True, tag="zones-rolled"):
    """A die decided which kind of deployment zones there are."""

    face: int
    kind: str


class SideTaken(Event, frozen=True, tag="side-taken"):
    """A seat deploys on one side of the table, its enemy across from it."""

    seat: str
    side: str

    def change(self, state: State) -> None:
        state.zones = {self.seat: self.side, opponent(self.seat): opposite(self.side)}


class PhaseOpened(Event, frozen=True, tag="phase-opened"):
    """The next part of what comes before the first Round."""

    phase: str

    def change(self, state: State) -> None:
        """Whoever won the roll-off of deployment decides about Special Deployments too; other rolls are forgotten."""
        state.phase, state.turn, state.group, state.squad = self.phase, "", 0, 0
        if self.phase != "special":
            state.winner = ""


class TurnGiven(Event, frozen=True, tag="turn-given"):
    """A seat is next to place models, or to move its Pathfinders."""

    seat: str

    def change(self, state: State) -> None:
        state.turn, state.group, state.squad = self.seat, 0, 0


class GroupSetAside(Event, frozen=True, tag="group-set-aside"):
    """A Combat Group is kept back for a Special Deployment."""

    seat: str
    group: int
    way: str

    def change(self, state: State) -> None:
        state.group = self.group
        for unit in state.units.values():
            if unit.seat == self.seat and unit.group == self.group and not unit.controller:
                unit.aside = self.way


class AirdropRolled(Event, frozen=True, tag="airdrop-rolled"):
    """The die of a Combat Group that is being dropped: it lands at once, or in the Setup Phase of Round 2."""

    seat: str
    group: int
    face: int
    total: int
    lands: bool

    def change(self, state: State) -> None:
        """Who is late stays marked until it lands."""
        if self.lands:
            for unit in state.units.values():
                if unit.seat == self.seat and unit.group == self.group:
                    unit.aside = ""


class PathfinderStarted(Event, frozen=True, tag="pathfinder-started"):
    """A model of a Recon Unit begins its free Move."""

    unit: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.posture = COMBAT_SPEED
        state.squad = unit.squad
        state.activation = Activation(unit.id, unit.x, unit.y, unit.z, unit.facing, moves=1)


class PathfindersStayed(Event, frozen=True, tag="pathfinders-stayed"):
    """These models of Recon Units make no free Move."""

    units: tuple[str, ...]

    def change(self, state: State) -> None:
        for unit_id in self.units:
            state.units[unit_id].activated = True


class RolledOff(Event, frozen=True, tag="rolled-off"):
    """Both sides rolled to see who decides the order of deployment; the winner is empty after a tie."""

    red: int
    blue: int
    winner: str

    def change(self, state: State) -> None:
        state.winner = self.winner


class DeploymentOpened(Event, frozen=True, tag="deployment-opened"):
    """It was decided who deploys first."""

    seat: str

    def change(self, state: State) -> None:
        state.turn, state.phase = self.seat, "deployment"


class Deployed(Event, frozen=True, tag="deployed"):
    """A model was put on the table."""

    unit: str
    x: int
    y: int
    z: int
    facing: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y, unit.z, unit.facing, unit.status = self.x, self.y, self.z, self.facing, FIELDED
        unit.aside = unit.aside if unit.aside == AIRDROP else ""
        state.group = unit.group
        carry_parts(state, unit)


class DeploymentPassed(Event, frozen=True, tag="deployment-passed"):
    """A whole Combat Group stands; the other side deploys, or the battle begins when the seat is empty."""

    seat: str

    def change(self, state: State) -> None:
        state.turn, state.group = self.seat, 0
        if not self.seat and not state.full:
            state.phase, state.winner = "initiative", ""
