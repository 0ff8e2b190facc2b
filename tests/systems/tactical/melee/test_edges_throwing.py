"""2.6.8: how far arms throw things of every Size."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.melee import throwing_base
from gearlock.systems.tactical.weapons import all_arms
from systems.tactical.tables import put, table

GRENADE = all_arms().vehicle["HG"]


@pytest.mark.rule("tactical.2.6.8-throw")
@pytest.mark.parametrize("arms", [1, 2])
@pytest.mark.parametrize(("thrower", "rating"), [(6, 6), (7, 6), (8, 5)])
def test_half_a_second_arm_helps_with_what_is_larger_than_half_of_who_throws(
    thrower: int, rating: int, arms: int
) -> None:
    """A weapon is of one Size less than the least that may carry it."""
    stats = {
        "size": thrower, "perks": {"Manipulator Arm": rating}, "details": {"Manipulator Arm": f"x{arms}"},
        "aux": ("Manipulator Arm",),
    }  # fmt: skip
    unit = put(table(), "red-1", "hunter", 10, 10, stats=stats)
    for size in range(10):
        mount = Mount("X", msgspec.structs.replace(GRENADE, min_size=size + 1))
        more = rating // 2 if size > thrower / 2 and arms > 1 else 0
        assert throwing_base(unit, mount) == max(0, 2 * (rating + more - size)), size
    assert throwing_base(unit, Mount("X", msgspec.structs.replace(GRENADE, min_size=0))) == 2 * rating
    unit.card = put(table(), "red-2", "hunter", 0, 0).card
    assert throwing_base(unit, Mount("X", GRENADE)) == 0, "it has no arm"
