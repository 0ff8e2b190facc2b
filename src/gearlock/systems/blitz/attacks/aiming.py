"""8.2a to 8.2c and 8.4: which weapon can be brought to bear on which target."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.blitz.attacks.heights import attack_distance, refuse_from_above
from gearlock.systems.blitz.general_concepts.arcs import ARC_NAMES, is_in_arc
from gearlock.systems.blitz.general_concepts.measuring import CONTACT, distance_between, touches
from gearlock.systems.blitz.lock_and_cover.cover import crowd_of, look_at
from gearlock.systems.blitz.lock_and_cover.looks import Look
from gearlock.systems.blitz.lock_and_cover.sensing import has_lock, lenders, reach_to, sensed_distance
from gearlock.systems.blitz.lock_and_cover.sensing import with_sensors as with_sensors
from gearlock.systems.blitz.paying import refuse_idle
from gearlock.systems.blitz.state import BRACED, CHARGE, HANGING, OFF_BOARD, STRAFING, TOP_SPEED, State, Unit
from gearlock.systems.blitz.weapons import AIR, Weapon, bodily
from gearlock.table.measure import INCH, inches

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
