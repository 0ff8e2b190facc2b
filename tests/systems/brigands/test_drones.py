from __future__ import annotations

import random

import msgspec
import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.kernel.errors import BadInput
from gearlock.kernel.orders import Decline, Refusal
from gearlock.mechanics.ground.surfaces import solids_under
from gearlock.mechanics.placing.spots import Stand
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.attacks.attack import Attack, strikes_of
from gearlock.systems.brigands.attacks.exchange import can_snap
from gearlock.systems.brigands.battles import begin, prepare
from gearlock.systems.brigands.drones import DronePushed, PlaceDrone, stand_near
from gearlock.systems.brigands.lock_and_cover.sight import CLEAR, look_at
from gearlock.systems.brigands.movement.paths import Move
from gearlock.systems.brigands.rounds import Activate, ChooseFirst, EndActivation
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, FIELDED, GONE, RIDING, TOP_SPEED, State, Unit
from gearlock.table.inches import bodies_overlap, gap
from gearlock.table.terrain import Ground
from systems.brigands.company import FOE, company
from systems.brigands.field import NORTH, SOUTH, again, code, give, ground, kinds, mil, piece, remodel, water


@pytest.mark.rule("brigands.9.2", "brigands.10.5-drones")
def test_drones_join_the_group_of_the_model_they_were_bought_for_and_begin_with_it() -> None:
    state = begin(prepare("command", 0, {"red": "jager*2+hunter,hunter:recon-drone*2"}))
    drone = state.units["red-4a"]
    assert (drone.controller, drone.carrier, drone.status, drone.group) == ("red-4", "red-4", RIDING, 2)
    assert (drone.name, drone.hull, drone.structure) == ("Red Recon Drone 4a", 1, 0)
    assert state.units["red-5a"].controller == "red-5"
    assert len(state.units) == 2 + 3 + 2 + 4


@pytest.mark.rule("brigands.10.5-drones", "brigands.trait.drone-bay")
def test_a_model_controls_one_drone_or_as_many_as_its_bay_holds() -> None:
    three = "hunter,recon-hun:recon-drone:recon-drone:defender-drone"
    assert "red-2c" in begin(prepare("command", 0, {"red": three})).units
    with pytest.raises(BadInput, match="controls 3 at most, not 4 drones"):
        prepare("command", 0, {"red": f"{three}:recon-drone"})
    with pytest.raises(BadInput, match="controls 1 at most, not 2 drones"):
        prepare("command", 0, {"red": "hunter:recon-drone:recon-drone"})
    with pytest.raises(BadInput, match="recon-drone"):
        prepare("command", 0, {"red": "hunter:recon-dron"})
    with pytest.raises(BadInput, match="no drones"):
        prepare("intro", 0, {"red": "hunter:recon-drone,hunter*2"})


def _drone(battle: Battle[State], name: str, x: float, y: float, facing: int = NORTH) -> Unit:
    """Put a drone on the table, ready to act."""
    drone = battle.state.units[name]
    drone.status, drone.carrier, drone.x, drone.y, drone.facing = FIELDED, "", mil(x), mil(y), facing
    drone.actions = drone.line.actions
    return drone


def _pair(drone: str, *blue: tuple[str, float, float], on: Ground | None = None) -> Battle[State]:
    """A Hunter at 10, 10 with a drone at 10, 12, and another far away; enemies at places."""
    battle = company(
        [[(f"hunter/foc:{drone}", 10, 10), ("hunter", 2, 2)]], [[(name, x, y) for name, x, y in blue]] if blue else FOE
    )
    _drone(battle, "red-1a", 10, 12)
    if on is not None:
        battle.state.ground = on
    for unit in battle.state.units.values():
        unit.command = 0
    return again(battle)


def _asked(battle: Battle[State]) -> Ask:
    found = battle.ask_for(battle.waiting_for()[0])
    assert found is not None
    return found


def _place(x: float, y: float, facing: int = NORTH) -> PlaceDrone:
    return PlaceDrone("red-1a", mil(x), mil(y), facing)


