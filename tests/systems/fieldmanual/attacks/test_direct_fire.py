"""Direct fire: who may fire at whom, the modifiers of both sides, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.systems.fieldmanual.attacks.defense import refuse_attack
from gearlock.systems.fieldmanual.attacks.weapons_in_use import PARTING, Attack, AttackMet, RanOut
from gearlock.systems.fieldmanual.state import COMBAT, FIRED, STATIONARY, STUN, TOP
from systems.fieldmanual.attacks.range import code_of, duel, lines, margins, model, shoot, weapons
from systems.fieldmanual.tables import mils, piece, put


def refused(state: Any, weapon: str = "LAC", target: str = "blue-1", **more: Any) -> str:
    found = refuse_attack(state, Attack("red-1", weapon, target, **more))
    return "" if found is None else found.code


@pytest.mark.rule("fieldmanual.direct-fire", "fieldmanual.attack-modifiers", "fieldmanual.ranged-defense")
@pytest.mark.rule("fieldmanual.rof-burst", "fieldmanual.damage", "fieldmanual.out-of-ammo")
def test_the_jager_that_shoots_another_in_the_back() -> None:
    wall = piece("instance", (22, 28, 26, 28.2), 0.7, rating="heavy")
    state = duel(20, wall, blue={"band": TOP, "facing": 90})
    assert model_cover(state) == 2
    played = shoot(state, "LAC", (6, 6), (2, 1), burst=2)
    (met,) = played.of(AttackMet)
    assert (met.attack, met.defense, met.margin, met.multiplier) == (5, 2, 3, 10)
    assert (model(played).boxes, model(played).level, model(played).status) == (2, "L", "fielded")
    assert not played.of(RanOut)
    assert lines(played, "attack") == {"attack-modifiers": -1, "cover": -1}
    assert lines(played, "defense") == {"card-modifiers": 1, "ranged-defense": -1}


def model_cover(state: Any) -> int:
    from gearlock.systems.fieldmanual.lock_and_cover.lock import cover_of

    return cover_of(state, state.units["red-1"], state.units["blue-1"]).level


@pytest.mark.rule("fieldmanual.direct-fire")
@pytest.mark.parametrize(
    ("attack", "defense", "boxes"), [((5, 1), (5, 1), 0), ((4, 1), (5, 1), 0), ((6, 6), (1, 1), 4)]
)
def test_only_a_higher_roll_hits(attack: tuple[int, int], defense: tuple[int, int], boxes: int) -> None:
    played = shoot(duel(8, red={"stats": weapons("LAC|F|-1|||0")}), "LAC", attack, defense)
    assert (model(played).boxes if model(played).status == "fielded" else 4) == min(boxes, 4) or boxes == 4
    assert margins(played)[0] == max(attack) + (attack == (6, 6)) - (0 if defense == (1, 1) else max(defense))


@pytest.mark.rule("fieldmanual.range-bands", "fieldmanual.attack-modifiers")
@pytest.mark.parametrize(("distance", "worth"), [(3.001, 0), (12, 0), (12.001, -1), (36, -1)])
def test_each_band_ends_with_its_last_inch(distance: float, worth: int) -> None:
    played = shoot(duel(distance), "LAC", (3, 2), (5, 1))
    assert lines(played, "attack").get("attack-modifiers", 0) == worth


@pytest.mark.rule("fieldmanual.range-bands", "fieldmanual.wt-sniper", "fieldmanual.wt-mr")
@pytest.mark.parametrize(
    ("traits", "by_band"),
    [("", (0, -1, -2)), ("Snp", (0, 0, -1)), ("MR", (-1, 0, -2)), ("MR,Snp", (-1, 0, -1))],
)
def test_range_modifiers_by_trait(traits: str, by_band: tuple[int, int, int]) -> None:
    for distance, worth in zip((10, 15, 30), by_band, strict=True):
        state = duel(distance, red={"stats": weapons(f"LRF|F||12/24/inf|||{traits}" if traits else "LRF|F||12/24/inf")})
        found = lines(shoot(state, "LRF", (3, 2), (5, 1)), "attack")
        assert found.get("attack-modifiers", 0) + found.get("wt-sniper", 0) + found.get("wt-mr", 0) == worth


@pytest.mark.rule("fieldmanual.wt-mr")
@pytest.mark.parametrize(("distance", "code"), [(8, "minimum"), (8.001, ""), (3, "minimum")])
def test_a_weapon_with_a_minimum_range_does_not_fire_within_eight_inches(distance: float, code: str) -> None:
    assert refused(duel(distance, red={"stats": weapons("LRF|F|||||MR")}), "LRF") == code


@pytest.mark.rule("fieldmanual.range-bands", "fieldmanual.direct-fire")
@pytest.mark.parametrize(("distance", "code"), [(24, ""), (24.001, "range")])
def test_without_extreme_range_nothing_is_fired_beyond_suboptimal(distance: float, code: str) -> None:
    assert refused(duel(distance), "APGL") == code


@pytest.mark.rule("fieldmanual.direct-fire", "fieldmanual.arcs")
@pytest.mark.parametrize(("facing", "code"), [(90, ""), (0, ""), (359, "arc"), (270, "arc")])
def test_the_target_lies_in_the_arc(facing: float, code: str) -> None:
    assert refused(duel(30, red={"facing": facing})) == code


@pytest.mark.rule("fieldmanual.direct-fire")
def test_direct_fire_needs_combat_lock_and_no_wall() -> None:
    wood = piece("area", (20, 14, 28, 19), 3, rating="heavy")
    assert refused(duel(10, wood, blue={"band": STATIONARY})) == "lock"
    wall = piece("building", (20, 14, 28, 15), 3, rating="solid")
    assert refused(duel(10, wall)) == "blocked"


@pytest.mark.rule("fieldmanual.direct-fire")
def test_an_active_lock_alone_is_not_enough_for_direct_fire() -> None:
    wood = piece("area", (20, 14, 28, 19), 3, rating="heavy")
    state = duel(10, wood, blue={"band": STATIONARY, "tokens": {"locked:red-1": 1}})
    assert refused(state) == "lock"


@pytest.mark.rule("fieldmanual.direct-fire")
@pytest.mark.parametrize(
    ("weapon", "target", "code"),
    [("HG", "blue-1", "thrown"), ("VB", "blue-1", "melee"),
     ("PHYSICAL", "blue-1", "melee"), ("HAC", "blue-1", "no-weapon"),
     ("LAC", "nobody", "target"), ("LAC", "red-2", "friend"), ("LAC", "blue-2", "drone"), ("LAC", "", "target"),
     ("LAC", "blue-3", "target")],
)  # fmt: skip
def test_what_cannot_be_fired_and_who_cannot_be_fired_at(weapon: str, target: str, code: str) -> None:
    state = duel()
    put(state, "red-2", "jager", 20, 20)
    put(state, "blue-2", "recon-drone", 26, 20, parent="blue-1", status="out")
    put(state, "blue-3", "jager", 30, 20, status="dead")
    assert refused(state, weapon, target) == code


@pytest.mark.rule("fieldmanual.attack-modifiers", "fieldmanual.card-modifiers")
@pytest.mark.parametrize(("band", "worth"), [(STATIONARY, 1), (COMBAT, 0), ("reverse", 0), (TOP, -3)])
def test_the_attack_row_of_the_card_counts_by_speed(band: str, worth: int) -> None:
    found = lines(shoot(duel(red={"band": band}), "LAC", (3, 2), (5, 1)), "attack")
    assert found.get("card-modifiers", 0) == worth


@pytest.mark.rule("fieldmanual.attack-modifiers", "fieldmanual.wt-melee")
@pytest.mark.parametrize(("weapon", "distance", "worth"), [("LAC", 3, -1), ("LAC", 3.001, 0), ("APGL", 3, 0)])
def test_weapons_not_made_for_it_are_worse_within_three_inches(weapon: str, distance: float, worth: int) -> None:
    found = lines(shoot(duel(distance), weapon, (3, 2), (5, 1)), "attack")
    assert found.get("attack-modifiers", 0) == worth


@pytest.mark.rule("fieldmanual.attack-modifiers")
def test_accuracy_and_an_open_target_count() -> None:
    found = lines(shoot(duel(6), "LRP/24", (3, 2), (5, 1)), "attack")
    assert found == {"cover": 1, "card-weapons": -1}


@pytest.mark.rule("fieldmanual.perk-shielded-weapons", "fieldmanual.flaw-exposed-firecon", "fieldmanual.damage-heavy")
@pytest.mark.parametrize(
    ("stats", "by_level"),
    [({}, (0, 0, -1, -2)), ({"perks": {"Shielded Weapons": 1}}, (0, 0, 0, -1)),
     ({"flaws": {"Exposed FireCon": 1}}, (0, -1, -1, -2))],
)  # fmt: skip
def test_damage_of_the_attacker(stats: dict[str, Any], by_level: tuple[int, ...]) -> None:
    for boxes, worth in enumerate(by_level, 1):
        played = shoot(duel(red={"boxes": boxes, "stats": stats}), "LAC", (6, 2), (5, 1))
        rolled = lines(played, "attack")
        assert sum(value for key, value in rolled.items() if key not in ("cover",)) == worth


@pytest.mark.rule("fieldmanual.perk-rugged-movement", "fieldmanual.damage-critical")
@pytest.mark.parametrize(
    ("stats", "by_level"), [({}, (0, 0, -1, -2)), ({"perks": {"Rugged Movement": 1}}, (0, 0, 0, -1))]
)
def test_damage_of_the_defender(stats: dict[str, Any], by_level: tuple[int, ...]) -> None:
    for boxes, worth in enumerate(by_level, 1):
        played = shoot(duel(blue={"boxes": boxes, "stats": stats}), "LAC", (2, 2), (5, 1))
        assert sum(lines(played, "defense").values()) == worth


@pytest.mark.rule("fieldmanual.stun")
@pytest.mark.parametrize(("band", "worth"), [(TOP, -1), (COMBAT, 0), (STATIONARY, 0)])
def test_a_stun_counter_hinders_only_who_profits_from_its_speed(band: str, worth: int) -> None:
    state = duel(blue={"band": band, "tokens": {STUN: 1}, "actions": 0})
    assert lines(shoot(state, "LAC", (2, 2), (5, 1)), "defense").get("stun", 0) == worth


@pytest.mark.rule("fieldmanual.stun")
def test_a_stunned_attacker_is_hindered_at_any_speed() -> None:
    assert lines(shoot(duel(red={"tokens": {STUN: 1}}), "LAC", (2, 2), (5, 1)), "attack")["stun"] == -1


@pytest.mark.rule("fieldmanual.flaw-defective-fire-control")
@pytest.mark.parametrize(("rating", "dice"), [(1, (3,)), (2, (5, 3)), (3, (5, 3))])
def test_defective_fire_control_takes_dice_down_to_an_unskilled_roll(rating: int, dice: tuple[int, ...]) -> None:
    state = duel(red={"stats": {"flaws": {"Defective Fire Control": rating}}})
    played = shoot(state, "LAC", dice, (1, 1))
    assert margins(played) == [4]


@pytest.mark.rule("fieldmanual.ranged-defense", "fieldmanual.perk-ird")
@pytest.mark.parametrize(
    ("facing", "perks", "worth"),
    [(270, {}, 0), (0, {}, 0), (180, {}, 0), (1, {}, -1), (90, {}, -1), (90, {"Improved Rear Defense": 1}, 0)],
)
def test_what_comes_from_behind_is_harder_to_dodge(facing: float, perks: dict[str, int], worth: int) -> None:
    played = shoot(duel(blue={"facing": facing, "stats": {"perks": perks}}), "LAC", (2, 2), (5, 1))
    assert lines(played, "defense").get("ranged-defense", 0) == worth


@pytest.mark.rule("fieldmanual.ranged-defense")
def test_who_has_no_lock_to_the_attacker_dodges_worse() -> None:
    wood = piece("area", (20, 9, 28, 14), 3, rating="medium")
    state = duel(10, wood, red={"band": STATIONARY, "stats": {"detect": 9}}, blue={"stats": {"detect": 0}})
    assert lines(shoot(state, "LAC", (2, 2), (5, 1)), "defense").get("ranged-defense", 0) == -1


@pytest.mark.rule("fieldmanual.ranged-defense")
@pytest.mark.parametrize(("above", "worth"), [(2, 0), (2.001, -1)])
def test_who_stands_more_than_two_inches_above_the_top_fires_from_above(above: float, worth: int) -> None:
    state = duel(10)
    state.units["red-1"].z = state.units["blue-1"].body.top + mils(above)
    assert lines(shoot(state, "LAC", (2, 2), (5, 1)), "defense").get("ranged-defense", 0) == worth


@pytest.mark.rule("fieldmanual.perk-ams")
@pytest.mark.parametrize(("weapon", "dice"), [("LAC", 2), ("LRP/24", 4)])
def test_an_anti_missile_system_adds_two_dice_against_rockets(weapon: str, dice: int) -> None:
    state = duel(6, blue={"stats": {"perks": {"Anti-Missile System": 1}}})
    played = shoot(state, weapon, (2, 2), (1,) * dice)
    assert len(played.rolls[1].check((1,) * dice)) == dice


@pytest.mark.rule("fieldmanual.mode-static")
def test_what_never_moves_counts_as_having_rolled_three() -> None:
    state = duel(10, blue={"card": "hac-turret"})
    played = shoot(state, "LAC", (6, 6))
    assert (margins(played), model(played).boxes) == ([5], 1)


@pytest.mark.rule("fieldmanual.extra-actions-dice")
def test_further_actions_add_dice_up_to_the_attack_skill() -> None:
    state = duel(red={"actions": 4})
    assert refused(state, extra=3) == "extra"
    assert refused(duel(red={"actions": 2}), extra=2) == "no-action"
    played = shoot(state, "LAC", (2, 2, 3, 4), (5, 1), extra=2)
    assert played.state.units["red-1"].actions == 1


@pytest.mark.rule("fieldmanual.one-shot-per-weapon", "fieldmanual.action-costs")
def test_a_weapon_attacks_once_a_round_and_for_an_action() -> None:
    played = shoot(duel(red={"actions": 2}), "LAC", (2, 2), (5, 1))
    state = played.state
    assert (state.units["red-1"].actions, state.units["red-1"].token(FIRED)) == (1, 1)
    assert refused(state) == "used"
    assert refused(state, "LRP/24") == ""
    state.units["red-1"].actions = 0
    assert refused(state, "LRP/24") == "no-action"


@pytest.mark.rule("fieldmanual.one-shot-per-weapon")
def test_an_action_of_a_command_point_may_fire_it_again() -> None:
    state = duel(red={"actions": 1, "fired": ["LAC"]})
    assert refused(state) == "used"
    assert state.activation is not None
    state.activation.extra = True
    assert refused(state) == ""


@pytest.mark.rule("fieldmanual.wt-melee", "fieldmanual.one-shot-per-weapon")
@pytest.mark.parametrize(("weapon", "distance", "code"), [("APGL", 3, ""), ("APGL", 3.001, "used"), ("LAC", 3, "used")])
def test_weapons_for_melee_fire_again_within_melee_range_alone(weapon: str, distance: float, code: str) -> None:
    assert refused(duel(distance, red={"actions": 2, "fired": [weapon]}), weapon) == code


@pytest.mark.rule("fieldmanual.wt-stabilizer")
@pytest.mark.parametrize(("band", "code"), [(STATIONARY, ""), (COMBAT, "stabilizer"), ("reverse", "stabilizer")])
def test_a_stabilizer_needs_a_stationary_model(band: str, code: str) -> None:
    assert refused(duel(red={"band": band, "stats": weapons("HFM|F|||||Stab")}), "HFM") == code


@pytest.mark.rule("fieldmanual.wt-ai")
@pytest.mark.parametrize(("card", "worth"), [("jager", 0), ("infantry-squad-proposed", 2)])
def test_weapons_made_for_infantry(card: str, worth: int) -> None:
    state = duel(6, blue={"card": card, "team": "blue-1" if "infantry" in card else "", "mode": "W"})
    found = lines(shoot(state, "APGL", (2, 2), (5, 1)), "attack")
    assert found.get("wt-ai", 0) == worth


@pytest.mark.rule("fieldmanual.wt-guided", "fieldmanual.flaw-traceable-emissions")
@pytest.mark.parametrize(
    ("tokens", "flaws", "worth"),
    [
        ({}, {}, 0),
        ({"designated:red-2": 1}, {}, 1),
        ({"designated:blue-2": 1}, {}, 0),
        ({}, {"Traceable Emissions": 1}, 1),
    ],
)
def test_guided_weapons_follow_the_designator_of_a_friend(tokens: Any, flaws: Any, worth: int) -> None:
    state = duel(10, red={"stats": weapons("AGM|F")}, blue={"tokens": tokens, "stats": {"flaws": flaws}})
    put(state, "red-2", "jager", 4, 4)
    put(state, "blue-2", "jager", 4, 40)
    assert lines(shoot(state, "AGM", (2, 2), (5, 1)), "attack").get("wt-guided", 0) == worth


@pytest.mark.rule("fieldmanual.wt-mb")
@pytest.mark.parametrize(("distance", "multiplier"), [(10, 16), (15, 14), (30, 12)])
def test_power_fades_with_each_band(distance: float, multiplier: int) -> None:
    state = duel(distance, red={"stats": weapons("LLC|F||12/24/inf")})
    (met,) = shoot(state, "LLC", (6, 6), (2, 1)).of(AttackMet)
    assert met.multiplier == multiplier


@pytest.mark.rule("fieldmanual.wt-mb")
def test_power_never_falls_below_nothing() -> None:
    state = duel(30, red={"stats": weapons("LLC|F||12/24/inf|x3|||")})
    (met,) = shoot(state, "LLC", (6, 6), (2, 1)).of(AttackMet)
    assert met.multiplier == 0


@pytest.mark.rule("fieldmanual.wt-link")
def test_linked_weapons_roll_once_and_are_dodged_one_by_one() -> None:
    state = duel(10, red={"stats": weapons("HAC|F|||||Link;HAC|F|||||Link;HAC|F|||||Link;LAC|F")})
    played = shoot(state, "HAC", (6, 2), (4, 1), (6, 1), (2, 1), linked=True)
    assert margins(played) == [3, 1, 5]
    assert state.units["red-1"].fired == ["HAC", "HAC 2", "HAC 3"]
    assert model(played).status == "dead" or model(played).boxes == 4


@pytest.mark.rule("fieldmanual.wt-link", "fieldmanual.damage")
def test_results_of_linked_weapons_are_never_added_for_overkill() -> None:
    state = duel(10, red={"stats": weapons("HAC|F|||x15||Link;HAC|F|||x15||Link")})
    played = shoot(state, "HAC", (6, 2), (5, 1), (5, 1), linked=True)
    assert (margins(played), model(played).boxes, model(played).status) == ([2, 2], 4, "fielded")


@pytest.mark.rule("fieldmanual.wt-link")
def test_a_link_needs_another_weapon_that_is_ready() -> None:
    state = duel(10, red={"stats": weapons("HAC|F|||||Link;HAC|F|||||Link;LAC|F"), "lost": ["HAC 2"]})
    assert refused(state, "HAC", linked=True) == "link"
    assert refused(state, "LAC", linked=True) == "link"
    state.units["red-1"].lost = []
    assert refused(state, "HAC", linked=True) == ""


@pytest.mark.rule("fieldmanual.wt-link", "fieldmanual.cp-parting-shot", "fieldmanual.one-shot-per-weapon")
def test_a_parting_shot_fires_a_whole_link_again() -> None:
    rows = "HAC|F|||||Link;HAC|F|||||Link"
    state = duel(10, red={"stats": weapons(rows), "fired": ["HAC", "HAC 2"], "actions": 0})
    assert refused(state, "HAC", linked=True) == "used"
    assert code_of(refuse_attack(state, Attack("red-1", "HAC", "blue-1", linked=True), PARTING)) == ""


@pytest.mark.rule("fieldmanual.weapon-traits-scope")
def test_a_card_may_give_a_weapon_other_traits_than_the_tables() -> None:
    plain, given = weapons("LAC|F")["weapons"][0], weapons("LAC|F|||||R,Stab,AP")["weapons"][0]
    assert (set(plain.weapon.traits), set(given.weapon.traits)) == (set(), {"R", "Stab", "AP"})
    state = duel(red={"stats": weapons("LAC|F|||||R,Stab,AP")})
    assert refused(state) == "stabilizer"
    state.units["red-1"].band = STATIONARY
    played = shoot(state, "LAC", (4, 1), (6, 1))
    assert (margins(played), model(played).boxes) == ([0], 1)
