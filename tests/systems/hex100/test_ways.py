"""Other ways to move: jets, skates, skimmers, floats, ploughs, blades, and heavy tanks that flatten what they enter."""

from __future__ import annotations

import pytest

from gearlock.kernel.orders import Refusal
from gearlock.kernel.system import Aim
from gearlock.systems.hex100.attacks.attack import HoldBack
from gearlock.systems.hex100.damage.damage import reduction_modifiers
from gearlock.systems.hex100.damage.units_hit import Destroyed, SpendCharges, Struck
from gearlock.systems.hex100.detection.sight import BeaconLit
from gearlock.systems.hex100.equipment import equipment_effect, full_hp
from gearlock.systems.hex100.movement.moving import Disengage, GroundCleared, Move, TakeGait, stride
from gearlock.systems.hex100.turns import EndTurn, Focus
from gearlock.table.hexes import step
from systems.hex100.kit import NE, E, Position, W, at, code, east, events, machine, plain

CROC = "crocodile-lasers"
TEGU = "tegu-siege"
FAR = (TEGU, (15, 8), W)
JUMPER = machine("crocodile-mk2", [], ["basic-sensor-suite"], [], [], ["jump-jets"])
SKATER = machine("crocodile-mk2", [], ["basic-sensor-suite"], [], [], ["skate-system"])
BOTH = machine("crocodile-mk2", [], ["basic-sensor-suite"], [], [], ["skate-system", "jump-jets"])
DOZER = machine("tegu-mbt", ["r-120-tank-gun"], [], [], ["tegu-dozer-blade"])
FAT = machine("fat-mann", [], [], [])
PLOW = machine("fat-mann", [], [], ["juggernaut-plow"])
SIEGE = machine("rampart", [], [], ["siege-plough"])
LINEBREAKER = machine("linebreaker-mk2", [], [], [], [])
CIRRUS = machine("cirrus-mk2", [], [], ["cirrus-mobility-system"], [], [], [], [], [])


@pytest.mark.rule("hex100.jump-jets")
def test_a_jump_crosses_what_is_closed_and_ends_where_the_mech_may_stand() -> None:
    position = Position(".^B....", [(JUMPER, (0, 0), E)], [(TEGU, (6, 0), W)])
    battle, red = position.play(), position.unit("red-1")
    assert code(battle, "red", Move("red-1", east(red, 3), E)) == "impassable"
    assert code(battle, "red", Move("red-1", east(red, 2), E, way="jump")) == "impassable"
    assert code(battle, "red", Move("red-1", east(red, 4), E, way="jump")) == "too-far"
    battle.answer("red", Move("red-1", east(red, 3), E, way="jump"))
    assert battle.state.units["red-1"].hex == at(3, 0)
    assert battle.state.units["red-1"].beacon
    assert code(battle, "red", Move("red-1", (at(4, 0),), E, way="jump")) == "used"
    assert code(battle, "red", Move("red-1", (at(4, 0),), E)) == ""


@pytest.mark.rule("hex100.jump-jets")
def test_water_costs_a_jump_one_point_and_jets_that_are_shot_off_carry_nobody() -> None:
    position = Position(".~~....", [(JUMPER, (0, 0), E)], [(TEGU, (6, 0), W)])
    battle, red = position.play(), position.unit("red-1")
    assert code(battle, "red", Move("red-1", east(red, 3), E)) == "too-far"
    assert code(battle, "red", Move("red-1", east(red, 3), E, way="jump")) == ""
    position = Position(".~~....", [(JUMPER, (0, 0), E)], [(TEGU, (6, 0), W)])
    position.unit("red-1").hurt[4] = 2
    assert code(position.play(), "red", Move("red-1", east(red, 3), E, way="jump")) == "no-such-way"
    position = Position(".~~....", [(CROC, (0, 0), E)], [(TEGU, (6, 0), W)])
    assert code(position.play(), "red", Move("red-1", east(red, 3), E, way="jump")) == "no-such-way"
    assert code(position.play(), "red", Move("red-1", east(red, 1), E, way="fly")) == "no-such-way"


