"""8.2a to 8.4, 10.5: which weapon may attack what."""

from __future__ import annotations

import pytest

from gearlock.systems.blitz.attacks.aiming import Attack
from gearlock.systems.blitz.attacks.attack import secondary_targets
from gearlock.systems.blitz.attacks.pairs import is_engaged
from systems.blitz import fieldwork
from systems.blitz.field import accepted, facing, fire, give, refused


@pytest.mark.rule("blitz.8.2b", "blitz.8.2", "blitz.10.1")
@pytest.mark.parametrize(("gap", "legal"), [(36, True), (36.001, False)])
def test_beyond_the_maximum_there_is_no_attack(gap: float, legal: bool) -> None:
    battle = facing(gap).battle()
    assert accepted(battle, fire()) is legal
    if not legal:
        assert refused(battle, fire()).code == "range"


@pytest.mark.rule("blitz.8.4", "blitz.2.11", "blitz.2.11-turrets")
@pytest.mark.parametrize(
    ("arc", "turned", "legal"),
    [
        ("F", "north", True),
        ("F", "south", False),
        ("Arm", "south", False),
        ("T", "south", True),
        ("FT", "south", True),
        ("B", "south", True),
        ("B", "north", False),
        ("L", "east", True),
        ("R", "east", False),
        ("F/L", "east", True),
        ("FT+F", "south", False),
    ],
)
def test_the_target_must_be_in_the_weapons_arc(arc: str, turned: str, legal: bool) -> None:
    battle = facing(red_facing=turned, red_stats={"weapons": [f"LAC ({arc})"]}).battle()
    assert accepted(battle, fire()) is legal


@pytest.mark.rule("blitz.8.2c", "blitz.8.5e")
def test_a_weapon_attacks_once_a_round_unless_it_is_for_melee() -> None:
    battle = facing(0, red_fired=["LAC", "LVB"]).battle()
    assert refused(battle, fire("LAC")).code == "used"
    assert accepted(battle, fire("LVB"))
    two = facing(red_stats={"weapons": ["2x LAC (Arm)"]}, red_fired=["LAC"]).battle()
    assert accepted(two, fire("LAC 2"))


@pytest.mark.rule("blitz.8.2a", "blitz.7.5", "blitz.7.7")
@pytest.mark.parametrize(
    ("gap", "plain", "active"), [(12, True, True), (12.001, False, True), (24, False, True), (24.001, False, False)]
)
def test_full_cover_needs_detection_which_active_sensors_double(gap: float, plain: bool, active: bool) -> None:
    battle = facing(gap).wall("light", 5, 11 + gap - 1, 15, 11 + gap - 0.9, 4).battle()
    assert accepted(battle, fire()) is plain
    assert accepted(battle, fire(sensors=True)) is active
    if not plain:
        assert refused(battle, fire()).code == "lock"


@pytest.mark.rule("blitz.7.5a")
def test_heavy_full_cover_an_inch_thick_stops_every_direct_attack() -> None:
    battle = facing(6).wall("heavy", 5, 13, 15, 14, 4).battle()
    assert refused(battle, fire()).code == "blocked"
    assert refused(battle, fire(sensors=True)).code == "blocked"
    thin = facing(6).wall("heavy", 5, 13, 15, 13.999, 4).battle()
    assert accepted(thin, fire())


@pytest.mark.rule("blitz.3.4a")
def test_without_an_action_there_is_no_attack() -> None:
    assert refused(facing(red_actions=0).battle(), fire()).code == "no-action"


@pytest.mark.rule("blitz.wtrait.la")
def test_limited_ammunition_runs_out() -> None:
    stats = {"weapons": ["LAC (LA:2)"]}
    assert accepted(facing(red_stats=stats, red_expended={"LAC": 1}).battle(), fire())
    assert refused(facing(red_stats=stats, red_expended={"LAC": 2}).battle(), fire()).code == "ammunition"
    battle = give(facing(red_stats=stats).dice("", 1, 1, 1).dice("", 6, 6).battle(), fire())
    assert battle.state.units["red-1"].expended == {"LAC": 1}


@pytest.mark.rule("blitz.wtrait.stabilizer", "blitz.trait.stabilized")
@pytest.mark.parametrize(("posture", "legal"), [("braced", True), ("combat", False)])
def test_a_stabilized_weapon_fires_only_braced(posture: str, legal: bool) -> None:
    battle = facing(posture=posture, red_stats={"weapons": ["LAC (Stabilizer)"]}).battle()
    assert accepted(battle, fire()) is legal


