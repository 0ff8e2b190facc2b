"""5.1 to 5.4: which attacks are possible, the Strikes they consist of, areas and rerolls for nothing."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.areas import caught
from gearlock.mechanics.sighting.arcs import turn_to_bear
from gearlock.odds.pools import pool_score
from gearlock.systems.brigands.actions import FREE, pay, payment, use
from gearlock.systems.brigands.attacks.modifiers import Strike
from gearlock.systems.brigands.chain_of_command import FORCE_COMMANDER, heeds_orders, is_near
from gearlock.systems.brigands.lock_and_cover.sight import (
    ARC_NAMES,
    CLEAR,
    Crowd,
    Look,
    arc_of,
    crowd_at,
    is_in_arc,
    is_stealthy,
    look_at,
    look_at_point,
    look_from_above,
    look_from_point,
    sees_by_boom,
    senses_point,
    sensors_to,
)
from gearlock.systems.brigands.models import BALLISTIC, INDIRECT, MELEE, MISSILE, Weapon
from gearlock.systems.brigands.state import BRACED, COORDINATED_ATTACK, EVADE, FIELDED, WRECK, Rolled, State, Unit
from gearlock.systems.brigands.vtols import extra_reach
from gearlock.table.bodies import Body
from gearlock.table.inches import gap
from gearlock.table.measure import INCH, inches


class Attack(Order, frozen=True, tag="attack"):
    """Attack with one weapon: one target, several for Split, none for an area around a bare point or oneself.

    `aim` is the Target Point (x, y, z) of an area weapon; without one it is the middle of the target's Silhouette.
    `sharer` is the friend whose Sensor Lock it takes.
    """

    unit: str
    weapon: str
    category: str
    targets: tuple[str, ...] = ()
    aim: tuple[int, int, int] | None = None
    sharer: str = ""


class Demolish(Order, frozen=True, tag="demolish"):
    """Attack a building with one weapon."""

    unit: str
    weapon: str
    category: str
    building: str = ""


class SnapFire(Order, frozen=True, tag="snap-fire"):
    """Answer the Active model with an attack on it, or on the model that helps it where `target` names one."""

    unit: str
    weapon: str
    category: str
    tall: bool = False
    target: str = ""


BUILDING_ROLLS = 1
"""What a building always rolls."""


class AttackDeclared(Event, frozen=True, tag="attack-declared"):
    """An attack, its targets (the Primary first, if any) and what it was paid with.

    `observer` is the Origin of the Forward Observation it is chained to, `sharer` whoever lent its Sensor Lock.
    """

    unit: str
    weapon: str
    category: str
    targets: tuple[str, ...]
    cost: str
    point: tuple[int, int, int] | None = None
    building: str = ""
    observer: str = ""
    sharer: str = ""

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(unit, self.cost)
        use(unit, self.weapon)


class AttackRolled(Event, frozen=True, tag="attack-rolled"):
    """Both pools of one attack on one target, with results and Margin of Success."""

    unit: str
    weapon: str
    target: str
    attack_faces: tuple[int, ...]
    defence_faces: tuple[int, ...]
    attack: int
    defence: int
    margin: int
    hit: bool
    attack_step: int = 4
    """From which face on a further die added."""
    defence_step: int = 4
    attack_lines: tuple[Modifier, ...] = ()
    """What made the pools: every modifier of either side."""
    defence_lines: tuple[Modifier, ...] = ()

    def change(self, state: State) -> None:
        sides = (
            (self.attack, self.attack_faces, self.attack_step),
            (self.defence, self.defence_faces, self.defence_step),
        )
        attack_bonus, defence_bonus = (
            result - pool_score(faces, step) if faces else 0 for result, faces, step in sides
        )
        state.bites = None
        state.rolled = Rolled(
            self.unit, self.weapon, self.target, self.attack, self.defence, len(self.attack_faces),
            len(self.defence_faces), attack_bonus, defence_bonus, 0, self.attack_step, self.defence_step,
        )  # fmt: skip


class ExchangeEnded(Event, frozen=True, tag="exchange-ended"):
    """An action and all reactions to it are resolved."""

    def change(self, state: State) -> None:
        active = state.active()
        state.rolled = state.bites = state.observation = None
        for unit in state.units.values():
            unit.bracing = False
            if unit is not active:
                unit.tall = False


class BuildingRolled(Event, frozen=True, tag="building-rolled"):
    """An attack on a building, which always rolls 1 itself."""

    unit: str
    weapon: str
    building: str
    faces: tuple[int, ...]
    result: int
    step: int = 4
    lines: tuple[Modifier, ...] = ()
    """Every modifier of the roll."""

    def change(self, state: State) -> None:
        bonus = self.result - pool_score(self.faces, self.step) if self.faces else 0
        state.bites = None
        state.rolled = Rolled(
            self.unit, self.weapon, "", self.result, BUILDING_ROLLS, len(self.faces), 0, bonus, 0, 0, self.step,
            building=self.building,
        )  # fmt: skip


class SnapFireDeclared(Event, frozen=True, tag="snap-fire-declared"):
    """A Passive model answers with an attack on the Active model."""

    unit: str
    weapon: str
    category: str
    targets: tuple[str, ...]
    cost: str
    tall: bool = False

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(unit, self.cost)
        use(unit, self.weapon)
        unit.tall = self.tall


# --- 5.2 and 5.4: which attacks are possible, and the Strikes an attack consists of

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


# --- 5.4a and 5.4b: Area of Effect, Blast and Proximity. One Target Point, and everybody around it


def target_point(state: State, unit: Unit, weapon: Weapon, order: Attack) -> Body:
    """Where the area is centred: as aimed, else the middle of the target's Silhouette, or of the firer's base."""
    if order.aim is not None:
        return Body(*order.aim)
    if "Proximity" in weapon.traits or not order.targets:
        return Body(unit.x, unit.y, unit.z)
    target = state.units[order.targets[0]]
    return Body(target.x, target.y, target.z + target.height // 2)


@rule("brigands.1.4b")
@heeds("brigands.5.4a")
def refuse_area(
    state: State, unit: Unit, weapon: Weapon, order: Attack, granted: tuple[str, ...] = ()
) -> Refusal | None:
    """Why this area attack is not possible; Lock on some targets may be `granted` by others."""
    if "Proximity" in weapon.traits:
        return _refuse_proximity(state, unit, weapon, order)
    point = target_point(state, unit, weapon, order)
    if len(order.targets) > 1:
        return Refusal("targets", "brigands.5.4a", f"The {weapon.id} is aimed at one point.")
    if order.targets:
        target = state.units[order.targets[0]]
        if gap(point, target.body):
            return Refusal("point", "brigands.5.4a", f"The Target Point lies outside the {target.name}.")
        aim, extra = Aim(state, unit, target, target.id in granted), extra_reach(weapon, target)
        return refuse_aim(aim, weapon, order.category) or refuse_far(unit, weapon, point, extra)
    return _refuse_bare_point(state, unit, weapon, order, point)


def _refuse_bare_point(state: State, unit: Unit, weapon: Weapon, order: Attack, point: Body) -> Refusal | None:
    """A point of the table is a target like another, but then it must not lie in anybody's Silhouette.

    Whoever it lies in is the Primary Target, which no model can be to itself.
    """
    if order.aim is None:
        return Refusal("point", "brigands.5.4a", f"The {weapon.id} needs a target or a Target Point.")
    if not (0 <= point.x <= state.ground.width and 0 <= point.y <= state.ground.height and 0 <= point.z <= 12_000):
        return Refusal("point", "brigands.5.4a", "The Target Point lies off the table.")
    refusal = refuse_far(unit, weapon, point)
    if refusal is not None:
        return refusal
    if not is_in_arc(unit, weapon.arc, point):
        return Refusal("arc", "brigands.1.5b", f"The Target Point is outside the arc of the {weapon.id}.")
    for other in state.standing():
        if other.controller and not hits_drones(weapon, order.category):
            continue
        near = abs(other.x - point.x) <= other.line.radius and abs(other.y - point.y) <= other.line.radius
        if near and gap(point, other.body) == 0:
            itself = f"The Target Point lies in the {unit.name} itself, which cannot be its own target."
            message = itself if other is unit else f"The Target Point lies in the {other.name}: name it as the target."
            return Refusal("point", "brigands.5.4a", message)
    return _refuse_point_lock(state, unit, order.category, point)


@heeds("brigands.4.3", "brigands.5.2a", "brigands.5.2b")
def _refuse_point_lock(state: State, unit: Unit, category: str, point: Body) -> Refusal | None:
    """Why there is no Lock on a point, or why Heavy terrain stops what is fired straight at it."""
    locked = senses_point(state, unit, point)
    if category != INDIRECT:
        look = look_at_point(state, unit, point)
        if look.blocked:
            return Refusal("blocked", "brigands.4.4-full", "Heavy terrain hides the Target Point.")
        locked = locked or look.sight
    return None if locked else Refusal("lock", "brigands.4.3", f"The {unit.name} has no Lock on the Target Point.")


def refuse_far(unit: Unit, weapon: Weapon, point: Body, extra: int = 0) -> Refusal | None:
    """Range is measured to the Target Point, for the modifier and for the maximum; `extra` is what Anti-Air adds."""
    far, reach = gap(unit.body, point), weapon.most + extra
    if far <= reach:
        return None
    message = f"The Target Point is {inches(far)} in away; the {weapon.id} reaches {inches(reach)} in."
    return Refusal("range", "brigands.5.4a", message, {"distance": far, "range": reach})


@rule("brigands.wtrait.proximity")
def _refuse_proximity(state: State, unit: Unit, weapon: Weapon, order: Attack) -> Refusal | None:
    """The area lies around a point of the firer's own base, so nobody is aimed at; somebody must be in it."""
    point = target_point(state, unit, weapon, order)
    if order.targets or gap(point, Body(unit.x, unit.y, unit.z, unit.line.radius)):
        message = f"The {weapon.id} goes off around the {unit.name}'s own base and is aimed at nobody."
        return Refusal("point", "brigands.wtrait.proximity", message)
    if not area_strikes(state, unit, weapon, order):
        message = f"Nobody is within {inches(weapon.area)} in of the {unit.name}."
        return Refusal("nobody", "brigands.wtrait.proximity", message)
    return None


