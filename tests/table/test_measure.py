from math import atan2, cos, pi, sin

import pytest

from gearlock.table.measure import (
    COS,
    SIN,
    advance,
    bearing,
    distance,
    inches_text,
    mils,
    ratio,
    root_up,
    rounded,
    turn_between,
    turned,
)


def test_the_tables_hold_every_cosine_and_sine_to_the_last_bit() -> None:
    for tenth in range(3600):
        assert COS[tenth] == pytest.approx(cos(tenth * pi / 1800) * 2**30, abs=0.501)
        assert SIN[tenth] == pytest.approx(sin(tenth * pi / 1800) * 2**30, abs=0.501)


def test_quarter_turns_of_the_tables_are_exact() -> None:
    assert (COS[0], COS[900], COS[1800], COS[2700]) == (2**30, 0, -(2**30), 0)
    assert all(SIN[(tenth + 900) % 3600] == COS[tenth] for tenth in range(3600))
    assert all(COS[-tenth % 3600] == COS[tenth] and SIN[-tenth % 3600] == -SIN[tenth] for tenth in range(3600))


@pytest.mark.parametrize(
    ("facing", "length", "end"),
    [(0, 1_000, (1_000, 0)), (900, 1_000, (0, 1_000)), (450, 1_000, (707, 707)), (300, -2_000, (-1_732, -1_000))],
)
def test_advancing_goes_along_the_facing(facing: int, length: int, end: tuple[int, int]) -> None:
    assert advance(0, 0, facing, length) == end


def test_bearing_is_the_nearest_tenth_of_the_angle() -> None:
    for x in range(-40, 41, 7):
        for y in range(-40, 41, 3):
            if x or y:
                degrees = atan2(y, x) * 1800 / pi
                assert abs(turn_between(0, bearing(5, 6, 5 + x, 6 + y)) - degrees) % 3600 <= 0.5 + 1e-9


def test_bearing_undoes_advancing() -> None:
    for facing in range(3600):
        x, y = advance(0, 0, facing, 100_000)
        assert bearing(0, 0, x, y) == facing


@pytest.mark.parametrize(
    ("start", "end", "turn"), [(0, 900, 900), (900, 0, -900), (3500, 100, 200), (100, 3500, -200), (0, 1800, 1800)]
)
def test_the_shorter_turn_is_taken(start: int, end: int, turn: int) -> None:
    assert turn_between(start, end) == turn
    assert turned(start, turn) == end


def test_distances_round_up_so_that_within_is_exact() -> None:
    assert distance(0, 0, 3_000, 4_000) == 5_000
    assert distance(0, 0, 3_000, 4_001) == 5_001
    assert (root_up(0), root_up(1), root_up(2), root_up(4), root_up(5)) == (0, 1, 2, 2, 3)


def test_roundings_are_symmetric() -> None:
    assert [rounded(value, 1) for value in (3, 1, -1, -3)] == [2, 1, -1, -2]
    assert [ratio(value, 2) for value in (3, 1, 0, -1, -3)] == [2, 1, 0, -1, -2]


@pytest.mark.parametrize(
    ("text", "length"), [("4.5", 4_500), ("6", 6_000), ("-0.25", -250), ("0", 0), ("12.001", 12_001)]
)
def test_inches_are_read_and_written_as_players_do(text: str, length: int) -> None:
    assert mils(text) == length
    assert inches_text(length) == text


@pytest.mark.parametrize("text", ["", ".", "-", "four", "1.2345", "1.2.3", "1e3", "٣"])
def test_what_is_not_a_length_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a length"):
        mils(text)
