"""The worth of attacks that bots and previews go by."""

from hypothesis import given
from hypothesis import strategies as st

from gearlock.odds.pools import Harm, Pools, pool_strike
from gearlock.systems.brigands.damage.damage import Felt, felt
from gearlock.systems.brigands.judging.worth import expected_damage

BONUS = st.integers(-1, 2)
POOLS = st.tuples(st.integers(0, 6), st.integers(0, 6), BONUS, BONUS).map(lambda four: Pools(*four))
HARM = st.tuples(st.integers(-6, 6), st.integers(0, 4), st.integers(0, 1)).map(lambda three: Harm(*three))
FEELS = st.tuples(st.booleans(), st.booleans(), st.booleans()).map(lambda three: Felt(*three))


@given(POOLS, HARM, FEELS, st.integers(1, 8))
def test_the_damage_to_expect_is_that_of_every_outcome_by_its_weight(
    pools: Pools, harm: Harm, feels: Felt, most: int
) -> None:
    damage = pool_strike(pools, harm).damage
    slow = (
        sum(weight * min(most, felt(amount, feels)) for amount, weight in dict(damage.items()).items()) / damage.total
    )
    assert expected_damage(pools, harm, feels, most) == slow
    assert expected_damage(pools, harm, feels, most) <= most


def test_damage_is_capped_then_soaked_then_doubled() -> None:
    assert felt(5, Felt(True, False, False)) == 1
    assert felt(5, Felt(False, True, False)) == 4
    assert felt(1, Felt(False, True, False)) == 1
    assert felt(5, Felt(False, True, True)) == 8
    assert felt(0, Felt(False, True, True)) == 0
