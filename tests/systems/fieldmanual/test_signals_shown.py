"""What signals, commands and reactions would mean before they are ordered."""

from __future__ import annotations

import pytest

from gearlock.systems.fieldmanual import SYSTEM
from gearlock.systems.fieldmanual.command_points.spending import ACTIVATE, EXTRA
from gearlock.systems.fieldmanual.command_points.tests import Command, Reroll
from gearlock.systems.fieldmanual.drones import SetOffDrone
from gearlock.systems.fieldmanual.electronic_warfare import Counter, Home, Jam
from gearlock.systems.fieldmanual.reactions import DeclareFire, StandBy
from gearlock.systems.fieldmanual.sensors import ActiveLock, ForwardObserve
from gearlock.systems.fieldmanual.special_actions import Coordinate, OffsetPenalty
from gearlock.systems.fieldmanual.state import COMBAT, LEADER, OUT, Rolled, State
from systems.fieldmanual.radio import model
from systems.fieldmanual.tables import activate, piece, put, table

WOOD = piece("area", (18, 0, 21, 48), 4, rating="heavy")
"""Three inches of Heavy terrain."""


def scene() -> State:
    state = table(WOOD)
    model(state, "red-1", 10, sensors=1, rank=LEADER, ecm=1, eccm=1, homing=1, band=COMBAT)
    model(state, "red-2", 10, 30)
    model(state, "blue-1", 30)
    activate(state, "red-1")
    return state


@pytest.mark.rule("fieldmanual.active-lock")
def test_a_lock_shows_its_lines_and_exact_chance() -> None:
    """EW 2, Sensors 1 against Concealment 3: a 3 or more on the higher of two dice, 32 of 36."""
    shown = SYSTEM.preview(scene(), "red", ActiveLock("red-1", "blue-1"))
    assert shown.odds is not None
    assert shown.odds.p_hit == pytest.approx(32 / 36)
    assert [line.value for line in shown.attack] == [2, 1]
    assert shown.target == "blue-1"


@pytest.mark.rule("fieldmanual.active-lock", "fieldmanual.combat-lock")
def test_with_combat_lock_it_is_certain() -> None:
    state = scene()
    state.units["blue-1"].x = 16_000
    shown = SYSTEM.preview(state, "red", ActiveLock("red-1", "blue-1"))
    assert shown.odds is not None
    assert shown.odds.p_hit == 1.0


@pytest.mark.rule("fieldmanual.cp-reroll-skill")
def test_a_re_roll_tells_how_often_it_is_better_or_worse() -> None:
    state = scene()
    state.rolled = Rolled("attack", "red-1", 1, 0, (3,), 3)
    shown = SYSTEM.preview(state, "red", Reroll("red-1"))
    assert shown.odds is not None
    assert shown.odds.p_hit == pytest.approx(3 / 6)
    assert "worse: 33%" in shown.notes[0]
    low = Rolled("attack", "red-1", 1, 0, (1,), 0)
    state.rolled = low
    assert SYSTEM.preview(state, "red", Reroll("red-1")).gives > shown.gives
    assert SYSTEM.preview(state, "red", Reroll("red-2")).odds is None


@pytest.mark.rule("fieldmanual.ecm-block", "fieldmanual.eccm", "fieldmanual.perk-ew-homing")
def test_rolls_of_electronic_warfare_show_their_lines() -> None:
    state = scene()
    assert [line.value for line in SYSTEM.preview(state, "red", Jam("red-1", ("red-2",))).attack] == [2, 1, 1]
    assert [line.value for line in SYSTEM.preview(state, "red", Counter("red-1")).attack] == [2, 1]
    assert SYSTEM.preview(state, "red", Home("red-1", "blue-1")).odds is not None
    assert SYSTEM.preview(state, "red", Jam("nobody")).odds is None


@pytest.mark.rule("fieldmanual.cp-extra-action")
def test_an_additional_action_is_worth_what_could_be_shot() -> None:
    state = scene()
    blind = SYSTEM.preview(state, "red", Command("red-1", EXTRA))
    state.units["blue-1"].x = 16_000
    state.notes.clear()
    assert SYSTEM.preview(state, "red", Command("red-1", EXTRA)).gives > blind.gives
    assert SYSTEM.preview(state, "red", Command("red-1", ACTIVATE)).gives < 0


@pytest.mark.rule("fieldmanual.reaction-fire")
def test_reaction_fire_is_worth_its_shot_less_what_the_action_could_do_later() -> None:
    state = scene()
    state.units["blue-1"].x = 16_000
    waits = SYSTEM.preview(state, "blue", DeclareFire("blue-1"))
    state.units["blue-1"].used = True
    state.notes.clear()
    assert SYSTEM.preview(state, "blue", DeclareFire("blue-1")).gives >= waits.gives
    assert waits.target == "red-1"


@pytest.mark.rule("fieldmanual.forward-observation", "fieldmanual.coordinated-attack", "fieldmanual.perk-drone-demo")
def test_the_others_say_whom_they_serve() -> None:
    state = scene()
    assert "1 friends" in SYSTEM.preview(state, "red", ForwardObserve("red-1", "blue-1")).notes[0]
    state.units["blue-1"].x = 16_000
    assert "1 others" in SYSTEM.preview(state, "red", Coordinate("red-1", "blue-1")).notes[0]
    put(state, "red-1-drone", "demo-drone", 17, 21, parent="red-1", status=OUT)
    assert "1 enemies and 0 friends" in SYSTEM.preview(state, "red", SetOffDrone("red-1", "red-1-drone")).notes[0]
    for order in (StandBy("red-1", "LRP/24"), OffsetPenalty("red-1")):
        assert SYSTEM.preview(state, "red", order).ends == (10_000, 20_000, 0)
