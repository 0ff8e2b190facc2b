"""Nobody is asked what can only hurt or cannot help: help for dice that are as good as any already."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.positions import Position
from gearlock.systems.fieldmanual.attacks.weapons_in_use import Attack
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.command_points.tests import Command
from gearlock.systems.fieldmanual.electronic_warfare import Jam
from gearlock.systems.fieldmanual.melee import Strike
from gearlock.systems.fieldmanual.sensors import ActiveLock, refuse_active_lock
from gearlock.systems.fieldmanual.state import DEAD, State
from gearlock.systems.fieldmanual.support.points import STAGE, BringIn

LEADS: dict[str, Any] = {"leadership": 2}
HELP = ("reroll", "reroll other", "neural net")
RADIO: dict[str, Any] = {"ew": 2, "leadership": 2, "comm": 1, "auto_comm": 4, "actions": 2}


def asked(battle: Battle[State], *orders: Order) -> list[tuple[str, str]]:
    """Which help is offered while these orders are given and everything else is declined."""
    left, found = list(orders), []
    while not battle.over and battle.pending:
        ask: Ask = battle.pending[0]
        fit = next((each for each in left if battle.system.refuse(battle.state, ask, each) is None), None)
        if fit is None and not ask.optional:
            break
        found += [(ask.seat, ask.kind)] if ask.kind in HELP else []
        battle.answer(ask.seat, Decline() if fit is None else fit)
        left = [each for each in left if each is not fit]
    assert not left, f"never asked for: {left}"
    return found


def duel(gap: float = 10, **blue: Any) -> Position:
    """Red's Jäger at blue's, and a leader behind each with points to spend."""
    position = Position("fieldmanual", active="red-1", points={"CP:red": 3, "CP:blue": 3})
    position.model("red-1", "jager", at=(10, 10), facing="north").model(
        "red-2", "jager", at=(10, 4), rank="commander", stats=LEADS
    )
    position.model("blue-1", "jager", at=(10, 11 + gap), facing="south", band="combat", **blue)
    return position.model("blue-2", "jager", at=(20, 40), rank="commander", facing="south", stats=LEADS)


@pytest.mark.rule("fieldmanual.cp-reroll-skill", "fieldmanual.ranged-defense")
@pytest.mark.parametrize(
    ("attack", "defense", "offered"),
    [((4, 2), (4, 2), True), ((4, 2), (5, 2), False), ((4, 2), (6, 1), False), ((1, 1), (2, 1), False)],
)
def test_a_defense_that_has_held_is_not_offered_again(attack: Any, defense: Any, offered: bool) -> None:
    battle: Battle[State] = duel().dice("attack", *attack).dice("defense", *defense).battle()
    assert (("blue", "reroll") in asked(battle, Attack("red-1", "LAC", "blue-1"))) is offered


@pytest.mark.rule("fieldmanual.cp-reroll-skill", "fieldmanual.melee-defense")
@pytest.mark.parametrize(("defense", "offered"), [((2, 1), True), ((5, 2), False)])
def test_nor_is_one_against_a_blow(defense: Any, offered: bool) -> None:
    battle: Battle[State] = duel(2).dice("melee attack", 4, 3).dice("melee defense", *defense).battle()
    assert (("blue", "reroll") in asked(battle, Strike("red-1", "VB", "blue-1"))) is offered


@pytest.mark.rule("fieldmanual.perk-ann", "fieldmanual.ranged-defense")
@pytest.mark.parametrize(("attack", "offered"), [((5, 2), True), ((1, 1), False)])
def test_a_neural_net_helps_no_defense_against_an_attack_that_has_failed(attack: Any, offered: bool) -> None:
    position = duel(stats={"perks": {"Advanced Neural Net": 1}}).dice("attack", *attack).dice("defense", 5, 2)
    assert (("blue", "neural net") in asked(position.battle(), Attack("red-1", "LAC", "blue-1"))) is offered


@pytest.mark.rule("fieldmanual.cp-reroll-skill", "fieldmanual.reserves")
@pytest.mark.parametrize(("dice", "offered"), [((4, 1), True), ((5, 1), False)])
def test_reserves_that_come_are_not_rolled_for_again(dice: Any, offered: bool) -> None:
    head: Any = {"points": {"CP:red": 2}, "turn": "red", "first": "red", "seed": 1}
    position = Position("fieldmanual", phase="support", round=2, rounds=2, **head)
    position.model("red-1", "jager", group=1, status="reserve")
    position.model("red-2", "jager", at=(10, 10), group=2, rank="commander", actions=0, stats={"leadership": 2})
    position.model("blue-1", "jager", at=(40, 40), actions=0).dice("reserves", *dice)
    assert (("red", "reroll") in asked(position.battle(), BringIn(1))) is offered


def last_step(**blue: Any) -> Position:
    position = Position(
        "fieldmanual", scenario="brawl", phase="support", round=3, rounds=3, turn="red", switches={STAGE: "done"},
        points={"CP:blue": 3},
    )  # fmt: skip
    position.model("red-1", "jager", at=(30, 10)).model("blue-1", "caiman", at=(30, 30), **blue)
    position.model("blue-2", "jager", at=(40, 40), rank="commander", stats=LEADS)
    return position.model("blue-3", "jager", status="aboard", carrier="blue-1")


@pytest.mark.rule("fieldmanual.cp-reroll-other", "fieldmanual.wt-sustained-burn")
@pytest.mark.parametrize(("face", "offered"), [(4, False), (5, True)])
def test_a_fire_that_is_out_is_not_rolled_for_again(face: int, offered: bool) -> None:
    position = last_step(tokens={"burning": 1}).dice("fire", face)
    assert (("blue", "reroll other") in asked(position.battle())) is offered


@pytest.mark.rule("fieldmanual.cp-reroll-other", "fieldmanual.transport-destroyed")
@pytest.mark.parametrize(("status", "face", "offered"), [(DEAD, 3, False), (DEAD, 4, True), ("destroyed", 3, True)])
def test_passengers_who_are_merely_stunned_are_not_rolled_for_again(status: str, face: int, offered: bool) -> None:
    position = last_step(status=status).dice("passengers", face)
    assert (("blue", "reroll other") in asked(position.battle())) is offered


@pytest.mark.rule("fieldmanual.cp-reroll-skill", "fieldmanual.comm-events")
@pytest.mark.parametrize(("comm", "offered"), [((2, 1), True), ((5, 1), False), ((6, 2), False)])
def test_a_comm_event_that_gets_through_is_not_rolled_for_again(comm: Any, offered: bool) -> None:
    position = Position("fieldmanual", active="red-1", points={"CP:red": 3})
    position.model("red-1", "jager", at=(10, 20), rank="commander", stats=RADIO)
    position.model("red-2", "jager", at=(13, 40), stats=RADIO).model(
        "red-3", "jager", at=(4, 4), rank="leader", stats=RADIO
    )
    jammer = {**RADIO, "perks": {"Arms": 1, "Electronic Countermeasures": 1}}
    position.model("blue-1", "jager", at=(26, 24), facing="west", stats=jammer)
    position.dice("ECM", 4, 1).dice("Comm", *comm)
    found = asked(position.battle(), Command("red-2", "extra Action", "red-1"), Jam("blue-1"))
    assert (("red", "reroll") in found) is offered


@pytest.mark.rule("fieldmanual.active-lock")
@pytest.mark.parametrize(("depth", "offered"), [(6, True), (30, False)])
def test_active_lock_that_no_dice_can_bring_is_not_offered(depth: float, offered: bool) -> None:
    position = Position("fieldmanual", active="red-1", band="stationary")
    position.piece("area", (4, 6, 16, 6 + depth), top=3, rating="light", id="wood")
    position.model("red-1", "jager", at=(10, 4), facing="north").model("blue-1", "jager", at=(10, 40), facing="south")
    battle: Battle[State] = position.battle()
    orders = [option.order for option in BOOK.options(battle.state, battle.pending[0])]
    assert (ActiveLock("red-1", "blue-1") in orders) is offered
    assert refuse_active_lock(battle.state, ActiveLock("red-1", "blue-1")) is None, "the book lets anybody try"
