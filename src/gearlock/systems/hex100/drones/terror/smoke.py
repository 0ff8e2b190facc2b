"""The smoke that terror drones hide in, once, when they are attacked."""

from __future__ import annotations

from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.drones.terror.swarm import SMOKE
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.warding.events import SmokeLaid


@rule("hex100.drone-terror-smoke")
def would_smoke(unit: Unit) -> bool:
    """Whether a unit has smoke of its own left and is free to use it: not while it rides, nor shut down."""
    return unit.uses.get(SMOKE, 0) > 0 and unit.standing and not unit.riding and not unit.shocked


@rule("hex100.drone-terror-smoke")
def screened(state: State, target: Unit) -> State:
    """A state as it will be when an attack on a unit is rolled for: in the smoke it raises, if it has any."""
    if not would_smoke(target):
        return state
    smoky = state.clone()
    smoky.smoke.append((target.q, target.r, target.seat))
    smoky.rebuild_field()
    return smoky


@rule("hex100.drone-terror-smoke", "hex100.smoke-launcher")
def raise_smoke(ctx: Ctx[State], target: str) -> None:
    """Fill the hex of a unit that is being attacked with dense smoke before a die is thrown, if it has any."""
    unit = ctx.state.units.get(target)
    if unit is not None and would_smoke(unit):
        ctx.emit(SmokeLaid(target, (unit.hex,), SMOKE))
        look_again(ctx)
