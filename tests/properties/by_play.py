"""An order played out in a branch of its battle, to hold against what its preview tells."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gearlock.bots.greedy import GreedyBot
from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.record import Rolled
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.seat import Seat

TRIED = 12
"""Orders of one decision that are tried."""


def decided(system: AnySystem, scenario: str, seed: int, most: int) -> Iterator[tuple[Battle[Any], str]]:
    """A battle between bots before each of its decisions that is no offer."""
    battle = Battle.begin(system, system.prepare(scenario, seed, {}))
    bots = {seat: GreedyBot(seed + number) for number, seat in enumerate(system.seats)}
    for _ in range(most):
        if battle.over:
            return
        seat = battle.waiting_for()[0]
        ask = battle.ask_for(seat)
        if ask is not None and not ask.optional:
            yield battle, seat
        battle.answer(seat, bots[seat].decide(Seat(battle, seat)))


def tried(battle: Battle[Any], seat: str, chooser: random.Random) -> Iterator[Order]:
    """Some legal orders of a decision, open ones completed by lot."""
    options = list(battle.options(seat))
    chooser.shuffle(options)
    for option in options[:TRIED]:
        order = battle.sample(seat, option, chooser) if isinstance(option, OPEN_OPTIONS) else option.order
        if order is not None and not isinstance(order, Decline) and battle.refuse(seat, order) is None:
            yield order


def played(battle: Battle[Any], seat: str, order: Order) -> Any | None:
    """The state after an order, every offer it leads to declined; None where dice fall before the seat goes on."""
    branch, before = battle.fork(), len(battle.entries)
    branch.answer(seat, order)
    while not branch.over and not branch.fresh:
        ask = branch.pending[0]
        if not ask.optional:
            break
        branch.answer(ask.seat, Decline())
    if branch.over or any(isinstance(entry.input, Rolled) for entry in branch.entries[before:]):
        return None
    return branch.state
