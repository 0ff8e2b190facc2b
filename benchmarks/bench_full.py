"""Full Brigands battles of 100 TV, greedy against greedy; and how long the system takes to load in a fresh process."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
import tracemalloc

from gearlock.bots.arena import play_out
from gearlock.kernel.log import dumps
from play import lay_out, players

SEEDS = (7, 8, 9)
LOADS = 5
_LOAD = """
import time
start = time.perf_counter()
from gearlock.kernel.registry import get_system
get_system("brigands")
print(time.perf_counter() - start)
"""


def measure() -> dict[str, float]:
    """Seconds, decisions and memory of a battle; seconds to load."""
    seconds, decisions = 0.0, 0
    for seed in SEEDS:
        start = time.perf_counter()
        battle = lay_out("brigands", "battle", seed, {"size": "100"})
        play_out(battle, players(battle, "bot:greedy", seed))
        seconds += time.perf_counter() - start
        decisions += battle.decisions
    gc.collect()
    tracemalloc.start()
    battle = lay_out("brigands", "battle", SEEDS[0], {"size": "100"})
    play_out(battle, players(battle, "bot:random", SEEDS[0]))
    gc.collect()
    memory = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return {
        "brigands_100tv_greedy_seconds": seconds / len(SEEDS),
        "brigands_100tv_greedy_decisions": decisions / len(SEEDS),
        "brigands_100tv_greedy_ms_per_decision": seconds / decisions * 1e3,
        "brigands_100tv_random_memory_kb": memory / 1024,
        "brigands_100tv_random_log_kb": len(dumps(battle)) / 1024,
        "brigands_load_seconds": min(load_seconds() for _ in range(LOADS)),
    }


def load_seconds() -> float:
    """Importing the system and everything it needs in a process of its own, from bytecode as a user has it."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run([sys.executable, "-c", _LOAD], capture_output=True, text=True, check=True, env=env)
    return float(done.stdout)
