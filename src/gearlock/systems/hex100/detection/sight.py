"""Visual detection, sensor detection and identification: who knows what, and contacts found and lost."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.systems.hex100.detection.events import Detected
from gearlock.systems.hex100.detection.scanners import advanced_sensor, scanner_vision
from gearlock.systems.hex100.detection.stealth import is_hidden_from
from gearlock.systems.hex100.e_war import is_beacon
from gearlock.systems.hex100.equipment import dampening, equipment_effect
from gearlock.systems.hex100.state import BLIP, IDENTIFIED, SEATS, SEEN, UNKNOWN, State, Unit, other
from gearlock.table.hexes import Hex, distance

LOOK_AROUND = 4
"""Hexes of vision that a commander who looks out adds."""
FOUND_WITHIN = 2
"""Hexes within which eyes and sensors find a unit that lies in wait."""


@rule("hex100.stat-vision", "hex100.zenith-optics")
@heeds("hex100.commander-look-around", "hex100.optical-scanner")
def vision(state: State, unit: Unit) -> int:
    """How many hexes a unit sees; advanced optics and scanners add to it while they work."""
    optics = equipment_effect(state, unit, "optics") + scanner_vision(state, unit)
    return state.machine(unit.id).unit.vision + optics + (LOOK_AROUND if unit.looking else 0)


@rule("hex100.visual-detection")
@heeds("hex100.optical-stealth")
def can_spot(state: State, eye: Unit, unit: Unit) -> bool:
    """Whether one unit sees another: within its vision and with a line of sight, which optical stealth denies."""
    if distance(eye.hex, unit.hex) > vision(state, eye) or is_hidden_from(state, state.serves(eye), unit):
        return False
    if is_beyond_finding(eye, unit):
        return False
    return state.land.is_clear(eye.hex, unit.hex)


@rule("hex100.small-units")
def is_small(state: State, unit: Unit) -> bool:
    """Whether a unit is too small for standard sensors and locks."""
    return state.machine(unit.id).unit.small


@rule(
    "hex100.sensor-detection",
    "hex100.sensor-basic",
    "hex100.attr-signature-dampening",
    "hex100.integrated-dampening",
    "hex100.zenith-stealth",
)
@heeds(
    "hex100.small-units",
    "hex100.soliton-radar",
    "hex100.stratus-passive",
    "hex100.signature-dampening",
    "hex100.attr-beacon",
)
def can_sense(state: State, sensor: Unit, unit: Unit) -> bool:
    """Whether one unit's sensors find another: at any distance, but a dampened signature only within its number.

    Small units show on soliton radar alone, which reaches ten hexes; advanced sensors better the dampening. A beacon is
    found whatever it does to hide.
    """
    suite, radar = equipment_effect(state, sensor, "sensors"), equipment_effect(state, sensor, "radar")
    away = distance(sensor.hex, unit.hex)
    if is_beyond_finding(sensor, unit):
        return False
    if is_beacon(unit):
        return bool(suite or radar)
    if away > radar and (not suite or is_small(state, unit)):
        return False
    hidden_beyond = dampening(state, unit)
    return not hidden_beyond or away <= hidden_beyond + advanced_sensor(state, sensor, unit)


class Eye(NamedTuple):
    """A unit that looks for its side: from where, how far it sees, and whether its sensors show outlines."""

    unit: Unit
    hex: Hex
    vision: int
    outlines: bool


def eyes_of(state: State, seat: str) -> list[Eye]:
    """All that look for a side now, made once for everything they look for."""
    return [
        Eye(own, own.hex, vision(state, own), bool(equipment_effect(state, own, "outlines")))
        for own in state.serving(seat)
    ]


@rule("hex100.identification")
@heeds("hex100.sensor-advanced", "hex100.hacking", "hex100.drone-emp")
def level_of(state: State, seat: str, unit: Unit, eyes: list[Eye] | None = None) -> int:
    """How well a seat would know an enemy, looking now: one that was identified stays so while sensors hold it.

    An advanced sensor suite shows outlines, and they tell the type. A drone that the seat has hacked reports itself.
    Who looks for many brings the `eyes` of the seat.
    """
    if state.serves(unit) == seat or is_felt(state, seat, unit):
        return SEEN
    sensed = outlined = False
    where = unit.hex
    for own, at, sight, outlines in eyes_of(state, seat) if eyes is None else eyes:
        if distance(at, where) <= sight and can_spot(state, own, unit):
            return SEEN
        if not outlined and (outlines or not sensed) and can_sense(state, own, unit):
            sensed, outlined = True, outlines
    if not sensed:
        return UNKNOWN
    return IDENTIFIED if outlined or state.known[seat].get(unit.id, UNKNOWN) >= IDENTIFIED else BLIP


@heeds("hex100.drone-terror")
def is_felt(state: State, seat: str, unit: Unit) -> bool:
    """Whether a seat knows an enemy by touch: terror drones on a unit of its own, or a unit that its drones ride."""
    if unit.riding and state.units[unit.riding].seat == seat:
        return True
    return any(state.serves(drone) == seat and not drone.shocked for drone in state.riders(unit.id))


def is_held_in(state: State, unit: Unit, hex_: Hex) -> bool:
    """Whether the other side would know of a unit in a hex."""
    there = unit.clone()
    there.q, there.r = hex_
    return level_of(state, other(unit.seat), there) != UNKNOWN


def update_contacts(ctx: Ctx[State]) -> None:
    """Let both sides look again; every change of what they know is an event.

    Contacts come in the order of their names. Those found at the same moment are numbered from place to place: the
    order of their owner's list would tell one blip from another.
    """
    state = ctx.state
    for seat in SEATS:
        eyes = eyes_of(state, seat)
        for unit in state.found(seat):
            level = level_of(state, seat, unit, eyes)
            if level != state.known[seat][unit.id]:
                ctx.emit(Detected(seat, unit.id, level, state.contacts[seat][unit.id]))
        hidden = [unit for unit in state.standing(other(seat)) if unit.id not in state.contacts[seat]]
        for unit in sorted(hidden, key=lambda each: each.hex):
            level = level_of(state, seat, unit, eyes)
            if level != UNKNOWN:
                ctx.emit(Detected(seat, unit.id, level, f"contact-{state.counted[seat] + 1}"))


@heeds("hex100.briefing")
def is_beyond_finding(eye: Unit, unit: Unit) -> bool:
    """Whether a unit lies in wait too far away to be found, by eye or by sensors."""
    return unit.lurking and distance(eye.hex, unit.hex) > FOUND_WITHIN
