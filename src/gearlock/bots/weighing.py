"""Weighing an order at a glance: what every bot that weighs anything does alike."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, degrees, hypot, sqrt

from gearlock.kernel.asks import OPEN_OPTIONS, Option
from gearlock.kernel.orders import Order
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Chooser
from gearlock.kernel.view import Piece, Preview, View

CAUTION = 0.5
"""How much a risk counts against a gain of the same number."""
SPARING = 0.0001
"""What nobody can weigh is done only when nothing else is left: points are not spent on a whim."""
UNWEIGHED = Preview()


def completed(seat: Seat, option: Option, tries: int, chooser: Chooser) -> Iterator[Order]:
    """The orders an option stands for; an open one is completed by lot so many times, as far as that is possible."""
    if not isinstance(option, OPEN_OPTIONS):
        yield option.order
        return
    for _ in range(tries):
        order = seat.sample(option, chooser)
        if order is not None:
            yield order


def enemies_known(view: View, side: str) -> list[Piece]:
    """The enemies on the table that a side knows of."""
    return [piece for piece in view.pieces if piece.side != side and piece.status != "destroyed"]


def nearest_enemy(view: View, enemies: list[Piece], x: int, y: int) -> float:
    """How far a place is from the nearest of these enemies, as a share of the table; 0 if there are none."""
    return nearest(view, [(enemy.x, enemy.y) for enemy in enemies], x, y)


def nearest(view: View, places: list[tuple[int, int]], x: int, y: int) -> float:
    """How far a place is from the nearest of others, as a share of the table; 0 if there are none."""
    if not places:
        return 0.0
    span = max(view.table.width, view.table.height)
    return min(_apart(view, x - at[0], y - at[1]) for at in places) / span


def turned_away(view: View, enemies: list[Piece], ends: tuple[int, int, int]) -> float:
    """How far somebody there looks away from the nearest of these enemies: 0 straight at it, 1 the other way."""
    x, y, facing = ends
    others = [(enemy.x - x, enemy.y - y) for enemy in enemies if (enemy.x, enemy.y) != (x, y)]
    if not others:
        return 0.0
    dx, dy = min(others, key=lambda way: _apart(view, *way))
    if view.table.kind == "hexes":
        east, north = dx + dy / 2, -dy * sqrt(3) / 2
    else:
        east, north = float(dx), float(dy)
    return abs((degrees(atan2(north, east)) - facing / 10 + 180) % 360 - 180) / 180


def _apart(view: View, dx: int, dy: int) -> float:
    if view.table.kind == "hexes":
        return (abs(dx) + abs(dy) + abs(dx + dy)) / 2
    return hypot(dx, dy)
