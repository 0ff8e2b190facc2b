"""Every event of sensors and weather is told in a sentence, or not at all."""

from __future__ import annotations

import pytest

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import load_rulebook
from gearlock.systems.tactical.sensors import sensors as e
from gearlock.systems.tactical.sensors.smoke_and_light import SENSORS
from gearlock.systems.tactical.weather import WEATHER, BrokeDown, WeatherChanged
from systems.tactical.line_of_sight.scene import facing_off

EVENTS: tuple[tuple[Event, str], ...] = (
    (e.SweepBegun("red-1", "blue-1"), "Red Hunter 1 sweeps for Blue Hunter 1"),
    (e.Swept("red-1", "blue-1", 7, 8, -1, False), "stays hidden: 7 against a Threshold of 8."),
    (e.Swept("red-1", "blue-1", 9, 8, 6, True), "is found: 9 against a Threshold of 8 and ECM of 6."),
    (e.EmissionBegun("red-1", "ecm"), "works its ECM"),
    (e.EmissionRolled("red-1", "eccm", 5), "Threshold 5 from the next round on"),
    (e.EmissionCut("red-1", "ecm"), "switches its ECM off"),
    (e.JammingCompared((("red-1", 4),), (("blue-1", 5),), ("red-1",)), "4, cancelled by ECCM; ECCM of Blue Hunter 1 5"),
    (e.Communicated("red-1", "a Command Point", 3, 4, False), "is lost in enemy ECM: 3 against 4"),
    (e.Communicated("red-1", "a Command Point", 5, 4, True), "A Command Point of Red Hunter 1 gets through"),
    (e.SmokeLaunched("red-1", 4500, 3000), "launches smoke at 4.5, 3 in"),
    (e.SmokeRose(4500, 3000, 500, 2), "Smoke of Obscurement 2 rises"),
    (e.SmokeCleared(), "The smoke clears."),
    (e.LightSwitched("red-1", True), "turns its searchlight on"),
    (e.LampBroken("red-1"), "is shot out"),
    (WeatherChanged(time="night"), "The conditions change: night."),
    (BrokeDown("red-1", 1), "for 1 round."),
)


@pytest.mark.parametrize(("event", "text"), EVENTS, ids=lambda value: type(value).__name__)
def test_events_are_told(event: Event, text: str) -> None:
    state, _, _ = facing_off()
    words = {**SENSORS.events, **WEATHER.events}[type(event)]
    assert words is not None
    line = words(state, event, None)
    assert line is not None
    assert text in line.text
    assert line.rule in load_rulebook("gearlock.systems.tactical")


def test_nothing_in_the_ether_is_not_worth_a_line() -> None:
    state, _, _ = facing_off()
    words = SENSORS.events[e.JammingCompared]
    assert words is not None
    assert words(state, e.JammingCompared(), None) is None
