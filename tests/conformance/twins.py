"""Two battles that differ in nothing a seat can know, played on side by side: whatever the seat obtains is the same."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from conformance.checks import AnyBattle, stray_orders
from gearlock.bots.uniform import RandomBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import DiceSource, Faces, Roll
from gearlock.kernel.obtaining import Probe, obtainable
from gearlock.kernel.orders import Concede, Decline, Order
from gearlock.kernel.record import Answered
from gearlock.kernel.seat import Seat

ALONG = 4
"""Decisions of its own that a seat makes with a pair of twins."""


class Steady:
    """Dice that fall by who throws them and what for, however many others fell before: unseen ones change nothing."""

    def __init__(self, seed: int) -> None:
        self._seed, self._thrown = seed, Counter[str]()

    def roll(self, roll: Roll, number: int) -> Faces:
        what = f"{roll.purpose} {roll.unit} {roll.count}"
        self._thrown[what] += 1
        chooser = random.Random(f"{self._seed} {self._thrown[what]} {what}")
        return tuple(chooser.randrange(roll.low, roll.low + roll.sides) for _ in range(roll.count))


def twins(battle: AnyBattle, seat: str, chooser: random.Random, *dice: DiceSource) -> list[AnyBattle] | None:
    """This position, and one that differs only in what a seat cannot know; None where a script is under way."""
    raw, since = battle.position()
    if battle.over or since or battle.ask_for(seat) is None:
        return None
    system, setup = battle.system, battle.setup
    truth = system.decode(raw, setup)
    states = (truth, system.disguise(truth, seat, chooser))
    pair = [Battle.begin(system, setup, source, state) for state, source in zip(states, dice, strict=True)]
    return pair if pair[0].pending == pair[1].pending else None


def probe_of(battle: AnyBattle, pair: list[AnyBattle], chooser: random.Random) -> Probe:
    """Questions about everything that is really there, in either truth, and about nobody."""
    ids = sorted({piece.id for each in pair for piece in each.view(None).pieces} | {"nobody"})
    seed = chooser.randrange(1 << 30)
    return Probe(lambda: random.Random(seed), tuple(ids), tuple(stray_orders(battle, chooser, 2)))


def play_along(pair: list[AnyBattle], seat: str, chooser: random.Random) -> Iterator[tuple[Order, list[Any]]]:
    """Give both the same orders; yields each order with what the seat is shown of both, while that is the same."""
    bot = RandomBot(chooser.randrange(1 << 30))
    for _ in range(ALONG):
        if any(each.over or each.ask_for(seat) is None for each in pair):
            return
        order = bot.decide(Seat(pair[0], seat))
        if isinstance(order, Concede):
            return
        for each in pair:
            each.answer(seat, order)
            let_pass(each, seat)
        told = [Seat(each, seat) for each in pair]
        shown = [(each.view(), each.story(), each.ask, each.outcome) for each in told]
        yield order, shown
        if shown[0] != shown[1]:
            return


def let_pass(battle: AnyBattle, seat: str) -> None:
    """Let others decline what they are asked aside; what else they are asked is their turn."""
    while battle.is_aside and battle.ask_for(seat) is None:
        ask = battle.pending[0]
        if not ask.optional:
            return
        told = Seat(battle, seat)
        assert told.waiting_for == (seat,), "a seat hears that another is asked aside"
        battle.answer(ask.seat, Decline())


def check_same(pair: list[AnyBattle], seat: str, probe: Probe, what: str) -> None:
    """Everything a seat can obtain from both."""
    here, there = (obtainable(Seat(each, seat), probe) for each in pair)
    for name in here:
        assert here[name] == there[name], f"{what}: {name} tells {seat} too much"


def others_have_decided(battle: AnyBattle, seat: str) -> bool:
    """Whether anybody has decided anything since this seat's last decision."""
    at = battle.last_decision(seat) or 0
    since = (entry.input for entry in battle.entries[at + 1 :])
    return any(isinstance(by, Answered) and not by.auto for by in since)