@pytest.mark.rule("blitz.trait.aux")
def test_an_auxiliary_weapon_is_lost_when_crippled() -> None:
    stats = {"weapons": ["LAC (Aux)", "LRP"]}
    assert accepted(facing(red_stats=stats).battle(), fire())
    assert refused(facing(red_stats=stats, red_hull=0).battle(), fire()).code == "aux"


@pytest.mark.rule("blitz.A.4-grenades", "blitz.trait.arms", "blitz.A.4-melee")
@pytest.mark.parametrize("weapon", ["LHG", "LSE"])
def test_grenades_and_charges_need_arms(weapon: str) -> None:
    gap = 5 if weapon == "LHG" else 0
    handy = facing(gap, red_stats={"weapons": [weapon]}, blue_stats={"armor": 1}).battle()
    assert accepted(handy, fire(weapon))
    clumsy = facing(gap, red_stats={"weapons": [weapon], "traits": []}).battle()
    assert refused(clumsy, fire(weapon)).code == "arms"


@pytest.mark.rule("blitz.6.3c")
@pytest.mark.parametrize(("posture", "legal"), [("combat", True), ("top speed", False)])
def test_infantry_do_not_attack_at_top_speed(posture: str, legal: bool) -> None:
    battle = facing(3, model="north-infantry-squad", posture=posture).battle()
    weapon = next(iter(battle.state.units["red-1"].line.weapons))
    assert accepted(battle, fire(weapon)) is legal
    gear = facing(posture="top speed").battle()
    assert accepted(gear, fire())


@pytest.mark.rule("blitz.wtrait.bw")
def test_a_backup_weapon_is_fired_instead_of_another_in_hand() -> None:
    stats = {"weapons": ["MAC (Arm)", "LFC (Arm, BW)", "LRP"], "actions": 2}
    battle = facing(8, red_stats=stats, activation={"marks": ["MAC"]}).battle()
    assert refused(battle, fire("LFC", load="AP")).code == "backup"
    assert accepted(battle, fire("LRP"))
    other = facing(8, red_stats=stats, activation={"marks": ["LFC"]}).battle()
    assert refused(other, fire("MAC")).code == "backup"
    assert accepted(other, fire("LRP")), "what is in no arm is no concern of it"
    fresh = facing(8, red_stats=stats, activation={"marks": ["LRP"]}).battle()
    assert accepted(fresh, fire("LFC", load="AP"))


@pytest.mark.rule("blitz.10.2c", "blitz.9.4", "blitz.10.2", "blitz.17.3")
def test_blasts_spare_friends_too_own_wrecks_may_be_shot_at_and_nobody_below_an_aircraft_is_reached() -> None:
    wide = facing(8, red_stats={"weapons": ['LRP (Blast:1D6 (AE:6"))']})
    assert accepted(wide.battle(), fire("LRP"))
    assert refused(wide.model("red-2", "hunter", 16, 19).battle(), fire("LRP")).code == "friend"
    own = facing(8).model("red-2", "hunter", 14, 19, status="wreck")
    assert accepted(own.battle(), fire("LAC", "red-2"))
    state = facing(8, blue_status="aloft").model("blue-2", "hunter", 11, 19).state
    assert secondary_targets(state, state.units["red-1"].line.weapons["LRP"], state.units["blue-1"]) == []


@pytest.mark.rule("blitz.wtrait.point", "blitz.8.2c")
def test_point_defence_attacks_once_in_an_activation_all_the_same() -> None:
    stats = {"weapons": ["LMG (Arm, Point)"], "actions": 2}
    assert refused(facing(8, red_stats=stats, red_fired=["LMG"]).battle(), fire("LMG")).code == "used"


@pytest.mark.rule("blitz.wtrait.ammo")
def test_ammunition_is_named_where_there_is_a_choice() -> None:
    battle = facing(8, red_stats={"weapons": ["LFC (Arm)"]}).battle()
    assert refused(battle, fire("LFC")).code == "load"
    assert accepted(battle, fire("LFC", load="Frag"))


@pytest.mark.rule("blitz.10.2c")
def test_friends_are_never_targets() -> None:
    battle = facing().model("red-2", "hunter", 14, 14).battle()
    assert refused(battle, fire("LAC", "red-2")).code == "friend"


@pytest.mark.rule("blitz.10.2c", "blitz.2.10", "blitz.10.2")
@pytest.mark.parametrize(("x", "armor", "legal"), [(14.5, 8, False), (14.501, 8, True), (14.5, 9, True)])
def test_no_area_is_laid_on_a_friend_whose_armour_does_not_hold(x: float, armor: int, legal: bool) -> None:
    """A light rocket pack has PEN 7 and an area of 4 in: half a base more, and from armour 9 on a friend is safe."""
    battle = facing(8).model("red-2", "hunter", x, 19, stats={"armor": armor}).battle()
    assert accepted(battle, fire("LRP")) is legal
    assert accepted(battle, fire("LAC"))


