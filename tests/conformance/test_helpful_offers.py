"""An offer that cannot help is not put: of whatever may be taken something must be better than to decline."""

from __future__ import annotations

import pytest

from conformance.checks import AnyBattle, lay_out
from conformance.conftest import is_long
from gearlock.bots.greedy import GreedyBot
from gearlock.kernel.asks import OPEN_OPTIONS, Ask
from gearlock.kernel.orders import Decline
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import OddsCard, Preview

DECISIONS = 250
REROLLS = ("reroll", "reroll other")


def could_be_better(shown: Preview, ours: bool) -> bool:
    """Whether an offer whose odds are told beside those of declining has an outcome that beats what stands.

    What stands must be certain to be compared: one amount of damage, hit or not. A seat spares a unit of its own.
    """
    odds, stands = shown.odds, shown.without
    if odds is None or stands is None or len(stands.damage) > 1 or stands.p_hit not in (0.0, 1.0):
        return True
    return _beats(odds, stands, -1 if ours else 1)


def _beats(odds: OddsCard, stands: OddsCard, sign: int) -> bool:
    now = next(iter(stands.damage), 0)
    reached = [amount for amount, chance in odds.damage.items() if chance]
    figures = (
        *((sign * amount, sign * now) for amount in reached),
        (sign * odds.p_hit, sign * stands.p_hit),
        (sign * odds.p_crippled, sign * stands.p_crippled),
        (sign * odds.p_destroyed, sign * stands.p_destroyed),
    )
    return any(there > here + 1e-12 for there, here in figures)


def check(battle: AnyBattle, ask: Ask) -> int:
    """Every order the offer takes is weighed, the further cards among them; 1 if there was something to weigh."""
    sides = {piece.id: piece.side for piece in battle.view(ask.seat).pieces}
    shown = [
        battle.preview(ask.seat, option.order)
        for option in battle.options(ask.seat)
        if not isinstance(option.order, Decline) and not isinstance(option, OPEN_OPTIONS)
    ]
    cards = [card for each in shown for card in (each, *each.also)]
    helps = [could_be_better(card, sides.get(card.target) == ask.seat) for card in cards]
    assert not cards or any(helps), f"{battle.system.id} asks {ask}, and nothing could be better: {shown}"
    return bool(cards)


@pytest.mark.parametrize("run", [4, *(pytest.param(run, marks=pytest.mark.soak) for run in range(5, 12))])
def test_a_reroll_is_offered_only_where_something_could_be_better(
    system: AnySystem, scenario: str, run: int, request: pytest.FixtureRequest
) -> None:
    if is_long(system, scenario) and "soak" not in request.config.option.markexpr:
        return
    battle, bot = lay_out(system, scenario, run), GreedyBot(run)
    for _ in range(DECISIONS):
        if battle.over:
            break
        seat = battle.waiting_for()[0]
        ask = battle.ask_for(seat)
        if ask is not None and ask.optional and ask.kind in REROLLS:
            check(battle, ask)
        battle.answer(seat, bot.decide(Seat(battle, seat)))
