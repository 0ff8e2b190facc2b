"""Weapons and their targets: mounts, reach, what may fire together, and what steadies a shot."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.hex100.actions import refuse_payment
from gearlock.systems.hex100.equipment import (
    electronics_work,
    equipment_effect,
    find_weapon,
    is_flying,
    is_plotted,
    is_steadied,
    is_whole,
    weapon_name,
)
from gearlock.systems.hex100.forces.cards import Mount, Weapon
from gearlock.systems.hex100.known_units import hexes, is_known, name_for
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex, distance, is_in_front

# --- Accuracy

SIEGE_BONUS, PLOTTED_BONUS = 10, 20
SMOKE_PENALTY = -30
"""What dense smoke about the target takes from direct attacks."""
STRAIN = 10
"""Accuracy lost with every hex that weak optics do not reach."""

Lines = list[tuple[int, str, str]]
"""Accuracy, what it comes from, the rule."""


@heeds("hex100.siege-stabilizers", "hex100.fcs-artillery")
def steady_fire(state: State, unit: Unit, weapon: Weapon) -> Lines:
    """What siege mode and artillery fire control add to artillery weapons."""
    found: Lines = []
    if "artillery" in weapon.types and is_steadied(state, unit):
        found.append((SIEGE_BONUS, "siege mode", "hex100.siege-stabilizers"))
    if "artillery" in weapon.types and is_plotted(state, unit):
        found.append((PLOTTED_BONUS, "artillery fire control", "hex100.fcs-artillery"))
    return found


@heeds("hex100.siege-stabilizers", "hex100.fcs-artillery", "hex100.modifier-stacking")
def scatter_cut(state: State, unit: Unit, weapon: Weapon) -> int:
    """By how many hexes artillery goes less astray: one in siege mode or under fire control, and no more with both."""
    return int("artillery" in weapon.types and (is_steadied(state, unit) or is_plotted(state, unit)))


@rule("hex100.weak-optics")
def strain(state: State, unit: Unit, away: int) -> int:
    """What weak optics take from a shot: ten for every hex beyond the fifth."""
    limit = equipment_effect(state, unit, "weak_optics")
    return -STRAIN * max(0, away - limit) if limit else 0


@heeds("hex100.concealment", "hex100.smoke-launcher", "hex100.move-flying")
def hiding_places(state: State, origin: Hex, goal: Hex, sees: bool, aloft: bool = False) -> Lines:
    """What terrain and smoke take from attacks on a unit in a hex; smoke counts for direct attacks alone.

    Terrain does not hide a target that flies.
    """
    value, where = (0, "") if aloft else state.land.concealment(origin, goal, sees)
    found = [(-value, where, "hex100.concealment")]
    if sees and goal in state.land.smoke:
        found.append((SMOKE_PENALTY, "target in dense smoke", "hex100.smoke-launcher"))
    return found


# --- Weapons that may fire, and their targets

Named = list[tuple[Mount, Weapon]]


def named_weapons(state: State, unit: Unit, tokens: tuple[str, ...]) -> Named | None:
    """The weapons an order names, if the unit has them all."""
    found = [find_weapon(state, unit, token) for token in tokens]
    weapons = [each for each in found if each is not None]
    return weapons if tokens and len(weapons) == len(tokens) else None


@heeds("hex100.attr-requires-power", "hex100.attr-sensitive-electronics")
def shut_down(unit: Unit, name: str) -> Refusal:
    """The answer to an order to use what EMP shock or hacking has stopped."""
    why, rule_id = ("in EMP shock", "hex100.emp-shock") if unit.shocked else ("hacked", "hex100.hacking")
    message = f"The {name} is shut down while the unit is {why}; a recovery action ends that."
    return Refusal("shut-down", rule_id, message)


@rule("hex100.once-per-turn", "hex100.attr-limited-ammo")
def refuse_weapon(state: State, unit: Unit, mount: Mount, weapon: Weapon) -> Refusal | None:
    """Why a weapon may not be used this turn."""
    name = weapon_name(weapon)
    if not is_whole(state, unit, mount):
        return Refusal("out-of-order", "hex100.stat-critical", f"The {name} is out of order: its hardpoint is wrecked.")
    if not electronics_work(unit, mount):
        return shut_down(unit, name)
    if mount.id in unit.used:
        return Refusal("used", "hex100.once-per-turn", f"The {name} has been used this round.")
    if unit.uses.get(mount.id, 1) < 1:
        return Refusal("empty", "hex100.attr-limited-ammo", f"The {name} has no ammunition left.")
    return None


@rule(
    "hex100.co-axial", "hex100.type-co-axial", "hex100.linked-fire", "hex100.attr-linked", "hex100.focus-fire-control"
)
@heeds("hex100.focus-melee")
def can_fire_together(state: State, unit: Unit, weapons: Named) -> bool:
    """Whether several weapons fire with one action.

    All on one co-axial mount do, two alike and linked under fire control, a melee weapon on either arm under the melee
    focus.
    """
    mounts = [mount for mount, _ in weapons]
    if len({mount.id for mount in mounts}) < len(mounts):
        return False
    hardpoints = state.machine(unit.id).unit.hardpoints
    places = {mount.hardpoint for mount in mounts}
    if len(places) == 1 and mounts[0].hardpoint >= 0 and "co-axial" in hardpoints[mounts[0].hardpoint].types:
        return True
    if len(weapons) != 2:
        return False
    (_, a), (_, b) = weapons
    if unit.focus == "fire-control":
        return a.name == b.name and a.has("linked") and b.has("linked")
    arms = {hardpoints[mount.hardpoint].arm for mount in mounts if mount.hardpoint >= 0}
    return unit.focus == "melee" and a.melee and b.melee and arms == {"left", "right"}


@rule("hex100.pintle", "hex100.commander-pintle", "hex100.type-pintle")
def is_on_pintle(state: State, unit: Unit, mount: Mount) -> bool:
    """Whether the commander can fire it."""
    return mount.hardpoint >= 0 and "pintle" in state.machine(unit.id).unit.hardpoints[mount.hardpoint].types


def refuse_volley(state: State, unit: Unit, tokens: tuple[str, ...], by_commander: bool = False) -> Refusal | None:
    """Why these weapons may not be fired, or not together; the cost and the target are asked after elsewhere."""
    weapons = named_weapons(state, unit, tokens)
    if weapons is None:
        said = ", ".join(tokens) or "none"
        return Refusal("no-such-weapon", "hex100.attack-action", f"There is no such weapon to fire: {said}.")
    for mount, weapon in weapons:
        refusal = refuse_weapon(state, unit, mount, weapon)
        if refusal is not None:
            return refusal
    if len(weapons) > 1 and not can_fire_together(state, unit, weapons):
        return Refusal("not-together", "hex100.linked-fire", "These weapons cannot be fired with one action.")
    if by_commander and not (len(weapons) == 1 and is_on_pintle(state, unit, weapons[0][0])):
        return Refusal("not-on-pintle", "hex100.commander-pintle", "The commander fires one weapon on a pintle mount.")
    return None


@rule("hex100.stat-range", "hex100.minimum-range")
@heeds("hex100.attack-action", "hex100.attr-indirect-fire")
def refuse_aim(state: State, unit: Unit, weapon: Weapon, goal: Hex) -> Refusal | None:
    """Why a weapon cannot be aimed at what stands in a hex: range, minimum range, line of sight."""
    away, name = distance(unit.hex, goal), weapon_name(weapon)
    facts: dict[str, str | int | float] = {"distance": away, "range": weapon.range}
    if weapon.melee:
        return _refuse_melee(state, unit, weapon, goal)
    if away > weapon.range:
        message = f"The {name} reaches {hexes(weapon.range)}; the target is {away} away."
        return Refusal("out-of-range", "hex100.stat-range", message, facts)
    sees = state.land.is_clear(unit.hex, goal)
    if not sees and not weapon.has("indirect-fire"):
        return Refusal("no-line-of-sight", "hex100.los-blocking", f"The {name} has no line of sight to the target.")
    if away < weapon.minimum_range and not (sees and weapon.minimum_range_for_indirect_fire_only):
        message = f"The {name} cannot hit nearer than {hexes(weapon.minimum_range)}; the target is {away} away."
        return Refusal("too-near", "hex100.minimum-range", message, {**facts, "minimum": weapon.minimum_range})
    return None


@rule("hex100.stat-melee")
@heeds(
    "hex100.attr-slash", "hex100.universal-melee", "hex100.impact-hammer", "hex100.drone-recon", "hex100.move-flying"
)
def _refuse_melee(state: State, unit: Unit, weapon: Weapon, goal: Hex) -> Refusal | None:
    if distance(unit.hex, goal) != 1:
        return Refusal("not-adjacent", "hex100.stat-melee", f"The {weapon_name(weapon)} strikes adjacent hexes only.")
    target = state.unit_in(goal)
    if target is not None and is_flying(state, target):
        return Refusal("flying", "hex100.move-flying", "Melee weapons do not reach what flies.")
    if (weapon.has("slash") or weapon.shock) and not is_in_front(unit.hex, unit.facing, goal):
        message = f"The {weapon_name(weapon)} strikes the three hexes ahead; the target is not in them."
        return Refusal("not-ahead", "hex100.impact-hammer" if weapon.shock else "hex100.attr-slash", message)
    return None


def refuse_attack(state: State, unit: Unit, tokens: tuple[str, ...], goal: Hex) -> Refusal | None:
    """Why this volley cannot be aimed there; the first weapon that cannot speaks for all."""
    for _, weapon in named_weapons(state, unit, tokens) or ():
        refusal = refuse_aim(state, unit, weapon, goal)
        if refusal is not None:
            return refusal
    return None


@heeds("hex100.attack-action")
def refuse_bombardment(state: State, unit: Unit, weapon: Weapon, goal: Hex) -> Refusal | None:
    """Why a hex may not be shelled: only blast weapons are fired at ground, and only where nobody is known to stand."""
    if goal not in state.land.ground:
        return Refusal("off-map", "hex100.attack-action", "That hex is off the map.")
    if any(each.standing and each.hex == goal and is_known(state, unit.seat, each) for each in state.units.values()):
        message = "A unit stands there: attack it, or aim at an empty hex beside it."
        return Refusal("not-empty", "hex100.attack-action", message)
    if not weapon.blast:
        message = f"The {weapon_name(weapon)} has no blast; only blast weapons are fired at a hex."
        return Refusal("no-blast", "hex100.attack-action", message)
    return refuse_aim(state, unit, weapon, goal)


@heeds("hex100.drone-terror-removal")
def refuse_rider(state: State, seat: str, target: Unit) -> Refusal | None:
    """Why an attack cannot be aimed at a contact: it rides a unit, and is shaken, shot or pulled off that."""
    if not target.riding:
        return None
    message = (
        f"It rides {name_for(state, seat, target.riding)}, and nobody aims at it there: its victim shakes it off, "
        "friends of the victim pull or shoot it off."
    )
    return Refusal("riding", "hex100.drone-terror-removal", message)


Volley = tuple[str, ...]


def legal_volleys(state: State, unit: Unit) -> Iterator[Volley]:
    """Every weapon alone, any of a co-axial mount together, and the pairs that the mech's focus lets fire together.

    Weapons alike on one mount are the same volley whichever of them fire, and come up once.
    """
    loadout = state.scene.loadouts[unit.id]
    pairs = combinations(loadout.tokens, 2) if unit.focus in ("fire-control", "melee") else ()
    offered: set[str] = set()
    for volley in chain(loadout.volleys, pairs):
        if refuse_volley(state, unit, volley) is not None:
            continue
        name = volley_name(state, unit, volley)
        if name not in offered:
            offered.add(name)
            yield volley


def volley_name(state: State, unit: Unit, volley: Volley) -> str:
    """The weapons of a volley as a player calls them; one with a twin on another mount is named with its own mount."""
    places = state.scene.loadouts[unit.id].twins
    found = named_weapons(state, unit, volley) or ()
    names = ((weapon_name(weapon), places.get(mount.id)) for mount, weapon in found)
    return " + ".join(f"{name} ({place})" if place else name for name, place in names)


def reach_of_volley(state: State, unit: Unit, volley: Volley) -> int:
    """How far all weapons of a volley can be aimed, terrain aside."""
    return min(max(1, weapon.range) for _, weapon in named_weapons(state, unit, volley) or ())


def is_pintle_shot(state: State, unit: Unit, volley: Volley) -> bool:
    """Whether the commander can fire it."""
    found = named_weapons(state, unit, volley)
    return found is not None and len(found) == 1 and is_on_pintle(state, unit, found[0][0])


# --- Automated aux turrets

AUX = "aux"
"""The pay of an attack by an aux turret, and the mark of one that has fired by itself this turn."""


@rule("hex100.zenith-aux-turrets")
def refuse_aux(state: State, unit: Unit) -> Refusal | None:
    """Why the aux turrets do not fire by themselves: none, hacked or in EMP shock, or done so this turn."""
    rule_id, name = "hex100.zenith-aux-turrets", state.machine(unit.id).unit.name
    if "aux_turrets" not in state.machine(unit.id).unit.integrated:
        return Refusal("no-aux-turrets", rule_id, f"The {name} has no automated aux turrets.")
    if not equipment_effect(state, unit, "aux_turrets"):
        return Refusal("shut-down", rule_id, "Hacking or EMP shock has stopped the automated aux turrets.")
    if AUX in unit.used:
        return Refusal("used", rule_id, "The aux turrets have fired by themselves this round.")
    return None


@heeds("hex100.zenith-aux-turrets")
def is_aux_shot(state: State, unit: Unit, volley: tuple[str, ...]) -> bool:
    """Whether it is one weapon on an aux turret mount."""
    found = named_weapons(state, unit, volley) or []
    hardpoints = state.machine(unit.id).unit.hardpoints
    return len(found) == 1 and found[0][0].hardpoint >= 0 and "Aux Turret" in hardpoints[found[0][0].hardpoint].name


@heeds("hex100.zenith-aux-turrets")
def refuse_aux_shot(state: State, unit: Unit, volley: tuple[str, ...]) -> Refusal | None:
    """Why these weapons do not fire without an action."""
    refusal = refuse_aux(state, unit)
    if refusal is not None or is_aux_shot(state, unit, volley):
        return refusal
    message = "One weapon on an aux turret mount fires without an action."
    return Refusal("not-on-aux-turret", "hex100.zenith-aux-turrets", message)


def aux_volleys(state: State, unit: Unit) -> list[tuple[str, ...]]:
    """The weapons that could fire now without an action."""
    if refuse_aux(state, unit) is not None:
        return []
    return [volley for volley in legal_volleys(state, unit) if is_aux_shot(state, unit, volley)]


def refuse_pay(state: State, unit: Unit, weapons: tuple[str, ...], pay: str) -> Refusal | None:
    """Why these weapons cannot be fired for this price: an attack action, the commander's, or none by an aux turret."""
    if pay == AUX:
        return refuse_volley(state, unit, weapons) or refuse_aux_shot(state, unit, weapons)
    if pay not in ("attack", "commander"):
        return Refusal(
            "no-such-action", "hex100.action-symbols", "An attack is paid with an attack or commander action."
        )
    return refuse_payment(unit, pay) or refuse_volley(state, unit, weapons, pay == "commander")
