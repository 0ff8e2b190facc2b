"""5.6c: what a model without Hull cannot do any more, and what a Haywire token does the same."""

from __future__ import annotations

import pytest

from gearlock.systems.brigands.attacks.attack import is_under_ams
from gearlock.systems.brigands.dice import standard_modifiers
from gearlock.systems.brigands.forces.upgrades import CATALOG
from gearlock.systems.brigands.lock_and_cover.sight import is_stealthy, sensor_range
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, TOP_SPEED, Unit
from systems.brigands.field import NORTH, SOUTH, code, lay, remodel

AUXILIARY = sorted(
    {
        text.removesuffix(" (Aux)").partition(":")[0]
        for card in CATALOG.values()
        for text in card.traits
        if "(Aux)" in text
    }
)
"""Every trait that some listed model has as an Auxiliary one."""


def _unit(*traits: str) -> Unit:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 20, SOUTH)])
    unit = battle.state.units["red-1"]
    remodel(unit, traits=traits)
    return unit


@pytest.mark.rule("brigands.5.6c", "brigands.wtrait.aux")
@pytest.mark.parametrize("trait", AUXILIARY)
def test_an_auxiliary_trait_is_lost_with_the_hull_and_back_with_emergency_measures(trait: str) -> None:
    unit = _unit(f"{trait}:2 (Aux)")
    plain = _unit(f"{trait}:2")
    rating = plain.trait(trait)
    assert (unit.has(trait), unit.trait(trait)) == (True, rating)
    assert rating
    unit.hull = plain.hull = 0
    assert (unit.has(trait), unit.trait(trait)) == (False, 0)
    assert (plain.has(trait), plain.trait(trait)) == (True, rating)
    unit.steady = True
    assert unit.trait(trait) == rating
    unit.hull, unit.steady, unit.haywire = 4, False, True
    assert not unit.has(trait)


@pytest.mark.rule("brigands.5.6c")
def test_a_crippled_model_rolls_less_sees_less_and_cannot_hurry() -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    unit = battle.state.units["red-1"]
    assert (sensor_range(unit), code(battle, Activate("red-1", TOP_SPEED))) == (18_000, "")
    unit.hull = 0
    assert sensor_range(unit) == 9_000
    assert [line.value for line in standard_modifiers(unit, attacking=True)] == [-1]
    assert [line.value for line in standard_modifiers(unit, attacking=False)] == [-1]
    assert code(battle, Activate("red-1", TOP_SPEED)) == "crippled"
    assert code(battle, Activate("red-1", COMBAT_SPEED)) == ""


@pytest.mark.rule("brigands.5.6c", "brigands.trait.ams", "brigands.trait.stealth")
def test_auxiliary_traits_that_others_ask_about_are_gone_too() -> None:
    unit = _unit("Stealth (Aux)")
    assert is_stealthy(unit)
    unit.hull = 0
    assert not is_stealthy(unit)
    battle = lay([("hunter", 10, 10, NORTH), ("hunter", 13, 10, NORTH)])
    remodel(battle.state.units["red-2"], traits=("AMS (Aux)",))
    assert is_under_ams(battle.state, battle.state.units["red-1"])
    battle.state.units["red-2"].haywire = True
    assert not is_under_ams(battle.state, battle.state.units["red-1"])
