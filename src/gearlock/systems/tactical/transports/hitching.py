"""3.2.7: taking vehicles in tow, and letting go of them."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx
from gearlock.systems.tactical.attacks.acting import refuse_acting
from gearlock.systems.tactical.damage.condition import is_immobile
from gearlock.systems.tactical.damage.crew import is_crewless
from gearlock.systems.tactical.movement.moving import refuse_unmoving
from gearlock.systems.tactical.movement.stuck import is_stuck
from gearlock.systems.tactical.movement.towing import towed_of
from gearlock.systems.tactical.speed import PACE_WORDS, tow_capacity, tow_limit, tow_load
from gearlock.systems.tactical.state import CLASSES, TOP, TOWED, TOWING, State, Unit
from gearlock.systems.tactical.switches import TOWING as MODULE
from gearlock.systems.tactical.transports.events import Hitched, Unhitched
from gearlock.systems.tactical.transports.orders import Hitch, Unhitch
from gearlock.table.measure import INCH, distance

RULE = "tactical.3.2.7"
NEAR = INCH
"""From base to base, when a vehicle is hitched."""


def tows_already(unit: Unit) -> bool:
    """Whether it tows something, or is towed."""
    return any(name.partition(":")[0] in (TOWING, TOWED) for name in unit.tokens)


@heeds("tactical.3.2.7")
def refuse_hitch(state: State, order: Hitch) -> Refusal | None:
    """Why a vehicle cannot take another in tow: too far away, too heavy, or it drives by itself."""
    unit, target = state.units[order.unit], state.units.get(order.target)
    if not state.switch(MODULE):
        return Refusal("module", RULE, "Towing is not in use in this battle.")
    refusal = refuse_unmoving(state, unit) or refuse_acting(unit)
    if refusal is not None:
        return refusal
    if unit.is_infantry:
        return Refusal("infantry", RULE, f"The {unit.name} tows nothing.")
    if target is None or not target.is_fielded or target.is_infantry or target.id == unit.id:
        return Refusal("target", RULE, f"{order.target or 'Nothing'} is no vehicle on the table to tow.")
    if target.seat != unit.seat and not is_crewless(target):
        return Refusal("enemy", RULE, f"The {target.name} does not let itself be towed away.")
    if not (is_immobile(target) or is_crewless(target) or is_stuck(target)):
        return Refusal("drives", RULE, f"The {target.name} drives by itself.")
    if tows_already(unit) or tows_already(target):
        return Refusal("hitched", RULE, "One vehicle tows one other.")
    if distance(unit.x, unit.y, target.x, target.y) > unit.card.radius + target.card.radius + NEAR:
        return Refusal("far", RULE, f"The {target.name} must be within 1 in of the {unit.name}, base to base.")
    return refuse_weight(unit, target)


@heeds("tactical.3.2.7", "tactical.7.2-towing")
def refuse_weight(unit: Unit, target: Unit) -> Refusal | None:
    """Why a load is too much at all, or for the speed of the moment."""
    limit = tow_limit(tow_load(target), tow_capacity(unit))
    if not limit:
        message = f"The {target.name} weighs {float(tow_load(target)):g} t in tow; the {unit.name} pulls "
        return Refusal("heavy", RULE, f"{message}{float(tow_capacity(unit)):g} t.")
    if limit != TOP and TOP in (unit.speed, unit.next_speed):
        return Refusal("top", RULE, f"With that load the {unit.name} cannot be at Top Speed.")
    return None


def resolve_hitch(ctx: Ctx[State], order: Hitch) -> None:
    """An Action, and off they go."""
    unit, target = ctx.state.units[order.unit], ctx.state.units[order.target]
    limit = tow_limit(tow_load(target), tow_capacity(unit))
    ctx.emit(Hitched(order.unit, order.target, CLASSES.index(limit)))


def refuse_unhitch(state: State, order: Unhitch) -> Refusal | None:
    """Only who tows something can let go of it; that takes nothing."""
    unit = state.units[order.unit]
    if towed_of(state, unit) is None:
        return Refusal("hitched", RULE, f"The {unit.name} tows nothing.")
    return None


def resolve_unhitch(ctx: Ctx[State], order: Unhitch) -> None:
    """It stays behind."""
    target = towed_of(ctx.state, ctx.state.units[order.unit])
    assert target is not None, "the order was judged before"
    ctx.emit(Unhitched(order.unit, target.id))


def offer_towing(state: State, unit: Unit) -> Iterator[Option]:
    """Vehicles that do not drive by themselves any more, and letting go."""
    if not state.switch(MODULE):
        return
    if refuse_unhitch(state, Unhitch(unit.id)) is None:
        yield Pick("Let go of what is towed", Unhitch(unit.id), RULE)
    for target in state.units.values():
        order = Hitch(unit.id, target.id)
        if target.is_fielded and refuse_hitch(state, order) is None:
            limit = tow_limit(tow_load(target), tow_capacity(unit))
            pace = "at any speed" if limit == TOP else f"at {PACE_WORDS[limit]} at most"
            yield Pick(f"Take the {target.name} in tow, {pace}", order, RULE)
