"""3.3: what a sweep has to exceed, at its floors: neither a large profile nor movement takes more than there is."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical import switches as s
from gearlock.systems.tactical.sensors.sensors import sweep_threshold
from systems.tactical.tables import mils, piece, put, table


@pytest.mark.rule("tactical.3.3")
@pytest.mark.parametrize(
    ("woods", "profile", "stealth", "moved", "fired", "threshold"),
    [(0, 0, 0, 0, 0, 0), (3, 0, 0, 0, 0, 3), (3, 1, 0, 0, 0, 2), (0, 2, 0, 0, 0, 0), (0, 2, 3, 0, 0, 3),
     (3, 0, 2, 0, 0, 5), (3, 0, 2, 1.999, 0, 4), (3, 0, 2, 2, 1, 2), (3, 0, 0, 9, 0, 0), (0, 0, 2, 0, 1, 1)],
)  # fmt: skip
def test_concealment_stealth_movement_and_fire_make_the_threshold(
    woods: int, profile: int, stealth: int, moved: float, fired: int, threshold: int
) -> None:
    state = table(piece("area", (0, 12, 40, 12 + woods), props={"going": "woodland"})) if woods else table()
    state.switches |= {s.STEALTH: "yes", s.ACTIVE_SENSORS: "yes"}
    unit = put(state, "red-1", "hunter", 20, 10)
    perks = {"Stealth": stealth} if stealth else {}
    flaws = {"Large Sensor Profile": profile} if profile else {}
    target = put(state, "blue-1", "hunter", 20, 18, 270, stats={"perks": perks, "flaws": flaws})
    target.moved, target.has_moved = mils(moved), True
    target.fired = [f"gun {number}:red-1" for number in range(fired)]
    assert sweep_threshold(state, unit, target) == threshold


@pytest.mark.rule("tactical.3.3", "tactical.3.7-rain", "tactical.4.1.2-condition-fog")
@pytest.mark.parametrize(
    ("weather", "apart", "threshold"),
    [("fog", 8.9, 2), ("fog", 9, 3), ("light rain", 25, 0), ("heavy rain", 5, 1), ("rain", 39, 0), ("rain", 40, 1)],
)
def test_weather_counts_by_how_far_a_sweep_goes_and_rain_by_one_less(
    weather: str, apart: float, threshold: int
) -> None:
    state = table(size=(72, 72), weather=weather)
    state.switches[s.ACTIVE_SENSORS] = "yes"
    unit = put(state, "red-1", "hunter", 20, 10)
    assert sweep_threshold(state, unit, put(state, "blue-1", "hunter", 20, 10 + apart, 270)) == threshold
