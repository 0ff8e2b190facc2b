"""14.5b: what sensor jamming leaves on models."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.dice_tests.jammed import jamming_on
from gearlock.systems.blitz.state import JAMMED_NOW, SENSOR_JAMMING, State


class SensorsJammed(Event, frozen=True, tag="sensors-jammed"):
    """A jammer's successes against a model's sensors, by an action or in answer to one."""

    unit: str
    target: str
    intensity: int
    answer: bool = False

    @heeds("blitz.14.5b")
    def change(self, state: State) -> None:
        """The token replaces a weaker one and adds to none."""
        tokens = state.units[self.target].tokens
        jammer, intensity = jamming_on(state.units[self.target])
        if self.intensity > intensity:
            tokens.pop(f"{SENSOR_JAMMING}:{jammer}", None)
            tokens[f"{SENSOR_JAMMING}:{self.unit}"] = self.intensity
            if self.answer:
                tokens[JAMMED_NOW] = 1


class JammingLost(Event, frozen=True, tag="jamming-lost"):
    """A jammer has no Lock on its victim any more: the token goes."""

    unit: str
    jammer: str

    @heeds("blitz.14.5b")
    def change(self, state: State) -> None:
        """Gone."""
        state.units[self.unit].tokens.pop(f"{SENSOR_JAMMING}:{self.jammer}", None)
