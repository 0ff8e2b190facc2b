"""Scripts played on everything the dice can show, by classes of faces: the same as face by face."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import DiceSource, Roll, all_outcomes
from gearlock.kernel.gunnery import Share, Toll, gathered, merged
from gearlock.kernel.orders import Decline
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.odds.pools import pool_result, pool_score
from gearlock.odds.walking import faces_alike, walk

LEAST = 4


def duel(ctx: Ctx[list[int]]) -> Script[int]:
    """Two dice against 4, as many again as succeeded against 6, and a question in between."""
    faces = yield from throw(Roll("first", 2, 6, marks=(LEAST,)))
    good = sum(face >= LEAST for face in faces)
    yield from ask(Ask("red", "more", optional=True))
    if good:
        more = yield from throw(Roll("second", good, 6, marks=(6,)))
        good += sum(face == 6 for face in more)
    ctx.state.append(good)
    return good


def by_faces(dice: DiceSource) -> int:
    """The same script on one branch of single faces."""
    ctx: Ctx[list[int]] = Ctx([], lambda _state, _event: None)
    script, reply, number = duel(ctx), None, 0
    while True:
        try:
            step = script.send(reply)
        except StopIteration as end:
            return int(end.value)
        reply = dice.roll(step, number) if isinstance(step, Roll) else Decline()


def test_a_walk_by_classes_is_a_walk_by_faces() -> None:
    def begin() -> tuple[Ctx[list[int]], Script[int]]:
        ctx: Ctx[list[int]] = Ctx([], lambda _state, _event: None)
        return ctx, duel(ctx)

    chances: dict[int, Fraction] = {}
    leaves = list(walk(begin, faces_alike, lambda _ctx, _ask: Decline()))
    for leaf in leaves:
        assert leaf.ctx.state == [leaf.value]
        chances[leaf.value] = chances.get(leaf.value, Fraction(0)) + Fraction(leaf.ways, leaf.out_of)
    assert chances == all_outcomes(by_faces)
    assert len(leaves) == 1 + 2 + 3, "a class for each number of successes"


@given(
    count=st.integers(1, 4),
    sides=st.integers(2, 8),
    low=st.integers(0, 1),
    marks=st.none() | st.lists(st.integers(-2, 10), max_size=3).map(tuple),
)
def test_classes_stand_for_every_throw_once(count: int, sides: int, low: int, marks: tuple[int, ...] | None) -> None:
    roll = Roll("any", count, sides, low, marks=marks)
    classes = faces_alike(roll)
    assert sum(weight for _, weight in classes) == sides**count
    for faces, _ in classes:
        roll.check(faces)
    if marks is not None:
        kinds = Counter(tuple(sum(face >= mark for mark in marks) for face in faces) for faces, _ in classes)
        assert max(kinds.values()) == 1, "no two classes mean the same"


@pytest.mark.parametrize("step", [2, 4, 7])
def test_pools_are_walked_by_their_results(step: int) -> None:
    classes = faces_alike(Roll("pool", 4, 6, step=step))
    spread = pool_result(4, step=step)
    assert {pool_score(faces, step): weight for faces, weight in classes} == dict(spread.items())


def test_dice_with_an_order_are_walked_in_every_order() -> None:
    classes = dict(faces_alike(Roll("any", 2, 100, 0, marks=(3,), ordered=True)))
    assert classes == {(0, 0): 9, (0, 3): 291, (3, 0): 291, (3, 3): 9409}


def test_shares_of_different_wholes_make_one_total() -> None:
    hit, miss = {"a": Toll(True, 2)}, {"a": Toll()}
    found = gathered(merged([Share(1, 2, hit, 0), Share(1, 6, hit, 0), Share(1, 3, miss, 1)], None))
    assert found.total == 3
    assert {branch.weight: branch.tolls for branch in found.branches} == {2: hit, 1: miss}


def test_shares_that_do_not_make_a_whole_are_a_mistake() -> None:
    with pytest.raises(AssertionError):
        gathered([Share(1, 2, {}, 0)])


def test_two_tolls_add_up() -> None:
    both = Toll(True, 2, 1, ("Haywire",), True).then(Toll(False, 3, 0, ("Corrosion",), False, True))
    assert both == Toll(True, 5, 1, ("Corrosion", "Haywire"), True, True)
