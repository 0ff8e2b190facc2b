"""Looks by a book with other numbers: three classes, two inches of cover to hide, and per cents instead of dice."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from gearlock.mechanics.sighting.crossing import Classes, Crossing, Hider, screen, strip_between
from gearlock.mechanics.sighting.crowd import Crowd, Member
from gearlock.mechanics.sighting.explained import hidden_from
from gearlock.table.bodies import Body
from gearlock.table.generate import generate
from gearlock.table.measure import INCH
from gearlock.table.polygon import crossing_length, rectangle
from gearlock.table.sight import WHOLE, Scene, cylinder
from gearlock.table.sightlines import sight_points
from gearlock.table.strip import Patch
from gearlock.table.terrain import Ground, Piece

STONE, SCREEN, LEAVES = 2, 3, 5
LEAST = 2 * INCH
Share = tuple[int, int]
"""Millionths hidden from the middle: by all, and by stone."""
calls: list[tuple[Body, Body]] = []


def class_of(piece: Piece) -> int:
    if piece.kind in ("road", "water", "open") or piece.top <= piece.base:
        return 0
    return LEAVES if piece.kind == "area" else STONE if piece.rating == "heavy" else SCREEN


def is_wood(piece: Piece) -> bool:
    return piece.kind == "area"


def share_hidden(place: Crossing[Share], start: Body, end: Body, aloft: bool, hiders: tuple[Hider, ...]) -> Share:
    """The book's judgement: what is hidden from the middle of the top of a body."""
    calls.append((start, end))
    solids, patches = place.between(strip_between(start, end), hiders)
    eye = (start.x, start.y, start.top)
    found = place.sight(eye, end, solids, place.areas_before(patches, eye, end, aloft))
    return found.obscured, found.obscured_by(STONE)


def crossing(ground: Ground, full: int = STONE) -> Crossing[Share]:
    return Crossing(ground, Classes(class_of, is_wood, LEAST, full), share_hidden)


def slow_share(ground: Ground, start: Body, end: Body, hiders: tuple[Hider, ...]) -> Share:
    """The same by every piece of the ground, whether it is anywhere near or not."""
    eye = (start.x, start.y, start.top)
    upright = Ground(ground.width, ground.height, tuple(p for p in ground.pieces if not is_wood(p)))
    dx, dy = end.x - start.x, end.y - start.y
    length = (dx * dx + dy * dy) ** 0.5
    share = (length - end.radius) / length
    to_x, to_y = start.x + round(dx * share), start.y + round(dy * share)
    across = [
        Patch(wood.id, LEAVES, wood.outline, wood.base, wood.top)
        for wood in ground.pieces
        if is_wood(wood)
        and wood.top > end.z
        and wood.base < max(start.top, end.top)
        and crossing_length(wood.outline, start.x, start.y, to_x, to_y) >= LEAST
    ]
    models = [cylinder("", klass, Body(*spot)) for klass, *spot in hiders]
    found = Scene(upright, class_of).look(*eye, end, [*models, *(screen(patch, eye, end) for patch in across)])
    return found.obscured, found.obscured_by(STONE)


def bodies(ground: Ground, chooser: random.Random, count: int) -> Iterator[Body]:
    while count:
        x, y = chooser.randrange(2_000, ground.width - 2_000), chooser.randrange(2_000, ground.height - 2_000)
        if not any(
            class_of(piece) and not is_wood(piece) for piece in ground.pieces_near(x - 900, y - 900, x + 900, y + 900)
        ):
            count -= 1
            yield Body(x, y, 0, chooser.choice([300, 850]), chooser.choice([900, 2_600]))


@pytest.mark.parametrize("seed", range(3))
def test_a_look_counts_what_every_piece_and_model_of_the_table_would_hide(seed: int) -> None:
    ground, chooser = generate(36_000, 36_000, 40 + seed), random.Random(seed)
    place, found = crossing(ground), set[Share]()
    stands = list(bodies(ground, chooser, 12))
    for start in stands:
        for end in stands:
            if start == end:
                continue
            others = tuple(
                (chooser.choice([STONE, SCREEN]), each.x, each.y, each.z, each.radius, each.height)
                for each in chooser.sample(stands, 4)
                if each not in (start, end)
            )
            share = place.look(start, end, False, others)
            found.add(share)
            assert share == slow_share(ground, start, end, others), (start, end)
    assert len(found) > 5


