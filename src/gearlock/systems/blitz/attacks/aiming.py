"""8.2, 10.6 and 11.1: which weapon can be brought to bear on which target, from where and at what height."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from gearlock.kernel.events import Event
from gearlock.kernel.orders import Keep, Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Line, Modifier, Shot, Throw
from gearlock.mechanics.pools import shown
from gearlock.mechanics.secrets import told
from gearlock.mechanics.turns import SEATS
from gearlock.systems.blitz.dice_tests.comms_tests import BASE, faces_text, skill_text
from gearlock.systems.blitz.general_concepts.measuring import (
    ARC_NAMES,
    BACK,
    CONTACT,
    DISTANCE,
    distance_between,
    is_behind,
    is_in_arc,
    off_board_distance,
    touches,
)
from gearlock.systems.blitz.lock_and_cover.cover import (
    HIGH,
    crowd_of,
    has_lock,
    lenders,
    look_at,
    reach_to,
    sensed_distance,
)
from gearlock.systems.blitz.lock_and_cover.looks import Look
from gearlock.systems.blitz.models import AIR, Weapon, bodily, effect_of
from gearlock.systems.blitz.paying import drop, pay, refuse_idle
from gearlock.systems.blitz.state import (
    ALOFT,
    BRACED,
    CHARGE,
    EMITTING,
    EXPOSED,
    HANGING,
    HIDING,
    JAMMED_NOW,
    OFF_BOARD,
    SILENCE,
    SPENT_STANDBY,
    STANDBY,
    STRAFING,
    TOP_SPEED,
    Rolled,
    State,
    Unit,
)
from gearlock.table.arcs import is_wholly_in
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH, distance, inches, inches_text
from gearlock.table.path import Stride
from gearlock.table.polygon import compare_to_segment


class Attack(Order, frozen=True, tag="attack"):
    """Attack with one weapon: one target, several for a split, none for an area around oneself.

    `load` is the ammunition where there is a choice; `sensors` switches active sensors on for this action.
    """

    unit: str
    weapon: str
    targets: tuple[str, ...] = ()
    load: str = ""
    sensors: bool = False


class SnapFire(Order, frozen=True, tag="snap-fire"):
    """Answer the active model, or whoever acts with it, with an attack."""

    unit: str
    weapon: str
    target: str = ""
    load: str = ""
    sensors: bool = False


class IndirectFire(Order, frozen=True, tag="indirect-fire"):
    """Fire indirectly: chained to an observation, in answer to indirect fire, or at traceable emissions."""

    unit: str
    weapon: str
    target: str = ""
    load: str = ""


class RollFirst(Order, frozen=True, tag="roll-first"):
    """Of the attacks of an exchange that are left, roll this one next, by its number in the question."""

    number: int


class StandBy(Keep, frozen=True, tag="stand-by"):
    """Keep so many actions as standby tokens; the model stays braced."""

    unit: str
    actions: int = 1


class AttackDeclared(Event, frozen=True, tag="attack-declared"):
    """An attack, its targets (the primary first) and whether it was an answer.

    `free`: nothing is paid for it. `mode` is how it is aimed: empty, indirect or guided, by this observer.
    """

    unit: str
    weapon: str
    targets: tuple[str, ...]
    load: str = ""
    sensors: bool = False
    snap: bool = False
    free: bool = False
    mode: str = ""
    observer: str = ""

    @heeds("blitz.8.2c", "blitz.3.4a", "blitz.7.7", "blitz.16.2c", "blitz.2.7")
    def change(self, state: State) -> None:
        """Pay, note that the weapon was used and what that gives away, and switch sensors on. All hear the ranges."""
        unit = state.units[self.unit]
        if not self.free:
            pay(unit)
        use(state, unit, self.weapon, self.snap)
        measure(state, (self.unit, *self.targets))
        if self.sensors and unit.id not in state.sensing:
            state.sensing.append(unit.id)


class RangeMeasured(Event, frozen=True, tag="range-measured"):
    """How far beyond the table's edge somebody is was measured for an attack, and so everybody knows."""

    reveals = True
    units: tuple[str, ...]

    def change(self, state: State) -> None:
        measure(state, self.units)


@heeds("blitz.2.7", "blitz.16.2c")
def measure(state: State, units: tuple[str, ...]) -> None:
    """Measurements are no secrets: whoever is measured to is known to be as far out as it is."""
    for key in (f"{DISTANCE}:{unit}" for unit in units):
        if key in state.facts:
            state.facts[key] = told(state.facts[key], SEATS)


