"""The trait Smoke."""

from __future__ import annotations

import pytest

from gearlock.systems.blitz.lock_and_cover.cover import look_at
from gearlock.systems.blitz.rounds import CleanupBegun
from gearlock.systems.blitz.smoke import LaySmoke
from gearlock.systems.blitz.state import TOP_SPEED, State
from systems.blitz.fieldwork import BRACED, COMBAT, WEST, activate, give, model, offered, refused, table


def smoker(posture: str = COMBAT) -> State:
    state = table(model("red", "klemm", 10, actions=0), model("blue", "hunter", 22, facing=WEST))
    return activate(state, "red", posture)


@pytest.mark.rule("blitz.trait.smoke")
def test_smoke_hides_its_model_lightly_until_the_next_cleanup_and_costs_no_action() -> None:
    state = smoker()
    blue, red = state.units["blue"], state.units["red"]
    assert look_at(state, blue, red).dice == 0
    give(state, LaySmoke("red"))
    assert look_at(state, blue, red).adjacent == 1
    assert state.smoke == [(10_000, 20_000, 0, red.height + 1000)]
    CleanupBegun().change(state)
    state.notes = {}
    assert look_at(state, blue, red).dice == 0


@pytest.mark.rule("blitz.trait.smoke")
def test_the_cloud_stays_where_it_was_laid_and_reaches_three_inches() -> None:
    state = smoker()
    give(state, LaySmoke("red"))
    state.units["blue-2"] = model("blue-2", "hunter", 10, 23.3, facing=WEST)
    state.notes = {}
    assert look_at(state, state.units["blue"], state.units["blue-2"]).adjacent == 1
    state.units["blue-2"].y = 26_000
    state.notes = {}
    assert look_at(state, state.units["blue"], state.units["blue-2"]).dice == 0


@pytest.mark.rule("blitz.trait.smoke")
def test_once_an_activation_as_often_as_rated_and_never_at_top_speed() -> None:
    state = smoker()
    for used in range(3):
        activate(state, "red", BRACED)
        assert [option.label for option in offered(state, LaySmoke)] == [f"Lay smoke ({3 - used} left)"]
        give(state, LaySmoke("red"))
        assert refused(state, LaySmoke("red")) == ("again" if used < 2 else "spent")
    assert refused(activate(state, "red"), LaySmoke("red")) == "spent"
    assert refused(smoker(TOP_SPEED), LaySmoke("red")) == "posture"
    other = activate(table(model("red", "hunter")), "red")
    assert refused(other, LaySmoke("red")) == "smoke"
