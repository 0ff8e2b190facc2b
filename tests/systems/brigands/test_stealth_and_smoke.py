from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.brigands.attacks.attack import Attack, refuse_weapon, strikes_of
from gearlock.systems.brigands.lock_and_cover.sight import (
    has_sensor_lock,
    is_stealthy,
    look_at,
    look_from_above,
    sensors_to,
)
from gearlock.systems.brigands.lock_and_cover.smoke import FireSmoke
from gearlock.systems.brigands.movement.paths import Move
from gearlock.systems.brigands.rounds import Activate, EndActivation
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, TOP_SPEED, WRECK, State
from gearlock.table.terrain import Ground
from systems.brigands.field import NORTH, SOUTH, again, code, give, ground, lay, piece, remodel
from systems.brigands.shooting import lines

SHOT = Attack("red-1", "LAC", "Ballistic", ("blue-1",))


def _pair(
    distance: float,
    *traits: str,
    mine: tuple[str, ...] = ("Arms",),
    weapons: tuple[str, ...] = ("LAC (Snap)", "LRP", "LVB (Snap)"),
    on: Ground | None = None,
    posture: str = COMBAT_SPEED,
    **line: object,
) -> Battle[State]:
    """A model at 10, 10 looking north, Active, and an enemy with these traits so many inches ahead; sensors 18 in."""
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 11.182 + distance, SOUTH)], on=on)
    remodel(battle.state.units["red-1"], traits=mine, weapons=weapons)
    remodel(battle.state.units["blue-1"], traits=traits, **line)
    battle = again(battle)
    give(battle, Activate("red-1", posture))
    return battle


@pytest.mark.rule("brigands.trait.stealth", "brigands.4.3a")
@pytest.mark.parametrize(("distance", "refusal"), [(12.0, ""), (12.1, "stealth")])
def test_stealth_is_found_by_sensors_alone_and_six_inches_late(distance: float, refusal: str) -> None:
    battle = _pair(distance, "Stealth")
    assert code(battle, SHOT) == refusal
    offered = [option.order for option in battle.options("red")]
    assert (SHOT in offered) == (refusal == "")
    assert code(_pair(distance, "Arms"), SHOT) == ""


@pytest.mark.rule("brigands.4.3a")
def test_infantry_is_faint_to_sensors_but_can_be_seen() -> None:
    battle = _pair(12.1, "Stealth", type="Infantry")
    red, blue = battle.state.units["red-1"], battle.state.units["blue-1"]
    assert sensors_to(battle.state, red, blue, attacking=True) == 12_000
    blue.shown = True
    assert sensors_to(battle.state, red, blue, attacking=True) == 12_000
    assert code(battle, SHOT) == ""
    assert not has_sensor_lock(battle.state, red, blue)
    blue.seat = "red"
    assert sensors_to(battle.state, red, blue, attacking=True) == 18_000


@pytest.mark.rule("brigands.4.3a", "brigands.5.6c")
def test_sensors_are_halved_before_six_inches_come_off() -> None:
    battle = _pair(3.0, "Stealth")
    red, blue = battle.state.units["red-1"], battle.state.units["blue-1"]
    red.hull = 0
    assert sensors_to(battle.state, red, blue, attacking=True) == 3_000
    assert code(battle, SHOT) == ""


@pytest.mark.rule("brigands.trait.stealth", "brigands.wtrait.silent")
def test_whoever_fires_loses_stealth_until_setup_unless_the_weapon_is_silent() -> None:
    for weapon, lost in (("LAC", True), ("LAC (Silent)", False)):
        battle = _pair(8.0, "Arms", mine=("Stealth",), weapons=(weapon,))
        battle.state.units["blue-1"].actions = 0
        battle = again(battle, [1, 1, 1], [6, 6])
        give(battle, SHOT)
        unit = battle.state.units["red-1"]
        assert (unit.shown, is_stealthy(unit)) == (lost, not lost)
        battle.state.units["blue-1"].activated = True
        battle = again(battle, [6, 1])
        give(battle, EndActivation("red-1"))
        assert is_stealthy(battle.state.units["red-1"])


