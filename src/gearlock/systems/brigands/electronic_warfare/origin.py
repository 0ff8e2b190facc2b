"""8.1b: whoever uses electronic warfare gives itself away to the enemies that have Sensor Lock on it."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.brigands.attacking.modifiers import Strike
from gearlock.systems.brigands.attacking.snap_fire import offer_snap_fire, threatened
from gearlock.systems.brigands.lock_and_cover.sharing import is_tracked_by
from gearlock.systems.brigands.state import State, Unit, opponent

EW_ACTION = "electronic warfare"


@rule("brigands.8.1b")
@heeds("brigands.6.3")
def trackers(state: State, origin: Unit, targets: tuple[str, ...] = ()) -> list[str]:
    """The enemies who may answer: those with Sensor Lock on the Origin, the targets, and whoever is near one."""
    near = threatened(state, origin, targets)
    return [
        enemy.id
        for enemy in state.fielded(opponent(origin.seat))
        if enemy.id in near or is_tracked_by(state, enemy, origin)
    ]


@heeds("brigands.8.1a", "brigands.8.1b", "brigands.4.3b")
def offer_origin_fire(
    ctx: Ctx[State], origin_id: str, targets: tuple[str, ...] = (), sharer: str = ""
) -> Script[list[Strike]]:
    """Ask the enemies for Snap Fire at an Active Origin, or at the friend who shares its sensors with it.

    Its Strikes are resolved together with what the Origin does.

    Reactions and what is done outside an activation give nobody away: Snap Fire is for the Active model and its drones.
    """
    active, origin = ctx.state.active(), ctx.state.units[origin_id]
    if active is None or active.id not in (origin.id, origin.controller):
        return []
    victims = (origin.id, sharer) if sharer else (origin.id,)
    return (yield from offer_snap_fire(ctx, trackers(ctx.state, origin, targets), EW_ACTION, victims))
