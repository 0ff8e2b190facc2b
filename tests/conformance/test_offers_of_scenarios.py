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
