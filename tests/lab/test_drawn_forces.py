"""Forces drawn by lot in every system, and what is refused."""

from __future__ import annotations

import pytest

from cli.command import Command
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.registry import get_system, system_ids
from gearlock.lab.drawn_forces import DrawnForces, arrange_drawn_forces


def drawn(system: str, **more: object) -> DrawnForces:
    given: dict[str, object] = {
        "bot": "random",
        "scenario": None,
        "size": None,
        "spread": 0.25,
        "factions": (),
        "options": {},
        "seed": 1,
    }
    return arrange_drawn_forces(get_system(system), **{**given, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize("system", system_ids())
def test_two_forces_are_drawn_and_swap_sides(system: str) -> None:
    study = drawn(system)
    chosen = get_system(system)
    beside = chosen.counterparts
    assert beside is not None
    fielded = [chosen.begin(study.setup(study.game(number))) for number in (0, 1)]
    sides = [
        {seat: sorted(m.model for m in beside.fielded(state).values() if m.seat == seat) for seat in chosen.seats}
        for state in fielded
    ]
    red, blue = chosen.seats
    assert (sides[0][red], sides[0][blue]) == (sides[1][blue], sides[1][red])
    assert study.setup(study.game(0)) == study.setup(study.game(0))
    assert study.forces(1) != study.forces(2)


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(UnknownName, match="North"):
        drawn("brigands", factions=("Nroth",))
    with pytest.raises(UnknownName):
        drawn("brigands", scenario="duel")
    with pytest.raises(BadInput, match=r"0\.05 to 0\.5"):
        drawn("brigands", spread=0.0)
    with pytest.raises(BadInput, match="1 or more"):
        drawn("brigands", size=0)


def test_the_command_judges_models_and_says_when_it_cannot(gearlock: Command) -> None:
    words = ("lab", "balance", "hex100", "--bot", "random", "--games", 4, "--jobs", 1)
    done = gearlock(*words)
    assert done.code == 0, done.err
    assert "too rarely" in done.out
    assert gearlock(*words, "--json").json()["format"] == "gearlock.lab-balance/1"


def test_settings_are_screened_by_a_command(gearlock: Command) -> None:
    words = ("lab", "screen", "hex100", "--scenario", "close-quarters", "--jobs", 1, "--games", 2)
    done = gearlock(*words, "--bot", "tactician:1n", "--settings", "kill,damage", "--json")
    assert done.code == 0, done.err
    assert list(done.json()["study"]["usual"]) == ["damage", "kill"]
    assert "no settings to try" in gearlock(*words, "--bot", "greedy").err
    assert "kill" in gearlock(*words, "--settings", "kil").err
