"""The dice behind the story at the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import Command
from gearlock.cli.person import Person
from gearlock.cli.screen import console
from gearlock.cli.story import last_rolls, numbered, unfolded
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.registry import get_system, system_ids
from gearlock.kernel.view import Line, Modifier, Throw

ROLL = Throw("attack", (5, 1), 6, (True, False), (Modifier(-1, "hurried", "a.1", "D6"),), "5 highest = 5", "a.2")
STORY = [Line("They meet."), Line("One fires.", rolls=(ROLL,)), Line("They part.")]


def test_lines_are_numbered_and_those_with_dice_have_a_star() -> None:
    assert list(numbered(STORY)) == ["   1  They meet.", "   2* One fires.", "   3  They part."]
    assert (last_rolls(STORY), last_rolls(STORY[:1])) == (2, 0)


def test_dice_that_do_not_count_are_in_brackets_and_every_modifier_names_its_rule() -> None:
    assert list(unfolded(STORY[1])) == ["    attack: [5 (1)] 5 highest = 5  [a.2]", "      -1 D6  hurried  [a.1]"]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (["l"], "attack: [5 (1)]"),
        (["l", "2"], "-1 D6  hurried"),
        (["l", "1"], "no dice"),
        (["l", "9"], "Which line?"),
        (["l", "x"], "Which line?"),
    ],
)
def test_the_dice_of_a_line_are_shown_by_its_number(typed: list[str], shown: str) -> None:
    system = get_system(system_ids()[0])
    scenario = next(iter(system.scenarios()))
    battle = Battle.begin(system, system.prepare(scenario, 1, {}), Seeded(1))
    sitter = Person(battle, system.seats[0])
    sitter.story = STORY
    with console.capture() as said:
        sitter.unfold(typed[1:])
    assert shown in said.get()


@pytest.mark.parametrize("system", system_ids())
def test_a_film_with_dice_says_what_made_each_roll(gearlock: Command, system: str, tmp_path: Path) -> None:
    log = tmp_path / "b.jsonl"
    assert gearlock("battle", system, "--seed", 6, "--blue", "bot:random", "--log", log).code == 0
    plain, full = (gearlock("replay", log, *words, "--json").json()["film"] for words in (["--film"], ["--dice"]))
    assert [line for line in full if not line.startswith("    ")] == plain
    assert any(line.startswith("      +") for line in full)
