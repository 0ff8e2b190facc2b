"""A person at the terminal asks a bot what it would do."""

from __future__ import annotations

import re
from typing import Any

import pytest

from gearlock.bots.advice import advise
from gearlock.bots.thoughts import MEANINGS
from gearlock.bots.uniform import RandomBot
from gearlock.cli import person
from gearlock.cli.explaining import way_lines
from gearlock.cli.person import Person
from gearlock.cli.screen import console
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.orders import Order
from gearlock.kernel.registry import get_system
from gearlock.kernel.seat import Seat


def activation() -> tuple[Battle[Any], Seat]:
    """The first activation of a duel."""
    system, bot = get_system("brigands"), RandomBot(4)
    battle = Battle.begin(system, system.prepare("duel", 4, {}), Seeded(1))
    while True:
        seat = Seat(battle, battle.waiting_for()[0])
        if seat.ask is not None and "posture" in seat.ask.prompt:
            return battle, seat
        battle.answer(seat.name, bot.decide(seat))


def decided(monkeypatch: pytest.MonkeyPatch, *typed: str) -> tuple[str, Order]:
    """What was said to what was typed, and the order it came to."""
    (battle, seat), lines = activation(), iter(typed)
    monkeypatch.setattr(person, "read_line", lambda _: next(lines))
    with console.capture() as said:
        order = Person(battle, seat.name).decide(seat)
    return said.get(), order


def test_advice_is_shown_with_reasons_and_taken_by_its_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    said, order = decided(monkeypatch, "a", "b")
    assert "  a " in said
    shown = {name for name in MEANINGS if re.search(rf"{name} [+-]\d", said)}
    assert shown
    assert all(f"{name}: {MEANINGS[name]}" in " ".join(said.split()) for name in shown)
    assert order in [option.order for option in activation()[1].options()]


def test_advice_can_be_left_and_another_bot_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    said, order = decided(monkeypatch, "ask tactician:cautious", "", "ask random", "ask wizard", "ask greedy", "2", "a")
    assert "random weighs nothing, and has no advice: ask greedy or tactician or strategist" in said
    assert "No player is called 'wizard'" in said
    assert "A letter from a to" in said
    best = advise(activation()[1], "greedy", 1)[0]
    assert order == best.order


def test_the_tactician_thinks_several_orders_ahead_and_no_two_ways_read_alike() -> None:
    _, seat = activation()
    ways = advise(seat, "tactician", 1)
    lines = list(way_lines(ways, seat.view(), "abcdef", 6))
    assert any(", then " in line for line in lines)
    assert len({(way.steps, way.ends, f"{way.worth:.2f}") for way in ways}) == len(ways)