class Defence(msgspec.Struct, frozen=True):
    """One model's defence against an attack: its dice, what they came to, and the margin."""

    target: str
    faces: tuple[int, ...]
    skill: int
    total: int
    margin: int
    lines: tuple[Modifier, ...] = ()

    @property
    def is_hit(self) -> bool:
        """A margin of 0 is enough."""
        return self.margin >= 0


class AttackRolled(Event, frozen=True, tag="attack-rolled"):
    """An attack check and the defence checks against it so far."""

    unit: str
    weapon: str
    faces: tuple[int, ...]
    skill: int
    total: int
    defences: tuple[Defence, ...]
    lines: tuple[Modifier, ...] = ()

    def change(self, state: State) -> None:
        if self.defences:
            last = self.defences[-1]
            state.rolled = Rolled(
                "attack", self.unit, last.target, self.weapon, len(self.faces), self.skill, len(last.faces),
                last.skill, self.total, last.total,
            )  # fmt: skip


class ExchangeEnded(Event, frozen=True, tag="exchange-ended"):
    """An action and all reactions to it are resolved."""

    @heeds("blitz.10.3", "blitz.7.6-stealth", "blitz.7.7", "blitz.14.0", "blitz.14.5b")
    def change(self, state: State) -> None:
        """Sensors and radios are off again, and who gave up the last standby token is no longer braced."""
        state.rolled = None
        state.sensing.clear()
        for unit in state.units.values():
            for token in (SPENT_STANDBY, EXPOSED, EMITTING, JAMMED_NOW):
                unit.tokens.pop(token, None)


class StoodBy(Event, frozen=True, tag="stood-by"):
    """A model kept actions as standby tokens."""

    unit: str
    tokens: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(unit, self.tokens)
        unit.tokens[STANDBY] = unit.token(STANDBY) + self.tokens


class StandbyLost(Event, frozen=True, tag="standby-lost"):
    """A model that is engaged has no use for its standby tokens any more."""

    unit: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        drop(unit, STANDBY, unit.token(STANDBY))


def declared(state: State, event: AttackDeclared, _seat: str | None) -> Line:
    """Who attacks whom with what."""
    unit = state.units[event.unit]
    at = ", ".join(state.units[target].name for target in event.targets) or "all around"
    verb = (
        "fires indirectly"
        if event.mode
        else "snap fires"
        if event.snap
        else "strikes with"
        if unit.line.weapons[event.weapon].is_melee
        else "fires"
    )
    load = f" ({event.load})" if event.load else ""
    eyes = ", active sensors on" if event.sensors else ""
    text = f"{unit.name} {verb} the {event.weapon}{load} at {at}{eyes}."
    rule = "blitz.14.2a" if event.mode else "blitz.10.4" if event.snap else "blitz.8.2"
    return Line(text, (unit.id, *event.targets), rule)


def rolled(state: State, event: AttackRolled, _seat: str | None) -> Line:
    """Both checks and the margin."""
    name = state.units[event.unit].name
    ours = f"{name} {faces_text(event.faces)} at {skill_text(event.skill)} = {event.total}"
    throws = [_throw(f"{name} attacks", event.faces, event.lines, event.total, event.skill)]
    words, units = [], [event.unit]
    for defence in event.defences:
        target = state.units[defence.target].name
        came = f"hit by {defence.margin}" if defence.is_hit else f"missed by {-defence.margin}"
        theirs = f"{faces_text(defence.faces)} at {skill_text(defence.skill)} = {defence.total}"
        words.append(f"{target} {theirs}: {came}")
        throws.append(_throw(f"{target} defends", defence.faces, defence.lines, defence.total, defence.skill))
        units.append(defence.target)
    weapon = state.units[event.unit].line.weapons.get(event.weapon)
    look = effect_of(weapon) if weapon else ""
    shots = tuple(Shot(look, event.unit, defence.target, defence.is_hit) for defence in event.defences)
    text = f"{ours}; {'; '.join(words)}." if words else f"{ours}."
    return Line(text, tuple(units), "blitz.2.2b", tuple(throws), shots)


def _throw(label: str, faces: tuple[int, ...], lines: tuple[Modifier, ...], total: int, skill: int) -> Throw:
    throw = shown.pool_throw(label, faces, (BASE, *lines), total, skill)
    return msgspec.structs.replace(throw, rule="blitz.2.2b")


