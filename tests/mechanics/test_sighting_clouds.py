"""Clouds of a book where smoke is two inches wide and high and hides as medium cover."""

from __future__ import annotations

from math import hypot

from gearlock.mechanics.sighting.clouds import CloudKind, cloud_piece, clouded
from gearlock.table.measure import INCH
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Ground, Piece

FOG = CloudKind("Fog", 2 * INCH, "medium")


def test_a_cloud_is_a_round_piece_of_its_height_and_rating_from_where_it_rises() -> None:
    piece = cloud_piece(FOG, 3, (8_000, 9_000, 1_500, 2 * INCH))
    assert (piece.id, piece.name, piece.kind, piece.rating) == ("fog-3", "Fog", "area", "medium")
    assert (piece.base, piece.top) == (1_500, 3_500)
    assert all(abs(hypot(x - 8_000, y - 9_000) - 2_000) <= 1 for x, y in piece.outline)
    assert piece.contains(8_000, 10_900)
    assert not piece.contains(8_000, 11_100)


def test_clouds_come_onto_a_ground_beside_what_is_there_and_leave_it_as_it_was() -> None:
    rock = Piece("rock", "Rock", "instance", rectangle(0, 0, 1_000, 1_000), top=1_000)
    ground = Ground(20_000, 20_000, (rock,))
    hazy = clouded(ground, FOG, ((5_000, 5_000, 0, 2_000), (9_000, 5_000, 0, 1_000)))
    assert [piece.id for piece in hazy.pieces] == ["rock", "fog-1", "fog-2"]
    assert [piece.id for piece in ground.pieces] == ["rock"]
    assert clouded(ground, FOG, ()) == ground
