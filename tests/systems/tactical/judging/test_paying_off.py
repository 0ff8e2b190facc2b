"""Victory Points are paid for costly losses only."""

from __future__ import annotations

import pytest

from gearlock.bots.greedy import GreedyBot
from gearlock.bots.tactician import TacticianBot
from gearlock.kernel.asks import Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.positions import Position
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import Preview
from gearlock.systems.tactical.advice.previews import PREVIEWS
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.victory_points import CANCEL, CANCELLING, RULE, BuyCondition, CancelDamage

DEAR, CHEAP = "red-1", "red-2"


def table() -> Battle[State]:
    """A tank among Hunters, in a campaign with points to spare."""
    position = Position("tactical")
    position.model(DEAR, "ht-68", at=(20, 10), facing="north")
    for number in range(2, 6):
        position.model(f"red-{number}", "hunter", at=(20 + 2 * number, 10), facing="north")
    battle = position.model("blue-1", "hunter", at=(20, 40), facing="south").battle()
    battle.state.points["pool:red"] = 30
    return battle


def asked(battle: Battle[State], unit: str, level: str) -> Seat:
    """The seat that is asked whether to pay."""
    ask = Ask("red", CANCEL, unit, (level,), RULE, f"Cancel it for {CANCELLING[level]} Victory Points?", True)
    battle.pending = (ask,)
    return Seat(battle, "red")


def answers(battle: Battle[State], unit: str, level: str) -> list[Order]:
    return [bot.decide(asked(battle, unit, level)) for bot in (GreedyBot(1), TacticianBot(1))]


@pytest.mark.rule("tactical.4.2.2-spending")
def test_bots_buy_off_the_loss_of_a_dear_machine() -> None:
    assert answers(table(), DEAR, "overkill") == [CancelDamage(DEAR, "overkill")] * 2


@pytest.mark.rule("tactical.4.2.2-spending")
@pytest.mark.parametrize("level", list(CANCELLING))
def test_bots_keep_their_points_where_a_common_machine_is_struck(level: str) -> None:
    assert answers(table(), CHEAP, level) == [Decline()] * 2


@pytest.mark.rule("tactical.4.2.2-spending")
def test_a_blow_that_ends_a_machine_is_worth_more_than_the_same_to_a_fresh_one() -> None:
    state = table().state
    fresh = PREVIEWS.preview(state, "red", CancelDamage(DEAR, "light"))
    state.units[DEAR].tokens = {"heavy": 1, "light": 1}
    state.notes.clear()
    last = PREVIEWS.preview(state, "red", CancelDamage(DEAR, "light"))
    assert last.gives > fresh.gives
    assert last.cost == "2 Victory Points of 30"


@pytest.mark.rule("tactical.4.2.2-spending")
def test_nobody_pays_more_than_another_of_the_kind_would_cost() -> None:
    state = table().state
    state.units[DEAR].tv = 900
    for number in range(2, 6):
        state.units[f"red-{number}"].tv = 10
    assert PREVIEWS.preview(state, "red", CancelDamage(DEAR, "overkill")).gives < 0


@pytest.mark.rule("tactical.4.2.2-spending")
def test_of_another_sides_machine_nothing_is_told_and_weather_is_not_worth_points() -> None:
    state = table().state
    assert PREVIEWS.preview(state, "blue", CancelDamage(DEAR)) == Preview()
    assert PREVIEWS.preview(state, "blue", CancelDamage(DEAR, "heavy")).gives == 0
    assert PREVIEWS.preview(state, "red", BuyCondition("fog")).gives < 0


@pytest.mark.rule("tactical.4.2.2-spending")
def test_only_the_result_that_is_suffered_can_be_cancelled() -> None:
    battle = table()
    ask = asked(battle, DEAR, "heavy").ask
    assert ask is not None
    assert BOOK.refuse(battle.state, ask, CancelDamage(DEAR)) is None
    refusal = BOOK.refuse(battle.state, ask, CancelDamage(DEAR, "light"))
    assert refusal is not None
    assert refusal.code == "level"