@rule("brigands.5.4a", "brigands.5.4b", "brigands.wtrait.ae", "brigands.wtrait.blast")
@heeds("brigands.wtrait.proximity")
def area_strikes(state: State, unit: Unit, weapon: Weapon, order: Attack) -> list[Strike]:
    """The Primary Target, if a model was aimed at, then every other model the area reaches, friends and firer too.

    Full Heavy Cover keeps a model out of it. All targets of a Proximity weapon are Primary and the firer is none.
    """
    point = target_point(state, unit, weapon, order)
    proximity = "Proximity" in weapon.traits
    extra = max((extra_reach(weapon, state.units[target]) for target in order.targets), default=0)
    optimal = proximity or weapon.is_optimal(gap(unit.body, point), extra)
    strikes: list[Strike] = []
    for target_id in order.targets:
        look = Aim(state, unit, state.units[target_id]).look(order.category)
        strikes.append(Strike(unit.id, weapon.id, order.category, target_id, optimal, look.dice))
    for other, look in _caught(state, unit, weapon, order.category, point):
        if other.id not in order.targets and not (proximity and other.id == unit.id):
            strikes.append(Strike(unit.id, weapon.id, order.category, other.id, optimal, look.dice, not proximity))
    return strikes


def _caught(state: State, unit: Unit, weapon: Weapon, category: str, point: Body) -> Iterator[tuple[Unit, Look]]:
    """The models with any part in the area and not behind Full Heavy Cover, with the cover each of them has."""
    crowd = crowd_at(state)
    drones = hits_drones(weapon, category)
    exposed = [unit for unit in state.units.values() if unit.is_fielded and (drones or not unit.controller)]
    for other in caught(point, weapon.area, exposed):
        if "Blast" in weapon.traits:
            look = look_from_point(state, point, other, crowd)
        else:
            look = Aim(state, unit, other, crowd=crowd).look(category)
        if not look.blocked:
            yield other, look


