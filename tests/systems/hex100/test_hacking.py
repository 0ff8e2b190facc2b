"""Hacking: the three hurdles, what a hacked unit is left with, networks as a way in, and what a Nimbus adds."""

from __future__ import annotations

import pytest

from gearlock.kernel.script import Ctx
from gearlock.systems.hex100.attacks.attack import Attack, Fired
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.electronic_warfare import (
    Hack,
    Hacked,
    HackRolled,
    Recover,
    Recovered,
    SwitchLink,
    free_drones,
)
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.networks import e_war, network_defence
from gearlock.systems.hex100.state import State
from gearlock.systems.hex100.turns import EndTurn
from systems.hex100.kit import E, Place, Position, W, code, events, machine, plain

TEGU = "tegu-siege"
ERRANT = "errant-knight"
STORM = "cumulus-stormcloud"
SCOUT = "cloudburst-scout"
WARDEN = "cloudburst-warden"
HACKER = machine("cobra-ka1", [], ["ecm-suite", "basic-sensor-suite"])


def hacked_units(state: State) -> set[str]:
    return {unit.id for unit in state.units.values() if unit.hacked}


@pytest.mark.rule("hex100.hacking", "hex100.stat-ewar", "hex100.attr-ecm")
@pytest.mark.parametrize(("face", "hacked"), [(39, False), (40, True)])
def test_the_hacker_must_not_roll_under_the_e_war_rating_of_the_target(face: int, hacked: bool) -> None:
    position = Position(plain(), [(HACKER, (0, 0), E)], [(TEGU, (8, 0), W)])
    battle = position.play((face,))
    battle.answer("red", Hack("red-1", "contact-1"))
    assert battle.state.units["blue-1"].hacked is hacked
    assert battle.state.units["red-1"].used == ["ecm-suite"]
    assert battle.state.units["red-1"].pool["wildcard"] == 0


@pytest.mark.rule("hex100.hacking")
def test_hacking_reaches_eight_hexes_and_needs_a_contact() -> None:
    battle = Position(plain(), [(HACKER, (0, 0), E)], [(TEGU, (9, 0), W)]).play()
    assert code(battle, "red", Hack("red-1", "contact-1")) == "out-of-range"
    assert code(battle, "red", Hack("red-1", "contact-4")) == "no-such-contact"
    position = Position(plain(), [(HACKER, (0, 0), E)], [(SCOUT, (6, 0), W)])
    assert code(position.play(), "red", Hack("red-1", "contact-1", "contact-4")) == "no-such-contact"


@pytest.mark.rule("hex100.hacking", "hex100.attr-ecm", "hex100.once-per-turn")
@pytest.mark.parametrize(
    ("trouble", "value", "refused"),
    [
        ("shocked", True, "shut-down"),
        ("used", ["ecm-suite"], "used"),
        ("pool", {"move": 1, "attack": 1}, "no-action-left"),
        ("done", False, ""),
    ],
)
def test_a_hack_needs_ecm_that_works_and_is_unused_and_an_action(trouble: str, value: object, refused: str) -> None:
    position = Position(plain(), [(HACKER, (0, 0), E)], [(TEGU, (6, 0), W)])
    setattr(position.unit("red-1"), trouble, value)
    assert code(position.play(), "red", Hack("red-1", "contact-1")) == refused
    unarmed = Position(plain(), [(SCOUT, (0, 0), E)], [(TEGU, (6, 0), W)]).play()
    assert code(unarmed, "red", Hack("red-1", "contact-1")) == "no-ecm"


@pytest.mark.rule("hex100.hacking", "hex100.electronic-resistance", "hex100.attr-electronic-defence")
@pytest.mark.parametrize(("face", "hacked"), [(39, False), (40, True)])
def test_a_target_that_resists_has_a_roll_of_its_own_besides(face: int, hacked: bool) -> None:
    for target, resisting in ((ERRANT, False), (TEGU, True)):
        position = Position(plain(), [(HACKER, (0, 0), E)], [(target, (6, 0), W)])
        position.unit("blue-1").resisting = resisting
        battle = position.play((40,), (face,))
        battle.answer("red", Hack("red-1", "contact-1"))
        assert battle.state.units["blue-1"].hacked is hacked
        assert [event.against for event in events(battle, HackRolled)] == ["attack", "resistance"]


