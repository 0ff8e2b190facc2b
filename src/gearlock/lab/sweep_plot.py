"""The plot of a table of odds: the first condition across, a line for each of the others."""

from __future__ import annotations

from typing import Any

from gearlock.lab.plots import Spec, lines
from gearlock.lab.sweeps import MEASURES, Sweep


def sweep_plot(found: Sweep, measure: str) -> Spec:
    """Lines over the first condition that has numbers, else over the first."""
    names = [name for name, _ in found.axes]
    numbers = [place for place, (_, values) in enumerate(found.axes) if all(v.lstrip("-").isdigit() for v in values)]
    across = numbers[0] if numbers else 0
    points: list[dict[str, Any]] = []
    for cell in found.cells:
        values = [value for _, value in cell.given]
        others = [f"{name} {value}" for at, (name, value) in enumerate(cell.given) if at != across]
        if not cell.refused:
            x = float(values[across]) if numbers else values[across]
            line = ", ".join(others) or f"{found.attacker} at {found.target}"
            points.append({"x": x, "value": getattr(cell, measure), "line": line})
    return lines(points, (names[across], MEASURES[measure], ""), percent=measure != "mean_damage", ordered=not numbers)