@pytest.mark.rule("hex100.jump-jets")
def test_pointing_makes_a_jump_that_does_not_stop_on_a_cliff() -> None:
    position = Position("..^....", [(JUMPER, (0, 0), E)], [(TEGU, (6, 0), W)])
    battle = position.play()
    jump = next(o for o in battle.options("red") if isinstance(o.order, Move) and o.order.way == "jump")
    assert battle.aim("red", jump, Aim(*at(3, 0))) == Move("red-1", east(position.unit("red-1"), 3), E, way="jump")
    order = battle.aim("red", jump, Aim(*at(2, 0)))
    assert order == Move("red-1", (at(1, 0),), E, way="jump") or isinstance(order, Refusal)


@pytest.mark.rule("hex100.jump-jets", "hex100.stacking")
def test_a_jump_stopped_by_a_hidden_enemy_goes_back_to_where_the_mech_may_stand() -> None:
    blind = machine("crocodile-mk2", [], [], [], [], ["jump-jets"])
    position = Position(".^.B...\nBBBBBBB", [(blind, (0, 0), E)], [("squire-lancer", (2, 0), W)])
    assert not position.state.known["red"]
    battle = position.play()
    battle.answer("red", Move("red-1", east(position.unit("red-1"), 2), E, way="jump"))
    assert battle.state.units["red-1"].hex == at(0, 0)


def started(mech: object, gait: str, drawing: str = plain(), focus: str = "") -> Position:
    position = Position(drawing, [(mech, (0, 0), E)], [(TEGU, (len(drawing.split("\n")[0]) - 1, 0), W)])  # type: ignore[list-item]
    position.unit("red-1").gait, position.unit("red-1").focus = gait, focus
    return position


@pytest.mark.rule("hex100.skate-system", "hex100.linebreaker-integrated")
@pytest.mark.parametrize("mech", [SKATER, LINEBREAKER])
def test_skates_double_the_movement_on_tracks_for_a_single_move(mech: object) -> None:
    position = started(mech, "skate", ".......w........")
    battle, red = position.play(), position.unit("red-1")
    assert code(battle, "red", Move("red-1", east(red, 7), E)) == "too-far"
    battle.answer("red", Move("red-1", east(red, 6), E))
    red = battle.state.units["red-1"]
    assert code(battle, "red", Move("red-1", (at(7, 0),), E)) == "one-move-only"
    assert code(battle, "red", HoldBack("red-1", "move")) in ("one-move-only", "no-action-left")
    assert red.pool["wildcard"] == 1
    position = started(mech, "skate", ".wwww...")
    red = position.unit("red-1")
    assert code(position.play(), "red", Move("red-1", east(red, 4), E)) == "too-far"
    assert code(position.play(), "red", Move("red-1", east(red, 3), E)) == ""
    position = started(mech, "skate", ".~......")
    assert code(position.play(), "red", Move("red-1", (at(1, 0),), E)) == "impassable"


@pytest.mark.rule("hex100.skate-system", "hex100.disengage")
def test_a_skater_that_has_moved_does_not_disengage_either() -> None:
    position = Position(plain(), [(SKATER, (3, 0), E)], [(CROC, (4, 0), W)])
    position.unit("red-1").gait = "skate"
    battle = position.play()
    battle.answer("red", Move("red-1", (), NE))
    assert code(battle, "red", Disengage("red-1", *at(2, 0))) == "one-move-only"


@pytest.mark.rule("hex100.skate-system", "hex100.jump-jets")
def test_skates_and_jets_do_not_go_together() -> None:
    position = started(BOTH, "skate")
    assert code(position.play(), "red", Move("red-1", (at(1, 0),), E, way="jump")) == "not-together"
    position = started(BOTH, "")
    assert code(position.play(), "red", Move("red-1", (at(1, 0),), E, way="jump")) == ""


