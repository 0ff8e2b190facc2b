"""5.2 and 5.4: which attacks are possible, and the Strikes an attack consists of."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.sighting.arcs import turn_to_bear
from gearlock.systems.brigands.attacking.modifiers import Strike
from gearlock.systems.brigands.flying.airborne import extra_reach
from gearlock.systems.brigands.lock_and_cover.arcs import ARC_NAMES, arc_of, is_in_arc
from gearlock.systems.brigands.lock_and_cover.cover import Crowd, look_at, look_from_above
from gearlock.systems.brigands.lock_and_cover.looks import CLEAR, Look
from gearlock.systems.brigands.lock_and_cover.sensing import is_stealthy, sees_by_boom, sensors_to
from gearlock.systems.brigands.paying import FREE, payment
from gearlock.systems.brigands.state import BRACED, FIELDED, WRECK, State, Unit
from gearlock.systems.brigands.weapons import BALLISTIC, INDIRECT, MELEE, Weapon
from gearlock.table.inches import gap
from gearlock.table.measure import INCH, inches

SPLIT_REACH = 6 * INCH
HITS_DRONES = frozenset(("AI", "Spray", "Blast", "Precise"))


@rule("brigands.wtrait.auto")
@heeds("brigands.1.6b", "brigands.6.1", "brigands.6.2", "brigands.11.4b-airdrop")
def price(unit: Unit, weapon: Weapon) -> str:
    """What the model pays an attack with: an Action, else a token. Empty: it cannot pay.

    An Auto weapon attacks for nothing once in a Round; only melee weapons have a second attack to pay for. A model
    that has not landed yet does nothing at all.
    """
    if unit.is_dropping:
        return ""
    if "Auto" in weapon.traits and weapon.id not in unit.used:
        return FREE
    return payment(unit)


@rule("brigands.5.1", "brigands.5.1b", "brigands.wtrait.aux", "brigands.wtrait.stabilizer", "brigands.wtrait.la")
def refuse_weapon(unit: Unit, weapon_id: str, category: str) -> Refusal | None:
    """Why this model cannot use this weapon in this way at all now."""
    weapon = unit.line.weapons.get(weapon_id)
    if weapon is None:
        carried = ", ".join(unit.line.weapons)
        return Refusal("no-weapon", "brigands.5.1", f"The {unit.name} carries no {weapon_id}: it has {carried}.")
    if category not in weapon.categories:
        ways = " or ".join(weapon.categories)
        return Refusal(
            "category", "brigands.5.1b", f"The {weapon.id} attacks as {ways}, not as {category or 'nothing'}."
        )
    if weapon.id in unit.used and not weapon.is_melee:
        return Refusal("used", "brigands.5.1", f"The {unit.name} has already fired its {weapon.id} this Round.")
    if not price(unit, weapon):
        return Refusal("no-action", "brigands.1.6b", f"The {unit.name} has no Action or token left.", {"actions": 0})
    if "LA" in weapon.traits and unit.expended.count(weapon.id) >= weapon.traits["LA"]:
        return Refusal("ammunition", "brigands.wtrait.la", f"The {weapon.id} has no ammunition left.")
    if "Aux" in weapon.traits and unit.handicap:
        return Refusal("aux", "brigands.wtrait.aux", f"The {weapon.id} does not work on a Crippled model.")
    if "Stabilizer" in weapon.traits and unit.stance != BRACED:
        return Refusal("stabilizer", "brigands.wtrait.stabilizer", f"The {weapon.id} fires only while Braced.")
    return None


@rule("brigands.1.4a")
class Aim:
    """What a model has before its sights: one target, and what distance, arc, sensors and cover say about it.

    Worked out as far as somebody asks, once for all weapons. `granted`: somebody else has Sensor Lock for it.
    """

    __slots__ = ("_above", "_arcs", "_look", "_sensors", "body", "crowd", "distance", "state", "target", "unit")

    def __init__(
        self, state: State, unit: Unit, target: Unit, granted: bool = False, crowd: Crowd | None = None
    ) -> None:
        self.state, self.unit, self.target, self.crowd = state, unit, target, crowd
        self.body = target.body
        self.distance = gap(unit.body, self.body)
        self._sensors = self.distance if granted else -1
        self._arcs: dict[str, bool] = {}
        self._look: Look | None = None
        self._above: Look | None = None

    @property
    def sensors(self) -> int:
        """How far away the target may be for Sensor Lock."""
        if self._sensors < 0:
            self._sensors = sensors_to(self.state, self.unit, self.target, attacking=True)
        return self._sensors

    def is_in_arc(self, arc: str) -> bool:
        """Whether any part of the target lies in this arc."""
        known = self._arcs.get(arc)
        if known is None:
            known = self._arcs[arc] = is_in_arc(self.unit, arc, self.body)
        return known

    @heeds("brigands.4.2")
    def look(self, category: str) -> Look:
        """The cover that counts: from the attacker's best point, or from above for Indirect attacks."""
        if category == INDIRECT:
            if self._above is None:
                self._above = look_from_above(self.state, self.target)
            return self._above
        if self._look is None:
            self._look = CLEAR if self.unit is self.target else look_at(self.state, self.unit, self.target, self.crowd)
        return self._look

    @property
    @heeds("brigands.4.3", "brigands.trait.stealth")
    def is_locked(self) -> bool:
        """Line of Sight or Sensor Lock; a model with Stealth is found by Sensor Lock alone."""
        if self.distance <= self.sensors:
            return True
        if is_stealthy(self.target):
            return False
        return self.look(BALLISTIC).sight or sees_by_boom(self.state, self.unit, self.target)

    @heeds("brigands.5.1a-range", "brigands.wtrait.aa")
    def reach(self, weapon: Weapon) -> int:
        """How far away this target may be for a weapon; Anti-Air reaches farther for what flies."""
        return weapon.most + extra_reach(weapon, self.target)

    def strike(self, weapon: Weapon, category: str, secondary: bool) -> Strike:
        """The roll at this target, measured to it."""
        cover = 0 if category == MELEE else self.look(category).dice
        optimal = weapon.is_optimal(self.distance, extra_reach(weapon, self.target))
        return Strike(self.unit.id, weapon.id, category, self.target.id, optimal, cover, secondary)


