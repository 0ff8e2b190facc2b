"""4.1.2: tables that look like their type of battlefield."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.damage.structures import overload
from gearlock.systems.tactical.line_of_sight.terrain import type_at
from gearlock.systems.tactical.movement.course import Move
from gearlock.systems.tactical.movement.moving import refuse_move
from gearlock.systems.tactical.scenario_generator.tables import battlefields, draw_ground, names, share_of
from gearlock.systems.tactical.state import Activation
from gearlock.table.maps import ground_faults
from gearlock.table.measure import INCH
from gearlock.table.polygon import bounds
from gearlock.table.terrain import Ground
from systems.tactical.tables import put, table

WANTED = {
    "Desert": (50, ("clear", "sand"), "desert"),
    "Broken Ground": (50, ("rough",), "broken"),
    "Mountains": (75, ("rough",), "mountains"),
    "Woodland": (50, ("woodland",), "woodland"),
    "Jungle": (50, ("jungle",), "jungle"),
    "Swamp": (50, ("swamp",), "swamp"),
    "Polar": (50, ("sand",), "polar"),
    "White Desert": (25, ("sand",), "white-desert"),
    "Urban": (50, ("urban", "dense urban"), "urban"),
}


@pytest.mark.rule("tactical.4.1.2-battlefield-desert")
@pytest.mark.rule("tactical.4.1.2-battlefield-broken")
@pytest.mark.rule("tactical.4.1.2-battlefield-mountains")
@pytest.mark.rule("tactical.4.1.2-battlefield-woodland")
@pytest.mark.rule("tactical.4.1.2-battlefield-jungle")
@pytest.mark.rule("tactical.4.1.2-battlefield-swamp")
@pytest.mark.rule("tactical.4.1.2-battlefield-polar")
@pytest.mark.rule("tactical.4.1.2-battlefield-white-desert")
@pytest.mark.rule("tactical.4.1.2-battlefield-urban")
@pytest.mark.parametrize("name", WANTED)
def test_a_drawn_table_keeps_to_the_guideline(name: str) -> None:
    share, types, _ = WANTED[name]
    for seed in range(8):
        ground = draw_ground(name, 48 * INCH, 36 * INCH, seed)
        assert not list(ground_faults(ground))
        assert share_of(ground, types) >= share, (name, seed)
        assert len(ground.pieces) > 5, "a table with nothing on it hides nobody"


@pytest.mark.rule("tactical.4.1.2-battlefield-broken")
@pytest.mark.rule("tactical.4.1.2-battlefield-mountains")
def test_broken_ground_and_mountains_have_levels() -> None:
    assert any(piece.kind == "hill" for piece in draw_ground("Broken Ground", 48 * INCH, 36 * INCH, 1).pieces)
    tops = {piece.top for seed in range(4) for piece in draw_ground("Mountains", 72 * INCH, 48 * INCH, seed).pieces}
    assert {INCH, 2 * INCH, 3 * INCH} <= tops


def test_every_battlefield_of_the_terrain_table_can_be_drawn() -> None:
    wanted = {name for column in ("north", "badlands", "south") for name in names("terrain", column)}
    assert wanted == set(battlefields()) == set(WANTED)


def test_a_seed_draws_the_same_table_again() -> None:
    assert draw_ground("Jungle", 48 * INCH, 36 * INCH, 5) == draw_ground("Jungle", 48 * INCH, 36 * INCH, 5)
    assert draw_ground("Jungle", 48 * INCH, 36 * INCH, 5) != draw_ground("Jungle", 48 * INCH, 36 * INCH, 6)


def rivers() -> list[Ground]:
    names_ = ("Woodland", "Jungle", "Swamp", "Urban")
    drawn = (draw_ground(name, 48 * INCH, 36 * INCH, seed) for name in names_ for seed in range(12))
    return [ground for ground in drawn if any(piece.name == "River" for piece in ground.pieces)]


@pytest.mark.rule("tactical.4.1.2-battlefield-swamp")
@pytest.mark.rule("tactical.4.1.2-battlefield-urban")
def test_rivers_have_a_bridge_and_a_ford_and_leave_the_edges_dry() -> None:
    found = rivers()
    assert 10 < len(found) < 40, "some tables, not all"
    for ground in found:
        for name, kind in (("Bridge", "bridge"), ("Ford", "rough")):
            (crossing,) = [piece for piece in ground.pieces if piece.name == name]
            x0, _, x1, _ = bounds(crossing.outline)
            column = [type_at(ground, (x0 + x1) // 2, y) for y in range(0, ground.height, INCH // 4)]
            assert kind in column, ground.name
            assert "deep water" not in column, ground.name
        edges = [type_at(ground, x, y) for x in range(0, ground.width, INCH) for y in (INCH, 6 * INCH, 30 * INCH)]
        assert "deep water" not in edges


def test_deserts_and_mountains_have_no_river() -> None:
    for name in ("Desert", "Mountains", "Polar", "White Desert", "Broken Ground"):
        grounds = [draw_ground(name, 48 * INCH, 36 * INCH, seed) for seed in range(8)]
        assert not any(piece.name in ("River", "Bridge") for ground in grounds for piece in ground.pieces)


def test_who_drives_over_the_bridge_stays_dry_and_whoever_is_too_large_is_weighed() -> None:
    ground = rivers()[0]
    bridge = ground.piece("bridge")
    x0, y0, x1, _ = bounds(bridge.outline)
    state = table(size=(48, 36))
    state.ground = ground
    gear = put(state, "red-1", "hunter", (x0 + x1) / 2 / INCH, y0 / INCH - 1, 90)
    state.activation = Activation(gear.id, "combat", "W")
    assert refuse_move(state, Move(gear.id, ((0, 3 * INCH),))) is None
    gear.x = x0 - 3 * INCH
    wet = refuse_move(state, Move(gear.id, ((0, 4 * INCH),)))
    assert wet is None or wet.code in ("water", "movement")
    assert (overload(bridge, 10), overload(bridge, 14)) == (0, 4)
