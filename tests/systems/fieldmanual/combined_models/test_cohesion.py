"""Bases form a chain of gaps of 2 in at most; who is cut off comes back or is lost."""

from __future__ import annotations

import pytest

from gearlock.systems.fieldmanual.combined_models import CUT_OFF, chains, resolve_cohesion, stragglers
from gearlock.systems.fieldmanual.state import DESTROYED, State
from systems.fieldmanual.tables import activate, mils, play, put, table


def squad(*xs: float) -> State:
    """Bases 1 in wide at these places of a line."""
    state = table()
    for number, x in enumerate(xs, 1):
        put(state, f"red-{number}", "infantry-squad-proposed", x, 10, team="red-1")
    return state


def away(state: State) -> list[str]:
    return [base.id for base in stragglers(state, state.units["red-1"])]


@pytest.mark.rule("fieldmanual.combined-cohesion")
def test_gaps_of_two_inches_hold_the_chain() -> None:
    assert away(squad(10, 13, 16, 19)) == []
    assert away(squad(10, 13, 16.001, 19)) == ["red-3", "red-4"]
    assert away(squad(10, 13, 16, 19.001)) == ["red-4"]


@pytest.mark.rule("fieldmanual.combined-cohesion")
def test_the_larger_part_stays_whichever_bases_it_is() -> None:
    assert away(squad(10, 20, 23, 26)) == ["red-1"]
    assert [len(chain) for chain in chains(squad(10, 20, 23, 40), squad(10).units["red-1"])] == [2, 1, 1]


def settle(state: State) -> None:
    state.notes.clear()
    played = play(state, resolve_cohesion)
    state.notes.clear()
    assert resolve_cohesion(played.ctx) is None


@pytest.mark.rule("fieldmanual.combined-cohesion")
def test_who_is_cut_off_before_its_activation_must_be_back_after_it() -> None:
    state = squad(10, 13, 20)
    lost = state.units["red-3"]
    settle(state)
    assert lost.token(CUT_OFF) == 1
    activate(state, "red-1")
    for unit in state.units.values():
        unit.used = True
    assert resolve_cohesion(play(state, lambda _: None).ctx) is None
    state.activation = None
    settle(state)
    assert lost.status == DESTROYED
    assert [state.units[name].status for name in ("red-1", "red-2")] == ["fielded", "fielded"]


@pytest.mark.rule("fieldmanual.combined-cohesion")
def test_who_comes_back_in_time_stays() -> None:
    state = squad(10, 13, 20)
    lost = state.units["red-3"]
    settle(state)
    lost.x = mils(16)
    settle(state)
    assert CUT_OFF not in lost.tokens
    for unit in state.units.values():
        unit.used = True
    assert resolve_cohesion(play(state, lambda _: None).ctx) is None


@pytest.mark.rule("fieldmanual.combined-cohesion")
def test_who_is_cut_off_after_its_activation_has_the_next_round() -> None:
    state = squad(10, 13, 20)
    lost = state.units["red-3"]
    for unit in state.units.values():
        unit.used = True
    settle(state)
    assert lost.token(CUT_OFF) == 2
    for unit in state.units.values():
        unit.used = False
    settle(state)
    assert lost.token(CUT_OFF) == 1
    for unit in state.units.values():
        unit.used = True
    settle(state)
    assert lost.status == DESTROYED


@pytest.mark.rule("fieldmanual.combined-cohesion")
def test_losses_may_break_a_chain() -> None:
    state = squad(10, 13, 16, 19)
    state.units["red-2"].status = DESTROYED
    settle(state)
    assert [name for name, unit in state.units.items() if unit.token(CUT_OFF)] == ["red-1"]


@pytest.mark.rule("fieldmanual.combined-cohesion", "fieldmanual.infantry-structures")
def test_bases_in_one_building_are_together() -> None:
    state = squad(10, 20, 30)
    for unit in state.units.values():
        unit.carrier = "house"
    assert away(state) == []
    state.units["red-3"].carrier = ""
    assert away(state) == ["red-3"]
