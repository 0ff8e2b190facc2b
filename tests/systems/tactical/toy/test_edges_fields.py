"""3.9.1: rooms and gardens that are drawn, measured in lengths: what stands there, how large, and where none is."""

from __future__ import annotations

from collections import defaultdict
from hashlib import blake2b

import pytest

from gearlock.systems.tactical.battles.toys import GARDEN, ROOM, draw_field
from gearlock.table.maps import ground_faults
from gearlock.table.polygon import bounds
from gearlock.table.terrain import Ground, Piece

HAND, FOOT = 7000, 10_000
PLACES = {"indoors": (HAND, ROOM), "outdoors": (FOOT, GARDEN)}


def size(piece: Piece) -> tuple[int, int]:
    x0, y0, x1, y1 = bounds(piece.outline)
    return x1 - x0, y1 - y0


def fields(place: str, seeds: int = 20) -> list[Ground]:
    return [draw_field(place, PLACES[place][0], seed) for seed in range(seeds)]


@pytest.mark.rule("tactical.3.9.1")
@pytest.mark.parametrize("place", PLACES)
def test_everything_lies_in_the_field_and_leaves_both_ends_free(place: str) -> None:
    length, _ = PLACES[place]
    counts = []
    for ground in fields(place):
        assert not list(ground_faults(ground))
        counts.append(len(ground.pieces))
        for piece in ground.pieces:
            x0, y0, x1, y1 = bounds(piece.outline)
            assert x0 >= 0
            assert x1 <= ground.width
            assert y0 >= 2 * length, "nothing where toys are put down"
            assert y1 <= ground.height - 2 * length
    assert max(counts) > 10
    assert len({ground.width for ground in fields(place)}) == 1
    assert ground.width % length == ground.height % length == 0


@pytest.mark.rule("tactical.3.9.1")
@pytest.mark.parametrize("place", PLACES)
def test_things_are_as_large_as_things_are(place: str) -> None:
    length, things = PLACES[place]
    seen: dict[str, list[Piece]] = defaultdict(list)
    for ground in fields(place):
        for piece in ground.pieces:
            seen[piece.name].append(piece)
    for thing in (each for each in things if each.kind != "chair"):
        found = seen.pop(thing.name)
        least = min(thing.wide[0], thing.deep[0])
        most = max(thing.wide[1], thing.deep[1])
        for piece in found:
            long, short = sorted(size(piece), reverse=True)
            assert least * length <= 100 * short <= 100 * long <= most * length, thing.name
            assert thing.high[0] * length <= 100 * piece.top + 100 * (not thing.high[1])
            assert 100 * piece.top <= thing.high[1] * length
            assert (piece.base, piece.footing) == (0, thing.footing)
            assert piece.kind == {"dune": "hill"}.get(thing.kind, thing.kind)
            assert piece.props == {"water": {"depth": 250}, "hill": {"slope": 30}}.get(piece.kind, {})
            assert len(piece.outline) == (4 if thing.kind == "instance" else 8)
        sides = {size(piece)[0] > size(piece)[1] for piece in found}
        assert len(found) < 8 or sides == {True, False}, "it may lie either way"
    assert set(seen) <= {"Leg of a chair", "Seat of a chair"}


@pytest.mark.rule("tactical.3.9.1")
def test_a_chair_stands_on_four_legs_at_the_corners_of_its_seat() -> None:
    chairs = 0
    for ground in fields("indoors"):
        pieces = {piece.id: piece for piece in ground.pieces}
        for seat in (piece for piece in ground.pieces if piece.name == "Seat of a chair"):
            chairs += 1
            x0, y0, x1, y1 = bounds(seat.outline)
            assert seat.top - seat.base == HAND * 20 // 100
            assert HAND * 240 // 100 <= seat.top <= HAND * 260 // 100
            corners = set()
            for number in range(1, 5):
                leg = pieces[f"{seat.id}-leg-{number}"]
                a0, b0, a1, b1 = bounds(leg.outline)
                assert (leg.base, leg.top, size(leg)) == (0, seat.base, (HAND * 24 // 100,) * 2)
                corners.add((a0 == x0, b0 == y0, a1 == x1, b1 == y1))
            assert corners == {(True, True, False, False), (False, True, True, False), (True, False, False, True),
                               (False, False, True, True)}  # fmt: skip
    assert chairs > 3


@pytest.mark.rule("tactical.3.9.1")
def test_puddles_and_dunes_have_their_corners_cut_off_alike() -> None:
    for ground in fields("outdoors", 6):
        for piece in (each for each in ground.pieces if len(each.outline) == 8):
            x0, y0, x1, y1 = bounds(piece.outline)
            cut = min(x1 - x0, y1 - y0) // 4
            assert set(piece.outline) == {
                (x0 + cut, y0), (x1 - cut, y0), (x1, y0 + cut), (x1, y1 - cut),
                (x1 - cut, y1), (x0 + cut, y1), (x0, y1 - cut), (x0, y0 + cut),
            }  # fmt: skip


PRINTS = {"indoors": "532f8a3fab4b", "outdoors": "c071496d32ea"}


@pytest.mark.parametrize("place", PRINTS)
def test_a_seed_that_was_written_down_still_draws_the_same_fields(place: str) -> None:
    length, _ = PLACES[place]
    drawing = [
        (piece.id, piece.outline, piece.base, piece.top)
        for seed in (3, 4, 5)
        for piece in draw_field(place, length, seed).pieces
    ]
    assert blake2b(repr(drawing).encode(), digest_size=6).hexdigest() == PRINTS[place]
    assert draw_field(place, length, 3) != draw_field(place, length, 4)
