"""Ranged combat: what an attack may be aimed at, and who is caught by areas."""

from __future__ import annotations

import msgspec

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.attacks.weapons_in_use import (
    BANDS,
    INDIRECT,
    MINIMUM,
    SELF,
    SUBOPTIMAL,
    THROWN,
    Attack,
    Terms,
    Use,
    band_of,
)
from gearlock.systems.fieldmanual.damage.damage import Hit, Origin, armor_of, resolve_hit, stun
from gearlock.systems.fieldmanual.datacards import TANK, Mount
from gearlock.systems.fieldmanual.electronic_warfare import is_traceable, observers_for
from gearlock.systems.fieldmanual.lock_and_cover.lock import (
    MODIFIERS,
    cover_of,
    has_combat_lock,
    has_lock,
    is_walled_off,
    sees_point,
)
from gearlock.systems.fieldmanual.lock_and_cover.looks import (
    bears,
    centre_gap,
    closest_base,
    gap_to,
    is_blind,
    look_between,
    range_to,
    shelter_of,
)
from gearlock.systems.fieldmanual.paying import refuse_unlocked
from gearlock.systems.fieldmanual.state import ALOFT, FIELDED, HULL_DOWN, OUT, Shot, State, Unit
from gearlock.systems.fieldmanual.weapons import ARCS
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_touches
from gearlock.table.measure import INCH, inches_text

# --- Crossfire: attacks on one target along lines that lie more than 90 degrees apart


@heeds("fieldmanual.crossfire")
def counts_for_crossfire(target: Unit, band: int, multiplier: int) -> bool:
    """Whether an attack matters at all: from Suboptimal range or nearer, with a DM of a third of the Armor."""
    return band <= SUBOPTIMAL and 3 * multiplier >= armor_of(target)


@rule("fieldmanual.crossfire")
def is_crossfire(state: State, attacker: Unit, target: Unit, band: int, multiplier: int) -> bool:
    """Whether an attack comes more than 90 degrees away from an earlier one of this round by somebody else."""
    if not counts_for_crossfire(target, band, multiplier):
        return False
    return any(
        shot.target == target.id and not _is_same(state, shot, attacker) and _is_apart(state, shot, attacker, target)
        for shot in state.shots
    )


def _is_same(state: State, shot: Shot, attacker: Unit) -> bool:
    """Whether the earlier attack was the model's own, or one of its Combined Model."""
    earlier = state.units[shot.attacker]
    return earlier.id == attacker.id or bool(attacker.team and earlier.team == attacker.team)


def _is_apart(state: State, shot: Shot, attacker: Unit, target: Unit) -> bool:
    """More than 90 degrees: the earlier line as it was; once the target has moved, from where its attacker is now."""
    moved = (target.x, target.y) != (shot.target_x, shot.target_y)
    earlier = state.units[shot.attacker]
    x, y = (earlier.x, earlier.y) if moved else (shot.x, shot.y)
    return (x - target.x) * (attacker.x - target.x) + (y - target.y) * (attacker.y - target.y) < 0


# --- What an attack may be aimed at: range bands, Minimum Range, arcs, Lock, observation, points

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


# --- Areas: who is caught by Area Effect, Blast and Spray, and what an area does beside hits

NO_TERRAIN = ("open", "road", "water")
"""Kinds of ground that shelter nobody from a shockwave."""
Point = tuple[int, int, int]


def models(state: State) -> list[Unit]:
    """All models on the table; drones are none."""
    return [unit for unit in state.units.values() if unit.is_fielded and unit.card.kind != "drone"]


@rule("fieldmanual.wt-ae")
@heeds("fieldmanual.indirect-attack", "fieldmanual.placed-attack", "fieldmanual.rof-spray-indirect")
def caught_at(state: State, point: Point, use: Use, attacker: str = "") -> list[Unit]:
    """Who has to defend against something that lands at a point: whoever is over it, and all within its radius.

    Area Effect and Blast are measured to the middle of a base, a bare Spray to its edge, and it spares the attacker.
    """
    return [unit for unit in models(state) if is_caught(unit, point, use, attacker)]


