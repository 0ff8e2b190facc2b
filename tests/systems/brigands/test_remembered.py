"""What is remembered about a position against working it out anew."""

from __future__ import annotations

import random
from dataclasses import fields

from gearlock.bots.uniform import RandomBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.registry import get_system
from gearlock.kernel.seat import Seat
from gearlock.systems.brigands.attacking.attack import Aim
from gearlock.systems.brigands.moving.movement import follow, trace
from gearlock.systems.brigands.orders import Move
from gearlock.systems.brigands.showing.danger import best_worth, danger, danger_here
from gearlock.systems.brigands.showing.reckoning import Reckoning
from gearlock.systems.brigands.sighting.cover import Crowd, look_at, look_from_point
from gearlock.systems.brigands.state import State
from gearlock.table.inches import Body


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
            crowd, others = Crowd(state), Reckoning(state)
            assert danger_here(state, active) == danger_here(state, active) == danger(state, active)
            assert danger(state, active, others) == danger(state, active)
            assert best_worth(state, active, others) == best_worth(state, active)
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
