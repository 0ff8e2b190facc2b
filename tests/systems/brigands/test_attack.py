from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.brigands.attacks.attack import Attack, strikes_of
from gearlock.systems.brigands.attacks.modifiers import Strike, duel_of, engagers
from gearlock.systems.brigands.movement.paths import Move
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, FIELDED, TOP_SPEED, WRECK, State
from systems.brigands.field import NORTH, SOUTH, WEST, again, code, give, ground, lay, piece, remodel
from systems.brigands.shooting import facing, fire, lines


@pytest.mark.rule("brigands.5.1a-range", "brigands.5.2a", "brigands.1.4a")
def test_range_is_measured_from_edge_to_edge() -> None:
    assert code(facing(36), fire()) == ""
    assert code(facing(36.001), fire()) == "range"


@pytest.mark.rule("brigands.5.5a", "brigands.5.1b", "brigands.5.5b")
@pytest.mark.parametrize(("distance", "expected"), [(5.9, -1), (6, 0), (18, 0), (18.1, -1)])
def test_ballistic_fire_loses_a_die_outside_optimal_range(distance: float, expected: int) -> None:
    attack, _ = lines(facing(distance), fire())
    assert attack.get("Ballistic, Suboptimal range", 0) == expected


@pytest.mark.rule("brigands.5.5a", "brigands.wtrait.precise")
def test_lasers_add_to_the_result_and_not_to_the_dice() -> None:
    battle = facing(20, model="f6-16")
    order = fire("LLC", "Advanced")
    unit = battle.state.units["red-1"]
    duel = duel_of(battle.state, strikes_of(battle.state, unit, unit.line.weapons["LLC"], order)[0])
    assert (duel.pools.attack, duel.pools.attack_modifier) == (2, 2)


@pytest.mark.rule("brigands.wtrait.burst", "brigands.1.2g", "brigands.5.5b", "brigands.1.2c")
def test_all_lines_of_a_plain_shot() -> None:
    battle = facing(10, posture=TOP_SPEED)
    battle.state.units["red-1"].hull = 0
    remodel(battle.state.units["blue-1"], piloting=4)
    attack, defence = lines(battle, fire())
    assert attack == {"Crippled": -1, "Top Speed": -1, "Burst:1": 1}
    assert defence == {"better Piloting": 1}
    remodel(battle.state.units["blue-1"], piloting=2)
    attack, defence = lines(battle, fire())
    assert attack["better Gunnery"] == 1
    assert defence == {}


@pytest.mark.rule("brigands.1.5b", "brigands.5.2a")
def test_weapons_bear_on_whatever_has_any_part_in_the_front_arc() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 20, 9.409, WEST)])
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, fire()) == ""
    battle.state.units["blue-1"].y -= 1
    assert code(battle, fire()) == "arc"


@pytest.mark.rule("brigands.4.3", "brigands.5.2a", "brigands.4.4-full")
def test_direct_fire_needs_sight_or_sensors_and_stops_at_heavy_walls() -> None:
    for rating, near, far in (("light", "", "lock"), ("heavy", "blocked", "lock")):
        wall = ground(piece("instance", 5, 15, 15, 16, 9, rating=rating))
        for distance, expected in ((17.9, near), (18.1, far)):
            battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 11.182 + distance, SOUTH)], on=wall)
            give(battle, Activate("red-1", COMBAT_SPEED))
            assert code(battle, fire()) == expected


@pytest.mark.rule("brigands.5.2b", "brigands.4.3")
def test_indirect_fire_needs_sensors_and_flies_over_walls() -> None:
    wall = ground(piece("instance", 5, 15, 15, 16, 9))
    for distance, expected in ((17.4, ""), (18.1, "lock")):
        battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 11.182 + distance, SOUTH)], on=wall)
        give(battle, Activate("red-1", COMBAT_SPEED))
        assert code(battle, fire("LRP", "Indirect")) == expected
    battle = facing(20)
    assert code(battle, fire("LRP", "Indirect")) == "lock"
    assert code(battle, fire("LRP", "Ballistic")) == ""


def _under_a_roof(edge: float) -> Battle[State]:
    """A model about to fire at one at 10, 20 that has a Heavy roof over it as far north as this edge."""
    roof = piece("instance", 5, 15, 15, edge, 4, base=3_000)
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 20, SOUTH)], on=ground(roof))
    give(battle, Activate("red-1", COMBAT_SPEED))
    return battle


