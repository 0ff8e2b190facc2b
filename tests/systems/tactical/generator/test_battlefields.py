"""4.1.2: tables that look like their type of battlefield."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.generator.battlefields import battlefields, draw_ground, share_of
from gearlock.systems.tactical.generator.tables import names
from gearlock.table.maps import ground_faults
from gearlock.table.measure import INCH

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
