"""Matches: how much faster two processes are than one, and how many whole games of 100 TV two cores play in an hour."""

from __future__ import annotations

import time

from gearlock.bots.players import BOTS
from gearlock.kernel.registry import get_system
from gearlock.lab.match import Match, arrange
from gearlock.lab.workers import play_games

BOT = "tactician" if "tactician" in BOTS else "greedy"
GAMES = 16


def measure() -> dict[str, float]:
    """Wall time of one match with one job and with two, starting the processes included."""
    match = arrange(get_system("brigands"), (BOT, BOT), "battle", {"size": "100"}, 7)
    alone, together = seconds(match, 1), seconds(match, 2)
    return {
        f"brigands_100tv_{BOT}_seconds_a_game": alone / GAMES,
        f"brigands_100tv_{BOT}_games_an_hour_on_2_cores": GAMES * 3600 / together,
        "match_2_workers_times_1": alone / together,
    }


def seconds(match: Match, jobs: int) -> float:
    """How long a match takes."""
    start = time.perf_counter()
    faults = [game.reason for game in play_games(match, range(GAMES), jobs) if game.fault]
    if faults:
        raise SystemExit(f"games failed: {faults}")
    return time.perf_counter() - start
