"""Attacks: accuracy and its modifiers, locks, evasion, weapons that fire together."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import DiceSource, all_outcomes
from gearlock.kernel.view import Modifier
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.advice.previews import PREVIEWS
from gearlock.systems.hex100.attacks.attack import (
    Attack,
    Bombard,
    Fired,
    accuracy_modifiers,
    combined,
    number_to_evade,
    number_to_hit,
    take_aim,
)
from gearlock.systems.hex100.damage.units_hit import Struck
from gearlock.systems.hex100.equipment import find_weapon
from systems.hex100.kit import NE, NW, SE, E, Position, W, at, code, events, machine, plain

MORTAR = machine("cobra-ka1", ["mortar"], ["basic-sensor-suite"])
CROC = "crocodile-lasers"


def number(position: Position, token: str, unit: str = "red-1", target: str = "blue-1") -> int:
    state = position.state
    found = find_weapon(state, state.units[unit], token)
    assert found is not None
    enemy = state.units[target]
    return number_to_hit(state, take_aim(state, state.units[unit], found[1], enemy, enemy.hex))


@pytest.mark.rule("hex100.modifier-stacking")
def test_bonuses_of_one_source_do_not_add_up_and_of_two_sources_do() -> None:
    five, ten = Modifier(5, "five"), Modifier(10, "ten")
    assert sum(line.value for line in combined([("equipment", five), ("equipment", ten)])) == 10
    assert sum(line.value for line in combined([("ability", five), ("equipment", ten)])) == 15


@pytest.mark.rule("hex100.modifier-negative")
def test_the_best_bonus_and_the_worst_penalty_of_a_source_are_combined() -> None:
    lines = [("environment", Modifier(value, "")) for value in (-10, -30, 5, 10)]
    assert sorted(line.value for line in combined(lines)) == [-30, 10]
    assert combined([("environment", Modifier(-10, "")), ("environment", Modifier(-20, ""))])[0].value == -20


@pytest.mark.rule("hex100.attr-indirect-fire")
@pytest.mark.parametrize(("locked", "needed"), [(True, 70), (False, 40)])
def test_a_mortar_without_line_of_sight_hits_on_40_and_on_a_lock_on_70(locked: bool, needed: int) -> None:
    position = Position("....BB....\n....BB....\n....BB....", [(MORTAR, (2, 1), E)], [("tegu-siege", (7, 1), W)])
    if locked:
        position.unit("red-1").lock = "blue-1"
    assert not position.state.land.is_clear(at(2, 1), at(7, 1))
    assert number(position, "mortar") == needed


@pytest.mark.rule("hex100.attr-indirect-fire")
def test_with_a_line_of_sight_a_mortar_fires_without_penalty() -> None:
    assert number(Position(plain(), [(MORTAR, (2, 1), E)], [("tegu-siege", (7, 1), W)]), "mortar") == 60


@pytest.mark.rule("hex100.locking-common", "hex100.modifier-exceptions", "hex100.fcs-rapid-fire")
def test_a_lock_adds_ten_and_fire_control_comes_on_top() -> None:
    gunner = machine("cobra-ka1", ["mk1-e-lancer-cannon:he rounds"], ["basic-fcs-extension", "rapid-fire-fcs"], ["hmg"])
    position = Position(plain(), [(gunner, (1, 1), E)], [("tegu-siege", (4, 1), W)])
    assert number(position, "mk1-e-lancer-cannon") == 70
    assert number(position, "hmg") == 55
    position.unit("red-1").lock = "blue-1"
    assert number(position, "mk1-e-lancer-cannon") == 80
    assert number(position, "hmg") == 50 + 5 + 15


@pytest.mark.rule("hex100.attr-tracking", "hex100.fcs-main-gun", "hex100.lock-guided")
def test_tracking_takes_the_place_of_the_bonus_of_a_lock() -> None:
    position = Position(plain(), [("tegu-siege", (1, 1), E)], [(CROC, (6, 1), W)])
    assert number(position, "r-120-tank-gun") == 80
    position.unit("red-1").lock = "blue-1"
    assert number(position, "r-120-tank-gun") == 75 + 5 + 15
    smart = machine("cobra-ka1", [], [], ["smart-gun"])
    position = Position(plain(), [(smart, (1, 1), E)], [(CROC, (3, 1), W)])
    position.unit("red-1").lock = "blue-1"
    assert number(position, "smart-gun") == 95


@pytest.mark.rule("hex100.fcs-basic")
def test_basic_fire_control_helps_ranged_attacks_and_not_blows() -> None:
    position = Position(plain(), [("errant-knight", (1, 1), E)], [(CROC, (2, 1), W)])
    assert number(position, "rocket-pod") == 65
    assert number(position, "mace:bash") == 75


@pytest.mark.rule("hex100.concealment", "hex100.terrain-characteristics")
@pytest.mark.parametrize(
    ("drawing", "lost"),
    [("......", 0), (".....w", 10), ("...w..", 10), (".w.w.w", 10), ("w.....", 0), (".....W", 20), ("..w..W", 20)],
)
def test_the_greatest_concealment_in_or_before_the_target_counts(drawing: str, lost: int) -> None:
    position = Position(drawing, [(CROC, (0, 0), E)], [(CROC, (5, 0), W)])
    assert number(position, "crocodile-combat-laser") == 90 - lost


@pytest.mark.rule("hex100.concealment", "hex100.los-blocking")
def test_a_line_along_a_hexside_is_concealed_by_the_thinner_of_the_two_hexes() -> None:
    position = Position("...\nw..\n...", [(CROC, (1, 0), E)], [(CROC, (1, 2), W)])
    assert number(position, "crocodile-combat-laser") == 90
    position = Position("...\nww.\n...", [(CROC, (1, 0), E)], [(CROC, (1, 2), W)])
    assert number(position, "crocodile-combat-laser") == 80


@pytest.mark.rule("hex100.core-mechanic", "hex100.stat-accuracy")
@pytest.mark.parametrize(("face", "hits"), [(89, 1), (90, 0), (0, 1), (99, 0)])
def test_a_roll_under_the_number_hits_and_the_number_itself_misses(face: int, hits: int) -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [("tegu-siege", (3, 0), W)])
    battle = position.play((face,), *([(99,)] if hits else []))
    battle.answer("red", Attack("red-1", ("crocodile-combat-laser",), "contact-1"))
    assert events(battle, Fired)[0].number == 90
    assert events(battle, Fired)[0].hits == hits


@pytest.mark.rule("hex100.attr-homing", "hex100.lock-guided")
def test_homing_fire_on_a_lock_hits_by_itself_and_cannot_be_evaded() -> None:
    position = Position(plain(), [("cobra-hunter", (0, 0), E)], [(CROC, (6, 0), W)])
    position.unit("red-1").lock = "blue-1"
    position.unit("blue-1").focus = "evasion"
    battle = position.play((99,))
    battle.answer("red", Attack("red-1", ("hunter-killer-missile",), "contact-1"))
    fired = events(battle, Fired)[0]
    assert (fired.hits, fired.faces, fired.evaded) == (1, (), 0)
    assert position.state.units["blue-1"].hp == 32 - 10


@pytest.mark.rule("hex100.attr-homing")
def test_homing_fire_without_a_lock_is_poor_and_may_be_evaded() -> None:
    position = Position(plain(), [("cobra-hunter", (0, 0), E)], [(CROC, (6, 0), W)])
    position.unit("blue-1").focus = "evasion"
    assert number(position, "hunter-killer-missile") == 20
    battle = position.play((19,), (49,))
    battle.answer("red", Attack("red-1", ("hunter-killer-missile",), "contact-1"))
    assert events(battle, Fired)[0].evaded == 1
    assert position.state.units["blue-1"].hp == 32


@pytest.mark.rule("hex100.networks", "hex100.attr-data-link", "hex100.integrated-data-link")
def test_a_lock_of_an_ally_counts_in_a_network_only() -> None:
    red = [("cloudburst-scout", (0, 0), E), ("cloudburst-scout", (0, 2), E), (CROC, (0, 4), E)]
    position = Position(plain(), list(red), [("tegu-siege", (4, 2), W)])
    position.unit("red-2").lock = "blue-1"
    assert number(position, "medium-auto-cannon", "red-1") == 70
    assert number(position, "crocodile-combat-laser", "red-3") == 90
    position.unit("red-2").lock, position.unit("red-3").lock = "", "blue-1"
    assert number(position, "medium-auto-cannon", "red-1") == 60


@pytest.mark.rule("hex100.focus-evasion", "hex100.stat-agility", "hex100.arc-armour")
@pytest.mark.parametrize(("facing", "chance"), [(W, 50), (NW, 50), (E, 0), (NE, 0), (SE, 0)])
def test_the_evasion_focus_dodges_what_comes_through_the_front_arc(facing: int, chance: int) -> None:
    position = Position(plain(), [("tegu-siege", (0, 0), E)], [(CROC, (5, 0), facing)])
    blue = position.unit("blue-1")
    blue.focus = "evasion"
    found = find_weapon(position.state, position.unit("red-1"), "r-120-tank-gun")
    assert found is not None
    aim = take_aim(position.state, position.unit("red-1"), found[1], blue, blue.hex)
    assert number_to_evade(position.state, aim) == chance
    blue.focus = ""
    assert number_to_evade(position.state, aim) == 0


@pytest.mark.rule("hex100.attr-graze")
def test_an_evaded_beam_still_grazes_and_does_not_penetrate() -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [(CROC, (5, 0), W)])
    position.unit("blue-1").focus = "evasion"
    battle = position.play((0,), (0,))
    battle.answer("red", Attack("red-1", ("crocodile-combat-laser",), "contact-1"))
    assert [(event.damage, event.how) for event in events(battle, Struck)] == [(2, "graze")]


@pytest.mark.rule("hex100.stat-rof", "hex100.attack-sequence")
def test_every_shot_of_the_rate_of_fire_is_rolled_for_itself() -> None:
    position = Position(plain(), [("cobra-hunter", (0, 0), E)], [(CROC, (3, 0), W)])
    battle = position.play((59, 60), (4,), (3,))
    battle.answer("red", Attack("red-1", ("light-auto-cannon",), "contact-1"))
    assert events(battle, Fired)[0].hits == 1
    assert [(event.damage, event.critical, event.hardpoint) for event in events(battle, Struck)] == [(2, 1, 3)]


@pytest.mark.rule("hex100.linked-fire", "hex100.attr-linked", "hex100.focus-fire-control")
def test_two_like_linked_weapons_fire_together_under_fire_control_only() -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [("tegu-siege", (5, 0), W)])
    pair = Attack("red-1", ("crocodile-combat-laser", "crocodile-combat-laser#2"), "contact-1")
    assert code(position.play(), "red", pair) == "not-together"
    position = Position(plain(), [(CROC, (0, 0), E)], [("tegu-siege", (5, 0), W)])
    position.unit("red-1").focus = "fire-control"
    battle = position.play((0,), (99,), (0,), (99,))
    battle.answer("red", pair)
    assert len(events(battle, Fired)) == 2
    assert battle.state.units["red-1"].pool["attack"] == 0
    mixed = Attack("red-1", ("crocodile-combat-laser", "swarmer-micro-missiles"), "contact-1")
    position = Position(plain(), [(CROC, (0, 0), E)], [("tegu-siege", (5, 0), W)])
    position.unit("red-1").focus = "fire-control"
    assert code(position.play(), "red", mixed) == "not-together"


@pytest.mark.rule("hex100.co-axial", "hex100.type-co-axial")
def test_all_weapons_of_a_co_axial_mount_fire_with_one_action() -> None:
    position = Position(plain(), [("cloudburst-scout", (0, 0), E)], [(CROC, (4, 0), W)])
    battle = position.play((99, 99), (99, 99))
    battle.answer("red", Attack("red-1", ("medium-auto-cannon", "light-auto-cannon"), "contact-1"))
    assert [event.weapon for event in events(battle, Fired)] == ["medium-auto-cannon", "light-auto-cannon"]
    assert code(battle, "red", Attack("red-1", ("gauss-rifle",), "contact-1")) == "no-action-left"


@pytest.mark.rule("hex100.pintle", "hex100.commander-pintle", "hex100.type-pintle", "hex100.commander-timing")
def test_the_commander_fires_the_pintle_and_nothing_else() -> None:
    position = Position(plain(), [("tegu-siege", (0, 0), E)], [(CROC, (3, 0), W)])
    battle = position.play((99, 99, 99, 99, 99))
    assert code(battle, "red", Attack("red-1", ("r-120-tank-gun",), "contact-1", "commander")) == "not-on-pintle"
    battle.answer("red", Attack("red-1", ("hmg",), "contact-1", "commander"))
    pool = battle.state.units["red-1"].pool
    assert (pool["attack"], pool["commander"]) == (1, 0)
    assert code(battle, "red", Attack("red-1", ("hmg",), "contact-1", "attack")) == "used"


@pytest.mark.rule("hex100.once-per-turn")
def test_with_two_attack_actions_two_weapons_fire_once_each_and_none_twice() -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [("tegu-siege", (5, 0), W)])
    laser = Attack("red-1", ("crocodile-combat-laser",), "contact-1")
    battle = position.play((99,), (99,))
    battle.answer("red", laser)
    assert code(battle, "red", laser) == "used"
    battle.answer("red", Attack("red-1", ("crocodile-combat-laser#2",), "contact-1"))
    assert battle.state.units["red-1"].used == ["crocodile-combat-laser", "crocodile-combat-laser#2"]


@pytest.mark.rule("hex100.attr-limited-ammo")
def test_one_attack_action_is_one_use_of_limited_ammunition() -> None:
    position = Position(plain(), [("cobra-hunter", (0, 0), E)], [(CROC, (5, 0), W)])
    battle = position.play((99,))
    battle.answer("red", Attack("red-1", ("hunter-killer-missile",), "contact-1"))
    assert battle.state.units["red-1"].uses == {"hunter-killer-missile": 0}
    position = Position(plain(), [("cobra-hunter", (0, 0), E)], [(CROC, (5, 0), W)])
    position.unit("red-1").uses["hunter-killer-missile"] = 0
    battle = position.play()
    assert code(battle, "red", Attack("red-1", ("hunter-killer-missile",), "contact-1")) == "empty"


@pytest.mark.rule("hex100.attack-action", "hex100.stat-range", "hex100.los-blocking")
def test_targets_must_be_known_in_range_and_in_sight() -> None:
    position = Position("......B......", [(CROC, (0, 0), E)], [(CROC, (5, 0), W), ("tegu-siege", (12, 0), W)])
    battle = position.play()
    seen, blip = position.state.contacts["red"]["blue-1"], position.state.contacts["red"]["blue-2"]
    assert code(battle, "red", Attack("red-1", ("crocodile-combat-laser",), seen)) == ""
    assert code(battle, "red", Attack("red-1", ("swarmer-micro-missiles",), blip)) == "out-of-range"
    assert code(battle, "red", Attack("red-1", ("crocodile-combat-laser",), "contact-9")) == "no-such-contact"
    assert code(battle, "red", Attack("red-1", ("crocodile-combat-laser",), "blue-1")) == "no-such-contact"
    assert code(battle, "red", Attack("red-1", (), seen)) == "no-such-weapon"
    assert code(battle, "red", Attack("red-1", ("mace:bash",), seen)) == "no-such-weapon"
    position = Position("..B..", [(CROC, (0, 0), E)], [("tegu-siege", (4, 0), W)])
    assert code(position.play(), "red", Attack("red-1", ("crocodile-combat-laser",), "contact-1")) == "no-line-of-sight"


@pytest.mark.rule("hex100.minimum-range")
def test_a_howitzer_has_a_minimum_range_and_a_storm_mortar_one_for_indirect_fire_alone() -> None:
    position = Position(plain(), [("cobra-howitzer", (0, 0), E)], [(CROC, (3, 0), W), (CROC, (4, 0), W)])
    battle = position.play()
    assert code(battle, "red", Attack("red-1", ("light-howitzer",), "contact-1")) == "too-near"
    assert code(battle, "red", Attack("red-1", ("light-howitzer",), "contact-2")) == ""
    position = Position(".B..", [("squire-storm", (0, 0), E), (CROC, (2, 0), E)], [(CROC, (3, 0), W)])
    assert code(position.play(), "red", Attack("red-1", ("storm-mortar",), "contact-1")) == "too-near"
    position = Position("....", [("squire-storm", (0, 0), E)], [(CROC, (3, 0), W)])
    assert code(position.play(), "red", Attack("red-1", ("storm-mortar",), "contact-1")) == ""


@pytest.mark.rule("hex100.stat-melee", "hex100.universal-melee")
def test_a_blow_reaches_the_adjacent_hex_in_any_direction_and_ignores_concealment() -> None:
    position = Position(".W..", [(CROC, (2, 0), E)], [(CROC, (1, 0), W), (CROC, (0, 0), W)])
    assert number(position, "universal-melee-attack") == 50
    far = Attack("red-1", ("universal-melee-attack",), position.state.contacts["red"].get("blue-2", ""))
    battle = position.play((49,), (9,), (0,))
    assert code(battle, "red", far) in ("not-adjacent", "no-such-contact")
    battle.answer("red", Attack("red-1", ("universal-melee-attack",), position.state.contacts["red"]["blue-1"]))
    struck = events(battle, Struck)[0]
    assert (struck.damage, struck.critical) == (5 - 1, 1)  # dense woods give cover 1


@pytest.mark.rule("hex100.universal-melee", "hex100.tank-overview")
def test_tanks_have_no_blow() -> None:
    position = Position(plain(), [("tegu-siege", (0, 0), E)], [(CROC, (1, 0), W)])
    assert code(position.play(), "red", Attack("red-1", ("universal-melee-attack",), "contact-1")) == "no-such-weapon"


@pytest.mark.rule("hex100.focus-melee")
def test_the_melee_focus_strikes_with_both_arms_in_one_action() -> None:
    position = Position(plain(), [("big-guye-brawler", (0, 0), E)], [(CROC, (1, 0), W)])
    both = Attack("red-1", ("chain-blade:grind", "mace:bash"), "contact-1")
    assert code(position.play(), "red", both) == "not-together"
    position = Position(plain(), [("big-guye-brawler", (0, 0), E)], [(CROC, (1, 0), W)])
    position.unit("red-1").focus = "melee"
    battle = position.play((59,), (99,), (74,), (99,), (0,))
    battle.answer("red", both)
    assert [event.damage for event in events(battle, Struck)] == [12, 10]
    assert code(battle, "red", Attack("red-1", ("universal-melee-attack", "mace:bash"), "contact-1")) != ""


@pytest.mark.rule("hex100.attr-slash")
def test_a_slash_strikes_every_enemy_in_the_three_hexes_ahead_with_a_roll_each() -> None:
    red = [("big-guye-brawler", (2, 2), E), (CROC, (2, 3), E)]
    blue = [(CROC, (3, 2), W), (CROC, (2, 1), W), (CROC, (1, 2), W)]
    position = Position(plain(), list(red), list(blue))
    names = position.state.contacts["red"]
    battle = position.play((0,), (99,), (99,))
    assert code(battle, "red", Attack("red-1", ("mace:sweep",), names["blue-3"])) == "not-ahead"
    battle.answer("red", Attack("red-1", ("mace:sweep",), names["blue-1"]))
    assert [event.target for event in events(battle, Fired)] == ["blue-1", "blue-2"]


@pytest.mark.rule("hex100.buckler", "hex100.focus-defence")
def test_a_buckler_under_the_defence_focus_parries_blows_from_the_front() -> None:
    fencer = machine("crocodile-mk2", [], [], ["buckler"])
    position = Position(plain(), [(CROC, (0, 0), E)], [(fencer, (1, 0), W)])
    assert number(position, "universal-melee-attack") == 50
    position.unit("blue-1").focus = "defence"
    assert number(position, "universal-melee-attack") == 0
    position.unit("blue-1").facing = E
    assert number(position, "universal-melee-attack") == 50


@pytest.mark.rule("hex100.attack-action")
def test_only_blast_weapons_are_fired_at_ground() -> None:
    position = Position(plain(), [("tegu-siege", (0, 0), E)], [(CROC, (4, 0), W)])
    battle = position.play()
    assert code(battle, "red", Bombard("red-1", "hmg", *at(2, 0))) == "no-blast"
    assert code(battle, "red", Bombard("red-1", "r-120-tank-gun", *at(5, 2))) == ""
    assert code(battle, "red", Bombard("red-1", "r-120-tank-gun", 5, -3)) == "off-map"
    assert code(battle, "red", Bombard("red-1", "r-120-tank-gun", *at(9, 2))) == "out-of-range"


@pytest.mark.rule("hex100.stat-penetration", "hex100.attack-sequence")
def test_exact_odds_are_what_the_rules_do_on_every_roll_of_the_dice() -> None:
    order = Attack("red-1", ("crocodile-combat-laser",), "contact-1")

    position = Position("....", [(CROC, (0, 0), E)], [(machine("predator-1e"), (3, 0), W)])
    position.unit("blue-1").hp = 6

    def run(dice: DiceSource) -> tuple[int, int]:
        battle = Battle.begin(SYSTEM, position.setup, dice, position.state.clone())
        battle.answer("red", order)
        unit = battle.state.units["blue-1"]
        return 6 - unit.hp, unit.critical

    frequencies = all_outcomes(run)
    odds = PREVIEWS.preview(position.state, "red", order).odds
    assert odds is not None
    assert frequencies == {(0, 0): Fraction(10, 100), (6, 0): Fraction(81, 100), (6, 1): Fraction(9, 100)}
    assert odds.p_hit == pytest.approx(0.9)
    assert odds.damage == pytest.approx({0: 0.1, 6: 0.9})
    assert odds.p_crippled == pytest.approx(0.9)  # who is destroyed at once counts too
    assert odds.p_destroyed == pytest.approx(0.9)


@pytest.mark.rule("hex100.stat-accuracy")
def test_the_preview_shows_the_very_lines_of_the_roll() -> None:
    position = Position("....w", [(CROC, (0, 0), E)], [("tegu-siege", (4, 0), W)])
    found = find_weapon(position.state, position.unit("red-1"), "crocodile-combat-laser")
    assert found is not None
    blue = position.unit("blue-1")
    aim = take_aim(position.state, position.unit("red-1"), found[1], blue, blue.hex)
    shown = PREVIEWS.preview(position.state, "red", Attack("red-1", ("crocodile-combat-laser",), "contact-1"))
    assert list(shown.attack[1:]) == accuracy_modifiers(position.state, aim)
    assert shown.attack[0].value + sum(line.value for line in shown.attack[1:]) == 80
    assert [(line.value, line.label) for line in shown.defence] == [(-2, "front armour")]
