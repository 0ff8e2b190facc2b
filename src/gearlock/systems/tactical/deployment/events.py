"""What happens before the first round."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.state import ABOARD, COMBAT, COMMANDER, FIELDED, SECOND, STATIONARY, State


class Appointed(Event, frozen=True, tag="appointed"):
    """A side named its Commander and its Second in Command."""

    seat: str
    commander: str
    second: str = ""
    plain = True

    @heeds("tactical.2.6.2-step0-commander")
    def change(self, state: State) -> None:
        for unit in state.units.values():
            if unit.seat == self.seat:
                unit.rank = {self.commander: COMMANDER, self.second: SECOND}.get(unit.id, "")
        state.points[f"appointed:{self.seat}"] = 1
        state.turn = ""


class FirstDeployer(Event, frozen=True, tag="first-deployer"):
    """The winner of the Tactics roll said who places first."""

    seat: str

    def change(self, state: State) -> None:
        state.turn, state.phase, state.group = self.seat, "deployment", 0


class Deployed(Event, frozen=True, tag="deployed"):
    """A unit stands on the table and has said how fast it goes."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    speed: str
    mode: str
    moved: int = 0
    """The inches that count for its defense until it has moved, in mils."""
    plain = True

    @heeds("tactical.2.6.2-step0-deployment", "tactical.2.6.2-first-round-speed")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y, unit.z, unit.facing, unit.status = self.x, self.y, self.z, self.facing, FIELDED
        unit.mode, unit.went, unit.moved = self.mode, self.speed, self.moved
        unit.speed = COMBAT if self.speed == STATIONARY else self.speed
        state.group = unit.group


class StartedAboard(Event, frozen=True, tag="started-aboard"):
    """A squad begins the battle aboard a transport."""

    unit: str
    carrier: str
    plain = True

    @heeds("tactical.7.2-passengers")
    def change(self, state: State) -> None:
        unit, carrier = state.units[self.unit], state.units[self.carrier]
        unit.x, unit.y, unit.z, unit.facing = carrier.x, carrier.y, carrier.z, carrier.facing
        unit.status, unit.carrier, unit.mode = ABOARD, self.carrier, unit.card.primary
        state.group = unit.group


class DeploymentPassed(Event, frozen=True, tag="deployment-passed"):
    """The other seat places a combat group; when the seat is empty all stand, and something else follows."""

    seat: str
    follows: str = "round"

    def change(self, state: State) -> None:
        state.turn, state.group = self.seat, 0
        if not self.seat:
            state.phase, state.winner = self.follows, ""
