"""Modes and Speed Bands: what a model may choose at its activation."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.positions import Position
from gearlock.systems.fieldmanual.melee import Strike
from gearlock.systems.fieldmanual.movement.terrain import Decelerate, Move, most_mp, refuse_band
from gearlock.systems.fieldmanual.rounds import EndActivation
from gearlock.systems.fieldmanual.shown import status_of
from gearlock.systems.fieldmanual.state import BANDS, CLIMBING, COMBAT, FALLEN, REVERSE, STATIONARY, TOP
from systems.fieldmanual.movement.walks import field, now, red
from systems.fieldmanual.tables import put, table


def choice(mode: str, band: str, was: str = STATIONARY, mode_was: str = "W", **more: Any) -> str:
    """The code of the refusal of a mode and speed; empty where it may be chosen."""
    card, autopilot = more.pop("card", "jager"), more.pop("autopilot", False)
    state = table()
    unit = put(state, "red-1", card, 10, 10, band=was, **more)
    unit.mode = mode_was
    refusal = refuse_band(state, unit, mode, band, autopilot)
    return "" if refusal is None else refusal.code


@pytest.mark.rule("fieldmanual.speed-bands", "fieldmanual.speed-reverse")
@pytest.mark.parametrize(
    ("was", "may"),
    [
        (STATIONARY, {STATIONARY, COMBAT, REVERSE}),
        (COMBAT, {STATIONARY, COMBAT, TOP}),
        (REVERSE, {STATIONARY, REVERSE}),
        (TOP, {COMBAT, TOP}),
    ],
)
def test_a_model_changes_its_speed_by_one_band_a_round(was: str, may: set[str]) -> None:
    assert {band for band in BANDS if not choice("G", band, was, "G")} == may


@pytest.mark.rule("fieldmanual.speed-bands")
def test_an_unknown_speed_is_refused_with_those_there_are() -> None:
    assert choice("G", "warp", STATIONARY, "G") == "band"


@pytest.mark.rule("fieldmanual.mode-walker")
def test_a_walker_has_no_reverse() -> None:
    assert choice("W", REVERSE) == "reverse"
    assert choice("G", REVERSE) == ""


@pytest.mark.rule("fieldmanual.movement-mode-switch")
def test_the_mode_is_switched_while_stationary_or_at_combat_speed() -> None:
    assert choice("G", TOP, COMBAT, "W") == ""
    assert choice("G", COMBAT, TOP, "W") == ""
    assert choice("G", TOP, TOP, "W") == "switch"
    assert choice("W", TOP, TOP, "W") == ""
    assert choice("H", COMBAT) == "mode"


@pytest.mark.rule("fieldmanual.speed-top")
def test_top_speed_takes_an_action() -> None:
    assert choice("W", TOP, COMBAT, actions=0) == "no-action"
    assert choice("W", TOP, COMBAT, actions=0, autopilot=True) == ""
    assert choice("W", TOP, TOP, actions=0) == "no-action"
    assert choice("W", COMBAT, TOP, actions=0) == ""


@pytest.mark.rule("fieldmanual.damage-heavy", "fieldmanual.flaw-exposed-movement", "fieldmanual.speed-top")
def test_damage_forbids_top_speed() -> None:
    assert [choice("W", TOP, COMBAT, boxes=boxes) for boxes in (1, 2, 3, 4)] == ["", "", "damaged", "damaged"]
    exposed = {"flaws": {"Exposed Movement": 1}}
    assert [choice("W", TOP, COMBAT, boxes=boxes, stats=exposed) for boxes in (1, 2)] == ["", "damaged"]


@pytest.mark.rule("fieldmanual.mode-static")
def test_what_is_static_is_always_stationary() -> None:
    state = table()
    turret = put(state, "red-1", "hac-turret", 10, 10)
    assert refuse_band(state, turret, "", STATIONARY) is None
    assert [refusal is not None for refusal in (refuse_band(state, turret, "", b) for b in (COMBAT, TOP, REVERSE))] == [
        True, True, True,
    ]  # fmt: skip


@pytest.mark.rule("fieldmanual.option-walker-knockdown", "fieldmanual.perk-arms")
def test_who_lies_on_the_ground_or_hangs_on_a_cliff_has_one_speed() -> None:
    assert choice("W", COMBAT, tokens={FALLEN: 1}) == "fallen"
    assert choice("W", STATIONARY, tokens={FALLEN: 1}) == ""
    assert choice("W", STATIONARY, COMBAT, tokens={CLIMBING: 1}) == "climbing"
    assert choice("W", COMBAT, COMBAT, tokens={CLIMBING: 1}) == ""


@pytest.mark.rule("fieldmanual.movement-points", "fieldmanual.speed-combat")
@pytest.mark.parametrize(
    ("mode", "band", "most"),
    [("W", COMBAT, 4), ("W", TOP, 7), ("G", COMBAT, 6), ("G", REVERSE, 6), ("G", TOP, 12), ("W", STATIONARY, 0)],
)
def test_the_mps_of_a_speed(mode: str, band: str, most: int) -> None:
    state = field(mode=mode, band=band)
    assert most_mp(red(state), now(state)) == most * 1000


@pytest.mark.rule("fieldmanual.movement-markers")
def test_markers_show_mode_and_speed() -> None:
    state = field(mode="G", band=TOP)
    assert status_of(red(state)).startswith("Ground, Top Speed")
    state = field(mode="W", band=STATIONARY)
    assert status_of(red(state)).startswith("Walker, Stationary")


@pytest.mark.rule("fieldmanual.option-walker-knockdown", "fieldmanual.perk-arms")
def test_who_was_knocked_down_on_a_cliff_can_still_be_activated() -> None:
    tokens = {CLIMBING: 1, FALLEN: 1}
    assert choice("W", STATIONARY, tokens=dict(tokens)) == ""
    assert choice("W", COMBAT, tokens=dict(tokens)) == "fallen"
    assert choice("W", STATIONARY, tokens={CLIMBING: 1}) == "climbing", "once on its feet it goes on climbing"
    assert choice("W", COMBAT, tokens={CLIMBING: 1}) == ""


@pytest.mark.rule("fieldmanual.speed-top", "fieldmanual.rapid-deceleration")
def test_a_model_of_one_action_slowed_from_top_speed_has_neither_the_action_nor_the_free_blow() -> None:
    """It pays for Top Speed, moves up to an enemy and could strike free; once slowed it can do neither."""
    position = Position("fieldmanual", active="red-1", band="top", mode="W")
    position.model("red-1", "jager", at=(10, 10), facing="north", band="combat")
    position.model("blue-1", "jager", at=(10, 18), facing="south", actions=0)
    battle = position.battle()
    battle.answer("red", Move("red-1", ((0, 5_000),)))
    blow = Strike("red-1", "VB", "blue-1")
    assert battle.refuse("red", blow) is None, "free at Top Speed"
    battle.answer("red", Decelerate("red-1"))
    unit = battle.state.units["red-1"]
    assert (unit.band, unit.actions) == (COMBAT, 0)
    refusal = battle.refuse("red", blow)
    assert refusal is not None
    assert refusal.code == "no-action"
    assert battle.refuse("red", EndActivation("red-1")) is None, "an inch is gone: Combat Speed asks no more"
    battle.answer("red", EndActivation("red-1"))
    later = battle.state.units["red-1"].clone()
    later.actions = later.card.actions
    assert refuse_band(battle.state, later, "W", TOP) is None, "next round it may be fast again"
