"""Modes that name a hex to stay in or an ally to keep near: what all of them share."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.drones.marching import approach
from gearlock.systems.hex100.state import State, Unit


def ally_of(state: State, drone: Unit) -> Unit | None:
    """The unit that a drone's mode names, while it is on the map and on the side the drone acts for."""
    ally = state.units.get(drone.charge)
    return ally if ally is not None and ally.standing and state.serves(ally) == state.serves(drone) else None


@rule("hex100.drone-point-defence-modes", "hex100.drone-repair-modes")
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
