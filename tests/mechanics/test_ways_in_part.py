"""Ways gone in part: no part that can be gone is missed because the halvings step over it."""

from __future__ import annotations

import pytest

from gearlock.kernel.orders import Refusal
from gearlock.mechanics.going.partly import as_far
from gearlock.table.path import Path

TOO_FAR = Refusal("far", "", "It ends before that.")


def length(path: Path) -> int:
    return sum(abs(far) for _, far in path)


@pytest.mark.parametrize("whole", [6000, 12000, 13258, 26500])
@pytest.mark.parametrize("most", [100, 101, 102, 103, 150, 5000])
def test_the_least_is_found_wherever_it_can_be_gone(whole: int, most: int) -> None:
    found = as_far(((-600, whole),), lambda path: TOO_FAR if length(path) > most else None, 100)
    assert not isinstance(found, Refusal)
    assert 100 <= length(found) <= most


@pytest.mark.parametrize("most", [0, 50, 99])
def test_less_than_the_least_is_refused_with_the_reason(most: int) -> None:
    assert as_far(((0, 13258),), lambda path: TOO_FAR if length(path) > most else None, 100) == TOO_FAR


def test_a_way_shorter_than_the_least_is_gone_whole_or_not_at_all() -> None:
    assert as_far(((0, 60),), lambda _: None, 100) == ((0, 60),)
    assert as_far(((0, 60),), lambda _: TOO_FAR, 100) == TOO_FAR


def test_the_least_is_found_where_nobody_may_stop_a_little_farther_on() -> None:
    found = as_far(((0, 13258),), lambda path: None if length(path) == 100 else TOO_FAR, 100)
    assert found == ((0, 100),)
