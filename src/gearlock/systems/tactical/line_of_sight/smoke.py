"""Smoke on the table: clouds of launchers, and what rises from fires."""

from __future__ import annotations

from math import hypot, sqrt
from operator import truediv
from typing import Final

from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.line_of_sight.crossing import Line, height_window, spans_inside
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.under_way import Patch
from gearlock.table.measure import INCH
from gearlock.table.polygon import rectangle

SMOKE, FIRE = "smoke", "fire"
"""Kinds of patches: smoke has its Obscurement as its number, a fire its Intensity."""
FROM_FIRE: Final = "fire"
"""The word of smoke that rises from a burning zone: a square, and in the two levels above it as well."""
HAIR: Final = 1e-6
Span = tuple[float, float]


def smokes(state: State) -> list[Patch]:
    """All smoke on the table."""
    return [patch for patch in state.patches if patch.kind == SMOKE and patch.number > 0]


@heeds("tactical.3.4.4-smoke", "tactical.7.2-smoke")
def smoke_inches(state: State, line: Line) -> dict[int, int]:
    """Whole inches of smoke on a line by its Obscurement; where clouds overlap, the thickest counts."""
    clouds = smokes(state)
    if not clouds:
        return {}
    length = hypot(line.x1 - line.x0, line.y1 - line.y0)
    found: dict[int, list[Span]] = {}
    for cloud in clouds:
        found.setdefault(cloud.number, []).extend(_span(state, cloud, line, length))
    inches: dict[int, int] = {}
    thicker: list[Span] = []
    for number in sorted(found, reverse=True):
        before = _total(thicker)
        thicker += found[number]
        inches[number] = int((_total(thicker) - before) * length / INCH + HAIR)
    return {number: count for number, count in inches.items() if count}


def _span(state: State, cloud: Patch, line: Line, length: float) -> list[Span]:
    """The part of a line in a cloud, as shares of its length."""
    if not length:
        return []
    foot = state.ground.elevation(cloud.x, cloud.y)
    levels = 3 if cloud.word == FROM_FIRE else 1
    low, high = height_window(line, foot, foot + levels * INCH, truediv)
    if cloud.word == FROM_FIRE:
        side = cloud.radius
        outline = rectangle(cloud.x - side, cloud.y - side, cloud.x + side, cloud.y + side)
        flat = spans_inside(outline, line, True, truediv)
    else:
        flat = _chord(cloud, line, length)
    return [(max(into, low), min(out, high)) for into, out in flat if max(into, low) < min(out, high)]


def _chord(cloud: Patch, line: Line, length: float) -> list[Span]:
    dx, dy = line.x1 - line.x0, line.y1 - line.y0
    px, py = cloud.x - line.x0, cloud.y - line.y0
    aside = (px * dy - py * dx) / length
    if abs(aside) >= cloud.radius:
        return []
    half, ahead = sqrt(cloud.radius**2 - aside * aside) / length, (px * dx + py * dy) / (length * length)
    into, out = max(0.0, ahead - half), min(1.0, ahead + half)
    return [(into, out)] if into < out else []


def _total(spans: list[Span]) -> float:
    """How much of a line lies in any of these stretches."""
    total = reached = 0.0
    for into, out in sorted(spans):
        total += max(0.0, out - max(into, reached))
        reached = max(reached, out)
    return total
