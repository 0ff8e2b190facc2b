"""8.2, 9, 10.2: attacks from the roll to the damage."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.blitz.attacks.aiming import Attack
from gearlock.systems.blitz.state import State
from systems.blitz.field import Field, asked, decline_all, facing, fire, give, thrown, unit


def left(battle: Battle[State], name: str = "blue-1") -> int:
    """Damage points a model has left."""
    return unit(battle, name).hull + unit(battle, name).structure


@pytest.mark.rule("blitz.8.2e-g", "blitz.9.1", "blitz.2.2b")
@pytest.mark.parametrize(
    ("attack", "defence", "damage"),
    [((5, 4, 1), (5, 1), 1), ((6, 4, 4), (3, 2), 5), ((2, 1, 1), (3, 1), 0), ((6, 1, 1), (1, 1), 5)],
)
def test_a_hit_does_margin_and_penetration_less_armour(
    attack: tuple[int, ...], defence: tuple[int, ...], damage: int
) -> None:
    battle = give(facing().dice("attack", *attack).dice("defence", *defence).battle(), fire())
    assert left(battle) == 6 - damage
    assert unit(battle, "red-1").actions == 0


@pytest.mark.rule("blitz.9.1")
def test_the_grizzly_of_the_book() -> None:
    field = facing(8, target="grizzly", red_stats={"weapons": ["MAC (Arm)"]})
    battle = give(field.dice("attack", 6, 1, 1).dice("defence", 3, 1).battle(), fire("MAC"))
    whole = unit(battle, "blue-1").line.bulk
    assert left(battle) == whole - 2


@pytest.mark.rule("blitz.9.1", "blitz.wtrait.at")
def test_a_bazooka_adds_dice_that_reach_the_skill_but_not_on_a_bounce() -> None:
    stats = {"weapons": ["LBZ (Arm)"]}
    field = facing(8, red_stats=stats).dice("attack", 5, 1).dice("defence", 3, 1)
    assert left(give(field.battle(), fire("LBZ"))) == 6 - (2 + 7 - 6 + 1)
    thick = facing(8, red_stats=stats, blue_stats={"armor": 10, "hull": 9}, blue_hull=9)
    assert left(give(thick.dice("attack", 6, 6).dice("defence", 5, 1).battle(), fire("LBZ"))) == 10


@pytest.mark.rule("blitz.wtrait.at")
def test_against_thicker_armour_only_sixes_add() -> None:
    thick = facing(8, red_stats={"weapons": ["LBZ (Arm)"]}, blue_stats={"armor": 8, "hull": 9}, blue_hull=9)
    battle = give(thick.dice("attack", 6, 5).dice("defence", 5, 1).battle(), fire("LBZ"))
    assert left(battle) == 10 - (2 + 7 - 8 + 1)


@pytest.mark.rule("blitz.wtrait.at", "blitz.9.1a")
def test_a_margin_of_nought_gets_nothing_from_anti_tank() -> None:
    field = facing(8, red_stats={"weapons": ["LBZ (Arm)"]}).dice("attack", 5, 1).dice("defence", 5, 1)
    assert left(give(field.battle(), fire("LBZ"))) == 6 - 1


@pytest.mark.rule("blitz.9.1a")
@pytest.mark.parametrize(("face", "damage"), [(3, 0), (4, 1)])
def test_a_marginal_hit_is_decided_by_one_die(face: int, damage: int) -> None:
    field = facing().dice("attack", 5, 1, 1).dice("defence", 5, 1).dice("marginal hit", face)
    assert left(give(field.battle(), fire())) == 6 - damage


@pytest.mark.rule("blitz.wtrait.ap", "blitz.9.1a")
def test_armour_piercing_counts_the_margin_twice_also_for_marginal_hits() -> None:
    stats = {"weapons": ["LSG (Arm)"]}
    hit = facing(0, red_stats=stats, blue_stats={"weapons": ["LVB"]}).dice("attack", 6, 1).dice("defence", 3, 1)
    assert left(give(hit.battle(), fire("LSG"))) == 0
    thick = {"weapons": ["LVB"], "armor": 8}
    marginal = facing(0, red_stats=stats, blue_stats=thick).dice("attack", 6, 1).dice("defence", 5, 1)
    assert left(give(marginal.dice("marginal hit", 6).battle(), fire("LSG"))) == 5


@pytest.mark.rule("blitz.2.14", "blitz.wtrait.ai")
@pytest.mark.parametrize(("weapon", "damage"), [("LAC", 1), ("LMG", 3)])
def test_infantry_lose_one_to_weapons_not_made_for_them(weapon: str, damage: int) -> None:
    field = facing(8, target="north-infantry-squad", red_stats={"weapons": [weapon]}, blue_stats={"armor": 2})
    dice = (6, 1, 1) if weapon == "LAC" else (6, 1, 1, 1)
    battle = give(field.dice("attack", *dice).dice("defence", 3, 1).battle(), fire(weapon))
    assert unit(battle, "blue-1").line.bulk - left(battle) == damage


@pytest.mark.rule("blitz.2.14", "blitz.wtrait.ap", "blitz.wtrait.at")
def test_anti_tank_and_armour_piercing_mean_nothing_to_infantry() -> None:
    from gearlock.systems.blitz.damage import net_damage, tank_damage
    from gearlock.systems.blitz.models import model_cards, ready

    squad, gear = ready(model_cards()["north-infantry-squad"]), ready(model_cards()["hunter"])
    spike = next(w for w in facing(red_stats={"weapons": ["LSG"]}).state.units["red-1"].line.weapons.values())
    assert net_damage(spike, squad, 3, 6) == 3
    assert net_damage(spike, gear, 3, 6) == 6
    blade = next(w for w in facing(red_stats={"weapons": ["LVB"]}).state.units["red-1"].line.weapons.values())
    assert tank_damage(blade, squad, 3, (6, 6), 4) == 0
    assert tank_damage(blade, gear, 3, (6, 6), 4) == 2


@pytest.mark.rule("blitz.9.2", "blitz.9.3", "blitz.9.4")
def test_the_hunter_of_the_book_is_destroyed_but_not_overkilled() -> None:
    field = facing(blue_hull=3).dice("attack", 6, 1, 1).dice("defence", 2, 1)
    battle = give(field.model("blue-2", "hunter", 40, 40, actions=0).battle(), fire())
    assert unit(battle, "blue-1").status == "wreck"


@pytest.mark.rule("blitz.9.4")
def test_as_much_as_it_ever_had_at_once_leaves_nothing() -> None:
    field = facing(8, blue_hull=1, red_stats={"weapons": ["HBZ (Arm)"]}).dice("attack", 5, 1).dice("defence", 5, 1)
    battle = give(field.model("blue-2", "hunter", 40, 40, actions=0).battle(), fire("HBZ"))
    assert unit(battle, "blue-1").status == "wreck"
    more = facing(8, red_stats={"weapons": ["HBZ (Arm)"]}).dice("attack", 6, 1).dice("defence", 5, 1)
    battle = give(more.model("blue-2", "hunter", 40, 40, actions=0).battle(), fire("HBZ"))
    assert unit(battle, "blue-1").status == "gone"


@pytest.mark.rule("blitz.9.4", "blitz.9.3")
def test_a_wreck_is_removed_by_overkill_alone() -> None:
    field = facing(8, blue_status="wreck", red_stats={"weapons": ["HBZ (Arm)"]}).model("blue-2", "hunter", 40, 40)
    battle = give(field.dice("attack", 4, 3).dice("defence", 4).battle(), fire("HBZ"))
    assert unit(battle, "blue-1").status == "wreck"
    again = facing(8, blue_status="wreck", red_stats={"weapons": ["HBZ (Arm)"]}).model("blue-2", "hunter", 40, 40)
    battle = give(again.dice("attack", 5, 3).dice("defence", 4).battle(), fire("HBZ"))
    assert unit(battle, "blue-1").status == "gone"


@pytest.mark.rule("blitz.9.2")
def test_a_crippled_model_has_no_top_speed() -> None:
    from gearlock.systems.blitz.rounds import Activate
    from systems.blitz.field import refused

    battle = Field(active="").model("red-1", "hunter", 10, 10, hull=0).model("blue-1", "hunter", 10, 20).battle()
    assert refused(battle, Activate("red-1", "top speed")).code == "crippled"
    foot = Field(active="").model("red-1", "north-infantry-squad", 10, 10, hull=0).model("blue-1", "hunter", 10, 20)
    from systems.blitz.field import accepted

    assert accepted(foot.battle(), Activate("red-1", "top speed"))


def salvo(x: float = 13.0, y: float = 19.0) -> Field:
    """A rocket pack at blue-1, and blue-2 near it."""
    return facing(8).model("blue-2", "hunter", x, y, actions=0)


@pytest.mark.rule("blitz.10.2", "blitz.10.2b")
def test_a_missed_area_that_is_not_good_enough_spares_everybody() -> None:
    battle = give(salvo().dice("attack", 2, 3).dice("defence", 4, 1).battle(), fire("LRP"))
    assert (left(battle), left(battle, "blue-2")) == (6, 6)


@pytest.mark.rule("blitz.10.2", "blitz.10.2b")
def test_a_hit_makes_everybody_around_defend_against_the_same_result() -> None:
    """GUN 4+ with [2, 3] comes to 3: below the skill, but the target's 3 is hit, so the other defends too."""
    field = salvo().dice("attack", 2, 3).dice("defence", 3, 1).dice("blast", 1).dice("defence", 2, 1)
    battle = give(field.battle(), fire("LRP"))
    assert left(battle) == 6 - 1
    assert left(battle, "blue-2") == 6 - 1


