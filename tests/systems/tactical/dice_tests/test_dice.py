"""2.3.1 to 2.3.3: the dice, with the book's examples."""

from __future__ import annotations

import pytest

from gearlock.kernel.positions import Position
from gearlock.mechanics.pools.lines import dice, result
from gearlock.systems.tactical import dice_tests as tests
from gearlock.systems.tactical.dice_tests import (
    EW,
    GUNNERY,
    LEADERSHIP,
    PILOTING,
    SKILLS,
    TACTICS,
    margin,
    read_dice,
    roll_for,
    rolled_with,
    skill_lines,
)
from gearlock.systems.tactical.state import COMMANDER, SECOND
from systems.tactical.play import unit


def read(faces: tuple[int, ...], modifier: int = 0, skill: int | None = None) -> tuple[int, bool]:
    count = len(faces) if skill is None else skill
    found = read_dice(faces, (dice(count, "Skill", "tactical.2.3.2"), result(modifier, "more", "tactical.2.3.2")))
    return found.total, found.fumbled


@pytest.mark.rule("tactical.2.3.1", "tactical.2.3.1-modifiers")
@pytest.mark.parametrize(
    ("faces", "modifier", "total", "fumbled"),
    [
        ((3, 5), 0, 5, False),
        ((1, 6, 4, 6, 6), 0, 8, False),
        ((1, 1, 1), 0, 0, True),
        ((1, 5), 2, 7, False),
        ((1,), 0, 0, True),
        ((1, 1), 5, 0, True),
        ((2, 1), -5, 0, False),
        ((6, 6), -1, 6, False),
    ],
)
def test_the_highest_die_counts_with_extra_sixes_and_modifiers(
    faces: tuple[int, ...], modifier: int, total: int, fumbled: bool
) -> None:
    assert read(faces, modifier) == (total, fumbled)


@pytest.mark.rule("tactical.2.3.1")
@pytest.mark.parametrize(("faces", "expected"), [((6, 6), (6, False)), ((5, 2), (2, False)), ((6, 1), (0, True))])
def test_without_a_skill_the_lower_of_two_dice_counts(faces: tuple[int, int], expected: tuple[int, bool]) -> None:
    assert read(faces, 0, skill=0) == expected
    assert roll_for(tests.Test("x", "", (dice(0, "Skill", "tactical.2.3.2"),)), "red").count == 2


@pytest.mark.rule("tactical.2.3.3")
def test_the_difference_is_the_margin() -> None:
    attack, defense = read((1, 4))[0], read((2, 3, 6))[0]
    assert margin(attack, defense) == -2
    assert margin(attack + 1, defense + 1) == -2
    assert margin(4, 4) == 0


LEVELS = {
    1: ((1, 0), (1, 1), (0, 0), (0, 0), (0, 0)),
    2: ((2, 0), (2, 1), (1, 0), (1, 0), (1, 0)),
    3: ((3, 1), (3, 1), (2, 0), (2, 0), (2, 0)),
    4: ((4, 1), (4, 2), (3, 1), (3, 0), (3, 1)),
}


@pytest.mark.rule("tactical.2.3.2")
@pytest.mark.parametrize("level", LEVELS)
def test_a_crew_level_gives_dice_and_attributes(level: int) -> None:
    position = Position("tactical", turn="red")
    position.model("red-1", "hunter", at=(5, 5), level=level).model("blue-1", "hunter", at=(5, 30))
    crew = unit(position.battle())
    assert tuple(tuple(rolled_with(skill_lines(crew, skill))) for skill in SKILLS) == LEVELS[level]


@pytest.mark.rule("tactical.2.6.2-step0-commander")
@pytest.mark.parametrize(
    ("rank", "level", "leadership", "tactics"),
    [
        (COMMANDER, 1, (1, 0), (1, 0)),
        (COMMANDER, 3, (3, 0), (3, 0)),
        (COMMANDER, 4, (4, 0), (4, 1)),
        (SECOND, 3, (3, 0), (2, 0)),
        ("", 3, (2, 0), (2, 0)),
    ],
)
def test_rank_gives_a_die_and_leaves_the_attribute(
    rank: str, level: int, leadership: tuple[int, int], tactics: tuple[int, int]
) -> None:
    position = Position("tactical", turn="red")
    position.model("red-1", "hunter", at=(5, 5), level=level, rank=rank).model("blue-1", "hunter", at=(5, 30))
    crew = unit(position.battle())
    assert rolled_with(skill_lines(crew, LEADERSHIP)) == leadership
    assert rolled_with(skill_lines(crew, TACTICS)) == tactics
    others = [rolled_with(skill_lines(crew, skill)) for skill in (PILOTING, GUNNERY, EW)]
    assert [tuple(one) for one in others] == list(LEVELS[level][:3])