@pytest.mark.rule("blitz.10.5", "blitz.wtrait.split")
def test_a_split_takes_targets_in_optimal_range_within_six_inches_of_the_first() -> None:
    field = facing().model("blue-2", "hunter", 17, 20).model("blue-3", "hunter", 17.001, 26)
    battle = field.battle()
    assert accepted(battle, fire("LAC", "blue-1", "blue-2"))
    assert refused(battle, fire("LAC", "blue-1", "blue-1")).code == "twice"
    assert refused(battle, fire("LAC", "blue-1", "blue-2", "blue-3")).code == "targets"
    assert refused(battle, fire("LPZ", "blue-1", "blue-2")).code in ("range", "targets")
    apart = facing().model("blue-2", "hunter", 17.001, 20).battle()
    assert refused(apart, fire("LAC", "blue-1", "blue-2")).code == "apart"
    close = facing(5.5).model("blue-2", "hunter", 14, 20).battle()
    assert refused(close, fire("LAC", "blue-1", "blue-2")).code == "optimal"


@pytest.mark.rule("blitz.A.4-proximity", "blitz.10.2c", "blitz.wtrait.proximity")
def test_grenade_launchers_fire_all_around_and_spare_friends_with_thin_armour() -> None:
    from gearlock.systems.blitz.attacks.aiming import Attack

    around = Attack("red-1", "APGL", ())
    assert accepted(facing(2.5).battle(), around)
    assert refused(facing(2.501).battle(), around).code == "nobody"
    assert refused(facing(2.5).battle(), fire("APGL")).code == "targets"
    weak = facing(2.5).model("red-2", "hunter", 13, 10, stats={"armor": 4}).battle()
    assert refused(weak, around).code == "friend"
    strong = facing(2.5).model("red-2", "hunter", 13, 10, stats={"armor": 5}).battle()
    assert accepted(strong, around)


@pytest.mark.rule("blitz.11.2", "blitz.wtrait.reach")
@pytest.mark.parametrize(("gap", "legal"), [(0, True), (1, True), (1.001, False)])
def test_reach_strikes_farther(gap: float, legal: bool) -> None:
    battle = facing(gap, red_stats={"weapons": ['LVB (Reach:1")']}).battle()
    assert accepted(battle, fire("LVB")) is legal


@pytest.mark.rule("blitz.11.2")
def test_no_blow_lands_behind_heavy_full_cover() -> None:
    battle = facing(2, red_stats={"weapons": ['LVB (Reach:2")']}).wall("heavy", 5, 11, 15, 12, 4).battle()
    assert refused(battle, fire("LVB")).code == "blocked"


@pytest.mark.rule("blitz.15.5c")
def test_a_charge_uses_only_what_reaches_eighteen_inches() -> None:
    battle = facing(red_tokens={"charge": 1}).battle()
    assert refused(battle, fire("LAC")).code == "charge"
    assert accepted(facing(5, red_tokens={"charge": 1}).battle(), fire("LPZ"))


@pytest.mark.rule("blitz.15.5d", "blitz.7.7")
def test_full_speed_ahead_knows_no_active_sensors() -> None:
    battle = facing(posture="top speed", red_tokens={"full speed ahead": 1}).battle()
    assert refused(battle, fire(sensors=True)).code == "sensors"
    assert accepted(battle, fire())


@pytest.mark.rule("blitz.18.4")
def test_drones_are_hit_by_small_or_wide_weapons_alone() -> None:
    battle = facing(8, target="recon-drone", red_stats={"weapons": ["LAC", "LMG", "LRP", "LFL"]}).battle()
    assert refused(battle, fire("LAC")).code == "drone"
    assert accepted(battle, fire("LMG"))
    assert accepted(battle, fire("LRP"))


@pytest.mark.rule("blitz.11.0", "blitz.8.2b")
@pytest.mark.parametrize(("z", "code"), [(0, ""), (900, ""), (2000, ""), (2021, "range")])
def test_who_is_engaged_from_a_step_up_can_be_struck(z: int, code: str) -> None:
    state = fieldwork.table(fieldwork.model("red", "hunter", 10, z=z), fieldwork.model("blue", "hunter", 11))
    fieldwork.activate(state, "red")
    assert is_engaged(state.units["red"], state.units["blue"]) is not bool(code)
    assert fieldwork.refused(state, Attack("red", "LVB", ("blue",))) == code