@pytest.mark.rule("brigands.9.2")
def test_a_drone_is_placed_when_its_controlling_model_deploys() -> None:
    setup = prepare("command", 0, {"red": "hunter:recon-drone", "blue": "jager", "map": "random"})
    battle = Battle.begin(SYSTEM, msgspec.structs.replace(setup, seed=1), Scripted([6, 1]))
    give(battle, ChooseFirst("red"))
    option = battle.options("red")[0]
    order = battle.sample("red", option, random.Random(1))
    assert order is not None
    give(battle, order)
    assert _asked(battle).kind == "drone"
    assert not _asked(battle).optional
    assert battle.state.units["red-1a"].status == RIDING
    order = battle.sample("red", battle.options("red")[0], random.Random(1))
    assert order is not None
    give(battle, order)
    assert battle.state.units["red-1a"].status == FIELDED
    assert _asked(battle).kind == "deploy"


@pytest.mark.rule("brigands.9.2")
def test_a_drone_is_placed_within_six_inches_at_the_end_of_every_move_and_activation() -> None:
    battle = _pair("recon-drone")
    give(battle, Activate("red-1", TOP_SPEED), Move("red-1", "W", ((0, 5_000),)))
    assert (_asked(battle).kind, _asked(battle).optional) == ("drone", True)
    base = 591 + 394
    assert code(battle, _place(10, 15 + 6 + base / 1000)) == ""
    assert code(battle, _place(10, 15.001 + 6 + base / 1000)) == "far"
    assert code(battle, _place(10, 15.5)) == "overlap"
    give(battle, _place(10, 20))
    assert (battle.state.units["red-1a"].x, battle.state.units["red-1a"].y) == (10_000, 20_000)
    give(battle, Move("red-1", "W", ((900, 5_000),)))
    assert _asked(battle).kind == "drone"
    give(battle, _place(3, 15), EndActivation("red-1"))
    assert _asked(battle).kind == "drone"
    give(battle, Decline())
    assert _asked(battle).kind != "drone"


@pytest.mark.rule("brigands.9.2")
def test_a_drone_that_was_left_behind_must_come_along() -> None:
    battle = _pair("recon-drone")
    give(battle, Activate("red-1", TOP_SPEED), Move("red-1", "W", ((0, 5_000),)), Decline())
    give(battle, Move("red-1", "W", ((0, 5_000),)))
    assert not _asked(battle).optional
    assert code(battle, Decline()) == "unasked"


@pytest.mark.rule("brigands.9.2", "brigands.2.6")
def test_no_two_drones_are_placed_in_the_same_space() -> None:
    battle = company([[("hunter/foc:recon-drone", 20, 20), ("hunter:recon-drone", 23, 20)]])
    units = battle.state.units
    units["red-2a"].status, units["red-2a"].carrier = FIELDED, ""
    units["red-2a"].x, units["red-2a"].y = mil(21.5), mil(22)
    touching = units["red-1a"].line.radius + units["red-2a"].line.radius
    refusal = stand_near(battle.state, units["red-1a"], mil(21.5), mil(22) + touching - 1)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.facts["unit"]) == ("overlap", "red-2a")
    assert isinstance(stand_near(battle.state, units["red-1a"], mil(21.5), mil(22) + touching), Stand)


@pytest.mark.rule("brigands.9.2")
def test_a_drone_needs_passable_ground_and_sight_of_its_controlling_model() -> None:
    wall = piece("instance", 5, 13, 15, 14, 3)
    battle = _pair("recon-drone", on=ground(wall, water(1, 8, 8, 12, 1)))
    give(battle, Activate("red-1", COMBAT_SPEED), Move("red-1", "W", ()))
    assert code(battle, _place(10, 13.5)) == "terrain"
    assert code(battle, _place(10, 14.5)) == "sight"
    assert code(battle, _place(10, 12.5)) == ""
    assert code(battle, _place(6, 10)) == "", "a Recon Drone hovers"
    battle = _pair("demo-drone-grenade", on=ground(wall, water(1, 8, 8, 12, 1)))
    give(battle, Activate("red-1", COMBAT_SPEED), Move("red-1", "W", ()))
    assert code(battle, _place(6, 10)) == "water"


