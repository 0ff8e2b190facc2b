"""The danger a preview tells is that of the position the order leads to, as the rules themselves play it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from gearlock.bots.players import make_bot
from gearlock.kernel.asks import OPEN_OPTIONS, Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Roll, Seeded
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.script import Ctx
from gearlock.kernel.seat import Seat
from gearlock.systems.tactical import SYSTEM
from gearlock.systems.tactical.advice.attack_odds import danger
from gearlock.systems.tactical.attacks.weapons_in_use import Attack
from gearlock.systems.tactical.rounds.round import EndActivation
from gearlock.systems.tactical.state import State

MIXED = "hunter,aller,qualified-squad,jaguar,naga"
SETTINGS = {
    "quick start": {},
    "everything": {"modules": "all", "units": MIXED},
    "10 m an inch": {"modules": "all", "units": MIXED, "scale": "skirmish"},
    "night and smoke": {"modules": "all", "units": MIXED, "time": "night"},
}
SEEN = {
    "quick start": {"Move", "Settle", "ShiftSpeed", "SpendPoint", "SwitchMode"},
    "everything": {"LaunchSmoke", "Move", "Settle", "ShiftSpeed", "SpendPoint", "SwitchMode"},
}
DECISIONS, OPTIONS = 70, 8


def played_on(state: State, question: Ask, order: Order) -> State | None:
    """The position when the seat is asked anew, others declining what they are offered; None where dice come first."""
    ctx, given = Ctx(state.clone(), SYSTEM.apply), False
    while True:
        script, reply = SYSTEM.step(ctx), None
        try:
            while True:
                step = script.send(reply)
                if isinstance(step, Roll):
                    return None
                assert isinstance(step, Ask)
                if not given:
                    assert (step.kind, step.seat) == (question.kind, question.seat)
                    given, reply = True, order
                elif step.seat == question.seat or not step.optional:
                    return ctx.state
                else:
                    reply = Decline()
        except StopIteration:
            if SYSTEM.outcome(ctx.state) is not None:
                return ctx.state


def plain_orders(battle: Battle[State], chooser: random.Random) -> Iterator[Order]:
    """Some orders that the active seat might give, completed."""
    (seat,) = battle.waiting_for()
    options = list(battle.options(seat))
    chooser.shuffle(options)
    for option in options[:OPTIONS]:
        order = battle.sample(seat, option, chooser) if isinstance(option, OPEN_OPTIONS) else option.order
        if order is not None and not isinstance(order, Decline | Attack | EndActivation):
            yield order


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_danger_that_is_told_is_that_of_the_position_an_order_leads_to(setting: str) -> None:
    chooser, compared = random.Random(2), Counter[str]()
    for seed in (1, 2):
        battle = Battle.begin(SYSTEM, SYSTEM.prepare("skirmish", seed, SETTINGS[setting]), Seeded(seed))
        bots = {seat: make_bot("greedy", seed + at) for at, seat in enumerate(SYSTEM.seats)}
        for _ in range(DECISIONS):
            if battle.over:
                break
            seat = battle.waiting_for()[0]
            question = battle.ask_for(seat)
            assert question is not None
            for order in plain_orders(battle, chooser) if question.kind == "act" and battle.fresh else ():
                after = played_on(battle.state, question, order)
                unit = None if after is None else after.units.get(getattr(order, "unit", ""))
                if after is None or unit is None or not unit.is_fielded:
                    continue
                shown = battle.preview(seat, order)
                assert shown.lasting == pytest.approx(danger(after, unit), abs=1e-9), order
                assert shown.ends is None or shown.ends == (unit.x, unit.y, unit.facing), order
                compared[type(order).__name__] += 1
            battle.answer(seat, bots[seat].decide(Seat(battle, seat)))
    assert SEEN.get(setting, set()) <= set(compared), compared
    assert compared.total() > 60