def measured(state: State, event: RangeMeasured, _seat: str | None) -> Line:
    """Off-board distances told."""
    far = [(state.units[unit].name, state.facts[f"{DISTANCE}:{unit}"].value) for unit in event.units]
    text = "; ".join(f"{name} is {inches_text(int(mils))} in beyond the table's edge" for name, mils in far)
    return Line(f"{text}.", event.units, "blitz.16.2c")


def stood_by(state: State, event: StoodBy, _seat: str | None) -> Line:
    """Actions kept."""
    text = f"{state.units[event.unit].name} stands by with {event.tokens} action{'s' * (event.tokens > 1)}."
    return Line(text, (event.unit,), "blitz.10.3")


def standby_lost(state: State, event: StandbyLost, _seat: str | None) -> Line:
    """Tokens gone in melee."""
    return Line(f"{state.units[event.unit].name} is engaged and loses its standby.", (event.unit,), "blitz.10.3")


# --- 10.4b and 11.1: where models were when the activation under way began


@heeds("blitz.10.4b", "blitz.11.1")
def start_body(state: State, unit: Unit) -> Body:
    """A model's silhouette where it was when the activation under way began."""
    now = state.activation
    if now is None or now.unit != unit.id:
        return unit.body
    return Body(now.x, now.y, now.z, unit.line.radius, unit.height)


@heeds("blitz.11.1")
def was_behind(state: State, attacker: Unit, target: Unit) -> bool:
    """Whether the attacker was wholly in the target's back arc when the activation began; either may have moved."""
    now = state.activation
    if now is not None and now.unit == target.id:
        return not target.is_infantry and is_wholly_in(BACK, now.x, now.y, now.facing, attacker.body)
    return is_behind(start_body(state, attacker), target)


# --- 8.2c: what using a weapon leaves behind: it has fired, its ammunition is less, whoever hid is seen


@rule("blitz.wtrait.silent")
@heeds("blitz.8.2c", "blitz.wtrait.la", "blitz.18.1", "blitz.15.5b", "blitz.7.6-stealth", "blitz.wtrait.bw")
def use(state: State, unit: Unit, weapon_id: str, snap: bool) -> None:
    """Note an attack with this weapon. A silenced one gives neither hiding nor stealth away."""
    weapon = unit.line.weapons[weapon_id]
    unit.fired.append(weapon_id)
    if "LA" in weapon.traits:
        unit.expended[weapon_id] = unit.expended.get(weapon_id, 0) + 1
    unit.tokens.pop(SILENCE, None)
    if "Silent" not in weapon.traits:
        unit.tokens.pop(HIDING, None)
        unit.tokens[EXPOSED] = 1
    if state.activation is not None and not snap and state.activation.unit == unit.id:
        state.activation.marks.append(weapon_id)


# --- 17.1 to 17.3 and 17.7b: what the air adds to distances, and which weapons reach into it and out of it

PASS = "strafing pass"
PASSED = "passed over "
"""Before the id of an off-board model that an aircraft circled over in this activation."""
SIDES = ("L", "R", "T", "FT")
TURRETS = ("T", "FT")


@rule("blitz.17.7b")
@heeds("blitz.2.13-flying", "blitz.16.1b")
def is_flying(unit: Unit) -> bool:
    """In the air: aircraft, elevated VTOLs, and whoever has just been dropped."""
    return unit.status == ALOFT or ALOFT in unit.tokens


def line_of(state: State, unit: Unit) -> Stride:
    """The line a strafing model flies along: through the middle of the table, from edge to edge."""
    for name, now in (("", state.activation), *state.beside.items()):
        if now is not None and now.unit == unit.id and name in ("", unit.id):
            for mark in now.marks:
                if mark.startswith(PASS):
                    x0, y0, x1, y1 = map(int, mark.removeprefix(PASS).split(","))
                    return Stride(x0, y0, x1, y1, distance(x0, y0, x1, y1))
    return Stride(unit.x, unit.y, unit.x + 1, unit.y, 1)


