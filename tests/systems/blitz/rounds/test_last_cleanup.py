"""3.3: what the effects of a Cleanup phase bring about is settled before objectives are looked at, in the last too."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.blitz.attacks.aiming import SnapFire
from gearlock.systems.blitz.state import ALOFT, FIELDED, GONE, RIDING, WRECK, State
from systems.blitz.field import Field, asked, decline_all, fire, play
from systems.blitz.stage import at, moment

BURNT = ("fire roll", (1,))
LAST: dict[str, Any] = {"phase": "cleanup", "round": 6, "rounds": 6, "active": ""}
DYING: dict[str, Any] = {"hull": 0, "structure": 1}


def get_out(battle: Battle[State]) -> None:
    """Whoever is asked where it gets out does so anywhere."""
    ask = asked(battle)
    assert ask.kind == "get-out", f"the battle goes on: {ask}"
    order = battle.sample(ask.seat, next(iter(battle.options(ask.seat))), random.Random(1))
    assert order is not None
    battle.answer(ask.seat, order)


def to_the_end(battle: Battle[State]) -> Battle[State]:
    """Play on: whoever is thrown out gets out at the first place there is."""
    for _ in range(20):
        if not battle.over:
            decline_all(battle)
        if battle.over:
            return battle
        get_out(battle)
    raise AssertionError("the battle does not end")


def winner(battle: Battle[State]) -> str:
    outcome = to_the_end(battle).outcome
    assert outcome is not None
    return outcome.winner


@pytest.mark.rule("blitz.3.3", "blitz.17.7b", "blitz.18.5")
def test_who_is_aboard_an_elevated_vtol_that_burns_out_in_the_last_cleanup_is_lost() -> None:
    """The squad alone would have more left than blue."""
    field = Field(**LAST).model("red-1", "dragonfly-north", 10, 10, **DYING, tokens={"fire": 1, ALOFT: 1})
    field.model("red-2", "north-infantry-squad", 10, 10, status=RIDING, carrier="red-1", tokens={ALOFT: 1})
    field.model("blue-1", "hunter", 10, 40, **DYING).dice("fire roll", 1)
    battle = field.battle()
    assert winner(battle) == "blue"
    assert battle.state.units["red-2"].status == GONE


@pytest.mark.rule("blitz.3.3", "blitz.18.4")
def test_drones_of_who_burns_out_in_the_last_cleanup_are_lost() -> None:
    field = Field(**LAST).model("red-1", "hunter", 10, 10, **DYING, tokens={"fire": 1})
    field.model("red-2", "hunter-killer-drone", 12, 10, parent="red-1")
    field.model("blue-1", "hunter", 10, 40, **DYING).dice("fire roll", 1)
    battle = field.battle()
    assert winner(battle) == "blue"
    assert battle.state.units["red-2"].is_destroyed


@pytest.mark.rule("blitz.3.3", "blitz.18.5", "blitz.4.0a")
def test_a_squad_whose_transport_burns_out_in_the_last_cleanup_stands_there_and_holds_the_token() -> None:
    """Without the token blue would win, by the actions it has left."""

    def lay(state: State) -> None:
        state.round = state.rounds = 6
        state.markers = {"token-1": (20_000, 20_000)}
        at(state, "red-1", 20, 17, hull=0, structure=1, z=0).tokens["fire"] = 1
        at(state, "red-2", 20, 17, z=0, status=RIDING, carrier="red-1")

    battle = moment(lay, BURNT, scenario="meeting")
    assert winner(battle) == "red"
    units = battle.state.units
    assert (units["red-1"].status, units["red-2"].status) == (WRECK, FIELDED)


@pytest.mark.rule("blitz.3.3", "blitz.18.5", "blitz.4.0a")
def test_who_is_thrown_out_in_a_cleanup_contests_a_token_in_that_cleanup() -> None:
    """In any round: nobody holds the token, although all that red had there when effects were resolved was a wreck."""

    def lay(state: State) -> None:
        state.markers = {"token-1": (20_000, 20_000)}
        at(state, "red-1", 20, 17, hull=0, structure=1, z=0).tokens["fire"] = 1
        at(state, "red-2", 20, 17, z=0, status=RIDING, carrier="red-1")
        at(state, "blue-1", 20, 23, z=0)

    battle = moment(lay, BURNT, scenario="meeting")
    decline_all(battle)
    get_out(battle)
    decline_all(battle)
    assert battle.state.round == 2
    assert not battle.state.points.get("held:token-1:blue")


@pytest.mark.rule("blitz.18.4", "blitz.1.0")
def test_a_battle_is_not_over_before_the_losses_of_its_last_shot_are_all_counted() -> None:
    """The last two shoot each other down. The drone of one of them would be all that is left, and goes with it."""
    field = Field(posture="braced").model("red-1", "hunter", 10, 10, **DYING)
    field.model("red-2", "hunter-killer-drone", 12, 10, parent="red-1")
    field.model("blue-1", "hunter", 10, 20, **DYING, tokens={"standby": 1})
    field.dice("attack", 6, 6, 6).dice("defence", 1).dice("attack", 6, 6, 6).dice("defence", 1)
    battle = field.battle()
    play(battle, fire(), ("snap", SnapFire("blue-1", "LAC", "red-1")))
    assert battle.over
    assert battle.outcome is not None
    assert (battle.outcome.winner, battle.outcome.reason) == ("", "nobody is left")
