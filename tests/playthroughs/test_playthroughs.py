"""Golden battles. When one changes on purpose: `python scripts/make_playthroughs.py`, then read the difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.conftest import is_quick
from gearlock.bots.players import BOTS, make_bot
from gearlock.bots.thoughts import Thinking
from gearlock.kernel.registry import AnySystem, all_systems, get_system
from playthroughs.telling import explained, playthrough, told_from_both_seats

HERE = Path(__file__).parent
GOLDEN = sorted(HERE.glob("*/*.txt"))
FROM_BOTH_SEATS = sorted(HERE.glob("*/seats/*.txt"))
"""Battles of hidden things, told as either seat lives them."""

EXPLAINED = sorted(HERE.glob("*/explained/*.txt"))


def golden(path: Path) -> object:
    """A golden battle; whole evenings that are not the fullest of their system are left to `make soak`."""
    quick = is_quick(get_system(path.parent.name), path.stem.rsplit("-", 3)[0])
    return pytest.param(path, id=f"{path.parent.name}-{path.stem}", marks=[] if quick else [pytest.mark.soak])


@pytest.mark.parametrize("path", [golden(path) for path in GOLDEN])
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
    assert explained(path) == path.read_text()


def test_every_scenario_of_every_system_has_one() -> None:
    told = {(path.parent.name, path.stem.rsplit("-", 3)[0]) for path in GOLDEN}
    assert told == {(system.id, scenario) for system in all_systems() for scenario in system.scenarios()}


@pytest.mark.parametrize("system", all_systems(), ids=lambda system: system.id)
def test_every_bot_that_thinks_is_overheard_in_every_system(system: AnySystem) -> None:
    overheard = "".join(path.name for path in EXPLAINED if path.parents[1].name == system.id)
    able = [name for name in BOTS if isinstance(make_bot(name, 0), Thinking)]
    assert [name for name in able if name not in overheard] == []