@rule("blitz.17.3")
@heeds("blitz.17.1", "blitz.17.7b", "blitz.17.2", "blitz.16.1b", "blitz.wtrait.aa")
def attack_distance(state: State, unit: Unit, target: Unit, weapon: Weapon, measured: int | None = None) -> int:
    """How far away a target counts as with this weapon; `measured` is the distance between the two, if it is known.

    Circling adds 12 in both ways, once; strafing and being an elevated VTOL only to weapons without AA. Who strafes
    attacks from wherever on its line it likes, and bombs fall from straight above.
    """
    if weapon.category == AIR:
        return 0
    if STRAFING in unit.tokens:
        beyond = off_board_distance(state, target, unit.seat)
        return _from_line(line_of(state, unit), target, weapon) + beyond
    far = distance_between(state, unit, target) if measured is None else measured
    circles = unit.status == ALOFT or (target.status == ALOFT and STRAFING not in target.tokens)
    if circles or (is_flying(target) and "AA" not in weapon.traits):
        far += HIGH
    return far


def _from_line(line: Stride, target: Unit, weapon: Weapon) -> int:
    """The distance that suits the weapon best of all there are along a line."""
    low, high = 0, line.length
    while low < high:
        middle = (low + high) // 2
        near = compare_to_segment(target.x, target.y, line.x0, line.y0, line.x1, line.y1, middle + target.line.radius)
        low, high = (low, middle) if near <= 0 else (middle + 1, high)
    ends = max(distance(target.x, target.y, line.x0, line.y0), distance(target.x, target.y, line.x1, line.y1))
    return max(low, min(weapon.near, ends - target.line.radius))


@heeds("blitz.17.2", "blitz.17.5a")
def is_under(line: Stride, target: Unit, radius: int = 0) -> bool:
    """Whether a line, or a base of this radius along it, passes over any part of a base."""
    near = radius + target.line.radius
    return compare_to_segment(target.x, target.y, line.x0, line.y0, line.x1, line.y1, near) <= 0


@rule("blitz.17.1", "blitz.17.2", "blitz.17.5a")
@heeds("blitz.17.7b")
def refuse_from_above(state: State, unit: Unit, target: Unit, weapon: Weapon) -> Refusal | None:
    """Why a flying model cannot attack this, or nobody can reach up to it so."""
    if weapon.category == AIR and STRAFING not in unit.tokens:
        return _refuse_drop(state, unit, target, weapon)
    if weapon.is_melee and is_flying(target):
        return Refusal("aloft", "blitz.17.7b", f"The {target.name} is in the air, out of reach of any blow.")
    if unit.status != ALOFT:
        return None
    if STRAFING in unit.tokens:
        return _refuse_strafing(state, unit, target, weapon)
    parts = weapon.arc.replace("/", "+").split("+")
    if is_flying(target):
        ahead = is_in_arc(unit, "F", target.body) and {"F", *TURRETS} & {*parts}
        return None if ahead else Refusal("arc", "blitz.17.1", "Circling, flyers are attacked with forward weapons.")
    if {*SIDES} & {*parts}:
        return None
    return Refusal(
        "arc", "blitz.17.1", f"Circling, the {unit.name} attacks the ground with weapons to its sides alone."
    )


@heeds("blitz.17.5a", "blitz.16.2c")
def _refuse_drop(state: State, unit: Unit, target: Unit, weapon: Weapon) -> Refusal | None:
    """Circling, only off-board models are bombed, over which the move has led."""
    now = state.activation
    if unit.status == ALOFT and now is not None and now.unit == unit.id and PASSED + target.id in now.marks:
        return None
    message = f"The {weapon.id} is dropped in a strafing pass, or on off-board models that were circled over."
    return Refusal("drop", "blitz.17.5a", message)


def _refuse_strafing(state: State, unit: Unit, target: Unit, weapon: Weapon) -> Refusal | None:
    """Under its line, or with a turret in detection range of it; never another flyer."""
    if is_flying(target):
        return Refusal("flyer", "blitz.17.2", "In a strafing pass no other flyer is attacked.")
    line, turret = line_of(state, unit), {*TURRETS} & {*weapon.arc.replace("/", "+").split("+")}
    under = target.status != OFF_BOARD and is_under(line, target)
    if not under and (weapon.category == AIR or not turret):
        return Refusal("line", "blitz.17.2", f"The {target.name} is not under the line the {unit.name} flies.")
    reach = reach_to(state, unit, target)
    far = attack_distance(state, unit, target, weapon)
    if weapon.category != AIR and far > max(reach, weapon.near):
        message = f"The {target.name} is {inches(far)} in from the line, and detected within {inches(reach)} in."
        return Refusal("detection", "blitz.17.2", message)
    return None


# --- 8.2a to 8.2c and 8.4: which weapon can be brought to bear on which target