@rule("brigands.5.4")
@heeds("brigands.5.8")
def refuse_marks(
    state: State, unit: Unit, weapon: Weapon, order: Attack, granted: tuple[str, ...] = ()
) -> Refusal | None:
    """Why this attack cannot be aimed as it is ordered; Lock on some targets may be `granted` by others."""
    refusal = refuse_targets(state, unit, order.targets)
    if refusal is not None:
        return refusal
    if weapon.area:
        return refuse_area(state, unit, weapon, order, granted)
    if order.aim is not None:
        return Refusal("point", "brigands.5.4", f"The {weapon.id} has no area: it is aimed at models.")
    refusal = refuse_split(state, weapon, order.targets)
    for target in order.targets:
        aim = Aim(state, unit, state.units[target], target in granted)
        refusal = refusal or refuse_aim(aim, weapon, order.category)
    return refusal


def strikes_of(state: State, unit: Unit, weapon: Weapon, order: Attack) -> list[Strike]:
    """All rolls a legal attack leads to, the Primary Target first."""
    if weapon.area:
        return area_strikes(state, unit, weapon, order)
    return aimed_strikes(state, unit, weapon, order.category, order.targets)


# --- Rerolls that a roll has for nothing: of the Anti-Missile System, and of Orders whose tokens lie on the table

