"""Several attacks on one target: exactly what all dice together come to, and never more than there is."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gearlock.bots.folding import Wound, fresh, wounded
from gearlock.bots.lines import NOTHING
from gearlock.kernel.view import OddsCard, Preview

SPREADS = st.lists(st.integers(0, 6), min_size=1, max_size=4).map(
    lambda faces: {points: faces.count(points) / len(faces) for points in set(faces)}
)


def card(damage: dict[int, float], left: int, crippled: float = 0.0) -> OddsCard:
    mean = sum(points * chance for points, chance in damage.items())
    destroyed = sum(chance for points, chance in damage.items() if points >= left)
    return OddsCard(1.0, mean, damage, crippled, destroyed)


def attack(damage: dict[int, float], left: int, whole: int, target: str = "foe") -> Preview:
    gives = sum(min(points, left) * chance for points, chance in damage.items()) / whole
    return Preview(odds=card(damage, left), gives=gives, target=target, whole=whole, left=left)


@given(st.lists(SPREADS, min_size=1, max_size=3), st.integers(1, 8), st.integers(0, 4))
def test_folded_attacks_come_to_what_all_dice_together_do(
    spreads: list[dict[int, float]], left: int, gone: int
) -> None:
    wound = Wound(left + gone, left, {0: 1.0})
    for damage in spreads:
        wound = wounded(wound, card(damage, left))
    lost = destroyed = 0.0
    for rolls in product(*(damage.items() for damage in spreads)):
        chance, points = 1.0, 0
        for more, times in rolls:
            chance, points = chance * times, points + more
        lost += chance * min(points, left)
        destroyed += chance * (points >= left)
    assert wound.share == pytest.approx(lost / (left + gone))
    assert wound.destroyed == pytest.approx(destroyed)
    assert sum(wound.lost.values()) == pytest.approx(1.0)


def test_who_is_destroyed_by_other_means_than_damage_has_lost_all_and_is_not_destroyed_again() -> None:
    odds = OddsCard(0.5, 1.0, {0: 0.5, 2: 0.5}, p_crippled=0.5, p_destroyed=0.25)
    once = wounded(fresh(Preview(whole=10, left=10)), odds)
    assert once.destroyed == pytest.approx(0.25)
    assert once.share == pytest.approx((0.25 * 10 + 0.25 * 2) / 10)
    twice = wounded(once, odds)
    assert twice.destroyed == pytest.approx(1 - 0.75**2)
    assert 1 - twice.unhurt == pytest.approx(0.75)


def test_a_line_counts_the_second_attack_on_a_target_by_what_is_left_for_it() -> None:
    shot = attack({0: 0.2, 4: 0.8}, 4, 4)
    one, two = NOTHING.plus(shot), NOTHING.plus(shot).plus(shot)
    assert (one.damage, one.kills) == pytest.approx((0.8, 0.8))
    assert (two.damage, two.kills) == pytest.approx((0.96, 0.96))
    other = NOTHING.plus(shot).plus(attack({0: 0.2, 4: 0.8}, 4, 4, "another"))
    assert (other.damage, other.kills) == pytest.approx((1.6, 1.6))


def test_what_an_attack_brings_besides_is_not_lessened_and_stakes_count_for_each_target() -> None:
    shot = attack({0: 0.2, 4: 0.8}, 4, 4)
    more = Preview(odds=shot.odds, gives=shot.gives + 0.1, target="foe", whole=4, left=4)
    assert NOTHING.plus(shot).plus(more).damage == pytest.approx(0.96 + 0.1)
    area = Preview(
        odds=shot.odds, gives=1.2, target="foe", whole=4, left=4, also=(attack({0: 0.6, 2: 0.4}, 2, 2, "b"),)
    )
    assert NOTHING.plus(area, stakes={"foe": 2.0, "b": 0.5}).damage == pytest.approx(2 * 0.8 + 0.5 * 0.4)