@pytest.mark.rule("blitz.10.2", "blitz.10.2a", "blitz.2.4")
def test_a_miss_that_reaches_the_skill_still_reaches_the_others_at_half_damage() -> None:
    """[4, 5] at 4+ comes to 6, beaten by 7; blue-2 defends with 2: margin 4, PEN 7 against 6, 5 halved is 3."""
    field = salvo().dice("attack", 4, 5).dice("defence", 6, 4).dice("defence", 2, 1).dice("blast", 4)
    battle = give(field.battle(), fire("LRP"))
    assert left(battle) == 6 - 1
    assert left(battle, "blue-2") == 6 - 3


@pytest.mark.rule("blitz.10.2a", "blitz.trait.resistblast", "blitz.wtrait.blast")
@pytest.mark.parametrize(
    ("stats", "face", "damage"),
    [({}, 4, 1), ({}, 3, 0), ({"armor": 8}, 5, 0), ({"armor": 8}, 6, 1), ({"traits": ["Resist: Blast"]}, 5, 0)],
)
def test_blast_hurts_from_four_on_or_from_six_if_it_does_not_get_through(
    stats: dict[str, object], face: int, damage: int
) -> None:
    field = facing(8, blue_stats=stats).dice("attack", 4, 4).dice("defence", 6, 5).dice("blast", face)
    assert left(give(field.battle(), fire("LRP"))) == 6 - damage


