"""What came of an attack, for whatever follows from it: ammunition, counter-battery fire."""

from __future__ import annotations

from typing import NamedTuple


class Report(NamedTuple):
    """The bare roll of an attack, and the spots it hit: those it landed on, and where those stand whom it hit."""

    bare: int
    spots: tuple[tuple[int, int], ...] = ()
    targets: tuple[str, ...] = ()
    """Whom it hit."""
