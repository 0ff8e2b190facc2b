"""Opposed pools: the counting formulas against plain enumeration, and against icepool as an independent judge."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gearlock.odds.pools import (
    Harm,
    Pools,
    Spread,
    is_marginal,
    margin_of,
    pool_margin,
    pool_result,
    pool_score,
    pool_strike,
    silhouette_result,
    silhouette_score,
    sure_damage,
)


class HighestPlus(icepool.MultisetEvaluator):  # type: ignore[misc]
    """The same result as icepool counts it: face by face, in whatever order it likes."""

    def __init__(self, step: int) -> None:
        self.step = step

    def next_state(self, state: Any, order: Any, outcome: int, count: int) -> Any:
        highest, adding = state or (0, 0)
        if count:
            highest = max(highest, outcome)
        return highest, adding + (count if outcome >= self.step else 0)

    def final_outcome(self, final_state: Any, order: Any, outcomes: Any, size: int) -> int:
        highest, adding = final_state or (0, 0)
        return max(1, int(highest) + int(adding) - (1 if highest >= self.step else 0))


def fractions_of(spread: Spread) -> dict[int, Fraction]:
    return {value: Fraction(weight, spread.total) for value, weight in spread.items()}


def icepool_fractions(die: Any) -> dict[int, Fraction]:
    return {int(value): Fraction(int(weight), int(die.denominator())) for value, weight in die.items()}


def counted(rolls: list[int]) -> dict[int, Fraction]:
    return {value: Fraction(count, len(rolls)) for value, count in Counter(rolls).items()}


@pytest.mark.rule("brigands.1.2b")
@pytest.mark.parametrize(
    ("faces", "result"), [((3, 5, 1), 5), ((3, 2, 5, 6), 7), ((6, 2, 6, 4), 8), ((3,), 3), ((4, 4), 5)]
)
def test_the_highest_die_counts_and_every_other_four_adds_one(faces: tuple[int, ...], result: int) -> None:
    assert pool_score(faces) == result


@pytest.mark.rule("brigands.A6.1")
@pytest.mark.parametrize(("faces", "step", "result"), [((3, 5, 1), 4, 5), ((3, 2, 5, 6), 3, 8), ((6, 2, 5, 6), 5, 8)])
def test_a_skill_may_set_the_face_from_which_dice_add(faces: tuple[int, ...], step: int, result: int) -> None:
    assert pool_score(faces, step) == result


@pytest.mark.rule("brigands.1.2b")
@pytest.mark.parametrize("sides", [4, 6, 10])
@pytest.mark.parametrize("step", [0, 1, 2, 3, 4, 6, 7, 11])
@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_pool_results_agree_with_every_roll_written_out(dice: int, step: int, sides: int) -> None:
    rolls = [pool_score(faces, step) for faces in product(range(1, sides + 1), repeat=dice)]
    spread = pool_result(dice, 0, step, sides)
    assert fractions_of(spread) == counted(rolls)
    assert sum(spread.weights) == spread.total == sides**dice


@pytest.mark.rule("brigands.1.2b", "brigands.1.2h")
@pytest.mark.parametrize("step", [2, 4, 6])
@pytest.mark.parametrize("dice", range(9))
def test_pool_results_agree_with_icepool(dice: int, step: int) -> None:
    assert fractions_of(pool_result(dice, 0, step)) == icepool_fractions(HighestPlus(step)(icepool.d6.pool(dice)))


@pytest.mark.rule("brigands.1.2h")
@given(dice=st.integers(-6, 0), modifier=st.integers(-9, 9))
def test_a_pool_without_dice_scores_one_whatever_the_modifier(dice: int, modifier: int) -> None:
    assert list(pool_result(dice, modifier).items()) == [(1, 1)]


@pytest.mark.rule("brigands.1.2e")
@given(dice=st.integers(1, 12), modifier=st.integers(-9, 9))
def test_a_result_modifier_shifts_every_result(dice: int, modifier: int) -> None:
    plain = pool_result(dice)
    assert list(pool_result(dice, modifier).items()) == [(value + modifier, weight) for value, weight in plain.items()]


@given(dice=st.integers(1, 30))
def test_one_more_die_never_lowers_the_chance_of_any_result(dice: int) -> None:
    fewer, more = pool_result(dice), pool_result(dice + 1)
    for least in range(1, dice + 8):
        assert Fraction(more.at_least(least), more.total) >= Fraction(fewer.at_least(least), fewer.total)


@pytest.mark.parametrize("modifier", [-7, -2, 0, 3])
@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_silhouette_results_agree_with_every_roll_written_out(dice: int, modifier: int) -> None:
    rolls = [
        0 if silhouette_score(faces) == 0 else max(0, silhouette_score(faces) + modifier)
        for faces in product(range(1, 7), repeat=dice)
    ]
    assert fractions_of(silhouette_result(dice, modifier)) == counted(rolls)


@pytest.mark.parametrize("dice", [-2, 0])
@pytest.mark.parametrize("modifier", [-7, 0, 3])
def test_an_unskilled_silhouette_roll_keeps_the_lower_of_two_dice_and_fumbles_on_any_one(
    dice: int, modifier: int
) -> None:
    lower = [min(faces) for faces in product(range(1, 7), repeat=2)]
    rolls = [0 if face == 1 else max(0, face + modifier) for face in lower]
    assert fractions_of(silhouette_result(dice, modifier)) == counted(rolls)


@pytest.mark.parametrize(("faces", "result"), [((3, 5), 5), ((1, 6, 4, 6, 6), 8), ((1, 1, 1), 0), ((1,), 0), ((2,), 2)])
def test_silhouette_adds_for_further_sixes_and_fumbles_on_all_ones(faces: tuple[int, ...], result: int) -> None:
    assert silhouette_score(faces) == result


@pytest.mark.rule("brigands.1.2j")
@pytest.mark.parametrize(("attack", "defence", "margin"), [(7, 4, 3), (3, 6, -3), (5, 5, 0)])
def test_the_margin_is_the_attack_less_the_defence(attack: int, defence: int, margin: int) -> None:
    result = margin_of(Spread(attack, (1,), 1), Spread(defence, (1,), 1))
    assert list(result.items()) == [(margin, 1)]


@pytest.mark.rule("brigands.1.2j", "brigands.1.2h")
@pytest.mark.parametrize(("attack", "defence"), [(0, 0), (0, 3), (3, 0), (2, 2), (4, 3), (8, 8)])
def test_margins_agree_with_icepool(attack: int, defence: int) -> None:
    evaluate = HighestPlus(4)
    die = evaluate(icepool.d6.pool(attack)) - evaluate(icepool.d6.pool(defence))
    assert fractions_of(pool_margin(Pools(attack, defence))) == icepool_fractions(die)


def rolled_damage(pools: Pools, harm: Harm) -> tuple[Fraction, dict[int, Fraction]]:
    """Hit chance and damage by rolling everything, the marginal die included."""
    faces = range(1, pools.sides + 1)
    hits, damages = 0, []
    for roll in product(faces, repeat=pools.attack + pools.defence + 1):
        attack = pool_score(roll[: pools.attack], pools.attack_step) + pools.attack_modifier
        defence = pool_score(roll[pools.attack : -1], pools.defence_step) + pools.defence_modifier
        margin = attack - defence
        hits += margin >= harm.least
        lucky = is_marginal(margin, harm) and roll[-1] >= harm.marginal
        damages.append(1 if lucky else sure_damage(margin, harm))
    return Fraction(hits, len(damages)), counted(damages)


@pytest.mark.rule("brigands.5.6", "brigands.5.6a", "brigands.5.7a", "brigands.trait.agile")
@pytest.mark.parametrize(
    ("pools", "harm"),
    [
        (Pools(2, 2), Harm()),
        (Pools(2, 2), Harm(-2)),
        (Pools(2, 1), Harm(-4, ap=2)),
        (Pools(2, 2), Harm(0, ap=2)),
        (Pools(1, 2), Harm(3, least=1)),
        (Pools(2, 2), Harm(-1, marginal=0)),
        (Pools(2, 2), Harm(-1, marginal=6)),
        (Pools(2, 2, 1, -1, 3, 5), Harm(-2, ap=1, least=1)),
        (Pools(1, 1, sides=10), Harm(-3)),
    ],
)
def test_strikes_agree_with_every_roll_written_out(pools: Pools, harm: Harm) -> None:
    strike = pool_strike(pools, harm)
    hit, damage = rolled_damage(pools, harm)
    assert Fraction(strike.hits, strike.damage.total) == hit
    assert fractions_of(strike.damage) == damage


@pytest.mark.rule("brigands.5.7a")
@pytest.mark.parametrize(("margin", "damage"), [(1, 1), (5, 2), (7, 3)])
def test_armor_piercing_takes_the_better_of_both_kinds_of_damage(margin: int, damage: int) -> None:
    assert sure_damage(margin, Harm(7 - 11, ap=2)) == damage


@pytest.mark.rule("brigands.5.7a", "brigands.5.6a")
def test_piercing_damage_leaves_no_room_for_a_marginal_hit() -> None:
    assert is_marginal(4, Harm(-4))
    assert not is_marginal(4, Harm(-4, ap=1))
    assert is_marginal(0, Harm(0, ap=1))


@given(
    pools=st.builds(
        Pools,
        attack=st.integers(-1, 9),
        defence=st.integers(-1, 9),
        attack_modifier=st.integers(-3, 3),
        defence_modifier=st.integers(-3, 3),
        attack_step=st.integers(1, 7),
        defence_step=st.integers(1, 7),
        sides=st.just(6),
    ),
    harm=st.builds(Harm, st.integers(-12, 12), st.integers(0, 4), st.integers(0, 1), st.integers(0, 6)),
)
def test_every_strike_accounts_for_every_roll(pools: Pools, harm: Harm) -> None:
    strike = pool_strike(pools, harm)
    assert sum(strike.damage.weights) == strike.damage.total
    assert strike.damage.at_least(1) <= strike.hits <= strike.damage.total