@pytest.mark.rule("brigands.5.2b", "brigands.4.4-defensive")
def test_a_roof_over_most_of_a_model_gives_dice_against_indirect_fire_and_over_all_of_it_stops_it() -> None:
    for edge, expected in ((20.59, ""), (20.591, "blocked")):
        assert code(_under_a_roof(edge), fire("LRP", "Indirect")) == expected
    dice = {edge: sum(lines(_under_a_roof(edge), fire("LRP", "Indirect"))[1].values()) for edge in (19.999, 20, 20.36)}
    assert dice[20] == dice[20.36] == dice[19.999] + 2


@pytest.mark.rule("brigands.5.5a", "brigands.5.2b")
def test_indirect_fire_loses_one_die_or_two() -> None:
    assert lines(facing(10), fire("LRP", "Indirect"))[0]["Indirect, Optimal range"] == -1
    assert lines(facing(3), fire("LRP", "Indirect"))[0]["Indirect, Suboptimal range"] == -2


@pytest.mark.rule("brigands.4.4-defensive", "brigands.5.5b")
def test_cover_gives_the_target_dice_against_fire_but_not_in_melee() -> None:
    low = ground(piece("instance", 5, 18.5, 15, 18.6, 0.9))
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 19.3, SOUTH)], on=low)
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert lines(battle, fire())[1] == {"Heavy Defensive Cover": 2}
    melee = Strike("red-1", "LVB", "Melee", "blue-1", True, 2)
    assert duel_of(battle.state, melee).defence == []


@pytest.mark.rule("brigands.5.1", "brigands.1.6b")
def test_a_gun_fires_once_a_round_and_an_action_is_spent_once() -> None:
    battle = facing(10)
    battle.state.units["red-1"].actions = 3
    battle.state.units["blue-1"].actions = 0
    battle = again(battle, (1, 1, 1), (6, 6))
    give(battle, fire())
    assert code(battle, fire()) == "used"
    battle.state.units["red-1"].actions = 0
    assert code(battle, fire("LPZ")) == "no-action"


@pytest.mark.rule("brigands.5.2c", "brigands.5.1")
def test_a_blade_strikes_as_often_as_there_are_actions() -> None:
    battle = facing(0)
    battle.state.units["red-1"].actions = 2
    battle.state.units["blue-1"].actions = 0
    battle = again(battle, (1, 1), (6, 6), (1, 1), (6, 6))
    give(battle, fire("LVB", "Melee"), fire("LVB", "Melee"))
    assert battle.state.units["red-1"].actions == 0


@pytest.mark.rule("brigands.5.2c", "brigands.1.7b")
def test_melee_reaches_base_contact_and_not_a_mil_more() -> None:
    assert code(facing(0), fire("LVB", "Melee")) == ""
    assert code(facing(0.001), fire("LVB", "Melee")) == "range"


@pytest.mark.rule("brigands.5.2c", "brigands.5.5c", "brigands.1.2c")
def test_melee_compares_piloting_with_piloting_and_an_unarmed_defender_loses_a_die() -> None:
    battle = facing(0)
    remodel(battle.state.units["red-1"], gunnery=6, piloting=4)
    battle.state.units["red-1"].posture = COMBAT_SPEED
    remodel(battle.state.units["blue-1"], weapons=("LAC (Snap)",))
    attack, defence = lines(battle, fire("LVB", "Melee"))
    assert attack == {"better Piloting": 1}
    assert defence == {"no melee weapon": -1}
    remodel(battle.state.units["red-1"], gunnery=1, piloting=4)
    battle.state.units["red-1"].posture = COMBAT_SPEED
    assert lines(battle, fire("LVB", "Melee")) == (attack, defence)
    remodel(battle.state.units["blue-1"], piloting=5)
    assert lines(battle, fire("LVB", "Melee")) == ({}, {"better Piloting": 1})


@pytest.mark.rule("brigands.wtrait.aux", "brigands.5.6c", "brigands.wtrait.stabilizer")
def test_aux_weapons_fail_on_cripples_and_stabilized_ones_need_bracing() -> None:
    battle = facing(10)
    remodel(battle.state.units["red-1"], weapons=("LAC (Aux)", "LBZ (Stabilizer)"))
    assert code(battle, fire("LAC")) == ""
    assert code(battle, fire("LBZ")) == "stabilizer"
    battle.state.units["red-1"].hull = 0
    assert code(battle, fire("LAC")) == "aux"
    battle.state.units["red-1"].posture = BRACED
    assert code(battle, fire("LBZ")) == ""


