"""Whole battles at random: battles a second, microseconds a decision, and what a finished battle weighs in memory."""

from __future__ import annotations

import gc
import time
import tracemalloc

from gearlock.kernel.log import dumps
from play import played

BATTLES = {
    "brigands_3v3": ("brigands", "intro"),
    "blitz_4v4": ("blitz", "skirmish"),
    "hex100_2v2": ("hex100", "skirmish"),
}
COUNT = 30


def measure() -> dict[str, float]:
    """Figures for each system."""
    results: dict[str, float] = {}
    for name, (system, scenario) in BATTLES.items():
        played(system, scenario, 1)
        gc.collect()
        start, decisions = time.perf_counter(), 0
        for seed in range(COUNT):
            decisions += played(system, scenario, seed).decisions
        seconds = time.perf_counter() - start
        results[f"{name}_per_second"] = COUNT / seconds
        results[f"{name}_decisions"] = decisions / COUNT
        results[f"{name}_us_per_decision"] = seconds / decisions * 1e6
        tracemalloc.start()
        battle = played(system, scenario, 5)
        gc.collect()
        results[f"{name}_memory_kb"] = tracemalloc.get_traced_memory()[0] / 1024
        tracemalloc.stop()
        results[f"{name}_log_kb"] = len(dumps(battle)) / 1024
    return results
