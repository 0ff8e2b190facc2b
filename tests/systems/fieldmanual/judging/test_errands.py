"""Where objectives send models, whom they make prey of, and that nobody's secret is told."""

from __future__ import annotations

import pytest

from gearlock.mechanics.secrets import Sealed
from gearlock.systems.fieldmanual.advice.objectives import (
    POINT,
    errand_hope,
    errand_worth,
    errands_of,
    ground_in_reach,
    is_to_be_locked,
    prey_of,
    prize_of,
)
from gearlock.systems.fieldmanual.advice.previews import PREVIEWS
from gearlock.systems.fieldmanual.missions.objectives import Leave, Scout, Slot
from gearlock.systems.fieldmanual.state import COMBAT, State
from gearlock.table.measure import INCH
from systems.fieldmanual.tables import activate, mils, piece, put, table


def battle(name: str, target: str = "", seat: str = "red") -> State:
    """Two models of red in the south, one of blue in the north; an objective that only its owner knows."""
    state = table(piece("area", (34, 22, 38, 26), 2, rating="light", id="wood"))
    state.switches, state.zones = {"zones": "wide"}, {"red": "south", "blue": "north"}
    put(state, "red-1", "jager", 36, 12, band=COMBAT, group=1)
    put(state, "red-2", "jager", 36, 4, band=COMBAT, group=1)
    put(state, "blue-1", "jager", 36, 44, 270, band=COMBAT, group=2)
    slot = Slot(seat, 1)
    state.facts[slot.key("objective")] = Sealed(name, (seat,))
    if target:
        state.facts[slot.key("target")] = Sealed(target, (seat,))
    return state


def worth(state: State, name: str, x: float, y: float) -> float:
    there = state.units[name].clone()
    there.x, there.y = mils(x), mils(y)
    return errand_worth(state, state.units[name], there)


@pytest.mark.rule("fieldmanual.obj-hold", "fieldmanual.obj-seize")
@pytest.mark.parametrize("name", ["hold", "seize"])
def test_the_nearest_goes_to_a_place_and_stays_there(name: str) -> None:
    state = battle(name, "wood")
    assert [len(errands_of(state, state.units[f"red-{n}"])) for n in (1, 2)] == [1, 0]
    assert worth(state, "red-1", 36, 14) > 0 > worth(state, "red-1", 36, 8)
    assert worth(state, "red-1", 36, 16) > POINT
    assert errand_hope(state, state.units["red-1"], 6 * INCH) > errand_hope(state, state.units["red-1"], INCH) > 0
    far = ground_in_reach(state, "red")
    state.units["red-1"].y = mils(18)
    assert ground_in_reach(state, "red") > far + POINT


@pytest.mark.rule("fieldmanual.obj-hold")
def test_as_many_go_as_outnumber_the_enemy() -> None:
    state = battle("hold", "wood")
    state.units["blue-1"].y = mils(28)
    assert all(errands_of(state, state.units[f"red-{n}"]) for n in (1, 2))


@pytest.mark.rule("fieldmanual.obj-escape", "fieldmanual.obj-breakthrough")
@pytest.mark.parametrize(("name", "target"), [("escape", "1"), ("breakthrough", "")])
def test_towards_the_enemys_edge_and_zone(name: str, target: str) -> None:
    state = battle(name, target)
    assert worth(state, "red-1", 36, 30) > worth(state, "red-1", 36, 20) >= 0
    assert bool(errands_of(state, state.units["red-2"])) is (name == "escape")


@pytest.mark.rule("fieldmanual.obj-scout", "fieldmanual.obj-escape")
def test_what_serves_an_objective_gives_something() -> None:
    state = battle("scout", "wood")
    activate(state, "red-1")
    assert PREVIEWS.preview(state, "red", Scout("red-1", 1)).gives == POINT
    assert PREVIEWS.preview(state, "red", Leave("red-1")).gives == 2 * POINT
    assert PREVIEWS.preview(state, "red", Leave("red-9")).gives == 0


@pytest.mark.rule("fieldmanual.obj-assassination", "fieldmanual.obj-wipe-them-out", "fieldmanual.obj-recon")
def test_whom_an_objective_wants_counts_more() -> None:
    for name, target in (("assassination", "blue-1"), ("wipe-them-out", "2")):
        state = battle(name, target)
        assert prey_of(state, "red") == {"blue-1"}
        assert prize_of(state, state.units["red-1"], state.units["blue-1"]) > 0
        assert prey_of(state, "blue") == set()
    state = battle("recon", "2")
    assert is_to_be_locked(state, "red", state.units["blue-1"])
    assert not is_to_be_locked(state, "blue", state.units["red-1"])


@pytest.mark.rule("fieldmanual.objective-points")
@pytest.mark.parametrize("name", ["hold", "scout", "recon", "wipe-them-out"])
def test_nobody_reckons_with_what_the_enemy_keeps_secret(name: str) -> None:
    state = battle(name, "wood" if name in ("hold", "scout") else "1", seat="blue")
    assert errands_of(state, state.units["red-1"]) == []
    assert (ground_in_reach(state, "red"), prey_of(state, "red")) == (0.0, set())