@pytest.mark.rule("brigands.trait.stealth")
def test_stealth_does_not_keep_a_model_out_of_an_area() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 26, SOUTH), ("hunter", 12, 26, SOUTH)])
    remodel(battle.state.units["blue-2"], traits=("Stealth",))
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    unit = battle.state.units["red-1"]
    strikes = strikes_of(battle.state, unit, unit.line.weapons["LRP"], Attack("red-1", "LRP", "Ballistic", ("blue-1",)))
    assert [strike.target for strike in strikes] == ["blue-1", "blue-2"]
    assert code(battle, Attack("red-1", "LAC", "Ballistic", ("blue-1", "blue-2"))) == "stealth"


@pytest.mark.rule("brigands.trait.stealth", "brigands.wtrait.aux")
def test_a_crippled_model_has_no_auxiliary_stealth_and_wrecks_have_none() -> None:
    battle = _pair(14.0, "Stealth (Aux)")
    target = battle.state.units["blue-1"]
    assert code(battle, SHOT) == "stealth"
    target.hull = 0
    assert code(battle, SHOT) == ""
    battle = _pair(14.0, "Stealth")
    battle.state.units["blue-1"].status = WRECK
    assert code(battle, SHOT) == ""


@pytest.mark.rule("brigands.wtrait.la")
def test_limited_ammunition_lasts_for_one_attack_of_the_game() -> None:
    battle = _pair(8.0, weapons=("LAC (LA:1)",))
    battle.state.units["blue-1"].actions = 0
    battle.state.units["red-1"].actions = 2
    battle = again(battle, [1, 1, 1], [6, 6])
    give(battle, SHOT)
    battle.state.units["red-1"].used.clear()
    assert code(battle, SHOT) == "ammunition"


@pytest.mark.rule("brigands.wtrait.aux", "brigands.5.6c")
def test_auxiliary_weapons_fall_silent_on_a_crippled_model() -> None:
    battle = _pair(8.0, weapons=("LAC (Aux)", "LVB (Snap)"))
    assert code(battle, SHOT) == ""
    battle.state.units["red-1"].haywire = True
    assert code(battle, SHOT) == "aux"


@pytest.mark.rule("brigands.wtrait.spray")
def test_spray_takes_no_notice_of_defensive_cover_and_agility() -> None:
    wall = piece("instance", 8, 20, 12, 20.4, 1)
    chances = []
    for weapon, dice in (("LAC", 2), ("LAC (Spray)", 0)):
        battle = _pair(10.0, "Agile", weapons=(weapon,), on=ground(wall))
        _, defence = lines(battle, SHOT)
        assert defence.get("Heavy Defensive Cover", 0) == dice
        odds = battle.preview("red", SHOT).odds
        assert odds is not None
        chances.append(odds.p_hit)
    assert chances[0] < chances[1]
    full = piece("instance", 8, 16, 12, 16.5, 8)
    assert code(_pair(10.0, weapons=("LAC (Spray)",), on=ground(full)), SHOT) == "blocked"


@pytest.mark.rule("brigands.wtrait.spray")
def test_spray_takes_no_notice_of_ecm_defense() -> None:
    for weapon, helps in (("LAC", True), ("LAC (Spray)", False)):
        battle = _pair(10.0, "ECM:2", weapons=(weapon,))
        battle.state.units["blue-1"].jamming = True
        _, defence = lines(battle, SHOT)
        assert ("ECM Defense:2" in defence) == helps


@pytest.mark.rule("brigands.wtrait.spray", "brigands.trait.agile")
@pytest.mark.parametrize(("weapon", "hull"), [("LAC", 4), ("LAC (Spray)", 3)])
def test_spray_hits_the_agile_at_a_margin_of_nothing(weapon: str, hull: int) -> None:
    battle = _pair(10.0, "Agile", weapons=(weapon,), armor=5)
    battle.state.units["blue-1"].actions = 0
    battle = again(battle, [3, 2, 2], [3, 2])
    give(battle, SHOT)
    assert battle.state.units["blue-1"].hull == hull


