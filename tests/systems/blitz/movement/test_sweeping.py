"""Where a base is over an outline: against a slow look at every few mils."""

from __future__ import annotations

import random

import pytest

from gearlock.systems.blitz.movement.terrain import (
    Span,
    clipped,
    merged,
    spans_of_base,
    spans_of_disc,
    spans_of_line,
    total,
    without,
)
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_overlaps, footprints_overlap
from gearlock.table.measure import advance
from gearlock.table.path import Stride
from gearlock.table.polygon import Outline, is_inside, rectangle

STEP = 20
BENT: Outline = ((3000, 3000), (9000, 3000), (9000, 9000), (7000, 9000), (7000, 5000), (3000, 5000))


def stride(x: int, y: int, angle: int, length: int) -> Stride:
    return Stride(x, y, *advance(x, y, angle, length), length)


def slow(way: Stride, overlaps: object) -> list[Span]:
    """Places every few mils where a base overlaps, made spans."""
    assert callable(overlaps)
    found: list[Span] = []
    for mark in range(0, way.length, STEP):
        share = (mark + STEP / 2) / way.length
        x, y = round(way.x0 + share * (way.x1 - way.x0)), round(way.y0 + share * (way.y1 - way.y0))
        if overlaps(x, y):
            found.append((mark, min(way.length, mark + STEP)))
    return merged(found)


def near(fast: list[Span], slowly: list[Span]) -> bool:
    """Whether they differ by no more than the slow look's steps at the ends."""
    return total(without(fast, slowly)) + total(without(slowly, fast)) <= STEP * 2 * (len(fast) + len(slowly))


@pytest.mark.parametrize("seed", range(60))
def test_spans_are_what_a_slow_look_finds(seed: int) -> None:
    lot = random.Random(seed)
    way = stride(lot.randrange(12_000), lot.randrange(12_000), lot.randrange(3600), lot.randrange(2000, 9000))
    radius = lot.choice((200, 500, 787, 1181))
    assert near(
        spans_of_base(way, radius, BENT), slow(way, lambda x, y: footprint_overlaps(Body(x, y, 0, radius), BENT))
    )
    assert near(spans_of_line(way, [BENT]), slow(way, lambda x, y: is_inside(BENT, x, y)))
    other = Body(6000, 6000, 0, 787)
    assert near(
        spans_of_disc(way, radius + 787, 6000, 6000),
        slow(way, lambda x, y: footprints_overlap(Body(x, y, 0, radius), other)),
    )


def test_spans_begin_and_end_at_the_very_mil() -> None:
    wood = rectangle(13_000, 10_000, 16_000, 30_000)
    way = stride(10_000, 20_000, 0, 9_000)
    assert spans_of_base(way, 500, wood) == [(2500, 6500)]
    assert spans_of_base(stride(10_000, 9_500, 0, 9_000), 500, wood) == []
    assert spans_of_base(stride(12_500, 20_000, 900, 5_000), 500, wood) == []
    assert spans_of_base(stride(12_501, 20_000, 900, 5_000), 500, wood) == [(0, 5_000)]
    assert spans_of_base(stride(12_500, 20_000, 1800, 5_000), 500, wood) == []
    assert spans_of_line(way, [wood]) == [(3000, 6000)]
    assert spans_of_disc(way, 1000, 14_000, 20_000) == [(3000, 5000)]
    assert spans_of_disc(way, 1000, 14_000, 21_000) == []


def test_spans_are_joined_cut_and_added() -> None:
    assert merged([(5, 9), (0, 3), (3, 4), (7, 7)]) == [(0, 4), (5, 9)]
    assert without([(0, 10)], [(2, 3), (8, 20)]) == [(0, 2), (3, 8)]
    assert without([(0, 10)], [(0, 10)]) == []
    assert clipped([(0, 4), (6, 9)], 3, 7) == [(3, 4), (6, 7)]
    assert total([(0, 4), (6, 9)]) == 7
