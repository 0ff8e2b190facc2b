"""Whole battles at random: battles a second, microseconds a decision, and what a finished battle weighs in memory."""

from __future__ import annotations

import gc
import time
import tracemalloc

from gearlock.bots.arena import play_out
from gearlock.kernel.log import dumps
from play import SIZE, lay_out, played, players

BATTLES = {
    "brigands_3v3": ("brigands", "intro"),
    "blitz_4v4": ("blitz", "skirmish"),
    "fieldmanual_skirmish": ("fieldmanual", "skirmish"),
    "tactical_4v4": ("tactical", "skirmish"),
    "hex100_2v2": ("hex100", "skirmish"),
}
COUNT = 30
LARGE = ("brigands", "blitz", "fieldmanual", "tactical")
"""Compared with the first of them in battles of 100 TV: a decision, for battles are not equally long."""
LARGE_COUNT = 6


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
    return results | large()


def large() -> dict[str, float]:
    """Random play at 100 TV, the systems by turns."""
    spent, made = dict.fromkeys(LARGE, 0.0), dict.fromkeys(LARGE, 0)
    for seed in range(LARGE_COUNT):
        for system in LARGE:
            start = time.perf_counter()
            battle = lay_out(system, "battle", seed, SIZE[system])
            made[system] += play_out(battle, players(battle, "bot:random", seed)).decisions
            spent[system] += time.perf_counter() - start
    each = {system: spent[system] / made[system] for system in LARGE}
    figures = {f"{system}_100tv_random_us_per_decision": seconds * 1e6 for system, seconds in each.items()}
    return figures | {f"{system}_100tv_random_times_{LARGE[0]}": each[system] / each[LARGE[0]] for system in LARGE[1:]}
