"""A bot that fails loses the game; the match goes on and says so at the end."""

from __future__ import annotations

from pathlib import Path

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