@pytest.mark.rule("brigands.9.2")
def test_a_drone_acts_in_the_activation_of_its_controlling_model_and_nobody_snap_fires_at_it() -> None:
    battle = _pair("hunter-killer-drone", ("hunter", 10, 22))
    shot = Attack("red-1a", "LMG", "Ballistic", ("blue-1",))
    assert code(battle, shot) == "unasked"
    give(battle, Activate("red-1", BRACED))
    assert any(option.order == shot for option in battle.options("red"))
    battle = again(battle, [1, 1, 1], [6, 6, 6])
    events = give(battle, shot)
    assert "SnapFireDeclared" not in kinds(events)
    assert battle.state.units["red-1a"].actions == 0
    assert battle.state.units["red-1"].actions == 1, "it spends its own Action"
    assert code(battle, shot) in ("no-action", "used")
    assert code(battle, EndActivation("red-1a")) == "unit", "a drone is never activated itself"


@pytest.mark.rule("brigands.9.2")
def test_a_drone_is_never_activated_and_never_reacts() -> None:
    battle = _pair("defender-drone", ("hunter", 10, 22))
    assert all("Drone" not in option.label for option in battle.options("red"))
    assert code(battle, Activate("red-1a", BRACED)) == "activated"
    assert not can_snap(battle.state.units["red-1a"])
    alone = battle.state.units["red-1a"].clone()
    alone.controller = ""
    assert can_snap(alone)
    give(battle, Activate("red-1", BRACED), EndActivation("red-1"), Decline())
    give(battle, Activate("red-2", BRACED), EndActivation("red-2"))
    assert battle.waiting_for() == ("blue",)


@pytest.mark.rule("brigands.9.2")
def test_what_a_drone_did_not_do_by_the_end_of_the_activation_is_lost() -> None:
    battle = _pair("hunter-killer-drone")
    give(battle, Activate("red-1", BRACED), EndActivation("red-1"), Decline())
    assert battle.state.units["red-1a"].actions == 0


@pytest.mark.rule("brigands.9.2", "brigands.5.6d")
def test_drones_are_lost_with_their_controlling_model() -> None:
    battle = _pair("recon-drone", ("hunter", 10, 22), ("hunter", 40, 40))
    battle.state.turn = "blue"
    red = battle.state.units["red-1"]
    red.hull, red.structure, red.actions = 0, 1, 0
    battle.state.units["blue-1"].facing = SOUTH
    battle = again(battle, [6, 6, 6, 6], [1])
    events = give(battle, Activate("blue-1", BRACED), Attack("blue-1", "LAC", "Ballistic", ("red-1",)))
    assert battle.state.units["red-1"].is_destroyed
    assert "DroneLost" in kinds(events)
    assert battle.state.units["red-1a"].status == GONE


@pytest.mark.rule("brigands.9.2", "brigands.4.4b")
def test_drones_hide_nobody() -> None:
    battle = _pair("recon-drone", ("hunter", 10, 22))
    look = look_at(battle.state, battle.state.units["red-1"], battle.state.units["blue-1"])
    assert look == CLEAR
    drone = battle.state.units["red-1a"]
    drone.line = battle.state.units["red-1"].line
    assert look_at(battle.state, battle.state.units["red-1"], battle.state.units["blue-1"]) == CLEAR
    drone.controller = ""
    assert look_at(battle.state, battle.state.units["red-1"], battle.state.units["blue-1"]).dice > 0


@pytest.mark.rule("brigands.9.2", "brigands.2.6")
def test_models_pass_through_drones_and_push_them_aside_where_they_end() -> None:
    battle = _pair("recon-drone")
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, Move("red-1", "W", ((0, 4_000),))) == ""
    events = give(battle, Move("red-1", "W", ((0, 1_500),), last=False))
    (pushed,) = [event for event in events if isinstance(event, DronePushed)]
    drone, unit = battle.state.units["red-1a"], battle.state.units["red-1"]
    assert not bodies_overlap(drone.body, unit.body)
    assert gap(drone.body, unit.body) <= 5, "it moves no farther than it must"
    assert (pushed.x, drone.y > unit.y) == (10_000, True)
    drone.controller = ""
    drone.y = mil(13)
    assert code(battle, Move("red-1", "W", ((0, 4_000),))) == "overlap"


