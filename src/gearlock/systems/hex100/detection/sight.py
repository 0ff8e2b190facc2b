"""Line of sight and visual detection, sensors and scanners, optical stealth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.kernel.view import Line, Throw, Token
from gearlock.systems.hex100.equipment import dampening, equipment_effect
from gearlock.systems.hex100.known_units import deed, knows, line, name_for, owns, place_name, rolled, sees, under
from gearlock.systems.hex100.networks import e_war_throw, is_beacon
from gearlock.systems.hex100.state import BLIP, IDENTIFIED, SEATS, SEEN, UNKNOWN, State, Unit, other
from gearlock.table.hexes import Hex, distance, is_in_front


class LockOn(Order, frozen=True, tag="lock-on"):
    """Lock on to an enemy; a lock on another is given up first."""

    unit: str
    target: str = ""


class Resist(Order, frozen=True, tag="resist"):
    """Oppose jams, hacks and locks with the e-war rating until the next own phase."""

    unit: str


class Search(Order, frozen=True, tag="search"):
    """Put a device to work until the unit's next phase: ``optics``, ``sensors``, or ``stratus`` for an active scan."""

    unit: str
    device: str = ""


class MarkTarget(Order, frozen=True, tag="mark-target"):
    """Lock an enemy with a target marker, for a utility or an attack action."""

    unit: str
    target: str = ""
    pay: str = "utility"


class MarkHex(Order, frozen=True, tag="mark-hex"):
    """Lock an empty hex with a target marker, for a utility or an attack action."""

    unit: str
    q: int = 0
    r: int = 0
    pay: str = "utility"


class ActiveLock(Order, frozen=True, tag="active-lock"):
    """Lock on with a Stratus Sensor System: nothing resists that, and it makes a beacon of the unit."""

    unit: str
    target: str = ""


class LookAround(Order, frozen=True, tag="look-around"):
    """The commander looks out: four hexes more vision."""

    unit: str


class Detected(Event, frozen=True, tag="detected"):
    """A seat knows an enemy better or less well than before; level 0 is lost. One found again has a new name."""

    reveals: ClassVar[bool] = True
    seat: str
    unit: str
    level: int
    contact: str

    def change(self, state: State) -> None:
        known, names = state.known[self.seat], state.contacts[self.seat]
        if not self.level:
            known.pop(self.unit, None)
            names.pop(self.unit, None)
            state.units[self.unit].traced = False
            return
        if self.unit not in names:
            state.counted[self.seat] += 1
        state.units[self.unit].lurking = False
        known[self.unit], names[self.unit] = self.level, self.contact


class LockTaken(Event, frozen=True, tag="lock-taken"):
    """A unit locked on."""

    unit: str
    target: str

    def change(self, state: State) -> None:
        state.units[self.unit].lock, state.units[self.unit].lock_at = self.target, None


class LockResisted(Event, frozen=True, tag="lock-resisted"):
    """A lock was shaken off: the target rolled under its e-war rating."""

    unit: str
    target: str
    number: int
    face: int


class LockLost(Event, frozen=True, tag="lock-lost"):
    """A lock ended."""

    unit: str
    target: str
    why: str

    def change(self, state: State) -> None:
        state.units[self.unit].lock = ""


class ResistanceBegan(Event, frozen=True, tag="resistance-began"):
    """A unit opposes jams, hacks and locks until its next phase."""

    plain: ClassVar[bool] = True
    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].resisting = True


class Marked(Event, frozen=True, tag="marked"):
    """The blast of a canisterate makes a unit a beacon for the rest of the battle."""

    unit: str
    by: str

    def change(self, state: State) -> None:
        state.units[self.unit].marked = True


class StealthLost(Event, frozen=True, tag="stealth-lost"):
    """A unit has no optical stealth until its next phase; `cloaked` says that eyes could not find it until now."""

    unit: str
    cloaked: bool = True

    def change(self, state: State) -> None:
        state.units[self.unit].exposed = True


class MarkerMissed(Event, frozen=True, tag="marker-missed"):
    """A target marker did not take hold: the die and the number to roll under."""

    unit: str
    number: int
    face: int


class HexLocked(Event, frozen=True, tag="hex-locked"):
    """A target marker locked a hex where nobody is known to stand."""

    unit: str
    q: int
    r: int

    def change(self, state: State) -> None:
        state.units[self.unit].lock, state.units[self.unit].lock_at = "", (self.q, self.r)


