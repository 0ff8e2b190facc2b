"""3.0b and 16.1, 16.2: what happens before the first round, and when reserves arrive."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.secrets import Sealed
from gearlock.mechanics.turns import SEATS
from gearlock.systems.blitz.chain_of_command.points import most_command_points, most_skill_points
from gearlock.systems.blitz.deployment.zones import across
from gearlock.systems.blitz.general_concepts.measuring import DISTANCE
from gearlock.systems.blitz.state import (
    ALOFT,
    COMBAT,
    COMMAND,
    DROPPED,
    FIELDED,
    OFF_BOARD,
    RIDING,
    SKILL,
    STANDBY,
    Activation,
    State,
)

FIRST = "deploys first"
"""Where `State.switches` keeps who deploys first while markers and reserves are settled."""


class SideTaken(Event, frozen=True, tag="side-taken"):
    """A seat took a deployment zone and deploys first; what follows is deployment, or markers and reserves before."""

    seat: str
    side: str
    follows: str = "deployment"

    def change(self, state: State) -> None:
        other = SEATS[1 - SEATS.index(self.seat)]
        state.zones = {self.seat: self.side, other: across(self.side)}
        state.turn, state.phase = self.seat, self.follows
        if self.follows != "deployment":
            state.switches = {**state.switches, FIRST: self.seat}


class ChoiceGiven(Event, frozen=True, tag="choice-given"):
    """The winner of the deployment check left both choices to the opponent, whose turn it is now."""

    seat: str

    def change(self, state: State) -> None:
        state.turn = SEATS[1 - SEATS.index(self.seat)]


class Declared(Event, frozen=True, tag="deployment-declared"):
    """A unit's way to the table."""

    seat: str
    group: int
    squad: str
    way: str

    def change(self, state: State) -> None:
        for unit in state.units.values():
            if (unit.seat, unit.group, unit.squad) == (self.seat, self.group, self.squad):
                unit.arrival = self.way


class DeclaringPassed(Event, frozen=True, tag="declaring-passed"):
    """Another seat declares next; or all have, and who deploys first does so."""

    seat: str
    over: bool = False

    def change(self, state: State) -> None:
        state.group = 0 if self.over else 1
        if self.over:
            state.phase, state.turn = "deployment", state.switches[FIRST]
        else:
            state.turn = self.seat


class Deployed(Event, frozen=True, tag="deployed"):
    """A model stands on the table."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    aloft: bool = False
    """It circles the table instead of standing on it."""
    plain = True

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


class SetBeyond(Event, frozen=True, tag="set-beyond"):
    """A model was set at the table's edge; how far it is beyond it only its side knows."""

    unit: str
    x: int
    y: int
    facing: int
    distance: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y, unit.facing, unit.status = self.x, self.y, self.facing, OFF_BOARD
        unit.gait = unit.line.gait
        state.facts[f"{DISTANCE}:{unit.id}"] = Sealed(str(self.distance), (unit.seat,))
        state.group = unit.group


class DeploymentPassed(Event, frozen=True, tag="deployment-passed"):
    """The other seat deploys a combat group, or all are deployed when the seat is empty."""

    seat: str
    follows: str = "setup"

    def change(self, state: State) -> None:
        state.turn, state.group = self.seat, 0
        if self.seat:
            return
        state.phase, state.winner = self.follows, ""
        for unit in state.units.values():
            for token, most in ((COMMAND, most_command_points(unit)), (SKILL, most_skill_points(unit))):
                if most:
                    unit.tokens[token] = most


class Prepared(Event, frozen=True, tag="prepared"):
    """A model begins the battle with a token."""

    unit: str
    token: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.tokens[self.token] = unit.line.actions if self.token == STANDBY else 1


class ScoutingBegun(Event, frozen=True, tag="scouting-begun"):
    """A pathfinder makes its move before the first initiative."""

    unit: str
    moves: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.posture, state.turn = COMBAT, unit.seat
        state.activation = Activation(unit.id, unit.x, unit.y, unit.z, unit.facing, self.moves)


class ScoutingEnded(Event, frozen=True, tag="scouting-ended"):
    """All pathfinders have moved."""

    def change(self, state: State) -> None:
        state.phase, state.turn = "weather", ""


class DropBegun(Event, frozen=True, tag="drop-begun"):
    """A unit comes down now, and its side says where."""

    seat: str
    group: int
    squad: str

    def change(self, state: State) -> None:
        state.turn = self.seat


class Dropped(Event, frozen=True, tag="dropped"):
    """A model comes down from the air; until its unit activates it counts as flying."""

    unit: str
    x: int
    y: int
    z: int
    facing: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y, unit.z, unit.facing, unit.status = self.x, self.y, self.z, self.facing, FIELDED
        unit.gait, unit.tokens[DROPPED], unit.tokens[ALOFT] = unit.line.gait, 1, 1


class DropDelayed(Event, frozen=True, tag="drop-delayed"):
    """A unit does not come down in this round."""

    seat: str
    group: int
    squad: str


class Repositioned(Event, frozen=True, tag="repositioned"):
    """An off-board model spent its actions on another place; at no distance it has come onto the table."""

    unit: str
    x: int
    y: int
    z: int
    distance: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y, unit.actions = self.x, self.y, 0
        unit.tokens.pop(STANDBY, None)
        if self.distance:
            state.facts[f"{DISTANCE}:{unit.id}"] = Sealed(str(self.distance), (unit.seat,))
        else:
            unit.z, unit.status = self.z, FIELDED
            state.facts.pop(f"{DISTANCE}:{unit.id}", None)


class DefectFound(Event, frozen=True, tag="defect-found"):
    """A model was found to have a system that may give out."""

    unit: str
    face: int
    system: str

    @heeds("blitz.force.leagueless", "blitz.trait.defective")
    def change(self, state: State) -> None:
        """It has the trait as a token."""
        state.units[self.unit].tokens[f"Defective: {self.system}"] = 1


class InspectionEnded(Event, frozen=True, tag="inspection-ended"):
    """All machines were looked over, and the battle is prepared."""

    follows: str

    def change(self, state: State) -> None:
        state.phase = self.follows
