"""Questions of players that take a while to answer, and their answers: worked out here or in another process."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from gearlock.kernel.battle import Battle
from gearlock.kernel.record import Input
from gearlock.kernel.registry import get_system
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Setup
from gearlock.server.advice import bear, fear, heat, look, object_to, point, reach, suggest, weigh_all
from gearlock.server.refusals import refusal_of
from gearlock.server.wire import (
    Bear,
    Fear,
    Heat,
    Look,
    Point,
    Reach,
    Suggest,
    ToClient,
    ToServer,
    WeighAll,
    WhyNot,
)
from gearlock.table.suggesting import Steps

KEPT = 4
"""Positions that a process keeps at hand: the next question is mostly about one of them."""


class Position(msgspec.Struct, frozen=True):
    """A battle as one seat was told of it, in a form that travels."""

    system: str
    setup: Setup
    state: bytes
    inputs: tuple[Input, ...]


class Question(msgspec.Struct, frozen=True):
    """Something a seat wants to know of a position."""

    position: Position
    seat: str
    message: ToServer


def question_of(battle: Battle[Any], seat: str, message: ToServer) -> Question:
    """A question about a battle as this seat was told of it. The dice to come are not part of it."""
    state, inputs = battle.as_told(seat).position()
    return Question(Position(battle.system.id, battle.setup, state, inputs), seat, message)


def answered(question: Question) -> Steps[ToClient]:
    """The answer, bit by bit; a refusal where there is none."""
    return answer_of(Seat(_battle(question.position), question.seat), question.message)


_at_hand: deque[tuple[Position, Battle[Any]]] = deque(maxlen=KEPT)


def _battle(position: Position) -> Battle[Any]:
    for known, battle in _at_hand:
        if known == position:
            return battle
    system = get_system(position.system)
    state = system.decode(position.state, position.setup)
    battle = Battle.rerun(system, position.setup, state, position.inputs)
    _at_hand.append((position, battle))
    return battle


def answer_of(seat: Seat, message: ToServer) -> Steps[ToClient]:
    """What a seat is told to a question, bit by bit."""
    try:
        return (yield from _ANSWERS[type(message)](seat, message))
    except Exception as error:
        refused = refusal_of(error, getattr(message, "ref", 0))
        if refused is None:
            raise
        return refused


Answering: TypeAlias = Callable[[Seat, Any], Steps[ToClient]]


def _at_once(answer: Callable[[Seat, Any], ToClient]) -> Answering:
    """An answer in one piece."""

    def steps(seat: Seat, message: ToServer) -> Steps[ToClient]:
        yield
        return answer(seat, message)

    return steps


def _suggested(seat: Seat, message: Suggest) -> Steps[ToClient]:
    return (yield from suggest(seat, message.option, message.ref, message.decision))


_ANSWERS: dict[type[ToServer], Answering] = {
    WeighAll: weigh_all,
    Suggest: _suggested,
    Heat: heat,
    Reach: _at_once(reach),
    Point: _at_once(point),
    Look: _at_once(look),
    Bear: _at_once(bear),
    Fear: _at_once(fear),
    WhyNot: _at_once(object_to),
}
