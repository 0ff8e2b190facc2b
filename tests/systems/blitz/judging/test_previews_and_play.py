"""The danger that an order is shown with is the danger there is once it has been played."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from gearlock.bots.players import make_bot
from gearlock.kernel.asks import OPEN_OPTIONS, Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.registry import get_system
from gearlock.kernel.script import Ctx
from gearlock.kernel.seat import Seat
from gearlock.systems.blitz.advice.best_attack import danger
from gearlock.systems.blitz.attacks.aiming import Attack, StandBy
from gearlock.systems.blitz.electronic_warfare.observing import BoostSensors
from gearlock.systems.blitz.hiding import GoHullDown
from gearlock.systems.blitz.movement.terrain import ExtraTurn, Jump, Move
from gearlock.systems.blitz.rounds import EndActivation
from gearlock.systems.blitz.state import State
from gearlock.systems.blitz.transport import EnterBuilding
from systems.blitz.field import Field

SYSTEM = get_system("blitz")


def after(state: State, ask: Ask, order: Order) -> State | None:
    """The position in which the seat is asked again, if that takes no dice; others turn down what they are offered."""
    ctx, given = Ctx(state.clone(), SYSTEM.apply), False
    for _ in range(9):
        script, reply = SYSTEM.step(ctx), None
        while True:
            try:
                step: Any = script.send(reply)
            except StopIteration:
                break
            if isinstance(step, Roll):
                return None
            if given and (step.seat == ask.seat or not step.optional):
                return ctx.state if step.kind in ("act", "activate") else None
            reply, given = (Decline() if given else order), True
    return ctx.state


def plain_orders(battle: Battle[State], seat: str, ask: Ask, chooser: random.Random) -> Iterator[Order]:
    """Some of what may be ordered now."""
    options = list(battle.options(seat))
    chooser.shuffle(options)
    for option in options[:16]:
        order = battle.sample(seat, option, chooser) if isinstance(option, OPEN_OPTIONS) else option.order
        if order is not None and not isinstance(order, Attack) and battle.refuse(seat, order) is None:
            yield order


@pytest.mark.parametrize(("scenario", "seed"), [("skirmish", 1), ("skirmish", 3), ("battle", 1), ("battle", 2)])
def test_the_danger_shown_is_the_danger_after_the_order(scenario: str, seed: int) -> None:
    battle: Battle[State] = Battle.begin(SYSTEM, SYSTEM.prepare(scenario, seed, {}))
    bots = {seat: make_bot("greedy", seed + number) for number, seat in enumerate(SYSTEM.seats)}
    chooser, compared = random.Random(seed), Counter[str]()
    for number in range(230):
        if battle.over:
            break
        seat = battle.waiting_for()[0]
        ask, state = battle.ask_for(seat), battle.state
        assert ask is not None
        for order in plain_orders(battle, seat, ask, chooser) if ask.kind == "act" and number % 2 else ():
            end = after(state, ask, order)
            if end is not None:
                compared[type(order).__name__] += 1
                true = danger(end, end.units[getattr(order, "unit", "")])
                assert SYSTEM.preview(state, seat, order).lasting == pytest.approx(true), (number, order)
        battle.answer(seat, bots[seat].decide(Seat(battle, seat)))
    assert len(compared) > 5
    assert sum(compared.values()) > 40


HULL_DOWN = {"hull down": 1}
BEHIND = (8, 10.9, 12, 11.2)


def at_a_wall(model: str = "hunter", **more: Any) -> Field:
    """Behind a wall with an enemy beyond it."""
    field = Field(**more.pop("head", {})).model("red-1", model, 10, 10, **more).wall("medium", *BEHIND, 1.5)
    return field.model("blue-1", "hunter", 10, 24)


PLAIN: dict[str, tuple[Field, Order]] = {
    "a move out of hull down": (at_a_wall(tokens=HULL_DOWN), Move("red-1", "W", ((900, 1000),))),
    "a cautious move, hull down": (
        at_a_wall(tokens=HULL_DOWN), Move("red-1", "W", ((900, 1000),), cautious=True)
    ),
    "a move out of hiding": (at_a_wall(tokens={"hiding": 1}), Move("red-1", "W", ((900, 1000),))),
    "a turn bought, hull down": (at_a_wall("badger", tokens=HULL_DOWN), ExtraTurn("red-1", "G", 450)),
    "a jump out of hull down": (at_a_wall(tokens=HULL_DOWN, stats={"traits": ['Jetpack:6"']}), Jump("red-1", 2000)),
    "standing by": (at_a_wall(head={"posture": "braced"}), StandBy("red-1", 1)),
    "going hull down": (at_a_wall(), GoHullDown("red-1")),
    "the end of a charge": (at_a_wall(tokens={"charge": 1}), EndActivation("red-1")),
    "the end before a charging enemy": (
        Field().model("red-1", "hunter", 10, 10).model("blue-1", "hunter", 10, 24, tokens={"charge": 1}),
        EndActivation("red-1"),
    ),
    "a sensor boost out of hiding": (
        at_a_wall(tokens={"hiding": 1}, stats={"traits": ['Sensors:24"']}), BoostSensors("red-1")
    ),
    "into a building": (
        Field().model("red-1", "north-infantry-squad", 10, 10).wall("light", 10.6, 8, 13, 12, 3, "building")
        .model("blue-1", "hunter", 10, 24), EnterBuilding("red-1", "building-1")
    ),
}  # fmt: skip


@pytest.mark.rule("blitz.18.2", "blitz.18.1", "blitz.10.3", "blitz.15.5c", "blitz.18.5a")
@pytest.mark.parametrize("name", PLAIN)
def test_tokens_that_an_order_lays_or_takes_count_in_its_danger(name: str) -> None:
    field, order = PLAIN[name]
    battle = field.battle()
    seat = battle.waiting_for()[0]
    ask = battle.ask_for(seat)
    assert ask is not None
    assert battle.refuse(seat, order) is None
    end = after(battle.state, ask, order)
    assert end is not None
    true = danger(end, end.units["red-1"])
    assert true > 0
    assert SYSTEM.preview(battle.state, seat, order).lasting == pytest.approx(true)
