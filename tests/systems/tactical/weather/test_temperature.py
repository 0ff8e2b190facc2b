"""Extreme temperatures, and weather that changes."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.line_of_sight.terrain import is_night, weather
from gearlock.systems.tactical.state import BROKEN_DOWN
from gearlock.systems.tactical.weather import (
    WEATHER,
    BrokeDown,
    WeatherChanged,
    extreme_at,
    pass_breakdowns,
    resolve_temperature,
)
from systems.tactical.line_of_sight.scene import facing_off, fitted
from systems.tactical.tables import RIFLES, play, put


@pytest.mark.rule("tactical.3.7-temperature")
def test_unprotected_vehicles_roll_each_round_and_break_down_on_a_1() -> None:
    state, red, blue = facing_off(temperature="extreme cold")
    put(state, "red-2", RIFLES, 10, 12)
    safe = fitted(put(state, "red-3", "hunter", 10, 14), Hostile_Environment_Protection=1)
    played = play(state, resolve_temperature, (1,), (3,), (2,))
    assert [roll.purpose for roll in played.rolls] == [
        "extreme temperature", "rounds of breakdown", "extreme temperature",
    ]  # fmt: skip
    assert [event.unit for event in played.of(BrokeDown)] == ["red-1"]
    assert (red.token(BROKEN_DOWN), blue.token(BROKEN_DOWN), safe.tokens) == (3, 0, {})
    play(state, resolve_temperature, (6,))  # who stands does not roll again
    for left in (2, 1, 0):
        play(state, pass_breakdowns)
        assert red.token(BROKEN_DOWN) == left
    assert BROKEN_DOWN not in red.tokens
    assert play(state, pass_breakdowns).events == []


@pytest.mark.rule("tactical.3.7-temperature")
def test_temperatures_are_extreme_from_minus_40_and_plus_50_on() -> None:
    assert [extreme_at(celsius) for celsius in (-40, -39, 49, 50)] == ["extreme cold", "", "", "extreme heat"]
    state, _, _ = facing_off()
    assert play(state, resolve_temperature).rolls == []


def test_weather_changes_and_says_so() -> None:
    state, _, _ = facing_off(weather="fog", time_of_day="night")
    event = WeatherChanged("heavy rain")
    event.change(state)
    assert (weather(state), is_night(state)) == (("heavy rain",), True)
    words = WEATHER.events[WeatherChanged]
    assert words is not None
    line = words(state, event, None)
    assert line is not None
    assert "heavy rain" in line.text
    WeatherChanged("", "day").change(state)
    assert (weather(state), is_night(state)) == ((), False)
