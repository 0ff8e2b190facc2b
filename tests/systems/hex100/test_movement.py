"""Moving: costs, facing, who is in the way, blows in passing, disengaging."""

from __future__ import annotations

import pytest

from gearlock.kernel.system import Aim
from gearlock.systems.hex100.events import Destroyed, Halted, Stepped, Struck
from gearlock.systems.hex100.orders import Disengage, EndTurn, Move
from gearlock.table.hexes import step
from systems.hex100.kit import NE, NW, E, Position, W, at, code, east, events, machine, plain

CROC = "crocodile-lasers"
TEGU = "tegu-siege"
FAR = (TEGU, (15, 8), W)


@pytest.mark.rule("hex100.move-action", "hex100.movement-points")
def test_a_move_costs_an_action_and_at_most_the_movement_value() -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [FAR])
    red = position.unit("red-1")
    battle = position.play()
    assert code(battle, "red", Move("red-1", east(red, 4), E)) == "too-far"
    battle.answer("red", Move("red-1", east(red, 3), NW))
    unit = battle.state.units["red-1"]
    assert (unit.hex, unit.facing, unit.pool["move"]) == (at(3, 0), NW, 0)
    battle.answer("red", Move("red-1", (), E))
    assert (battle.state.units["red-1"].facing, battle.state.units["red-1"].pool["wildcard"]) == (E, 0)
    assert code(battle, "red", Move("red-1", (), W)) == "no-action-left"


@pytest.mark.rule("hex100.rough-impassable", "hex100.move-tracked", "hex100.move-legged")
@pytest.mark.parametrize(
    ("mark", "tracked", "legged"), [(".", 1, 1), ("w", 2, 1), ("b", 2, 1), ("s", 2, 1), ("~", 0, 2), ("B", 0, 0)]
)
def test_terrain_costs_what_the_movement_type_makes_of_it(mark: str, tracked: int, legged: int) -> None:
    land = Position(f".{mark}.", [(CROC, (0, 0), E)], [(CROC, (2, 0), W)]).state.land
    assert (land.cost((1, 0), "tracked"), land.cost((1, 0), "legged")) == (tracked, legged)


@pytest.mark.rule("hex100.rough-impassable")
def test_rough_ground_uses_the_points_up_and_cliffs_are_closed() -> None:
    position = Position(".wwww...^", [(TEGU, (0, 0), E)], [(TEGU, (8, 0), W)])
    red = position.unit("red-1")
    battle = position.play()
    refusal = battle.refuse("red", Move("red-1", east(red, 4), E))
    assert refusal is not None
    assert (refusal.code, refusal.facts) == ("too-far", {"movement": 6, "needed": 8})
    assert code(battle, "red", Move("red-1", east(red, 3), E)) == ""
    position = Position(".^.", [(CROC, (0, 0), E)], [(TEGU, (2, 0), W)])
    assert code(position.play(), "red", Move("red-1", ((1, 0),), E)) == "impassable"


def test_paths_that_jump_and_facings_that_do_not_exist_are_refused() -> None:
    battle = Position(plain(), [(CROC, (0, 0), E)], [FAR]).play()
    assert code(battle, "red", Move("red-1", ((2, 0),), E)) == "not-adjacent"
    assert code(battle, "red", Move("red-1", ((-1, 0),), E)) == "impassable"
    assert code(battle, "red", Move("red-1", ((1, 0),), 6)) == "no-such-facing"
    assert code(battle, "red", Move("red-2", ((1, 0),), 0)) == "not-acting"


@pytest.mark.rule("hex100.stacking")
def test_allies_are_passed_and_no_move_ends_on_anybody() -> None:
    position = Position(plain(), [(CROC, (0, 0), E), (TEGU, (1, 0), E)], [(TEGU, (0, 1), W)])
    battle = position.play()
    assert code(battle, "red", Move("red-1", ((1, 0),), E)) == "occupied"
    assert code(battle, "red", Move("red-1", ((1, 0), (2, 0)), E)) == ""
    assert code(battle, "red", Move("red-1", (at(0, 1),), E)) == "enemy-in-the-way"


@pytest.mark.rule("hex100.stacking")
def test_an_enemy_found_in_the_way_stops_the_move_in_front_of_it() -> None:
    drawing = "....\n" + "BB.B\n" + "...."
    blind = machine("tegu-mbt", ["r-120-tank-gun"])
    position = Position(drawing, [(blind, (0, 0), E)], [("squire-lancer", (3, 2), W)])
    assert not position.state.known["red"]
    path = (at(1, 0), at(2, 0), at(2, 1), at(3, 2))
    battle = position.play()
    assert code(battle, "red", Move("red-1", path, W)) == ""
    battle.answer("red", Move("red-1", path, W))
    assert [(event.q, event.r) for event in events(battle, Halted)] == [at(2, 1)]
    assert battle.state.units["red-1"].hex == at(2, 1)
    assert battle.state.units["red-1"].facing == W
    assert list(battle.state.known["red"]) == ["blue-1"]