@pytest.mark.rule("hex100.skate-system", "hex100.turn-structure", "hex100.cirrus-skimmer")
def test_a_gait_is_declared_after_the_focus_and_ends_with_the_turn() -> None:
    position = Position(plain(), [(TEGU, (0, 0), E)], [(SKATER, (15, 0), W)])
    battle = position.play()
    battle.answer("red", EndTurn("red-1"))
    battle.answer("blue", Focus("blue-1"))
    assert battle.view("blue").asks[0].kind == "gait"
    assert code(battle, "blue", TakeGait("blue-1", "skimmer")) == "no-such-gait"
    assert code(battle, "blue", EndTurn("blue-1")) == "unasked"
    battle.answer("blue", TakeGait("blue-1", "skate"))
    assert stride(battle.state, battle.state.units["blue-1"]) == (6, "tracked")
    battle.answer("blue", EndTurn("blue-1"))
    battle.answer("red", EndTurn("red-1"))
    assert stride(battle.state, battle.state.units["blue-1"]) == (3, "legged")


@pytest.mark.rule("hex100.cirrus-skimmer", "hex100.cirrus-passive")
def test_a_skimmer_goes_ten_hexes_over_water_once_and_is_a_beacon() -> None:
    position = Position("." * 16, [(TEGU, (0, 0), E)], [(CIRRUS, (15, 0), W)])
    battle = position.play()
    battle.answer("red", EndTurn("red-1"))
    battle.answer("blue", Focus("blue-1"))
    battle.answer("blue", TakeGait("blue-1", "skimmer"))
    assert [event.unit for event in events(battle, BeaconLit)] == ["blue-1"]
    unit = battle.state.units["blue-1"]
    assert stride(battle.state, unit) == (10, "skimmer")
    land = Position("~.", [(TEGU, (1, 0), E)], [(CIRRUS, (0, 0), W)]).state.land
    assert (land.cost((0, 0), "skimmer"), land.cost((0, 0), "legged")) == (1, 2)
    path = tuple((unit.q - hexes, unit.r) for hexes in range(1, 11))
    assert code(battle, "blue", Move("blue-1", path, W, way="jump")) == "not-together"
    battle.answer("blue", Move("blue-1", path, W))
    assert code(battle, "blue", Move("blue-1", (), E)) == "one-move-only"


@pytest.mark.rule("hex100.cirrus-skimmer", "hex100.jump-jets", "hex100.attr-beacon")
@pytest.mark.parametrize("way", ["skim", "jump"])
def test_skimming_and_jets_give_a_hidden_mech_away_at_once(way: str) -> None:
    cloaked = machine("cirrus-mk2", ["predator-cloaking-device"], [], ["cirrus-mobility-system"])
    watcher = machine("tegu-mbt", ["r-120-tank-gun"])
    position = Position("." * 16, [(watcher, (12, 0), E)], [(cloaked, (15, 0), W)])
    assert not position.state.known["red"]
    battle = position.play()
    battle.answer("red", EndTurn("red-1"))
    battle.answer("blue", Focus("blue-1"))
    battle.answer("blue", TakeGait("blue-1", "skimmer" if way == "skim" else ""))
    if way == "jump":
        battle.answer("blue", Move("blue-1", (), E, way="jump"))
    assert battle.state.known["red"] == {"blue-1": 3}


@pytest.mark.rule("hex100.cirrus-jump")
def test_a_cirrus_jumps_when_it_does_not_skim() -> None:
    position = started(CIRRUS, "", ".^^^.....")
    battle, red = position.play(), position.unit("red-1")
    assert code(battle, "red", Move("red-1", east(red, 3), E, way="jump")) == "impassable"
    battle.answer("red", Move("red-1", east(red, 4), E, way="jump"))
    assert battle.state.units["red-1"].beacon


