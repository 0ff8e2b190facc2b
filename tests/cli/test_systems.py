"""`gearlock systems`: a line each; then what one plays, and what one scenario takes."""

from __future__ import annotations

import pytest

from cli.command import Command
from gearlock.kernel.registry import all_systems, get_system, system_ids


def test_every_system_is_one_line_with_a_hint_below(gearlock: Command) -> None:
    lines = gearlock("systems").out.splitlines()
    assert [line.split()[0] for line in lines[: len(system_ids())]] == list(system_ids())
    assert len(lines) <= len(system_ids()) + 2
    assert f"gearlock systems {system_ids()[0]}" in lines[-1]


@pytest.mark.parametrize("system", all_systems(), ids=lambda system: system.id)
def test_a_system_lists_its_scenarios_and_a_scenario_its_options(gearlock: Command, system: object) -> None:
    found = get_system(system.id)  # type: ignore[attr-defined]
    out = gearlock("systems", found.id).out
    assert len(out.splitlines()) < 60
    for name, scenario in found.scenarios().items():
        assert name in out
        told = gearlock("systems", found.id, name).out
        assert all(f"-o {option}=" in told for option in scenario.options)
        document = gearlock("systems", found.id, name, "--json").json()
        assert [each["id"] for each in document["systems"][0]["scenarios"]] == [name]
    document = gearlock("systems", found.id, "--json").json()
    assert [each["id"] for each in document["systems"][0]["scenarios"]] == list(found.scenarios())


def test_unknown_names_are_answered_with_near_ones(gearlock: Command) -> None:
    assert "Did you mean brigands" in gearlock("systems", "brigand").err
    done = gearlock("systems", "brigands", "dual")
    assert done.code == 2
    assert "Did you mean duel" in done.err
