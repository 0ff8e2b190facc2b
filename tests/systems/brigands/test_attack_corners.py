"""5.2c and the corners of 5.1 and 5.6 that only special models and wrecks reach."""

from __future__ import annotations

import pytest

from gearlock.kernel.orders import Decline
from gearlock.systems.brigands.damage import harm_of
from gearlock.systems.brigands.models import Model, model_cards, read_weapon, weapons_table
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, WRECK
from systems.brigands.field import NORTH, SOUTH, again, code, give, ground, lay, piece, remodel
from systems.brigands.shooting import facing, fire, lines


@pytest.mark.rule("brigands.5.2c", "brigands.4.4-full", "brigands.wtrait.reach")
@pytest.mark.parametrize(("rating", "answer"), [("light", ""), ("heavy", "blocked")])
def test_a_long_blade_needs_no_lock_but_does_not_go_through_a_heavy_wall(rating: str, answer: str) -> None:
    wall = ground(piece("instance", 5, 10.9, 15, 11, 5, rating=rating))
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 12, SOUTH)], on=wall)
    remodel(battle.state.units["red-1"], weapons=("LVB (Reach:1)", "LAC"), sensors=0)
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, fire("LVB", "Melee")) == answer
    assert (fire("LVB", "Melee") in [option.order for option in battle.options("red")]) is (answer == "")
    assert code(battle, fire("LAC", "Ballistic")) == "lock"


@pytest.mark.rule("brigands.wtrait.stabilizer", "brigands.6.2")
def test_a_stabilized_weapon_answers_from_overwatch() -> None:
    battle = facing(10)
    blue = battle.state.units["blue-1"]
    remodel(blue, weapons=("LBZ (Snap, Stabilizer)",))
    battle = again(battle, (1, 1, 1), (6, 6))
    give(battle, fire())
    assert battle.pending[0].kind == "act"
    battle = facing(10)
    blue = battle.state.units["blue-1"]
    remodel(blue, weapons=("LBZ (Snap, Stabilizer)",))
    blue.actions, blue.overwatch = 0, 1
    battle = again(battle)
    give(battle, fire())
    assert battle.pending[0].kind == "snap"


@pytest.mark.rule("brigands.trait.agile")
def test_spray_takes_no_notice_of_agility() -> None:
    chasseur = Model(model_cards()["chasseur"], weapons_table())
    assert harm_of(read_weapon("LFL", weapons_table()), chasseur).least == 0


@pytest.mark.rule("brigands.5.6e")
def test_nobody_is_better_than_a_wreck() -> None:
    battle = facing(10)
    wreck = battle.state.units["blue-1"]
    remodel(wreck, piloting=0)
    assert lines(battle, fire())[0] == {"Burst:1": 1, "better Gunnery": 1}
    wreck.status, wreck.facing = WRECK, NORTH
    assert lines(battle, fire()) == ({"Burst:1": 1}, {})


@pytest.mark.rule("brigands.5.6d")
def test_a_destroyed_commander_leaves_no_points_and_no_tokens() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 20, SOUTH), ("hunter", 40, 40, SOUTH)], command=1)
    red, target = battle.state.units["red-1"], battle.state.units["blue-1"]
    red.command, target.hull, target.structure, target.standby, target.used = 0, 0, 1, 1, ["LAC"]
    battle = again(battle, (4, 1, 1), (1,))
    give(battle, Activate("red-1", COMBAT_SPEED), fire(), Decline())
    wreck = battle.state.units["blue-1"]
    assert (wreck.status, wreck.readiness, wreck.command) == (WRECK, 0, 0)
