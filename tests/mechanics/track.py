"""Runners of the book in miniature, laid out on tables of their own."""

from __future__ import annotations

import pytest

from gearlock.table.measure import INCH
from gearlock.table.terrain import Ground, Piece
from mechanics import miniature as book
from mechanics.miniature import Race, Runner

EAST, NORTH = 0, 900


def runner(x: float, y: float, facing: int = EAST, seat: str = "red", z: int = 0) -> Runner:
    return Runner(f"{seat}-{x}-{y}", seat, f"{seat} runner", round(x * INCH), round(y * INCH), z, facing, placed=True)


def race(*runners: Runner) -> Race:
    return Race({it.id: it for it in runners})


def on(monkeypatch: pytest.MonkeyPatch, *pieces: Piece, side: int = 24) -> None:
    monkeypatch.setattr(book, "GROUND", Ground(side * INCH, side * INCH, pieces))
