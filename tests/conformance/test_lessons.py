"""Guided first battles: what their steps wait for can be done, one after the other."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.bots.players import make_bot
from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadFile
from gearlock.kernel.lessons import Step, read_lesson, ways_on
from gearlock.kernel.orders import Order
from gearlock.kernel.registry import AnySystem, all_systems
from gearlock.kernel.seat import Seat
from gearlock.server.lessons import lesson_battle

SYSTEMS = [system for system in all_systems() if system.lesson() is not None]
PATIENCE = 40
"""Decisions after which a step is taken never to come to its end."""

USUAL = "combat"
"""The speed, or the posture, that newcomers are told to choose."""


class Middle:
    """Chooses the middle of everything: no test should wait for chance."""

    def randrange(self, low: int, high: int) -> int:
        return (low + high) // 2

    def choice(self, things: Any) -> Any:
        return things[len(things) // 2]

    def random(self) -> float:
        return 0.5


def kind_of(order: Order) -> str:
    return str(type(order).__struct_config__.tag)


class Pupil:
    """Does what the steps say, and nothing else where there is a choice."""

    def __init__(self, system: AnySystem) -> None:
        lesson = system.lesson()
        assert lesson is not None
        self.battle: Battle[Any] = lesson_battle(system)
        self.seat = lesson.seat
        self.others = {seat: make_bot("greedy", 1) for seat in system.seats if seat != lesson.seat}

    def follow(self, step: Step) -> str:
        """Do what a step waits for; the way it went on."""
        ways = ways_on(step)
        for way in ("read", "card", "eye"):
            if way in ways:
                return way
        began = len(self.battle.entries)
        for _ in range(PATIENCE):
            self.let_others_play()
            assert not self.battle.over, "the battle was over before the lesson"
            ask = self.battle.ask_for(self.seat)
            assert ask is not None
            if f"asked {ask.kind}" in ways and len(self.battle.entries) > began:
                return f"asked {ask.kind}"
            for way in ways:
                deed, _, wanted = way.partition(" ")
                order = self.offered(wanted) if deed in ("planned", "ordered") else None
                if order is not None and deed == "ordered":
                    self.battle.answer(self.seat, order)
                if order is not None:
                    return way
            self.battle.answer(self.seat, self.anything())
        raise AssertionError(f"'{step.until}' never came")

    def offered(self, kind: str) -> Order | None:
        """An order of a kind that can be given now."""
        options = self.battle.options(self.seat)
        for option in sorted(options, key=lambda option: USUAL not in option.label.lower()):
            if kind_of(option.order) == kind:
                order = self.completed(option)
                if order is not None:
                    return order
        return None

    def completed(self, option: Any) -> Order | None:
        found = self.battle.sample(self.seat, option, Middle()) if isinstance(option, OPEN_OPTIONS) else option.order
        return found if found is not None and self.battle.refuse(self.seat, found) is None else None

    def anything(self) -> Order:
        options = self.battle.options(self.seat)
        last = [option for option in options if kind_of(option.order) in ("decline", "end-activation", "end-turn")]
        return next(order for option in (*last, *options) if (order := self.completed(option)) is not None)

    def let_others_play(self) -> None:
        while not self.battle.over and self.seat not in self.battle.waiting_for():
            seat = self.battle.waiting_for()[0]
            self.battle.answer(seat, self.others[seat].decide(Seat(self.battle, seat)))


@pytest.mark.parametrize("game", SYSTEMS, ids=lambda game: str(game.id))
def test_its_steps_lead_from_one_to_the_next_and_a_move_and_an_attack_are_made(game: AnySystem) -> None:
    lesson = game.lesson()
    assert lesson is not None
    pupil = Pupil(game)
    gone = [pupil.follow(step) for step in lesson.step]
    assert {"ordered move", "ordered attack"} <= set(gone)
    kinds = {str(kind.__struct_config__.tag) for kind in game.orders}
    for step in lesson.step:
        for way in ways_on(step):
            deed, _, wanted = way.partition(" ")
            assert deed not in ("ordered", "planned") or wanted in kinds


@pytest.mark.parametrize("game", SYSTEMS, ids=lambda game: str(game.id))
def test_it_begins_the_same_each_time(game: AnySystem) -> None:
    assert lesson_battle(game).hash() == lesson_battle(game).hash()


def test_what_is_wrong_with_a_lesson_is_said() -> None:
    with pytest.raises(BadFile) as caught:
        read_lesson('title = "A"\nabout = "B"\n[[step]]\nsay = "C"\nat = "moon"\nuntil = "dance"\n', "first.toml")
    said = str(caught.value)
    assert "12 to 20 steps, not 1" in said
    assert "points at 'moon'" in said
    assert "waits for 'dance'" in said