@pytest.mark.rule("hex100.amphibious", "hex100.zenith-amphibious")
@pytest.mark.parametrize(
    ("unit", "item", "hp"),
    [
        ("cloudburst-agcv", "cloudburst-amphibious-modifications", 14 + 6),
        ("squire", "squire-amphibious-modifications", 14 + 6),
        ("zenith-mbt", "zenith-amphibious-modification", 18 + 8),
    ],
)
def test_a_floating_tank_crosses_water_like_open_ground(unit: str, item: str, hp: int) -> None:
    hardpoints = {"squire": 2}.get(unit, 3)
    floats, sinks = machine(unit, *([] for _ in range(hardpoints)), [item]), machine(unit)
    position = Position(".~~~w.", [(floats, (0, 0), E)], [(TEGU, (5, 0), W)])
    red = position.unit("red-1")
    assert code(position.play(), "red", Move("red-1", east(red, 3), E)) == ""
    assert stride(position.state, red).kind == "amphibious"
    assert full_hp(position.state, "red-1") == hp
    assert position.state.land.cost(at(4, 0), "amphibious") == 2
    position = Position(".~~~w.", [(sinks, (0, 0), E)], [(TEGU, (5, 0), W)])
    assert code(position.play(), "red", Move("red-1", east(red, 1), E)) == "impassable"


@pytest.mark.rule("hex100.heavy-tank")
@pytest.mark.parametrize("tank", [FAT, SIEGE])
def test_a_heavy_tank_pays_for_woods_and_leaves_open_ground(tank: object) -> None:
    position = Position(".wW.rb..", [(tank, (0, 0), E)], [(TEGU, (7, 0), W)])  # type: ignore[list-item]
    battle, red = position.play(), position.unit("red-1")
    assert code(battle, "red", Move("red-1", east(red, 3), E)) == ("too-far" if tank is FAT else "")
    battle.answer("red", Move("red-1", east(red, 2), E))
    cleared = [(event.q, event.r, event.terrain) for event in events(battle, GroundCleared)]
    assert cleared == [(1, 0, "open"), (2, 0, "open")]
    assert battle.state.land.ground.terrain_at(at(2, 0)) == "open"
    assert battle.state.land.is_clear(at(0, 0), at(3, 0))


@pytest.mark.rule("hex100.heavy-tank")
def test_other_tanks_leave_the_woods_standing_and_no_tank_drives_into_a_building() -> None:
    position = Position(".w...B..", [(TEGU, (0, 0), E)], [(FAT, (6, 0), W)])
    battle = position.play()
    battle.answer("red", Move("red-1", east(position.unit("red-1"), 2), E))
    assert not events(battle, GroundCleared)
    battle.answer("red", EndTurn("red-1"))
    assert code(battle, "blue", Move("blue-1", (at(5, 0),), W)) == "impassable"


@pytest.mark.rule("hex100.dozer-blade")
def test_a_dozer_removes_rubble_and_wrecks_within_four_hexes_and_leaves_woods() -> None:
    position = Position(".rrw.....", [(DOZER, (0, 0), E)], [(TEGU, (8, 0), W), (TEGU, (4, 0), W)])
    position.ctx.emit(Destroyed("blue-2"))
    battle, red = position.play(), position.unit("red-1")
    assert code(battle, "red", Move("red-1", east(red, 5), E, way="doze")) == "too-far"
    assert code(battle, "red", Move("red-1", east(red, 4), E)) == "too-far"
    battle.answer("red", Move("red-1", east(red, 4), E, way="doze"))
    land = battle.state.land
    assert [land.ground.terrain_at(at(column, 0)) for column in range(1, 5)] == ["open", "open", "light woods", "open"]
    assert not land.wrecks
    assert battle.state.units["red-1"].hex == at(4, 0)


@pytest.mark.rule("hex100.dozer-blade")
def test_a_dozer_opens_no_building_and_removes_nothing_on_a_plain_move() -> None:
    position = Position(".rB...", [(DOZER, (0, 0), E)], [(TEGU, (5, 0), W)])
    battle, red = position.play(), position.unit("red-1")
    assert code(battle, "red", Move("red-1", east(red, 2), E, way="doze")) == "impassable"
    battle.answer("red", Move("red-1", east(red, 1), E))
    assert not events(battle, GroundCleared)


