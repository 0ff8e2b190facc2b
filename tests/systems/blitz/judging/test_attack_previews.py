"""What is foretold of attacks and re-rolls is what the odds say, worked out another way."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from gearlock.kernel.gunnery import Terms
from gearlock.systems.blitz.advice.attacks_and_moves import preview_attack
from gearlock.systems.blitz.advice.previews import WORTH_OF_A_POINT, preview_reroll
from gearlock.systems.blitz.attacks.aiming import Attack
from gearlock.systems.blitz.dice_tests.tests import Reroll
from gearlock.systems.blitz.firing_range.outcomes import outcomes
from gearlock.systems.blitz.state import Rolled, State
from systems.blitz.field import Field, facing

STOUT = {"structure": 60}


def beside(field: Field, x: float = 12.0, y: float = 20.0, **more: Any) -> Field:
    return field.model("blue-2", "hunter", x, y, actions=0, stats={**STOUT, **more})


def shot(weapon: str, **more: Any) -> Field:
    return facing(red_stats={"weapons": [weapon]}, red_hull=0, blue_stats=STOUT, **more)


PLACES: dict[str, tuple[Field, Attack]] = {
    "an area": (beside(shot("LRP")), Attack("red-1", "LRP", ("blue-1",))),
    "blast near enough": (beside(shot('LRP (Blast:1D6 (AE:2"))')), Attack("red-1", "LRP", ("blue-1",))),
    "blast too far": (beside(shot('LRP (Blast:1D6 (AE:1"))')), Attack("red-1", "LRP", ("blue-1",))),
    "a wall between the others": (
        beside(shot("LRP")).wall("heavy", 10.9, 19, 11.1, 21, 1.5), Attack("red-1", "LRP", ("blue-1",))
    ),
    "a wall before both": (
        beside(shot("LRP")).wall("medium", 5, 17, 15, 17.3, 1.5), Attack("red-1", "LRP", ("blue-1",))
    ),
    "grenades all around": (
        beside(facing(1, red_stats={"weapons": ["APGL"]}, red_hull=0, blue_stats=STOUT, blue_facing="north"), 11.5, 11),
        Attack("red-1", "APGL", ()),
    ),
    "grenades and infantry": (
        facing(1, red_stats={"weapons": ["APGL"]}, red_hull=0, target="north-infantry-squad"),
        Attack("red-1", "APGL", ()),
    ),
    "anti-tank fire without a skill": (
        facing(4, red_stats={"weapons": ["LPZ"], "gun": 7}, blue_stats={**STOUT, "armor": 9}),
        Attack("red-1", "LPZ", ("blue-1",)),
    ),
}  # fmt: skip


@pytest.mark.rule("blitz.10.2", "blitz.10.2a", "blitz.10.2b", "blitz.A.4-proximity")
@pytest.mark.parametrize("name", PLACES)
def test_a_preview_says_what_the_odds_say_of_everybody_in_an_area(name: str) -> None:
    field, order = PLACES[name]
    state = field.state
    shown = preview_attack(state, "red", order)
    for each in (shown, *shown.also):
        found = outcomes(state, order, Terms(about=(each.target,), ends=False))
        tolls = [(branch.tolls[each.target], branch.weight) for branch in found.branches]
        hits = Fraction(sum(weight for toll, weight in tolls if toll.hit), found.total)
        mean = Fraction(sum(weight * toll.damage for toll, weight in tolls), found.total)
        assert each.odds is not None
        assert (each.odds.p_hit, each.odds.mean_damage) == pytest.approx((float(hits), float(mean)))


def worth(state: State, weapon: str, dice: tuple[int, ...], unit: str = "red-1") -> float:
    """What a re-roll is worth when these lie there: dice, skill, dice and skill of the defence, both results."""
    state.rolled = Rolled("attack", "red-1", "blue-1", weapon, *dice)
    return preview_reroll(state, "red", Reroll(unit)).gives + WORTH_OF_A_POINT


@pytest.mark.rule("blitz.2.6")
def test_a_re_roll_is_worth_what_one_side_gains_by_throwing_again() -> None:
    """The other side's result stands: no two dice beat a defence of 9, and without dice a defence is 1 again."""
    state = facing(red_stats={"weapons": ["LAC"]}, blue_stats={"hull": 20}).state
    assert worth(state, "LAC", (2, 4, 2, 4, 5, 9)) == 0
    assert worth(state, "LAC", (1, 4, 0, 4, 6, 1), "blue-1") == 0


