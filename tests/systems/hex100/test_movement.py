"""Moving: costs, facing, who is in the way, blows in passing, disengaging."""

from __future__ import annotations

import random

import pytest

from gearlock.kernel.orders import Decline, Order, Refusal
from gearlock.kernel.system import Aim
from gearlock.systems.hex100.attacks.attack import Attack
from gearlock.systems.hex100.damage.units_hit import Destroyed, Struck
from gearlock.systems.hex100.movement.moving import Disengage, Halted, Move, Stepped, Turned, finish_walk
from gearlock.systems.hex100.turns import EndTurn
from gearlock.table.hexes import distance, step, to_offset
from systems.hex100.kit import NE, NW, SE, E, Place, Position, W, at, code, east, events, machine, plain

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


@pytest.mark.rule("hex100.attack-of-opportunity", "hex100.move-action", "hex100.arc-armour")
@pytest.mark.parametrize(("facing", "start", "armour"), [(E, -1, 2), (W, -1, 1), (W, E, 2), (E, W, 1), (E, NE, 2)])
def test_a_blow_in_passing_meets_the_side_that_was_turned_to_it_before_the_first_step(
    facing: int, start: int, armour: int
) -> None:
    battle = Position(plain(), [(TEGU, (3, 0), facing)], [(CROC, (4, 0), W)]).play()
    battle.answer("red", Move("red-1", (at(2, 0),), W, start=start))
    assert [event.damage for event in events(battle, Struck)] == [5 - armour]


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


@pytest.mark.rule("hex100.move-action")
def test_a_unit_faces_as_it_likes_before_its_first_step_and_again_after_its_last() -> None:
    battle = Position(plain(), [(CROC, (0, 0), E)], [FAR]).play()
    battle.answer("red", Move("red-1", (at(1, 0),), W, start=NE))
    told = [event for entry in battle.entries for event in entry.events if isinstance(event, Turned | Stepped)]
    assert told == [Turned("red-1", NE), Stepped("red-1", *at(1, 0)), Turned("red-1", W)]


@pytest.mark.rule("hex100.movement-points", "hex100.rough-impassable")
def test_one_point_too_many_is_too_far() -> None:
    position = Position("..www...", [(TEGU, (0, 0), E)], [(TEGU, (7, 0), W)])
    refusal = position.play().refuse("red", Move("red-1", east(position.unit("red-1"), 4), E))
    assert refusal is not None
    assert refusal.facts == {"movement": 6, "needed": 7}


@pytest.mark.rule("hex100.stat-hp", "hex100.move-legged", "hex100.rough-impassable")
def test_a_wreck_makes_no_ground_easier_and_opens_none() -> None:
    position = Position("...~...", [(CROC, (0, 0), E)], [(CROC, (3, 0), W), (TEGU, (6, 0), W)])
    position.unit("blue-1").hp = 1
    battle = position.play((0,), (99,))
    battle.answer("red", Attack("red-1", ("crocodile-combat-laser",), position.state.contacts["red"]["blue-1"]))
    assert battle.state.wrecks == [at(3, 0)]
    land = battle.state.land
    assert (land.cost(at(3, 0), "legged"), land.cost(at(3, 0), "tracked")) == (2, 0)


@pytest.mark.rule("hex100.attack-of-opportunity")
@pytest.mark.parametrize(("enemy", "damage"), [(CROC, 5 - 3), ("big-guye-brawler", 5)])
def test_a_blow_in_passing_has_the_type_of_the_mounted_melee_weapon_or_impact(enemy: str, damage: int) -> None:
    plated = machine("crocodile-mk2", [], [], [], [], ["blast-plating-heavy"])
    battle = Position(plain(), [(plated, (3, 0), E)], [(enemy, (4, 0), W)]).play()
    battle.answer("red", Move("red-1", (at(2, 0),), E))
    assert [event.damage for event in events(battle, Struck)] == [damage]


@pytest.mark.rule("hex100.attack-of-opportunity")
def test_walking_on_after_one_blow_costs_no_second_and_a_foe_met_on_the_way_strikes_not_at_all() -> None:
    position = Position(plain(), [(TEGU, (4, 0), E)], [(CROC, (5, 0), W), (CROC, (2, 2), NE)])
    battle = position.play()
    battle.answer("red", Move("red-1", (at(3, 0), at(2, 1), at(2, 0), at(1, 0)), E))
    assert [event.by for event in events(battle, Struck)] == ["blue-1"]


@pytest.mark.rule("hex100.attack-of-opportunity")
def test_an_enemy_that_has_fallen_strikes_nobody() -> None:
    position = Position(plain(), [(CROC, (3, 0), E)], [(CROC, (4, 0), W), FAR])
    position.unit("blue-1").hp = 1
    battle = position.play((0,), (99,))
    battle.answer("red", Attack("red-1", ("universal-melee-attack",), position.state.contacts["red"]["blue-1"]))
    battle.answer("red", Move("red-1", (at(2, 0),), E))
    assert [event.how for event in events(battle, Struck)] == ["hit"]


@pytest.mark.rule("hex100.disengage")
def test_disengaging_from_one_of_two_foes_costs_a_move_and_provokes_neither() -> None:
    beside = step(at(3, 2), NW)
    position = Position(plain(), [(TEGU, (3, 2), E)], [(CROC, (4, 2), W), (CROC, to_offset(beside), E)])
    position.unit("blue-2").facing = SE
    battle = position.play()
    assert code(battle, "red", Disengage("red-1", *at(2, 2), facing=E)) == ""
    battle.answer("red", Disengage("red-1", *at(2, 2), facing=E))
    assert not events(battle, Struck)
    assert battle.state.units["red-1"].pool["move"] == 0


