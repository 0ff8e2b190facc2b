"""Moves completed towards a hex that somebody pointed at."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Aim
from gearlock.systems.hex100.contacts import known_enemies
from gearlock.systems.hex100.movement.orders import Move
from gearlock.systems.hex100.movement.ways import stride
from gearlock.systems.hex100.movement_types import standing_kind
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex, neighbours, sides_toward
from gearlock.table.hexreach import HexReach, reach

TENTHS_PER_HEXSIDE = 600


def hexside(tenths: int) -> int:
    """The hexside nearest to an angle in tenths of a degree."""
    return (tenths + TENTHS_PER_HEXSIDE // 2) // TENTHS_PER_HEXSIDE % 6


def _move_to(state: State, unit: Unit, spot: Aim, facing: int | None, way: str) -> Move | Refusal:
    """The cheapest path by the waypoints to a hex, or as much of it as one action pays for.

    Without a wish for a facing the unit looks the way it came.
    """
    points = stride(state, unit, way).points
    path, costs = [unit.hex], [0]
    beyond: HexReach | None = None
    for goal in (*spot.via, (spot.x, spot.y)):
        ways = beyond or _ways(state, unit, path[-1], goal, way, points - costs[-1])
        if beyond is None and ways.cost(goal) is None:
            ways = beyond = _ways(state, unit, path[-1], goal, way)
        elif beyond is not None and _leads_up_to(state, unit, beyond, goal, way):
            continue  # what one action does not pay for need not be found, only be there
        if ways.cost(goal) is None:
            message = f"The {state.machine(unit.id).name} cannot get there: the hex is off the map, closed or cut off."
            return Refusal("out-of-reach", "hex100.movement-points", message)
        costs += [costs[-1] + ways.steps[step][0] for step in ways.path(goal)[1:]]
        path += ways.path(goal)[1:]
    path = _affordable(state, unit, path, costs, way)
    if facing is None:
        facing = sides_toward(path[-2], path[-1])[0] if len(path) > 1 else unit.facing
    return Move(unit.id, tuple(path[1:]), facing, way=way)


def _ways(state: State, unit: Unit, start: Hex, goal: Hex, way: str, points: int | None = None) -> HexReach:
    """Every way a unit could go, with these points or in time, as far as its side knows.

    Allies are passed, known enemies are not; one in the goal itself is walked up to.
    """
    prices = state.land.prices[stride(state, unit, way).kind]
    blocked = known_enemies(state, unit.seat).keys() - {goal}
    return reach(state.land.ground, start, sum(prices) if points is None else max(0, points), prices, blocked)


def _leads_up_to(state: State, unit: Unit, ways: HexReach, goal: Hex, way: str) -> bool:
    """Whether these ways, in time, lead to a hex, or up to the enemy that is known to be in it."""
    if ways.cost(goal) is not None:
        return True
    kind = stride(state, unit, way).kind
    if goal not in known_enemies(state, unit.seat) or not state.land.cost(goal, kind):
        return False
    return any(ways.cost(each) is not None for each in neighbours(goal))


def _affordable(state: State, unit: Unit, path: list[Hex], costs: list[int], way: str) -> list[Hex]:
    """The part of a path that one action pays for, as far as the last hex where nobody is known to stand.

    Where not even the first step is possible the path keeps it: what is against it is said when it is refused.
    """
    points = stride(state, unit, way).points
    taken = known_enemies(state, unit.seat).keys() | {each.hex for each in state.standing(unit.seat)}
    if way == "jump":
        taken |= {step for step in path if not state.land.cost(step, standing_kind(state, unit))}
    stops = [at for at, step in enumerate(path) if costs[at] <= points and step not in taken]
    return path[: stops[-1] + 1] if stops else path[:2]


def aim_move(state: State, _ask: Ask, order: Move, spot: Aim) -> Order | Refusal:
    """As far as it goes on the cheapest way; a ram has its path already."""
    if order.ram:
        return order
    facing = None if spot.facing is None else hexside(spot.facing)
    return _move_to(state, state.units[order.unit], spot, facing, order.way)
