"""Every ask that is put has an answer that can be found; what is offered and is none is left out, and told."""

from __future__ import annotations

import logging
from functools import cache

import pytest

from gearlock.kernel import log as log_module
from gearlock.kernel import offering
from gearlock.kernel.asks import Amount, Option, Pick
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import IllegalOrder
from gearlock.kernel.log import dumps, loads
from gearlock.kernel.orders import Concede, Decline, Order
from gearlock.kernel.record import Answered
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Setup
from kernel.stuck import EndDuel, Pass, hard
from kernel.toy import Feint, Parry, Strike

PARRY, FEINT, STRIKE = Pick("Parry", Parry()), Pick("Feint", Feint()), Amount("Strike", Strike(0), low=1, high=6)


SETUP = Setup("duel", 7)
TRUE_REPORT = cache(offering.report.__wrapped__)


@pytest.fixture(autouse=True)
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What was reported."""
    reported: list[tuple[str, ...]] = []
    monkeypatch.setattr(offering, "report", lambda *said: reported.append(said))
    return reported


def test_what_the_rules_refuse_is_not_offered_and_is_reported(told: list[tuple[str, ...]]) -> None:
    game = hard((PARRY, FEINT), takes=lambda order: isinstance(order, Parry))
    battle = Battle.begin(game, SETUP)
    assert battle.options("red") == (PARRY,)
    assert told == [("toy", "1", "hard", "Feint", "That is no answer. [toy.9]")]


def test_an_open_option_is_judged_by_its_kind_alone(told: list[tuple[str, ...]]) -> None:
    """Its template need not be legal: a seat completes it."""
    strikes = hard((STRIKE, PARRY), takes=lambda order: order in (Strike(2), Parry()))
    assert Battle.begin(strikes, SETUP).options("red") == (STRIKE, PARRY)
    assert not told
    open_feint = Amount("Feint", Feint(), low=1, high=6)
    feints = hard((open_feint, PARRY), takes=lambda order: isinstance(order, Parry))
    assert Battle.begin(feints, SETUP).options("red") == (PARRY,)
    assert told[0][3] == "Feint"


@pytest.mark.parametrize("order", [Pass(), EndDuel("red")], ids=["pass", "end"])
def test_where_nothing_offered_is_an_answer_the_declared_ways_out_are_offered(order: Order) -> None:
    game = hard((FEINT,), takes=lambda given: given == order)
    battle = Battle.begin(game, SETUP)
    (only,) = battle.options("red")
    assert only.order == order
    assert only.label == {"pass": "Pass", "end-duel": "End duel"}[str(order.__struct_config__.tag)]
    battle.answer("red", only.order)
    assert battle.outcome is not None
    assert battle.outcome.winner == "red"


def test_ways_out_begin_with_what_ends_the_activation() -> None:
    game = hard((FEINT,), takes=lambda given: isinstance(given, Pass | EndDuel))
    assert [option.order for option in Battle.begin(game, SETUP).options("red")] == [EndDuel("red"), Pass()]


@pytest.mark.parametrize("offers", [(), (FEINT,)], ids=["nothing", "what is refused"])
def test_an_offer_without_an_answer_is_declined_by_itself_and_reads_back(
    offers: tuple[Option, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = hard(offers, takes=lambda _order: False, optional=True)
    battle = Battle.begin(game, SETUP)
    assert battle.over
    assert battle.entries[1].input == Answered("red", Decline(), auto=True)
    monkeypatch.setattr(log_module, "get_system", lambda _name: game)
    assert loads(dumps(battle)).battle().hash() == battle.hash()


def test_an_ask_that_nothing_answers_leaves_the_battle_standing_and_says_what_to_report() -> None:
    battle = Battle.begin(hard((FEINT,), takes=lambda _order: False), SETUP)
    seat = Seat(battle, "red")
    assert (seat.options(), seat.last_resorts(), battle.over) == ((), (), False)
    said = str(seat.unanswerable())
    for part in ("'hard'", "put to red", "Toy, edition 1", "rule toy.9", "Take a decision back", "log of the battle"):
        assert part in said
    with pytest.raises(IllegalOrder, match="no answer"):
        battle.answer("red", Feint())
    battle.answer("red", Concede())
    assert battle.outcome is not None


def test_a_fault_is_told_once_in_the_log_of_the_program(caplog: pytest.LogCaptureFixture) -> None:
    said = ("toy", "1", "hard", "Feint of this test", "That is no answer.")
    with caplog.at_level(logging.ERROR, "gearlock.kernel.offering"):
        TRUE_REPORT(*said)
        TRUE_REPORT(*said)
    told = "toy 1: 'hard' offers 'Feint of this test', which the rules refuse: That is no answer."
    assert [record.getMessage() for record in caplog.records] == [told]
