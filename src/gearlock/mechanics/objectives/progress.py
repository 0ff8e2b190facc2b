"""How far a side is with what its Objective asks for, and what ground is worth to bots before the battle ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from gearlock.mechanics.areas import caught
from gearlock.mechanics.figures import AnyFigure
from gearlock.table.bodies import Body


class Progress(NamedTuple):
    """Whether a seat has what its Objective asks for as the table lies, and how far it is in a few words."""

    achieved: bool
    words: str
    share: float = 0.0
    """How much of it there is, where ground decides."""
    now: int = 0
    full: int = 0
    """So much of so much, where something is counted."""


class GroundWorth(NamedTuple):
    """What ground is worth, in shares of a figure: a whole Objective, and one that is not achieved by its share."""

    whole: float
    on_the_way: float

    def of(self, progress: Progress) -> float:
        """What an Objective is worth as it stands."""
        return self.whole if progress.achieved else self.on_the_way * progress.share


def near_by_seat(
    spot: Body, reach: int, figures: Iterable[AnyFigure], seats: Iterable[str]
) -> dict[str, list[AnyFigure]]:
    """Whoever is within reach of a spot, by seat."""
    found: dict[str, list[AnyFigure]] = {seat: [] for seat in seats}
    for figure in caught(spot, reach, figures):
        found[figure.seat].append(figure)
    return found


def is_held(weights: Mapping[str, int], seat: str) -> bool:
    """Whether a seat has more at a marker than anybody else."""
    return all(weights[seat] > weight for other, weight in weights.items() if other != seat)


def largest_share(parts: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Of some numbers, each of a whole, the one that is most of its own; 0 of 1 if there is nothing of any."""
    best, whole = 0, 1
    for part, of in parts:
        if part * whole > best * of:
            best, whole = part, of
    return best, whole
