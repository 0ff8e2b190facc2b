"""A bot that fails loses the game; the match goes on and says so at the end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from cli.command import Command
from gearlock.bots import players
from gearlock.bots.uniform import RandomBot
from gearlock.kernel.battle import Battle
from gearlock.lab import game as games
from gearlock.lab.game import play_game
from lab.contests import SHORT, Cheating, Mumbling, Raising, Sleeping, short_match, told


@pytest.fixture
def seated(monkeypatch: pytest.MonkeyPatch) -> None:
    failing: dict[str, type[RandomBot]] = {
        "raising": Raising, "cheating": Cheating, "mumbling": Mumbling, "sleeping": Sleeping
    }  # fmt: skip
    monkeypatch.setattr(players, "BOTS", players.BOTS | failing)


@pytest.mark.usefixtures("seated")
@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        ("raising", "failed: RuntimeError: lost my maps"),
        ("cheating", "gave an illegal order: "),
        ("mumbling", "answered with str, which is no order of this game"),
    ],
)
@pytest.mark.parametrize("number", [0, 1])
def test_a_bot_that_fails_loses_by_fault(bot: str, fault: str, number: int) -> None:
    match = short_match(a=bot, b="random")
    played = play_game(match, match.game(number))
    assert (played.winner, played.blame) == ("b", "a")
    assert played.fault.startswith(fault)
    assert played.reason.startswith(f"{('red', 'blue')[number]} {fault}")


@pytest.mark.usefixtures("seated")
def test_a_bot_that_never_answers_loses_when_patience_ends() -> None:
    match = short_match(a="sleeping", b="random")
    played = play_game(match, match.game(0))
    assert (played.winner, played.blame) == ("b", "a")
    assert played.fault.startswith("gave no answer within")


STRANGERS = """
import os, sys
import msgspec
from gearlock import make_bot

class Bot:
    def __init__(self, seed):
        self.inner, self.count = make_bot("random", seed), 0
    def decide(self, seat):
        self.count += 1
        order = self.inner.decide(seat)
        return self.act(order) if self.count == 3 else order

class Leaving(Bot):
    def act(self, order):
        sys.exit(0)

class Stopping(Bot):
    def act(self, order):
        raise GeneratorExit

class Secretive(Exception):
    def __str__(self):
        raise RuntimeError("nothing is said")

class Silent(Bot):
    def act(self, order):
        raise Secretive

class Broken(Bot):
    def act(self, order):
        raise ValueError("half a letter: " + chr(0xD800))

class Careless(Bot):
    def act(self, order):
        return msgspec.structs.replace(order, **dict.fromkeys(order.__struct_fields__, 1.5))

class Unborn(Bot):
    def __init__(self, seed):
        super().__init__(seed)
        if seed:
            raise ValueError("no luck with this seed")

class Talking(Bot):
    def act(self, order):
        print("I am thinking")
        return order

class Doubling(Bot):
    def act(self, order):
        os.fork()
        return order
"""


@pytest.fixture
def strangers(tmp_path: Path) -> Path:
    path = tmp_path / "strangers.py"
    path.write_text(STRANGERS)
    return path


@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        ("Leaving", "failed: SystemExit: 0 (strangers.py, line 16, in act)"),
        ("Stopping", "failed: GeneratorExit (strangers.py, line 20, in act)"),
        ("Silent", "failed: Secretive (strangers.py, line 28, in act)"),
        ("Broken", r"failed: ValueError: half a letter: \ud800 (strangers.py, line 32, in act)"),
        ("Careless", "gave no order: The order '"),
        ("Unborn", "failed: ValueError: no luck with this seed (strangers.py, line 42, in __init__)"),
    ],
)
def test_whatever_way_a_bot_fails_it_has_lost(strangers: Path, bot: str, fault: str) -> None:
    match = short_match(a=f"{strangers}:{bot}", b="random")
    played = play_game(match, match.game(0))
    assert (played.winner, played.blame) == ("b", "a")
    assert played.fault.startswith(fault)
    assert msgspec.json.decode(msgspec.json.encode(played), type=type(played)) == played


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("bot", ["Talking", "Doubling"])
def test_a_bot_that_talks_or_forks_leaves_one_document_and_every_game_once(
    strangers: Path, tmp_path: Path, bot: str, jobs: str
) -> None:
    words = ("--a", f"{strangers}:{bot}", "--b", "random", "--games", "2", "-o", "rounds=1", "--jobs", jobs)
    run = [sys.executable, "-m", "gearlock", "lab", "match", "brigands", *words, "--json", "--out", "results.jsonl"]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert msgspec.json.decode(done.stdout)["format"].startswith("gearlock.")
    lines = (tmp_path / "results.jsonl").read_bytes().splitlines()[1:]
    assert sorted(msgspec.json.decode(line)["number"] for line in lines) == [0, 1]


def test_where_the_rules_fail_nobody_is_to_blame(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a gap in the rules")

    match = short_match(a="random", b="random")
    monkeypatch.setattr(Battle, "answer", fail)
    played = play_game(match, match.game(0))
    assert (played.winner, played.blame) == ("", "")
    assert played.fault == "the rules failed: ZeroDivisionError: a gap in the rules"
    monkeypatch.setattr(Battle, "begin", fail)
    played = play_game(match, match.game(1))
    assert (played.winner, played.blame) == ("", "")
    assert played.fault == "could not be laid out: ZeroDivisionError: a gap in the rules"


def test_a_battle_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "ENDLESS", 5)
    match = short_match(a="random", b="random")
    assert play_game(match, match.game(0)).fault == "the rules failed: RuntimeError: no end after 5 decisions"


@pytest.mark.usefixtures("seated")
def test_the_match_goes_on_and_the_exit_code_tells(gearlock: Command, tmp_path: Path) -> None:
    out = tmp_path / "m.jsonl"
    words = (*SHORT, "--b", "raising")
    done = gearlock(*words, "--games", 4, "--jobs", 1, "--out", out)
    assert done.code == 1
    assert done.out.count("lost my maps") == 4
    assert [game["winner"] for game in told(out)] == ["a"] * 4
    found = gearlock(*words, "--games", 4, "--out", out, "--json")
    assert found.code == 1
    assert found.json()["b"]["faults"] == 4
    assert found.json()["a"]["wins"]["count"] == 4