@rule("brigands.9.2-target")
@heeds("brigands.wtrait.ai", "brigands.wtrait.spray", "brigands.wtrait.blast")
def hits_drones(weapon: Weapon, category: str) -> bool:
    """Whether an attack can hit something as small as a drone. An area of effect without Blast cannot."""
    return category == MELEE or not HITS_DRONES.isdisjoint(weapon.traits)


def refuse_drone(aim: Aim, weapon: Weapon, category: str) -> Refusal | None:
    """Why a weapon cannot be aimed at a drone."""
    if not aim.target.controller or hits_drones(weapon, category):
        return None
    message = f"The {aim.target.name} is a drone: only melee and AI, Spray, Blast or Precise weapons may target it."
    return Refusal("drone", "brigands.9.2-target", message)


@heeds("brigands.5.2", "brigands.5.2a", "brigands.5.2b", "brigands.5.2c")
def can_aim(aim: Aim, weapon: Weapon, category: str) -> bool:
    """Whether this weapon can be brought to bear on this target. Melee needs no Lock."""
    return aim.distance <= aim.reach(weapon) and aim.is_in_arc(weapon.arc) and can_bear(aim, weapon, category)


@heeds("brigands.5.2a", "brigands.5.2b", "brigands.5.2c")
def can_bear(aim: Aim, weapon: Weapon, category: str) -> bool:
    """Whether Lock and cover let a weapon reach this target that has the range and the arc."""
    if aim.target.controller and not hits_drones(weapon, category):
        return False
    unsensed = aim.distance > aim.sensors
    if unsensed and (category == INDIRECT or (category != MELEE and not aim.is_locked) or is_stealthy(aim.target)):
        return False
    return not aim.look(category).blocked


@rule("brigands.5.2")
@heeds("brigands.5.2a", "brigands.5.2b", "brigands.5.2c")
def refuse_aim(aim: Aim, weapon: Weapon, category: str) -> Refusal | None:
    """Why this weapon cannot be brought to bear on this target: range, arc, Lock, Full Heavy Cover."""
    if can_aim(aim, weapon, category):
        return None
    refusal = refuse_drone(aim, weapon, category) or refuse_distance(aim, weapon)
    return refusal or refuse_arc(aim, weapon) or refuse_lock(aim, category)