@pytest.mark.rule("hex100.dozer-blade", "hex100.juggernaut-plow", "hex100.siege-plough")
@pytest.mark.parametrize(("tank", "front"), [(DOZER, 2), (PLOW, 3), (SIEGE, 3)])
def test_a_blade_protects_the_front_edge_and_not_the_rest_of_the_front_arc(tank: object, front: int) -> None:
    position = Position(plain(), [(tank, (5, 4), E)], [FAR])  # type: ignore[list-item]
    unit = position.unit("red-1")

    def kept_off(side: int, above: bool = False) -> int:
        origin = step(unit.hex, side, 1)
        return -sum(line.value for line in reduction_modifiers(position.state, unit, None, "energy", origin, above))

    assert [kept_off(side) for side in (0, 1, 5)] == [front + 1, front, front]
    assert kept_off(0, above=True) == 1
    unit.hurt[-1] = 9
    assert kept_off(0) == front


@pytest.mark.rule("hex100.juggernaut-plow", "hex100.siege-plough")
@pytest.mark.parametrize(("tank", "points"), [(PLOW, 4), (SIEGE, 5)])
def test_a_plough_ignores_rough_ground_once_a_turn_but_nothing_that_is_closed(tank: object, points: int) -> None:
    position = Position(".wsbrw^.", [(tank, (0, 0), E)], [(TEGU, (7, 0), W)])  # type: ignore[list-item]
    battle, red = position.play(), position.unit("red-1")
    assert code(battle, "red", Move("red-1", east(red, points), E)) == "too-far"
    battle.answer("red", Move("red-1", east(red, points), E, way="plough"))
    assert battle.state.units["red-1"].hex == at(points, 0)
    assert "plough" in battle.state.units["red-1"].used
    position = Position(".~......", [(tank, (0, 0), E)], [(TEGU, (7, 0), W)])  # type: ignore[list-item]
    assert code(position.play(), "red", Move("red-1", (at(1, 0),), E, way="plough")) == "impassable"


@pytest.mark.rule("hex100.urban-warfare")
def test_clear_path_pushes_buildings_down_to_rubble_and_woods_to_open_ground() -> None:
    urban = machine("cloudburst-agcv", [], [], [], ["urban-warfare-modification"])
    position = Position(".BWr.....", [(urban, (0, 0), E)], [(TEGU, (8, 0), W)])
    battle, red = position.play(), position.unit("red-1")
    assert code(battle, "red", Move("red-1", east(red, 1), E)) == "impassable"
    assert code(battle, "red", Move("red-1", east(red, 5), E, way="level")) == "too-far"
    battle.answer("red", Move("red-1", east(red, 4), E, way="level"))
    ground = battle.state.land.ground
    assert [ground.terrain_at(at(column, 0)) for column in range(1, 5)] == ["rubble", "open", "rubble", "open"]


@pytest.mark.rule("hex100.bushwhack")
def test_a_chain_blade_cuts_woods_on_the_move_before_they_cost_anything() -> None:
    blade = machine("big-guye", [], ["chain-blade"], [], ["skate-system"])
    position = started(blade, "skate", ".wWwwwwww.....")
    battle, red = position.play(), position.unit("red-1")
    assert code(battle, "red", Move("red-1", east(red, 5), E)) == "too-far"
    battle.answer("red", Move("red-1", east(red, 8), E, way="bushwhack"))
    assert {battle.state.land.ground.terrain_at(at(column, 0)) for column in range(1, 9)} == {"open"}
    position = started(blade, "", ".wB....")
    battle = position.play()
    assert code(battle, "red", Move("red-1", ((1, 0), (2, 0)), E, way="bushwhack")) == "impassable"
    battle.answer("red", Move("red-1", ((1, 0),), E))
    assert not events(battle, GroundCleared)
    battle.answer("red", Move("red-1", (at(0, 0),), E, way="bushwhack"))
    assert not events(battle, GroundCleared)
    assert code(battle, "red", Move("red-1", (), E, way="bushwhack")) == "no-action-left"


@pytest.mark.rule("hex100.heavy-tank")
def test_who_flattened_a_wood_is_told_to_those_who_know_it() -> None:
    position = Position(".w" + "B" * 8 + "...", [(FAT, (0, 0), E)], [(machine("tegu-mbt"), (12, 0), W)])
    battle = position.play()
    battle.answer("red", Move("red-1", (at(1, 0),), E))
    (event,) = events(battle, GroundCleared)
    tell = battle.system.tell
    own, other = tell(battle.state, event, "red"), tell(battle.state, event, "blue")
    assert own is not None
    assert other is not None
    assert "Test fat-mann" in own.text
    assert "Test fat-mann" not in other.text
    assert not other.units


