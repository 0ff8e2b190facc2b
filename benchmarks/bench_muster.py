"""Validating rosters: the largest ready-made one, three usual games and ten; loading the lists is cached."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter

from gearlock.kernel.force import ForceRules
from gearlock.kernel.registry import all_systems
from gearlock.muster.reading import read_roster
from gearlock.muster.text import write_text


def best_ms(action: Callable[[], object], times: int = 20) -> float:
    """The fastest of some runs, in milliseconds."""
    fastest = float("inf")
    for _ in range(times):
        start = perf_counter()
        action()
        fastest = min(fastest, perf_counter() - start)
    return fastest * 1e3


def validation_ms(text: str, times: int = 20) -> float:
    """What reading and validating this roster takes."""
    return best_ms(lambda: read_roster(text, "roster").violations(), times)


def measured(name: str, rules: ForceRules) -> dict[str, float]:
    """The figures of one system."""
    texts = list(rules.ready_made().values())
    start = perf_counter()
    rules.sheet(read_roster(texts[0], "first").roster)
    first = (perf_counter() - start) * 1e3
    style, faction = next(iter(rules.styles)), next(iter(rules.factions()), "")
    drawn = {
        size: rules.recruit(faction, size, style, random.Random(1))
        for size in (3 * rules.sizes[0], 10 * rules.sizes[0])
    }
    return {
        f"muster_{name}_first_use_ms": first,
        f"muster_{name}_largest_ready_made_ms": max(validation_ms(text) for text in texts),
    } | {f"muster_{name}_{size}_points_ms": validation_ms(write_text(roster)) for size, roster in drawn.items()}


def measure() -> dict[str, float]:
    """Milliseconds to read and validate, for every system that builds forces."""
    figures: dict[str, float] = {}
    for system in all_systems():
        if system.force is not None:
            figures |= measured(system.id, system.force)
    return figures
