"""9.7: taking off and coming down. A VTOL chooses with its posture; one that is Crippled has no choice."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx
from gearlock.mechanics.figures import body_at, overlapped, ruled
from gearlock.mechanics.going.resting import places_around, touchdown
from gearlock.mechanics.ground.surfaces import solids_under, surface_at, water_depth
from gearlock.systems.brigands.flying.airborne import altitude_at, flyers, is_vtol
from gearlock.systems.brigands.flying.events import Flew, Landed, TookOff
from gearlock.systems.brigands.standing_room import refuse_rising
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.bodies import Body

RULES = {"table": "brigands.2.2", "terrain": "brigands.9.7", "headroom": "brigands.9.7"}


@heeds("brigands.9.7", "brigands.trait.vtol")
def refuse_altitude(state: State, unit: Unit, airborne: bool) -> Refusal | None:
    """Why a model cannot be in the air, or on the ground, for this activation."""
    if not airborne:
        return landing_at(state, unit, unit.x, unit.y) if unit.airborne else None
    if not is_vtol(unit):
        return Refusal("vtol", "brigands.trait.vtol", f"The {unit.name} is no VTOL and stays on the ground.")
    if unit.is_crippled:
        return Refusal("crippled", "brigands.9.7", f"The {unit.name} is Crippled and cannot be Airborne.")
    return None if unit.airborne else _refuse_take_off(state, unit)


@heeds("brigands.trait.low-profile", "brigands.9.7", "brigands.2.6")
def refuse_bearing(state: State, unit: Unit, airborne: bool, tall: bool) -> Refusal | None:
    """Why a model cannot hold itself so in this activation: in the air or not, and a Low Profile model low or tall.

    It stands up where it is before it takes off, and where it comes down if it lands.
    """
    if not tall:
        return refuse_altitude(state, unit, airborne)
    if "Low Profile" not in unit.line.traits:
        return Refusal("tall", "brigands.trait.low-profile", f"The {unit.name} has no Low Profile to rise from.")
    risen = unit.clone()
    risen.tall = True
    refusal = None if unit.airborne and not airborne else refuse_rising(state, unit)
    return refusal or refuse_altitude(state, risen, airborne)


@heeds("brigands.9.7", "brigands.2.6")
def _refuse_take_off(state: State, unit: Unit) -> Refusal | None:
    """Why a VTOL cannot rise from where it is: something hangs over it, or somebody hovers there."""
    for piece in solids_under(state.ground, unit.body):
        if piece.base >= unit.z + unit.height:
            return Refusal("overhang", "brigands.9.7", f"The {unit.name} cannot rise through the {piece.name}.")
    above = body_at(unit, unit.x, unit.y, altitude_at(state.ground, unit.x, unit.y))
    other = overlapped(above, state.obstacles(unit))
    if other is not None:
        return Refusal("overlap", "brigands.2.6", f"The {other.name} hovers above.", {"unit": other.id})
    return None


@heeds("brigands.9.7", "brigands.2.6", "brigands.3.2a")
def landing_at(state: State, unit: Unit, x: int, y: int) -> Refusal | None:
    """Why a model cannot come down at a place: no room for its base, too deep, or taken. A wreck may sink."""
    landing = ruled(touchdown(state.ground, unit, x, y), RULES)
    if isinstance(landing, Refusal):
        return landing
    deep = 2 * water_depth(state.ground, x, y) >= unit.line.height and not landing.z
    if deep and water_depth(state.ground, x, y) and unit.is_fielded and "Amphib" not in unit.line.traits:
        return Refusal("water", "brigands.3.2a", f"The water is too deep for the {unit.name} to land in.")
    other = overlapped(landing, state.obstacles(unit))
    if other is not None:
        message = f"The {unit.name} cannot land on the {other.name}."
        return Refusal("overlap", "brigands.2.6", message, {"unit": other.id})
    return None


@heeds("brigands.9.7")
def landed(state: State, unit: Unit) -> Landed:
    """Where a model comes down: straight below, or at the nearest place with room for it."""
    for x, y in places_around(unit.x, unit.y):
        landing = touchdown(state.ground, unit, x, y)
        if isinstance(landing, Body) and landing_at(state, unit, x, y) is None:
            return Landed(unit.id, x, y, landing.z)
    return Landed(unit.id, unit.x, unit.y, surface_at(state.ground, unit.x, unit.y, unit.z))


@heeds("brigands.9.7", "brigands.trait.vtol")
def choose_altitude(ctx: Ctx[State], unit_id: str, airborne: bool) -> None:
    """Take off or land, as was said with the posture."""
    unit = ctx.state.units[unit_id]
    if airborne and not unit.airborne:
        ctx.emit(TookOff(unit_id, altitude_at(ctx.state.ground, unit.x, unit.y)))
    elif unit.airborne and not airborne:
        ctx.emit(landed(ctx.state, unit))


@heeds("brigands.9.7", "brigands.5.7b-haywire")
def settle_flyers(ctx: Ctx[State]) -> None:
    """Crippled VTOLs and wrecks come down at once, unhurt by it; the others keep their height above what is below.

    Models that are being dropped are no VTOLs: damage does not bring them down sooner.
    """
    for unit_id in [unit.id for unit in flyers(ctx.state)]:
        unit = ctx.state.units[unit_id]
        if not unit.is_fielded or (is_vtol(unit) and unit.is_crippled):
            ctx.emit(landed(ctx.state, unit))
            continue
        z = altitude_at(ctx.state.ground, unit.x, unit.y)
        if z != unit.z:
            ctx.emit(Flew(unit_id, z))
