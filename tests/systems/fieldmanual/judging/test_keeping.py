"""What taking cover, smoke and recovering would mean, what orders are paid with, and dangers as enemies see them."""

from __future__ import annotations

import pytest

from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.survey import Survey
from gearlock.kernel.system import Aim
from gearlock.systems.fieldmanual.advice.best_attack import best_worth, danger, danger_here, imagined
from gearlock.systems.fieldmanual.advice.previews import PREVIEWS
from gearlock.systems.fieldmanual.advice.survey import SURVEY
from gearlock.systems.fieldmanual.attacks.weapons_in_use import Attack
from gearlock.systems.fieldmanual.command_points.tests import Reroll, fill_pool
from gearlock.systems.fieldmanual.damage.damage import ShakeStun
from gearlock.systems.fieldmanual.movement.terrain import Move
from gearlock.systems.fieldmanual.smoke_and_light import LaunchSmoke
from gearlock.systems.fieldmanual.special_actions import GoHullDown, Hide
from gearlock.systems.fieldmanual.state import COMBAT, STATIONARY, STUN, State
from systems.fieldmanual.attacks.range import duel
from systems.fieldmanual.tables import activate, mils, piece, put, table


def at_a_wall() -> State:
    """Red behind a wall that hides two thirds of it, and an enemy that looks across it."""
    state = table(piece("instance", (10.5, 8, 11, 12), 0.8, rating="heavy", id="wall"))
    put(state, "red-1", "jager", 10, 10, 0, band=STATIONARY)
    put(state, "blue-1", "jager", 24, 10, 180, band=COMBAT)
    activate(state, "red-1")
    return state


@pytest.mark.rule("fieldmanual.hull-down", "fieldmanual.hiding")
@pytest.mark.parametrize("order", [GoHullDown("red-1"), Hide("red-1")])
def test_who_takes_cover_is_in_less_danger(order: Order) -> None:
    state = at_a_wall()
    before = danger_here(state, state.units["red-1"])
    shown = PREVIEWS.preview(state, "red", order)
    assert 0 <= shown.risks < before
    assert shown.gives == pytest.approx(before - shown.risks)
    assert shown.cost == "1 Action of 1"
    assert "before" in shown.notes[0]


@pytest.mark.rule("fieldmanual.perk-smoke")
def test_smoke_between_two_lessens_the_danger_and_smoke_elsewhere_does_not() -> None:
    state = duel(10, red={"band": STATIONARY})
    before = danger_here(state, state.units["red-1"])
    assert before > 0
    between = PREVIEWS.preview(state, "red", LaunchSmoke("red-1", mils(24), mils(14)))
    away = PREVIEWS.preview(state, "red", LaunchSmoke("red-1", mils(30), mils(10)))
    assert between.risks < before
    assert away.risks == pytest.approx(before)
    assert state.smoke == []


@pytest.mark.rule("fieldmanual.stun")
def test_shaking_off_a_stun_counter_leaves_no_attack_to_a_model_with_one_action() -> None:
    state = duel(10, red={"tokens": {STUN: 1}})
    shown = PREVIEWS.preview(state, "red", ShakeStun("red-1"))
    assert shown.gives >= 0
    assert shown.risks <= danger_here(state, state.units["red-1"])
    assert PREVIEWS.preview(state, "red", ShakeStun("red-7")).gives == 0


@pytest.mark.rule("fieldmanual.action-costs", "fieldmanual.cp-reroll-skill")
def test_what_orders_are_paid_with() -> None:
    state = duel(10, red={"actions": 3})
    fill_pool(state, "red", 2)
    assert PREVIEWS.preview(state, "red", Attack("red-1", "LAC", "blue-1")).cost == "1 Action of 3"
    assert PREVIEWS.preview(state, "red", Attack("red-1", "LAC", "blue-1", extra=1)).cost == "2 Actions of 3"
    assert PREVIEWS.preview(state, "red", Reroll("red-1")).cost == "1 Command Point of 2"


def test_a_move_that_is_refused_says_why() -> None:
    state = duel(10)
    shown = PREVIEWS.preview(state, "red", Move("red-1", ((0, 40_000),)))
    assert shown.ends is None
    assert shown.notes


def test_what_is_imagined_comes_to_the_same_as_what_is_so() -> None:
    state = duel(10, piece("area", (20, 14, 28, 18), 1, rating="light"))
    put(state, "blue-2", "jager", 30, 24, 270, band=COMBAT)
    danger_here(state, state.units["red-1"])
    there = state.units["red-1"].clone()
    there.x, there.y = mils(29), mils(12)
    after = imagined(state, there)
    fresh = state.with_unit(there)
    assert danger(after, there) == pytest.approx(danger(fresh, there))
    assert danger(after, there) > 0
    assert best_worth(after, there) == pytest.approx(best_worth(fresh, there))
    assert best_worth(after, there) > 0


def test_the_danger_is_the_worth_of_the_enemys_best_attack() -> None:
    state = duel(10)
    menaces = SURVEY.menaces(state, "red", "red-1", None)
    assert not isinstance(menaces, Refusal)
    assert [menace.piece for menace in menaces] == ["blue-1"]
    far = SURVEY.menaces(state, "red", "red-1", Aim(mils(1), mils(1)))
    assert not isinstance(far, Refusal)
    assert far[0].odds.p_hit <= menaces[0].odds.p_hit
    assert isinstance(SURVEY.menaces(state, "red", "blue-1", None), Refusal)


def test_the_survey_tells_sight_fields_and_standing() -> None:
    survey: Survey[State] = SURVEY
    state = duel(10)
    seen = survey.sight(state, "red", "red-1", None, "blue-1")
    assert not isinstance(seen, Refusal)
    assert seen.sees
    assert "Combat Lock" in seen.verdict
    fields = survey.fields(state, "red", "red-1", None)
    assert not isinstance(fields, Refusal)
    assert {field.weapon for field in fields} >= {"LAC", "LRP/24"}
    well = survey.standing(state, "red", "red-1")
    assert well.left == 1.0
    state.units["red-1"].boxes = 2
    assert survey.standing(state, "red", "red-1").left < 1.0
    assert survey.standing(state, "red", "blue-1").left == 0.0
