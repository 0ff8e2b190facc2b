"""A card beside an attack and the odds tool say the same of it, figure by figure: what can come of it, counted out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from conformance.checks import AnyBattle, lay_out
from conformance.conftest import is_long
from gearlock.bots.greedy import GreedyBot
from gearlock.kernel.asks import Target
from gearlock.kernel.gunnery import Terms
from gearlock.kernel.orders import Order
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import Preview
from gearlock.odds.attack import Fate, fate_of
from odds.marksmen import situations

DECISIONS, MOMENTS, LAID_OUT = 400, 12, 40
NEAR = 1e-9


def shown_of(shown: Preview, mark: str, first: bool) -> Preview | None:
    """The part of a preview that is about a unit; the whole is about the first, whatever its seat calls it."""
    parts = (shown, *shown.also)
    named = next((part for part in parts if part.target == mark), None)
    return named or (shown if first else None)


def differences(shown: Preview, fate: Fate) -> dict[str, Any]:
    """Where a card and what can come of an attack disagree."""
    card, damage = shown.odds, {amount: weight / fate.total for amount, weight in fate.damage.items()}
    assert card is not None
    pairs = {
        "hits": (card.p_hit, fate.chance(fate.hits)),
        "mean damage": (card.mean_damage, fate.mean_damage),
        "cripples": (card.p_crippled, fate.chance(fate.crippled)),
        "destroys": (card.p_destroyed, fate.chance(fate.destroyed)),
    }
    pairs |= {f"{n} damage": (card.damage.get(n, 0.0), damage.get(n, 0.0)) for n in {*card.damage, *damage}}
    return {name: pair for name, pair in pairs.items() if abs(pair[0] - pair[1]) > NEAR}


def check(system: AnySystem, state: Any, seat: str, order: Order) -> int:
    """Compare every unit an attack is rolled against that the seat sees; how many they were."""
    assert system.gunnery is not None
    compared, shown = 0, system.preview(state, seat, order)
    known = {piece.id: piece.known for piece in system.view(state, seat, ()).pieces}
    for number, mark in enumerate(system.gunnery.marks(state, order)[:3]):
        part = shown_of(shown, mark, not number)
        if part is None or part.odds is None or known.get(part.target, "seen") != "seen":
            continue
        fate = fate_of(system.gunnery.outcomes(state, order, Terms(about=(mark,), ends=False)), mark)
        wrong = differences(part, fate)
        assert not wrong, f"{system.gunnery.title(state, order)}, of {mark}: card and odds tool say {wrong}"
        compared += 1
    return compared


def attacks_in(battle: AnyBattle, chooser: random.Random) -> Iterator[tuple[str, Order]]:
    """Attacks that may be ordered in a battle between bots, one or two at every moment that has some."""
    bot, moments, gunnery = GreedyBot(3), 0, battle.system.gunnery
    assert gunnery is not None
    for _ in range(DECISIONS):
        if battle.over or moments == MOMENTS:
            return
        seat = battle.waiting_for()[0]
        ask, aimed = battle.ask_for(seat), [o.order for o in battle.options(seat) if isinstance(o, Target)]
        if ask is not None and not ask.optional and aimed:
            listed = set(gunnery.attacks(battle.state, seat))
            offered = [order for order in aimed if order in listed]
            chooser.shuffle(offered)
            yield from ((seat, order) for order in offered[:2])
            moments += bool(offered)
        battle.answer(seat, bot.decide(Seat(battle, seat)))


def test_of_attacks_in_battles_card_and_odds_tool_say_the_same(
    system: AnySystem, scenario: str, request: pytest.FixtureRequest
) -> None:
    if system.gunnery is None or (is_long(system, scenario) and "soak" not in request.config.option.markexpr):
        return
    battle, chooser = lay_out(system, scenario, 3), random.Random(3)
    for seat, order in attacks_in(battle, chooser):
        check(system, battle.state, seat, order)


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 12))])
def test_of_attacks_laid_out_card_and_odds_tool_say_the_same(system: AnySystem, seed: int) -> None:
    """Any unit with any weapon at any other, under conditions drawn by lot: wounded, in cover, from behind."""
    if system.gunnery is None:
        return
    compared = 0
    for staged in situations(system, seed, LAID_OUT):
        order = staged.orders[0]
        seat = staged.state.units[getattr(order, "unit", "")].seat
        compared += check(system, staged.state, seat, order)
    assert compared > LAID_OUT / 2
