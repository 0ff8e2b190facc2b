"""OPTION: Humanoid Combat: arms that hold weapons."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Order
from gearlock.systems.fieldmanual.melee import (
    Grapple,
    Grappled,
    HoldLost,
    Strike,
    held_weapons,
    holds_of,
    is_held,
    offer_grapples,
    refuse_grapple,
    refuse_strike,
    resolve_lost_holds,
)
from gearlock.systems.fieldmanual.state import State
from systems.fieldmanual.movement.walks import drive, field, go, put, red
from systems.fieldmanual.tables import play


def meeting(option: str = "yes", **more: Any) -> State:
    state = field()
    state.switches["humanoid combat"] = option
    put(state, "blue-1", "jager", 13, 20, 180, **more)
    return state


def hold(state: State, ask: Ask) -> Order:
    return Grapple(ask.unit, ask.about[0], "LAC" if ask.unit == "red-1" else "VB")


@pytest.mark.rule("fieldmanual.option-humanoid-combat")
def test_arms_hold_a_weapon_of_whom_they_meet_and_theirs_do_the_same() -> None:
    state = meeting()
    played = drive(state, go((0, 2)), answer=hold)
    assert all(ask.optional for ask in played.asks)
    assert [(event.unit, event.weapon) for event in played.of(Grappled)] == [("red-1", "LAC"), ("blue-1", "VB")]
    assert (holds_of(red(state)), held_weapons(red(state))) == ("blue-1", ["VB"])
    refusal = refuse_strike(state, Strike("red-1", "VB", "blue-1"))
    assert refusal is not None
    assert is_held(state.units["blue-1"], "LAC")


@pytest.mark.rule("fieldmanual.option-humanoid-combat")
def test_it_is_an_option_for_who_has_arms_and_comes_into_contact() -> None:
    assert not drive(meeting("no"), go((0, 2)), answer=hold).asks
    assert not drive(meeting(), go((0, 1.98)), answer=hold).asks
    armless = meeting(stats={"perks": {}})
    assert len(drive(armless, go((0, 2)), answer=hold).of(Grappled)) == 1
    red(armless).card = armless.units["blue-1"].card
    assert not drive(meeting(), go((0, 0.5)), answer=hold).asks


@pytest.mark.rule("fieldmanual.option-humanoid-combat")
def test_the_hold_ends_when_one_leaves_contact() -> None:
    state = meeting()
    drive(state, go((0, 2)), answer=hold)
    played = drive(state, go((0, -0.5)))
    assert {(event.unit, event.target) for event in played.of(HoldLost)} == {("red-1", "blue-1"), ("blue-1", "red-1")}
    assert not held_weapons(red(state))
    assert holds_of(red(state)) == ""


@pytest.mark.rule("fieldmanual.option-humanoid-combat")
def test_which_weapons_can_be_held() -> None:
    state = meeting()
    ask = Ask("red", "grapple", "red-1", ("blue-1",))

    def code(order: Grapple) -> str:
        refusal = refuse_grapple(state, ask, order)
        return "" if refusal is None else refusal.code

    assert code(Grapple("red-1", "blue-1", "LAC")) == ""
    assert code(Grapple("red-1", "blue-1", "BFG")) == "weapon"
    assert code(Grapple("blue-1", "red-1", "LAC")) == "target"
    state.units["blue-1"].tokens["held:LAC"] = 1
    assert code(Grapple("red-1", "blue-1", "LAC")) == "held"
    assert len(list(offer_grapples(state, ask))) == 6


@pytest.mark.rule("fieldmanual.option-humanoid-combat")
def test_the_hold_of_who_is_lost_ends() -> None:
    state = meeting()
    drive(state, go((0, 2)), answer=hold)
    assert play(state, resolve_lost_holds).events == []
    state.units["blue-1"].status = "dead"
    play(state, resolve_lost_holds)
    assert (held_weapons(red(state)), holds_of(red(state))) == ([], "")
