"""What happens with sensors, jammers, smoke and light."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.line_of_sight.fittings import GONE
from gearlock.systems.tactical.line_of_sight.light import LAMP
from gearlock.systems.tactical.line_of_sight.smoke import FROM_FIRE, SMOKE
from gearlock.systems.tactical.sensors.actions import pay
from gearlock.systems.tactical.state import (
    ECCM,
    ECCM_NEXT,
    ECM,
    ECM_NEXT,
    SEARCHLIGHT,
    SENSED,
    State,
)
from gearlock.systems.tactical.under_way import Patch
from gearlock.table.measure import INCH

NEXT = {ECM: ECM_NEXT, ECCM: ECCM_NEXT}
CANCELLED = "ecm cancelled"
"""The token of a jammer that the enemy's ECCM has put out for the round."""
LAUNCHED = "smoke"
"""The mark of an activation in which smoke was launched."""
LAUNCHER = "launcher"
CLOUD_RADIUS, CLOUD_OBSCUREMENT = INCH, 2


class SweepBegun(Event, frozen=True, tag="sweep-begun"):
    """A unit spent an Action on an Active Sensor sweep."""

    unit: str
    target: str

    @heeds("tactical.3.3", "tactical.2.6.2-snap-fire")
    def change(self, state: State) -> None:
        pay(state.units[self.unit])
        state.react(self.unit)


class Swept(Event, frozen=True, tag="swept"):
    """What a sweep came to: its roll against the Threshold, and whether it found its target."""

    unit: str
    target: str
    total: int
    threshold: int
    jamming: int
    """The Threshold of the strongest ECM in the way; -1 without any."""
    found: bool

    @heeds("tactical.3.3")
    def change(self, state: State) -> None:
        """The one who swept holds it until the round is over."""
        if self.found:
            state.units[self.target].tokens[f"{SENSED}:{self.unit}"] = 1


class EmissionBegun(Event, frozen=True, tag="emission-begun"):
    """A unit spent an Action on its ECM or ECCM."""

    unit: str
    system: str

    @heeds("tactical.3.3.1-ecm", "tactical.3.3.1-eccm")
    def change(self, state: State) -> None:
        pay(state.units[self.unit])


class EmissionRolled(Event, frozen=True, tag="emission-rolled"):
    """The Threshold of an ECM or ECCM from the next round on."""

    unit: str
    system: str
    threshold: int

    @heeds("tactical.3.3.1-reroll")
    def change(self, state: State) -> None:
        """It stands in place of any other for the next round, even if it is lower."""
        state.units[self.unit].tokens[NEXT[self.system]] = self.threshold


class EmissionCut(Event, frozen=True, tag="emission-cut"):
    """An ECM or ECCM was switched off."""

    unit: str
    system: str

    def change(self, state: State) -> None:
        tokens = state.units[self.unit].tokens
        for name in (self.system, NEXT[self.system]):
            tokens.pop(name, None)
        if self.system == ECM:
            tokens.pop(CANCELLED, None)


class JammingCompared(Event, frozen=True, tag="jamming-compared"):
    """Initiative: the Thresholds that hold for this round, and the jammers that enemy ECCM cancels."""

    ecm: tuple[tuple[str, int], ...] = ()
    eccm: tuple[tuple[str, int], ...] = ()
    cancelled: tuple[str, ...] = ()

    @heeds("tactical.3.3.1-ecm", "tactical.3.3.1-eccm")
    def change(self, state: State) -> None:
        for unit in state.units.values():
            for name in (ECM, ECM_NEXT, ECCM, ECCM_NEXT, CANCELLED):
                unit.tokens.pop(name, None)
        for name, threshold in self.ecm:
            state.units[name].tokens[ECM] = threshold
        for name, threshold in self.eccm:
            state.units[name].tokens[ECCM] = threshold
        for name in self.cancelled:
            state.units[name].tokens[CANCELLED] = 1


class Communicated(Event, frozen=True, tag="communicated"):
    """A message in spite of enemy ECM: its roll, the Threshold it had to beat, and whether it got through."""

    unit: str
    purpose: str
    total: int
    against: int
    passed: bool


class SmokeLaunched(Event, frozen=True, tag="smoke-launched"):
    """A vehicle put up a cloud of smoke; it hangs there until the round is over."""

    unit: str
    x: int
    y: int

    @heeds("tactical.7.2-smoke")
    def change(self, state: State) -> None:
        """No Action; one cloud an activation."""
        seat = state.units[self.unit].seat
        cloud = Patch(SMOKE, self.x, self.y, CLOUD_RADIUS, CLOUD_OBSCUREMENT, seat, self.unit, left=1, word=LAUNCHER)
        state.patches.append(cloud)
        if state.activation is not None and state.activation.unit == self.unit:
            state.activation.marks.append(LAUNCHED)


class SmokeRose(Event, frozen=True, tag="smoke-rose"):
    """Smoke of a burning zone for this round: its Obscurement."""

    x: int
    y: int
    radius: int
    obscurement: int

    @heeds("tactical.3.4.4-smoke")
    def change(self, state: State) -> None:
        cloud = Patch(SMOKE, self.x, self.y, self.radius, self.obscurement, left=1, word=FROM_FIRE)
        state.patches.append(cloud)


class SmokeCleared(Event, frozen=True, tag="smoke-cleared"):
    """The round is over: all smoke has gone."""

    @heeds("tactical.7.2-smoke", "tactical.3.4.4-smoke")
    def change(self, state: State) -> None:
        state.patches = [patch for patch in state.patches if patch.kind != SMOKE]


class LightSwitched(Event, frozen=True, tag="light-switched"):
    """A searchlight was turned on or off."""

    unit: str
    on: bool

    @heeds("tactical.3.7-searchlight")
    def change(self, state: State) -> None:
        tokens = state.units[self.unit].tokens
        if self.on:
            tokens[SEARCHLIGHT] = 1
        else:
            tokens.pop(SEARCHLIGHT, None)


class LampBroken(Event, frozen=True, tag="lamp-broken"):
    """A called shot put a searchlight out for good."""

    unit: str

    @heeds("tactical.3.7-searchlight")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.harm[f"aux:{LAMP}"] = GONE
        unit.tokens.pop(SEARCHLIGHT, None)
