"""Any number of processes, stopped at any moment: the same results bit for bit."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.command import Command
from gearlock.kernel.registry import get_system, system_ids
from gearlock.lab import workers
from gearlock.lab.match import Game, arrange
from gearlock.lab.workers import play_games
from lab.contests import SHORT, short_match, told

GAMES = 14


@pytest.fixture(scope="module")
def straight(tmp_path_factory: pytest.TempPathFactory) -> list[object]:
    """The match played by this very process from beginning to end."""
    return [
        (game.number, game.winner, game.score, game.hash, game.log)
        for game in play_games(short_match(), range(GAMES), 1)
    ]


def essence(path: Path) -> list[object]:
    return [(game["number"], game["winner"], game["score"], game["hash"], game["log"]) for game in told(path)]


STRUCK = """
import os, signal, sys
from gearlock.cli.main import run
from gearlock.lab.results import ResultFile
signal.signal(signal.SIGINT, signal.default_int_handler)  # tests run in the background hand on that it is switched off
add, stored, by = ResultFile.add, [], int(sys.argv.pop(1))
def strike(self, played):
    add(self, played)
    stored.append(played)
    if len(stored) == 3:
        os.kill(os.getpid(), by)
ResultFile.add = strike
sys.argv[0] = "gearlock"
run()
"""
"""The command, struck by a signal when three games are stored: at the same moment on every machine."""


def stopped_midway(out: Path, jobs: int, by: signal.Signals) -> subprocess.CompletedProcess[str]:
    """Start the match and stop it when some games are stored."""
    words = [*SHORT, "--games", str(GAMES), "--jobs", str(jobs), "--out", str(out)]
    return subprocess.run([sys.executable, "-c", STRUCK, str(by.value), *words], capture_output=True, text=True)


def test_two_processes_give_what_one_gives(gearlock: Command, tmp_path: Path, straight: list[object]) -> None:
    out = tmp_path / "two.jsonl"
    done = gearlock(*SHORT, "--games", GAMES, "--jobs", 2, "--out", out)
    assert done.code == 0
    assert essence(out) == straight


@pytest.mark.parametrize("system", system_ids())
def test_other_processes_play_thinking_bots_alike(system: str) -> None:
    """Nothing depends on the order in which a process happens to keep sets of words."""
    match = arrange(get_system(system), ("greedy", "random"), None, {}, 2)
    alone = {game.number: game.log for game in play_games(match, range(2), 1)}
    assert {game.number: game.log for game in play_games(match, range(2), 2)} == alone


@pytest.mark.parametrize(("jobs", "by"), [(2, signal.SIGKILL), (2, signal.SIGINT), (1, signal.SIGINT)])
def test_a_match_stopped_midway_goes_on_to_the_same_results(
    gearlock: Command, tmp_path: Path, straight: list[object], jobs: int, by: signal.Signals
) -> None:
    out = tmp_path / "m.jsonl"
    stopped = stopped_midway(out, jobs, by)
    assert stopped.returncode == (130 if by is signal.SIGINT else -signal.SIGKILL)
    assert by is signal.SIGKILL or "the same command goes on" in stopped.stderr
    assert "Traceback" not in stopped.stderr
    stored = out.read_bytes()
    done = gearlock(*SHORT, "--games", GAMES, "--jobs", 1, "--out", out)
    assert done.code == 0
    assert out.read_bytes().startswith(stored[: stored.rfind(b"\n") + 1])
    assert essence(out) == straight


def test_a_process_that_dies_is_replaced_and_its_game_played_again(straight: list[object]) -> None:
    games = play_games(short_match(), range(GAMES), 2)
    first = next(games)
    crew = games.gi_frame.f_locals["crew"]  # type: ignore[attr-defined]
    for worker in list(crew._workers):
        worker.process.kill()
    rest = list(games)
    found = sorted([first, *rest], key=lambda game: game.number)
    assert [(game.number, game.winner, game.score, game.hash, game.log) for game in found] == straight


def test_a_game_that_kills_twice_is_written_off(monkeypatch: pytest.MonkeyPatch) -> None:
    real = workers._Worker.hand

    def hand(worker: workers._Worker, game: Game) -> None:
        if game.number == 1:
            worker.process.kill()
            worker.process.join()
        real(worker, game)

    monkeypatch.setattr(workers._Worker, "hand", hand)
    found = {game.number: game for game in play_games(short_match("random", "random"), range(3), 2)}
    assert sorted(found) == [0, 1, 2]
    assert "died twice" in found[1].fault
    assert not found[0].fault
    assert found[1].winner == found[1].blame == ""


class Handed:
    """A worker that only notes what it is handed."""

    def __init__(self, match: object) -> None:
        self.games: list[int] = []
        self.kept: deque[int] = deque()

    def hand(self, game: Game) -> None:
        self.games.append(game.number)


def test_a_process_plays_both_games_of_a_pair_and_nobody_idles_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_Worker", Handed)
    crew = workers._Crew(short_match(), [0, 1, 3, 4, 5], 2)
    first, second = crew._workers
    for worker in (first, second, first, second, first, second):
        crew._hand_next(worker)
    assert first.games == [0, 1, 5]  # type: ignore[attr-defined]
    assert second.games == [3, 4]  # type: ignore[attr-defined]


def test_nobody_is_left_when_the_results_are_not_wanted_any_more() -> None:
    games: Iterator[object] = play_games(short_match(), range(GAMES), 2)
    next(games)
    processes = [worker.process for worker in games.gi_frame.f_locals["crew"]._workers]  # type: ignore[attr-defined]
    games.close()  # type: ignore[attr-defined]
    assert not any(process.is_alive() for process in processes)
