"""Plans are kept as long as things go as imagined; a focus is planned with what follows, and nobody strays."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import pytest

from gearlock.bots.patience import Patience
from gearlock.bots.planning import WITHIN_CALL, Planner
from gearlock.bots.tactician import Plan, TacticianBot
from gearlock.bots.tempers import USUAL, tempers
from gearlock.bots.thoughts import AS_PLANNED
from gearlock.bots.uniform import RandomBot
from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.battle import Battle
from gearlock.kernel.registry import AnySystem, all_systems, get_system
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import View

SYSTEMS = all_systems()
WITH_FRIENDS = {
    "blitz": "skirmish",
    "brigands": "intro",
    "fieldmanual": "skirmish",
    "hex100": "skirmish",
    "tactical": "skirmish",
}
"""A scenario of each system in which nobody is alone."""
STEADY = tempers()[USUAL]


def played_until(system: AnySystem, wanted: Callable[[Seat], bool], seed: int = 3) -> tuple[Battle[Any], Seat]:
    """The battle and who decides when one between bots that care for nothing comes to such a decision."""
    battle: Battle[Any] = Battle.begin(system, system.prepare(WITH_FRIENDS[system.id], seed, {}))
    players = {name: RandomBot(seed + at) for at, name in enumerate(system.seats)}
    while not battle.over:
        seat = Seat(battle, battle.waiting_for()[0])
        if wanted(seat):
            return battle, seat
        battle.answer(seat.name, players[seat.name].decide(seat))
    raise AssertionError("the battle never came to that")


def has_a_plan(seat: Seat) -> bool:
    """Whether a tactician makes a plan of several orders here."""
    if seat.ask is None or seat.ask.optional or not seat.ask.unit:
        return False
    bot = TacticianBot(1, looks=60)
    bot.decide(seat)
    return bool(bot.memory.orders)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_a_plan_is_kept_as_long_as_the_enemy_is_as_imagined(system: AnySystem) -> None:
    battle, seat = played_until(system, has_a_plan)
    bot = TacticianBot(1, looks=60)
    battle.answer(seat.name, bot.decide(seat))
    plan, after = bot.memory, Seat(battle, seat.name)
    assert plan.orders
    assert len(plan.orders) == len(plan.pictures)
    kept = TacticianBot(1, looks=60)
    kept.memory = plan
    assert kept.decide(after) == plan.orders[0]
    assert kept.thoughts()[0].steps == (AS_PLANNED,)
    misled = TacticianBot(1, looks=60)
    misled.memory = Plan(plan.orders, plan.unit, (("otherwise",), *plan.pictures[1:]))
    misled.decide(after)
    assert misled.thoughts()[0].steps != (AS_PLANNED,)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_a_plan_that_failed_is_forgotten_even_where_there_is_nothing_to_choose(system: AnySystem) -> None:
    _, seat = played_until(system, has_one_way)
    assert seat.ask is not None
    bot, order = TacticianBot(1), seat.options()[0].order
    bot.memory = Plan((order, order), seat.ask.unit, (("otherwise",), ("otherwise",)))
    assert bot.decide(seat) == order
    assert bot.memory == Plan()


def has_one_way(seat: Seat) -> bool:
    """Whether there is but one thing to do, and no way to do it otherwise."""
    ways = seat.options()
    return seat.ask is not None and not seat.ask.optional and len(ways) == 1 and not isinstance(ways[0], OPEN_OPTIONS)


def test_an_offer_in_between_does_not_end_a_plan() -> None:
    _, seat = played_until(get_system("brigands"), lambda seat: seat.ask is not None and seat.ask.optional)
    bot = TacticianBot(1)
    bot.memory = plan = Plan((seat.options()[0].order,), "somebody", ((),))
    bot.decide(seat)
    assert bot.memory is plan


def test_a_focus_is_planned_with_what_the_unit_does_then() -> None:
    _, seat = played_until(
        get_system("hex100"), lambda seat: seat.ask is not None and seat.ask.kind == "focus" and bool(seat.view().round)
    )
    assert seat.ask is not None
    bot = TacticianBot(1)
    bot.decide(seat)
    assert bot.memory.unit == seat.ask.unit
    assert bot.memory.orders
    assert getattr(bot.memory.orders[0], "unit", "") == seat.ask.unit


def alone(view: View, side: str, unit: str, x: int, y: int) -> float:
    """How far beyond call the nearest friend is, reckoned here anew."""
    friends = [p for p in view.pieces if p.side == side and p.status != "destroyed" and p.id != unit]
    apart: list[float]
    if view.table.kind == "hexes":
        apart = [max(abs(x - p.x), abs(y - p.y), abs(x + y - p.x - p.y)) for p in friends]
    else:
        apart = [math.hypot(x - p.x, y - p.y) for p in friends]
    return max(0.0, min(apart) / max(view.table.width, view.table.height) - WITHIN_CALL)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_who_strays_from_friends_pays_for_it(system: AnySystem) -> None:
    _, seat = played_until(system, lambda seat: has_a_plan(seat) and len(strays(seat)) > 1)
    view = seat.view()
    for unit, (x, y, _), term in strays(seat):
        here = next(piece for piece in view.pieces if piece.id == unit)
        before = alone(view, seat.name, unit, here.x, here.y)
        assert term == pytest.approx(STEADY.formation * (before - alone(view, seat.name, unit, x, y)))


def strays(seat: Seat) -> list[tuple[str, tuple[int, int, int], float]]:
    """Lines of a plan that change how far from its friends a unit stands."""
    planner, imagined = Planner(seat, seat.view(), STEADY, random.Random(2)), seat.imagine(random.Random(1))
    assert imagined is not None
    lines = planner.plans(imagined, Patience(80))
    return [(line.unit, line.ends, line.terms["formation"]) for line in lines if line.ends and line.terms["formation"]]
