"""What is remembered about a position against working it out anew."""

from __future__ import annotations

import random
from dataclasses import fields

import pytest

from gearlock.bots.uniform import RandomBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.registry import get_system
from gearlock.kernel.seat import Seat
from gearlock.systems.brigands.advice.best_attack import Reckoning, best_worth, danger, danger_here
from gearlock.systems.brigands.attacks.attack import Aim
from gearlock.systems.brigands.lock_and_cover.sight import crowd_at, look_at, look_from_point
from gearlock.systems.brigands.movement.paths import Move, follow, trace
from gearlock.systems.brigands.objectives.objectives import is_drone
from gearlock.systems.brigands.objectives.winning import (
    HASTE,
    PULL,
    errand_of,
    errand_worth,
    free_places,
    level_places,
    refuse_place,
)
from gearlock.systems.brigands.state import DEMOLITIONS, FIELDED, HOLD, State, objectives
from gearlock.table.bodies import Body


def slow_errand(state: State, x: int, y: int) -> float:
    """The way that every Objective by itself asks the Active model to go, less what would be left from a place."""
    unit = state.active()
    assert unit is not None
    if is_drone(unit):
        return 0.0
    errands = [errand for each in state.pursuits if (errand := errand_of(state, each, unit)) is not None]
    gained = sum(errand.way(unit.x, unit.y) - errand.way(x, y) for errand in errands)
    return (PULL + HASTE * state.round / state.rounds) * gained / max(state.ground.width, state.ground.height)


@pytest.mark.parametrize("seed", range(3))
def test_the_free_places_that_are_remembered_are_those_where_nothing_is_in_a_markers_way(seed: int) -> None:
    system, chooser = get_system("brigands"), random.Random(seed)
    state = Battle.begin(system, system.prepare("battle", seed, {"size": "40"})).state
    state.zones = {"red": "south", "blue": "north"}
    for unit in list(state.units.values())[:3]:
        unit.status, unit.x, unit.y = FIELDED, chooser.randrange(13_000, 30_000), chooser.randrange(13_000, 30_000)
    for wanted in (objectives()[name] for name in (HOLD, DEMOLITIONS)):
        spots, placed = level_places(state.ground, wanted), tuple[tuple[int, int], ...]()
        for _ in range(2):
            plain = [spot for spot in spots if refuse_place(state, "red", wanted, placed, *spot) is None]
            for _ in range(2):
                assert free_places(state, "red", wanted, placed) == plain
            placed = (*placed, chooser.choice(plain))


def test_danger_paths_and_looks_that_are_remembered_are_as_if_worked_out_anew() -> None:
    system = get_system("brigands")
    battle = Battle.begin(system, system.prepare("battle", 4, {"size": "40"}))
    bot, chooser, weighed = RandomBot(4), random.Random(4), 0
    while not battle.over and battle.decisions < 150:
        name = battle.waiting_for()[0]
        seat = Seat(battle, name)
        order = bot.decide(seat)
        state, active = battle.state, battle.state.active()
        if active is not None and state.round:
            crowd, others = crowd_at(state), Reckoning(state)
            assert danger_here(state, active) == danger_here(state, active) == danger(state, active)
            assert danger(state, active, others) == danger(state, active)
            assert best_worth(state, active, others) == best_worth(state, active)
            x, y = chooser.randrange(state.ground.width), chooser.randrange(state.ground.height)
            assert errand_worth(state, active, x, y) == errand_worth(state, active, x, y) == slow_errand(state, x, y)
            for other in chooser.sample(list(state.standing()), 3):
                if other is not active:
                    assert look_at(state, active, other, crowd) == look_at(state, active, other)
                    point = Body(active.x, active.y, active.z)
                    assert look_from_point(state, point, other, crowd) == look_from_point(state, point, other)
                    assert Aim(state, active, other, crowd=crowd).look("Ballistic") == look_at(state, active, other)
            if isinstance(order, Move) and state.activation is not None:
                assert trace(state, order) == trace(state, order) == follow(state, active, state.activation, order)
            weighed += 1
        battle.answer(name, order)
    assert weighed > 20


def test_a_position_looked_at_with_one_model_elsewhere_shares_all_the_rest_and_has_no_notes() -> None:
    system = get_system("brigands")
    state = Battle.begin(system, system.prepare("battle", 4, {"size": "40"})).state
    for number, field in enumerate(fields(State)):
        if field.name not in ("ground", "units", "notes"):
            setattr(state, field.name, f"{field.name} {number}")
    state.notes["crowd"] = "noted"
    unit = next(iter(state.units.values())).clone()
    other = state.with_unit(unit)
    assert other.units[unit.id] is unit
    assert all(other.units[name] is model for name, model in state.units.items() if name != unit.id)
    assert other.notes == {}
    for field in fields(State):
        if field.name not in ("units", "notes"):
            assert getattr(other, field.name) is getattr(state, field.name), field.name
