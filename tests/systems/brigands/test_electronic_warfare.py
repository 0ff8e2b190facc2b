"""8.1 and the traits of chapter 8: who may do what, what it costs, and what electronics leave alone."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Option
from gearlock.kernel.battle import Battle
from gearlock.systems.brigands.chain_of_command import is_in_formation
from gearlock.systems.brigands.comms import comms_rating
from gearlock.systems.brigands.electronic_warfare.contests import (
    DetailedScan,
    DisableDefense,
    RaiseDefense,
    Scramble,
    Unscramble,
)
from gearlock.systems.brigands.forces.upgrades import ready
from gearlock.systems.brigands.models import weapons_table
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, State
from systems.brigands.company import Side, company
from systems.brigands.drill import force_of, recruits
from systems.brigands.field import again, give, kinds
from systems.brigands.signals import fit, wired

RED: Side = [[("hunter/foc", 10, 10), ("hunter", 12, 10)]]
BLUE: Side = [[("hunter/foc", 10, 18), ("hunter", 12, 18)]]
ACTIONS: dict[str, set[type]] = {
    "Comms:1": {DetailedScan},
    "ECM:1": {Scramble, RaiseDefense},
    "ECCM": {Unscramble, DisableDefense},
    "SatUp": set[type](),
    "": set[type](),
}


def _active(traits: str) -> Battle[State]:
    battle = wired(RED, BLUE, red_1=traits, blue_1="ECM:1")
    battle.state.units["red-2"].haywire = battle.state.units["blue-1"].jamming = True
    for unit in battle.state.units.values():
        unit.used = list(unit.line.weapons)
    battle = again(battle, (6, 6, 6, 6), (1, 1))
    give(battle, Activate("red-1", COMBAT_SPEED))
    return battle


def _electronic(battle: Battle[State]) -> list[Option]:
    return [
        option for option in battle.options("red") if any(type(option.order) in kinds for kinds in ACTIONS.values())
    ]


@pytest.mark.rule("brigands.8.1", "brigands.8.3", "brigands.8.4", "brigands.trait.ecm", "brigands.trait.eccm")
@pytest.mark.parametrize("traits", list(ACTIONS))
def test_each_trait_opens_its_own_actions_and_no_others(traits: str) -> None:
    battle = _active(traits)
    assert {type(option.order) for option in _electronic(battle)} == ACTIONS[traits]
    battle.state.units["red-1"].actions = 0
    battle = again(battle)
    assert _electronic(battle) == []


@pytest.mark.rule("brigands.8.1", "brigands.1.6b")
@pytest.mark.parametrize(
    ("traits", "order", "dice"),
    [
        ("Comms:2", DetailedScan("red-1", "blue-2"), ()),
        ("ECM:2", Scramble("red-1", "blue-2"), ((6, 6, 6), (1, 1, 1))),
        ("ECM:2", RaiseDefense("red-1"), ()),
        ("ECCM", Unscramble("red-1", "red-2"), ()),
        ("ECCM", DisableDefense("red-1", "blue-1"), ((6, 6, 6, 6), (1, 1))),
    ],
)
def test_every_action_of_electronic_warfare_costs_an_action_or_a_token(
    traits: str, order: Scramble, dice: tuple[tuple[int, ...], ...]
) -> None:
    for paid in ("action", "standby", "overwatch"):
        battle = _active(traits)
        unit = battle.state.units["red-1"]
        unit.actions, unit.standby, unit.overwatch = paid == "action", paid == "standby", paid == "overwatch"
        for enemy in ("blue-1", "blue-2"):
            battle.state.units[enemy].actions = 0
        faces = dice
        if dice and paid == "overwatch":
            faces = ((*dice[0], 1), dice[1])
        battle = again(battle, *faces)
        events = give(battle, order)
        assert kinds(events)[0] == "EwDeclared"
        assert kinds(events)[-1] == "ExchangeEnded"
        unit = battle.state.units["red-1"]
        assert (unit.readiness, unit.bracing) == (0, False)


@pytest.mark.rule("brigands.8.2e", "brigands.7.3", "brigands.8.3a", "brigands.trait.comms", "brigands.trait.satup")
def test_jamming_breaks_no_formation() -> None:
    red: Side = [[("hunter/foc", 10, 10), ("hunter", 16, 10), ("hunter", 22, 10), ("hunter", 40, 10)]]
    battle = company(red, BLUE)
    fit(battle, red_1="SatUp", red_2="Comms:1", red_4="SatUp", blue_1="ECM:3")
    state = battle.state
    leader = state.units["red-1"]
    assert comms_rating(state, state.units["red-2"]) == 0
    assert [is_in_formation(state, state.units[f"red-{number}"], leader) for number in (2, 3, 4)] == [True] * 3
    fit(battle, red_2="", red_4="")
    assert [is_in_formation(state, state.units[f"red-{number}"], leader) for number in (2, 3, 4)] == [
        True,
        False,
        False,
    ]


@pytest.mark.rule("brigands.10.4-ew-specialist", "brigands.trait.ecm")
def test_bought_ecm_works_like_any_other() -> None:
    text = force_of("Hunter: FOC, EW Specialist", "3x Hunter", unit="primary GP: veteran")
    card = recruits(text)[0].played
    assert card is not None
    battle = wired(RED, BLUE)
    battle.state.units["red-1"].line = ready(card, weapons_table())
    for enemy in ("blue-1", "blue-2"):
        battle.state.units[enemy].used = list(battle.state.units[enemy].line.weapons)
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED), RaiseDefense("red-1"))
    assert battle.state.units["red-1"].jamming


@pytest.mark.rule("brigands.A4", "brigands.8.1")
def test_the_introductory_game_knows_none_of_it() -> None:
    battle = company(
        [[("cheetah/foc", 10, 10)], [("cheetah/cgl", 14, 10)]], [[("cheetah/foc", 10, 18)]] * 1, scenario="groups"
    )
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert not _electronic(battle)
