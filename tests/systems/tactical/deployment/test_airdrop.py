"""7.2: Airdroppable vehicles."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.deployment import is_in_zone
from systems.tactical.tables import put, table


@pytest.mark.rule("tactical.7.2-airdroppable")
def test_a_scenario_may_let_airdroppable_vehicles_come_down_elsewhere() -> None:
    state = table()
    dropped = put(state, "red-1", "hunter", 36, 24, stats={"perks": {"Airdroppable": 1}})
    other = put(state, "red-2", "hunter", 36, 24)
    assert not is_in_zone(state, dropped, dropped.body)
    state.zones["red:drop"] = "box 30 20 40 30"
    assert is_in_zone(state, dropped, dropped.body)
    assert not is_in_zone(state, other, other.body)
    dropped.y = 3_000
    assert is_in_zone(state, dropped, dropped.body)
