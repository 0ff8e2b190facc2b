"""How drones get about: towards a hex or a unit with one move action, by what their side knows of the ground."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.actions.pool import payment, spend
from gearlock.systems.hex100.attacks.reserve import no_reaction, offer_reserves
from gearlock.systems.hex100.contacts import known_enemies
from gearlock.systems.hex100.movement.move_action import resolve_move
from gearlock.systems.hex100.movement.orders import Move
from gearlock.systems.hex100.movement.ways import stride
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex, distance, sides_toward
from gearlock.table.hexreach import reach


@heeds("hex100.drone-command")
def way_to(state: State, drone: Unit, goal: Hex, within: int = 0) -> tuple[Hex, ...]:
    """The steps of one move action on the cheapest way to a free hex this near to a goal.

    Where none can be reached the way leads to the nearest hex that can. No steps mean that it cannot do better. Where
    it is it may stay, also on the back of a friend.
    """
    if distance(drone.hex, goal) <= within:
        return ()
    points, kind = stride(state, drone)
    prices = state.land.prices[kind]
    ways = reach(state.land.ground, drone.hex, sum(prices), prices, known_enemies(state, drone.seat).keys())
    taken = {each.hex for each in state.standing(drone.seat)} - {drone.hex}
    free = (hex_ for hex_ in ways.steps if hex_ not in taken)
    best = min(free, key=lambda hex_: (max(0, distance(hex_, goal) - within), ways.steps[hex_][0], hex_))
    path = ways.path(best)
    stops = [at for at, hex_ in enumerate(path) if ways.steps[hex_][0] <= points and hex_ not in taken]
    return path[1 : stops[-1] + 1]


@heeds("hex100.drone-command")
def approach(ctx: Ctx[State], drone_id: str, goal: Hex, within: int = 0) -> Script[bool]:
    """Spend a move action on the way to a goal, if there is one to go; gives whether the drone has arrived.

    It has where it can get no nearer. Enemy reserves interrupt it like any unit, unless it has been hacked.
    """
    drone = ctx.state.units[drone_id]
    path = way_to(ctx.state, drone, goal, within)
    if path and payment(drone, "move"):
        before = path[-2] if len(path) > 1 else drone.hex
        facing = sides_toward(before, path[-1])[0]
        react = offer_reserves if drone.seat == ctx.state.active and not drone.hacked else no_reaction
        spend(ctx, drone_id, "move")
        yield from resolve_move(ctx, Move(drone_id, path, facing), react)
    drone = ctx.state.units[drone_id]
    return drone.standing and not drone.shocked and not way_to(ctx.state, drone, goal, within)


def ally_of(state: State, drone: Unit) -> Unit | None:
    """The unit that a drone's mode names, while it is on the map and on the side the drone acts for."""
    ally = state.units.get(drone.charge)
    return ally if ally is not None and ally.standing and state.serves(ally) == state.serves(drone) else None


@rule("hex100.drone-point-defence-modes")
@heeds("hex100.drone-repair-modes")
def hold(ctx: Ctx[State], drone_id: str) -> Script[None]:
    """Go to the point, and stay there."""
    point = ctx.state.units[drone_id].point
    if point is not None:
        yield from approach(ctx, drone_id, point)


def follow(within: int) -> Callable[[Ctx[State], str], Script[None]]:
    """A turn of going after the named ally until it is this near."""

    def act(ctx: Ctx[State], drone_id: str) -> Script[None]:
        ally = ally_of(ctx.state, ctx.state.units[drone_id])
        if ally is not None:
            yield from approach(ctx, drone_id, ally.hex, within)

    return act