@pytest.mark.rule("blitz.2.6", "blitz.wtrait.ap", "blitz.wtrait.at", "blitz.10.2a")
@pytest.mark.parametrize(
    ("weapon", "lies", "gain"),
    [
        ("LAC (Burst:+0D6)", (1, 4, 0, 4, 1, 1), (0.5 + 1 + 2 + 3 + 4 + 5) / 6 - 0.5),
        ("LAC (Burst:+0D6, AP)", (1, 4, 0, 4, 1, 1), (0.5 + 2 + 4 + 6 + 8 + 10) / 6 - 0.5),
        ("LAC (Burst:+0D6, AT)", (1, 4, 0, 4, 1, 1), (0.5 + 1 + 2 + 4 + 5 + 6) / 6 - 0.5),
        ("LAC (Burst:+0D6, Blast:2D6)", (1, 4, 0, 4, 1, 9), 3 / 6),  # on 4 or more two dice, each half a point
    ],
)
def test_a_re_roll_counts_what_traits_add(weapon: str, lies: tuple[int, ...], gain: float) -> None:
    """PEN 6 against AR 6: the margin is the damage, and half a point at a margin of 0."""
    state = facing(red_stats={"weapons": [weapon]}, blue_stats={"hull": 20}).state
    assert worth(state, "LAC", lies) == pytest.approx(gain / 21)


@pytest.mark.rule("blitz.2.6")
@pytest.mark.parametrize(("unit", "missed"), [("red-1", 3 / 6), ("blue-1", 0)])
def test_a_re_roll_shows_the_attack_as_it_lies_and_as_it_would_be(unit: str, missed: float) -> None:
    """A check of 4 hits a defence of 4 by nothing; one die again misses with three faces, one against it never."""
    state = facing(red_stats={"weapons": ["LAC (Burst:+0D6)"]}, blue_stats={"hull": 20}).state
    state.rolled = Rolled("attack", "red-1", "blue-1", "LAC", 1, 4, 0 if unit == "blue-1" else 1, 4, 4, 4)
    shown = preview_reroll(state, unit.split("-")[0], Reroll(unit))
    assert shown.target == "blue-1"
    assert shown.odds is not None
    assert shown.without is not None
    assert (shown.without.p_hit, shown.without.damage) == (1, {0: 0.5, 1: 0.5})
    assert shown.odds.p_hit == pytest.approx(1 - missed)


@pytest.mark.rule("blitz.2.6", "blitz.10.2")
def test_a_re_roll_that_decides_more_than_the_damage_of_one_is_not_compared() -> None:
    state = facing(red_stats={"weapons": ["LRP"]}, blue_stats={"hull": 20}).state
    state.rolled = Rolled("attack", "red-1", "blue-1", "LRP", 2, 4, 2, 4, 5, 3)
    assert preview_reroll(state, "red", Reroll("red-1")).without is None


@pytest.mark.rule("blitz.2.6", "blitz.9.6")
def test_a_re_roll_shows_what_the_fire_of_a_hit_does_at_once() -> None:
    """A margin of 2 with PEN 2 bounces off AR 6; fire of 3 rolls three dice at PILOT 4+, and each failure burns."""
    state = facing(red_stats={"weapons": ["LAC (PEN:2/1F)"]}, blue_stats={"hull": 20}).state
    state.rolled = Rolled("attack", "red-1", "blue-1", "LAC", 2, 4, 2, 4, 5, 3)
    without = preview_reroll(state, "red", Reroll("red-1")).without
    assert without is not None
    assert without.damage == {0: 1 / 8, 1: 3 / 8, 2: 3 / 8, 3: 1 / 8}


@pytest.mark.rule("blitz.2.6")
@pytest.mark.parametrize("gone", ["weapon", "target"])
def test_a_re_roll_of_nothing_that_can_be_hurt_is_worth_nothing(gone: str) -> None:
    """The weapon is gone, or the target: nothing is compared, and the point is all there is to lose."""
    said: dict[str, Any] = {"blue_status": "wreck"} if gone == "target" else {}
    state = facing(red_stats={"weapons": ["LAC"]}, **said).state
    state.rolled = Rolled("attack", "red-1", "blue-1", "LAC" if gone == "target" else "HGM", 2, 4, 2, 4, 5, 3)
    shown = preview_reroll(state, "red", Reroll("red-1"))
    assert (shown.gives, shown.odds, shown.without) == (-WORTH_OF_A_POINT, None, None)