@pytest.mark.rule("hex100.attr-network-defence", "hex100.networks", "hex100.ecm-items")
@pytest.mark.parametrize(("face", "hacked"), [(69, False), (70, True)])
def test_network_defence_of_an_ally_has_the_last_word_at_its_own_rating(face: int, hacked: bool) -> None:
    blue: list[Place] = [(SCOUT, (6, 0), W), (WARDEN, (15, 8), W)]
    position = Position(plain(), [(HACKER, (0, 0), E)], list(blue))
    assert e_war(position.state, position.unit("blue-2")) == 50 + 20
    battle = position.play((50,), (face,))
    battle.answer("red", Hack("red-1", position.state.contacts["red"]["blue-1"]))
    assert battle.state.units["blue-1"].hacked is hacked
    assert [event.against for event in events(battle, HackRolled)] == ["attack", "network"]


@pytest.mark.rule("hex100.attr-network-defence", "hex100.networks", "hex100.data-link-off")
@pytest.mark.parametrize(
    ("unit", "state", "number"),
    [
        ("blue-1", "unlinked", 0),
        ("blue-1", "jammed", 0),
        ("blue-2", "unlinked", 0),
        ("blue-2", "jammed", 0),
        ("blue-2", "hacked", 0),
        ("blue-2", "fortified", 80),
    ],
)
def test_network_defence_reaches_those_who_are_in_the_network(unit: str, state: str, number: int) -> None:
    position = Position(plain(), [(HACKER, (0, 0), E)], [(SCOUT, (6, 0), W), (WARDEN, (15, 8), W)])
    assert network_defence(position.state, position.unit("blue-1")) == 70
    setattr(position.unit(unit), state, True)
    assert network_defence(position.state, position.unit("blue-1")) == number


@pytest.mark.rule("hex100.networks")
def test_of_several_network_defences_the_best_is_used_and_a_lone_carrier_has_its_own() -> None:
    better = machine("cumulus", ["advanced-eccm-module"])
    position = Position(
        plain(), [(HACKER, (0, 0), E)], [(SCOUT, (6, 0), W), (WARDEN, (15, 8), W), (better, (14, 8), W)]
    )
    assert network_defence(position.state, position.unit("blue-1")) == 60 + 20
    position.unit("blue-2").unlinked = True
    assert network_defence(position.state, position.unit("blue-2")) == 70
    tegu = Position(plain(), [(HACKER, (0, 0), E)], [(TEGU, (6, 0), W), (WARDEN, (15, 8), W)])
    assert network_defence(tegu.state, tegu.unit("blue-1")) == 0


@pytest.mark.rule("hex100.stat-ewar", "hex100.ecm-items", "hex100.nimbus-passive", "hex100.mass-e-fortification")
def test_of_several_modules_the_best_counts_and_fortification_adds_to_it() -> None:
    both = machine("cumulus", ["nimbus-ecm-system"], ["ecm-suite"])
    position = Position(plain(), [(both, (0, 0), E), (HACKER, (0, 2), E)], [(TEGU, (6, 0), W)])
    unit = position.unit("red-1")
    assert e_war(position.state, unit) == 60 + 20
    assert e_war(position.state, position.unit("red-2")) == 40 + 10
    unit.fortified = True
    assert e_war(position.state, unit) == 90
    unit.hurt[0] = 2
    assert e_war(position.state, unit) == 60 + 10 + 10
    unit.hacked = True
    assert e_war(position.state, unit) == 60 + 10


@pytest.mark.rule("hex100.ecm-items")
@pytest.mark.parametrize(
    ("item", "rating", "effects"),
    [
        ("ecm-suite", 10, {"ecm"}),
        ("e-war-module", 10, {"electronic_defence", "data_link"}),
        ("network-support-module", 20, {"network_defence", "data_link"}),
        ("advanced-eccm-module", 20, {"electronic_defence", "network_defence", "data_link"}),
    ],
)
def test_what_every_module_gives(item: str, rating: int, effects: set[str]) -> None:
    position = Position(plain(), [(machine("cobra-ka1", [], [item]), (0, 0), E)], [(TEGU, (6, 0), W)])
    red = position.unit("red-1")
    assert e_war(position.state, red) == 40 + rating
    names = ("ecm", "electronic_defence", "network_defence", "data_link")
    assert {name for name in names if equipment_effect(position.state, red, name)} == effects
    red.shocked = True
    assert not any(equipment_effect(position.state, red, name) for name in (*names, "e_war"))


def entered(hacked: bool) -> tuple[Position, str, str, str]:
    """A scout in reach, one far away and a tank without a link; the first is hacked or not."""
    blue: list[Place] = [(SCOUT, (6, 0), W), (SCOUT, (15, 8), W), (TEGU, (15, 6), W)]
    position = Position(plain(), [(HACKER, (0, 0), E)], blue)
    position.unit("blue-1").hacked = hacked
    near, far, out = (position.state.contacts["red"][f"blue-{number}"] for number in (1, 2, 3))
    return position, near, far, out


