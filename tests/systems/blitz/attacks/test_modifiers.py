"""8.2d, 10.6, 11.1: every die of an attack and of the defence against it."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.systems.blitz.attacks.attack import is_optimal
from systems.blitz.field import Field, by_label, duel, facing


def attack(field: Field, weapon: str = "LAC", **use: Any) -> dict[str, int]:
    return by_label(duel(field.state, weapon, **use).attack)


def defence(field: Field, weapon: str = "LAC", **use: Any) -> dict[str, int]:
    return by_label(duel(field.state, weapon, **use).defence)


@pytest.mark.rule("blitz.10.6", "blitz.wtrait.burst", "blitz.8.2d")
def test_a_hunter_in_combat_posture_rolls_three_dice_against_two() -> None:
    pools = duel(facing().state, "LAC").pools
    assert (pools.attack, pools.defence, pools.attack_step, pools.defence_step) == (3, 2, 4, 4)


@pytest.mark.rule("blitz.8.2b", "blitz.8.5a", "blitz.8.2d")
@pytest.mark.parametrize(("gap", "lost"), [(5.999, -1), (6, 0), (18, 0), (18.001, -1), (36, -1)])
def test_ballistic_weapons_lose_a_die_out_of_their_range(gap: float, lost: int) -> None:
    assert attack(facing(gap)).get("Sub-optimal range", 0) == lost


@pytest.mark.rule("blitz.8.5c")
@pytest.mark.parametrize(("gap", "mode", "lost"), [(11.999, "", -2), (12, "", 0), (36.5, "", -2), (5, "guided", 0)])
def test_missiles_lose_two_dice_unless_they_are_guided(gap: float, mode: str, lost: int) -> None:
    lines = attack(facing(gap, red_stats={"weapons": ["LATM"]}), "LATM", mode=mode, designator=1)
    assert lines.get("Sub-optimal range", 0) == lost
    assert lines.get("Target designator", 0) == (1 if mode else 0)


@pytest.mark.rule("blitz.8.5b")
@pytest.mark.parametrize(("gap", "skill"), [(12, 3), (36, 3), (11.999, 5), (36.001, 5)])
def test_beams_change_the_skill_and_no_dice(gap: float, skill: int) -> None:
    found = duel(facing(gap, red_stats={"weapons": ["LLC"]}).state, "LLC")
    assert found.pools.attack_step == skill
    assert "Sub-optimal range" not in by_label(found.attack)


@pytest.mark.rule("blitz.wtrait.linked")
def test_links_improve_the_skill_and_stack_with_beams() -> None:
    assert duel(facing(red_stats={"gun": 5, "weapons": ["LAC (Link)"]}).state, "LAC").pools.attack_step == 4
    assert duel(facing(20, red_stats={"weapons": ["LLC (Link)"]}).state, "LLC").pools.attack_step == 2
    assert duel(facing(0, red_stats={"weapons": ["LVB (Link)"]}).state, "LVB").pools.attack_step == 3


@pytest.mark.rule("blitz.8.5d", "blitz.wtrait.if")
@pytest.mark.parametrize(("weapon", "mode", "lost"), [("LFM", "", -1), ("LRP", "", 0), ("LRP", "indirect", -1)])
def test_indirect_fire_has_a_die_less(weapon: str, mode: str, lost: int) -> None:
    field = facing(20, red_stats={"weapons": [weapon]})
    assert attack(field, weapon, mode=mode).get("Indirect fire", 0) == lost


@pytest.mark.rule("blitz.8.2d", "blitz.trait.flanked", "blitz.2.11")
@pytest.mark.parametrize(
    ("x", "y", "traits", "dice"),
    [
        (10, 20, [], 1),
        (10, 20, ["Flank:+2D6"], 2),
        (10, 20, ["Flank:+0D6"], 0),
        (20.5, 9.5, [], 1),
        (20.5, 9.499, [], 0),
    ],
)
def test_who_is_wholly_behind_its_target_flanks_it(x: float, y: float, traits: list[str], dice: int) -> None:
    field = (
        Field()
        .model("red-1", "hunter", x, y, facing="south")
        .model("blue-1", "hunter", 10, 9, facing="south", actions=0, stats={"traits": traits})
    )
    assert attack(field).get("Flanked", 0) == dice


@pytest.mark.rule("blitz.2.14", "blitz.8.2d")
def test_infantry_have_no_back() -> None:
    field = facing(target="north-infantry-squad", blue_facing="north")
    assert "Flanked" not in attack(field)


@pytest.mark.rule("blitz.8.2d")
@pytest.mark.parametrize(("height", "dice"), [(2.0, 1), (1.999, 0)])
def test_height_helps_if_all_of_the_target_is_lower(height: float, dice: int) -> None:
    field = Field().model("blue-1", "hunter", 10, 20, actions=0)
    field.position.piece("instance", (8, 8, 12, 12), top=height, rating="light", footing=True)
    weapons = {"weapons": ["LAC", "LRP", "LAR"]}
    field.position.model("red-1", "hunter", at=(10, 10, height), facing="north", stats=weapons)
    assert attack(field).get("Elevation", 0) == dice
    assert "Elevation" not in attack(field, "LRP", mode="indirect")
    assert "Elevation" not in attack(field, "LAR"), "an indirect weapon, even with Lock"


@pytest.mark.rule("blitz.A.4-gl", "blitz.8.2b")
@pytest.mark.parametrize(
    ("mode", "bounds"), [("", (3000, 12_000)), ("indirect", (9000, 18_000)), ("guided", (9000, 18_000))]
)
def test_grenade_launchers_have_another_range_for_indirect_fire(mode: str, bounds: tuple[int, int]) -> None:
    """Both ends are optimal."""
    near, far = bounds
    gun = facing(red_stats={"weapons": ["LGL"]}).state.units["red-1"].line.weapons["LGL"]
    places = near - 1, near, far, far + 1
    assert [is_optimal(gun, mode, mils) for mils in places] == [False, True, True, False]


@pytest.mark.rule("blitz.wtrait.frag")
def test_frag_has_two_dice_against_infantry_alone() -> None:
    field = facing(5, target="north-infantry-squad", red_stats={"weapons": ["LFC"]})
    assert attack(field, "LFC", load="Frag")["Frag against infantry"] == 2
    assert "Frag against infantry" not in attack(field, "LFC", load="AP")
    assert "Frag against infantry" not in attack(facing(5, red_stats={"weapons": ["LFC"]}), "LFC", load="Frag")


@pytest.mark.rule("blitz.trait.stable")
@pytest.mark.parametrize(("posture", "dice"), [("combat", 1), ("braced", 0), ("top speed", 0)])
def test_a_stable_platform_has_a_die_in_combat_posture(posture: str, dice: int) -> None:
    field = facing(posture=posture, red_stats={"traits": ["Arms", "Stable"]})
    assert attack(field).get("Stable platform", 0) == dice


@pytest.mark.rule("blitz.wtrait.precise")
def test_a_precise_weapon_has_two_dice_for_being_braced() -> None:
    field = facing(13, posture="braced", red_stats={"weapons": ["HRF (Arm, Precise)"]})
    lines = attack(field, "HRF")
    assert lines["Braced"] + lines["Precise while braced"] == 2
    standing = facing(13, red_stats={"weapons": ["HRF (Arm, Precise)"]})
    assert "Precise while braced" not in attack(standing, "HRF")
    assert "Precise while braced" not in attack(field, "HRF", mode="indirect")
    howitzer = facing(13, posture="braced", red_stats={"weapons": ["LFM (Precise)"]})
    assert "Precise while braced" not in attack(howitzer, "LFM")


@pytest.mark.rule("blitz.10.5")
def test_further_targets_of_a_split_are_attacked_with_a_die_less() -> None:
    assert duel(facing().state, "LAC", split=True).pools.attack == 2


@pytest.mark.rule("blitz.11.0d", "blitz.11.0")
def test_shooting_past_an_enemy_in_contact_costs_a_die() -> None:
    field = facing().model("blue-2", "hunter", 11, 10, actions=0)
    assert attack(field)["Engaged by another"] == -1
    assert "Engaged by another" not in attack(field, target="blue-2")
    away = facing().model("blue-2", "hunter", 11.021, 10, actions=0)
    assert "Engaged by another" not in attack(away)


@pytest.mark.rule("blitz.11.1", "blitz.11.0b")
def test_each_other_friend_with_a_melee_weapon_overwhelms() -> None:
    field = facing(0).model("red-2", "hunter", 9, 11).model("red-3", "hunter", 11, 11)
    assert attack(field, "LVB")["Overwhelm"] == 2
    unarmed = facing(0).model("red-2", "hunter", 9, 11, stats={"weapons": ["LAC (Arm)"]})
    assert "Overwhelm" not in attack(unarmed, "LVB")


@pytest.mark.rule("blitz.11.1", "blitz.2.11")
def test_a_blow_from_behind_counts_if_the_activation_began_there() -> None:
    behind = Field().model("red-1", "hunter", 10, 20, facing="south").model("blue-1", "hunter", 10, 19, facing="south")
    assert attack(behind, "LVB")["Flanked"] == 1
    came = Field(activation={"x": 10_000, "y": 5_000}).model("red-1", "hunter", 10, 20, facing="south")
    came.model("blue-1", "hunter", 10, 19, facing="south")
    assert "Flanked" not in attack(came, "LVB")


@pytest.mark.rule("blitz.trait.brawler", "blitz.A.2.3-melee")
@pytest.mark.parametrize(("turned", "dice"), [("north", 2), ("south", 0)])
def test_brawlers_fight_who_is_in_an_arc_of_a_melee_weapon(turned: str, dice: int) -> None:
    field = facing(0, red_facing=turned, red_stats={"traits": ["Brawler:+2D6"]})
    assert attack(field, "LVB").get("Brawler", 0) == dice
    foe = facing(0, blue_stats={"traits": ["Brawler:+1D6"]})
    assert defence(foe, "LVB")["Brawler"] == 1
    assert "Brawler" not in defence(foe, "LPZ")


@pytest.mark.rule("blitz.11.0a")
def test_who_has_no_melee_weapon_is_defenceless_in_melee() -> None:
    field = facing(0, blue_stats={"weapons": ["LAC (Arm)"]})
    assert defence(field, "LVB")["No melee weapon"] == -1
    assert "No melee weapon" not in defence(field, "LPZ")
    assert "No melee weapon" not in defence(facing(0), "LVB")


@pytest.mark.rule("blitz.7.3", "blitz.7.3b")
@pytest.mark.parametrize(("rating", "dice"), [("light", 1), ("medium", 2), ("heavy", 3)])
def test_cover_adds_its_dice(rating: str, dice: int) -> None:
    near = facing(20).wall(rating, 5, 30, 15, 30.4, 1.5)
    assert defence(near)["Adjacent cover"] == dice
    far = facing(30).wall(rating, 5, 25, 15, 25.4, 1.5)
    assert defence(far) == {"Additional cover": 1}


@pytest.mark.rule("blitz.wtrait.spray", "blitz.trait.shield")
def test_a_spray_goes_round_cover_and_shields() -> None:
    field = facing(5, red_stats={"weapons": ["LFL", "LAC"]}, blue_stats={"traits": ["Shield:+1D6", "Stealth"]})
    field.wall("medium", 5, 15, 15, 15.4, 1.5)
    field.model("blue-2", "hunter", 13, 16, tokens={"sensor interference": 1})
    assert defence(field, "LFL") == {}
    assert defence(field, "LAC") == {"Adjacent cover": 2, "Stealth": 1, "Shield": 1, "Sensor interference": 1}


@pytest.mark.rule("blitz.wtrait.spray", "blitz.7.5-table")
@pytest.mark.parametrize(
    ("walls", "dice"),
    [([("heavy", 15, 3)], 3), ([("heavy", 15, 1.5)], 0), ([("medium", 15, 3)], 0), ([("heavy", 12, 3)], 3),
     ([("heavy", 15, 3), ("heavy", 14.4, 3)], 3), ([("heavy", 15, 3), ("heavy", 12, 3), ("medium", 13, 3)], 6)],
)  # fmt: skip
def test_only_full_heavy_cover_keeps_a_spray_out(walls: list[tuple[str, float, float]], dice: int) -> None:
    """Heavy full cover thinner than an inch can be fired through; of adjacent pieces one counts, all others add up."""
    field = facing(5, red_stats={"weapons": ["LFL"]}, blue_stats={"traits": ["Shield:+1D6"]})
    for rating, y, top in walls:
        field.wall(rating, 5, y, 15, y + 0.4, top)
    assert sum(defence(field, "LFL").values()) == dice


@pytest.mark.rule("blitz.wtrait.spray", "blitz.7.5-table")
@pytest.mark.parametrize(
    ("walls", "dice"),
    [
        ([("heavy", 15.4, 3)], 3),
        ([("heavy", 15.4, 1.5)], 0),
        ([("medium", 15.4, 3)], 0),
        ([("heavy", 12.4, 3)], 3),
        ([("heavy", 12.4, 3), ("heavy", 13.4, 3), ("heavy", 15.4, 3), ("light", 14.4, 3)], 9),
        ([("heavy", 15.4, 3), ("heavy", 15.2, 3)], 3),
    ],
)
def test_full_heavy_cover_that_is_thin_helps_against_a_spray(walls: list[tuple[str, float, float]], dice: int) -> None:
    field = facing(5, red_stats={"weapons": ["LFL"]})
    for rating, end, top in walls:
        field.wall(rating, 5, end - 0.1, 15, end, top)
    assert defence(field, "LFL") == ({"Full heavy cover": dice} if dice else {})


@pytest.mark.rule("blitz.7.6-stealth", "blitz.trait.stealth")
@pytest.mark.parametrize(("token", "dice"), [({}, 2), ({"exposed": 1}, 1)])
def test_stealth_is_a_die_at_cover_unless_it_gives_itself_away(token: dict[str, int], dice: int) -> None:
    field = facing(20, blue_stats={"traits": ["Stealth"]}, blue_tokens=token).wall("light", 5, 30, 15, 30.4, 1.5)
    assert sum(defence(field).values()) == dice
    open_ground = facing(20, blue_stats={"traits": ["Stealth"]})
    assert defence(open_ground) == {}


@pytest.mark.rule("blitz.trait.stealth", "blitz.trait.aux")
def test_a_crippled_model_has_lost_its_auxiliary_stealth() -> None:
    field = facing(20, blue_stats={"traits": ["Stealth (Aux)"]}, blue_hull=0).wall("light", 5, 30, 15, 30.4, 1.5)
    assert "Stealth" not in defence(field)


@pytest.mark.rule("blitz.trait.agile")
def test_the_agile_have_a_die_away_from_cover() -> None:
    agile = {"traits": ["Agile"]}
    assert defence(facing(20, blue_stats=agile)) == {"Agile": 1}
    assert "Agile" not in defence(facing(20, blue_stats=agile).wall("light", 5, 30, 15, 30.4, 1.5))
    assert defence(facing(30, blue_stats=agile).wall("light", 5, 25, 15, 25.4, 1.5))["Agile"] == 1


@pytest.mark.rule("blitz.trait.sms", "blitz.6.3a", "blitz.trait.agile")
def test_a_trait_bracketed_to_a_movement_comes_and_goes_with_it() -> None:
    harrier = {"traits": ["Agile", "SMS:H (Fast, -Agile)"]}
    assert defence(facing(blue_stats=harrier)) == {"Agile": 1}
    assert defence(facing(blue_stats=harrier, blue_gait="H")) == {}


@pytest.mark.rule("blitz.trait.shield")
@pytest.mark.parametrize(("turned", "dice"), [("south", 2), ("north", 0)])
def test_a_shield_stops_what_comes_from_the_front(turned: str, dice: int) -> None:
    field = facing(blue_facing=turned, blue_stats={"traits": ["Shield:+2D6"]})
    assert defence(field).get("Shield", 0) == dice


@pytest.mark.rule("blitz.14.5c")
@pytest.mark.parametrize(("intensity", "walled", "dice"), [(1, False, 1), (2, False, 1), (1, True, 1), (2, True, 2)])
def test_interference_is_a_die_or_one_a_point_at_cover(intensity: int, walled: bool, dice: int) -> None:
    field = facing(20).model("blue-2", "hunter", 16, 31, tokens={"sensor interference": intensity})
    if walled:
        field.wall("light", 5, 30, 12, 30.4, 1.5)
    assert defence(field).get("Sensor interference", 0) == dice
    far = facing(20).model("blue-2", "hunter", 17.001, 31, tokens={"sensor interference": intensity})
    assert "Sensor interference" not in defence(far)


@pytest.mark.rule("blitz.18.2", "blitz.2.9")
@pytest.mark.parametrize(("pilot", "skill"), [(6, 5), (3, 2), (2, 2)])
def test_hull_down_behind_cover_piloting_is_one_better(pilot: int, skill: int) -> None:
    field = facing(20, blue_stats={"pilot": pilot}, blue_tokens={"hull down": 1}).wall("light", 5, 30, 15, 30.4, 1.5)
    found = duel(field.state, "LAC")
    assert found.pools.defence_step == skill
    assert "Hull down without cover" not in by_label(found.defence)


@pytest.mark.rule("blitz.18.2")
def test_hull_down_on_the_open_side_it_counts_as_braced() -> None:
    found = duel(facing(blue_tokens={"hull down": 1}).state, "LAC")
    assert (found.pools.defence, found.pools.defence_step) == (1, 4)
    waiting = duel(facing(blue_tokens={"hull down": 1, "standby": 1}).state, "LAC")
    assert waiting.pools.defence == 1


@pytest.mark.rule("blitz.trait.ams")
@pytest.mark.parametrize(("weapon", "skill"), [("LRP", 3), ("LATM", 3), ("LAC", 4), ("LFM", 3)])
def test_anti_missile_systems_help_behind_cover_against_what_flies(weapon: str, skill: int) -> None:
    field = facing(20, red_stats={"weapons": ["LRP", "LATM", "LAC", "LFM"]}).wall("light", 5, 30, 15, 30.4, 1.5)
    field.model("blue-2", "hunter", 16, 31, stats={"traits": ["AMS"]})
    assert duel(field.state, weapon).pools.defence_step == skill
    bare = facing(20, red_stats={"weapons": [weapon]}).model("blue-2", "hunter", 16, 31, stats={"traits": ["AMS"]})
    assert duel(bare.state, weapon).pools.defence_step == 4


@pytest.mark.rule("blitz.trait.autopilot")
def test_an_autopilot_defends_with_a_die_less() -> None:
    assert defence(facing(blue_tokens={"autopilot": 1})) == {"Autopilot": -1}


@pytest.mark.rule("blitz.15.5c")
def test_a_charge_helps_piloting_and_blows_at_the_ready() -> None:
    field = facing(0, red_tokens={"charge": 1}, blue_used=False)
    assert (attack(field, "LVB")["Charge"], attack(field, "LVB")["Charge at a ready model"]) == (1, 1)
    used = facing(0, red_tokens={"charge": 1}, blue_used=True)
    assert "Charge at a ready model" not in attack(used, "LVB")
    assert "Charge" not in attack(field, "LPZ")
    charged = facing(0, blue_tokens={"charge": 1})
    assert defence(charged, "LPZ")["Charge"] == 1


@pytest.mark.rule("blitz.9.4", "blitz.18.3b")
def test_a_wreck_that_is_aimed_at_defends_with_one_die_and_its_cover() -> None:
    """Nothing else changes it: it does not count as braced, stealthy or agile any more."""
    stats = {"traits": ["Agile", "Stealth"]}
    said: dict[str, Any] = {"blue_status": "wreck", "blue_tokens": {"standby": 1}, "blue_stats": stats}
    found = duel(facing(20, **said).model("blue-2", "hunter", 40, 40).state, "LAC")
    assert (found.pools.defence, found.defence) == (1, [])
    for rating, more in (("light", 1), ("medium", 2), ("heavy", 3)):
        field = facing(20, **said).wall(rating, 5, 30, 15, 30.4, 0.5).model("blue-2", "hunter", 40, 40)
        found = duel(field.state, "LAC")
        assert (found.pools.defence, by_label(found.defence)) == (1 + more, {"Adjacent cover": more})


@pytest.mark.rule("blitz.wtrait.as", "blitz.18.3")
def test_structures_are_shot_at_with_six_without_the_right_ammunition() -> None:
    field = facing(10, target="ac-turret", red_stats={"gun": 3, "weapons": ["LSC"]})
    assert duel(field.state, "LSC", load="AT").pools.attack_step == 6
    assert duel(field.state, "LSC", load="AS").pools.attack_step == 3
