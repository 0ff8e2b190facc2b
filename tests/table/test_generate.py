from itertools import combinations

import pytest
from shapely.geometry import Polygon

from gearlock.table.generate import Draw, generate
from gearlock.table.maps import read_map
from gearlock.table.mapwriting import write_map
from gearlock.table.polygon import bounds, is_simple
from gearlock.table.terrain import Ground

COVER = ("area", "instance", "building", "water")
SIZES = [(48_000, 48_000), (72_000, 48_000), (24_000, 24_000)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("fair", [True, False])
def test_two_fifths_to_a_half_of_the_table_is_covered(size: tuple[int, int], fair: bool) -> None:
    for seed in range(30):
        assert 0.40 <= generate(*size, seed, fair).covered_share(COVER) <= 0.50


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("fair", [True, False])
def test_every_24_inch_square_holds_two_tall_pieces(size: tuple[int, int], fair: bool) -> None:
    for seed in range(20):
        boxes = [bounds(piece.outline) for piece in generate(*size, seed, fair).pieces if piece.top >= 3_000]
        for left in range(0, size[0], 24_000):
            for low in range(0, size[1], 24_000):
                inside = [
                    b for b in boxes if left <= b[0] and b[2] <= left + 24_000 and low <= b[1] and b[3] <= low + 24_000
                ]
                assert len(inside) >= 2


def test_no_two_pieces_overlap_and_none_leaves_the_table() -> None:
    for seed in range(12):
        ground = generate(48_000, 48_000, seed)
        assert all(is_simple(piece.outline) for piece in ground.pieces)
        shapes = [Polygon(piece.outline) for piece in ground.pieces]
        assert all(not a.intersects(b) for a, b in combinations(shapes, 2))
        assert all(0 <= x <= 48_000 and 0 <= y <= 48_000 for piece in ground.pieces for x, y in piece.outline)


def test_deployment_strips_hold_nothing_that_bars_the_way() -> None:
    for seed in range(20):
        for piece in generate(48_000, 48_000, seed, fair=False).pieces:
            _, low, _, high = bounds(piece.outline)
            assert piece.kind in ("area", "water", "road") or (low >= 6_000 and high <= 42_000)


def test_a_fair_map_is_itself_turned_by_half() -> None:
    def turned(ground: Ground) -> list[tuple[str, int, tuple[tuple[int, int], ...]]]:
        return sorted(
            (p.name, p.top, tuple(sorted((ground.width - x, ground.height - y) for x, y in p.outline)))
            for p in ground.pieces
        )

    for seed in range(20):
        ground = generate(72_000, 48_000, seed)
        assert turned(ground) == sorted((p.name, p.top, tuple(sorted(p.outline))) for p in ground.pieces)


def test_maps_have_both_ratings_and_several_kinds_and_heights() -> None:
    for seed in range(20):
        pieces = generate(48_000, 48_000, seed).pieces
        assert {"light", "heavy"} <= {piece.rating for piece in pieces}
        assert len({piece.kind for piece in pieces}) >= 3
        assert len({piece.top for piece in pieces}) >= 4


def test_a_seed_gives_one_map_for_ever() -> None:
    assert generate(48_000, 48_000, 7).digest == "0e6664abccd22afaa4ab660821761fd1"
    assert generate(48_000, 48_000, 7) == generate(48_000, 48_000, 7)
    assert len({generate(48_000, 48_000, seed).digest for seed in range(20)}) == 20


def test_a_generated_map_can_be_written_and_read() -> None:
    ground = generate(48_000, 48_000, 3)
    assert read_map(write_map(ground), "made.toml") == ground


def test_too_small_a_table_is_refused() -> None:
    with pytest.raises(ValueError, match="24 inches"):
        generate(20_000, 48_000, 1)


def test_drawn_numbers_are_even() -> None:
    draw = Draw(1)
    counts = [0] * 6
    for _ in range(6_000):
        counts[draw.randrange(6)] += 1
    assert all(850 < count < 1_150 for count in counts)
    assert {draw.between(3, 5) for _ in range(50)} == {3, 4, 5}
