"""Armour and damage reduction: what armour, shields and cover keep off, hit points, critical damage, destruction."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.kernel.view import Modifier
from gearlock.systems.hex100.damage.dismounting import fall
from gearlock.systems.hex100.damage.emp import is_shocking, shock
from gearlock.systems.hex100.damage.events import Struck
from gearlock.systems.hex100.damage.reactive import resolve_charges
from gearlock.systems.hex100.damage.swarm import strike_swarm
from gearlock.systems.hex100.equipment import armour_reduction, equipment_effect, working_mounts
from gearlock.systems.hex100.forces.units import Armour, Weapon
from gearlock.systems.hex100.movement_types import is_flying
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex, distance, relative_sides

FRONT_ARC = (0, 1, 5)
POWER_FIST = "power-fist-mk-2"
_ARCS = {0: "front", 1: "front", 5: "front", 2: "flank", 4: "flank", 3: "rear"}
RAZING_DAMAGE = 4
"""Damage of a demolisher that is enough for destructible terrain."""


def is_from_front(unit: Unit, origin: Hex) -> bool:
    """Whether something from this hex comes through the front arc; on its very edge the defender has the better."""
    return any(side in FRONT_ARC for side in relative_sides(unit.hex, unit.facing, origin))


@rule("hex100.arc-armour")
def arc_armour(armour: Armour, unit: Unit, origin: Hex, from_above: bool) -> tuple[int, str]:
    """The armour that meets an attack from a hex, and the name of the arc; on a boundary the better one."""
    if from_above or origin == unit.hex:
        return armour.top, "top"
    arcs = [_ARCS[side] for side in relative_sides(unit.hex, unit.facing, origin)]
    values = {"front": armour.front, "flank": armour.flank, "rear": armour.rear}
    best = max(arcs, key=lambda arc: values[arc])
    return values[best], best


@rule("hex100.modifier-exceptions", "hex100.tactical-shield", "hex100.focus-defence")
@heeds("hex100.power-fist")
def shield(state: State, unit: Unit, origin: Hex, from_above: bool) -> list[Modifier]:
    """What shields keep off attacks through the front arc; the defence focus adds to what they do by themselves."""
    if from_above or origin == unit.hex or not is_from_front(unit, origin):
        return []
    lines = [Modifier(-equipment_effect(state, unit, "shield"), "shield", "hex100.tactical-shield", "damage")]
    if unit.focus == "defence":
        more = equipment_effect(state, unit, "shield_defence_focus")
        lines.append(Modifier(-more, "shield, defence focus", "hex100.focus-defence", "damage"))
        fists = sum(mount.modes[0].id == POWER_FIST for mount in working_mounts(state, unit) if mount.modes)
        lines.append(Modifier(-fists, "power fists, defence focus", "hex100.power-fist", "damage"))
    return [line for line in lines if line.value]


@rule("hex100.dozer-blade", "hex100.siege-plough")
@heeds("hex100.juggernaut-plow")
def blade(state: State, unit: Unit, origin: Hex, from_above: bool) -> list[Modifier]:
    """What a blade keeps off the front edge: the hexside straight ahead, not the whole front arc."""
    if from_above or origin == unit.hex or 0 not in relative_sides(unit.hex, unit.facing, origin):
        return []
    value = equipment_effect(state, unit, "front_edge")
    return [Modifier(-value, "blade on the front edge", "hex100.dozer-blade", "damage")] if value else []


@rule("hex100.damage-reduction", "hex100.damage-types")
@heeds("hex100.attr-damage-reduction")
def reduction_modifiers(
    state: State,
    unit: Unit,
    weapon: Weapon | None,
    damage_type: str,
    origin: Hex,
    from_above: bool = False,
    charged: bool = False,
) -> list[Modifier]:
    """Every line that lowers one hit's damage on a unit: armour of the arc, plates, shield, then cover.

    Armour penetration takes away from damage reduction and never from cover. `weapon` is None for area damage and for
    blows that have no stat line. `charged` means that a charge of reactive armour is spent.
    """
    value, arc = arc_armour(state.machine(unit.id).unit.armour, unit, origin, from_above)
    lines = [Modifier(-value, f"{arc} armour", "hex100.arc-armour", "damage")]
    plates = armour_reduction(state, unit, damage_type, charged)
    lines.append(Modifier(-plates, f"plates against {damage_type}", "hex100.damage-reduction", "damage"))
    lines = [line for line in lines if line.value] + shield(state, unit, origin, from_above)
    lines += blade(state, unit, origin, from_above)
    if is_through_exhaust(state, unit, origin, from_above):
        lines = []
    ignored = min(_penetrated(weapon, distance(origin, unit.hex)), -sum(line.value for line in lines))
    if ignored:
        lines.append(Modifier(ignored, "armour penetration", "hex100.attr-armour-penetration", "damage"))
    cover, where = state.land.cover(origin, unit.hex, from_above)
    if cover and not is_flying(state, unit):
        lines.append(Modifier(-cover, where, "hex100.cover", "damage"))
    return lines


@rule("hex100.attr-armour-penetration")
def _penetrated(weapon: Weapon | None, hexes: int) -> int:
    """Points of damage reduction a weapon ignores at this distance; adjacent hexes are at distance 0 for melee."""
    if weapon is None:
        return 0
    away = 0 if weapon.melee else hexes
    near = max((points for points, within in weapon.armour_penetration if away <= within), default=0)
    return max(near, terminal_velocity(weapon, away))


@rule("hex100.terminal-velocity")
def terminal_velocity(weapon: Weapon, hexes: int) -> int:
    """Armour penetration of shells that are faster the farther they have flown."""
    beyond = weapon.effects.get("terminal_velocity_beyond", 0)
    return weapon.effects.get("terminal_velocity", 0) if hexes > beyond else 0


@rule("hex100.rear-exhaust")
def is_through_exhaust(state: State, unit: Unit, origin: Hex, from_above: bool) -> bool:
    """Whether something strikes exhaust ports: through the rear hexside alone, not from above nor along its edges."""
    if not equipment_effect(state, unit, "rear_exhaust"):
        return False
    return arc_armour(state.machine(unit.id).unit.armour, unit, origin, from_above)[1] == "rear"


class Blow(NamedTuple):
    """The damage of one hit, and how it came about: before armour and cover, their lines, the die for penetration."""

    damage: int
    raw: int = 0
    lines: tuple[Modifier, ...] = ()
    face: int = -1
    penetration: int = 0


def blow_of(damage: int, lines: list[Modifier]) -> Blow:
    """A hit of so much damage after all that lowers it."""
    return Blow(dealt(damage, lines), damage, tuple(lines))


def dealt(damage: int, lines: list[Modifier]) -> int:
    """Damage after all that lowers it, never below nothing."""
    return max(0, damage + sum(line.value for line in lines))


@rule("hex100.stat-critical", "hex100.internal-reinforcement", "hex100.attr-spalling")
@heeds("hex100.rear-exhaust")
def critical_damage(state: State, unit: Unit, weapon: Weapon, penetrates: bool, origin: Hex | None = None) -> int:
    """Critical damage of one direct hit: the weapon's if it penetrates (or its spalling, if greater), else spalling.

    Through exhaust ports it is one more, if there is any.
    """
    raw = max(weapon.critical, weapon.spalling) if penetrates else weapon.spalling
    if raw and origin is not None and is_through_exhaust(state, unit, origin, weapon.has("indirect-fire")):
        raw += 1
    return max(0, raw - equipment_effect(state, unit, "critical_reduction"))


@rule("hex100.stat-penetration")
@heeds("hex100.attack-sequence")
def resolve_hits(ctx: Ctx[State], attacker: str, weapon: Weapon, target: str, hits: int) -> Script[None]:
    """Damage and penetration of direct hits: every hit rolls to penetrate, even one whose damage is all kept off.

    Critical damage to a drone, which has no hardpoints, tells on its structure alone.
    """
    by = ctx.state.units[attacker]
    origin, seat = by.hex, by.seat
    marks = (weapon.penetration, weapon.penetration + weapon.emp_bonus)
    ill = ctx.state.units[target].seat == seat
    singly = bool(ctx.state.units[target].swarm)
    rule_id = "hex100.stat-penetration"
    roll = Roll("penetration", hits, 100, 0, seat, attacker, rule_id, marks, ill, ordered=singly)
    faces = yield from throw(roll)
    unit = ctx.state.units[target]
    criticals = [critical_damage(ctx.state, unit, weapon, face < weapon.penetration, origin) for face in faces]
    marked = sum(each > 0 for each in criticals)
    places: list[int] = []
    count = len(ctx.state.machine(target).unit.hardpoints)
    if marked and count:
        places = list(
            (yield from throw(Roll("hardpoint struck", marked, count, 0, seat, attacker, "hex100.stat-critical")))
        )
    above, deep = weapon.has("indirect-fire"), sum(criticals)
    damages = yield from resolve_armour(ctx, target, weapon.damage, hits, weapon, origin, above, critical=deep)
    for damage, critical, face in zip(damages, criticals, faces, strict=True):
        blow = damage._replace(face=face, penetration=weapon.penetration)
        strike(ctx, target, blow, critical, places.pop(0) if critical and places else -1, "hit", attacker)
        if is_shocking(ctx.state, ctx.state.units[target], weapon, face < weapon.penetration + weapon.emp_bonus):
            shock(ctx, target, attacker)


@heeds("hex100.armour-reactive")
def resolve_armour(
    ctx: Ctx[State],
    target: str,
    damage: int,
    hits: int,
    weapon: Weapon,
    origin: Hex,
    above: bool,
    area: bool = False,
    critical: int = 0,
) -> Script[list[Blow]]:
    """What so many hits of one damage do after armour and cover, hit by hit; reactive armour may lower the first ones.

    Area damage has nothing of its weapon's armour penetration. No charge changes the critical damage of the hits.
    """
    unit, piercing = ctx.state.units[target], None if area else weapon
    bare, lowered = (
        blow_of(damage, reduction_modifiers(ctx.state, unit, piercing, weapon.damage_type, origin, above, charged))
        for charged in (False, True)
    )
    spent = yield from resolve_charges(ctx, target, hits, bare.damage, lowered.damage, critical)
    return [lowered] * spent + [bare] * (hits - spent)


def strike(
    ctx: Ctx[State], target: str, blow: Blow, critical: int = 0, hardpoint: int = -1, how: str = "hit", by: str = ""
) -> None:
    """Let a unit take damage, and fall if that is too much; a fallen unit takes no more."""
    if ctx.state.units[target].destroyed:
        return
    if ctx.state.units[target].swarm:
        strike_swarm(ctx, target, blow.damage, critical, how, by)
        return
    ctx.emit(
        Struck(target, blow.damage, critical, hardpoint, how, by, blow.raw, blow.lines, blow.face, blow.penetration)
    )
    if is_finished(ctx.state, ctx.state.units[target]):
        fall(ctx, target)


@rule("hex100.stat-hp")
@heeds("hex100.stat-critical")
def is_finished(state: State, unit: Unit) -> bool:
    """Out of the game: no hit points left, or as much critical damage as its structure bears."""
    return unit.hp <= 0 or unit.critical >= state.machine(unit.id).unit.structure


@rule("hex100.attr-blast")
def area_damage(weapon: Weapon, hexes: int) -> int:
    """Area damage this far from the centre: that of the smallest radius which reaches."""
    reaching = [(radius, damage) for damage, radius in weapon.blast if hexes <= radius]
    return min(reaching)[1] if reaching else 0
