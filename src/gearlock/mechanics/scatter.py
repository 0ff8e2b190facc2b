"""Scatter: where a shot lands that goes astray, from the faces of the dice."""

from __future__ import annotations

from gearlock.table.measure import FULL_TURN, INCH, advance


def direction_of(face: int, line: int, sides: int = 6) -> int:
    """The facing a die sends a shot to: straight on along the line on a 1, each higher face a step on clockwise."""
    return (line - (face - 1) * FULL_TURN // sides) % FULL_TURN


def astray(rolled: int, margin: int = 0, less: int = 0) -> int:
    """Mils a shot goes astray: a rolled number and the margin it failed by, in inches, less what helps; never below 0.

    What helps may be below 0, and then it hinders.
    """
    return max(0, rolled + margin - less) * INCH


def landing(x: int, y: int, direction: int, length: int) -> tuple[int, int]:
    """The point where it comes down; whether that is on the table is for the book to ask."""
    return advance(x, y, direction, length)
