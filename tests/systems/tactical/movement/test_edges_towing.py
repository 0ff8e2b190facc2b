"""3.2.7: what is towed comes to stand straight behind, base to base, and not before it has to."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.movement.course import pulled_to
from gearlock.table.measure import distance
from systems.tactical.tables import mils, put, table


@pytest.mark.rule("tactical.3.2.7")
@pytest.mark.parametrize(
    ("at", "end"),
    [((20, 10), (20, 9)), ((20, 14), (20, 12.999)), ((24, 9), (22.999, 9)), ((16, 9), (17.001, 9)),
     ((20, 10.001), (20, 9))],
)  # fmt: skip
def test_it_is_pulled_no_farther_than_until_the_bases_touch(at: tuple[float, float], end: tuple[float, float]) -> None:
    state = table()
    unit, towed = put(state, "red-1", "hunter", 20, 10), put(state, "red-2", "hunter", 20, 9)
    x, y, z = pulled_to(state, unit, towed, (mils(at[0]), mils(at[1]), 0))
    assert z == 0
    assert distance(mils(at[0]), mils(at[1]), x, y) <= 1001
    assert max(abs(x - mils(end[0])), abs(y - mils(end[1]))) <= 1