@pytest.mark.rule("hex100.network-proliferation")
@pytest.mark.parametrize(("face", "hacked"), [(49, []), (50, [("blue-2", "blue-1")])])
def test_through_a_hacked_unit_the_hacker_reaches_its_network_at_any_distance(
    face: int, hacked: list[tuple[str, str]]
) -> None:
    position, near, far, _ = entered(hacked=True)
    battle = position.play((face,))
    battle.answer("red", Hack("red-1", far, near))
    assert [(event.unit, event.through) for event in events(battle, Hacked)] == hacked


@pytest.mark.rule("hex100.network-proliferation")
def test_the_way_leads_through_one_that_is_hacked_to_one_that_is_not_and_has_a_link() -> None:
    position, near, far, out = entered(hacked=False)
    assert code(position.play(), "red", Hack("red-1", far, near)) == "not-hacked"
    position, near, far, out = entered(hacked=True)
    battle = position.play()
    assert code(battle, "red", Hack("red-1", near)) == "hacked"
    assert code(battle, "red", Hack("red-1", far)) == "out-of-range"
    assert code(battle, "red", Hack("red-1", out, near)) == "no-network"
    offered = [option.order for option in battle.options("red") if isinstance(option.order, Hack)]
    assert offered == [Hack("red-1", far, near)]


@pytest.mark.rule("hex100.network-proliferation", "hex100.data-link-off", "hex100.jamming")
@pytest.mark.parametrize(
    ("unit", "state"), [("blue-1", "unlinked"), ("blue-2", "unlinked"), ("blue-1", "jammed"), ("blue-2", "jammed")]
)
def test_a_link_that_is_off_or_jammed_closes_the_way(unit: str, state: str) -> None:
    position = Position(plain(), [(HACKER, (0, 0), E)], [(SCOUT, (6, 0), W), (SCOUT, (15, 8), W)])
    near, far = (position.state.contacts["red"][f"blue-{number}"] for number in (1, 2))
    position.unit("blue-1").hacked = True
    setattr(position.unit(unit), state, True)
    assert code(position.play(), "red", Hack("red-1", far, near)) == "no-network"


@pytest.mark.rule("hex100.network-proliferation")
def test_the_hacked_unit_on_the_way_must_be_within_eight_hexes() -> None:
    position = Position(plain(), [(HACKER, (0, 0), E)], [(SCOUT, (9, 0), W), (SCOUT, (4, 0), W)])
    position.unit("blue-1").hacked = position.unit("blue-1").traced = True
    near, far = (position.state.contacts["red"][f"blue-{number}"] for number in (2, 1))
    battle = position.play()
    assert code(battle, "red", Hack("red-1", near, far)) == "out-of-range"
    assert code(battle, "red", Hack("red-1", near)) == ""


@pytest.mark.rule("hex100.invasive-cyber-attack", "hex100.unit-cumulus")
def test_a_nimbus_goes_on_to_the_nearest_in_the_network_and_no_farther() -> None:
    blue: list[Place] = [(SCOUT, (6, 0), W), (SCOUT, (15, 8), W), (SCOUT, (9, 0), W), (TEGU, (7, 0), W)]
    position = Position(plain(), [(STORM, (0, 0), E)], list(blue))
    battle = position.play((50,), (50,))
    battle.answer("red", Hack("red-1", position.state.contacts["red"]["blue-1"]))
    assert [(event.unit, event.through) for event in events(battle, Hacked)] == [("blue-1", ""), ("blue-3", "blue-1")]


@pytest.mark.rule("hex100.invasive-cyber-attack")
def test_without_success_or_network_the_nimbus_does_not_go_on() -> None:
    position = Position(plain(), [(STORM, (0, 0), E)], [(SCOUT, (6, 0), W), (SCOUT, (9, 0), W)])
    battle = position.play((49,))
    battle.answer("red", Hack("red-1", position.state.contacts["red"]["blue-1"]))
    assert not events(battle, Hacked)
    position = Position(plain(), [(STORM, (0, 0), E)], [(SCOUT, (6, 0), W), (SCOUT, (9, 0), W)])
    position.unit("blue-1").unlinked = True
    battle = position.play((50,))
    battle.answer("red", Hack("red-1", position.state.contacts["red"]["blue-1"]))
    assert len(events(battle, Hacked)) == 1


