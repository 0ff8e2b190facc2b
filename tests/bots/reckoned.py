"""Battles in which what a unit was to lose is written down beside what it lost."""

from __future__ import annotations

from typing import Any

from gearlock.bots.players import make_bot
from gearlock.kernel.battle import Battle
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.seat import Seat
from gearlock.kernel.survey import Standing, losses_to_expect, pulls

Unit = tuple[str, str]
"""Seat and piece."""


class Reckoning:
    """Losses predicted and suffered: from the end of a unit's activation to its next one, or to its end."""

    def __init__(self) -> None:
        self.predicted = self.suffered = 0.0
        self.units = 0

    def add(self, before: Standing, predicted: float, left: float) -> None:
        """One unit's share of it, by its stake."""
        self.predicted += before.stake * predicted
        self.suffered += before.stake * max(0.0, before.left - left)
        self.units += 1

    @property
    def ratio(self) -> float:
        """How many times as much was suffered as was predicted."""
        return self.suffered / self.predicted


def foretold(seat: Seat, piece: str) -> tuple[Standing, float]:
    """How a unit stands, and what it is to lose, all friends and enemies that the seat knows considered."""
    here, others = seat.standing(piece), dict[str, float]()
    for friend in seat.view().pieces:
        if friend.side == seat.name and friend.id != piece and friend.status != "destroyed":
            for enemy, pull in pulls(seat.standing(friend.id)).items():
                others[enemy] = others.get(enemy, 0.0) + pull
    return here, losses_to_expect(here, others)[1]


def reckon(system: AnySystem, scenario: str, seeds: range, bot: str) -> Reckoning:
    """Play battles out and add up."""
    found = Reckoning()
    for seed in seeds:
        battle: Battle[Any] = Battle.begin(system, system.prepare(scenario, seed, {}))
        bots = {seat: make_bot(bot, seed * 2 + at) for at, seat in enumerate(system.seats)}
        acting: Unit = ("", "")
        open_: dict[Unit, tuple[Standing, float]] = {}
        while not battle.over:
            seat = Seat(battle, battle.waiting_for()[0])
            ask, order = seat.ask, bots[seat.name].decide(seat)
            unit = (seat.name, (ask.unit if ask else "") or getattr(order, "unit", ""))
            if ask is not None and not ask.optional and unit[1] and unit != acting:
                if acting[1]:
                    before, loss = foretold(Seat(battle, acting[0]), acting[1])
                    if before.left > 0:
                        open_[acting] = before, loss
                acting = unit
                if unit in open_:
                    found.add(*open_.pop(unit), seat.standing(unit[1]).left)
            battle.answer(seat.name, order)
        for (name, piece), (before, loss) in open_.items():
            left = Seat(battle, name).standing(piece).left
            if not left:  # whoever still stands might have been struck later
                found.add(before, loss, left)
    return found
