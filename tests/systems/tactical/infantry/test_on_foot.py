"""3.6.2, 3.6.3: how squads move and what they see."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from gearlock.kernel.positions import Position
from gearlock.systems.tactical.infantry_cards import fresh_troopers
from gearlock.systems.tactical.line_of_sight.seeing import detection_rating, sensor_reach
from gearlock.systems.tactical.movement.course import Move, ShiftSpeed
from gearlock.systems.tactical.state import SKIRMISH_SCALE
from gearlock.systems.tactical.unit_files import all_cards
from systems.tactical.play import code, give, under_way
from systems.tactical.tables import put, table

SQUADS = [card for card in all_cards().values() if card.squad is not None]


def squad_in(going: str, **more: Any) -> Position:
    position = Position("tactical", active="red-1", map="48x48", **more)
    position.model("red-1", "infantry-squad", at=(20, 10), facing="north")
    position.model("blue-1", "hunter", at=(45, 45), facing="north", done=True, actions=0)
    return position.piece("area", (10, 5, 30, 30), props={"going": going})


@pytest.mark.rule("tactical.3.6.2")
@pytest.mark.parametrize(
    ("going", "inches"), [("clear", 2), ("rough", 2), ("sand", 1), ("swamp", 1), ("dense urban", 1)]
)
def test_men_on_foot_have_two_points_and_always_get_an_inch_on(going: str, inches: int) -> None:
    battle = squad_in(going).battle()
    assert code(battle, Move("red-1", ((0, inches * 1_000),))) == ""
    assert code(battle, Move("red-1", ((0, inches * 1_000 + 1),))) == "movement"
    give(battle, Move("red-1", ((0, inches * 1_000),)))
    assert under_way(battle).spent == 2_000


@pytest.mark.rule("tactical.3.6.2")
def test_squads_have_no_top_speed_and_walk_any_way_they_like() -> None:
    battle = give(squad_in("clear").battle(), Move("red-1", ((1_800, 1_000), (900, 500), (900, 500))))
    assert under_way(battle).spent == 2_000
    assert code(battle, ShiftSpeed("red-1", "top")) == "speed"


@pytest.mark.rule("tactical.3.6.2", "tactical.2.6.5-terrain-costs")
def test_a_steep_inch_costs_men_on_foot_two_points_at_most() -> None:
    position = squad_in("swamp")
    position.piece("hill", (10, 10.4, 30, 30), top=1, footing=True, props={"going": "swamp"})
    battle = give(position.battle(), Move("red-1", ((0, 1_000),)))
    assert under_way(battle).spent == 2_000


@pytest.mark.rule("tactical.3.6.3")
def test_men_see_for_a_kilometre_and_better_at_night_with_their_gear() -> None:
    state = table()
    squad = put(state, "red-1", "rifle-squad", 5, 5, level=5)
    assert [detection_rating(state, squad, dark) for dark in (False, True)] == [4, 2]
    seeing = squad.card.squad
    assert seeing is not None
    gear = msgspec.structs.replace(seeing, night_vision=True)
    better = put(state, "red-2", msgspec.structs.replace(squad.card, squad=gear), 9, 9)
    assert [detection_rating(state, better, dark) for dark in (False, True)] == [4, 4]
    assert sensor_reach(state, squad) == 20_000
    state.scale = SKIRMISH_SCALE
    assert sensor_reach(state, squad) >= 100_000
    assert fresh_troopers(squad.card, 2)


@pytest.mark.rule("tactical.3.6.3")
def test_every_squad_has_small_radios_and_no_sensors() -> None:
    assert {(card.communications, card.comm_km, card.sensors, card.sensor_km) for card in SQUADS} == {(-2, 10, 0, 1)}