class HexLockLost(Event, frozen=True, tag="hex-lock-lost"):
    """A lock on a hex ended."""

    unit: str
    why: str

    def change(self, state: State) -> None:
        state.units[self.unit].lock_at = None


class Searched(Event, frozen=True, tag="searched"):
    """A unit put a scanner or its sensors to work until its next phase."""

    unit: str
    device: str

    def change(self, state: State) -> None:
        state.units[self.unit].searching.append(self.device)


class LookedAround(Event, frozen=True, tag="looked-around"):
    """A commander looked out."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].looking = True


class BeaconLit(Event, frozen=True, tag="beacon-lit"):
    """A jump or skimming makes a unit easy to find until its next phase."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].beacon = True


_FOUND = {
    BLIP: ("a blip on the sensors", "hex100.sensor-detection"),
    IDENTIFIED: ("held by sensors, type known", "hex100.identification"),
    SEEN: ("in sight", "hex100.visual-detection"),
}


def detected(state: State, event: Detected, seat: str | None) -> Line | None:
    if seat is not None and seat != event.seat:
        return None
    if not event.level:
        return line(state, seat, f"{event.seat} loses {event.contact.replace('-', ' ')}.", "hex100.sensor-detection")
    how, rule = _FOUND[event.level]
    text = f"{name_for(state, event.seat, event.unit)}: {how}."
    return line(state, seat, text if seat else f"{event.seat}'s {text}", rule, event.unit)


def lock(state: State, event: LockTaken | LockLost | LockResisted, seat: str | None) -> Line | None:
    if isinstance(event, LockResisted) and seat == state.units[event.target].seat:
        text = f"{name_for(state, seat, event.target)} shakes a lock off: {rolled((event.face,), event.number)}."
        rule = "hex100.electronic-resistance"
        rolls = e_war_throw(state, event.target, event.face, event.number, rule, seat)
        return line(state, seat, text, rule, event.target, rolls=rolls)
    if not owns(state, seat, event.unit):
        return None
    unit, target = name_for(state, seat, event.unit), name_for(state, seat, event.target)
    if isinstance(event, LockTaken):
        text = f"{unit} locks on to {target}."
    elif isinstance(event, LockLost):
        text = f"{unit} loses its lock: {event.why}."
    else:
        text = f"{unit} fails to lock: {target} resists."
    return line(state, seat, text, "hex100.lock-on", event.unit)


def detection_tokens(state: State, seat: str, unit: Unit) -> Iterator[Token]:
    """What lies beside a unit: a beacon is one for everybody who holds it, and who cannot be seen is told too."""
    if is_beacon(unit):
        yield Token("beacon", rule="hex100.attr-beacon")
    hidden = is_stealthed(state, unit) if unit.seat == seat else is_hidden_from(state, seat, unit)
    if hidden:
        yield Token("optical stealth", rule="hex100.optical-stealth")
    if unit.seat == seat:
        if unit.lock_at is not None:
            yield Token(f"lock on {place_name(*unit.lock_at)}", rule="hex100.target-marker")
        yield from (Token(DEVICES[device].name, rule=DEVICES[device].rule) for device in unit.searching)


def marked(state: State, event: Marked, seat: str | None) -> Line | None:
    return deed(knows, state, seat, event.unit, "is a beacon for the rest of the battle", "hex100.canisterate")


def stealth_lost(state: State, event: StealthLost, seat: str | None) -> Line | None:
    """Of a blip that eyes could have found anyway, nobody learns that it carries stealth."""
    if not sees(state, seat, event.unit) and not (event.cloaked and knows(state, seat, event.unit)):
        return None
    text = f"{name_for(state, seat, event.unit)} shows itself: no optical stealth until its next phase."
    return line(state, seat, text, "hex100.optical-stealth-lost", event.unit)


def searched(state: State, event: Searched, seat: str | None) -> Line | None:
    device = DEVICES[event.device]
    return deed(owns, state, seat, event.unit, f"puts its {device.name} to work", device.rule)


def marker(state: State, event: MarkerMissed | HexLocked | HexLockLost, seat: str | None) -> Line | None:
    """Locks are told to the side that takes them."""
    if not owns(state, seat, event.unit):
        return None
    name, rolls = state.machine(event.unit).name, tuple[Throw, ...]()
    if isinstance(event, MarkerMissed):
        rolls = (under("target marker", (event.face,), event.number, "hex100.target-marker"),)
        text = f"{name} fails to mark its target: {rolled((event.face,), event.number)}."
    elif isinstance(event, HexLocked):
        text = f"{name} locks {place_name(event.q, event.r)}."
    else:
        text = f"{name} loses its lock: {event.why}."
    return line(state, seat, text, "hex100.target-marker", event.unit, rolls=rolls)