@pytest.mark.rule("brigands.5.5b")
@pytest.mark.parametrize(("type_", "expected"), [("Gear", 1), ("Vehicle", 2)])
def test_a_shot_from_wholly_behind_gains_a_die_or_two_on_vehicles(type_: str, expected: int) -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 20, NORTH)])
    give(battle, Activate("red-1", COMBAT_SPEED))
    remodel(battle.state.units["blue-1"], type=type_)
    assert lines(battle, fire())[0]["Back Attack"] == expected
    battle.state.units["blue-1"].y = 10_590
    battle.state.units["blue-1"].x = 14_000
    assert "Back Attack" not in lines(battle, fire())[0]


@pytest.mark.rule("brigands.5.5c")
def test_a_blade_in_the_back_counts_only_if_the_attacker_began_behind() -> None:
    began_behind = lay([("hunter", 10, 8, NORTH)], [("hunter", 10, 12, NORTH)])
    began_ahead = lay([("hunter", 10, 16, SOUTH)], [("hunter", 12, 13, NORTH)])
    give(began_behind, Activate("red-1", COMBAT_SPEED), Move("red-1", "W", ((0, 2_818),)))
    assert lines(began_behind, fire("LVB", "Melee"))[0] == {"Back Attack": 1}
    give(began_ahead, Activate("red-1", COMBAT_SPEED))
    unit = began_ahead.state.units["red-1"]
    unit.x, unit.y, unit.facing = 12_000, 11_818, NORTH
    assert lines(began_ahead, fire("LVB", "Melee"))[0] == {}


@pytest.mark.rule("brigands.5.5c")
@pytest.mark.parametrize(
    ("began", "now", "back"), [(NORTH, NORTH, 0), (NORTH, SOUTH, 0), (SOUTH, NORTH, 0), (SOUTH, SOUTH, 1)]
)
def test_a_blade_that_answers_counts_the_back_the_active_model_had_and_has(began: int, now: int, back: int) -> None:
    battle = lay([("hunter", 10, 10, began)], [("hunter", 10, 11.182, SOUTH)])
    give(battle, Activate("red-1", TOP_SPEED))
    battle.state.units["red-1"].facing = now
    answer = Attack("blue-1", "LVB", "Melee", ("red-1",))
    assert lines(battle, answer)[0].get("Back Attack", 0) == back


@pytest.mark.rule("brigands.5.3")
def test_an_engaged_model_shoots_worse_at_anything_else() -> None:
    battle = facing(10, ("hunter", 11.182, 10, WEST))
    assert [unit.id for unit in engagers(battle.state, battle.state.units["red-1"])] == ["blue-2"]
    assert lines(battle, fire())[0]["Engaged by another"] == -1
    assert "Engaged by another" not in lines(battle, fire("LAC", "Ballistic", "blue-2"))[0]
    remodel(battle.state.units["blue-2"], weapons=("LAC",))
    assert "Engaged by another" not in lines(battle, fire())[0]
    remodel(battle.state.units["blue-2"], weapons=("LVB (Reach:1)",))
    battle.state.units["blue-2"].status = WRECK
    assert "Engaged by another" not in lines(battle, fire())[0]
    battle.state.units["blue-2"].status = FIELDED
    battle.state.units["blue-2"].x += 1_000
    assert lines(battle, fire())[0]["Engaged by another"] == -1


@pytest.mark.rule("brigands.wtrait.frag", "brigands.wtrait.ai")
def test_fragments_are_meant_for_infantry() -> None:
    battle = facing(2)
    order = Attack("red-1", "APGL", "Ballistic")
    assert "Frag:2" not in lines(battle, order)[0]
    remodel(battle.state.units["blue-1"], type="Infantry")
    assert lines(battle, order)[0]["Frag:2"] == 2


@pytest.mark.rule("brigands.wtrait.ai")
@pytest.mark.parametrize(("weapon", "left"), [("LAC", 5), ("LAC (AI)", 0)])
def test_infantry_loses_one_point_to_an_attack_unless_it_is_anti_infantry(weapon: str, left: int) -> None:
    battle = facing(10)
    remodel(battle.state.units["red-1"], weapons=(weapon,))
    battle.state.units["red-1"].posture = COMBAT_SPEED
    remodel(battle.state.units["blue-1"], type="Infantry", armor=1)
    battle.state.units["blue-1"].actions = 0
    battle = again(battle, (6, 6, 6), (1, 1))
    give(battle, fire())
    target = battle.state.units["blue-1"]
    assert target.hull + target.structure == left