SWEEPER = machine("cloudburst-agcv", [], [], [], ["field-survival-modification"])
URBAN = machine("cloudburst-agcv", [], [], [], ["urban-warfare-modification"])


@pytest.mark.rule("hex100.dozer-blade", "hex100.juggernaut-plow", "hex100.siege-plough", "hex100.field-survival")
@pytest.mark.parametrize(("tank", "way"), [(DOZER, "doze"), (PLOW, "plough"), (SIEGE, "plough"), (SWEEPER, "sweep")])
def test_blades_ploughs_and_sweepers_clear_mines_that_others_set_off(tank: object, way: str) -> None:
    for how in (way, ""):
        position = Position(plain(), [(tank, (0, 0), E)], [FAR])  # type: ignore[list-item]
        position.state.mines = [at(1, 0), at(3, 0)]
        battle = position.play()
        battle.answer("red", Move("red-1", east(position.unit("red-1"), 3), E, way=how))
        assert battle.state.mines == []
        assert bool(events(battle, Struck)) is (how == "")


@pytest.mark.rule("hex100.field-survival")
def test_clearing_mines_is_four_hexes_once_and_takes_no_terrain_away() -> None:
    position = Position(".wrsb....", [(SWEEPER, (0, 0), E)], [(TEGU, (8, 0), W)])
    battle, red = position.play(), position.unit("red-1")
    assert code(battle, "red", Move("red-1", east(red, 5), E, way="sweep")) == "too-far"
    assert code(battle, "red", Move("red-1", east(red, 1), E, way="doze")) == "no-such-way"
    battle.answer("red", Move("red-1", east(red, 4), E, way="sweep"))
    assert not events(battle, GroundCleared)
    assert equipment_effect(battle.state, battle.state.units["red-1"], "interceptor") == 1
    assert equipment_effect(battle.state, battle.state.units["red-1"], "interceptor_reach") == 0


@pytest.mark.rule("hex100.urban-warfare", "hex100.castellan-mines")
def test_a_cleared_path_has_its_mines_still_and_the_armour_four_charges() -> None:
    position = Position(plain(), [(URBAN, (0, 0), E)], [FAR])
    assert position.unit("red-1").charges == 4
    position.state.mines = [at(1, 0)]
    battle = position.play()
    battle.answer("red", Move("red-1", (at(1, 0),), E, way="level"))
    assert battle.view("red").asks[0].kind == "reactive"
    battle.answer("red", SpendCharges("red-1", 1, 7))
    assert [(event.damage, event.how) for event in events(battle, Struck)] == [(0, "mine")]
    assert battle.state.units["red-1"].charges == 3


@pytest.mark.rule("hex100.dozer-blade", "hex100.heavy-tank")
def test_only_a_dozer_that_clears_the_way_takes_wrecks_away_and_only_where_they_lie() -> None:
    position = Position("." * 9, [(DOZER, (0, 0), E)], [(TEGU, (8, 0), W), (TEGU, (1, 0), W)])
    position.ctx.emit(Destroyed("blue-2"))
    position.unit("red-1").pool["move"] = 2
    battle = position.play()
    battle.answer("red", Move("red-1", (at(1, 0),), E))
    assert not events(battle, GroundCleared)
    assert battle.state.wrecks == [at(1, 0)]
    battle.answer("red", Move("red-1", (at(0, 0), at(1, 0), at(2, 0)), E, way="doze"))
    assert [(event.q, event.r, event.wreck) for event in events(battle, GroundCleared)] == [(*at(1, 0), True)]


@pytest.mark.rule("hex100.jump-jets", "hex100.attr-beacon")
def test_on_its_feet_a_mech_with_jets_is_no_beacon() -> None:
    position = Position(plain(), [(JUMPER, (0, 0), E)], [(TEGU, (9, 0), W)])
    battle = position.play()
    battle.answer("red", Move("red-1", (at(1, 0),), E))
    assert not events(battle, BeaconLit)
