"""What ground looks like, by what a map calls it."""

from __future__ import annotations

import pytest

from gearlock.mechanics.ground.drawings import Drawing, drawing_of, ground_view
from gearlock.table.terrain import Ground, Piece

SQUARE = ((0, 0), (4000, 0), (4000, 4000), (0, 4000))


def piece(name: str, kind: str, rating: str = "") -> Piece:
    return Piece("one", name, kind, SQUARE, 2000, 0, rating)


@pytest.mark.parametrize(
    ("name", "kind", "drawing"),
    [
        ("Old forest", "area", "woods"),
        ("Pine wood", "area", "woods"),
        ("Thorn scrub", "area", "scrub"),
        ("Ruins", "area", "ruin"),
        ("Ruined wall", "instance", "ruin"),
        ("Farm wall", "instance", "wall"),
        ("Rock spire", "instance", "rocks"),
        ("Containers", "instance", "box"),
        ("Depot", "building", "building"),
        ("Sheds", "building", "box"),
        ("Stack of books", "instance", "books"),
        ("Cardboard box", "instance", "carton"),
        ("Leg of a chair", "instance", "furniture"),
        ("Flower pot", "instance", "pot"),
        ("Park lake", "water", "water"),
        ("Forest road", "road", "road"),
        ("Wooded hill", "hill", "hill"),
        ("Something else", "area", "rough"),
        ("Something else", "instance", "block"),
    ],
)
def test_ground_is_drawn_by_its_kind_and_by_its_name(name: str, kind: str, drawing: str) -> None:
    assert drawing_of(piece(name, kind)).kind == drawing


def test_what_is_heavy_is_drawn_heavily() -> None:
    assert drawing_of(piece("Old forest", "area", "heavy")) == Drawing("woods", True)
    assert drawing_of(piece("Old forest", "area", "light")) == Drawing("woods", False)


def test_a_table_is_shown_with_every_piece_and_what_a_book_says_of_it() -> None:
    ground = Ground(48000, 36000, (piece("Depot", "building", "heavy"),), "here")
    shown = ground_view(ground, lambda each: (f"about the {each.name}",))
    assert (shown.kind, shown.width, shown.height, shown.light) == ("inches", 48000, 36000, "day")
    (shape,) = shown.shapes
    assert (shape.drawing, shape.dense, shape.top, shape.facts) == ("building", True, 2000, ("about the Depot",))
