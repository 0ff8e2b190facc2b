"""What an attack may be aimed at: range bands, Minimum Range, arcs, Lock, observation, points."""

from __future__ import annotations

import msgspec

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.attacks.orders import INDIRECT, SELF, THROWN, Attack
from gearlock.systems.fieldmanual.attacks.terms import Terms
from gearlock.systems.fieldmanual.attacks.uses import BANDS, MINIMUM, SUBOPTIMAL, band_of
from gearlock.systems.fieldmanual.cards import TANK, Mount
from gearlock.systems.fieldmanual.electronic_warfare.observed import is_traceable, observers_for
from gearlock.systems.fieldmanual.lock_and_cover.arcs import bears
from gearlock.systems.fieldmanual.lock_and_cover.cover import MODIFIERS, cover_of
from gearlock.systems.fieldmanual.lock_and_cover.locks import has_combat_lock, has_lock, is_walled_off, sees_point
from gearlock.systems.fieldmanual.lock_and_cover.measuring import closest_base, gap_to, range_to
from gearlock.systems.fieldmanual.lock_and_cover.shelters import is_blind, shelter_of
from gearlock.systems.fieldmanual.perks import ARCS
from gearlock.systems.fieldmanual.recon import refuse_unlocked
from gearlock.systems.fieldmanual.state import ALOFT, FIELDED, HULL_DOWN, OUT, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.measure import inches_text

AA_DRONE = "AA Drone"


@heeds("fieldmanual.direct-fire", "fieldmanual.perk-drone", "fieldmanual.airstrike-attacks", "fieldmanual.obj-recon")
def refuse_target(state: State, unit: Unit, mount: Mount, name: str, terms: Terms) -> Refusal | None:
    """An enemy that is there and can be hit; airstrikes only with AA, in Reaction Fire."""
    target = state.units.get(name)
    if target is not None and target.card.kind == "drone" and target.status == OUT:
        message = f"The {target.name} is a drone: it cannot be attacked, but goes with its owner."
        return Refusal("drone", "fieldmanual.perk-drone", message)
    if target is None or target.status not in (FIELDED, ALOFT):
        return Refusal("target", "fieldmanual.direct-fire", f"There is no {name or 'target'} on the table to attack.")
    if target.seat == unit.seat:
        return Refusal("friend", "fieldmanual.direct-fire", f"The {target.name} is on your own side.")
    if target.status == ALOFT and unit.status != ALOFT:
        return refuse_air(state, unit, mount, target, terms)
    return refuse_unlocked(state, unit.seat, target)


@rule("fieldmanual.wt-aa")
@heeds("fieldmanual.airstrike-attacks", "fieldmanual.aa-drone")
def refuse_air(state: State, unit: Unit, mount: Mount, target: Unit, terms: Terms) -> Refusal | None:
    """From the ground airstrikes are attacked with AA weapons, as Reaction Fire."""
    if not has_aa(state, unit, mount):
        message = f"The {mount.name} has no AA: it cannot reach the {target.name} in the air."
        return Refusal("air", "fieldmanual.wt-aa", message)
    if not terms.air:
        message = f"The {target.name} flies past: from the ground it is attacked in Reaction Fire alone."
        return Refusal("air", "fieldmanual.airstrike-attacks", message)
    return None


@heeds("fieldmanual.wt-aa", "fieldmanual.aa-drone")
def has_aa(state: State, unit: Unit, mount: Mount) -> bool:
    """Whether a weapon has AA, or an AA drone of its group guides it: the longest-ranged of those it can guide."""
    if "AA" in mount.weapon.traits:
        return True
    guided = [each for each in unit.card.weapons if each.weapon.aa_drone]
    if mount not in guided or mount != max(guided, key=lambda each: each.weapon.suboptimal):
        return False
    return any(
        drone.card.name == AA_DRONE and drone.seat == unit.seat and drone.group == unit.group and drone.status == OUT
        for drone in state.units.values()
    )


@heeds("fieldmanual.range-bands", "fieldmanual.wt-mr")
def refuse_range(unit: Unit, mount: Mount, distance: int, what: str, most: int | None = None) -> Refusal | None:
    """Why something is too near or too far; `most` is the last band that will do."""
    near = "MR" in mount.weapon.traits and distance <= MINIMUM
    band = band_of(mount.weapon, unit.card.size, distance)
    if not near and band is not None and (most is None or band <= most):
        return None
    facts: dict[str, str | int | float] = {"distance": distance}
    away = f"{what} is {inches_text(distance)} in away"
    if near:
        return Refusal("minimum", "fieldmanual.wt-mr", f"{away}: the {mount.name} cannot fire within 8 in.", facts)
    _, suboptimal, extreme = mount.weapon.ranges(unit.card.size)
    reach = suboptimal if extreme is None or most == SUBOPTIMAL else extreme
    facts["range"] = reach
    limit = f" at {BANDS[most]} range" if most is not None else ""
    message = f"{away}; the {mount.name} reaches {inches_text(reach)} in{limit}."
    return Refusal("range", "fieldmanual.range-bands", message, facts)


