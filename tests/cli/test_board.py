"""The table in characters: marks that last, and markers that are drawn wherever they lie."""

from __future__ import annotations

import pytest

from gearlock.cli.board import draw, legend, piece_marks
from gearlock.kernel.view import Piece, Shape, TableView, View


def table(pieces: tuple[Piece, ...] = (), markers: tuple[Shape, ...] = ()) -> View:
    return View("red", 1, "Action", "", TableView("inches", 48_000, 48_000, ()), pieces, markers=markers)


def piece(id: str) -> Piece:
    return Piece(id, id, id.partition("-")[0], 10_000, 10_000)


def marker(x: int, y: int, label: str = "blue Hold") -> Shape:
    return Shape("one", "marker", label, ((x - 500, y), (x, y + 500), (x + 500, y), (x, y - 500)))


def test_marks_follow_the_names_of_models_and_drones() -> None:
    everybody = [piece(name) for name in ("red-1", "red-1a", "red-2", "blue-1", "blue-10a", "blue-demolitions")]
    assert list(piece_marks(table(tuple(everybody))).values()) == ["R1", "R1a", "R2", "B1", "B10a", "BD"]
    assert piece_marks(table(tuple(everybody[2:])))["red-2"] == "R2"


@pytest.mark.parametrize("y", [30_000, 31_000, 31_001, 31_999])
def test_a_marker_is_drawn_with_the_letter_of_its_side(y: int) -> None:
    lines = draw(table(markers=(marker(25_000, y),))).plain.splitlines()
    row = next(line for line in lines if line.startswith(" 30 "))
    assert row[4 + 25 : 4 + 27] == "◎b"
    assert sum("◎" in line for line in lines) == 1


def test_the_legend_says_whose_markers_there_are() -> None:
    shown = legend(table(markers=(marker(5_000, 5_000, "red Hold"), marker(9_000, 9_000)))).plain
    assert "◎b marker of blue" in shown
    assert "◎r marker of red" in shown
