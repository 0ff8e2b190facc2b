"""Moves made by pointing: the quick search for the way agrees with one that searches the whole map for every leg."""

from __future__ import annotations

import random

import pytest

from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.orders import Refusal
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Aim
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.known_units import known_enemies
from gearlock.systems.hex100.movement import move_action as pointing
from gearlock.systems.hex100.movement.moving import Move, stride
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import from_offset, sides_toward
from gearlock.table.hexreach import reach


def slow_move_to(state: State, unit: Unit, spot: Aim, facing: int | None, way: str) -> Move | None:
    """The whole way, leg by leg, then the part of it that can be paid for; None where a leg leads nowhere."""
    prices = state.land.prices[stride(state, unit, way).kind]
    path, costs = [unit.hex], [0]
    for goal in (*spot.via, (spot.x, spot.y)):
        blocked = known_enemies(state, unit.seat).keys() - {goal}
        ways = reach(state.land.ground, path[-1], sum(prices), prices, blocked)
        if ways.cost(goal) is None:
            return None
        costs += [costs[-1] + ways.steps[step][0] for step in ways.path(goal)[1:]]
        path += ways.path(goal)[1:]
    path = pointing._affordable(state, unit, path, costs, way)
    ahead = sides_toward(path[-2], path[-1])[0] if len(path) > 1 else unit.facing
    return Move(unit.id, tuple(path[1:]), ahead if facing is None else facing, way=way)


@pytest.mark.parametrize("seed", range(3))
def test_pointing_by_waypoints_agrees_with_its_slow_twin(seed: int) -> None:
    chooser, compared = random.Random(seed), 0
    battle = Battle.begin(SYSTEM, SYSTEM.prepare("close-quarters", seed, {}), Seeded(f"dice {seed}"))
    for _ in range(120):
        if battle.over or compared > 150:
            break
        seat = Seat(battle, battle.waiting_for()[0])
        state, options = battle.state, seat.options()
        ground = state.land.ground
        for option in options:
            if not isinstance(option.order, Move) or option.order.ram:
                continue
            enemies = [each.hex for each in state.units.values() if each.seat != seat.name and each.hex in ground]
            near = state.units[option.order.unit].hex
            spots = [(near[0] + dq, near[1] + dr) for dq in (-1, 0, 1, 2) for dr in (-1, 0, 1)] + enemies
            spots += [from_offset(chooser.randrange(-1, 20), chooser.randrange(-1, 24)) for _ in range(5)]
            for _ in range(6):
                *via, (x, y) = chooser.choices(spots, k=chooser.randrange(1, 6))
                spot, unit = Aim(x, y, None, tuple(via)), state.units[option.order.unit]
                found = pointing._move_to(state, unit, spot, None, option.order.way)
                assert (None if isinstance(found, Refusal) else found) == slow_move_to(
                    state, unit, spot, None, option.order.way
                )
                compared += 1
        moves = [option for option in options if isinstance(option.order, Move)]
        option = chooser.choice(moves if moves and chooser.random() < 0.5 else options)
        order = seat.sample(option, chooser) if isinstance(option, OPEN_OPTIONS) else option.order
        if order is not None:
            battle.answer(seat.name, order)
    assert compared > 60


def test_the_whole_map_is_searched_once_however_many_waypoints_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = Battle.begin(SYSTEM, SYSTEM.prepare("ridge", 1, {}), Seeded("dice"))
    chooser = random.Random(1)
    while not any(isinstance(option.order, Move) for option in battle.options(battle.waiting_for()[0])):
        seat = Seat(battle, battle.waiting_for()[0])
        option = chooser.choice(seat.options())
        order = seat.sample(option, chooser) if isinstance(option, OPEN_OPTIONS) else option.order
        if order is not None:
            battle.answer(seat.name, order)
    move = next(each.order for each in battle.options(battle.waiting_for()[0]) if isinstance(each.order, Move))
    assert isinstance(move, Move)
    state, budgets = battle.state, list[int]()
    unit, ground = state.units[move.unit], state.land.ground

    def counted(*args: object) -> object:
        budgets.append(args[2])  # type: ignore[arg-type]
        return reach(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(pointing, "reach", counted)
    far = [from_offset(ground.columns - 1, ground.rows - 1), from_offset(0, 0)]
    open_far = [hex_ for hex_ in far if state.land.cost(hex_, stride(state, unit, move.way).kind)] or [unit.hex]
    pointing._move_to(state, unit, Aim(*open_far[0], None, tuple(open_far * 16)), None, move.way)
    points = stride(state, unit, move.way).points
    assert sum(budget > points for budget in budgets) <= 1
    assert len(budgets) <= points + 2
