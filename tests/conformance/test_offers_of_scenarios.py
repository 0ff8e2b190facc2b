"""Scenarios say what can be chosen; what they say must be so."""

from __future__ import annotations

import pytest

from gearlock.kernel.errors import BadInput
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.system import SAME


def test_every_choice_a_scenario_names_can_be_taken(system: AnySystem, scenario: str) -> None:
    offered = system.scenarios()[scenario]
    assert set(offered.choices) <= set(offered.options)
    for name, values in offered.choices.items():
        assert len(set(values)) == len(values) > 1
        system.prepare(scenario, 3, {name: values[-1]})


def test_scenarios_that_take_rosters_have_an_option_for_each_seat(system: AnySystem, scenario: str) -> None:
    offered = system.scenarios()[scenario]
    if offered.forces:
        assert system.force is not None
        assert set(system.seats) <= set(offered.options)


def test_only_the_second_side_can_be_given_the_force_of_the_first(system: AnySystem, scenario: str) -> None:
    offered, (first, second) = system.scenarios()[scenario], system.seats
    if offered.forces:
        assert SAME in offered.options[second]
        with pytest.raises(BadInput, match=SAME):
            system.prepare(scenario, 3, {first: SAME})


def test_several_values_of_an_option_can_be_taken_together(system: AnySystem, scenario: str) -> None:
    offered = system.scenarios()[scenario]
    assert set(offered.several) <= set(offered.options)
    for name, values in offered.several.items():
        assert name not in offered.choices
        assert len(set(values)) == len(values) > 1
        system.prepare(scenario, 3, {name: ",".join(values[-2:])})


def test_a_generator_takes_every_result_it_says_a_roll_can_give(system: AnySystem) -> None:
    if system.generator is None:
        return
    assert set(system.generator.results) == set(system.generator.rolls)
    drawn = system.generator.draw(3, {})
    offered = system.scenarios()[drawn.scenario]
    assert {*system.generator.rolls, *system.generator.sizes} <= set(offered.options)
    for roll in drawn.rolls:
        assert roll.value in system.generator.results[roll.name]
    for name, values in system.generator.results.items():
        for value in values:
            said = [each for each in (_drawn_with(system, seed, name, value) for seed in range(30)) if each]
            assert set(said) == {value}, f"{name} cannot be said to be {value}"


def _drawn_with(system: AnySystem, seed: int, name: str, value: str) -> str:
    """The result of a roll that somebody says; empty where the rest of the draw rules it out."""
    assert system.generator is not None
    try:
        return system.generator.draw(seed, {name: value}).options[name]
    except BadInput:
        return ""