@pytest.mark.rule("brigands.9.2", "brigands.2.6")
def test_enemies_push_drones_aside_too_and_walls_turn_the_push() -> None:
    wall = piece("instance", 5, 12.5, 15, 14, 3)
    battle = _pair("recon-drone", ("hunter", 10, 20), on=ground(wall))
    battle.state.units["red-1"].x = mil(13)
    intruder = battle.state.units["blue-1"]
    intruder.x, intruder.y = mil(10), mil(11.3)
    battle = again(battle)
    drone = battle.state.units["red-1a"]
    assert not bodies_overlap(drone.body, battle.state.units["blue-1"].body)
    assert not solids_under(battle.state.ground, drone.body)


@pytest.mark.rule("brigands.9.2-target", "brigands.wtrait.spray", "brigands.wtrait.ai")
@pytest.mark.parametrize(
    ("traits", "refusal"),
    [("", "drone"), ("AE:3", "drone"), ("AI", ""), ("Spray", ""), ("Blast:3", ""), ("Precise", "")],
)
def test_drones_are_targets_of_few_weapons(traits: str, refusal: str) -> None:
    battle = _pair("recon-drone", ("hunter", 10, 22))
    battle.state.turn = "blue"
    blue = battle.state.units["blue-1"]
    remodel(blue, weapons=(f"LAC ({traits})",))
    blue.facing = SOUTH
    battle = again(battle)
    give(battle, Activate("blue-1", COMBAT_SPEED))
    shot = Attack("blue-1", "LAC", "Ballistic", ("red-1a",))
    assert code(battle, shot) == refusal
    assert any(option.order == shot for option in battle.options("blue")) == (not refusal)


@pytest.mark.rule("brigands.9.2-target")
def test_anybody_may_strike_a_drone_in_melee() -> None:
    battle = _pair("recon-drone", ("hunter", 10, 12.985))
    battle.state.turn = "blue"
    battle.state.units["blue-1"].facing = SOUTH
    battle = again(battle)
    give(battle, Activate("blue-1", COMBAT_SPEED))
    assert code(battle, Attack("blue-1", "LVB", "Melee", ("red-1a",))) == ""


@pytest.mark.rule("brigands.9.2-target", "brigands.wtrait.ae", "brigands.wtrait.blast")
@pytest.mark.parametrize(("traits", "caught"), [("AE:3", False), ("Blast:3", True), ("AE:3, AI", True)])
def test_an_area_reaches_drones_only_with_a_weapon_that_may_target_them(traits: str, caught: bool) -> None:
    battle = _pair("recon-drone", ("hunter", 10, 22))
    blue = battle.state.units["blue-1"]
    remodel(blue, weapons=(f"LAC ({traits})",))
    strikes = strikes_of(battle.state, blue, blue.line.weapons["LAC"], Attack("blue-1", "LAC", "Ballistic", ("red-1",)))
    assert ("red-1a" in [strike.target for strike in strikes]) == caught


@pytest.mark.rule("brigands.9.2-target")
def test_near_minds_of_utopia_are_no_drones() -> None:
    state = begin(prepare("command", 0, {"red": "recon-n-kidu,hunter"}))
    assert state.units["red-1"].controller == ""


@pytest.mark.rule("brigands.9.2")
def test_a_drone_without_any_place_stays_with_its_controlling_model_until_there_is_one() -> None:
    box = [piece("instance", 3, 3, 17, 9, 5), piece("instance", 3, 11, 17, 17, 5)]
    box += [piece("instance", 3, 8, 9.2, 12, 5), piece("instance", 10.8, 8, 17, 12, 5)]
    battle = _pair("recon-drone", on=ground(*box))
    give(battle, Activate("red-1", BRACED), EndActivation("red-1"))
    drone = battle.state.units["red-1a"]
    assert (drone.status, drone.carrier) == (RIDING, "red-1")
    battle.state.ground = ground()
    battle.state.units["red-1"].activated = False
    battle = again(battle)
    give(battle, Activate("red-1", BRACED), EndActivation("red-1"))
    assert _asked(battle).kind == "drone"


@pytest.mark.rule("brigands.9.2")
def test_drones_are_not_counted_among_what_is_left() -> None:
    battle = _pair("recon-drone")
    assert sorted(unit.id for unit in battle.state.surviving("red")) == ["red-1", "red-2"]
    assert battle.view("red").score["red"] == sum(unit.line.bulk for unit in battle.state.surviving("red"))
