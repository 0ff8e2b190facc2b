"""The hand-made maps keep what the book asks of a table, and are fair to both seats."""

from importlib.resources import files
from itertools import combinations
from pathlib import Path

import pytest
from shapely.geometry import Polygon

from gearlock.table.maps import load_map
from gearlock.table.polygon import bounds
from gearlock.table.terrain import Ground

FOLDER = Path(str(files("gearlock.systems.brigands").joinpath("data/maps")))
MAPS = {path.stem: load_map(path) for path in sorted(FOLDER.glob("*.toml"))}


@pytest.fixture(params=sorted(MAPS))
def ground(request: pytest.FixtureRequest) -> Ground:
    return MAPS[request.param]


def test_there_are_several_maps() -> None:
    assert len(MAPS) >= 3


@pytest.mark.rule("brigands.11.1")
def test_two_fifths_to_a_half_of_the_table_is_covered(ground: Ground) -> None:
    assert (ground.width, ground.height) == (48_000, 48_000)
    assert 0.40 <= ground.covered_share(("area", "instance", "building", "hill", "water")) <= 0.50


@pytest.mark.rule("brigands.11.1")
def test_every_24_inch_square_has_two_tall_pieces(ground: Ground) -> None:
    boxes = [bounds(piece.outline) for piece in ground.pieces if piece.top >= 3_000]
    for left in (0, 24_000):
        for low in (0, 24_000):
            inside = [b for b in boxes if left <= b[0] and b[2] <= left + 24_000]
            assert sum(low <= b[1] and b[3] <= low + 24_000 for b in inside) >= 2


def test_pieces_do_not_overlap(ground: Ground) -> None:
    shapes = [(piece.id, Polygon(piece.outline)) for piece in ground.pieces]
    assert [(a, b) for (a, one), (b, two) in combinations(shapes, 2) if one.intersection(two).area > 0] == []


def test_the_map_turned_by_half_is_itself(ground: Ground) -> None:
    here = sorted((p.kind, p.name, p.top, tuple(sorted(p.outline))) for p in ground.pieces)
    there = sorted(
        (p.kind, p.name, p.top, tuple(sorted((48_000 - x, 48_000 - y) for x, y in p.outline))) for p in ground.pieces
    )
    assert here == there


def test_everything_tall_is_light_or_heavy(ground: Ground) -> None:
    assert all((piece.top > 0) == (piece.rating in ("light", "heavy")) for piece in ground.pieces)
    assert {"light", "heavy"} <= {piece.rating for piece in ground.pieces}
