"""The odds as they go out on the wire."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gearlock.odds.outcome import Odds, Track, fold_damage, percent_odds, pool_odds, strike_odds
from gearlock.odds.percent import Shot
from gearlock.odds.pools import Harm, Pools, Spread


def test_bare_pools_say_nothing_of_crippled_or_destroyed() -> None:
    odds = pool_odds(2, 2)
    assert odds.crippled is None
    assert odds.destroyed is None
    assert odds.p_hit == pytest.approx(0.58719136)


def test_json_names_each_amount_of_damage() -> None:
    wire = msgspec.json.decode(msgspec.json.encode(pool_odds(3, 1, 7, 6)))
    assert set(wire) == {"p_hit", "mean_damage", "damage", "exact"}
    assert set(wire["damage"]) == {str(amount) for amount in range(9)}
    assert sum(wire["damage"].values()) == pytest.approx(1)


@given(attack=st.integers(0, 14), defence=st.integers(0, 14), offset=st.integers(-4, 4), agile=st.booleans())
def test_odds_survive_json_with_weights_of_any_size(attack: int, defence: int, offset: int, agile: bool) -> None:
    odds = pool_odds(attack, defence, 8 + offset, 8, agile=agile, track=Track(4, 2))
    assert msgspec.json.decode(msgspec.json.encode(odds), type=Odds) == odds


@pytest.mark.rule("brigands.5.6b")
def test_damage_goes_through_hull_into_structure() -> None:
    damage = Spread(0, (5, 4, 3, 2, 1), 15)
    assert fold_damage(damage, Track(hull=2, structure=2)) == (6, 1)
    assert fold_damage(damage, Track(hull=0, structure=1)) == (15, 10)


@pytest.mark.rule("brigands.trait.agile")
def test_an_agile_target_is_missed_on_equal_results() -> None:
    assert pool_odds(0, 0).p_hit == 1
    assert pool_odds(0, 0, agile=True).p_hit == 0


def test_odds_of_a_strike_keep_exact_weights() -> None:
    odds = strike_odds(Pools(2, 2), Harm(1), Track(4, 2))
    exact = odds.exact
    assert sum(exact.damage.values()) == exact.total == 6**5
    assert exact.crippled == sum(weight for amount, weight in exact.damage.items() if amount >= 4)
    assert exact.destroyed == sum(weight for amount, weight in exact.damage.items() if amount >= 6)
    assert odds.destroyed == exact.destroyed / exact.total


@pytest.mark.rule("hex100.stat-critical")
def test_hit_points_or_structure_used_up_destroys() -> None:
    shot = Shot(50, 4, penetration=50, critical=2)
    assert percent_odds(shot, 1).destroyed is None
    assert percent_odds(shot, 1, hit_points=4).destroyed == 0.5
    assert percent_odds(shot, 1, hit_points=5).destroyed == 0
    assert percent_odds(shot, 1, hit_points=5, structure=2).destroyed == 0.25
    assert percent_odds(shot, 2, hit_points=8, structure=4).destroyed == 0.25
    assert percent_odds(shot, 2, structure=2).critical == {0: 0.5625, 2: 0.375, 4: 0.0625}