CHARGING_RANGE = 18 * INCH
HAND_HELD = ("HG", "SE")
"""Weapons that need arms to throw or to place."""


def loaded(unit: Unit, weapon_id: str, load: str = "") -> Weapon:
    """A weapon with its ammunition, or a model's own weight."""
    weapon = unit.line.weapons.get(weapon_id)
    return bodily(weapon_id) if weapon is None else weapon.loads[load]


class Sight:
    """What a model has before its sights: one target, and what distance, lock and cover say about it."""

    __slots__ = ("_locked", "_look", "body", "distance", "state", "target", "unit")

    def __init__(self, state: State, unit: Unit, target: Unit) -> None:
        self.state, self.unit, self.target = state, unit, target
        self.body = target.body
        self.distance = distance_between(state, unit, target)
        self._look: Look | None = None
        self._locked: bool | None = None

    @property
    def look(self) -> Look:
        """The cover that counts, seen from the attacker."""
        if self._look is None:
            self._look = look_at(self.state, self.unit, self.target, crowd_of(self.state))
        return self._look

    @property
    @heeds("blitz.7.1", "blitz.14.5a", "blitz.8.2a")
    def is_locked(self) -> bool:
        """Lock of its own, or shared by a friend with a sensor boost."""
        if self._locked is None:
            self._locked = has_lock(self.state, self.unit, self.target, self.look) or bool(self.lenders)
        return self._locked

    @property
    @heeds("blitz.14.5a")
    def lenders(self) -> list[Unit]:
        """Friends near with a sensor boost who have lock on the target."""
        return [other for other in lenders(self.state, self.unit) if has_lock(self.state, other, self.target)]


@rule("blitz.8.2c", "blitz.wtrait.la", "blitz.wtrait.stabilizer", "blitz.trait.stabilized", "blitz.A.4-grenades")
@heeds("blitz.trait.arms", "blitz.trait.aux", "blitz.wtrait.ammo", "blitz.8.5e")
@rule("blitz.wtrait.point")
def refuse_weapon(
    state: State, unit: Unit, weapon_id: str, load: str, snap: bool = False, free: bool = False
) -> Refusal | None:
    """Why this model cannot use this weapon at all now; `free`: no action is needed for it."""
    weapon = unit.line.weapons.get(weapon_id)
    if weapon is None:
        carried = ", ".join(unit.line.weapons)
        return Refusal("no-weapon", "blitz.8.2c", f"The {unit.name} carries no {weapon_id}: it has {carried}.")
    if load not in weapon.loads:
        kinds = " or ".join(name or "its one kind" for name in weapon.loads)
        return Refusal("load", "blitz.wtrait.ammo", f"The {weapon.id} fires {kinds}, not '{load}'.")
    if not free and (idle := refuse_idle(unit, tokens=True)):
        return idle
    again = weapon.is_melee or (snap and "Point" in weapon.traits)
    if weapon.id in unit.fired and not again:
        return Refusal("used", "blitz.8.2c", f"The {weapon.id} of the {unit.name} has attacked this round.")
    if "LA" in weapon.traits and unit.expended.get(weapon.id, 0) >= weapon.traits["LA"]:
        return Refusal("ammunition", "blitz.wtrait.la", f"The {weapon.id} has no ammunition left.")
    if weapon.aux and unit.is_crippled:
        return Refusal("aux", "blitz.trait.aux", f"The {weapon.id} does not work on a crippled model.")
    if "Stabilizer" in weapon.traits and unit.stance != BRACED:
        return Refusal("stabilizer", "blitz.wtrait.stabilizer", f"The {weapon.id} fires only while braced.")
    if weapon.row.code in HAND_HELD and "Arms" not in unit.line.traits and unit.line.type != "Drone":
        return Refusal("arms", "blitz.A.4-grenades", f"The {unit.name} has no arms to use the {weapon.id} with.")
    return _refuse_situation(state, unit, weapon, snap)


