from __future__ import annotations

import pytest

from gearlock.systems.brigands.attacks.attack import Attack, strikes_of
from gearlock.systems.brigands.attacks.modifiers import duel_of
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, TOP_SPEED, WRECK
from systems.brigands.field import EAST, NORTH, SOUTH, WEST, again, code, give, ground, lay, piece, remodel
from systems.brigands.shooting import facing, fire, lines


@pytest.mark.rule("brigands.5.4c", "brigands.wtrait.split", "brigands.5.4")
def test_a_split_attack_makes_every_target_secondary() -> None:
    battle = facing(10, ("hunter", 17.182, 21.182, SOUTH))
    order = fire("LAC", "Ballistic", "blue-1", "blue-2")
    assert code(battle, order) == ""
    for number in (0, 1):
        assert lines(battle, order, number)[0]["Secondary Target"] == -1
    assert "Secondary Target" not in lines(battle, fire())[0]


@pytest.mark.rule("brigands.5.4c", "brigands.5.4")
def test_split_targets_stand_within_six_inches_and_are_not_too_many() -> None:
    battle = facing(10, ("hunter", 17.183, 21.182, SOUTH), ("hunter", 8, 21, SOUTH))
    assert code(battle, fire("LAC", "Ballistic", "blue-1", "blue-2")) == "apart"
    assert code(battle, fire("LAC", "Ballistic", "blue-1", "blue-2", "blue-3")) == "targets"
    assert code(battle, fire("LPZ", "Ballistic", "blue-1", "blue-3")) == "targets"
    assert code(battle, fire("LAC", "Ballistic", "blue-1", "blue-1")) == "twice"


@pytest.mark.rule("brigands.5.4a", "brigands.wtrait.ae", "brigands.1.4b")
def test_rockets_catch_everybody_in_the_area_friends_and_firer_included() -> None:
    battle = lay(
        [("hunter", 10, 10, NORTH), ("hunter", 12, 13, NORTH)], [("hunter", 10, 13, SOUTH), ("hunter", 20, 13, SOUTH)]
    )
    give(battle, Activate("red-1", COMBAT_SPEED))
    order = fire("LRP")
    unit = battle.state.units["red-1"]
    strikes = strikes_of(battle.state, unit, unit.line.weapons["LRP"], order)
    assert [(strike.target, strike.secondary) for strike in strikes] == [
        ("blue-1", False),
        ("red-1", True),
        ("red-2", True),
    ]


@pytest.mark.rule("brigands.5.4a")
def test_an_area_may_be_aimed_at_bare_ground_and_then_has_no_primary_target() -> None:
    battle = facing(10)
    aimed = Attack("red-1", "LRP", "Ballistic", (), (12_500, 21_000, 0))
    assert code(battle, aimed) == ""
    unit = battle.state.units["red-1"]
    assert [s.secondary for s in strikes_of(battle.state, unit, unit.line.weapons["LRP"], aimed)] == [True]
    assert code(battle, Attack("red-1", "LRP", "Ballistic", (), (10_000, 21_182, 100))) == "point"
    assert code(battle, Attack("red-1", "LRP", "Ballistic", (), (-1, 21_000, 0))) == "point"
    assert code(battle, Attack("red-1", "LRP", "Ballistic", (), (10_000, 8_000, 0))) == "arc"
    assert code(battle, Attack("red-1", "LRP", "Indirect", (), (10_000, 30_000, 0))) == "lock"
    assert code(battle, Attack("red-1", "LRP", "Ballistic")) == "point"
    assert code(battle, Attack("red-1", "LAC", "Ballistic", ("blue-1",), (1, 1, 1))) == "point"


@pytest.mark.rule("brigands.5.4a", "brigands.1.2h")
def test_area_attacks_always_roll_a_die() -> None:
    battle = facing(3, posture=TOP_SPEED)
    unit = battle.state.units["red-1"]
    unit.hull = 0
    rockets = strikes_of(battle.state, unit, unit.line.weapons["LRP"], fire("LRP", "Indirect"))[0]
    assert duel_of(battle.state, rockets).pools.attack == 1
    autocannon = strikes_of(battle.state, unit, unit.line.weapons["LPZ"], fire("LPZ"))[0]
    assert duel_of(battle.state, autocannon).pools.attack == 0


