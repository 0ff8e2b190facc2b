"""2.6.6, 3.8: how high a rock has to be that stops a look, at either scale."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.line_of_sight.seeing import tallest
from gearlock.systems.tactical.state import SKIRMISH_SCALE
from gearlock.table.measure import INCH
from systems.tactical.tables import mils, put, table


@pytest.mark.rule("tactical.2.6.6")
@pytest.mark.rule("tactical.3.8")
def test_a_rock_is_higher_than_both_and_at_skirmish_scale_it_hides_by_its_shape_alone() -> None:
    state = table()
    unit = put(state, "red-1", "hunter", 10, 10)
    assert [tallest(state, unit, top) for top in (0, 500, 1000, 1001, 5000)] == [1000, 1000, 1000, 1001, 5000]
    unit.z = mils(2)
    assert tallest(state, unit, 0) == 3000
    state.scale = SKIRMISH_SCALE
    assert tallest(state, unit, 0) == tallest(state, unit, 5000) > 10_000 * INCH, "no rock is as high as that"