@rule("blitz.6.3c")
@heeds("blitz.wtrait.bw", "blitz.6.5f", "blitz.15.5c", "blitz.trait.arms")
def _refuse_situation(state: State, unit: Unit, weapon: Weapon, snap: bool) -> Refusal | None:
    """Why it cannot use this weapon as it stands, climbs, charges or runs."""
    if unit.is_infantry and unit.stance == TOP_SPEED and not snap:
        return Refusal("speed", "blitz.6.3c", "Infantry do not attack in an activation at top speed.")
    now = state.activation
    if "Arm" in weapon.arc and HANGING in unit.tokens and now is not None and now.unit == unit.id and now.gait:
        message = f"The {unit.name} climbs: its arms hold no {weapon.id} until it ends the move and hangs there."
        return Refusal("climbing", "blitz.6.5f", message)
    if CHARGE in unit.tokens and not weapon.is_melee and weapon.most > CHARGING_RANGE:
        return Refusal(
            "charge", "blitz.15.5c", f"In a charge the {weapon.id}, which reaches farther than 18 in, is no use."
        )
    if not snap and now is not None and now.unit == unit.id:
        return refuse_backup(unit, weapon, now.marks)
    return None


@rule("blitz.wtrait.bw")
def refuse_backup(unit: Unit, weapon: Weapon, fired: Iterable[str]) -> Refusal | None:
    """Of a backup weapon and the others of its arms one is fired in an activation, and in answer to one action."""
    for other in (unit.line.weapons[name] for name in fired if name in unit.line.weapons):
        both = other.id != weapon.id and "Arm" in weapon.arc and "Arm" in other.arc
        if both and "BW" in (weapon.traits | other.traits):
            message = f"The {other.id} has been fired: one of them is the backup of the other."
            return Refusal("backup", "blitz.wtrait.bw", message)
    return None


@heeds("blitz.8.2a", "blitz.8.2b", "blitz.8.4")
def can_bear(sight: Sight, weapon: Weapon) -> bool:
    """Whether a ready weapon reaches a target: range, arc, lock, no heavy full cover. Nobody hears why not."""
    is_plain = not weapon.is_melee and weapon.category != AIR and STRAFING not in sight.unit.tokens
    if is_plain and sight.distance > weapon.most:  # flying only adds to it
        return False
    return refuse_bearing(sight, weapon) is None


@rule("blitz.8.2a", "blitz.8.2b", "blitz.8.2", "blitz.10.1", "blitz.11.2")
@heeds("blitz.8.4", "blitz.7.5a", "blitz.18.4", "blitz.11.0", "blitz.16.2c")
def refuse_bearing(sight: Sight, weapon: Weapon, any_arc: bool = False) -> Refusal | None:
    """Why a weapon cannot be brought to bear on a target."""
    unit, target = sight.unit, sight.target
    above = refuse_from_above(sight.state, unit, target, weapon)
    if above is not None:
        return above
    far = attack_distance(sight.state, unit, target, weapon, sight.distance)
    here = OFF_BOARD not in (unit.status, target.status)
    touching = weapon.is_melee and (far <= CONTACT or (here and touches(unit.body, target.body)))
    if far > weapon.most and not touching:
        away = f"{inches(far)} in away; the {weapon.id} reaches {inches(weapon.most)} in"
        facts: dict[str, str | int | float] = {"distance": far, "range": weapon.most}
        return Refusal("range", "blitz.8.2b", f"The {target.name} is {away}.", facts)
    if target.line.type == "Drone" and not hits_drones(weapon):
        message = f"The {target.name} is a drone: only melee and AI, Spray, AE or Precise weapons may target it."
        return Refusal("drone", "blitz.18.4", message)
    if STRAFING in unit.tokens or weapon.category == AIR:
        return None
    if not any_arc and not is_in_arc(unit, weapon.arc, sight.body):
        arc = ARC_NAMES.get(weapon.arc, weapon.arc)
        return Refusal("arc", "blitz.8.4", f"The {target.name} is outside the {arc} of the {weapon.id}.")
    if touching:
        return None
    if sight.look.blocked:
        return Refusal("blocked", "blitz.7.5a", f"Heavy terrain hides all of the {target.name}.")
    if not sight.is_locked:
        reach, sensed = reach_to(sight.state, unit, target), sensed_distance(sight.state, unit, target)
        message = f"The {unit.name} has no lock on the {target.name}: it is in full cover, "
        message += f"{inches(sensed)} in away, and detected within {inches(reach)} in."
        return Refusal("lock", "blitz.8.2a", message, {"distance": sensed, "detection": reach})
    return None


@heeds("blitz.18.4")
def hits_drones(weapon: Weapon) -> bool:
    """Whether an attack can hit something as small as a drone."""
    return weapon.is_melee or bool(weapon.area) or bool({"AI", "Spray", "Precise"} & weapon.traits.keys())
