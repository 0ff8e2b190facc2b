"""Parts of every force sheet: what was spent, groups without units, rows that say something."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.kernel.force import SheetGroup, SheetModel, SheetUnit


def spent(cost: int, size: int | None, currency: str) -> str:
    """`96 of 100 TV`; what the game allows is left out where nobody says."""
    return f"{cost}{f' of {size}' if size else ''} {currency}"


def plain_group(title: str, models: Iterable[SheetModel]) -> SheetGroup:
    """Models that stand in no unit, under one title."""
    return SheetGroup(title, (SheetUnit("", tuple(models)),))


def rows_ticked(*tracks: tuple[str, int]) -> tuple[tuple[str, int], ...]:
    """The rows of boxes that have any."""
    return tuple((name, boxes) for name, boxes in tracks if boxes > 0)


def rows_said(*rows: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    """The rows with something in them."""
    return tuple((head, text) for head, text in rows if text)