@pytest.mark.rule("hex100.stacking")
def test_a_move_stopped_on_an_ally_ends_in_the_last_free_hex() -> None:
    drawing = "....\n" + "BB.B\n" + "...."
    blind = machine("tegu-mbt", ["r-120-tank-gun"])
    other = machine("tegu-mbt", ["r-120-tank-gun"])
    position = Position(drawing, [(blind, (0, 0), E), (other, (2, 1), E)], [("squire-lancer", (3, 2), W)])
    position.state.known["red"].clear()
    position.state.contacts["red"].clear()
    battle = position.play()
    battle.answer("red", Move("red-1", (at(1, 0), at(2, 0), at(2, 1), at(3, 2)), E))
    assert code(battle, "red", EndTurn("red-1")) == ""
    assert battle.state.units["red-1"].hex == at(2, 0)


@pytest.mark.rule("hex100.attack-of-opportunity")
def test_walking_away_from_a_mech_costs_five_damage_less_armour() -> None:
    position = Position(plain(), [(TEGU, (3, 0), E)], [(CROC, (4, 0), W)])
    battle = position.play()
    battle.answer("red", Move("red-1", (at(2, 0),), E))
    assert [(event.damage, event.how) for event in events(battle, Struck)] == [(5 - 2, "opportunity")]


@pytest.mark.rule("hex100.attack-of-opportunity")
def test_no_blow_in_passing_from_tanks_from_behind_or_while_staying_adjacent() -> None:
    away = Move("red-1", (at(2, 0),), E)
    for enemy in ((TEGU, (4, 0), W), (CROC, (4, 0), E)):
        battle = Position(plain(), [(TEGU, (3, 0), E)], [enemy]).play()
        battle.answer("red", away)
        assert not events(battle, Struck)
    position = Position(plain(), [(TEGU, (3, 0), E)], [(CROC, (4, 0), W)])
    battle = position.play()
    battle.answer("red", Move("red-1", (step(at(4, 0), 4),), E))
    assert not events(battle, Struck)


@pytest.mark.rule("hex100.attack-of-opportunity")
def test_a_unit_that_falls_to_a_blow_in_passing_moves_no_further() -> None:
    position = Position(plain(), [(TEGU, (3, 0), E), (TEGU, (0, 4), E)], [(CROC, (4, 0), W)])
    position.unit("red-1").hp = 3
    battle = position.play()
    battle.answer("red", Move("red-1", (at(2, 0),), E))
    assert events(battle, Destroyed)
    assert not events(battle, Stepped)
    assert battle.state.acting == "red-2"


@pytest.mark.rule("hex100.disengage")
def test_disengaging_is_one_step_away_without_a_blow_over_any_ground_that_can_be_entered() -> None:
    position = Position("..sB....", [(TEGU, (3, 0), E)], [(CROC, (4, 0), W)])
    battle = position.play()
    assert code(battle, "red", Disengage("red-1", *at(4, 0))) == "occupied"
    battle.answer("red", Disengage("red-1", *at(2, 0), facing=NE))
    assert not events(battle, Struck)
    assert battle.state.units["red-1"].hex == at(2, 0)
    battle = Position(plain(), [(TEGU, (3, 0), E)], [FAR]).play()
    assert code(battle, "red", Disengage("red-1", *at(2, 0))) == "not-engaged"
    battle = Position(plain(), [(TEGU, (3, 2), E)], [(CROC, (4, 2), W)]).play()
    assert code(battle, "red", Disengage("red-1", *step(at(3, 2), 1))) == "not-away"
    assert code(battle, "red", Disengage("red-1", *at(1, 2))) == "impassable"


def test_pointing_at_a_hex_finds_the_cheapest_path_or_says_why_not() -> None:
    position = Position(".wwww.\n......", [(TEGU, (0, 0), E)], [(TEGU, (5, 0), W)])
    battle = position.play()
    option = next(each for each in battle.options("red") if isinstance(each.order, Move))
    order = battle.aim("red", option, Aim(*at(4, 1)))
    assert isinstance(order, Move)
    assert order.path == tuple(at(column, 1) for column in range(5))
    assert order.facing == E
    assert battle.aim("red", option, Aim(40, 40)).code == "too-far"  # type: ignore[union-attr]
