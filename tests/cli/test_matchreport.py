"""What is seen of a match while it goes on."""

from __future__ import annotations

import pytest

from gearlock.cli import matchreport
from gearlock.cli.matchreport import Standings
from gearlock.lab.game import play_game
from lab.contests import short_match


def test_without_a_terminal_a_line_tells_games_score_and_time_left(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matchreport, "EVERY_SECONDS", 0.0)
    match = short_match()
    played = [play_game(match, match.game(number)) for number in range(3)]
    with Standings((match.a, match.b), 8, played[:1]) as standings:
        for game in played[1:]:
            standings.count(game)
    lines = capsys.readouterr().err.splitlines()
    wins = [sum(game.winner == who for game in played) for who in ("a", "b", "")]
    drawn = f", {wins[2]} drawn" if wins[2] else ""
    assert len(lines) == 2
    assert lines[0].startswith("2 of 8 games; random ")
    assert lines[1].startswith(f"3 of 8 games; random {wins[0]} : {wins[1]} random{drawn}; about 0 min ")
    assert lines[1].endswith(" s left")


def test_a_match_tells_nothing_more_often_than_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    match = short_match()
    with Standings((match.a, match.b), 2, []) as standings:
        standings.count(play_game(match, match.game(0)))
    assert capsys.readouterr().err == ""
