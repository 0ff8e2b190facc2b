"""Stand By for Coordinates: weapons that wait for a Forward Observation."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.attacks.weapons_in_use import Attack, AttackDeclared
from gearlock.systems.fieldmanual.electronic_warfare import Jam
from gearlock.systems.fieldmanual.reactions import StandBy, StandBySpent, resolve_forward_observation, resolve_stand_by
from gearlock.systems.fieldmanual.rounds import MiscellaneousBegun
from gearlock.systems.fieldmanual.sensors import ForwardObserve
from gearlock.systems.fieldmanual.state import FALLEN, State
from systems.fieldmanual.radio import asked, model
from systems.fieldmanual.reactions.scene import BOOK, fight
from systems.fieldmanual.tables import activate, play, table

TOKEN = "stand by:LRP/24"


def battery(ew: int = 2, waiting: int = 2) -> State:
    """Red observes blue; two friends far behind have rockets that stand by."""
    state = table()
    model(state, "red-1", 20, ew=ew)
    model(state, "blue-1", 35)
    for number in range(waiting):
        friend = model(state, f"red-{number + 2}", 10, 20 + 4 * number)
        friend.tokens[TOKEN] = 1
        friend.actions = 0
    state.units["blue-1"].tokens["locked:red-1"] = 1
    activate(state, "red-1", free="blue-1")
    return state


def observing(ctx: Ctx[State]) -> Script[Any]:
    return resolve_forward_observation(ctx, ForwardObserve("red-1", "blue-1"))


def rockets(unit: str) -> Attack:
    return Attack(unit, "LRP/24", "blue-1", way="indirect")


def code(state: State, order: Any, kind: str = "act", **more: Any) -> str:
    found = BOOK.refuse(state, Ask("red", kind, **more), order)
    return "" if found is None else found.code


@pytest.mark.rule("fieldmanual.stand-by")
def test_an_action_lays_a_token_on_a_weapon_with_if() -> None:
    state = battery()
    unit = state.units["red-1"]
    play(state, lambda ctx: resolve_stand_by(ctx, StandBy("red-1", "LRP/24")))
    assert (unit.tokens, unit.actions) == ({TOKEN: 1}, 0)
    MiscellaneousBegun().change(state)
    assert unit.tokens == {}


@pytest.mark.rule("fieldmanual.stand-by")
def test_one_action_a_weapon_that_has_not_attacked_in_its_own_activation() -> None:
    state = battery()
    unit = state.units["red-1"]
    assert code(state, StandBy("red-1", "LRP/24")) == ""
    assert code(state, StandBy("red-1", "LAC")) == "weapon"
    assert code(state, StandBy("red-1", "none")) == "weapon"
    assert code(state, StandBy("red-2", "LRP/24")) == "activation"
    unit.fired = ["LRP/24"]
    assert code(state, StandBy("red-1", "LRP/24")) == "fired"
    unit.fired, unit.tokens = [], {TOKEN: 1}
    assert code(state, StandBy("red-1", "LRP/24")) == "again"
    unit.tokens, unit.actions = {}, 0
    assert code(state, StandBy("red-1", "LRP/24")) == "no-action"
    unit.actions = 1
    activate(state, "red-1", extra=True)
    assert code(state, StandBy("red-1", "LRP/24")) == "activation"


@pytest.mark.rule("fieldmanual.stand-by")
def test_the_weapon_does_not_attack_in_that_activation() -> None:
    state = battery()
    state.units["red-1"].tokens[TOKEN] = 1
    assert code(state, Attack("red-1", "LRP/24", "blue-1")) == "stand-by"


@pytest.mark.rule("fieldmanual.stand-by", "fieldmanual.forward-observation")
def test_a_successful_observation_lets_them_fire_at_once_without_actions() -> None:
    state = battery()
    dice = ((1, 2), (1,), (1,), (1, 2), (1,), (6,))
    played = fight(state, observing, *dice, replies=[rockets("red-2"), rockets("red-3")])
    assert played.of(StandBySpent) == [
        StandBySpent("red-2", "LRP/24", "blue-1"),
        StandBySpent("red-3", "LRP/24", "blue-1"),
    ]
    assert [event.way for event in played.of(AttackDeclared)] == ["indirect", "indirect"]
    assert state.units["red-2"].tokens.get(TOKEN) is None
    assert asked(played).count(("red", "coordinates")) == 2


@pytest.mark.rule("fieldmanual.stand-by")
@pytest.mark.parametrize(("ew", "times"), [(0, 0), (1, 1), (3, 2)])
def test_no_more_tokens_than_the_observers_ew_skill(ew: int, times: int) -> None:
    state = battery(ew)
    dice = ((1, 2), (1,), (1,)) * times
    shots = [rockets("red-2"), rockets("red-3")][:times]
    played = fight(state, observing, *dice, replies=shots)
    assert len(played.of(StandBySpent)) == times
    assert asked(played).count(("red", "coordinates")) == times


@pytest.mark.rule("fieldmanual.stand-by")
def test_who_lies_on_the_ground_and_who_does_not_stand_by_is_not_asked() -> None:
    state = battery()
    state.units["red-2"].tokens[FALLEN] = 1
    state.units["red-3"].tokens.clear()
    assert fight(state, observing).asks == []


@pytest.mark.rule("fieldmanual.stand-by", "fieldmanual.auto-comm")
def test_a_blocked_observation_serves_only_who_is_in_auto_comm() -> None:
    state = battery()
    state.units["red-1"].x, state.units["red-1"].y = 12_000, 24_000
    model(state, "blue-2", 25, 30, ecm=3)
    dice = ((6, 6), (1, 2), (1, 2), (1,), (1,))
    played = fight(state, observing, *dice, replies=[Jam("blue-2"), rockets("red-3")])
    assert [event.unit for event in played.of(StandBySpent)] == ["red-3"]
    assert played.asks[-1].about == ("blue-1", "red-3")


@pytest.mark.rule("fieldmanual.stand-by")
def test_only_what_stands_by_at_only_who_was_observed() -> None:
    state = battery()
    state.units["blue-1"].tokens["observed:red-1"] = 1
    model(state, "blue-2", 40)
    about: dict[str, Any] = {"kind": "coordinates", "about": ("blue-1", "red-2")}
    assert code(state, rockets("red-2"), **about) == ""
    assert code(state, rockets("red-3"), **about) == "unit"
    assert code(state, Attack("red-2", "LRP/24", "blue-2", way="indirect"), **about) == "target"
    assert code(state, Attack("red-2", "LRP/24", "blue-1"), **about) == "way"
    state.units["red-2"].tokens.clear()
    assert code(state, rockets("red-2"), **about) == "weapon"