@pytest.mark.rule("blitz.trait.vul", "blitz.10.2a")
def test_who_is_vulnerable_to_blast_feels_a_die_more() -> None:
    field = facing(8, blue_stats={"traits": ["Vul: Blast"]}).dice("attack", 4, 4).dice("defence", 6, 5)
    assert left(give(field.dice("blast", 4, 6).battle(), fire("LRP"))) == 4


@pytest.mark.rule("blitz.10.2a")
@pytest.mark.parametrize(("x", "hurt"), [(12.5, True), (12.501, False)])
def test_blast_with_an_area_reaches_others_within_it(x: float, hurt: bool) -> None:
    """A field mortar: area 5 in, blast within 2 in of the centre."""
    field = Field().model("red-1", "hunter", 10, 10, stats={"weapons": ["LFM"]})
    field.model("blue-1", "hunter", 10, 35, actions=0).model("blue-2", "hunter", x, 35, actions=0)
    field.dice("attack", 4).dice("defence", 6, 5).dice("defence", 6, 5)
    for _ in range(2 if hurt else 1):
        field.dice("blast", 4, 4)
    battle = give(field.battle(), fire("LFM"))
    assert left(battle) == 4
    assert left(battle, "blue-2") == (4 if hurt else 6)


@pytest.mark.rule("blitz.10.2", "blitz.2.10")
def test_secondary_targets_have_cover_only_from_the_centre() -> None:
    """A wall between the firer and blue-2 does not help it, one between it and the centre does."""
    field = salvo(13, 19).wall("medium", 12.4, 16, 13.6, 16.4, 2)
    field.dice("attack", 4, 4).dice("defence", 6, 5).dice("defence", 6, 5).dice("blast", 1)
    assert left(give(field.battle(), fire("LRP")), "blue-2") == 6
    walled = salvo(13, 19).wall("medium", 11.5, 18, 11.9, 20, 2)
    walled.dice("attack", 4, 4).dice("defence", 6, 5).dice("defence", 6, 5, 1, 1).dice("blast", 1)
    assert left(give(walled.battle(), fire("LRP")), "blue-2") == 6


