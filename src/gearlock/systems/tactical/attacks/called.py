"""3.4.2: called shots at a system, and precision shots at tiny things."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.systems.tactical.attacks.events import TinyHit
from gearlock.systems.tactical.damage.systems import SYSTEMS, precision_result
from gearlock.systems.tactical.damage.systems import TINY as TINY_TARGET
from gearlock.systems.tactical.line_of_sight.fittings import perk
from gearlock.systems.tactical.line_of_sight.light import LAMP
from gearlock.systems.tactical.sensors.searchlight import break_lamp
from gearlock.systems.tactical.state import HULL_DOWN, TINY, State, Unit
from gearlock.systems.tactical.switches import CALLED_SHOTS

RULE = "tactical.3.4.2"
SEARCHLIGHT = "searchlight"


@heeds("tactical.3.4.2-precision")
def tiny_things(target: Unit) -> dict[str, str]:
    """What a scenario lets precision shots aim at on a unit: by name, the system it sits on."""
    parts = [token.split(":") for token in target.tokens if token.startswith(f"{TINY}:")]
    return {name: system for _, name, system in (part for part in parts if len(part) == 3)}


@heeds("tactical.3.7-searchlight")
def has_lamp(target: Unit) -> bool:
    """Whether it has a searchlight to be shot out."""
    return bool(perk(target, LAMP))


def things_to_call(target: Unit) -> tuple[str, ...]:
    """All that a called shot can be meant for: systems of a vehicle, its searchlight, tiny things."""
    if target.is_infantry:
        return ()
    return (*SYSTEMS, *((SEARCHLIGHT,) if has_lamp(target) else ()), *tiny_things(target))


@heeds("tactical.3.4.2", "tactical.3.2.4-effects", "tactical.3.7-searchlight")
def refuse_called(state: State, target: Unit, called: str) -> Refusal | None:
    """Why a shot cannot be called so: not in use, a squad, hull-down, or no such thing to aim at."""
    if not called:
        return None
    if not state.switch(CALLED_SHOTS):
        return Refusal("called", RULE, "Called shots are not in use in this battle.")
    if target.is_infantry:
        return Refusal("called", RULE, f"{target.name} is a squad: there are no systems to aim at.")
    if target.token(HULL_DOWN):
        return Refusal("called", "tactical.3.2.4-effects", f"The {target.name} is hull-down: no called shots at it.")
    known = things_to_call(target)
    if called not in known:
        return Refusal("called", RULE, f"'{called}' cannot be aimed at on the {target.name}: {', '.join(known)}.")
    return None


@rule("tactical.3.4.2-precision")
@heeds("tactical.3.7-searchlight")
def found_by(target: Unit, called: str, margin: int) -> tuple[str, bool]:
    """What a called shot that hits is at: the system, and whether the tiny thing itself is hit instead.

    A margin of 3 finds a tiny thing, less than that the system it sits on; a searchlight goes out by any hit.
    """
    if called == SEARCHLIGHT and has_lamp(target):
        return "", True
    system = tiny_things(target).get(called)
    if system is None:
        return called, False
    return system, precision_result(margin) == TINY_TARGET


@heeds("tactical.3.4.2-precision", "tactical.3.7-searchlight")
def strike_tiny(ctx: Ctx[State], unit_id: str, called: str, by: str) -> None:
    """A tiny thing is hit; its carrier takes no damage by it."""
    if called == SEARCHLIGHT:
        break_lamp(ctx, unit_id)
    else:
        ctx.emit(TinyHit(unit_id, called, tiny_things(ctx.state.units[unit_id])[called], by))