def beacon_lit(state: State, event: BeaconLit, seat: str | None) -> Line | None:
    return deed(knows, state, seat, event.unit, "is a beacon until its next phase", "hex100.attr-beacon")


# --- Optical and advanced sensors

SCANNER_VISION = 2
"""Hexes of vision that an optical scanner adds."""


class Device(NamedTuple):
    """Equipment that a utility action puts to work until the unit's next phase."""

    effect: str
    name: str
    label: str
    rule: str
    beacon: bool = False


DEVICES = {
    "optics": Device(
        "optical_scanner",
        "Hi-Res Optical Scanner",
        "Optical scanner (+2 vision, optical detection 4)",
        "hex100.optical-scanner",
    ),
    "sensors": Device(
        "sensor_sweep", "Advanced Sensor Suite", "Sensor sweep (advanced sensor 4)", "hex100.sensor-advanced"
    ),
    "stratus": Device(
        "stratus",
        "Stratus Sensor System",
        "Active scan (advanced sensor 6, optical detection 6 in the front arc; makes a beacon)",
        "hex100.stratus-active-scan",
        beacon=True,
    ),
}


def running(state: State, unit: Unit, device: str) -> int:
    """The number of a device that has been put to work and still works; 0 without."""
    return equipment_effect(state, unit, DEVICES[device].effect) if device in unit.searching else 0


@rule("hex100.stratus-active-scan")
def scanned_ahead(state: State, unit: Unit, other: Unit) -> int:
    """The number of an active scan for another unit; 0 for one that is not in the front arc."""
    number = running(state, unit, "stratus")
    return number if number and is_in_front(unit.hex, unit.facing, other.hex) else 0


@rule("hex100.attr-optical-detection")
@heeds("hex100.optical-scanner", "hex100.stratus-active-scan")
def optical_detection(state: State, eye: Unit, unit: Unit) -> int:
    """Within how many hexes one unit's optics counter the optical stealth of another."""
    return max(running(state, eye, "optics"), scanned_ahead(state, eye, unit))


@rule("hex100.attr-advanced-sensor", "hex100.sensor-advanced")
@heeds("hex100.soliton-radar", "hex100.stratus-active-scan")
def advanced_sensor(state: State, sensor: Unit, unit: Unit) -> int:
    """By how many hexes one unit's sensors better the dampening of another."""
    built_in, swept = equipment_effect(state, sensor, "advanced_sensor"), running(state, sensor, "sensors")
    return max(built_in, swept, scanned_ahead(state, sensor, unit))


@rule("hex100.optical-scanner")
def scanner_vision(state: State, unit: Unit) -> int:
    """What an optical scanner at work adds to vision."""
    return SCANNER_VISION if running(state, unit, "optics") else 0


# --- Optical stealth

STEALTH, LURK = "optical_stealth", "lurk"


@rule("hex100.attr-optical-stealth", "hex100.therm-optic", "hex100.predator-cloak", "hex100.errant-stealth-plating")
@heeds("hex100.optical-stealth", "hex100.optical-stealth-lost", "hex100.attr-beacon")
def is_stealthed(state: State, unit: Unit) -> bool:
    """Whether a unit has optical stealth now: its equipment works, it has not shown itself and is no beacon.

    Terror drones have it while they lurk, and nothing that they ride has it.
    """
    if unit.exposed or is_beacon(unit) or state.riders(unit.id):
        return False
    return holds_unseen(unit) or bool(equipment_effect(state, unit, STEALTH))


@rule("hex100.drone-terror-modes")
def holds_unseen(unit: Unit) -> bool:
    """Whether a drone in lurk mode has come to the hex that it was told to hold, and runs."""
    return unit.mode == LURK and unit.point == unit.hex and not unit.riding and not unit.shocked


@rule("hex100.optical-stealth")
@heeds("hex100.attr-optical-detection")
def is_hidden_from(state: State, seat: str, unit: Unit) -> bool:
    """Whether a side can draw no line of sight to a unit: optical stealth, and no optical detection in reach of it."""
    if not is_stealthed(state, unit):
        return False
    return all(distance(eye.hex, unit.hex) > optical_detection(state, eye, unit) for eye in state.standing(seat))


# --- Visual and sensor detection

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