@pytest.mark.rule("brigands.wtrait.stabilizer", "brigands.6.2")
def test_overwatch_is_steady_enough_for_a_stabilizer() -> None:
    battle = _pair(10.0, weapons=("LAC (Stabilizer)",))
    unit = battle.state.units["red-1"]
    unit.posture = ""
    refusal = refuse_weapon(unit, "LAC", "Ballistic")
    assert refusal is not None
    assert refusal.code == "stabilizer"
    unit.overwatch = 1
    assert refuse_weapon(unit, "LAC", "Ballistic") is None


@pytest.mark.rule("brigands.wtrait.as")
def test_anti_structure_doubles_what_a_fortification_takes() -> None:
    for weapon, kind, left in (("LAC (AS)", "Fortification", 6), ("LAC (AS)", "Gear", 8), ("LAC", "Fortification", 8)):
        battle = _pair(10.0, weapons=(weapon,), type=kind, hull=10, structure=5)
        battle.state.units["blue-1"].actions = 0
        battle = again(battle, [4, 3, 2], [2] if kind == "Fortification" else [2, 1])
        odds = battle.preview("red", SHOT).odds
        assert odds is not None
        assert any(amount % 2 for amount in odds.damage) == (left == 8)
        give(battle, SHOT)
        assert battle.state.units["blue-1"].hull == left


@pytest.mark.rule("brigands.trait.sensor-boom")
def test_a_sensor_boom_looks_over_the_wall_for_an_attack_and_no_farther_for_cover() -> None:
    wall = piece("instance", 4, 14, 16, 14.5, 1.6, rating="light")
    shot = Attack("red-1", "LAC", "Ballistic", ("blue-1",))
    for traits, refusal in ((("Arms",), "lock"), (("Sensor Boom",), "")):
        battle = _pair(20.0, mine=traits, on=ground(wall), height=0.5)
        assert code(battle, shot) == refusal
    _, defence = lines(battle, shot)
    assert defence["Light Defensive Cover"] == 1


@pytest.mark.rule("brigands.trait.sensor-boom")
def test_a_sensor_boom_senses_an_inch_farther_when_attacking() -> None:
    wall = piece("instance", 2, 14, 18, 14.5, 9, rating="light")
    for traits, distance, refusal in (
        (("Arms",), 18.5, "lock"),
        (("Sensor Boom",), 18.5, ""),
        (("Sensor Boom",), 19.1, "lock"),
    ):
        assert code(_pair(distance, mine=traits, on=ground(wall)), SHOT) == refusal
    battle = _pair(18.5, mine=("Sensor Boom",))
    assert not has_sensor_lock(battle.state, battle.state.units["red-1"], battle.state.units["blue-1"])


@pytest.mark.rule("brigands.trait.sensor-boom")
@pytest.mark.parametrize(("left", "right", "post"), [(4.0, 11.0, 10.9), (9.0, 16.0, 8.8)])
def test_a_sensor_boom_looks_around_either_corner_but_not_out_of_a_wall(left: float, right: float, post: float) -> None:
    wall = piece("instance", left, 10.8, right, 11, 9, rating="light")
    inside = piece("instance", post, 9.9, post + 0.3, 10.1, 3, rating="light")
    for traits, pieces, refusal in (
        (("Arms",), (wall,), "lock"),
        (("Sensor Boom",), (wall,), ""),
        (("Sensor Boom",), (wall, inside), "lock"),
    ):
        assert code(_pair(20.0, mine=traits, on=ground(*pieces)), SHOT) == refusal


@pytest.mark.rule("brigands.trait.sensor-boom")
def test_a_sensor_boom_reaches_target_points_an_inch_farther_too() -> None:
    for traits, distance, refusal in ((("Arms",), 18.0, ""), (("Arms",), 18.5, "lock"), (("Sensor Boom",), 19.0, "")):
        point = (10_000, 10_591 + round(distance * 1000), 0)
        assert code(_pair(30.0, mine=traits), Attack("red-1", "LRP", "Indirect", (), point)) == refusal


@pytest.mark.rule("brigands.trait.stealth")
def test_a_blow_gives_stealth_away_as_a_shot_does() -> None:
    battle = _pair(0.0, "Arms", mine=("Stealth",))
    battle.state.units["blue-1"].actions = 0
    battle = again(battle, [1, 1], [6, 6])
    give(battle, Attack("red-1", "LVB", "Melee", ("blue-1",)))
    assert not is_stealthy(battle.state.units["red-1"])