@pytest.mark.rule("hex100.stacking", "hex100.reserve")
def test_a_stopped_move_never_ends_on_an_enemy_that_stepped_in_behind_it() -> None:
    position = Position(
        plain(), [(TEGU, (0, 0), E), (TEGU, (2, 0), E)], [(TEGU, (3, 0), W), (TEGU, (1, 1), W)], acting="red-1"
    )
    position.state.known["red"].clear()
    position.state.contacts["red"].clear()
    follower = position.unit("blue-2")
    follower.held, follower.trigger = "move", "moves"
    battle = position.play()
    battle.answer("red", Move("red-1", (at(1, 0), at(2, 0), at(3, 0)), E))
    battle.answer("blue", Decline())
    battle.answer("blue", Move("blue-2", (at(1, 0),), W))
    assert battle.state.units["red-1"].hex == at(0, 0)


def pointed(position: Position, column: int, row: int, facing: int | None = None) -> Order | Refusal:
    """What pointing at a hex makes of red-1's move."""
    battle = position.play()
    option = next(each for each in battle.options("red") if isinstance(each.order, Move))
    order = battle.aim("red", option, Aim(*at(column, row), facing))
    assert isinstance(order, Refusal) or battle.refuse("red", order) is None
    return order


def test_pointing_at_a_hex_finds_the_cheapest_path() -> None:
    position = Position(".wwww.\n......", [(TEGU, (0, 0), E)], [(TEGU, (5, 0), W)])
    path = tuple(at(column, 1) for column in range(5))
    assert pointed(position, 4, 1) == Move("red-1", path, E)
    assert pointed(position, 4, 1, 1190) == Move("red-1", path, NW)
    assert pointed(position, 0, 0, 1800) == Move("red-1", (), W)


@pytest.mark.rule("hex100.movement-points")
def test_pointing_farther_than_a_move_leads_goes_as_far_as_it_does() -> None:
    position = Position(plain(16, 1), [(TEGU, (0, 0), E)], [(TEGU, (15, 0), W)])
    assert pointed(position, 13, 0) == Move("red-1", tuple(at(column, 0) for column in range(1, 7)), E)
    assert pointed(position, 13, 0, 600) == Move("red-1", tuple(at(column, 0) for column in range(1, 7)), NE)


@pytest.mark.rule("hex100.stacking")
def test_pointing_at_or_past_somebody_stops_where_nobody_stands() -> None:
    red: list[Place] = [(TEGU, (0, 0), E), (TEGU, (6, 0), E)]
    position = Position(plain(16, 1), red, [(TEGU, (9, 0), W)])
    five = Move("red-1", tuple(at(column, 0) for column in range(1, 6)), E)
    assert pointed(position, 8, 0) == five
    assert pointed(position, 6, 0) == five
    position = Position(plain(16, 1), [(TEGU, (0, 0), E)], [(TEGU, (4, 0), W)])
    assert pointed(position, 4, 0) == Move("red-1", tuple(at(column, 0) for column in range(1, 4)), E)


@pytest.mark.rule("hex100.rough-impassable", "hex100.stacking")
@pytest.mark.parametrize(
    ("column", "reason"), [(40, "out-of-reach"), (4, "out-of-reach"), (6, "out-of-reach"), (2, "occupied")]
)
def test_pointing_where_nobody_can_go_says_why_not(column: int, reason: str) -> None:
    red: list[Place] = [(TEGU, (1, 0), E), (TEGU, (2, 0), E)]
    refusal = pointed(Position("....^....", red, [(TEGU, (8, 0), W)]), column, 0)
    assert isinstance(refusal, Refusal)
    assert refusal.code == reason


@pytest.mark.rule("hex100.stacking")
def test_pointing_at_an_adjacent_enemy_says_that_it_is_in_the_way() -> None:
    refusal = pointed(Position("....", [(TEGU, (1, 0), E)], [(TEGU, (2, 0), W)]), 2, 0)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "enemy-in-the-way"


@pytest.mark.rule("hex100.move-action")
def test_many_suggested_moves_are_marches_that_spend_all_they_can() -> None:
    position = Position(plain(30, 30), [(TEGU, (15, 15), E)], [(TEGU, (0, 0), W)])
    battle, chooser = position.play(), random.Random(2)
    option = next(each for each in battle.options("red") if isinstance(each.order, Move))
    orders = [battle.sample("red", option, chooser) for _ in range(60)]
    ends = [order.path[-1] if order.path else at(15, 15) for order in orders if isinstance(order, Move)]
    far = [end for end in ends if distance(end, at(15, 15)) == 6]
    assert len(ends) == 60
    assert 20 < len(far) < 50
    assert len(set(far)) == 6


@pytest.mark.rule("hex100.stacking")
def test_a_walk_whose_last_hex_was_taken_meanwhile_ends_before_it() -> None:
    position = Position(plain(), [(TEGU, (0, 0), E), (TEGU, (3, 0), E)], [FAR])
    path = tuple(at(column, 0) for column in (1, 2, 3))
    position.unit("red-1").q, position.unit("red-1").r = path[-1]
    finish_walk(position.ctx, "red-1", path, [at(0, 0), *path], E)
    assert position.unit("red-1").hex == at(2, 0)
