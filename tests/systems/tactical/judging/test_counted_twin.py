"""Odds that are counted by margins, and their slow twin: the attack played on all its dice can show."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from gearlock import attack_odds
from gearlock.kernel.errors import BadInput
from gearlock.kernel.gunnery import Situation, Staged, Terms, Toll
from gearlock.systems.tactical import SYSTEM
from gearlock.systems.tactical.attacks.weapons_in_use import Attack
from gearlock.systems.tactical.command import WARNING
from gearlock.systems.tactical.firing_range import is_plain, marks, outcomes
from gearlock.systems.tactical.state import HEAVY, LIGHT, State
from gearlock.systems.tactical.switches import FALLING, LEFTOVER

HURT = ((0, 0), (1, 0), (0, 1), (1, 1))
"""Counters of the target: Light and Heavy."""


def staged(**said: str) -> list[Staged[State]]:
    """Every weapon of every card at a Gear, at a rank of distances, where it can be laid out."""
    gunnery = SYSTEM.gunnery
    assert gunnery is not None
    found = []
    for number, unit in enumerate(gunnery.units()):
        for weapon in gunnery.weapons(unit):
            conditions = (("range", str(1 + number % 6)), *said.items())
            try:
                found.append(gunnery.stage(Situation((f"{unit}:{weapon}",), "hunter", conditions)))
            except BadInput:
                continue
    return found


def chances(state: State, order: Attack, terms: Terms) -> dict[Toll, Fraction]:
    """What becomes of the target, and how often."""
    found, spread = outcomes(state, order, terms), dict[Toll, Fraction]()
    for branch in found.branches:
        toll = branch.tolls[order.target]
        spread[toll] = spread.get(toll, Fraction(0)) + Fraction(branch.weight, found.total)
    return spread


@pytest.mark.rule("tactical.2.6.7", "tactical.2.6.10")
@pytest.mark.parametrize(
    "said", [{}, {"rof": "1"}, {"target-moved": "0", "from": "rear"}, {"scale": "skirmish"}], ids=str
)
def test_what_is_counted_is_what_is_played(said: dict[str, str]) -> None:
    plain = 0
    for number, each in enumerate(staged(**said)):
        order, state = each.orders[0], each.state
        assert isinstance(order, Attack)
        if not is_plain(state, order, marks(state, order)):
            continue
        plain += 1
        light, heavy = HURT[number % len(HURT)]
        target = state.units[order.target]
        target.tokens = {name: count for name, count in ((LIGHT, light), (HEAVY, heavy)) if count}
        for aid in ("", WARNING) if number % 5 == 0 else ("",):
            counted = chances(state, order, Terms(aid=aid, ends=False))
            assert counted == chances(state, order, Terms(aid=aid)), (order, said, light, heavy)
    assert plain > 10


def test_what_rolls_more_dice_is_played() -> None:
    each = next(each for each in staged() if each.state.units["red-1"].card.id == "hunter")
    state, order = each.state, each.orders[0]
    assert isinstance(order, Attack)
    assert is_plain(state, order, marks(state, order))
    assert not is_plain(state, msgspec.structs.replace(order, called="sensors"), (order.target,))
    assert not is_plain(state, msgspec.structs.replace(order, others=("x",)), (order.target,))
    assert not is_plain(state, order, (order.target, order.unit))
    state.switches[FALLING] = "yes"
    assert not is_plain(state, order, (order.target,))
    del state.switches[FALLING]
    state.units[order.unit].tokens[LEFTOVER] = 1
    assert not is_plain(state, order, (order.target,))


def test_what_is_only_noted_on_a_target_is_no_effect_of_an_attack() -> None:
    odds = attack_odds("tactical", "hunter:LAC x2", "hunter", {"scale": "skirmish"})
    assert set(odds.fate.effects) <= {HEAVY}
    (worth,) = attack_odds("tactical", "hunter:LAC", "hunter").worths
    assert set(worth.fate.effects) <= {HEAVY}