@pytest.mark.parametrize("seed", range(3))
def test_a_look_that_is_closed_at_first_glance_is_hidden_from_every_point(seed: int) -> None:
    ground, chooser = generate(36_000, 36_000, 60 + seed), random.Random(seed)
    place, closed = crossing(ground), 0
    stands = list(bodies(ground, chooser, 24))
    for start in stands:
        for end in stands:
            strip = strip_between(start, end)
            if start != end and place.is_closed(strip, start, end, aloft=False):
                closed += 1
                solids, patches = place.between(strip)
                for eye in sight_points(start, end.x, end.y, (1000, 500, 0)):
                    sight = place.sight(eye, end, solids, place.areas_before(patches, eye, end))
                    assert sight.obscured_by(STONE) >= WHOLE - 1
    assert closed > 5


def wood(id: str, x0: int, x1: int, top: int = 3_000) -> Piece:
    return Piece(id, "Wood", "area", rectangle(x0, 0, x1, 20_000), top=top)


def wall(id: str, x: int, top: int) -> Piece:
    return Piece(id, "Wall", "instance", rectangle(x, 0, x + 500, 20_000), top=top, rating="heavy")


START, END = Body(2_000, 10_000, 0, 500, 2_000), Body(18_000, 10_000, 0, 500, 2_000)


def test_less_cover_than_the_book_asks_for_hides_nothing() -> None:
    assert crossing(Ground(20_000, 20_000, (wood("thin", 6_000, 7_999),))).look(START, END, False) == (0, 0)
    assert crossing(Ground(20_000, 20_000, (wood("deep", 6_000, 8_000),))).look(START, END, False) == (WHOLE, 0)


def test_where_no_class_is_full_nothing_is_closed_at_first_glance() -> None:
    ground, strip = Ground(20_000, 20_000, (wall("w", 9_000, 5_000),)), strip_between(START, END)
    assert crossing(ground).is_closed(strip, START, END, aloft=False)
    assert not crossing(ground, full=0).is_closed(strip, START, END, aloft=False)
    assert crossing(ground, full=0).look(START, END, False) == (WHOLE, WHOLE)


def test_a_look_is_judged_once_for_each_way_the_others_stand() -> None:
    place, between = crossing(Ground(20_000, 20_000)), (SCREEN, 10_000, 10_000, 0, 600, 2_000)
    calls.clear()
    assert place.look(START, END, False) == place.look(START, END, False) == (0, 0)
    assert len(calls) == 1
    assert place.look(START, END, False, (between,))[0] > 0
    assert len(calls) == 2


def test_a_crowd_is_counted_for_the_first_look_that_asks_and_only_then() -> None:
    counted: list[str] = []

    def members(name: str) -> list[Member]:
        counted.append(name)
        return [
            ("near", "near", (SCREEN, 9_000, 10_400, 0, 300, 2_000)),
            ("far", "far", (SCREEN, 9_000, 3_000, 0, 300, 9)),
        ]

    crowd = Crowd("position", lambda _: crossing(Ground(20_000, 20_000)), members)
    assert counted == []
    assert crowd.place is crowd.place
    assert [crowd.ids[number] for number in crowd.near(START, END)] == ["near"]
    assert [crowd.ids[number] for number in crowd.near(END, START)] == ["near"]
    assert counted == ["position"]


def test_what_hides_a_body_is_named_with_its_share() -> None:
    place = crossing(Ground(20_000, 20_000, (wall("wall", 15_000, 1_000), wood("copse", 6_000, 9_000, 1_200))))
    eye = (START.x, START.y, START.top)
    model: Member = ("tank", "tank", (STONE, 12_000, 10_000, 0, 900, 4_000))
    crowd = Crowd("position", lambda _: place, lambda _: [model])
    assert crowd.near(START, END) == [0]
    solids, patches = place.between(strip_between(START, END))
    bare = hidden_from(place, eye, END, (solids, patches))
    assert set(bare.by) == {"wall", "copse"}
    assert bare.share == 60, "1.2 of 2 inches by the copse, and the wall's shadow is lower"
    everything = hidden_from(place, eye, END, ([*solids, crowd.solid(0)], patches))
    assert everything.share > bare.share
    assert "tank" in everything.by
