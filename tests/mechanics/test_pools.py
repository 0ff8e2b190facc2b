"""Pools without a book: sums of lines, marginal hits, and rolls that are made again, against every throw there is."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.script import Script
from gearlock.mechanics.pools.lines import dice, result, sum_of
from gearlock.mechanics.pools.marginal import SIDES, bites_in, bites_of, bites_of_all, mean_bites
from gearlock.mechanics.pools.rerolling import again_below, margins_again
from gearlock.mechanics.pools.throwing import throw_pool, throw_until_it_stands
from gearlock.odds.pools import Pools, pool_score

DIE = range(1, SIDES + 1)
LEAST = st.integers(1, 6)


def test_lines_add_up_by_what_they_change() -> None:
    assert sum_of([dice(2, "a", ""), result(-1, "b", ""), dice(-3, "c", ""), result(4, "d", "")]) == (-1, 3)
    assert sum_of([]) == (0, 0)


@given(st.integers(0, 4), LEAST)
def test_bites_come_as_often_as_every_throw_says(count: int, least: int) -> None:
    thrown = Counter(bites_in(faces, least) for faces in product(DIE, repeat=count))
    assert bites_of(count, least) == thrown
    assert mean_bites(count, least) == pytest.approx(sum(n * ways for n, ways in thrown.items()) / SIDES**count)


@given(st.lists(st.tuples(st.integers(0, 2), LEAST), max_size=3))
def test_lots_of_dice_bite_together(lots: list[tuple[int, int]]) -> None:
    bounds = [least for count, least in lots for _ in range(count)]
    thrown = Counter(
        sum(face >= least for face, least in zip(faces, bounds, strict=True))
        for faces in product(DIE, repeat=len(bounds))
    )
    assert bites_of_all(lots) == thrown


@given(LEAST, st.integers(0, 3))
def test_a_bad_throw_is_made_again_once(least: int, wanted: int) -> None:
    once = bites_of(2, least)
    both = Counter[int]()
    for first, ways in once.items():
        for second, more in once.items():
            both[first if first >= wanted else second] += ways * more
    assert {bites: ways for bites, ways in again_below(once, wanted).items() if ways} == both


@pytest.mark.parametrize("attacking", [True, False])
def test_the_margins_of_a_new_roll_are_those_of_every_throw_against_what_stands(attacking: bool) -> None:
    pools = Pools(3, 2, 1, -1, 4, 5)
    count, bonus, step = (3, 1, 4) if attacking else (2, -1, 5)
    results = Counter(pool_score(faces, step) + bonus for faces in product(DIE, repeat=count))
    margins = {(result - 4 if attacking else 6 - result): ways for result, ways in results.items()}
    assert dict(margins_again(pools, 6, 4, attacking).items()) == margins


def run(script: Script[Faces], *thrown: Faces) -> tuple[Faces, int]:
    """What a script comes to when its dice fall so, and how many throws it took."""
    asked = 0
    try:
        step = next(script)
        while True:
            assert isinstance(step, Roll)
            asked += 1
            step = script.send(thrown[asked - 1])
    except StopIteration as end:
        return end.value, asked


def test_without_dice_nothing_is_thrown() -> None:
    assert run(throw_pool(Roll("none", 0, 6))) == ((), 0)
    assert run(throw_pool(Roll("two", 2, 6)), (3, 4)) == ((3, 4), 1)


@pytest.mark.parametrize(("count", "wanted", "throws"), [(1, 0, 1), (1, 2, 3), (0, 2, 0)])
def test_dice_are_thrown_until_nobody_wants_them_again(count: int, wanted: int, throws: int) -> None:
    told: list[Faces] = []

    def report(faces: Faces) -> str:
        told.append(faces)
        return f"{len(told)}"

    def again(shown: str) -> Script[bool]:
        yield from ()
        return int(shown) <= wanted

    thrown = [(face,) for face in DIE]
    faces, asked = run(throw_until_it_stands(Roll("dice", count, 6), report, again), *thrown)
    assert asked == throws
    assert told == (thrown[:throws] if count else [()])
    assert faces == told[-1]
