"""Several Combat Groups a side: how they are typed, deployed and activated."""

from __future__ import annotations

import random

import msgspec
import pytest

from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.kernel.errors import BadInput
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.battles import setup_for
from gearlock.systems.brigands.chain_of_command import Groups, Post, can_lead, one_group
from gearlock.systems.brigands.deployment.places import Deploy
from gearlock.systems.brigands.forces.upgrades import unit_cards
from gearlock.systems.brigands.models import model_cards
from gearlock.systems.brigands.rounds import Activate, ChooseFirst, EndActivation, TurnPassed
from gearlock.systems.brigands.state import COMBAT_SPEED, State
from systems.brigands.company import Side, company
from systems.brigands.field import NORTH, SOUTH, code, give, ground

BLUE: Side = [[("hunter/foc", 3, 43), ("hunter", 7, 43)], [("jager/cgl", 11, 43)]]
TWO: Groups = ((Post("hunter", "foc"), Post("hunter")), (Post("jager", "cgl"),))


def _battle(*dice: tuple[int, ...], red: Groups = TWO, blue: Groups = TWO, scenario: str = "groups") -> Battle[State]:
    return Battle.begin(SYSTEM, setup_for(scenario, 0, {}, ground(), {"red": red, "blue": blue}, 12), Scripted(*dice))


def _done(battle: Battle[State], *units: str) -> None:
    for unit in units:
        give(battle, Activate(unit, COMBAT_SPEED), EndActivation(unit))


@pytest.mark.rule("brigands.1.6a", "brigands.1.8-action")
def test_sides_take_turns_group_by_group_and_a_group_is_finished_first() -> None:
    battle = company([[("hunter/foc", 3, 5), ("hunter", 7, 5)], [("jager/cgl", 11, 5)]], BLUE, (1, 6))
    _done(battle, "red-2")
    assert code(battle, Activate("red-3", COMBAT_SPEED)) == "group"
    assert {option.order.unit for option in battle.options("red")} == {"red-1"}  # type: ignore[attr-defined]
    _done(battle, "red-1")
    assert battle.waiting_for() == ("blue",)
    assert {option.order.unit for option in battle.options("blue")} == {"blue-1", "blue-2", "blue-3"}  # type: ignore[attr-defined]
    _done(battle, "blue-3")
    assert battle.waiting_for() == ("red",)
    _done(battle, "red-3", "blue-1", "blue-2")
    assert battle.state.round == 2


@pytest.mark.rule("brigands.1.8-action")
def test_who_has_groups_left_goes_on_alone() -> None:
    battle = company([[("hunter/foc", 3, 5)], [("jager/cgl", 11, 5)], [("jager/cgl", 15, 5)]])
    _done(battle, "red-3", "blue-1")
    events = give(battle, Activate("red-1", COMBAT_SPEED), EndActivation("red-1"))
    assert [event for event in events if isinstance(event, TurnPassed)] == [TurnPassed("red")]
    assert battle.waiting_for() == ("red",)
    assert code(battle, Activate("red-1", COMBAT_SPEED)) == "activated"
    assert code(battle, Activate("red-2", COMBAT_SPEED)) == ""


@pytest.mark.rule("brigands.11.4b", "brigands.11.4b-standard")
def test_sides_deploy_group_by_group_leaders_first_and_the_rest_in_any_order() -> None:
    red = ((Post("hunter", "foc"), Post("hunter"), Post("hunter")), (Post("jager"), Post("jager", "cgl")))
    battle = _battle((6, 1), (6, 1), red=red, blue=one_group("hunter"))
    give(battle, ChooseFirst("red"))
    assert [option.order.unit for option in battle.options("red")] == ["red-1", "red-5"]  # type: ignore[attr-defined]
    assert code(battle, Deploy("red-4", 30_000, 5_000, NORTH)) == "unit"
    give(battle, Deploy("red-1", 10_000, 5_000, NORTH))
    assert code(battle, Deploy("red-5", 30_000, 5_000, NORTH)) == "unit"
    give(battle, Deploy("red-3", 12_000, 5_000, NORTH), Deploy("red-2", 14_000, 5_000, NORTH))
    assert battle.waiting_for() == ("blue",)
    give(battle, Deploy("blue-1", 10_000, 40_000, SOUTH))
    assert battle.waiting_for() == ("red",)
    give(battle, Deploy("red-5", 30_000, 5_000, NORTH))
    assert code(battle, Deploy("red-4", 12_000, 7_000, NORTH)) == "formation"
    give(battle, Deploy("red-4", 32_000, 5_000, NORTH))
    assert (battle.state.phase, battle.state.round) == ("action", 1)


