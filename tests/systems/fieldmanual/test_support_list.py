"""Support Points: the list of what they buy."""

from __future__ import annotations

import pytest

from gearlock.kernel.rulebook import load_rulebook
from gearlock.muster.printing import print_sheet
from gearlock.systems.fieldmanual.army.around_a_force import stock
from gearlock.systems.fieldmanual.army.upgrades import support_options
from gearlock.systems.fieldmanual.datacards import all_cards

COSTS = {
    "fighter": 3, "fighter-bomber": 4, "bomber": 6, "aa-drone": 1, "aa-turret": 2, "command-point": 1,
    "infiltrators": 2, "light-artillery": 1, "medium-artillery": 1, "heavy-artillery": 2, "guided": 1, "hac-turret": 2,
    "hrp-turret": 3, "observation-bunker": 1, "heavy-bunker": 2, "blind": 2, "reserve": 1, "guaranteed-reserve": 2,
}  # fmt: skip


def test_the_list_has_all_prices_and_rules() -> None:
    assert {id: option.sp for id, option in support_options().items()} == COSTS
    rules = load_rulebook("gearlock.systems.fieldmanual")
    assert all(option.rule in rules for option in support_options().values())
    for option in support_options().values():
        if option.card:
            assert all_cards()[option.card].sp == option.sp


@pytest.mark.rule("fieldmanual.artillery-types")
def test_artillery_has_strikes_damage_and_blast() -> None:
    shells = {id: (it.strikes, it.dm, it.blast) for id, it in support_options().items() if it.use == "artillery"}
    assert shells == {"light-artillery": (2, 12, 2), "medium-artillery": (1, 18, 3), "heavy-artillery": (1, 22, 4)}


@pytest.mark.rule("fieldmanual.airstrike-types", "fieldmanual.infiltrators", "fieldmanual.reserves")
def test_what_is_for_some_forces_and_groups_only() -> None:
    options = support_options()
    assert {id for id, it in options.items() if it.level} == {"bomber"}
    assert options["bomber"].level == 3
    assert {id for id, it in options.items() if it.by_level} == {"infiltrators"}
    assert {id for id, it in options.items() if it.half} == {"reserve", "guaranteed-reserve"}
    grouped = {"aa-drone", "infiltrators", "reserve", "guaranteed-reserve"}
    assert {id for id, it in options.items() if it.per_group == 1} == grouped


@pytest.mark.rule("fieldmanual.step5-support-points")
def test_the_list_is_shown_with_everything_else() -> None:
    text = print_sheet(stock(), [], "x")
    assert "Bomber, 0 TV\n        6 SP: Priority Level 3 or higher" in text
    assert "Light artillery, 0 TV\n        1 SP: 2 x12 Blast 2" in text
