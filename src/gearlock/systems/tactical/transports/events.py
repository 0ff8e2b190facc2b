"""What happens with transports."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.movement.events import BOARDING, LEAVING, leave_cover
from gearlock.systems.tactical.state import ABOARD, COMBAT, FIELDED, TOWED, TOWING, State


class Boarded(Event, frozen=True, tag="boarded"):
    """An Action brought some men of a squad aboard; with the last of them it rides along."""

    unit: str
    squad: str
    men: int
    """How many are in now."""
    all: bool
    plain = True

    @heeds("tactical.2.6.3", "tactical.7.2-passengers")
    def change(self, state: State) -> None:
        vehicle, squad = state.units[self.unit], state.units[self.squad]
        vehicle.actions -= 1
        token = f"{BOARDING}:{self.squad}"
        vehicle.tokens.pop(token, None)
        if not self.all:
            vehicle.tokens[token] = self.men
            return
        leave_cover(squad)
        squad.status, squad.carrier = ABOARD, self.unit
        squad.x, squad.y, squad.z = vehicle.x, vehicle.y, vehicle.z


class Disembarked(Event, frozen=True, tag="disembarked"):
    """An Action let some men of a squad out; with the last of them it stands on the table again."""

    unit: str
    squad: str
    men: int
    """How many are out now."""
    all: bool
    x: int
    y: int
    z: int
    plain = True

    @heeds("tactical.2.6.3", "tactical.7.2-passengers")
    def change(self, state: State) -> None:
        vehicle, squad = state.units[self.unit], state.units[self.squad]
        vehicle.actions -= 1
        token = f"{LEAVING}:{self.squad}"
        vehicle.tokens.pop(token, None)
        if not self.all:
            vehicle.tokens[token] = self.men
            return
        squad.status, squad.carrier, squad.speed = FIELDED, "", COMBAT
        squad.x, squad.y, squad.z, squad.facing = self.x, self.y, self.z, vehicle.facing


class Hitched(Event, frozen=True, tag="hitched"):
    """A vehicle took another in tow; `limit` is how fast it may go with it, as a number of `state.CLASSES`."""

    unit: str
    target: str
    limit: int
    plain = True

    @heeds("tactical.3.2.7")
    def change(self, state: State) -> None:
        unit, target = state.units[self.unit], state.units[self.target]
        unit.actions -= 1
        unit.tokens[f"{TOWING}:{self.target}"] = self.limit
        target.tokens[f"{TOWED}:{self.unit}"] = 1


class Unhitched(Event, frozen=True, tag="unhitched"):
    """What was towed stands by itself again."""

    unit: str
    target: str
    plain = True

    @heeds("tactical.3.2.7")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens.pop(f"{TOWING}:{self.target}", None)
        state.units[self.target].tokens.pop(f"{TOWED}:{self.unit}", None)
