"""Modifier rules of a made-up book: read as lines in their order, and as the same sums without a line."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from gearlock.mechanics.judging.lines import LineRules, OfModel, OfPair, OfUse, total
from gearlock.mechanics.pools.lines import dice, result, sum_of


class Hand(NamedTuple):
    """A weapon as it is used."""

    near: bool
    loud: bool


class Two(NamedTuple):
    """Two models, each a number."""

    attacker: int
    target: int


def is_near(use: Hand) -> bool:
    return use.near


def is_loud(use: Hand) -> bool:
    return use.loud


RULES: LineRules[int, int, Hand, Two] = LineRules(
    OfModel(lambda state, model: [dice(state + model, "own", "1")]),
    OfPair(lambda pair: pair.attacker - pair.target, "ahead by {}", "2"),
    OfModel(lambda _, model: [result(model, "near", "3"), dice(1, "near", "3")], is_near),
    OfUse(lambda use: [result(2, "loud", "4")] if use.loud else []),
    OfPair(lambda pair: pair.target % 3, {1: "a little", 2: "a lot"}, "5", is_near),
    OfModel(lambda _, model: [dice(-1, "shy", "6")] if model > 2 else [], is_loud),
    OfModel(lambda _, model: [dice(model, "near again", "7")], is_near),
)


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9), st.booleans(), st.booleans())
def test_the_sum_of_a_pair_is_the_sum_of_its_lines(state: int, one: int, other: int, near: bool, loud: bool) -> None:
    use, pair = Hand(near, loud), Two(one, other)
    lines = RULES.lines(state, one, use, pair)
    assert total(RULES.brought(state, one), RULES.used(use), pair) == sum_of(lines)


def test_lines_are_read_in_the_order_of_the_rules_and_only_those_that_fit() -> None:
    told = {
        (near, loud): [line.text() for line in RULES.lines(0, 3, Hand(near, loud), Two(3, 1))]
        for near, loud in product((True, False), repeat=2)
    }
    assert told[False, False] == ["+3 D6  own", "+2 D6  ahead by 2"]
    assert told[False, True] == [*told[False, False], "+2 result  loud", "-1 D6  shy"]
    close = [*told[False, False], "+3 result  near", "+1 D6  near"]
    assert told[True, False] == [*close, "+1 D6  a little", "+3 D6  near again"]
    assert told[True, True] == [*close, "+2 result  loud", "+1 D6  a little", "-1 D6  shy", "+3 D6  near again"]


def test_without_a_pair_what_lies_between_two_is_left_out() -> None:
    assert [line.rule for line in RULES.lines(0, 3, Hand(True, True), None)] == ["1", "3", "3", "4", "6", "7"]


def test_a_rule_that_comes_to_nothing_has_no_line() -> None:
    assert [line.rule for line in RULES.lines(0, 3, Hand(True, False), Two(3, 3))] == ["1", "3", "3", "7"]


def test_what_lies_between_two_may_change_the_result_and_is_summed_as_such() -> None:
    rules: LineRules[int, int, Hand, Two] = LineRules(
        OfPair(lambda pair: -pair.target, "away by {}", "1", on_result=True),
        OfPair(lambda pair: pair.attacker, {2: "two"}, "2"),
    )
    use, pair = Hand(False, False), Two(2, 3)
    lines = rules.lines(0, 2, use, pair)
    assert [line.text() for line in lines] == ["-3 result  away by -3", "+2 D6  two"]
    assert total(rules.brought(0, 2), rules.used(use), pair) == sum_of(lines) == (2, -3)
