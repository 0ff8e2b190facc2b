"""Armor, damage, critical damage and EMP shock."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.view import Line, Modifier, Throw
from gearlock.systems.hex100.damage.units_hit import (
    ChargesSpent,
    Crashed,
    Destroyed,
    Dismounted,
    HitsCounted,
    PoolCut,
    Shocked,
    SpendCharges,
    Struck,
    SwarmCut,
    fall,
    strike_swarm,
)
from gearlock.systems.hex100.equipment import armour_reduction, equipment_effect, full_hp, is_flying, working_mounts
from gearlock.systems.hex100.forces.cards import Armour, Weapon
from gearlock.systems.hex100.known_units import deed, knows, line, name_for, owns, place_name, sees, under
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex, distance, relative_sides


def struck(state: State, event: Struck, seat: str | None) -> Line | None:
    """Damage shows on a unit in sight; of a blip one learns no more than that it was struck."""
    if not knows(state, seat, event.unit):
        return None
    how, rule = _BLOWS[event.how]
    name = name_for(state, seat, event.unit)
    if not sees(state, seat, event.unit):
        return line(state, seat, f"{name} is struck by {how}.", rule, event.unit)
    critical = ""
    if event.critical and event.hardpoint < 0:
        critical = f" and {event.critical} critical damage"
    elif event.critical:
        place = state.machine(event.unit).unit.hardpoints[event.hardpoint].place
        critical = f" and {event.critical} critical damage on its {place}"
    left = f"{state.units[event.unit].hp} of {full_hp(state, event.unit)} hit points left"
    text = f"{name} takes {event.damage or 'no'} damage{critical} from {how}: {left}."
    return line(state, seat, text, rule, event.unit, rolls=blow_throws(state, event, seat))


def destroyed(state: State, event: Destroyed, seat: str | None) -> Line:
    text = f"{state.units[event.unit].seat}'s {state.machine(event.unit).name} is destroyed."
    return line(state, seat, text, "hex100.stat-hp", event.unit)


_BLOWS = {
    "hit": ("a direct hit", "hex100.attack-sequence"),
    "graze": ("a graze", "hex100.attr-graze"),
    "blast": ("a blast", "hex100.attr-blast"),
    "mine": ("a mine", "hex100.castellan-mines"),
    "opportunity": ("a blow in passing", "hex100.attack-of-opportunity"),
    "ram": ("a ram", "hex100.ramming"),
    "recoil": ("its own ram", "hex100.ramming"),
    "terror": ("terror drones", "hex100.drone-terror"),
    "shockwave": ("the shock of a hammer", "hex100.impact-hammer"),
}
"""Each way of being struck in words, and the rule behind it."""


def blow_throws(state: State, event: Struck, seat: str | None) -> tuple[Throw, ...]:
    """How damage came about, for those who see both who strikes and who is struck; else the weapon would be told."""
    if not sees(state, seat, event.unit) or (event.by and not sees(state, seat, event.by)):
        return ()
    throws: list[Throw] = []
    if event.face >= 0:
        throws.append(under("penetration", (event.face,), event.penetration, "hex100.stat-penetration"))
    if event.raw:
        first = Modifier(event.raw, "damage of the hit", "hex100.damage-types", "damage")
        total = f"{event.damage} damage"
        throws.append(Throw("damage", modifiers=(first, *event.lines), total=total, rule="hex100.damage-reduction"))
    return tuple(throws)


def shocked(state: State, event: Shocked, seat: str | None) -> Line | None:
    return deed(knows, state, seat, event.unit, "is in EMP shock", "hex100.emp-shock")


def crashed(state: State, event: Crashed, seat: str | None) -> Line | None:
    return deed(knows, state, seat, event.unit, "falls out of the sky", "hex100.emp-shock")


def pool_cut(state: State, event: PoolCut, seat: str | None) -> Line | None:
    left = ", ".join(action for action, count in event.pool if count) or "nothing"
    return deed(owns, state, seat, event.unit, f"has {left} left in EMP shock", "hex100.emp-shock")


_HOW = {
    "hit": ("is struck by a direct hit", "hex100.drone-terror"),
    "graze": ("is struck by a graze", "hex100.attr-graze"),
    "blast": ("is struck by a blast", "hex100.attr-blast"),
    "ram": ("is struck by a ram", "hex100.ramming"),
    "opportunity": ("is struck by a blow in passing", "hex100.attack-of-opportunity"),
    "shockwave": ("is struck by the shock of a hammer", "hex100.impact-hammer"),
    "shaken": ("loses a machine that is shaken off", "hex100.drone-terror-removal"),
    "pulled": ("loses a machine that is pulled off", "hex100.drone-terror-removal"),
    "shot": ("is shot off the unit it rides", "hex100.drone-terror-removal"),
}
"""Each way of losing machines in words, and the rule behind it. Swarms go on light feet and set no mine off."""


def dismounted(state: State, event: Dismounted, seat: str | None) -> Line | None:
    """Like a step: with the hex for whoever still holds it there."""
    does = f"finds a place of its own at {place_name(event.q, event.r)}"
    return deed(knows if event.held else owns, state, seat, event.unit, does, "hex100.drone-terror")


def swarm_cut(state: State, event: SwarmCut, seat: str | None) -> Line | None:
    """Losses show on a swarm in sight; of a blip one learns no more than that it was struck."""
    if not knows(state, seat, event.unit):
        return None
    how, rule = _HOW[event.how]
    text = f"{name_for(state, seat, event.unit)} {how}"
    if sees(state, seat, event.unit):
        full = state.machine(event.unit).unit.integrated["swarm"]
        left = f"{len(event.left) or 'none'} of {full} machines left"
        text += f": {left}" + (f", {sum(event.left)} hit points" if event.left else "")
    return line(state, seat, f"{text}.", rule, event.unit)


def charges_spent(state: State, event: ChargesSpent, seat: str | None) -> Line | None:
    many = f"{event.charges} charge{'s' * (event.charges != 1)}"
    return deed(sees, state, seat, event.unit, f"spends {many} of its reactive armour", "hex100.armour-reactive")


# --- Armor, hit points, critical damage

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


# --- Reactive armor


@rule("hex100.armour-reactive")
def resolve_charges(ctx: Ctx[State], target: str, hits: int, bare: int, lowered: int, critical: int = 0) -> Script[int]:
    """How many of several equal hits are met with a charge each; asked only where it lowers the damage.

    The owner may decline and keep the charges.
    """
    unit = ctx.state.units[target]
    most = min(hits, unit.charges)
    if most < 1 or lowered >= bare:
        return 0
    many = f"{hits} hit{'s' * (hits != 1)} of {bare} damage"
    name, left = ctx.state.machine(target).name, unit.charges
    prompt = f"{name}: {many}. A charge of reactive armour ({left} left) lowers one to {lowered}. How many?"
    about = (str(most), str(bare - lowered))
    ctx.emit(HitsCounted(target, hits, bare, lowered, critical))
    order = yield from ask(Ask(unit.seat, "reactive", target, about, "hex100.armour-reactive", prompt, optional=True))
    if not isinstance(order, SpendCharges):
        return 0
    ctx.emit(ChargesSpent(target, order.charges))
    return order.charges


def offer_charges(state: State, ask_: Ask) -> Iterator[Option]:  # noqa: ARG001 - one of the questions
    """Any number of charges, the most first."""
    most, saved = map(int, ask_.about)
    for charges in range(most, 0, -1):
        label = f"Spend {charges} charge{'s' * (charges != 1)} ({saved} damage less each)"
        yield Pick(label, SpendCharges(ask_.unit, charges, saved), ask_.rule)
    yield decline("Spend none", ask_.rule)


def refuse_charges(state: State, ask_: Ask, order: SpendCharges) -> Refusal | None:  # noqa: ARG001 - an answer
    """Why so many charges cannot be spent."""
    most, saved = map(int, ask_.about)
    if order.unit == ask_.unit and 1 <= order.charges <= most and order.saved == saved:
        return None
    message = f"1 to {most} charges can be spent here, each for {saved} points of damage."
    return Refusal("not-so-many", "hex100.armour-reactive", message, {"most": most, "saved": saved})


# --- EMP shock

SPECIAL = ("commander", "focus")


@rule("hex100.attr-light-emp", "hex100.armour-ed")
@heeds("hex100.attr-heavy-emp")
def emp_of(state: State, unit: Unit, weapon: Weapon) -> str:
    """How a weapon's EMP counts against a unit: ``heavy`` shocks with every hit, ``light`` with a critical one.

    ED armour makes light of heavy EMP.
    """
    if weapon.has("heavy-emp") and not equipment_effect(state, unit, "emp_softening"):
        return "heavy"
    return "light" if weapon.has("light-emp") or weapon.has("heavy-emp") else ""


@heeds("hex100.attr-heavy-emp", "hex100.attr-light-emp")
def is_shocking(state: State, unit: Unit, weapon: Weapon, penetrates: bool) -> bool:
    """Whether a direct hit shocks a unit. Spalling is no critical hit; one whose damage is all kept off still is."""
    emp = emp_of(state, unit, weapon)
    return emp == "heavy" or (emp == "light" and penetrates)


@rule("hex100.attr-heavy-emp")
def is_shocking_blast(state: State, unit: Unit, weapon: Weapon) -> bool:
    """Whether a blast shocks a unit in its radius: heavy EMP that bursts beyond the hex it hits."""
    return weapon.radius > 0 and emp_of(state, unit, weapon) == "heavy"


@rule("hex100.emp-shock")
@heeds("hex100.move-flying", "hex100.drone-emp")
def shock(ctx: Ctx[State], unit_id: str, by: str = "") -> None:
    """Put a unit in EMP shock; a flying one crashes and is destroyed. The fallen feel nothing more."""
    unit = ctx.state.units[unit_id]
    if unit.destroyed or unit.shocked:
        return
    if ctx.state.machine(unit_id).unit.movement_type == "flying":
        ctx.emit(Crashed(unit_id))
        ctx.emit(Destroyed(unit_id))
        return
    ctx.emit(Shocked(unit_id, by))
    if unit.seat == ctx.state.active and not unit.done:
        cut_pool(ctx, unit_id)


@rule("hex100.core-shielding")
@heeds("hex100.emp-shock")
def cut_pool(ctx: Ctx[State], unit_id: str) -> None:
    """Leave a unit in shock one wildcard and its special action, as far as it has them; core shielding saves all.

    A drone is shut down and does nothing at all.
    """
    unit = ctx.state.units[unit_id]
    if not unit.shocked or unit_id in ctx.state.scene.drones or equipment_effect(ctx.state, unit, "core_shielding"):
        return
    pool = reduced(unit.pool)
    if pool != unit.pool:
        ctx.emit(PoolCut(unit_id, tuple(pool.items())))


def reduced(pool: dict[str, int]) -> dict[str, int]:
    """A pool in EMP shock: of all plain actions that are left one wildcard, and the special action untouched."""
    special = {action: pool[action] for action in SPECIAL if action in pool}
    plain = sum(count for action, count in pool.items() if action not in SPECIAL)
    return {"wildcard": min(1, plain), **special}


def cut_pools(ctx: Ctx[State], seat: str) -> None:
    """At the start of a side's phase, those in shock get no more than shock allows."""
    for unit_id in [unit.id for unit in ctx.state.standing(seat)]:
        cut_pool(ctx, unit_id)


# --- The contents of the chapter

DAMAGE: Chapter[State] = Chapter(
    "Damage, armour and EMP shock",
    orders=(OrderRules(SpendCharges, "reactive", refuse_charges),),
    events={
        HitsCounted: None,
        ChargesSpent: charges_spent,
        Struck: struck,
        SwarmCut: swarm_cut,
        Destroyed: destroyed,
        Dismounted: dismounted,
        Shocked: shocked,
        Crashed: crashed,
        PoolCut: pool_cut,
    },
)