@pytest.mark.rule("blitz.10.2", "blitz.2.14")
def test_infantry_feel_one_from_hit_and_blast_together() -> None:
    field = facing(8, target="north-infantry-squad", blue_stats={"armor": 1}).dice("attack", 6, 6)
    battle = give(field.dice("defence", 1, 1).dice("blast", 6).battle(), fire("LRP"))
    assert unit(battle, "blue-1").line.bulk - left(battle) == 1


@pytest.mark.rule("blitz.A.4-proximity", "blitz.wtrait.proximity")
def test_grenades_all_around_hurt_fully_whatever_the_total() -> None:
    """One check: [2, 1]; both gears in the area defend against 2, and nobody's damage is halved."""
    field = facing(2, blue_stats={"armor": 2, "traits": []}).model(
        "blue-2", "hunter", 13, 10, stats={"armor": 2}, actions=0
    )
    field.dice("attack", 2, 1).dice("defence", 1, 1).dice("defence", 1, 1)
    battle = give(field.battle(), Attack("red-1", "APGL"))
    assert (left(battle), left(battle, "blue-2")) == (4, 4)


@pytest.mark.rule("blitz.A.4-proximity", "blitz.wtrait.frag")
def test_marked_dice_count_for_infantry_alone() -> None:
    field = facing(2, blue_stats={"armor": 3}).model("blue-2", "north-infantry-squad", 13, 10, actions=0)
    field.dice("attack", 2, 1).dice("frag dice", 6, 5).dice("defence", 3, 1).dice("defence", 3, 1)
    battle = give(field.battle(), Attack("red-1", "APGL"))
    assert left(battle) == 6
    assert left(battle, "blue-2") < unit(battle, "blue-2").line.bulk


@pytest.mark.rule("blitz.7.0a", "blitz.9.3")
def test_a_wreck_that_served_as_cover_defends_against_a_miss() -> None:
    field = facing(20).model("blue-2", "hunter", 10, 29.5, status="wreck")
    battle = field.dice("attack", 3, 2).dice("defence", 6, 5, 1, 1).dice("defence", 6).battle()
    give(battle, fire())
    assert [roll.unit for roll, _ in battle.thrown if roll.purpose == "defence"] == ["blue-1", "blue-2"]


@pytest.mark.rule("blitz.7.0a", "blitz.10.2", "blitz.10.2a")
@pytest.mark.parametrize(
    ("weapon", "attack", "wall", "blasts"),
    [
        ("LRP", (4, 4), False, 1),  # within the area: once, and no blast of its own area
        ("LRP (AE:0)", (4, 4), False, 1),  # good enough for a blast on the target alone
        ("LRP (AE:0)", (6, 6), False, 2),  # who screened is hit, and feels the blast too
        ("LRP (AE:0)", (6, 6), True, 1),  # its own cover counts
        ("LRP (AE:0)", (1, 3), False, 0),
        ("LRP", (1, 3), False, 0),  # out of the area, which is not reached, it still screened
    ],
)
def test_who_screened_a_target_that_was_missed_defends_once(
    weapon: str, attack: tuple[int, ...], wall: bool, blasts: int
) -> None:
    """A strider right before a gear, both at armour that nothing but blast gets through; it rolls a 6 and a 1."""
    field = facing(10, red_stats={"weapons": [weapon]}, blue_stats={"armor": 20})
    field.model("blue-2", "mammoth", 10, 19, actions=0, stats={"armor": 20, "traits": []})
    if wall:
        field.wall("light", 7, 17, 13, 17.3, 2.9)
    field.dice("attack", *attack).dice("defence", 6, 6, 6, 6, *[1] * wall).dice("defence", 6, *[6, 6] * wall or [1])
    for _ in range(blasts):
        field.dice("blast", 1)
    battle = give(field.battle(), fire("LRP"))
    assert [roll.unit for roll, _ in battle.thrown if roll.purpose == "defence"] == ["blue-1", "blue-2"]
    assert len(thrown(battle, "blast")) == blasts


