"""Golden battles. When one changes on purpose: `python scripts/make_playthroughs.py`, then read the difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from gearlock.kernel.registry import all_systems
from playthroughs.telling import explained, playthrough, told_from_both_seats

HERE = Path(__file__).parent
GOLDEN = sorted(HERE.glob("*/*.txt"))
FROM_BOTH_SEATS = sorted(HERE.glob("*/seats/*.txt"))
"""Battles of hidden things, told as either seat lives them."""

EXPLAINED = sorted(HERE.glob("*/explained/*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_battle_goes_as_it_went(path: Path) -> None:
    scenario, seed, red, blue = path.stem.rsplit("-", 3)
    assert playthrough(path.parent.name, scenario, int(seed), f"bot:{red}", f"bot:{blue}") == path.read_text()


@pytest.mark.parametrize("path", FROM_BOTH_SEATS, ids=lambda path: path.stem)
def test_either_seat_lives_the_battle_as_it_did(path: Path) -> None:
    scenario, seed, red, blue = path.stem.rsplit("-", 3)
    system = path.parents[1].name
    assert told_from_both_seats(system, scenario, int(seed), f"bot:{red}", f"bot:{blue}") == path.read_text()


@pytest.mark.parametrize("path", EXPLAINED, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_bots_weigh_what_they_weighed(path: Path) -> None:
    scenario, seed, red, blue = path.stem.rsplit("-", 3)
    assert explained(path.parents[1].name, scenario, int(seed), f"bot:{red}", f"bot:{blue}") == path.read_text()


def test_every_scenario_of_every_system_has_one() -> None:
    told = {(path.parent.name, path.stem.rsplit("-", 3)[0]) for path in GOLDEN}
    assert told == {(system.id, scenario) for system in all_systems() for scenario in system.scenarios()}
    assert {path.parents[1].name for path in EXPLAINED} == {system.id for system in all_systems()}
