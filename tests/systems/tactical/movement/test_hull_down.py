"""3.2.4: taking a hull-down position."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.positions import Position
from gearlock.systems.tactical.attacks.weapons_in_use import Attack
from gearlock.systems.tactical.movement.course import Move, TakeCover
from systems.tactical.play import code, give, under_way, unit


def standing_in(going: str, **more: Any) -> Position:
    head = {name: more.pop(name) for name in ("pace", "activation", "modules") if name in more}
    position = Position("tactical", active="red-1", **{"modules": ["hull-down"], **head}, map="48x48")
    position.model("red-1", str(more.pop("model", "hunter")), at=(20, 10), facing="north", **more)
    position.model("blue-1", "hunter", at=(20, 13), facing="north", done=True, actions=0)
    return position.piece("area", (10, 5, 30, 30), props={"going": going})


@pytest.mark.rule("tactical.3.2.4", "tactical.3.2.4-table")
@pytest.mark.parametrize(
    ("going", "cost"),
    [("rough", 2), ("sand", 3), ("woodland", 2), ("jungle", 1), ("swamp", 1), ("urban", 2), ("dense urban", 1)],
)
def test_the_cost_of_the_terrain_buys_a_position(going: str, cost: int) -> None:
    battle = give(standing_in(going, mode="G").battle(), TakeCover("red-1", going))
    assert under_way(battle).spent == cost * 1_000
    assert unit(battle).tokens == {"hull-down": 1, f"hull-down:{going}": 1}


@pytest.mark.rule("tactical.3.2.4")
def test_exactly_the_points_that_are_left_will_do() -> None:
    assert code(standing_in("rough", mode="G", activation={"spent": 4_000}).battle(), TakeCover("red-1", "rough")) == ""
    late = standing_in("rough", mode="G", activation={"spent": 4_001}).battle()
    assert code(late, TakeCover("red-1", "rough")) == "movement"
    lying = standing_in("rough", mode="W", tokens={"fallen": 1}, activation={"spent": 1_001}).battle()
    assert code(lying, TakeCover("red-1", "rough")) == "movement"


@pytest.mark.rule("tactical.3.2.4", "tactical.3.2.4-table")
def test_both_ways_to_lie_there_are_offered_while_there_are_points_for_them() -> None:
    both = [TakeCover("red-1", "rough"), TakeCover("red-1", "rough", True)]
    for spent, offered in ((4_000, both), (4_001, [])):
        battle = standing_in("rough", mode="G", activation={"spent": spent}).battle()
        assert [it.order for it in battle.options("red") if isinstance(it.order, TakeCover)] == offered


@pytest.mark.rule("tactical.3.2.4")
def test_it_ends_with_the_next_inch_and_not_with_a_turn() -> None:
    battle = give(standing_in("rough", mode="G").battle(), TakeCover("red-1", "rough"), Move("red-1", ((300, 0),)))
    assert unit(battle).token("hull-down") == 1
    give(battle, Move("red-1", ((0, 1_000),)))
    assert unit(battle).tokens == {}


@pytest.mark.rule("tactical.3.2.4")
def test_who_hides_completely_does_not_fire_until_it_comes_up() -> None:
    battle = standing_in("rough", mode="G").battle()
    shot = Attack("red-1", "LAC", "blue-1")
    assert code(battle, shot) == ""
    give(battle, TakeCover("red-1", "rough", True))
    assert (unit(battle).token("hull-down"), code(battle, shot)) == (2, "hidden")
    assert code(battle, TakeCover("red-1", "rough", True)) == "same"
    give(battle, TakeCover("red-1", "rough"))
    assert (unit(battle).token("hull-down"), code(battle, shot), under_way(battle).spent) == (1, "", 2_000)
    assert code(battle, TakeCover("red-1", "rough", True)) == "ducked"


@pytest.mark.rule("tactical.3.2.4", "tactical.3.2.4-table")
def test_where_there_is_no_position() -> None:
    assert code(standing_in("clear").battle(), TakeCover("red-1", "clear")) == "terrain"
    assert code(standing_in("rough").battle(), TakeCover("red-1", "jungle")) == "terrain"
    assert code(standing_in("rough", modules=[]).battle(), TakeCover("red-1", "rough")) == "module"
    assert code(standing_in("rough", model="infantry-squad").battle(), TakeCover("red-1", "rough")) == "infantry"
    fast = standing_in("rough", mode="G", speed="top", pace="top").battle()
    assert code(fast, TakeCover("red-1", "rough")) == "top"
    swims = {"perks": {"Amphibious": 1}}
    assert code(standing_in("water", stats=swims).battle(), TakeCover("red-1", "water")) == "terrain"
    boat = {"modes": {"W": [4, 7], "S": [4, 7]}}
    assert code(standing_in("water", stats=boat, mode="S").battle(), TakeCover("red-1", "water")) == ""


@pytest.mark.rule("tactical.3.2.4-table", "tactical.3.2.4")
@pytest.mark.parametrize(("edge", "height", "wanted"), [(10.59, 1, ""), (10.7, 1, "terrain"), (10.59, 0.9, "terrain")])
def test_the_edge_of_a_level_is_cover_for_who_stands_beside_it(edge: float, height: float, wanted: str) -> None:
    position = standing_in("clear", mode="G")
    position.piece("hill", (10, edge, 30, 20), top=height, footing=True)
    assert code(position.battle(), TakeCover("red-1", "elevation change")) == wanted


@pytest.mark.rule("tactical.3.2.4-table")
@pytest.mark.parametrize(
    ("kind", "more", "wanted"),
    [("hill", {}, ""), ("instance", {"rating": "heavy"}, ""), ("building", {}, "terrain"),
     ("instance", {"props": {"going": "wall"}}, "terrain"), ("instance", {"props": {"going": "jungle"}}, "terrain")],
)  # fmt: skip
def test_houses_walls_and_trees_are_no_levels_of_the_ground(kind: str, more: dict[str, Any], wanted: str) -> None:
    position = standing_in("clear", mode="G").piece(kind, (10, 10.59, 30, 12), top=1, **more)
    assert code(position.battle(), TakeCover("red-1", "elevation change")) == wanted


@pytest.mark.rule("tactical.3.2.3")
def test_a_fallen_walker_does_not_stand_up_by_a_turn_that_costs_nothing() -> None:
    battle = give(standing_in("clear", mode="W", tokens={"fallen": 1}).battle(), Move("red-1", ((600, 0),)))
    assert (unit(battle).tokens, under_way(battle).spent) == ({"fallen": 1}, 0)
    give(battle, Move("red-1", ((0, 1_000),)))
    assert (unit(battle).tokens, under_way(battle).spent) == ({}, 2_000)
    battle = give(standing_in("clear", mode="W", tokens={"fallen": 1}).battle(), Move("red-1", ((601, 0),)))
    assert (unit(battle).tokens, under_way(battle).spent) == ({}, 2_000)
