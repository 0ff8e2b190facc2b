"""The worth of attacks that bots and previews go by."""

import ast
from copy import copy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gearlock.odds.pools import Harm, Pools, pool_strike
from gearlock.systems import brigands
from gearlock.systems.brigands.advice.attack_odds import expected_damage
from gearlock.systems.brigands.advice.previews import expected
from gearlock.systems.brigands.damage import Hurt
from gearlock.systems.brigands.state import Rolled
from systems.brigands.field import NORTH, SOUTH, lay, remodel

BONUS = st.integers(-1, 2)
POOLS = st.tuples(st.integers(0, 6), st.integers(0, 6), BONUS, BONUS).map(lambda four: Pools(*four))
HARM = st.tuples(st.integers(-6, 6), st.integers(0, 4), st.integers(0, 1)).map(lambda three: Harm(*three))
HURT = st.tuples(HARM, st.booleans(), st.booleans(), st.booleans()).map(lambda four: Hurt(*four))


@given(POOLS, HURT, st.integers(1, 8))
def test_the_damage_to_expect_is_that_of_every_outcome_by_its_weight(pools: Pools, harmful: Hurt, most: int) -> None:
    damage = pool_strike(pools, harmful.harm).damage
    slow = (
        sum(weight * min(most, harmful.felt(amount)) for amount, weight in dict(damage.items()).items()) / damage.total
    )
    assert expected_damage(pools, harmful, most) == slow
    assert expected_damage(pools, harmful, most) <= most


def test_damage_is_capped_then_soaked_then_doubled() -> None:
    assert Hurt(Harm(), True, False, False).felt(5) == 1
    assert Hurt(Harm(), False, True, False).felt(5) == 4
    assert Hurt(Harm(), False, True, False).felt(1) == 1
    assert Hurt(Harm(), False, True, True).felt(5) == 8
    assert Hurt(Harm(), False, True, True).felt(0) == 0


def test_only_the_record_of_harm_reads_a_margin() -> None:
    """Whoever wants to know what a margin does asks it; nobody compares faces with that of a Marginal Hit."""
    package = Path(brigands.__file__).parent
    for path in package.rglob("*.py"):
        said = [node.id for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Name)]
        compared = [
            name.id
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Compare)
            for name in ast.walk(node)
            if isinstance(name, ast.Name)
        ]
        assert "comb" not in said, f"{path} counts dice itself"
        assert "MARGINAL" not in compared, f"{path} reads Marginal Hits itself"
        if path.stem != "damage":
            assert not {"sure_damage", "is_marginal"} & set(said), f"{path} reads margins itself"


@pytest.mark.rule("brigands.wtrait.as")
def test_a_reroll_counts_damage_as_it_is_felt() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 20, SOUTH)])
    red, target = battle.state.units["red-1"], battle.state.units["blue-1"]
    remodel(red, weapons=("LAC (AS)",))
    rolled = Rolled(red.id, "LAC", target.id, 5, 4, 3, 2, 0, 0)
    plain = expected(battle.state, rolled, 2)
    target.line = copy(target.line)
    target.line.type = "Fortification"
    assert plain > 0
    assert expected(battle.state, rolled, 2) == 2 * plain
