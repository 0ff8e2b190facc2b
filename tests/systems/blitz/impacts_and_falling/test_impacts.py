"""13: falls and impacts: dice, damage, and who moves on."""

from __future__ import annotations

import pytest

from gearlock.systems.blitz.dice_tests.tests import Reroll
from gearlock.systems.blitz.impacts_and_falling import (
    Impact,
    fall_dice,
    impact_damage,
    impact_dice,
    resolve_fall,
    resolve_impact,
)
from gearlock.systems.blitz.movement.terrain import Jump
from gearlock.systems.blitz.state import BRACED, COMBAT, GONE, SKILL, TOP_SPEED, WRECK, State
from systems.blitz.movement.march import code, field, go, model, now, red, run_with


def crash(posture: str = COMBAT, card: str = "aller", into: str = "hunter") -> State:
    return field(card, model("blue", "blue", 12, 20, card=into), posture=posture)


@pytest.mark.rule("blitz.13.2", "blitz.2.4")
def test_a_jager_and_a_cobra_two_inches_short() -> None:
    jager, cobra = model("a", "red", 1, card="jager"), model("b", "blue", 2, card="spitting-cobra")
    assert (jager.line.armor, cobra.line.armor) == (6, 8)
    assert impact_dice(jager, cobra, left=2000) == 6
    assert impact_dice(cobra, jager, left=2000) == 2
    found = [impact_dice(jager, cobra, left=left) for left in (0, 20, 21, 500, 1000, 1020, 1021, 1500)]
    assert found == [4, 4, 5, 5, 5, 5, 6, 6], "a part of an inch is one, but for a hand's tremble"
    assert (jager.line.pilot, cobra.line.pilot) == (4, 5)


@pytest.mark.rule("blitz.13.2")
def test_an_aller_rams_a_hunter_at_top_speed() -> None:
    aller, hunter = model("a", "red", 1, card="aller"), model("b", "blue", 2)
    assert (aller.line.armor, hunter.line.armor) == (12, 6)
    assert impact_dice(hunter, aller) == 8
    assert impact_dice(aller, hunter) == 1
    assert impact_damage((1, 1, 2, 6), 4, True) == 5
    assert impact_damage((1, 1, 2, 6), 4, False) == 3


@pytest.mark.rule("blitz.13.2")
def test_terrain_counts_by_its_rating_and_a_wreck_as_medium_cover() -> None:
    hunter, wreck = model("a", "red", 1), model("b", "blue", 2, card="aller", status=WRECK)
    assert impact_dice(hunter, rating=3, left=3000) == 8
    assert impact_dice(hunter) == 2
    assert impact_dice(hunter, wreck) == 4


@pytest.mark.rule("blitz.13.2")
def test_being_crippled_counts_and_posture_does_not() -> None:
    hunter = model("a", "red", 1)
    for posture in (BRACED, COMBAT, TOP_SPEED):
        hunter.posture = posture
        assert impact_dice(hunter, rating=1) == 3
    hunter.hull = 0
    assert impact_dice(hunter, rating=1) == 2


@pytest.mark.rule("blitz.13.2")
def test_the_active_model_at_top_speed_makes_ones_count_twice_for_both() -> None:
    state = crash(TOP_SPEED)
    run_with(lambda ctx: resolve_impact(ctx, Impact("red", "blue")), state, [(1,), (1, 1, 6, 6, 6, 6, 6, 6)])
    assert red(state).hull == red(state).line.hull - 2
    assert state.units["blue"].hull == state.units["blue"].line.hull - 4
    state = crash()
    run_with(lambda ctx: resolve_impact(ctx, Impact("red", "blue")), state, [(1,), (1, 1, 6, 6, 6, 6, 6, 6)])
    assert red(state).hull == red(state).line.hull - 1
    assert state.units["blue"].hull == state.units["blue"].line.hull - 2


@pytest.mark.rule("blitz.13.2")
def test_unless_the_passive_model_is_overkilled_the_active_one_moves_no_further() -> None:
    state = crash(TOP_SPEED)
    run_with(lambda ctx: resolve_impact(ctx, Impact("red", "blue")), state, [(6,), (6,) * 8])
    assert code(state, go("G", (0, 1))) == "stopped"
    state = crash(TOP_SPEED)
    run_with(lambda ctx: resolve_impact(ctx, Impact("red", "blue")), state, [(6,), (1, 1, 1, 6, 6, 6, 6, 6)])
    assert state.units["blue"].status == GONE
    assert code(state, go("G", (0, 1))) == ""


@pytest.mark.rule("blitz.13.2")
def test_a_wreck_left_by_many_blows_still_stops() -> None:
    state = crash(card="eagle")
    blue = state.units["blue"]
    blue.hull, blue.structure = 0, 1
    dice = [(6,) * impact_dice(red(state), blue), (1,) * impact_dice(blue, red(state))]
    run_with(lambda ctx: resolve_impact(ctx, Impact("red", "blue")), state, dice)
    assert blue.status == WRECK
    assert now(state).stopped
    assert code(state, Jump("red", 1000)) == "stopped"


@pytest.mark.rule("blitz.13.2")
def test_who_is_not_in_the_blow_moves_on() -> None:
    state = field("hunter", model("blue", "blue", 12, 20), model("other", "blue", 14, 20))
    run_with(lambda ctx: resolve_impact(ctx, Impact("blue", "other")), state, [(6, 6), (6, 6)])
    assert not now(state).stopped


@pytest.mark.rule("blitz.13.1")
@pytest.mark.parametrize(("height", "dice"), [(999, 0), (1000, 1), (1999, 1), (2000, 2), (5400, 5)])
def test_a_die_for_every_full_inch(height: int, dice: int) -> None:
    assert fall_dice(height) == dice


@pytest.mark.rule("blitz.13.1", "blitz.6.7")
@pytest.mark.parametrize("posture", [BRACED, COMBAT, TOP_SPEED])
def test_each_failed_die_of_a_fall_is_damage_whatever_the_posture(posture: str) -> None:
    state = field("hunter", posture=posture)
    run_with(lambda ctx: resolve_fall(ctx, "red", 3500), state, [(3, 4, 1)])
    assert red(state).hull == red(state).line.hull - 2
    run_with(lambda ctx: resolve_fall(ctx, "red", 999), state, [])


@pytest.mark.rule("blitz.13.1")
def test_a_fall_may_be_rerolled_once_but_no_action_helps() -> None:
    state = field("hunter")
    red(state).tokens[SKILL] = 1
    run_with(lambda ctx: resolve_fall(ctx, "red", 2000), state, [(1, 1), (6, 1)], [Reroll("red")])
    assert red(state).hull == red(state).line.hull - 1
    assert red(state).actions == 1
    red(state).tokens[SKILL] = 1
    with pytest.raises(AssertionError, match="answers to nothing"):
        run_with(lambda ctx: resolve_fall(ctx, "red", 2000), state, [(4, 4)], [Reroll("red")])


@pytest.mark.rule("blitz.13.1")
def test_defective_controls_do_not_break_a_fall() -> None:
    state = field("hunter", traits=("Defective: Move",))
    run_with(lambda ctx: resolve_fall(ctx, "red", 2000), state, [(3,)])
    assert red(state).hull == red(state).line.hull - 2
