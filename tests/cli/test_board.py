"""The table in characters: marks that last, and markers that are drawn wherever they lie."""

from __future__ import annotations

import pytest

from gearlock.cli.board import draw, legend, piece_marks, zone_text
from gearlock.kernel.view import Piece, Shape, TableView, Token, View
from gearlock.table.hexes import from_offset


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


def test_a_drone_is_marked_by_its_carrier_and_takes_no_mark_of_another() -> None:
    ids = ("red-1", "red-1-drone-1", "red-1-drone-2", "red-2", "red-2-drone-1")
    marks = piece_marks(table(tuple(piece(name) for name in ids)))
    assert list(marks.values()) == ["R1", "R1a", "R1b", "R2", "R2a"]
    docked = piece_marks(table((piece("red-1"), piece("red-2"), piece("red-2-drone-1"))))
    assert docked == {name: marks[name] for name in docked}


def test_who_rides_a_machine_does_not_hide_it_on_the_map() -> None:
    rider = Piece("blue-1", "Drones", "blue", 2, 2, tokens=(Token("riding Tegu"),))
    view = View("red", 1, "", "", TableView("hexes", 8, 8, ()), (Piece("red-1", "Tegu", "red", 2, 2), rider))
    assert "R1" in draw(view).plain
    assert "B1" not in draw(view).plain


def test_a_zone_of_one_row_is_called_by_it() -> None:
    zone = Shape("edge", "zone", hexes=tuple(from_offset(column, 3) for column in range(2, 6)))
    view = View("red", 1, "", "", TableView("hexes", 8, 8, ()), (), zones=(zone,))
    assert zone_text(view, "edge") == "columns 2 to 5, row 3"


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