@pytest.mark.rule("blitz.wtrait.at", "blitz.2.9")
@pytest.mark.parametrize(("gun", "hull"), [(6, 5 - 2), (7, 5 - 1)])
def test_anti_tank_adds_nothing_without_a_skill(gun: int, hull: int) -> None:
    """PEN 8 against AR 9: a six adds, but to who has no GUN at all no die is a success."""
    stats = {"weapons": ["LPZ"], "gun": gun}
    field = facing(4, red_stats=stats, blue_stats={"armor": 9}).dice("attack", 6, 1).dice("defence", 4, 1)
    assert unit(give(field.battle(), fire("LPZ")), "blue-1").hull == hull


@pytest.mark.rule("blitz.3.4a-action-bonus", "blitz.A.2.3-focus")
@pytest.mark.parametrize(("traits", "dice"), [(["Arms"], 4), (["Arms", "Combat Focus"], 5)])
def test_an_action_may_be_spent_on_an_attack(traits: list[str], dice: int) -> None:
    from gearlock.systems.blitz.dice_tests.tests import AddDice

    battle = facing(red_stats={"actions": 2, "traits": traits}, red_actions=2).battle()
    battle.answer("red", fire())
    assert asked(battle).kind == "bonus"
    battle.answer("red", AddDice("red-1", 1))
    decline_all(battle)
    assert next(roll.count for roll, _ in battle.thrown if roll.purpose == "attack") == dice
    assert unit(battle, "red-1").actions == 0


@pytest.mark.rule("blitz.2.6", "blitz.15.6", "blitz.15.7")
def test_each_side_re_rolls_once_the_active_player_first() -> None:
    from gearlock.systems.blitz.dice_tests.tests import Reroll

    field = facing(red_tokens={"skill points": 2}, blue_tokens={"skill points": 2})
    for faces in ((1, 1, 1), (6, 6, 6)):
        field.dice("attack", *faces)
    for pair in ((5, 2), (6, 5)):
        field.dice("defence", *pair)
    battle = field.battle()
    battle.answer("red", fire())
    assert (asked(battle).kind, asked(battle).seat) == ("reroll", "red")
    battle.answer("red", Reroll("red-1", "skill points"))
    assert (asked(battle).kind, asked(battle).seat) == ("reroll", "blue")
    battle.answer("blue", Reroll("blue-1", "skill points"))
    assert battle.over or asked(battle).kind != "reroll"
    assert (unit(battle, "red-1").token("skill points"), unit(battle, "blue-1").token("skill points")) == (1, 1)


@pytest.mark.rule("blitz.trait.defective")
@pytest.mark.parametrize(("face", "works"), [(3, False), (4, True)])
def test_defective_fire_control_may_give_out(face: int, works: bool) -> None:
    field = facing(red_stats={"traits": ["Defective: Fire Control"]}).dice("defect", face)
    battle = give(field.dice("attack", 6, 1, 1).dice("defence", 2, 1).battle(), fire())
    thrown = [roll.purpose for roll, _ in battle.thrown]
    assert ("attack" in thrown) is works
    assert left(battle) == (6 - 4 if works else 6)


@pytest.mark.rule("blitz.10.5")
def test_a_split_makes_a_check_for_each_target() -> None:
    field = facing().model("blue-2", "hunter", 14, 20, actions=0)
    field.dice("attack", 6, 1, 1).dice("defence", 5, 1).dice("attack", 5, 1).dice("defence", 6, 1)
    battle = give(field.battle(), fire("LAC", "blue-1", "blue-2"))
    assert (left(battle), left(battle, "blue-2")) == (5, 6)
    assert [roll.count for roll, _ in battle.thrown if roll.purpose == "attack"] == [3, 2]