@heeds("fieldmanual.wt-ae", "fieldmanual.indirect-attack", "fieldmanual.rof-spray-indirect")
def is_caught(unit: Unit, point: Point, use: Use, attacker: str = "") -> bool:
    """Whether a model has to defend against something that lands at a point."""
    x, y, z = point
    if use.area:
        return centre_gap(unit, x, y, z) <= use.area or gap_to(unit, x, y) == 0
    if use.spray and (unit.id == attacker or gap_to(unit, x, y, z) <= use.spray * INCH):
        return unit.id != attacker
    return gap_to(unit, x, y) == 0


@rule("fieldmanual.rof-spray")
def sprayed_at(state: State, attacker: Unit, point: Point, spray: int) -> list[Unit]:
    """Who is affected by a Spray of direct fire: all within its radius in inches to whom the attacker has Lock.

    Not who has full Solid cover from the point, and never the attacker or a base of its Combined Model.
    """
    x, y, z = point
    own = {part.id for part in state.parts(attacker)}
    near = [unit for unit in models(state) if unit.id not in own and gap_to(unit, x, y, z) <= spray * INCH]
    return [unit for unit in near if has_lock(state, attacker, unit) and not is_screened(state, point, unit)]


@heeds("fieldmanual.rof-spray")
def is_screened(state: State, point: Point, unit: Unit) -> bool:
    """Whether Solid terrain hides all of a model from a point."""
    x, y, z = point
    return look_between(state, Body(x, y, z, 0, 1), unit.body, (unit,)).is_walled


@heeds("fieldmanual.wt-ae", "fieldmanual.rof-spray-indirect")
def around(state: State, target: Unit, use: Use) -> list[Unit]:
    """Who else is in the area of direct fire that hit: from the middle of the target to the middle of the others."""
    near = (unit for unit in models(state) if unit.id != target.id)
    return [unit for unit in near if centre_gap(unit, target.x, target.y, target.z) <= use.area]


@heeds("fieldmanual.wt-ae")
def is_concussed(unit: Unit, use: Use) -> bool:
    """Whether an area that touches a model stuns it: its Armor is no more than twice the DM."""
    return bool(use.area) and bool(unit.card.armor) and armor_of(unit) <= 2 * use.multiplier


@rule("fieldmanual.wt-blast")
def is_blasted(state: State, unit: Unit, use: Use) -> bool:
    """Whether the shockwave of a Blast strikes a model: it touches no piece of terrain."""
    return "Blast" in use.weapon.traits and not touches_terrain(state, unit)


@heeds("fieldmanual.wt-blast")
def touches_terrain(state: State, unit: Unit) -> bool:
    """Whether it is in base contact with terrain, or in it, at its own height."""
    body, reach = unit.body, unit.card.radius + 1
    near = state.ground.pieces_near(body.x - reach, body.y - reach, body.x + reach, body.y + reach)
    return any(
        piece.kind not in NO_TERRAIN and piece.top > body.z and footprint_touches(body, piece.outline) for piece in near
    )


@heeds("fieldmanual.wt-blast", "fieldmanual.wt-ae")
def resolve_shockwave(ctx: Ctx[State], touched: list[str], use: Use, origin: Origin, attacker: str) -> Script[None]:
    """What an area does to everybody in it, hit or not: Blast strikes as a margin of 1 and stuns; concussion stuns."""
    for name in touched:
        blasted = is_blasted(ctx.state, ctx.state.units[name], use)
        if blasted:
            hit = Hit(use.multiplier, 1, tuple(use.weapon.traits), attacker, origin, f"{use.weapon.id}, blast")
            yield from resolve_hit(ctx, name, hit)
        if blasted or is_concussed(ctx.state.units[name], use):
            stun(ctx, name, "blast" if blasted else "concussion")
