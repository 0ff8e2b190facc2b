"""Veils: whatever interrupts lines between two silhouettes, and how near it is to either."""

from __future__ import annotations

from typing import final

from gearlock.table.bodies import Body
from gearlock.table.polygon import Outline, border_compared, compare_to_segment, is_inside
from gearlock.table.shadow import Solid
from gearlock.table.strip import Patch


@final
class Veil:
    """Something that interrupts lines: its class, height and place, whether it hides all by itself, and who it is."""

    __slots__ = ("full", "height", "is_area", "is_model", "klass", "patch", "solid", "spot", "who")

    def __init__(self, solid: Solid, who: int | str, patch: Patch | None, spot: Body) -> None:
        self.solid, self.who, self.patch, self.spot = solid, who, patch, spot
        self.klass = solid.klass
        self.is_area, self.is_model = False, patch is None
        self.height = int(solid.top - solid.base)
        self.full = False

    def is_near(self, body: Body, reach: int) -> bool:
        """Whether it comes as near to a base as this, seen from above and in height."""
        if self.solid.base > body.top + reach or self.solid.top < body.z - reach:
            return False
        if self.patch is None:
            spot = self.spot
            return (spot.x - body.x) ** 2 + (spot.y - body.y) ** 2 <= (spot.radius + body.radius + reach) ** 2
        patch = self.patch
        if (patch.x - body.x) ** 2 + (patch.y - body.y) ** 2 > (patch.reach + body.radius + reach) ** 2:
            return False
        return comes_near(patch.outline, body, reach)

    def is_within(self, body: Body, reach: int) -> bool:
        """Whether all of it lies this near to a base: every side of a piece comes that near."""
        if self.patch is None:
            spot, room = self.spot, body.radius + reach - self.spot.radius
            return room >= 0 and (spot.x - body.x) ** 2 + (spot.y - body.y) ** 2 <= room * room
        corners, room = self.patch.outline, body.radius + reach
        sides = zip(corners, (*corners[1:], corners[0]), strict=True)
        return all(compare_to_segment(body.x, body.y, *one, *other, room) <= 0 for one, other in sides)


def comes_near(outline: Outline, body: Body, reach: int) -> bool:
    """Whether an outline comes as near to a base as this."""
    return border_compared(outline, body.x, body.y, body.radius + reach) <= 0 or is_inside(outline, body.x, body.y)
