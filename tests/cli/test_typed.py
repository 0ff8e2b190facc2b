from __future__ import annotations

import pytest

from gearlock.cli.typed import read_real, read_spot, read_whole
from gearlock.kernel.system import Aim
from gearlock.kernel.view import TableView, View
from gearlock.table.hexes import from_offset

INCHES = View("red", 1, "", "", TableView("inches", 48_000, 48_000))
HEXES = View("red", 1, "", "", TableView("hexes", 18, 24))


@pytest.mark.parametrize("word", ["²", "-3", "9" * 5000, "1.5", "", "x", "٣", "1_0"])
def test_what_is_no_plain_number_is_none(word: str) -> None:
    assert read_whole(word) is None


@pytest.mark.parametrize("word", ["nan", "inf", "1e400", "9" * 400, "two", "²", ""])
def test_no_length_is_endless(word: str) -> None:
    assert read_real(word) is None


def test_spots_are_read_as_people_write_them() -> None:
    assert read_spot(INCHES, ["24", "10.5"]) == Aim(24_000, 10_500)
    assert read_spot(INCHES, ["24,10.5,", "90°"]) == Aim(24_000, 10_500, 900)
    assert read_spot(INCHES, ["24", "10", "-90"]) == Aim(24_000, 10_000, 2700)
    assert read_spot(HEXES, ["4", "7", "5"]) == Aim(*from_offset(4, 7), 3000)


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (INCHES, ["24"]),
        (INCHES, ["24", "nan"]),
        (INCHES, ["1", "2", "3", "4"]),
        (HEXES, ["4.5", "7"]),
        (HEXES, ["4", "7", "6"]),
        (HEXES, ["4", "7", "-1"]),
    ],
)
def test_other_spots_are_answered_with_what_to_type(view: View, words: list[str]) -> None:
    answer = read_spot(view, words)
    assert isinstance(answer, str)
    assert len(answer) > 20