@pytest.mark.rule("brigands.5.4a", "brigands.4.4-full")
def test_full_heavy_cover_keeps_a_model_out_of_an_area() -> None:
    wall = ground(piece("instance", 11, 18, 14, 18.2, 5))
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 21, SOUTH), ("hunter", 12.5, 21, SOUTH)], on=wall)
    give(battle, Activate("red-1", COMBAT_SPEED))
    unit = battle.state.units["red-1"]
    direct = strikes_of(battle.state, unit, unit.line.weapons["LRP"], fire("LRP"))
    assert [strike.target for strike in direct] == ["blue-1"]
    above = strikes_of(battle.state, unit, unit.line.weapons["LRP"], fire("LRP", "Indirect"))
    assert [strike.target for strike in above] == ["blue-1", "blue-2"]


@pytest.mark.rule("brigands.5.4b", "brigands.wtrait.blast")
def test_the_cover_of_a_blast_s_secondary_targets_is_judged_from_where_it_goes_off() -> None:
    between = piece("instance", 11.2, 10, 11.4, 20, 5)
    before = piece("instance", 12, 12, 16, 12.2, 5)
    for wall, caught in ((between, ["blue-1"]), (before, ["blue-1", "blue-2"])):
        battle = lay(
            [("jager", 10, 10, NORTH)], [("hunter", 10, 15, SOUTH), ("hunter", 12.4, 15, SOUTH)], on=ground(wall)
        )
        give(battle, Activate("red-1", COMBAT_SPEED))
        unit = battle.state.units["red-1"]
        strikes = strikes_of(battle.state, unit, unit.line.weapons["LHG"], fire("LHG", "Indirect"))
        assert [strike.target for strike in strikes] == caught


@pytest.mark.rule("brigands.5.4b", "brigands.4.4b")
def test_the_model_a_blast_goes_off_in_shields_nobody_and_one_further_on_does() -> None:
    battle = lay([("jager", 10, 10, NORTH)], [("hunter", x, 15, SOUTH) for x in (10, 11.2, 12.4)])
    give(battle, Activate("red-1", COMBAT_SPEED))
    remodel(battle.state.units["blue-1"], armor=9)
    unit = battle.state.units["red-1"]
    strikes = strikes_of(battle.state, unit, unit.line.weapons["LHG"], fire("LHG", "Indirect"))
    assert [(strike.target, strike.cover) for strike in strikes] == [("blue-1", 0), ("blue-2", 0), ("blue-3", 1)]


@pytest.mark.rule("brigands.wtrait.proximity", "brigands.5.4a")
def test_grenades_go_off_around_the_firer_and_all_targets_are_primary() -> None:
    battle = facing(2, ("hunter", 13, 10, WEST), ("hunter", 20, 20, WEST))
    order = Attack("red-1", "APGL", "Ballistic")
    assert code(battle, order) == ""
    unit = battle.state.units["red-1"]
    strikes = strikes_of(battle.state, unit, unit.line.weapons["APGL"], order)
    assert [(strike.target, strike.secondary, strike.optimal) for strike in strikes] == [
        ("blue-1", False, True),
        ("blue-2", False, True),
    ]
    assert code(battle, fire("APGL")) == "point"
    assert code(facing(10), order) == "nobody"


@pytest.mark.rule("brigands.5.4", "brigands.5.8")
def test_a_weapon_of_the_active_model_may_destroy_itself_with_its_own_area() -> None:
    battle = lay([("hunter", 10, 10, EAST)], [("hunter", 12.5, 10, WEST)])
    red, blue = battle.state.units["red-1"], battle.state.units["blue-1"]
    red.hull, red.structure, blue.actions = 0, 1, 0
    battle = again(battle, (1,), (6, 6), (3,), (1,))
    give(battle, Activate("red-1", COMBAT_SPEED), fire("LRP"))
    assert battle.state.units["red-1"].status == WRECK
    assert battle.outcome is not None
    assert battle.outcome.winner == "blue"