@pytest.mark.rule("hex100.hacking", "hex100.attr-sensitive-electronics")
def test_a_hack_of_its_sensors_costs_a_side_what_only_they_held() -> None:
    drawing = "...B" + "." * 12
    position = Position(drawing, [(HACKER, (0, 0), E)], [(HACKER, (6, 0), W)])
    assert position.state.known["blue"] == {"red-1": 1}
    battle = position.play((50,))
    battle.answer("red", Hack("red-1", "contact-1"))
    assert not battle.state.known["blue"]


@pytest.mark.rule("hex100.hacking-recovery", "hex100.recovery")
def test_a_hack_lasts_until_the_unit_recovers() -> None:
    position = Position(plain(), [(HACKER, (0, 0), E)], [(SCOUT, (6, 0), W)])
    battle = position.play((50,))
    battle.answer("red", Hack("red-1", "contact-1"))
    battle.answer("red", EndTurn("red-1"))
    assert "blue-1" in hacked_units(battle.state)
    battle.answer("blue", Recover("blue-1"))
    assert "blue-1" not in hacked_units(battle.state)
    assert battle.state.turn == 2


@pytest.mark.rule("hex100.hacking-recovery")
def test_drones_come_to_themselves_when_the_hackers_next_phase_begins() -> None:
    drone = machine("repair-drone")
    position = Position(plain(), [(HACKER, (0, 0), E)], [(drone, (6, 0), W), (TEGU, (6, 2), W)])
    battle = position.play((40,))
    battle.answer("red", Hack("red-1", position.state.contacts["red"]["blue-1"]))
    state = battle.state.clone()
    state.units["blue-2"].hacked = True
    ctx = Ctx(state, BOOK.apply)
    free_drones(ctx, "blue")
    assert not ctx.events
    assert "blue-1" in hacked_units(ctx.state)
    free_drones(ctx, "red")
    free_drones(ctx, "red")
    assert [event.unit for event in ctx.events if isinstance(event, Recovered)] == ["blue-1"]
    assert "blue-1" not in hacked_units(ctx.state)
    assert "blue-2" in hacked_units(ctx.state)


def unlinked(state: State) -> set[str]:
    return {unit.id for unit in state.units.values() if unit.unlinked}


@pytest.mark.rule("hex100.data-link-off", "hex100.networks", "hex100.integrated-data-link")
def test_a_utility_action_turns_a_data_link_off_and_on_again() -> None:
    gunner = machine("cirrus-mk2")
    position = Position(plain(), [(gunner, (0, 0), E), (SCOUT, (0, 2), E)], [(TEGU, (6, 0), W)])
    position.unit("red-1").pool["utility"] = 2
    battle = position.play()
    assert code(battle, "red", SwitchLink("red-1", True)) == "no-change"
    battle.answer("red", SwitchLink("red-1", False))
    assert unlinked(battle.state) == {"red-1"}
    assert battle.state.units["red-1"].pool["utility"] == 1
    refusal = battle.refuse("red", SwitchLink("red-1", False))
    assert refusal is not None
    assert (refusal.code, refusal.message) == ("no-change", "The data link is off already.")
    battle.answer("red", SwitchLink("red-1", True))
    assert not unlinked(battle.state)
    battle = Position(plain(), [(ERRANT, (0, 0), E)], [(TEGU, (6, 0), W)]).play()
    assert code(battle, "red", SwitchLink("red-1", False)) == "no-data-link"


@pytest.mark.rule("hex100.integrated-data-link")
@pytest.mark.parametrize("unit", ["cloudburst-agcv", "cumulus", "cirrus-mk2"])
def test_a_built_in_data_link_shares_locks_without_any_item(unit: str) -> None:
    position = Position(plain(), [(machine(unit), (0, 0), E), (SCOUT, (0, 2), E)], [(TEGU, (6, 0), W)])
    assert equipment_effect(position.state, position.unit("red-1"), "data_link") == 1
    position.unit("red-1").shocked = True
    assert equipment_effect(position.state, position.unit("red-1"), "data_link") == 1


@pytest.mark.rule("hex100.networks", "hex100.hacking")
def test_a_hacked_shooter_does_without_the_locks_of_its_network() -> None:
    for hacked, face in ((False, 69), (True, 59)):
        position = Position(plain(), [(SCOUT, (0, 0), E), (SCOUT, (0, 2), E)], [(TEGU, (4, 0), W)])
        position.unit("red-2").lock = "blue-1"
        position.unit("red-1").hacked = hacked
        battle = position.play((face, 99), (99,))
        battle.answer("red", Attack("red-1", ("light-auto-cannon",), "contact-1"))
        assert [(event.number, event.hits) for event in events(battle, Fired)] == [(face + 1, 1)]
