"""4.1.2: what lies on a drawn table, measured: hills by their levels, patches, rivers, bridges and roads."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from itertools import pairwise
from math import cos, radians, sin

import pytest

from gearlock.systems.tactical.scenario_generator.tables import CORNERS, battlefields, draw_ground, share_of
from gearlock.table.measure import INCH
from gearlock.table.polygon import bounds, rectangle
from gearlock.table.terrain import Ground, Piece

WIDE, HIGH = 48 * INCH, 36 * INCH
WOODED = ("woodland", "jungle", "urban", "dense urban")


@cache
def one(name: str, seed: int) -> Ground:
    return draw_ground(name, WIDE, HIGH, seed)


def drawn(*names: str, seeds: int = 8) -> list[Ground]:
    return [one(name, seed) for name in names or battlefields() for seed in range(seeds)]


def size(piece: Piece) -> tuple[int, int]:
    x0, y0, x1, y1 = bounds(piece.outline)
    return x1 - x0, y1 - y0


def named(ground: Ground, name: str) -> list[Piece]:
    return [piece for piece in ground.pieces if piece.name == name]


def test_the_corners_of_a_patch_lie_evenly_around_its_middle() -> None:
    ninth = [radians(40 * at) for at in range(9)]
    assert tuple((round(1000 * cos(turn)), round(1000 * sin(turn))) for turn in ninth) == CORNERS


@pytest.mark.rule("tactical.4.1.2-battlefield-broken")
@pytest.mark.rule("tactical.4.1.2-battlefield-mountains")
@pytest.mark.parametrize(("name", "most"), [("Desert", 1), ("Broken Ground", 2), ("Mountains", 3), ("Polar", 1)])
def test_a_hill_is_two_inches_broader_all_around_for_each_level_that_stands_on_it(name: str, most: int) -> None:
    tallest = set()
    for ground in drawn(name):
        hills = [piece for piece in ground.pieces if piece.kind == "hill"]
        assert hills[0].top == INCH
        for low, high in pairwise(hills):
            assert high.top in (INCH, low.top + INCH), "level upon level"
        for hill in hills:
            level, radius = hill.top // INCH, 3 + 2 * (most - hill.top // INCH)
            tallest.add(level)
            assert (hill.name, hill.footing, hill.base) == (f"Hill, level {level}", True, 0)
            assert all(1.9 * radius * INCH < side < 2 * (radius + 1) * INCH for side in size(hill)), (level, size(hill))
            x0, y0, x1, y1 = bounds(hill.outline)
            assert x0 >= 0, "its middle is 8 in from the sides"
            assert x1 <= WIDE
            assert y0 >= INCH, "and 9 in from the edges where forces deploy"
            assert y1 <= HIGH - INCH
    assert max(tallest) == most
    assert all(len(each.pieces) > most for each in drawn(name))


@pytest.mark.rule("tactical.4.1.2-battlefield-mountains")
def test_mountains_have_two_or_three_levels_and_broken_ground_one_or_two() -> None:
    for name, few, many in (("Mountains", 2, 3), ("Broken Ground", 1, 2)):
        counts = set()
        for ground in drawn(name):
            tops = [piece.top // INCH for piece in ground.pieces if piece.kind == "hill"]
            starts = [at for at, top in enumerate(tops) if top == 1] + [len(tops)]
            counts |= {after - before for before, after in pairwise(starts)}
            assert len(starts) - 1 == battlefields()[name].hills
        assert counts == {few, many}


def test_every_type_of_terrain_is_as_tall_as_deep_and_as_much_cover_as_its_name_says() -> None:
    seen = set()
    for ground in drawn():
        for piece in (each for each in ground.pieces if "going" in each.props and each.kind != "road"):
            going = str(piece.props["going"])
            seen.add(going)
            assert piece.top == (INCH if going in WOODED else 0), going
            assert piece.base == 0
            assert piece.kind == {"clear": "open", "water": "water", "deep water": "water"}.get(going, "area")
            rated = "heavy" if going in ("jungle", "dense urban") else "light"
            assert piece.rating == (rated if piece.kind == "area" else "")
            assert piece.props.get("depth") == {"water": 500, "deep water": 1500}.get(going)
    assert seen >= {"clear", "sand", "snow", "rough", "swamp", "water", "deep water", *WOODED}


def test_every_piece_has_an_id_of_its_own_and_tells_its_place_in_the_drawing() -> None:
    for ground in drawn():
        ids = [piece.id for piece in ground.pieces]
        assert len(set(ids)) == len(ids)
        numbers = [int(id.rpartition("-")[2]) for id in ids if id not in ("road", "bridge")]
        assert min(numbers) == 1
    assert draw_ground("Jungle", WIDE, HIGH, 5).name == "Jungle, seed 5"


def test_patches_are_of_five_to_twelve_inches_and_there_is_one_at_most_to_a_foot_of_the_table() -> None:
    for ground in drawn():
        patches = [piece for piece in ground.pieces if len(piece.outline) == 9 and piece.kind != "hill"]
        lots = [piece for piece in patches if piece.name != "Pool"]
        assert len(lots) <= 12
        for piece in patches:
            assert all(4 * INCH < side <= 12 * INCH for side in size(piece)), (piece.name, size(piece))
            if piece.name == "Pool":
                assert all(4 * INCH < side <= 6 * INCH for side in size(piece))
                assert bounds(piece.outline)[1] >= HIGH // 4 - 3 * INCH, "no pool where forces deploy"
                assert bounds(piece.outline)[3] <= HIGH * 3 // 4 + 3 * INCH
                assert bounds(piece.outline)[0] >= INCH
                assert bounds(piece.outline)[2] <= WIDE - INCH
    filled = [len(ground.pieces) for ground in drawn("Urban")]
    assert max(filled) >= 12, "dense blocks and clearings nearly everywhere"


@pytest.mark.rule("tactical.4.1.2-battlefield-swamp")
@pytest.mark.rule("tactical.4.1.2-battlefield-urban")
def test_a_river_is_as_broad_from_end_to_end_and_bends_near_the_middle() -> None:
    found = [ground for ground in drawn("Woodland", "Jungle", "Swamp", "Urban", seeds=12) if named(ground, "River")]
    assert len(found) > 10
    ends = set()
    for ground in found:
        (river,) = named(ground, "River")
        (west, bend, east), (east_, bend_, west_) = river.outline[:3], river.outline[3:]
        for low, high in ((west, west_), (bend, bend_), (east, east_)):
            assert (high[0], high[1] - low[1]) == (low[0], 2_500), "2.5 in from bank to bank"
        assert (west[0], east[0], (bend[1] + bend_[1]) // 2) == (0, WIDE, HIGH // 2)
        assert WIDE // 3 <= bend[0] <= 2 * WIDE // 3
        ends |= {each[1] + 1_250 - HIGH // 2 for each in (west, east)}
        (bridge,), (ford,) = named(ground, "Bridge"), named(ground, "Ford")
        assert (size(bridge), size(ford)) == ((2_000, 4_500), (3_000, 5_000))
        between = (bounds(bridge.outline)[0] + 1_000) - (bounds(ford.outline)[0] + 1_500)
        assert abs(between) == WIDE // 3, "the two are well apart"
        for crossing in (bridge, ford):
            x = sum(bounds(crossing.outline)[::2]) // 2
            (x0, y0), (x1, y1) = (west, bend) if x <= bend[0] else (bend, east)
            assert abs(sum(bounds(crossing.outline)[1::2]) / 2 - (y0 + (y1 - y0) * (x - x0) / (x1 - x0) + 1_250)) < 2
        assert bridge.props == {"going": "bridge", "capacity": 100, "bears": 10, "drop": 1, "over": "deep water"}
    assert min(ends) < -2 * INCH
    assert max(ends) > 2 * INCH
    assert all(abs(end) <= 3 * INCH for end in ends)


@pytest.mark.rule("tactical.4.1.2-battlefield-urban")
def test_a_road_is_as_broad_from_edge_to_edge_and_a_bridge_lies_on_it() -> None:
    found = [ground for ground in drawn() if named(ground, "Road")]
    assert {ground.name.partition(",")[0] for ground in found} == {
        "Desert", "Broken Ground", "Woodland", "Jungle", "Swamp", "Urban",
    }  # fmt: skip
    for ground in found:
        (road,) = named(ground, "Road")
        left, right = [road.outline[at] for at in (0, 5, 4)], [road.outline[at] for at in (1, 2, 3)]
        assert [(b[0] - a[0], b[1] - a[1]) for a, b in zip(left, right, strict=True)] == [(1_500, 0)] * 3
        assert [y for _, y in left] == [0, HIGH // 2, HIGH]
        assert all(WIDE // 4 <= x + 750 <= 3 * WIDE // 4 for x, _ in left)
        for bridge in named(ground, "Bridge"):
            assert sum(bounds(bridge.outline)[::2]) // 2 == left[1][0] + 750, "where the road crosses the middle"


def test_the_share_of_a_table_is_counted_all_over_it() -> None:
    for part, share in ((0, 0), (6, 25), (12, 50), (18, 75), (24, 100)):
        wood = Piece("w", "W", "area", rectangle(0, 0, part * WIDE // 24, HIGH), 0, 0, "", props={"going": "woodland"})
        ground = Ground(WIDE, HIGH, (wood,) if part else ())
        assert share_of(ground, ("woodland",)) == share
        assert share_of(ground, ("clear",)) == 100 - share
        assert share_of(ground, ("clear", "woodland")) == 100
    north = Piece("w", "W", "area", rectangle(0, HIGH * 2 // 3, WIDE, HIGH), 0, 0, "", props={"going": "woodland"})
    assert share_of(Ground(WIDE, HIGH, (north,)), ("woodland",)) == 33


PRINTS = {
    "Desert": "50686e2c4d66",
    "Broken Ground": "e5fe7b6d8563",
    "Mountains": "d27043ef4674",
    "Woodland": "164de99d1bb6",
    "Jungle": "e59f584ae3d8",
    "Swamp": "44feb8153d4a",
    "Polar": "cc46b9c5550e",
    "White Desert": "fecd3ab632a5",
    "Urban": "999c468866a8",
}


@pytest.mark.parametrize("name", PRINTS)
def test_a_seed_that_was_written_down_still_draws_the_same_tables(name: str) -> None:
    drawing = [
        (piece.id, piece.name, piece.outline, piece.top, piece.rating, piece.footing, sorted(piece.props.items()))
        for wide, high, seed in ((48, 36, 3), (72, 48, 4), (24, 24, 5))
        for piece in draw_ground(name, wide * INCH, high * INCH, seed).pieces
    ]
    assert blake2b(repr(drawing).encode(), digest_size=6).hexdigest() == PRINTS[name]
