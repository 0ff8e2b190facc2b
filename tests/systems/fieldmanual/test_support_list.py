"""Support Points: how many there are, what they buy, and what may not be bought."""

from __future__ import annotations

import pytest

from gearlock.kernel.rulebook import load_rulebook
from gearlock.systems.fieldmanual.forces.support import (
    Bought,
    support_faults,
    support_options,
    support_points,
    support_price,
)
from gearlock.systems.fieldmanual.unit_files import all_cards

COSTS = {
    "fighter": 3, "fighter-bomber": 4, "bomber": 6, "aa-drone": 1, "aa-turret": 2, "command-point": 1,
    "infiltrators": 2, "light-artillery": 1, "medium-artillery": 1, "heavy-artillery": 2, "guided": 1, "hac-turret": 2,
    "hrp-turret": 3, "observation-bunker": 1, "heavy-bunker": 2, "blind": 2, "reserve": 1, "guaranteed-reserve": 2,
}  # fmt: skip


def faults(*bought: str | tuple[str, int], level: int = 4, size: int = 5000, groups: int = 4) -> list[str]:
    """The rules broken by these purchases."""
    items = tuple(Bought(each) if isinstance(each, str) else Bought(*each) for each in bought)
    return [rule.removeprefix("fieldmanual.") for rule, words in support_faults(items, level, size, groups) if words]


def test_the_list_has_all_prices_and_rules() -> None:
    assert {id: option.sp for id, option in support_options().items()} == COSTS
    rules = load_rulebook("gearlock.systems.fieldmanual")
    assert all(option.rule in rules for option in support_options().values())
    for option in support_options().values():
        if option.card:
            assert all_cards()[option.card].sp == option.sp


@pytest.mark.rule("fieldmanual.step5-support-points")
@pytest.mark.parametrize(("level", "size", "points"), [(1, 499, 1), (1, 500, 2), (4, 1250, 6), (2, 999, 3), (3, 0, 3)])
def test_points_are_the_level_and_one_for_every_full_500(level: int, size: int, points: int) -> None:
    assert support_points(level, size) == points


@pytest.mark.rule("fieldmanual.step5-support-points")
def test_nobody_spends_more_than_there_is() -> None:
    assert support_price((Bought("fighter"), Bought("command-point"))) == 4
    assert faults("fighter", "command-point", level=2, size=1000) == []
    assert faults("fighter", "aa-turret", level=2, size=1000) == ["step5-support-points"]


@pytest.mark.rule("fieldmanual.artillery-types")
def test_artillery_has_strikes_damage_and_blast() -> None:
    shells = {id: (it.strikes, it.dm, it.blast) for id, it in support_options().items() if it.use == "artillery"}
    assert shells == {"light-artillery": (2, 12, 2), "medium-artillery": (1, 18, 3), "heavy-artillery": (1, 22, 4)}
    assert faults("light-artillery", ("guided", 0)) == []
    assert faults(("guided", 0)) == ["artillery-types"]
    assert faults("light-artillery", "guided") == ["artillery-types"]
    assert faults("light-artillery", ("guided", 0), ("guided", 0)) == ["artillery-types"]


@pytest.mark.rule("fieldmanual.airstrike-types")
def test_bombers_fly_for_forces_of_level_three_and_up() -> None:
    assert faults("bomber", level=3) == []
    assert faults("bomber", level=2) == ["airstrike-types"]


@pytest.mark.rule("fieldmanual.infiltrators")
def test_as_many_groups_infiltrate_as_the_level_allows() -> None:
    assert faults(("infiltrators", 0), ("infiltrators", 1), level=2) == []
    assert faults(("infiltrators", 0), ("infiltrators", 1), level=1) == ["infiltrators"]
    assert faults(("infiltrators", 0), ("infiltrators", 0)) == ["infiltrators"]
    assert faults(("infiltrators", 9)) == ["infiltrators"]
    assert faults("infiltrators") == ["infiltrators"]


@pytest.mark.rule("fieldmanual.reserves", "fieldmanual.guaranteed-reserve")
def test_at_most_half_of_the_groups_are_held_back() -> None:
    assert faults(("reserve", 0), ("guaranteed-reserve", 1), groups=4) == []
    assert faults(("reserve", 0), ("guaranteed-reserve", 1), groups=3) == ["reserves"]
    assert faults(("reserve", 0), ("guaranteed-reserve", 0)) == ["guaranteed-reserve"]


@pytest.mark.rule("fieldmanual.aa-drone")
def test_a_group_has_one_drone_against_aircraft() -> None:
    assert faults(("aa-drone", 0), ("aa-drone", 1)) == []
    assert faults(("aa-drone", 1), ("aa-drone", 1)) == ["aa-drone"]
