"""A bot that is offered little, or nothing that can be completed, still answers; if nothing can be said it tells."""

from __future__ import annotations

import random

import pytest

from gearlock.bots.arena import play_out
from gearlock.bots.players import make_bot
from gearlock.bots.settling import settle
from gearlock.kernel import offering
from gearlock.kernel.asks import Amount, Pick
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import Unanswerable
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Aim, Setup
from gearlock.lab import game as games
from gearlock.lab.game import play_game
from gearlock.lab.match import Match
from kernel.stuck import EndDuel, Pass, hard
from kernel.toy import Feint, Parry, Strike, ToyState
from lab.contests import short_match

SETUP = Setup("duel", 3)
STRIKE = Amount("Strike", Strike(0), low=1, high=6)
BOTS = ("random", "greedy", "tactician:100n", "strategist:100n")


@pytest.fixture(autouse=True)
def _reports_are_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offering, "report", lambda *_said: None)


def answered(battle: Battle[ToyState], bot: str) -> Order:
    order = make_bot(bot, 1).decide(Seat(battle, "red"))
    battle.answer("red", order)
    assert battle.over
    return order


@pytest.mark.parametrize("bot", BOTS)
def test_an_option_that_is_no_answer_ends_no_battle(bot: str) -> None:
    game = hard((Pick("Feint", Feint()), Pick("Parry", Parry())), takes=lambda order: isinstance(order, Parry))
    assert answered(Battle.begin(game, SETUP), bot) == Parry()


@pytest.mark.parametrize("bot", BOTS)
def test_an_option_that_lots_seldom_complete_is_tried_at_length(bot: str) -> None:
    lots = iter(range(1000))
    game = hard(
        (STRIKE,), takes=lambda order: order == Strike(4), completes=lambda _o: Strike(4) if next(lots) > 30 else None
    )
    assert answered(Battle.begin(game, SETUP), bot) == Strike(4)


@pytest.mark.parametrize("bot", BOTS)
def test_an_option_that_lots_never_complete_is_aimed(bot: str) -> None:
    def aimed(spot: Aim) -> Order | None:
        return Strike(5) if spot.x == 5 else None

    game = hard((STRIKE,), takes=lambda order: order == Strike(5), aims=aimed)
    assert answered(Battle.begin(game, SETUP), bot) == Strike(5)


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("out", [Decline(), Pass(), EndDuel("red")], ids=["decline", "pass", "end"])
def test_where_no_option_can_be_completed_it_takes_a_declared_way_out(bot: str, out: Order) -> None:
    optional = isinstance(out, Decline)
    game = hard((STRIKE,), takes=lambda order: order == out, optional=optional)
    assert answered(Battle.begin(game, SETUP), bot) == out


@pytest.mark.parametrize("bot", BOTS)
def test_where_nothing_is_an_answer_the_battle_says_so_and_stands(bot: str) -> None:
    battle = Battle.begin(hard((STRIKE,), takes=lambda _order: False), SETUP)
    with pytest.raises(
        Unanswerable, match=r"Nothing answers 'hard' of red, put to red .*Toy, edition 1.*fault of Gearlock"
    ):
        play_out(battle, {seat: make_bot(bot, 1) for seat in ("red", "blue")})
    assert (battle.over, battle.waiting_for(), len(battle.entries)) == (False, ("red",), 1)


def test_what_cannot_be_answered_in_an_imagined_battle_ends_the_thought_alone() -> None:
    battle = Battle.begin(hard((STRIKE,), takes=lambda _order: False), SETUP)
    battle.entries.append(battle.entries[0])  # as if something had happened in this step
    assert settle(battle, "blue", random.Random(1)) == 0.0


def test_a_game_of_a_study_that_cannot_go_on_is_nobodys_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    game = hard((STRIKE,), takes=lambda _order: False)
    monkeypatch.setattr(games, "get_system", lambda _name: game)
    monkeypatch.setattr(Match, "setup", lambda _match, _game: SETUP)
    match = short_match(a="greedy", b="random")
    played = play_game(match, match.game(0))
    assert (played.winner, played.blame) == ("", "")
    assert played.fault.startswith("the rules failed: Unanswerable: Nothing answers 'hard'")
