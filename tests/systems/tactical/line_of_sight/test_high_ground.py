"""High ground, dead zones, rocks, and height as range."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.line_of_sight.seeing import look, sees
from gearlock.systems.tactical.line_of_sight.terrain import distance, distance_to, touches
from gearlock.systems.tactical.state import State, Unit
from gearlock.table.terrain import Piece
from systems.tactical.line_of_sight.scene import facing_off, ridge
from systems.tactical.tables import piece


def code(state: State, looker: Unit, target: Unit) -> str:
    state.notes.clear()
    refusal = look(state, looker, target).reason
    return "" if refusal is None else refusal.code


@pytest.mark.rule("tactical.2.6.6")
def test_the_apc_behind_its_ridge_is_seen_only_from_above() -> None:
    pieces = (ridge(0.7, 1.7), ridge(4.3, 5.3))
    state, red, blue = facing_off(*pieces, apart=6)
    assert code(state, red, blue) == "higher"
    red.x += 1200
    red.z = 1000
    assert code(state, red, blue) == "dead-zone"
    assert code(state, blue, red) == "dead-zone"
    red.x += 3600
    assert (state.ground.elevation(red.x, red.y), code(state, red, blue)) == (1000, "")
    assert code(state, blue, red) == ""


@pytest.mark.rule("tactical.2.6.6")
@pytest.mark.parametrize(
    ("hill", "far", "seen"),
    [(ridge(4, 6), 12, False), (ridge(4, 6, 0), 12, True), (ridge(13, 15), 12, True), (ridge(-5, -2), 12, True)],
)
def test_ground_higher_than_both_stops_a_look(hill: Piece, far: float, seen: bool) -> None:
    state, red, blue = facing_off(hill, apart=far)
    assert sees(state, red, blue) == seen
    assert sees(state, blue, red) == seen


@pytest.mark.rule("tactical.2.6.6")
@pytest.mark.parametrize(("apart", "why"), [(7.001, ""), (7, "dead-zone"), (6.2, "dead-zone")])
def test_a_dead_zone_is_an_inch_deep(apart: float, why: str) -> None:
    high = (ridge(-1, 1, 2), ridge(4, 6, 1))
    state, red, blue = facing_off(*high, apart=apart)
    assert red.z == 2000
    assert code(state, red, blue) == why
    assert code(state, blue, red) == why


@pytest.mark.rule("tactical.2.6.6")
@pytest.mark.parametrize(("edge", "why"), [(0.5, ""), (1, ""), (1.001, "dead-zone"), (3, "dead-zone")])
def test_only_from_the_edge_one_looks_down_into_a_dead_zone(edge: float, why: str) -> None:
    plateau = ridge(-10, edge, 1)
    state, red, blue = facing_off(plateau, apart=edge + 0.8)
    assert (red.z, blue.z) == (1000, 0)
    assert code(state, red, blue) == why
    far, red, blue = facing_off(plateau, apart=edge + 1.1)
    assert code(far, red, blue) == ""


@pytest.mark.rule("tactical.2.6.6")
def test_a_terrace_is_one_rise_with_the_level_above_it() -> None:
    steps = (ridge(-10, 0.9, 1), ridge(-10, 0.4, 2))
    state, red, blue = facing_off(*steps, apart=1.5)
    assert red.z == 2000
    assert code(state, red, blue) == ""
    parted = (ridge(0.5, 0.9, 1), ridge(-10, 0.4, 2))
    state, red, blue = facing_off(*parted, apart=1.5)
    assert code(state, red, blue) == "dead-zone"


@pytest.mark.rule("tactical.2.6.6")
def test_a_line_that_only_touches_high_ground_passes() -> None:
    beside = piece("hill", (14, 10, 18, 16), 1, footing=True)
    state, red, blue = facing_off(beside)
    assert sees(state, red, blue)
    both = piece("hill", (14, 4, 18, 10), 1, footing=True, id="lower")
    state, red, blue = facing_off(beside, both)
    assert not sees(state, red, blue)


@pytest.mark.rule("tactical.2.6.6")
@pytest.mark.parametrize(("top", "seen"), [(1, True), (1.001, False)])
def test_a_single_rock_stops_a_look_if_it_is_taller_than_both_units(top: float, seen: bool) -> None:
    rock = piece("instance", (14, 9, 16, 11), top, name="Rock spire")
    state, red, blue = facing_off(rock)
    assert sees(state, red, blue) == seen


@pytest.mark.rule("tactical.2.6.1", "tactical.3.8")
def test_everything_is_measured_from_middle_to_middle_at_both_scales() -> None:
    for skirmish in (False, True):
        state, red, blue = facing_off(apart=12, skirmish=skirmish)
        assert distance(state, red, blue) == 12000
        blue.y += 1
        assert distance(state, red, blue) == 12001  # more than 12 in, by however little
        assert not touches(red, blue)
        blue.x, blue.y = red.x + 1010, red.y
        assert touches(red, blue)
        blue.z = red.z + 1999
        assert touches(red, blue)
        blue.z += 1
        assert not touches(red, blue), "one stands on a cliff above the other"
        blue.x, blue.z = blue.x + 1, red.z
        assert not touches(red, blue)
    assert state.kilometre() == 100_000


@pytest.mark.rule("tactical.3.2.2")
def test_a_difference_in_height_that_is_more_is_the_range() -> None:
    state, red, blue = facing_off(apart=1, elevation_as_range="yes")
    red.z = 4000
    assert distance(state, red, blue) == distance(state, blue, red) == 4000
    blue.x = red.x + 5000
    assert distance(state, red, blue) == 5000
    state.switches["slant range"] = "yes"
    blue.x = red.x + 3000
    assert distance(state, red, blue) == 5000
    assert distance_to(state, red, blue.x, blue.y, 0) == 5000
    state.switches.clear()
    assert distance(state, red, blue) == 3000
