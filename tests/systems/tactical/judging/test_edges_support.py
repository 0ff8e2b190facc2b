"""4.1.3: what is foretold of interceptions and purchases is what the dice and the tables say."""

from __future__ import annotations

from itertools import product

import pytest

from gearlock.mechanics.silhouette.rolls import Skill, result_of
from gearlock.systems.tactical.advice.previews import chance_heard, preview_buying, preview_intercept
from gearlock.systems.tactical.dice_tests import margin
from gearlock.systems.tactical.support.buying import REROLL, BuySupport, Intercept
from gearlock.systems.tactical.support_assets import aircraft
from systems.tactical.tables import put, table


def all_totals(skill: Skill) -> list[int]:
    return [result_of(faces, skill).total for faces in product(range(1, 7), repeat=skill.dice)]


@pytest.mark.rule("tactical.4.1.3-interception")
@pytest.mark.parametrize("hunter", ["Fighter", "Fighter-Bomber"])
@pytest.mark.parametrize("prey", ["Fighter", "Fighter-Bomber", "Bomber"])
def test_the_odds_of_an_interception_are_those_of_all_rolls(hunter: str, prey: str) -> None:
    skill = aircraft()[hunter].interception
    assert skill is not None
    pairs = [margin(mine, theirs) for mine in all_totals(skill) for theirs in all_totals(aircraft()[prey].defense)]
    stopped, down = (sum(won >= least for won in pairs) / len(pairs) for least in (1, 4))
    shown = preview_intercept(table(), "blue", Intercept("x", hunter, prey))
    assert shown.notes == (f"Stopped {stopped:.0%} of the time, shot down {down:.0%}",)
    assert shown.gives > 0


@pytest.mark.rule("tactical.4.1.3-interception")
@pytest.mark.parametrize(("hunter", "prey"), [("Zeppelin", "Fighter"), ("Fighter", "Zeppelin"), ("Bomber", "Fighter")])
def test_nothing_is_foretold_of_what_cannot_intercept(hunter: str, prey: str) -> None:
    assert preview_intercept(table(), "blue", Intercept("x", hunter, prey)).notes == ()


@pytest.mark.rule("tactical.4.1.3-support")
def test_dearer_support_is_worth_more_and_better_crews_are_not_asked_for() -> None:
    state = table()
    worth = [preview_buying(state, "red", BuySupport(what)).gives for what in ("Light Salvo", "Fighter", "Bomber")]
    assert worth == sorted(worth)
    assert worth[0] > 0
    assert preview_buying(state, "red", BuySupport("Fighter", 3)).gives < 0
    assert preview_buying(state, "red", BuySupport("mission")).gives < 0
    assert preview_buying(state, "red", BuySupport(REROLL)).gives > 0


@pytest.mark.rule("tactical.4.1.3-artillery")
@pytest.mark.parametrize(("comms", "sixths"), [(0, 1), (1, 2), (2, 3), (5, 5)])
def test_a_call_is_heard_as_often_as_its_die_beats_five(comms: int, sixths: int) -> None:
    """One die of Leadership; a 1 is a Fumble, whatever is added."""
    state = table()
    unit = put(state, "red-1", "hunter", 10, 10, stats={"communications": comms})
    assert chance_heard(state, unit) == pytest.approx(sixths / 6)
