"""The checks themselves are tested: each of these broken games must fail the check that is there to catch it."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from conformance.checks import (
    check_fork,
    check_legality,
    check_log,
    check_no_leak,
    check_offers,
    check_round_trip,
    decisions,
    lay_out,
)
from conformance.twins import Steady, check_same, let_pass, probe_of, twins
from gearlock.kernel import log as log_module
from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.script import Ctx, Script, ask_sealed
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import Preview
from kernel import toy
from kernel.toy import TOY, ToyState


def catches(system: Any, check: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_module, "get_system", lambda name: system)
    with pytest.raises(AssertionError):
        run_over_battles(system, check)


def run_over_battles(system: Any, check: Any) -> None:
    for seed in range(30):
        battle = lay_out(system, "duel", seed)
        chooser = random.Random(seed)
        for seat, order in decisions(battle, seed):
            check(battle, seat, order, chooser)


def test_a_view_that_shows_a_secret_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    leaky = replace(TOY, view=lambda state, seat, asks: toy.view(state, None, asks))
    catches(leaky, lambda battle, seat, order, chooser: check_no_leak(battle, chooser), monkeypatch)


def test_odds_that_know_a_secret_are_caught_by_twins(monkeypatch: pytest.MonkeyPatch) -> None:
    def preview(state: ToyState, seat: str, order: Order) -> Preview:
        return Preview(risks=state.parries[toy.other(seat)])

    def check(battle: Any, seat: str, order: Order, chooser: random.Random) -> None:
        pair = twins(battle, seat, chooser, Steady(1), Steady(1))
        if pair is not None:
            check_same(pair, seat, probe_of(battle, pair, chooser), "now")

    run_over_battles(TOY, check)
    catches(replace(TOY, preview=preview), check, monkeypatch)


def test_a_seat_that_hears_of_an_aside_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The striker is told when the other thinks about a parry: `let_pass` finds it waiting for somebody else."""
    monkeypatch.setattr("gearlock.kernel.battle.told_until", lambda battle, _: len(battle.entries))
    battle = lay_out(TOY, "duel", 1)
    battle.answer("red", toy.Bid(3))
    battle.answer("blue", toy.Bid(1))
    battle.answer("red", toy.Strike(1))
    assert battle.waiting_for() == ("blue",)
    with pytest.raises(AssertionError, match="asked aside"):
        let_pass(battle, "red")


def test_an_offer_the_rules_refuse_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def options(state: ToyState, ask: Ask) -> tuple[Option, ...]:
        return (*toy.options(state, ask), Pick("Bid 4", toy.Bid(4)))

    generous = replace(TOY, options=options)
    monkeypatch.setattr("conformance.checks.RandomBot", ObedientBot)
    catches(generous, lambda battle, seat, order, chooser: check_offers(battle, chooser), monkeypatch)


class ObedientBot:
    """Takes the first offer, so that play goes on past the bad one."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def decide(self, seat: Seat) -> Order:
        option = seat.options()[0]
        return seat.sample(option, self._random) or option.order


def test_a_script_that_changes_state_without_an_event_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def step(ctx: Ctx[ToyState]) -> Script[None]:
        yield from toy.step(ctx)
        ctx.state.health["red"] -= 1

    catches(replace(TOY, step=step), lambda battle, seat, order, chooser: check_log(battle), monkeypatch)


def test_a_script_that_remembers_outside_the_state_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = {"bouts": 0}

    def step(ctx: Ctx[ToyState]) -> Script[None]:
        yield from ask_sealed(*(Ask(seat, "bid") for seat in toy.SEATS))
        memory["bouts"] += 1
        ctx.emit(toy.Hurt("red", memory["bouts"] % 3))
        ctx.emit(toy.BoutEnded())

    catches(replace(TOY, step=step), lambda battle, *given: check_fork(battle, given[0], given[1]), monkeypatch)


def test_a_clone_that_shares_what_changes_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ToyState, "clone", lambda self: ToyState(self.health, self.parries, self.feints, self.bout))
    catches(TOY, lambda battle, *given: check_fork(battle, given[0], given[1]), monkeypatch)


def test_a_state_that_forgets_in_json_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    forgetful = replace(TOY, decode=lambda raw, setup: ToyState())
    catches(forgetful, lambda battle, *given: check_round_trip(battle), monkeypatch)


def test_an_order_refused_only_when_asked_about_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = {"count": 0}

    def refuse(state: ToyState, ask: Ask, order: Order) -> Refusal | None:
        calls["count"] += 1
        found = toy.refuse(state, ask, order)
        return found if found is None or calls["count"] % 2 else None

    battle = lay_out(TOY, "duel", 3)
    sly = replace(TOY, refuse=refuse)
    battle.answer("red", toy.Bid(1))
    battle.system = sly
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        check_legality(battle, [toy.Bid(9)])
