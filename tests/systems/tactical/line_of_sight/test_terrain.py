"""Types of terrain, their prices, and which one a unit is in."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.systems.tactical.line_of_sight import terrain as t
from gearlock.systems.tactical.line_of_sight.terrain import ground_type, terrain_under
from gearlock.systems.tactical.state import SKIRMISH_SCALE, TACTICAL_SCALE
from systems.tactical.tables import HUNTER, piece, put, table

TACTICAL = {
    "clear": (1, 1, 1), "rough": (1, 2, 1), "sand": (2, 2, 1), "woodland": (1, 2, 2), "jungle": (2, 3, 3),
    "swamp": (3, 4, 1), "water": (2, 3, 1), "deep water": (2, 3, 1), "urban": (2, 1, 2), "dense urban": (3, 2, 3),
    "road": (1, 1, 1), "bridge": (1, 1, 1), "wall": (1, 2, 1), "dense wall": (1, 2, 1),
}  # fmt: skip
SKIRMISH = {
    "clear": (1, 1, 1), "rough": (1, 2, 2), "sand": (2, 2, 1), "woodland": (2, 4, None), "jungle": (3, None, None),
    "swamp": (3, 4, 1), "water": (3, 4, 1), "deep water": (3, 4, 1), "urban": (None, None, None),
    "dense urban": (None, None, None), "wall": (None, None, None), "dense wall": (None, None, None),
    "road": (1, 1, 1), "bridge": (1, 1, 1),
}  # fmt: skip
"""The tables of the book for Walker, Ground and Hover. Of what it has at one scale only, an inch of 50 m with walls in
it is Rough, and deep water at 10 m is as any water."""


@pytest.mark.rule("tactical.2.6.5-terrain-costs", "tactical.3.8.1-terrain")
@pytest.mark.parametrize(("scale", "table"), [(TACTICAL_SCALE, TACTICAL), (SKIRMISH_SCALE, SKIRMISH)])
def test_every_price_of_both_scales_is_one_of_these(scale: str, table: dict[str, tuple[int | None, ...]]) -> None:
    afloat = {kind: 1 if "water" in kind else None for kind in t.TYPES}
    columns = {mode: {kind: table[kind][at] for kind in table} for at, mode in enumerate("WGH")}
    assert t.COSTS[scale] == {**columns, "N": afloat, "S": afloat}
    assert sum(len(prices) for prices in t.COSTS[scale].values()) == 5 * 14


@pytest.mark.rule("tactical.2.6.5-terrain-costs")
@pytest.mark.parametrize("kind", TACTICAL)
def test_an_inch_costs_what_the_table_of_the_book_says(kind: str) -> None:
    assert tuple(t.cost_of(TACTICAL_SCALE, mode, kind) for mode in "WGH") == TACTICAL[kind]


@pytest.mark.rule("tactical.3.8.1-terrain")
@pytest.mark.parametrize("kind", SKIRMISH)
def test_at_skirmish_scale_much_is_closed(kind: str) -> None:
    assert tuple(t.cost_of(SKIRMISH_SCALE, mode, kind) for mode in "WGH") == SKIRMISH[kind]


@pytest.mark.rule("tactical.2.6.5-terrain-costs", "tactical.3.8.1-terrain")
@pytest.mark.parametrize("scale", [TACTICAL_SCALE, SKIRMISH_SCALE])
def test_vessels_go_on_water_alone_and_slopes_add_to_an_inch(scale: str) -> None:
    assert [kind for kind in t.TYPES if t.cost_of(scale, "N", kind)] == ["water", "deep water"]
    assert [kind for kind in t.TYPES if t.cost_of(scale, "S", kind) == 1] == ["water", "deep water"]
    assert [t.slope_cost(mode, True) for mode in "WGHN"] == [2, 2, 4, None]
    assert [t.slope_cost(mode, False) for mode in "WGHN"] == [1, 0, 0, None]
    assert t.cost_of(scale, "", "clear") is None


@pytest.mark.rule("tactical.2.6.5-terrain")
@pytest.mark.parametrize(
    ("kind", "more", "type_"),
    [
        ("area", {"props": {"going": "jungle"}}, "jungle"),
        ("area", {"props": {"going": "Dense-Urban"}}, "dense urban"),
        ("area", {"props": {"going": "snow"}}, "sand"),
        ("area", {"name": "Light wood", "rating": "light"}, "woodland"),
        ("area", {"name": "Old forest", "rating": "heavy"}, "jungle"),
        ("area", {"name": "Dunes", "rating": "heavy"}, "sand"),
        ("area", {"name": "Marsh"}, "swamp"),
        ("area", {"name": "Broken ground", "rating": "light"}, "rough"),
        ("water", {}, "water"),
        ("water", {"props": {"going": "deep water"}}, "deep water"),
        ("road", {}, "road"),
        ("building", {"rating": "light"}, "urban"),
        ("building", {"rating": "heavy"}, "dense urban"),
        ("hill", {}, "clear"),
        ("hill", {"props": {"going": "rough"}}, "rough"),
        ("open", {}, "clear"),
    ],
)
def test_a_map_says_what_ground_is(kind: str, more: dict[str, Any], type_: str) -> None:
    state = table(piece(kind, (10, 10, 20, 20), 1 if kind == "hill" else 0, **more))
    assert ground_type(state, 15000, 15000) == type_
    assert ground_type(state, 5000, 5000) == "clear"


@pytest.mark.rule("tactical.2.6.5-terrain")
def test_roads_and_bridges_lie_over_all_else_and_otherwise_the_last_piece_of_the_map() -> None:
    wood = piece("area", (10, 10, 20, 20), props={"going": "woodland"})
    swamp = piece("area", (14, 10, 20, 20), props={"going": "swamp"}, id="swamp")
    water = piece("water", (10, 17, 20, 20))
    bridge = piece("road", (12, 17, 13, 20), props={"going": "bridge"}, id="bridge")
    state = table(piece("road", (12, 10, 13, 20)), wood, swamp, water, bridge)
    places = [(11, 12), (12.5, 12), (15, 12), (15, 18), (12.5, 18)]
    found = [ground_type(state, round(x * 1000), round(y * 1000)) for x, y in places]
    assert found == ["woodland", "road", "swamp", "water", "bridge"]


@pytest.mark.rule("tactical.2.6.5-terrain")
@pytest.mark.parametrize(("x", "type_"), [(9.9, "clear"), (9.99, "clear"), (10.01, "woodland"), (10.4, "woodland")])
def test_a_unit_is_in_the_terrain_under_more_than_half_of_its_base(x: float, type_: str) -> None:
    state = table(piece("area", (10, 5, 20, 15), props={"going": "woodland"}))
    assert terrain_under(state, put(state, "red-1", HUNTER, x, 10)) == type_


@pytest.mark.rule("tactical.2.6.5-terrain")
def test_the_middle_of_a_base_is_not_enough() -> None:
    narrow = piece("area", (9.95, 5, 10.05, 15), props={"going": "swamp"})
    wide = piece("area", (9.7, 5, 10.3, 15), props={"going": "swamp"})
    for strip, type_ in ((narrow, "clear"), (wide, "swamp")):
        state = table(strip)
        assert terrain_under(state, put(state, "red-1", HUNTER, 10, 10)) == type_


@pytest.mark.rule("tactical.2.6.5-terrain")
def test_where_nothing_has_more_than_half_the_middle_decides() -> None:
    parts = [("swamp", (5, 10, 10, 15)), ("rough", (10, 10, 15, 15)), ("jungle", (5, 5, 9.9, 10))]
    state = table(*(piece("area", box, props={"going": going}, id=going) for going, box in parts))
    assert terrain_under(state, put(state, "red-1", HUNTER, 9.98, 10.02)) == "swamp"
