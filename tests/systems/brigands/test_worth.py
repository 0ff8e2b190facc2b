"""The worth of attacks that bots and previews go by."""

from hypothesis import given
from hypothesis import strategies as st

from gearlock.odds.pools import Harm, Pools, pool_strike
from gearlock.systems.brigands.damage.hurt import Hurt
from gearlock.systems.brigands.judging.worth import expected_damage

BONUS = st.integers(-1, 2)
POOLS = st.tuples(st.integers(0, 6), st.integers(0, 6), BONUS, BONUS).map(lambda four: Pools(*four))
HARM = st.tuples(st.integers(-6, 6), st.integers(0, 4), st.integers(0, 1)).map(lambda three: Harm(*three))
HURT = st.tuples(HARM, st.booleans(), st.booleans(), st.booleans()).map(lambda four: Hurt(*four))


@given(POOLS, HURT, st.integers(1, 8))
def test_the_damage_to_expect_is_that_of_every_outcome_by_its_weight(pools: Pools, hurt: Hurt, most: int) -> None:
    damage = pool_strike(pools, hurt.harm).damage
    slow = sum(weight * min(most, hurt.felt(amount)) for amount, weight in dict(damage.items()).items()) / damage.total
    assert expected_damage(pools, hurt, most) == slow
    assert expected_damage(pools, hurt, most) <= most


def test_damage_is_capped_then_soaked_then_doubled() -> None:
    assert Hurt(Harm(), True, False, False).felt(5) == 1
    assert Hurt(Harm(), False, True, False).felt(5) == 4
    assert Hurt(Harm(), False, True, False).felt(1) == 1
    assert Hurt(Harm(), False, True, True).felt(5) == 8
    assert Hurt(Harm(), False, True, True).felt(0) == 0
