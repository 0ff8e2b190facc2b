"""Attack resolution, step by step: aim, accuracy and its modifiers, shots, evasion; then damage and blasts."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.kernel.view import Modifier
from gearlock.systems.hex100.attacks.blast import raze, resolve_burst, resolve_scatter
from gearlock.systems.hex100.attacks.events import Fired
from gearlock.systems.hex100.attacks.melee import as_used, resolve_shock
from gearlock.systems.hex100.contacts import is_known
from gearlock.systems.hex100.damage.damage import is_from_front, resolve_armour, resolve_hits, strike
from gearlock.systems.hex100.defences.interceptors import resolve_interception
from gearlock.systems.hex100.defences.smoke import raise_smoke
from gearlock.systems.hex100.detection.locks import is_hex_locked_for, is_locked_for, look_again
from gearlock.systems.hex100.detection.stealth import is_hidden_from
from gearlock.systems.hex100.equipment import equipment_effect, find_weapon, weapon_name, works
from gearlock.systems.hex100.forces.units import Weapon
from gearlock.systems.hex100.movement_types import is_flying
from gearlock.systems.hex100.state import SEEN, State, Unit
from gearlock.systems.hex100.weapons.accuracy import hiding_places, steady_fire, strain
from gearlock.systems.hex100.weapons.targeting import refuse_aim
from gearlock.table.hexes import Hex, distance, is_in_front, neighbours

LOCK_BONUS = 10
UNSEEN_PENALTY = -20
RIDER_PENALTY = -20
"""What it costs to shoot at terror drones on a friend."""


class Aim(NamedTuple):
    """One weapon laid on one enemy or, without a target, on a hex."""

    unit: Unit
    weapon: Weapon
    target: Unit | None
    goal: Hex
    distance: int
    sees: bool
    locked: bool
    hidden: bool = False
    """Held by sensors alone, for no eye finds it."""

    @property
    def automatic(self) -> bool:
        """Homing on a locked target: every shot hits and none can be evaded."""
        return self.locked and self.weapon.has("homing")

    @property
    def indirect(self) -> bool:
        """Fired over what is in the way, without a line of sight."""
        return not self.sees and self.weapon.has("indirect-fire")

    @property
    def blind(self) -> bool:
        """Fired at a sensor contact that no eye finds; a lock makes up for that in indirect fire alone."""
        return self.hidden and not (self.locked and self.weapon.has("indirect-fire"))


def take_aim(state: State, unit: Unit, weapon: Weapon, target: Unit | None, goal: Hex) -> Aim:
    """Measure distance and sight, and see whether there is a lock."""
    locked = is_hex_locked_for(state, unit, goal) if target is None else is_locked_for(state, unit, target)
    away = distance(unit.hex, goal)
    hidden = target is not None and is_hidden_from(state, unit.seat, target)
    return Aim(unit, weapon, target, goal, away, state.land.is_clear(unit.hex, goal), locked, hidden)


@rule("hex100.modifier-stacking", "hex100.modifier-negative")
@heeds("hex100.modifier-exceptions")
def combined(lines: list[tuple[str, Modifier]]) -> list[Modifier]:
    """Of each source the best bonus and the worst penalty count; different sources add up."""
    kept: list[Modifier] = []
    for source in dict.fromkeys(source for source, _ in lines):
        mine = [line for each, line in lines if each == source]
        best = max(mine, key=lambda line: line.value)
        worst = min(mine, key=lambda line: line.value)
        kept += [best] if best.value > 0 else []
        kept += [worst] if worst.value < 0 else []
    return kept


@rule("hex100.stat-accuracy", "hex100.attr-indirect-fire", "hex100.attack-stealthed")
def accuracy_modifiers(state: State, aim: Aim, known: bool = True) -> list[Modifier]:
    """Every line that changes the number to roll under. `known` is False to leave out what only a good look tells."""
    lines: list[tuple[str, Modifier]] = []

    def add(source: str, value: int, label: str, rule_id: str) -> None:
        if value:
            lines.append((source, Modifier(value, label, rule_id, "%")))

    if aim.weapon.melee:
        add("equipment, active", -parry(state, aim) if known else 0, "buckler, defence focus", "hex100.buckler")
        return combined(lines)
    for value, label, rule_id in fire_control(state, aim):
        add("equipment, passive", value, label, rule_id)
    for value, label, rule_id in steady_fire(state, aim.unit, aim.weapon):
        add("equipment, active", value, label, rule_id)
    if aim.locked:
        bonus = tracking(state, aim)
        label, rule_id = ("tracking", "hex100.attr-tracking") if bonus else ("target locked", "hex100.locking-common")
        add("lock", bonus or LOCK_BONUS, label, rule_id)
    elif aim.indirect:
        add("fire situation", UNSEEN_PENALTY, "indirect without line of sight", "hex100.attr-indirect-fire")
    add("fire situation", UNSEEN_PENALTY if aim.blind else 0, "optical stealth", "hex100.attack-stealthed")
    add("optics", strain(state, aim.unit, aim.distance), "weak optics", "hex100.weak-optics")
    if aim.target is not None:
        riding = RIDER_PENALTY if aim.target.riding else 0
        add("riders", riding, "on the back of a friend", "hex100.drone-terror-removal")
        aloft = known and is_flying(state, aim.target)
        for value, label, rule_id in hiding_places(state, aim.unit.hex, aim.goal, aim.sees, aloft):
            add("environment", value, label, rule_id)
    return combined(lines)


@rule("hex100.buckler")
def parry(state: State, aim: Aim) -> int:
    """What a buckler takes from blows at the front arc of a mech with the defence focus."""
    target = aim.target
    if target is None or target.focus != "defence" or not is_from_front(target, aim.unit.hex):
        return 0
    return equipment_effect(state, target, "parry_defence_focus")


@rule("hex100.fcs-basic", "hex100.fcs-main-gun", "hex100.fcs-rapid-fire")
def fire_control(state: State, aim: Aim) -> list[tuple[int, str, str]]:
    """What fire control units add to this weapon."""
    found = [(equipment_effect(state, aim.unit, "accuracy"), "fire control", "hex100.fcs-basic")]
    if "main-gun" in aim.weapon.types:
        value = equipment_effect(state, aim.unit, "accuracy_main_gun")
        found.append((value, "main gun fire control", "hex100.fcs-main-gun"))
    if aim.weapon.has("linked"):
        value = equipment_effect(state, aim.unit, "accuracy_linked")
        found.append((value, "rapid fire control", "hex100.fcs-rapid-fire"))
    return found


@rule("hex100.attr-tracking", "hex100.lock-guided")
@heeds("hex100.rain-maker-fcs", "hex100.stratus-passive")
def tracking(state: State, aim: Aim) -> int:
    """The tracking of a weapon, its own or from fire control; it takes the place of the plain bonus of a lock."""
    blind = aim.weapon.effects.get("integrated_fcs") and (aim.unit.hacked or aim.unit.shocked)
    found = [0 if blind else aim.weapon.tracking, equipment_effect(state, aim.unit, "tracking")]
    if "main-gun" in aim.weapon.types:
        found.append(equipment_effect(state, aim.unit, "tracking_main_gun"))
    if aim.weapon.has("linked"):
        found.append(equipment_effect(state, aim.unit, "tracking_linked"))
    return max(found)


@rule("hex100.core-mechanic", "hex100.attr-homing")
@heeds("hex100.lock-guided")
def number_to_hit(state: State, aim: Aim, known: bool = True) -> int:
    """The number a d100 (00 to 99) must stay under, so a chance in 100; homing on a lock never misses."""
    if aim.automatic:
        return 100
    total = aim.weapon.accuracy + sum(line.value for line in accuracy_modifiers(state, aim, known))
    return max(0, min(100, total))


def told_lines(state: State, aim: Aim) -> tuple[Modifier, ...]:
    """The number to hit line by line, as the side that fires may know it: what it cannot see of its target is one sum.

    Homing on a lock needs no number.
    """
    if aim.automatic:
        return (Modifier(100, "homing on a locked target", "hex100.attr-homing", "%"),)
    known = aim.target is None or state.known[aim.unit.seat].get(aim.target.id) == SEEN
    first = Modifier(aim.weapon.accuracy, f"accuracy of the {aim.weapon.name}", "hex100.stat-accuracy", "%")
    lines = accuracy_modifiers(state, aim, known)
    truth = lines if known else accuracy_modifiers(state, aim)
    unseen = sum(line.value for line in truth) - sum(line.value for line in lines)
    rest = [Modifier(unseen, "what could not be seen of it", "hex100.stat-accuracy", "%")] if unseen else []
    return (first, *lines, *rest)


@rule("hex100.focus-evasion")
@heeds(
    "hex100.stat-agility",
    "hex100.cirrus-passive",
    "hex100.drone-recon",
    "hex100.drone-terror",
    "hex100.drone-terror-removal",
)
def number_to_evade(state: State, aim: Aim) -> int:
    """The target's chance to dodge each hit, never of homing fire: a mech with the evasion focus, from the front arc.

    Small drones dodge by themselves and from all sides, while they run and ride nobody.
    """
    target = aim.target
    if target is None or aim.automatic:
        return 0
    if target.id in state.scene.drones:
        return 0 if target.shocked or target.riding else state.machine(target.id).unit.agility
    if target.focus != "evasion" or not is_from_front(target, aim.unit.hex):
        return 0
    return dodge(state, target)


@rule("hex100.stat-agility")
def dodge(state: State, unit: Unit) -> int:
    """The chance of a mech that evades to dodge a hit: its agility with what it carries."""
    return min(100, state.machine(unit.id).unit.agility + equipment_effect(state, unit, "agility"))


@rule("hex100.stat-rof")
@heeds("hex100.attack-sequence", "hex100.blast-scatter")
def resolve_shots(
    ctx: Ctx[State], attacker: str, token: str, target: str, goal: Hex, volley: tuple[str, ...] = ()
) -> Script[None]:
    """All shots of one weapon at one target or hex, and where those go that miss it."""
    stray = yield from resolve_aimed(ctx, attacker, token, target, goal, volley)
    for _ in range(stray.shots):
        yield from resolve_scatter(ctx, attacker, stray.weapon, goal, stray.indirect)


class Stray(NamedTuple):
    """Blasts that have missed and come down elsewhere."""

    shots: int
    weapon: Weapon
    indirect: bool = False


@rule("hex100.attack-sequence", "hex100.attr-graze")
@heeds("hex100.stat-rof")
def resolve_aimed(
    ctx: Ctx[State], attacker: str, token: str, target: str, goal: Hex, volley: tuple[str, ...] = ()
) -> Script[Stray]:
    """The shots of one weapon where they were aimed: interception, hits, evasion, damage, blasts; gives what strays."""
    unit = ctx.state.units[attacker]
    found = find_weapon(ctx.state, unit, token)
    assert found is not None, "a legal attack has a weapon"
    weapon = as_used(found[1], volley)
    raise_smoke(ctx, target)
    shots = weapon.rof - (yield from resolve_interception(ctx, attacker, weapon, target, goal))
    if not shots:
        return Stray(0, weapon)
    unit = ctx.state.units[attacker]
    aim = take_aim(ctx.state, unit, weapon, ctx.state.units[target] if target else None, goal)
    number, indirect, dodge = number_to_hit(ctx.state, aim), aim.indirect, number_to_evade(ctx.state, aim)
    lines, faces = told_lines(ctx.state, aim), tuple[int, ...]()
    if not aim.automatic:
        faces = yield from throw(Roll("to hit", shots, 100, 0, unit.seat, attacker, "hex100.stat-accuracy", (number,)))
    hits = sum(face < number for face in faces) if faces else shots
    dodges: tuple[int, ...] = ()
    if hits and dodge:
        seat = ctx.state.units[target].seat
        dodges = yield from throw(Roll("evasion", hits, 100, 0, seat, target, "hex100.stat-agility", (dodge,)))
    evaded = sum(face < dodge for face in dodges)
    fired = Fired(attacker, token, weapon_name(weapon), target, number, faces, hits, dodge, dodges, evaded, lines)
    ctx.emit(fired)
    if target and not weapon.effects.get("marks"):
        yield from resolve_direct(ctx, attacker, weapon, target, hits - evaded, evaded)
    if weapon.shock and hits:
        yield from resolve_shock(ctx, attacker, weapon, goal)
    if weapon.blast:
        for _ in range(hits):
            yield from resolve_burst(ctx, attacker, weapon, goal, target)
    return Stray(shots - hits if weapon.radius else 0, weapon, indirect)


def resolve_direct(ctx: Ctx[State], attacker: str, weapon: Weapon, target: str, hits: int, evaded: int) -> Script[None]:
    """What shots do to the unit they were meant for: hits in full, evaded ones their graze."""
    state = ctx.state
    if evaded and weapon.graze:
        origin = state.units[attacker].hex
        above = weapon.has("indirect-fire")
        for damage in (yield from resolve_armour(ctx, target, weapon.graze, evaded, weapon, origin, above)):
            strike(ctx, target, damage, how="graze", by=attacker)
    if hits and not ctx.state.units[target].destroyed:
        goal = ctx.state.units[target].hex
        yield from resolve_hits(ctx, attacker, weapon, target, hits)
        raze(ctx, weapon, goal, direct=True)


@rule("hex100.attr-slash")
@heeds("hex100.stat-melee")
def struck_by(state: State, unit: Unit, weapon: Weapon, target: Unit) -> list[str]:
    """Whom one attack strikes: the target and, with a slash, every other enemy on the ground in the hexes ahead."""
    if not weapon.has("slash"):
        return [target.id]
    ahead = [hex_ for hex_ in neighbours(unit.hex) if is_in_front(unit.hex, unit.facing, hex_)]
    others = [state.unit_in(hex_) for hex_ in ahead]
    more = [each for each in others if each is not None and each.seat != unit.seat and each.id != target.id]
    return [target.id, *(each.id for each in more if not is_flying(state, each))]


@rule("hex100.attack-action")
@heeds("hex100.linked-fire", "hex100.co-axial", "hex100.focus-melee")
def resolve_volley(ctx: Ctx[State], attacker: str, tokens: tuple[str, ...], target: str, goal: Hex) -> Script[None]:
    """Weapons that fire together, one after the other."""
    for token in tokens:
        yield from resolve_weapon(ctx, attacker, token, tokens, target, goal)
    look_again(ctx)


def resolve_weapon(
    ctx: Ctx[State], attacker: str, token: str, volley: tuple[str, ...], target: str, goal: Hex
) -> Script[None]:
    """One weapon of a volley, if it still fires."""
    goal = ctx.state.units[target].hex if target else goal
    weapon = armed(ctx.state, attacker, token, target, goal)
    if weapon is None:
        return
    struck = struck_by(ctx.state, ctx.state.units[attacker], weapon, ctx.state.units[target]) if target else [""]
    for each in struck:
        if each and ctx.state.units[each].destroyed:
            continue
        yield from resolve_shots(ctx, attacker, token, each, ctx.state.units[each].hex if each else goal, volley)


def armed(state: State, attacker: str, token: str, target: str, goal: Hex) -> Weapon | None:
    """The weapon with which a unit fires; none if it was knocked out, or its target has fallen or got away."""
    unit = state.units[attacker]
    found = find_weapon(state, unit, token)
    if found is None or unit.destroyed or not works(state, unit, found[0]):
        return None
    if refuse_aim(state, unit, found[1], goal) is not None:
        return None
    if target and not is_known(state, unit.seat, state.units[target]):
        return None
    return found[1]
