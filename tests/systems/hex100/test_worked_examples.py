"""The worked examples of the book, played by the program."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gearlock.kernel.coverage import cited_by_tests
from gearlock.kernel.rulebook import load_rulebook
from gearlock.kernel.view import Modifier
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.actions import ActionsSpent
from gearlock.systems.hex100.attacks.attack import Attack, Fired, HoldBack, Reserve, combined, number_to_hit, take_aim
from gearlock.systems.hex100.damage.damage import reduction_modifiers
from gearlock.systems.hex100.damage.units_hit import Struck
from gearlock.systems.hex100.defenses import Intercept
from gearlock.systems.hex100.detection.sight import vision
from gearlock.systems.hex100.equipment import find_weapon, refuse_another_move
from gearlock.systems.hex100.forces.cards import items, mount_size, units
from gearlock.systems.hex100.forces.force_building import machine_faults
from gearlock.systems.hex100.forces.loadout import Loadout
from gearlock.systems.hex100.movement.moving import Move, Rammed, stride
from gearlock.systems.hex100.networks import e_war, resistance_to_lock
from gearlock.systems.hex100.weapons import strain
from systems.hex100.kit import E, Place, Position, W, code, east, events, machine, plain

HERE = Path(__file__)
EXAMPLES: list[dict[str, Any]] = tomllib.loads(HERE.with_name("worked-examples.toml").read_text("utf-8"))["example"]
BY_ID = {example["id"]: example for example in EXAMPLES}
CROC, TEGU = machine("crocodile-mk2"), machine("tegu-mbt")
FAR: Place = (TEGU, (15, 8), W)
Case = dict[str, Any]


def cases(*names: str) -> pytest.MarkDecorator:
    """Examples by id, each as what is given and what is to come of it."""
    rows = [(BY_ID[name]["given"], BY_ID[name]["expect"]) for name in names]
    return pytest.mark.parametrize(("given", "expect"), rows, ids=names)


@cache
def _cited() -> dict[str, tuple[str, ...]]:
    return cited_by_tests(HERE.parents[2])


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_every_example_is_played_here_by_a_test_of_its_rule(example: Case) -> None:
    assert example["rule"] in load_rulebook(SYSTEM.package)
    assert any(proof.startswith("tests/systems/hex100/test_worked_examples.py") for proof in _cited()[example["rule"]])
    assert f'"{example["id"]}"' in HERE.read_text("utf-8"), "no test here plays it"


def test_all_19_examples_are_here() -> None:
    assert len(BY_ID) == len(EXAMPLES) == 19


@pytest.mark.rule("hex100.modifier-stacking")
@cases("stacking-same-source", "stacking-two-sources")
def test_bonuses_of_one_source_do_not_add_up_and_those_of_two_do(given: Case, expect: Case) -> None:
    lines = [(source, Modifier(value, source, "")) for source, values in given.items() for value in values]
    assert sum(line.value for line in combined(lines)) == expect["accuracy_bonus"]


@pytest.mark.rule("hex100.armour-rules")
@cases("heavy-ablative")
def test_the_heavy_version_of_an_armour_adds_nothing_to_the_light_one(given: Case, expect: Case) -> None:
    for worn in ([given["armour"]], [given["armour"], given["never_with"]]):
        made = machine("crocodile-mk2", [], [], [], [], worn)
        assert Loadout(made).full_hp - units()["crocodile-mk2"].hp == expect["hp_bonus"]


@pytest.mark.rule("hex100.armour-rules")
@cases("one-armour-type")
def test_a_unit_mounts_one_kind_of_armour(given: Case, expect: Case) -> None:
    assert sum(items()[each].size for each in given["armour"]) <= units()["crocodile-mk2"].hardpoints[-1].size
    assert (not machine_faults(machine("crocodile-mk2", [], [], [], [], given["armour"]))) == expect["legal"]
    assert not machine_faults(machine("crocodile-mk2", [], [], [], [], given["armour"][:1]))


@pytest.mark.rule("hex100.hardpoint-capacity")
@cases("hardpoint-two-size-two", "hardpoint-four-size-one", "hardpoint-one-size-four")
def test_a_hardpoint_holds_what_its_size_allows(given: Case, expect: Case) -> None:
    full = machine("tegu-mbt", given["items"])
    assert full.unit.hardpoints[0].size == given["hardpoint"]
    assert [mount_size(mount) for mount in full.mounts] == given["sizes"]
    assert (not machine_faults(full)) == expect["fits"]
    assert machine_faults(machine("tegu-mbt", [*given["items"], "hmg"]))


@pytest.mark.rule("hex100.once-per-turn")
@cases("one-weapon-twice")
def test_two_attack_actions_fire_two_weapons_once_each(given: Case, expect: Case) -> None:
    gunner = machine("crocodile-mk2", [], [], ["light-auto-cannon"], ["light-auto-cannon"])
    position = Position(plain(), [(gunner, (0, 4), E)], [(TEGU, (3, 4), W)])
    position.unit("red-1").pool = {"attack": given["attack_actions"]}
    battle = position.play((99, 99))
    first, second = (Attack("red-1", (weapon,), "contact-1") for weapon in given["weapons"])
    battle.answer("red", first)
    assert code(battle, "red", second) == expect["first_then_second"]
    assert code(battle, "red", first) == expect["first_then_first"]


@pytest.mark.rule("hex100.reserve")
@cases("overwatch-cost")
def test_overwatch_is_paid_with_a_utility_and_an_attack_action(given: Case, expect: Case) -> None:
    gunner = machine("crocodile-mk2", [], [], ["light-auto-cannon"])
    position = Position(plain(), [(gunner, (0, 4), E)], [FAR])
    position.unit("red-1").pool = dict(given["pool"])
    battle = position.play()
    battle.answer("red", HoldBack("red-1", "attack"))
    battle.answer("red", Reserve("red-1", "attack", ("light-auto-cannon",), "moves"))
    assert [list(event.actions) for event in events(battle, ActionsSpent)] == [expect["spent"]]


@pytest.mark.rule("hex100.zenith-optics")
@cases("zenith-vision")
def test_advanced_optics_add_to_the_printed_vision_while_they_work(given: Case, expect: Case) -> None:
    position = Position(plain(), [(machine(given["unit"]), (0, 4), E)], [FAR])
    unit = position.unit("red-1")
    assert vision(position.state, unit) == expect["vision"]
    for trouble in ("hacked", "shocked"):
        harmed = unit.clone()
        setattr(harmed, trouble, True)
        assert vision(position.state, harmed) == expect[trouble]


@pytest.mark.rule("hex100.modifier-exceptions")
@cases("shield-passive-plus-active")
def test_armour_shield_and_defence_focus_add_up(given: Case, expect: Case) -> None:
    bearer = machine("crocodile-mk2", [], [], [given["shield"]], [], [given["armour"]])
    position = Position(plain(), [(CROC, (0, 4), E)], [(bearer, (3, 4), W)])
    unit = position.unit("blue-1")
    parts = ("armour", "passive", "active")
    for focus, kept in (("", parts[:2]), ("defence", parts)):
        unit.focus = focus
        lines = reduction_modifiers(position.state, unit, None, given["against"], position.unit("red-1").hex)
        assert [-line.value for line in lines] == [expect[part] for part in kept]
    assert -sum(line.value for line in lines) == expect["total"]


@pytest.mark.rule("hex100.attr-beacon")
@cases("beacon-50", "beacon-70")
def test_a_beacon_has_less_against_locks(given: Case, expect: Case) -> None:
    made = machine(given["unit"], [], [given["module"]]) if given["module"] else machine(given["unit"])
    position = Position(plain(), [(made, (0, 4), E)], [FAR])
    unit = position.unit("red-1")
    unit.resisting = True
    assert e_war(position.state, unit) == resistance_to_lock(position.state, unit) == given["e_war"]
    unit.beacon = True
    assert resistance_to_lock(position.state, unit) == expect["e_war"]
    assert e_war(position.state, unit) == given["e_war"]


@pytest.mark.rule("hex100.ramming")
@cases("ram-six-hexes")
def test_a_ram_does_a_point_for_each_hex_and_takes_half(given: Case, expect: Case) -> None:
    straight, rammer = given["straight"], machine("tegu-mbt", [], ["basic-sensor-suite"])
    position = Position(plain(), [(rammer, (0, 0), E)], [(CROC, (straight + 1, 0), W), FAR])
    contact = position.state.contacts["red"]["blue-1"]
    battle = position.play((expect["number"] - 1,))
    battle.answer("red", Move("red-1", east(position.unit("red-1"), straight), E, ram=contact))
    assert [(event.number, event.damage) for event in events(battle, Rammed)] == [(expect["number"], expect["damage"])]
    front = position.state.machine("red-1").unit.armour.front
    struck = {event.unit: event.damage for event in events(battle, Struck)}
    assert struck == {"blue-1": expect["damage"], "red-1": expect["to_rammer"] - front}


@pytest.mark.rule("hex100.cirrus-skimmer")
@cases("skimmer-mode")
def test_a_skimmer_goes_one_more_twice_over_once(given: Case, expect: Case) -> None:
    cirrus = machine("cirrus-mk2", [], [], ["cirrus-mobility-system"])
    position = Position(plain(), [(cirrus, (0, 4), E)], [FAR])
    unit = position.unit("red-1")
    assert stride(position.state, unit).points == given["movement"]
    unit.gait = "skimmer"
    assert stride(position.state, unit).points == expect["movement"]
    unit.strides = expect["move_actions"] - 1
    assert refuse_another_move(unit) is None
    unit.strides = expect["move_actions"]
    assert refuse_another_move(unit) is not None


@pytest.mark.rule("hex100.weak-optics")
@cases("weak-optics-eight")
def test_weak_optics_lose_ten_for_each_hex_too_far(given: Case, expect: Case) -> None:
    position = Position(plain(), [(machine("fat-mann"), (0, 4), E)], [FAR])
    assert strain(position.state, position.unit("red-1"), given["away"]) == expect["modifier"]


@pytest.mark.rule("hex100.attr-indirect-fire")
@cases("indirect-locked", "indirect-unlocked")
def test_indirect_fire_without_sight_needs_a_lock_or_loses_twenty(given: Case, expect: Case) -> None:
    gunner = machine("crocodile-mk2", [], ["basic-sensor-suite"], [given["weapon"]])
    position = Position("..B..", [(gunner, (0, 0), E)], [(TEGU, (4, 0), W)])
    unit, target = position.unit("red-1"), position.unit("blue-1")
    unit.lock = target.id if given["locked"] else ""
    found = find_weapon(position.state, unit, given["weapon"])
    assert found is not None
    assert found[1].accuracy == given["accuracy"]
    assert not position.state.land.is_clear(unit.hex, target.hex)
    assert (
        number_to_hit(position.state, take_aim(position.state, unit, found[1], target, target.hex)) == expect["number"]
    )


@pytest.mark.rule("hex100.attr-interceptor")
@cases("interceptor-own-hex")
def test_an_interceptor_without_reach_protects_its_carrier_alone(given: Case, expect: Case) -> None:
    carrier = machine("crocodile-mk2", [], [], [], [], [given["item"]])
    shooter = machine("crocodile-mk2", [], ["rocket-pod"])
    for target, stopped in (("blue-1", expect["stopped_at_carrier"]), ("blue-2", expect["stopped_at_neighbour"])):
        position = Position(plain(), [(shooter, (0, 4), E)], [(carrier, (3, 4), W), (TEGU, (3, 5), W)])
        battle = position.play((99,) * (given["shots"] - stopped))
        battle.answer("red", Attack("red-1", ("rocket-pod",), position.state.contacts["red"][target]))
        if stopped:
            battle.answer("blue", Intercept("blue-1", stopped))
        assert [len(event.faces) for event in events(battle, Fired)] == [given["shots"] - stopped]