@pytest.mark.rule("brigands.5.2", "brigands.5.6d")
def test_friends_and_strangers_cannot_be_aimed_at_but_wrecks_can() -> None:
    battle = lay([("hunter", 10, 10, NORTH), ("hunter", 14, 20, NORTH)], [("hunter", 10, 20, SOUTH)])
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, fire("LAC", "Ballistic", "red-2")) == "friend"
    assert code(battle, fire("LAC", "Ballistic", "nobody")) == "no-target"
    battle.state.units["red-2"].status = WRECK
    assert code(battle, fire("LAC", "Ballistic", "red-2")) == ""


@pytest.mark.rule("brigands.5.1", "brigands.5.1b")
def test_orders_that_name_no_weapon_or_no_way_to_use_it_are_refused() -> None:
    battle = facing(10)
    assert code(battle, fire("LBZ")) == "no-weapon"
    assert code(battle, fire("LAC", "Indirect")) == "category"
    assert code(battle, Attack("red-1", "LAC", "Ballistic")) == "targets"
    assert code(battle, Attack("blue-1", "LAC", "Ballistic", ("red-1",))) == "unit"


@pytest.mark.rule("brigands.5.8", "brigands.5.6", "brigands.1.2b")
def test_an_attack_rolls_compares_and_damages() -> None:
    battle = facing(10)
    battle.state.units["blue-1"].actions = 0
    battle = again(battle, (5, 4, 2), (3, 1))
    give(battle, fire())
    target = battle.state.units["blue-1"]
    assert (target.hull, target.structure) == (1, 2)
    assert battle.waiting_for() == ("red",)


@pytest.mark.rule("brigands.trait.brawler", "brigands.5.5c")
def test_brawlers_have_more_dice_in_melee_on_either_side_and_none_in_a_shooting_match() -> None:
    battle = facing(0)
    remodel(battle.state.units["red-1"], traits=("Brawler:2",))
    battle.state.units["red-1"].posture = COMBAT_SPEED
    remodel(battle.state.units["blue-1"], traits=("Brawler:-1",))
    attack, defence = lines(battle, fire("LVB", "Melee"))
    assert (attack, defence) == ({"Brawler:2": 2}, {"Brawler:-1": -1})
    assert "Brawler:2" not in lines(battle, fire())[0]


@pytest.mark.rule("brigands.wtrait.auto")
def test_an_auto_weapon_fires_for_nothing_but_only_once_a_round() -> None:
    battle = facing(10)
    remodel(battle.state.units["red-1"], weapons=("LAC (Auto)", "LPZ"))
    red = battle.state.units["red-1"]
    red.posture, red.actions, battle.state.units["blue-1"].actions = COMBAT_SPEED, 0, 0
    assert code(battle, fire("LPZ")) == "no-action"
    battle = again(battle, (1, 1, 1), (6, 6))
    give(battle, fire())
    assert code(battle, fire()) == "used"


@pytest.mark.rule("brigands.wtrait.auto", "brigands.5.2c", "brigands.10.6-quickdraw")
def test_an_auto_blade_strikes_once_for_nothing_and_then_for_actions() -> None:
    battle = facing(0)
    remodel(battle.state.units["red-1"], weapons=("LVB (Auto)",))
    red = battle.state.units["red-1"]
    red.posture, red.actions, battle.state.units["blue-1"].actions = COMBAT_SPEED, 1, 0
    battle = again(battle, (1, 1), (6, 6), (1, 1), (6, 6))
    stab = fire("LVB", "Melee")
    for left in (1, 0):
        give(battle, stab)
        assert battle.state.units["red-1"].actions == left
    assert code(battle, stab) == "no-action"


@pytest.mark.rule("brigands.1.5b", "brigands.wtrait.turret")
@pytest.mark.parametrize(("arc", "bears"), [("F", "north"), ("B", "south"), ("L", "west"), ("R", "east")])
def test_an_arc_is_half_the_table_on_its_side(arc: str, bears: str) -> None:
    places = {"north": (20, 30), "south": (20, 10), "west": (10, 20), "east": (30, 20)}
    for side, (x, y) in places.items():
        battle = lay([("hunter", 20, 20, NORTH)], [("hunter", x, y, SOUTH)])
        remodel(battle.state.units["red-1"], weapons=(f"LAC ({arc})", "LRF (T)"))
        give(battle, Activate("red-1", COMBAT_SPEED))
        beside = {"north", "south"} if bears in ("west", "east") else {"west", "east"}
        assert code(battle, fire()) == ("" if side == bears or side in beside else "arc")
        assert code(battle, fire("LRF")) == ""