@pytest.mark.rule("brigands.trait.smoke", "brigands.4.4a")
@pytest.mark.parametrize(
    ("base", "look"), [(6_000, (True, False, 0)), (1_500, (True, False, 0)), (0, (False, False, 1))]
)
def test_a_cloud_high_up_hides_nobody_below_it(base: int, look: tuple[bool, bool, int]) -> None:
    battle = _pair(15.0)
    state = battle.state
    state.smoke.append((10_000, 17_000, base, 3_591))
    assert look_at(state, state.units["red-1"], state.units["blue-1"]) == look
    state.units["red-1"].z = base + 500
    assert look_at(state, state.units["red-1"], state.units["blue-1"]) == (False, False, 1)


@pytest.mark.rule("brigands.trait.smoke")
def test_smoke_is_light_area_terrain_for_cover() -> None:
    battle = _pair(12.0, "Arms", mine=("Smoke",))
    red, blue = battle.state.units["red-1"], battle.state.units["blue-1"]
    assert look_at(battle.state, blue, red) == (True, False, 0)
    give(battle, FireSmoke("red-1"))
    assert battle.state.smoke == [(10_000, 10_000, 0, 3_591)]
    red, blue = battle.state.units["red-1"], battle.state.units["blue-1"]
    assert look_at(battle.state, blue, red) == (False, False, 1)
    assert look_at(battle.state, red, blue) == (False, False, 1)
    assert look_from_above(battle.state, red).dice == 1
    assert red.actions == 0


@pytest.mark.rule("brigands.trait.smoke")
def test_smoke_hides_nothing_taller_than_three_inches() -> None:
    battle = _pair(12.0, "Arms", mine=("Smoke",), height=7.0)
    give(battle, FireSmoke("red-1"))
    red, blue = battle.state.units["red-1"], battle.state.units["blue-1"]
    assert look_at(battle.state, red, blue) == (True, False, 0)


@pytest.mark.rule("brigands.trait.smoke")
def test_each_smoke_is_fired_once_a_game_and_gone_in_setup() -> None:
    battle = _pair(12.0, "Arms", mine=("Smoke",))
    assert "Fire Smoke" in {option.label for option in battle.options("red")}
    battle.state.units["blue-1"].activated = True
    battle = again(battle, [6, 1])
    give(battle, FireSmoke("red-1"))
    battle.state.units["red-1"].actions = 1
    assert code(battle, FireSmoke("red-1")) == "smoke"
    give(battle, EndActivation("red-1"))
    assert (battle.state.round, battle.state.smoke) == (2, [])
    assert battle.state.units["red-1"].expended == ["Smoke"]
    battle = _pair(12.0, "Arms", mine=("Smoke", "Smoke"))
    give(battle, FireSmoke("red-1"))
    battle.state.units["red-1"].actions = 1
    assert code(battle, FireSmoke("red-1")) == ""


@pytest.mark.rule("brigands.trait.smoke")
def test_smoke_needs_an_action_a_steady_posture_and_the_trait() -> None:
    assert code(_pair(12.0, mine=("Smoke",), posture=BRACED), FireSmoke("red-1")) == ""
    assert code(_pair(12.0, mine=("Smoke",), posture=TOP_SPEED), FireSmoke("red-1")) == "posture"
    assert code(_pair(12.0), FireSmoke("red-1")) == "smoke"
    battle = _pair(12.0, mine=("Smoke",))
    battle.state.units["red-1"].actions = 0
    assert code(battle, FireSmoke("red-1")) == "no-action"


@pytest.mark.rule("brigands.trait.smoke")
def test_smoke_hinders_no_movement_and_is_seen_on_the_table() -> None:
    battle = _pair(12.0, mine=("Smoke",))
    give(battle, FireSmoke("red-1"))
    assert code(battle, Move("red-1", "G", ((0, 6_000),))) == ""
    (cloud,) = battle.view("blue").zones
    assert (cloud.label, cloud.top, cloud.rating) == ("Smoke", 3_000, "light")
    assert battle.preview("red", FireSmoke("red-1")).ends == (10_000, 10_000, NORTH)
