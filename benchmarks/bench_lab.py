"""Matches: how much faster two processes are than one, and how many whole games of 100 TV two cores play in an hour."""

from __future__ import annotations

import time

from gearlock.kernel.registry import get_system
from gearlock.lab.match import arrange
from gearlock.lab.workers import play_games

BEST = "tactician"
"""Whose games are counted by the hour; how two processes share games is measured with a quicker bot."""
QUICK, GAMES, GAMES_OF_BEST = "greedy", 12, 4


def measure() -> dict[str, float]:
    """Wall time of whole matches, starting the processes included."""
    alone, together, best = seconds(QUICK, GAMES, 1), seconds(QUICK, GAMES, 2), seconds(BEST, GAMES_OF_BEST, 2)
    return {
        "match_2_workers_times_1": alone / together,
        f"brigands_100tv_{QUICK}_games_an_hour_on_2_cores": GAMES * 3600 / together,
        f"brigands_100tv_{BEST}_games_an_hour_on_2_cores": GAMES_OF_BEST * 3600 / best,
    }


def seconds(bot: str, games: int, jobs: int) -> float:
    """How long a match of a bot against itself takes."""
    match = arrange(get_system("brigands"), (bot, bot), "battle", {"size": "100"}, 7)
    start = time.perf_counter()
    faults = [game.reason for game in play_games(match, range(games), jobs) if game.fault]
    if faults:
        raise SystemExit(f"games failed: {faults}")
    return time.perf_counter() - start