@heeds("brigands.1.5b")
def refuse_arc(aim: Aim, weapon: Weapon) -> Refusal | None:
    """Why a target is outside a weapon's arc."""
    if aim.is_in_arc(weapon.arc):
        return None
    turn = turn_to_bear(arc_of(aim.unit, weapon.arc), aim.unit, aim.target.body)
    facts: dict[str, str | int | float] = {"arc": weapon.arc, "turn": turn}
    way = f"; a turn of {-(-abs(turn) // 10)}° to the {'left' if turn > 0 else 'right'} would do" if turn else ""
    message = f"The {aim.target.name} is outside the {ARC_NAMES[weapon.arc]} of the {weapon.id}{way}."
    return Refusal("arc", "brigands.1.5b", message, facts)


@rule("brigands.5.1a-range")
def refuse_distance(aim: Aim, weapon: Weapon) -> Refusal | None:
    """Why a target is too far away for a weapon."""
    reach = aim.reach(weapon)
    if aim.distance <= reach:
        return None
    message = f"The {aim.target.name} is {inches(aim.distance)} in away; the {weapon.id} reaches {inches(reach)} in."
    return Refusal("range", "brigands.5.1a-range", message, {"distance": aim.distance, "range": reach})


@rule("brigands.4.3")
@heeds("brigands.4.4-full", "brigands.1.7b")
def refuse_lock(aim: Aim, category: str) -> Refusal | None:
    """Why there is no Lock, or why the attack would be stopped. Melee needs no Lock."""
    reach = aim.sensors
    if aim.distance > reach and (category != MELEE or is_stealthy(aim.target)):
        facts: dict[str, str | int | float] = {"distance": aim.distance, "sensors": reach}
        if is_stealthy(aim.target):
            message = f"Stealth hides the {aim.target.name} from all but Sensor Lock, here within {inches(reach)} in."
            return Refusal("stealth", "brigands.trait.stealth", message, facts)
        if category == INDIRECT:
            message = f"Indirect fire needs Sensor Lock: the {aim.target.name} is beyond {inches(reach)} in."
            return Refusal("lock", "brigands.5.2b", message, facts)
        if not aim.is_locked:
            message = f"The {aim.unit.name} neither sees the {aim.target.name} nor has it in sensor range."
            return Refusal("lock", "brigands.4.3", message, facts)
    if aim.look(category).blocked:
        message = f"Heavy terrain hides all of the {aim.target.name} from this {category.lower()} attack."
        return Refusal("blocked", "brigands.4.4-full", message)
    return None


def refuse_targets(state: State, unit: Unit, targets: tuple[str, ...]) -> Refusal | None:
    """Why these cannot be the targets of an attack at all: strangers, friends, the gone."""
    for target_id in targets:
        target = state.units.get(target_id)
        if target is None or target.status not in (FIELDED, WRECK):
            return Refusal("no-target", "brigands.5.2", f"There is no {target_id} on the table.")
        if target.status == FIELDED and target.seat == unit.seat:
            return Refusal("friend", "brigands.5.2", f"The {target.name} is a friend; only an area may reach it.")
    if len(set(targets)) != len(targets):
        return Refusal("twice", "brigands.5.4", "No target may be attacked twice by one Attack.")
    return None


@rule("brigands.5.4c", "brigands.wtrait.split")
def refuse_split(state: State, weapon: Weapon, targets: tuple[str, ...]) -> Refusal | None:
    """Why these targets cannot share one attack: too many, or one of them not within 6 in of another."""
    if len(targets) == 1:
        return None
    most = weapon.traits.get("Split", 1)
    if not targets or len(targets) > most:
        message = f"The {weapon.id} attacks {f'up to {most} targets' if most > 1 else 'one target'} at a time."
        return Refusal("targets", "brigands.5.4c", message, {"targets": len(targets), "most": most})
    bodies = {target: state.units[target].body for target in targets}
    for target, body in bodies.items():
        if not any(gap(body, other) <= SPLIT_REACH for name, other in bodies.items() if name != target):
            message = f"The {state.units[target].name} is not within 6 in of another target of the attack."
            return Refusal("apart", "brigands.5.4c", message)
    return None


@heeds("brigands.5.4c")
def aimed_strikes(state: State, unit: Unit, weapon: Weapon, category: str, targets: tuple[str, ...]) -> list[Strike]:
    """The Strikes of an attack without an area: one on the Primary Target, or all of them Secondary when split."""
    split = len(targets) > 1
    return [Aim(state, unit, state.units[target]).strike(weapon, category, split) for target in targets]
