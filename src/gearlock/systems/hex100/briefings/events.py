"""What may happen because of a briefing."""

from __future__ import annotations

from typing import ClassVar

from gearlock.kernel.events import Event


class ObjectiveScored(Event, frozen=True, tag="objective-scored"):
    """An objective counted for a side: its number, for what, and the points."""

    reveals: ClassVar[bool] = True
    objective: int
    item: str
    seat: str
    points: int


class LeftMap(Event, frozen=True, tag="left-map"):
    """A unit left the map by a zone; it is out of the battle and not destroyed."""

    unit: str
    zone: str


class SiteVisited(Event, frozen=True, tag="site-visited"):
    """What stands in a hex was scanned or hacked."""

    unit: str
    q: int
    r: int
    how: str


class SiteHackRolled(Event, frozen=True, tag="site-hack-rolled"):
    """The die of a unit that hacks a site: it gets in unless it is under the number."""

    unit: str
    q: int
    r: int
    number: int
    face: int
