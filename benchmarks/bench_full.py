"""Full battles of 100 TV, greedy against greedy; and how long a system takes to load in a fresh process."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
import tracemalloc

from gearlock.bots.arena import play_out
from gearlock.kernel.log import dumps
from play import SIZE, lay_out, players

SYSTEMS = ("brigands", "blitz", "fieldmanual", "tactical")
SEEDS = (7, 8, 9)
LOADS = 5
_LOAD = """
import time
start = time.perf_counter()
from gearlock.kernel.registry import get_system
get_system("{}")
print(time.perf_counter() - start)
"""


def measure() -> dict[str, float]:
    """Seconds, decisions and memory of a battle; seconds to load; and all of it in what the first system takes."""
    results: dict[str, float] = {}
    for system in SYSTEMS:
        results |= measured(system)
    return results | {
        f"{system}_{what}_times_{SYSTEMS[0]}": results[f"{system}_{name}"] / results[f"{SYSTEMS[0]}_{name}"]
        for system in SYSTEMS[1:]
        for what, name in (("100tv_greedy", "100tv_greedy_ms_per_decision"), ("load", "load_seconds"))
    }


def measured(system: str) -> dict[str, float]:
    """The figures of one system."""
    seconds, decisions, models = 0.0, 0, 0
    for seed in SEEDS:
        start = time.perf_counter()
        battle = lay_out(system, "battle", seed, SIZE[system])
        models += len(battle.state.units)
        play_out(battle, players(battle, "bot:greedy", seed))
        seconds += time.perf_counter() - start
        decisions += battle.decisions
    gc.collect()
    tracemalloc.start()
    battle = lay_out(system, "battle", SEEDS[0], SIZE[system])
    play_out(battle, players(battle, "bot:random", SEEDS[0]))
    gc.collect()
    memory = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return {
        f"{system}_100tv_models": models / len(SEEDS),
        f"{system}_100tv_greedy_seconds": seconds / len(SEEDS),
        f"{system}_100tv_greedy_decisions": decisions / len(SEEDS),
        f"{system}_100tv_greedy_ms_per_decision": seconds / decisions * 1e3,
        f"{system}_100tv_random_memory_kb": memory / 1024,
        f"{system}_100tv_random_log_kb": len(dumps(battle)) / 1024,
        f"{system}_load_seconds": min(load_seconds(system) for _ in range(LOADS)),
    }


def load_seconds(system: str) -> float:
    """Importing the system and everything it needs in a process of its own, from bytecode as a user has it."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [sys.executable, "-c", _LOAD.format(system)], capture_output=True, text=True, check=True, env=env
    )
    return float(done.stdout)