AMS = "AMS"
FREE_REROLLS = (AMS, EVADE, COORDINATED_ATTACK)


@rule("brigands.7.5a")
def free_attack_rerolls(state: State, strike: Strike) -> list[str]:
    """What the attacker may reroll for nothing: a ranged attack on a model with a Coordinated Attack token."""
    attacker, target = state.units[strike.attacker], state.units[strike.target]
    marked = COORDINATED_ATTACK in target.marks and attacker.seat != target.seat
    return [COORDINATED_ATTACK] if marked and strike.category != MELEE and heeds_orders(attacker) else []


@heeds("brigands.trait.ams", "brigands.7.5b")
def free_defence_rerolls(state: State, strike: Strike) -> list[str]:
    """What the defender may reroll for nothing: each of AMS and Evade once, however many models give it."""
    target = state.units[strike.target]
    free = [AMS] if strike.category in (INDIRECT, MISSILE) and is_under_ams(state, target) else []
    return [*free, *evade_rerolls(state, target)]


@rule("brigands.7.5b")
def evade_rerolls(state: State, target: Unit) -> list[str]:
    """Evade is good for every roll as the defender, electronic warfare counted in."""
    return [EVADE] if heeds_orders(target) and is_evading(state, target) else []


@rule("brigands.trait.ams")
def is_under_ams(state: State, target: Unit) -> bool:
    """Whether it carries an Anti-Missile System, or a friend within 6 in does."""
    return any(unit.has("AMS") and is_near(unit.body, target.body) for unit in state.fielded(target.seat))


@heeds("brigands.7.5b")
def is_evading(state: State, target: Unit) -> bool:
    """Whether it is within 6 in of a leader with an Evade token: its own, or the Force Commander's of any group."""
    return any(
        EVADE in leader.marks
        and (leader.group == target.group or leader.rank == FORCE_COMMANDER)
        and is_near(leader.body, target.body)
        for leader in state.fielded(target.seat)
    )