@pytest.mark.rule("brigands.A4", "brigands.7.1")
def test_groups_are_typed_with_a_plus_and_each_gets_a_leader() -> None:
    state = SYSTEM.begin(SYSTEM.prepare("groups", 1, {"red": "hunter*2+jager, warrior", "blue": "jager+hunter+jager"}))
    red = [unit for unit in state.units.values() if unit.seat == "red"]
    assert [(unit.line.id, unit.group, unit.rank, unit.command) for unit in red] == [
        ("hunter", 1, "foc", 2), ("hunter", 1, "", 0), ("jager", 2, "cgl", 1), ("warrior", 2, "", 0),
    ]  # fmt: skip
    assert [unit.rank for unit in state.units.values() if unit.seat == "blue"] == ["foc", "cgl", "cgl"]
    assert state.introductory


@pytest.mark.rule("brigands.7.1", "brigands.7.1-2ic", "brigands.7.1-xo")
def test_ranks_may_be_typed() -> None:
    red = "hunter, hunter/cgl, hunter/2ic + jager, jager/xo, jager/foc"
    state = SYSTEM.begin(SYSTEM.prepare("command", 1, {"red": red}))
    assert [unit.rank for unit in state.units.values() if unit.seat == "red"] == ["", "cgl", "2ic", "", "xo", "foc"]
    assert not state.introductory


@pytest.mark.rule("brigands.7.1", "brigands.7.1-2ic", "brigands.7.1-xo", "brigands.A4")
@pytest.mark.parametrize(
    ("scenario", "red", "said"),
    [
        ("command", "hunter/cgl*2", "one leader"),
        ("command", "hunter/foc+jager/foc", "one Force Commander"),
        ("command", "hunter/2ic", "one leader"),
        ("command", "hunter,hunter/2ic*2", "one Second-in-Command"),
        ("command", "hunter,hunter/xo+jager,jager/xo", "one Executive Officer"),
        ("command", "hunter/king", "rank"),
        ("groups", "hunter*3", "takes 2 to 3"),
        ("groups", "hunter+hunter+hunter+hunter", "takes 2 to 3"),
        ("groups", "hunter,hunter/2ic+jager", "no 2ic"),
        ("intro", "hunter+hunter", "takes 1"),
        ("groups", "hunter*80+jager*17", "at most 96"),
        ("groups", "hunter+", "model"),
    ],
)
def test_forces_that_break_the_chain_of_command_are_refused_in_words(scenario: str, red: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        SYSTEM.prepare(scenario, 1, {"red": red})


@pytest.mark.rule("brigands.A4")
def test_the_introductory_game_ignores_electronics_and_leaves_the_hardest_models_at_home() -> None:
    gifted = next(name for name, card in unit_cards().items() if {"Stealth (Aux)", "ECCM"} <= set(card.traits))
    hard = next(name for name, card in unit_cards().items() if "VTOL" in card.traits)
    easy = SYSTEM.begin(SYSTEM.prepare("groups", 1, {"red": f"{gifted}+hunter"})).units["red-1"]
    full = SYSTEM.begin(SYSTEM.prepare("command", 1, {"red": f"{gifted}+hunter"})).units["red-1"]
    assert (easy.has("Stealth"), easy.has("ECCM")) == (False, False)
    assert (full.has("Stealth"), full.has("ECCM")) == (True, True)
    with pytest.raises(BadInput, match="leaves out"):
        SYSTEM.prepare("groups", 1, {"red": f"{hard}+hunter"})


@pytest.mark.rule("brigands.trait.conscript")
def test_conscripts_never_lead() -> None:
    hunter = model_cards()["hunter"]
    assert can_lead(hunter)
    assert not can_lead(msgspec.structs.replace(hunter, traits=("Arms", "Conscript")))


@pytest.mark.parametrize("seed", range(4))
def test_random_battles_of_groups_come_to_an_end(seed: int) -> None:
    forces = {"red": "hunter*2+jager,man-at-arms", "blue": "warrior,hunter+chasseur+jager", "rounds": "3"}
    scenario = "command" if seed % 2 else "groups"
    battle, chooser = Battle.begin(SYSTEM, SYSTEM.prepare(scenario, seed, forces)), random.Random(seed)
    while not battle.over:
        seat = battle.waiting_for()[0]
        option = chooser.choice(battle.options(seat))
        order = battle.sample(seat, option, chooser) if isinstance(option, OPEN_OPTIONS) else option.order
        if order is not None:
            battle.answer(seat, order)
    assert battle.state.round <= 3
