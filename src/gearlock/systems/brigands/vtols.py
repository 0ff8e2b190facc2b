"""9.7: VTOLs and the air."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.kernel.view import Line, Modifier
from gearlock.mechanics.figures import body_at, overlapped, ruled
from gearlock.mechanics.going.resting import places_around, touchdown
from gearlock.mechanics.ground.surfaces import solids_under, surface_at, water_depth
from gearlock.mechanics.pools.lines import dice
from gearlock.systems.brigands.models import Weapon
from gearlock.systems.brigands.places import refuse_rising
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH, inches_text
from gearlock.table.terrain import Ground


def _rise(state: State, event: TookOff | Flew) -> None:
    unit = state.units[event.unit]
    unit.airborne, unit.z = True, event.z


# --- 9.7: Airborne. How high a model flies, what that gives it, and what anti-air weapons do about it

ALTITUDE = 12 * INCH

FARSIGHT = 6 * INCH
"""What an Airborne model's sensors reach farther."""

AA_REACH, AA_DICE = 6 * INCH, 2

VTOL = "VTOL"


@rule("brigands.9.7")
def altitude_at(ground: Ground, x: int, y: int) -> int:
    """The elevation an Airborne model flies at: 12 in above the highest terrain under its middle, woods included."""
    return max((piece.top for piece in ground.pieces_at(x, y)), default=0) + ALTITUDE


@heeds("brigands.9.7", "brigands.5.5b")
def airborne_modifiers(_state: State, unit: Unit) -> list[Modifier]:
    """A die more on every defence roll, whatever it is against."""
    return [dice(1, "Airborne", "brigands.9.7")] if unit.airborne else []


@heeds("brigands.wtrait.aa")
def is_anti_air(weapon: Weapon) -> bool:
    """Whether a weapon is made for what flies."""
    return "AA" in weapon.traits


@heeds("brigands.wtrait.aa")
def extra_reach(weapon: Weapon, target: Unit) -> int:
    """How much farther an anti-air weapon reaches an Airborne target, at its best and at its most."""
    return AA_REACH if target.airborne and is_anti_air(weapon) else 0


@rule("brigands.trait.vtol")
@heeds("brigands.9.7")
def is_vtol(unit: Unit) -> bool:
    """Whether it takes off and lands as it likes."""
    return VTOL in unit.line.traits


def flyers(state: State) -> list[Unit]:
    """Everything in the air, wrecks on their way down included."""
    return [unit for unit in state.standing() if unit.airborne]


# --- 9.7: taking off and coming down. A VTOL chooses with its posture; one that is Crippled has no choice

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


class Landed(Event, frozen=True, tag="landed"):
    """A model is Airborne no more and stands, or lies, there."""

    unit: str
    x: int
    y: int
    z: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.airborne, unit.x, unit.y, unit.z = False, self.x, self.y, self.z
        unit.aside = ""


def landed(state: State, event: Landed, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    where = f"{inches_text(event.x)}, {inches_text(event.y)}"
    how = "lands" if unit.is_fielded and not unit.is_crippled else "comes down"
    return Line(f"{unit.name} {how} at {where}.", (event.unit,), "brigands.9.7")


@heeds("brigands.9.7")
def landed_landing(state: State, unit: Unit) -> Landed:
    """Where a model comes down: straight below, or at the nearest place with room for it."""
    for x, y in places_around(unit.x, unit.y):
        landing = touchdown(state.ground, unit, x, y)
        if isinstance(landing, Body) and landing_at(state, unit, x, y) is None:
            return Landed(unit.id, x, y, landing.z)
    return Landed(unit.id, unit.x, unit.y, surface_at(state.ground, unit.x, unit.y, unit.z))


class TookOff(Event, frozen=True, tag="took-off"):
    """A model is Airborne now, its foot at this elevation."""

    unit: str
    z: int

    def change(self, state: State) -> None:
        _rise(state, self)


def took_off(state: State, event: TookOff, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    if unit.is_dropping:
        text = f"{unit.name} is still in the air, 12 in above its place: it is Airborne and cannot act or react."
        return Line(text, (event.unit,), "brigands.11.4b-airdrop")
    return Line(f"{unit.name} takes off and is Airborne.", (event.unit,), "brigands.9.7")


@heeds("brigands.9.7", "brigands.trait.vtol")
def choose_altitude(ctx: Ctx[State], unit_id: str, airborne: bool) -> None:
    """Take off or land, as was said with the posture."""
    unit = ctx.state.units[unit_id]
    if airborne and not unit.airborne:
        ctx.emit(TookOff(unit_id, altitude_at(ctx.state.ground, unit.x, unit.y)))
    elif unit.airborne and not airborne:
        ctx.emit(landed_landing(ctx.state, unit))


class Flew(Event, frozen=True, tag="flew"):
    """An Airborne model found itself at another elevation, because what lies below it has changed."""

    unit: str
    z: int

    def change(self, state: State) -> None:
        _rise(state, self)


@heeds("brigands.9.7", "brigands.5.7b-haywire")
def settle_flyers(ctx: Ctx[State]) -> None:
    """Crippled VTOLs and wrecks come down at once, unhurt by it; the others keep their height above what is below.

    Models that are being dropped are no VTOLs: damage does not bring them down sooner.
    """
    for unit_id in [unit.id for unit in flyers(ctx.state)]:
        unit = ctx.state.units[unit_id]
        if not unit.is_fielded or (is_vtol(unit) and unit.is_crippled):
            ctx.emit(landed_landing(ctx.state, unit))
            continue
        z = altitude_at(ctx.state.ground, unit.x, unit.y)
        if z != unit.z:
            ctx.emit(Flew(unit_id, z))


# --- The contents of the chapter

FLYING: Chapter[State] = Chapter(
    "9.7: VTOLs and the air",
    events={
        TookOff: took_off,
        Flew: None,
        Landed: landed,
    },
)
