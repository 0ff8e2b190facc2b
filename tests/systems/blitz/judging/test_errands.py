"""What bots go to markers for, whom they scan, and that none of it is told by what the enemy keeps secret."""

from __future__ import annotations

import pytest

from gearlock.systems.blitz.advice.attacks_and_moves import preview_scan
from gearlock.systems.blitz.advice.objectives import errand_hope, errand_worth, errands_of, is_worth_a_scan
from gearlock.systems.blitz.electronic_warfare.observing import Scan
from gearlock.systems.blitz.state import State
from gearlock.table.measure import INCH
from systems.blitz.stage import at, moment, objectives, secret


def tokens(*places: tuple[str, float, float]) -> State:
    """A meeting engagement with tokens at (20, 20) and (40, 20), and models where they are wanted."""

    def lay(state: State) -> None:
        state.markers = {"token-1": (20_000, 20_000), "token-2": (40_000, 20_000)}
        for name, x, y in places:
            at(state, name, x, y, z=0)

    return moment(lay, scenario="meeting").state


def worth(state: State, name: str, x: float, y: float) -> float:
    there = state.units[name].clone()
    there.x, there.y = round(1000 * x), round(1000 * y)
    return errand_worth(state, state.units[name], there)


def goals(state: State, name: str) -> list[tuple[int, int]]:
    return [errand.spot for errand in errands_of(state, state.units[name])]


def test_the_nearest_who_is_free_goes_to_a_marker_and_nobody_else() -> None:
    state = tokens(("red-1", 20, 10), ("red-2", 22, 10), ("red-3", 24, 2))
    assert [goals(state, f"red-{n}") for n in (1, 2, 3)] == [[(20_000, 20_000)], [(40_000, 20_000)], []]
    assert worth(state, "red-1", 20, 16) > worth(state, "red-1", 20, 12) > 0 > worth(state, "red-1", 20, 8)
    assert worth(state, "red-3", 20, 20) == 0


@pytest.mark.rule("blitz.4.0a")
def test_who_alone_holds_a_marker_stays() -> None:
    alone = tokens(("red-1", 20, 19))
    assert worth(alone, "red-1", 20, 15) == 0
    assert worth(alone, "red-1", 30, 20) < -0.5
    assert goals(alone, "red-1") == [(20_000, 20_000)]
    two = tokens(("red-1", 20, 19), ("red-2", 21, 19))
    assert [goals(two, "red-1"), goals(two, "red-2")] == [[], [(40_000, 20_000)]]


def test_a_posture_is_worth_the_way_it_allows() -> None:
    state = tokens(("red-1", 20, 5))
    unit = state.units["red-1"]
    near, far, there = (errand_hope(state, unit, reach * INCH) for reach in (4, 8, 12))
    assert 0 == errand_hope(state, unit, 0) < near < far < there
    assert there - far > far - near, "to be there counts besides"


@pytest.mark.rule("blitz.16.0-obj-recon")
@pytest.mark.parametrize(
    ("aim", "target", "scanned", "wanted"),
    [
        ("recon", "blue-1", "", True),
        ("recon", "red-2", "", False),
        ("recon", "blue-1", "blue-1", False),
        ("hold", "blue-1", "", False),
    ],
)
def test_a_scan_is_worth_something_where_it_serves_an_objective(
    aim: str, target: str, scanned: str, wanted: bool
) -> None:
    def lay(state: State) -> None:
        objectives(state, "red", aim)
        objectives(state, "blue", "recon")
        state.points |= {f"scan:red:{scanned}": 1} if scanned else {}

    state = moment(lay).state
    assert is_worth_a_scan(state, "red", target) == wanted
    assert (preview_scan(state, "red", Scan("red-1", target)).gives > 0) == wanted


@pytest.mark.parametrize("real", ["blue-1-a", "blue-1-b"])
def test_errands_do_not_tell_which_marker_of_the_enemy_is_real(real: str) -> None:
    def lay(state: State) -> None:
        objectives(state, "blue", "hold")
        state.markers = {"blue-1-a": (20_000, 20_000), "blue-1-b": (40_000, 20_000)}
        state.facts["marker:blue:1"] = secret(real, "blue")
        at(state, "red-1", 20, 10, z=0)
        at(state, "red-2", 40, 10, z=0)

    state = moment(lay).state
    assert goals(state, "red-1") == [(20_000, 20_000)]
    assert goals(state, "red-2") == [(40_000, 20_000)]
    assert worth(state, "red-1", 20, 16) == worth(state, "red-2", 40, 16) > 0