@heeds("fieldmanual.direct-fire", "fieldmanual.arcs", "fieldmanual.rof-spray")
def refuse_bearing(state: State, unit: Unit, mount: Mount, target: Unit, spray: int = 0) -> Refusal | None:
    """Why a weapon cannot be brought to bear: too near, too far, out of its arc. A Spray ends with Suboptimal range."""
    most = SUBOPTIMAL if spray else None
    far = refuse_range(unit, mount, range_to(state, unit, target), f"The {target.name}", most)
    if far:
        return far
    mount = seen_mount(state, unit, mount)
    if not bears(closest_base(state, unit, target), mount, target.body):
        return _out_of_arc(state, unit, mount, f"The {target.name}")
    return None


def _out_of_arc(state: State, unit: Unit, mount: Mount, what: str) -> Refusal:
    """The arc that a weapon has where it is, and what narrows it."""
    arc = ARCS.get(mount.arc, mount.arc)
    if is_held_ahead(state, unit):
        message = f"{what} is outside the {arc} arc: Hull Down in the Blind, the turret fires ahead only."
        return Refusal("arc", "fieldmanual.asset-blind", message, {"arc": mount.arc})
    message = f"{what} is outside the {arc} arc of the {mount.name}: turn the {unit.name} first."
    return Refusal("arc", "fieldmanual.arcs", message, {"arc": mount.arc})


@heeds("fieldmanual.asset-blind")
def seen_mount(state: State, unit: Unit, mount: Mount) -> Mount:
    """A weapon as it can be used where it is: the turret of a tank Hull Down in a Blind fires ahead only."""
    return msgspec.structs.replace(mount, arc="FF") if mount.arc == "T" and is_held_ahead(state, unit) else mount


@heeds("fieldmanual.asset-blind")
def is_held_ahead(state: State, unit: Unit) -> bool:
    """Whether a model is a tank Hull Down in a Blind."""
    return unit.card.kind == TANK and bool(unit.token(HULL_DOWN)) and is_blind(shelter_of(state, unit))


