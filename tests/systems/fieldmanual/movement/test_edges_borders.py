"""Ways exactly along a border: two pieces that share it leave no Open ground between them."""

from __future__ import annotations

import pytest

from gearlock.table.terrain import Piece
from systems.fieldmanual.movement.walks import code, field, go, piece, spent
from systems.fieldmanual.tables import mils

SOUTH, NORTH = (5, 10, 40, 20), (5, 20, 40, 30)
EAST = go((0, 1))


def area(going: str, box: tuple[float, float, float, float]) -> Piece:
    return piece("area", box, props={"going": going}, id=f"{going}-{box[1]}")


def lake(depth: float, box: tuple[float, float, float, float]) -> Piece:
    return piece("water", box, props={"depth": mils(depth), "going": ""}, id=f"lake-{box[1]}")


@pytest.mark.rule("fieldmanual.terrain-rough-dense", "fieldmanual.terrain-very-rough-dense")
@pytest.mark.parametrize(
    ("south", "north", "points"),
    [("rough", "rough", 3), ("rough", "very-rough", 4), ("very-rough", "rough", 4), ("rough", "", 1), ("", "rough", 1)],
)
def test_the_border_of_two_pieces_is_in_both_and_against_open_ground_in_none(
    south: str, north: str, points: float
) -> None:
    pieces = [area(going, box) for going, box in ((south, SOUTH), (north, NORTH)) if going]
    assert spent(field(*pieces, mode="G"), EAST) == points


@pytest.mark.rule("fieldmanual.terrain-deep-water")
def test_nobody_walks_through_deep_water_along_the_seam_of_two_lakes() -> None:
    assert code(field(lake(2, SOUTH), lake(2, NORTH)), EAST) != ""
    assert code(field(lake(2, SOUTH)), EAST) == ""


@pytest.mark.rule("fieldmanual.terrain-roads")
def test_a_road_whose_side_is_that_border_takes_their_place() -> None:
    road = piece("road", (5, 20, 40, 21), id="road")
    assert spent(field(area("rough", SOUTH), area("rough", NORTH), road, mode="G"), EAST) == 0.5
