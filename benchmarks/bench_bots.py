"""How long bots think: whole battles of the tactician, its decisions between 24 models a side, and function calls.

Seconds wander with the machine; the calls of a decision do not, so they tell whether the rules have become dearer.
"""

from __future__ import annotations

import cProfile
import pstats
import time
from statistics import median

from gearlock.bots.arena import play_out
from gearlock.bots.players import make_bot
from gearlock.kernel.seat import Seat
from play import lay_out, played_until, players

SEEDS = (7, 8)
BATTLES = {
    "brigands_100tv": ("brigands", "battle", {"size": "100"}),
    "hex100_5000": ("hex100", "skirmish", {"budget": "standard", "red": "iron-wall-5000", "blue": "grey-ghosts-5000"}),
}
CROWD = {"red": "hunter*24", "blue": "jager*24"}
WATCHED = 120
"""Decisions of the tactician that are timed one by one."""


def measure() -> dict[str, float]:
    """Seconds of a battle, milliseconds of a decision, calls of a decision."""
    results: dict[str, float] = {}
    for name, (system, scenario, options) in BATTLES.items():
        results |= whole_battles(name, system, scenario, options)
        for bot in ("random", "greedy"):
            results[f"{name}_{bot}_calls_per_decision"] = calls(system, scenario, options, bot)
    return results | crowded()


def whole_battles(name: str, system: str, scenario: str, options: dict[str, str]) -> dict[str, float]:
    """The tactician against itself."""
    seconds, decisions = 0.0, 0
    for seed in SEEDS:
        battle = lay_out(system, scenario, seed, options)
        start = time.perf_counter()
        play_out(battle, players(battle, "bot:tactician", seed))
        seconds += time.perf_counter() - start
        decisions += battle.decisions
    return {
        f"{name}_tactician_seconds": seconds / len(SEEDS),
        f"{name}_tactician_ms_per_decision": seconds / decisions * 1e3,
    }


def calls(system: str, scenario: str, options: dict[str, str], bot: str) -> float:
    """Function calls that one decision of a battle comes to, playing it out included."""
    battle = lay_out(system, scenario, SEEDS[0], options)
    profile = cProfile.Profile()
    profile.enable()
    play_out(battle, players(battle, f"bot:{bot}", SEEDS[0]))
    profile.disable()
    counted: int = pstats.Stats(profile).total_calls  # type: ignore[attr-defined]  # known to pstats, not to its stubs
    return counted / battle.decisions


def crowded() -> dict[str, float]:
    """Decisions of the tactician in the first Rounds between 24 models a side."""
    battle = lay_out("brigands", "intro", 3, CROWD)
    played_until(battle, 3, lambda now: now.state.round >= 1)
    bot, times = make_bot("bot:tactician", 3), list[float]()
    while not battle.over and len(times) < WATCHED:
        name = battle.waiting_for()[0]
        start = time.perf_counter()
        order = bot.decide(Seat(battle, name))
        times.append(time.perf_counter() - start)
        battle.answer(name, order)
    slow = sorted(times)[-1 - len(times) // 100]
    return {
        "brigands_24v24_tactician_median_ms": median(times) * 1e3,
        "brigands_24v24_tactician_p99_ms": slow * 1e3,
    }