@heeds("fieldmanual.direct-fire", "fieldmanual.cover-solid", "fieldmanual.combat-lock")
def refuse_direct(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Direct fire needs Combat Lock, and nothing Solid that hides all of the target."""
    if is_walled_off(state, unit, target):
        message = f"Solid terrain hides all of the {target.name}: it cannot be fired at directly."
        return Refusal("blocked", "fieldmanual.cover-solid", message)
    if not has_combat_lock(state, unit, target):
        message = f"The {unit.name} has no Combat Lock to the {target.name}."
        return Refusal("lock", "fieldmanual.direct-fire", message)
    return None


def point_of(state: State, order: Attack) -> tuple[int, int, int]:
    """The point that a Spray or a placed weapon is meant for: as given, else the target's middle, else one's own."""
    aimed = state.units.get(order.target) or state.units[order.unit]
    if order.x is None or order.y is None:
        return aimed.x, aimed.y, aimed.z
    return order.x, order.y, state.ground.elevation(order.x, order.y)


@heeds("fieldmanual.rof-spray")
def refuse_point(state: State, unit: Unit, mount: Mount, order: Attack) -> Refusal | None:
    """A Spray is aimed at a point on the table within Suboptimal range, in the arc, that the model can see."""
    if not order.target and (order.x is None or order.y is None):
        message = "A Spray needs a point to be aimed at, or a target whose middle it is."
        return Refusal("point", "fieldmanual.rof-spray", message)
    aimed = state.units.get(order.target)
    if order.x is None and aimed is None:
        return Refusal("target", "fieldmanual.rof-spray", f"There is no {order.target} on the table to spray.")
    x, y, z = point_of(state, order)
    if not (0 <= x <= state.ground.width and 0 <= y <= state.ground.height):
        return Refusal("table", "fieldmanual.rof-spray", "The point lies beyond the edge of the table.")
    base = min(state.bases(unit) or [unit], key=lambda each: gap_to(each, x, y, z))
    far = refuse_range(unit, mount, gap_to(base, x, y, z), "The point", SUBOPTIMAL)
    if far:
        return far
    mount = seen_mount(state, unit, mount)
    if not bears(base, mount, Body(x, y, z, 0, 0)):
        return _out_of_arc(state, unit, mount, "The point")
    if not sees_point(state, base, x, y, z):
        message = f"Solid terrain hides the point from the {unit.name}: it has no Lock to it."
        return Refusal("lock", "fieldmanual.rof-spray", message)
    return None


@heeds("fieldmanual.indirect-attack", "fieldmanual.active-lock", "fieldmanual.forward-observation")
def observers(state: State, unit: Unit, mount: Mount, target: Unit, terms: Terms) -> list[Unit]:
    """Whoever has observed the target for this attack: itself with an Active Lock, friends, or its own emissions."""
    now, found = state.activation, []
    own = now is not None and now.free == target.id and state.is_active(unit)
    if terms.observed or own or ("G" in mount.weapon.traits and is_traceable(target)):
        found.append(unit)
    return found + [state.units[name] for name in observers_for(state, target, unit) if name != unit.id or not found]


@heeds("fieldmanual.indirect-attack", "fieldmanual.thrown-attack")
def observer_for(state: State, unit: Unit, mount: Mount, order: Attack, terms: Terms) -> Unit | None:
    """Whose eyes an attack uses: the observer named, or whoever sees most of the target; a thrower may use its own."""
    target = state.units[order.target]
    found = observers(state, unit, mount, target, terms)
    if order.way == THROWN and has_lock(state, unit, target) and unit not in found:
        found.insert(0, unit)
    named = [each for each in found if each.id == order.observer]
    if named or order.observer:
        return named[0] if named else None

    def clear(eyes: Unit) -> int:
        cover = cover_of(state, eyes, target)
        return MODIFIERS[cover.level] - int(cover.solid)

    return max(found, key=clear, default=None)


@rule("fieldmanual.wt-if", "fieldmanual.wt-thrown")
@heeds("fieldmanual.indirect-attack", "fieldmanual.thrown-attack", "fieldmanual.perk-arms")
@heeds("fieldmanual.errata-booby-traps")
def refuse_lobbed(state: State, unit: Unit, mount: Mount, order: Attack, terms: Terms) -> Refusal | None:
    """Indirect fire: IF and an observation. A throw: T, arms, and Lock or an observation."""
    trait, rule_id = ("IF", "fieldmanual.wt-if") if order.way == INDIRECT else ("T", "fieldmanual.wt-thrown")
    if trait not in mount.weapon.traits:
        return Refusal("trait", rule_id, f"The {mount.name} has no {trait}: it cannot make such an attack.")
    if order.way == THROWN and not unit.perk("Arms"):
        message = f"The {unit.name} has no Arms to throw the {mount.name} with: it may place it or set it off."
        return Refusal("arms", "fieldmanual.thrown-attack", message)
    if observer_for(state, unit, mount, order, terms) is not None:
        return None
    target = state.units[order.target]
    by = f" by {order.observer}" if order.observer else ""
    need = "Lock or a Forward Observation" if order.way == THROWN else "a Forward Observation"
    rule_id = "fieldmanual.thrown-attack" if order.way == THROWN else "fieldmanual.indirect-attack"
    message = f"This needs {need} of the {target.name}{by}: there is none."
    return Refusal("observation", rule_id, message)


@rule("fieldmanual.faq-placed-hover")
@heeds("fieldmanual.placed-attack", "fieldmanual.self-detonation", "fieldmanual.wt-thrown")
def refuse_placed(state: State, unit: Unit, mount: Mount, order: Attack) -> Refusal | None:
    """A thrown weapon under one's own base, in one's activation, but under no other model; or set off in hand."""
    if "T" not in mount.weapon.traits:
        message = f"The {mount.name} cannot be placed or set off: it is no Thrown weapon."
        return Refusal("trait", "fieldmanual.wt-thrown", message)
    if order.way == SELF:
        return None
    if not state.is_active(unit):
        message = f"The {unit.name} places weapons on its way, in its own activation."
        return Refusal("activation", "fieldmanual.placed-attack", message)
    x, y, _ = placed_at(state, order)
    if all(gap_to(base, x, y) > 0 for base in state.bases(unit)):
        message = f"The {unit.name} is not over this point: it places weapons on its own path."
        return Refusal("path", "fieldmanual.placed-attack", message)
    over = [other for other in models_over(state, x, y) if not other.is_static and unit not in state.parts(other)]
    if over:
        message = f"The {over[0].name} is over this point: no weapon is placed under another model."
        return Refusal("under-model", "fieldmanual.faq-placed-hover", message, {"model": over[0].id})
    return None


def models_over(state: State, x: int, y: int) -> list[Unit]:
    """The models whose bases cover a point; drones are none."""
    there = (unit for unit in state.units.values() if unit.is_fielded and unit.card.kind != "drone")
    return [unit for unit in there if gap_to(unit, x, y) == 0]


@heeds("fieldmanual.placed-attack")
def placed_at(state: State, order: Attack) -> tuple[int, int, int]:
    """Where a weapon is put: the point given, else under the middle of who places it; at its own level."""
    unit = state.units[order.unit]
    if order.x is None or order.y is None:
        return unit.x, unit.y, unit.z
    return order.x, order.y, unit.z
