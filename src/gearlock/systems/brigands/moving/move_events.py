"""What happens when models move. Sums are those of one stretch of a Move."""

from __future__ import annotations

from gearlock.kernel.events import Event


class Moved(Event, frozen=True, tag="moved"):
    """A model went along a path; the sums are those of this stretch."""

    unit: str
    gait: str
    x: int
    y: int
    z: int
    facing: int
    spent: int
    turns: int
    rough: int
    travelled: int
    stepped: int
    on_road: bool
    through: tuple[tuple[int, int], ...] = ()
    wet: int = 0
    hanging: str = ""
    fall: int = 0
    slid: bool = False
    inside: str = ""


class Fell(Event, frozen=True, tag="fell"):
    """A model dropped so far and takes so many Marginal Hits; it lies or stands at that elevation now.

    `beside` is where, if somebody was in the place it came down on.
    """

    unit: str
    height: int
    hits: int
    z: int
    beside: tuple[int, int] | None = None


class MoveEnded(Event, frozen=True, tag="move-ended"):
    """A Move is over."""

    unit: str
    travelled: int


class Turned(Event, frozen=True, tag="turned"):
    """A Braced model turned."""

    unit: str
    facing: int
