"""Attacks step by step: accuracy, shots, evasion, damage; blasts and scattering, melee and artillery."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

import msgspec

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.dice import Roll
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Keep, Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.kernel.view import Modifier
from gearlock.systems.hex100.actions import drop_reserve, refuse_payment, spend
from gearlock.systems.hex100.damage.damage import (
    POWER_FIST,
    RAZING_DAMAGE,
    area_damage,
    dealt,
    is_from_front,
    is_shocking_blast,
    reduction_modifiers,
    resolve_armour,
    resolve_hits,
    shock,
    strike,
)
from gearlock.systems.hex100.damage.units_hit import cut
from gearlock.systems.hex100.defenses import raise_smoke, resolve_interception
from gearlock.systems.hex100.detection.locks import is_hex_locked_for, is_locked_for, look_again
from gearlock.systems.hex100.detection.sight import Marked, is_hidden_from
from gearlock.systems.hex100.equipment import equipment_effect, find_weapon, full_hp, is_flying, weapon_name, works
from gearlock.systems.hex100.forces.cards import Weapon
from gearlock.systems.hex100.known_units import is_known
from gearlock.systems.hex100.state import SEEN, State, Unit
from gearlock.systems.hex100.weapons import hiding_places, refuse_aim, scatter_cut, steady_fire, strain
from gearlock.table.hexes import Hex, disc, distance, is_in_front, neighbours, step


class Attack(Order, frozen=True, tag="attack"):
    """Attack one enemy with one weapon, or with several that fire together.

    `pay` is ``attack`` or ``commander``, or ``aux`` for the free shot of an automated aux turret.
    """

    unit: str
    weapons: tuple[str, ...] = ()
    target: str = ""
    pay: str = "attack"


class Bombard(Order, frozen=True, tag="bombard"):
    """Aim a blast weapon at a hex."""

    unit: str
    weapon: str = ""
    q: int = 0
    r: int = 0
    pay: str = "attack"


class HoldBack(Order, frozen=True, tag="hold-back"):
    """Hold an ``attack`` or a ``move`` back for the enemy phase; which weapons, and for what, is asked next."""

    unit: str
    held: str = "attack"


class Reserve(Keep, frozen=True, tag="reserve"):
    """Hold an attack with named weapons, or a move, back for the enemy phase.

    The trigger is an enemy that ``moves``, ``attacks`` or ``appears``; `within` 0 is any distance, and without a named
    `enemy` (a contact) any will do.
    """

    unit: str
    held: str = "attack"
    weapons: tuple[str, ...] = ()
    trigger: str = "moves"
    within: int = 0
    enemy: str = ""


class FireReserve(Order, frozen=True, tag="fire-reserve"):
    """Carry out a reserved attack now."""

    unit: str
    target: str = ""


class EnterSiege(Order, frozen=True, tag="enter-siege"):
    """Let the stabilizers down: siege mode."""

    unit: str


class LeaveSiege(Order, frozen=True, tag="leave-siege"):
    """Leave siege mode, at the beginning of the unit's turn."""

    unit: str


class PlotFire(Order, frozen=True, tag="plot-fire"):
    """Let the artillery fire control work out the fire of this turn."""

    unit: str


class Reserved(Event, frozen=True, tag="reserved"):
    """An action is held back for the enemy phase."""

    plain: ClassVar[bool] = True
    unit: str
    held: str
    weapons: tuple[str, ...]
    trigger: str
    within: int
    enemy: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.held, unit.held_weapons = self.held, list(self.weapons)
        unit.trigger, unit.within, unit.waits_for = self.trigger, self.within, self.enemy


class ReserveSpent(Event, frozen=True, tag="reserve-spent"):
    """A held action is carried out."""

    unit: str

    def change(self, state: State) -> None:
        drop_reserve(state.units[self.unit])


class AttackDeclared(Event, frozen=True, tag="attack-declared"):
    """A unit attacks, and limited ammunition has one use less; without a target it aims at the hex."""

    unit: str
    weapons: tuple[str, ...]
    target: str
    q: int
    r: int
    reserved: bool = False

    def change(self, state: State) -> None:
        """Limited ammunition is spent when a weapon fires, not when it is held back; who fires hides no longer."""
        state.units[self.unit].quarry = self.target
        uses = state.units[self.unit].uses
        state.units[self.unit].lurking = False
        for token in self.weapons:
            mount = token.partition(":")[0]
            if mount in uses:
                uses[mount] -= 1


class Fired(Event, frozen=True, tag="fired"):
    """One weapon's shots: the number to roll under, the dice, what hit and what was evaded.

    No dice mean that every shot hit by itself. `name` says what was fired: the load may change before it is told.
    """

    unit: str
    weapon: str
    name: str
    target: str
    number: int
    faces: tuple[int, ...]
    hits: int
    evasion: int = 0
    evasion_faces: tuple[int, ...] = ()
    evaded: int = 0
    lines: tuple[Modifier, ...] = ()
    """How the number came about, as the side that fires may know it."""

    def change(self, state: State) -> None:
        state.shots = None


class Scattered(Event, frozen=True, tag="scattered"):
    """A blast that missed went astray."""

    unit: str
    direction: int
    distance: int
    q: int
    r: int


class Burst(Event, frozen=True, tag="burst"):
    """A blast went off over a hex."""

    unit: str
    q: int
    r: int
    radius: int


class TerrainRazed(Event, frozen=True, tag="terrain-razed"):
    """A hex is not what it was."""

    q: int
    r: int
    terrain: str

    def change(self, state: State) -> None:
        kept = [change for change in state.changed if change[:2] != (self.q, self.r)]
        state.changed = sorted([*kept, (self.q, self.r, self.terrain)])
        state.rebuild_field()


class SiegeEntered(Event, frozen=True, tag="siege-entered"):
    """A unit is in siege mode."""

    unit: str

    def change(self, state: State) -> None:
        _siege_changed(state, self)


class SiegeLeft(Event, frozen=True, tag="siege-left"):
    """A unit can move again."""

    unit: str

    def change(self, state: State) -> None:
        _siege_changed(state, self)


class FirePlotted(Event, frozen=True, tag="fire-plotted"):
    """A unit's artillery shoots better until the next phase of its side."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].plotted = True


def _siege_changed(state: State, event: SiegeEntered | SiegeLeft) -> None:
    state.units[event.unit].sieging = isinstance(event, SiegeEntered)


# --- Siege mode and fire control


@rule("hex100.siege-stabilizers")
def refuse_siege(state: State, unit: Unit, order: EnterSiege) -> Refusal | None:  # noqa: ARG001 - one of the orders
    """Why a unit cannot go into siege mode."""
    if unit.sieging:
        return Refusal("in-siege-mode", "hex100.siege-stabilizers", "The unit is in siege mode already.")
    if not equipment_effect(state, unit, "siege_mode"):
        message = "Siege mode needs siege stabilizers that work."
        return Refusal("no-stabilizers", "hex100.siege-stabilizers", message)
    return refuse_payment(unit, "move")


@heeds("hex100.siege-stabilizers")
def enter_siege(ctx: Ctx[State], order: EnterSiege) -> Script[None]:
    """A move action: from now on the vehicle stays where it is and its artillery shoots better."""
    spend(ctx, order.unit, "move")
    ctx.emit(SiegeEntered(order.unit))
    yield from ()


@heeds("hex100.siege-stabilizers")
def refuse_leaving(state: State, unit: Unit, order: LeaveSiege) -> Refusal | None:  # noqa: ARG001 - one of the orders
    """Why a unit cannot leave siege mode now: only before it has done anything in its turn."""
    if not unit.sieging:
        return Refusal("not-in-siege-mode", "hex100.siege-stabilizers", "The unit is not in siege mode.")
    if unit.acted:
        message = "Siege mode is left at the beginning of a turn, before any action is spent."
        return Refusal("too-late", "hex100.siege-stabilizers", message)
    return None


@heeds("hex100.siege-stabilizers")
def leave_siege(ctx: Ctx[State], order: LeaveSiege) -> Script[None]:
    """Free, at the beginning of the unit's turn."""
    ctx.emit(SiegeLeft(order.unit))
    yield from ()


@rule("hex100.fcs-artillery")
def refuse_plotting(state: State, unit: Unit, order: PlotFire) -> Refusal | None:  # noqa: ARG001 - one of the orders
    """Why artillery fire control cannot be used."""
    if not equipment_effect(state, unit, "artillery_fcs"):
        return Refusal("no-fire-control", "hex100.fcs-artillery", "That needs an artillery FCS that works.")
    if unit.plotted:
        return Refusal("plotted", "hex100.fcs-artillery", "The fire of this turn is worked out already.")
    return refuse_payment(unit, "utility")


@rule("hex100.utility-action")
@heeds("hex100.fcs-artillery")
def plot_fire(ctx: Ctx[State], order: PlotFire) -> Script[None]:
    """A utility action: artillery weapons are more accurate and go less astray until the next phase of their side."""
    spend(ctx, order.unit, "utility")
    ctx.emit(FirePlotted(order.unit))
    yield from ()


def offer_siege(state: State, unit: Unit) -> Iterator[Option]:
    """Siege mode and fire control, where the unit has them."""
    enter, leave, plot = EnterSiege(unit.id), LeaveSiege(unit.id), PlotFire(unit.id)
    if refuse_siege(state, unit, enter) is None:
        yield Pick("Go into siege mode", enter, "hex100.siege-stabilizers")
    if refuse_leaving(state, unit, leave) is None:
        yield Pick("Leave siege mode", leave, "hex100.siege-stabilizers")
    if refuse_plotting(state, unit, plot) is None and has_artillery(state, unit):
        yield Pick("Artillery fire control (+20 accuracy, 1 hex less scatter)", plot, "hex100.fcs-artillery")


def has_artillery(state: State, unit: Unit) -> bool:
    """Whether a unit carries an artillery weapon."""
    return any("artillery" in weapon.types for mount in state.machine(unit.id).mounts for weapon in mount.modes)


# --- Melee weapons

TWO_FISTS = 15
"""What a second power fist adds to the chance of light EMP."""


@rule("hex100.power-fist", "hex100.focus-melee")
def as_used(weapon: Weapon, volley: tuple[str, ...]) -> Weapon:
    """A weapon as it strikes in this volley: two power fists together are more likely to shock."""
    fists = sum(token.startswith(POWER_FIST) for token in volley)
    return msgspec.structs.replace(weapon, emp_bonus=TWO_FISTS) if weapon.id == POWER_FIST and fists > 1 else weapon


@rule("hex100.impact-hammer")
def shaken(state: State, unit: Unit, goal: Hex) -> list[Unit]:
    """Who stands in the other hexes of the attacker's front arc, friend or foe, when its hammer falls on one."""
    ahead = [hex_ for hex_ in neighbours(unit.hex) if hex_ != goal and is_in_front(unit.hex, unit.facing, hex_)]
    found = (state.unit_in(hex_) for hex_ in ahead)
    return [each for each in found if each is not None and not equipment_effect(state, each, "blast_immunity")]


@heeds("hex100.impact-hammer", "hex100.armour-blast")
def resolve_shock(ctx: Ctx[State], attacker: str, weapon: Weapon, goal: Hex) -> Script[None]:
    """Area damage beside the hex that was struck; like a blast it never penetrates, and blast plating keeps it off."""
    for unit_id in [each.id for each in shaken(ctx.state, ctx.state.units[attacker], goal)]:
        origin = ctx.state.units[attacker].hex
        (damage,) = yield from resolve_armour(ctx, unit_id, weapon.shock, 1, weapon, origin, above=False, area=True)
        strike(ctx, unit_id, damage, how="shockwave", by=attacker)


def shock_on_others(state: State, unit: Unit, weapon: Weapon, goal: Hex) -> tuple[float, float]:
    """What the shock of a hammer would cost enemies in sight and the own side, in shares of whoever suffers it."""
    harm = {True: 0.0, False: 0.0}
    for each in shaken(state, unit, goal) if weapon.shock else ():
        if each.seat == unit.seat or state.known[unit.seat].get(each.id) == SEEN:
            lines = reduction_modifiers(state, each, None, weapon.damage_type, unit.hex)
            harm[each.seat == unit.seat] += min(dealt(weapon.shock, lines), each.hp) / full_hp(state, each.id)
    return harm[False], harm[True]


# --- Blasts and scattering

SCATTER = (2, 3)
"""How many hexes a blast goes astray at most, aimed by sight or over what is in the way."""


@rule("hex100.armour-blast")
@heeds("hex100.attr-blast")
def resolve_burst(ctx: Ctx[State], attacker: str, weapon: Weapon, centre: Hex, spared: str = "") -> Script[None]:
    """Area damage to everybody within the radius, friend or foe; the unit hit directly is spared it, a swarm is not.

    In the very hex it comes from above, elsewhere from the side of the centre. Blast plating keeps all of it off.
    """
    ctx.emit(Burst(attacker, centre[0], centre[1], weapon.radius))
    if weapon.effects.get("marks"):
        mark_all(ctx, attacker, within(ctx.state, centre, weapon.radius))
        return
    blow_off(ctx, attacker, weapon, centre)
    for unit_id in within(ctx.state, centre, weapon.radius):
        unit = ctx.state.units[unit_id]
        if unit_id == spared and not unit.swarm:
            continue
        if equipment_effect(ctx.state, unit, "blast_immunity") or is_spared(weapon, ctx.state.units[attacker], unit):
            continue
        area = area_damage(weapon, distance(centre, unit.hex))
        (damage,) = yield from resolve_armour(ctx, unit_id, area, 1, weapon, centre, above=False, area=True)
        strike(ctx, unit_id, damage, how="blast", by=attacker)
        if is_shocking_blast(ctx.state, ctx.state.units[unit_id], weapon):
            shock(ctx, unit_id, attacker)
    raze(ctx, weapon, centre)


@rule("hex100.drone-terror-removal")
def blow_off(ctx: Ctx[State], attacker: str, weapon: Weapon, centre: Hex) -> None:
    """A blast takes all terror drones off the units it reaches, whoever fired it."""
    for unit_id in within(ctx.state, centre, weapon.radius):
        drone = ctx.state.units[unit_id]
        if drone.riding and not is_spared(weapon, ctx.state.units[attacker], drone):
            cut(ctx, unit_id, (), "blast", attacker)


def within(state: State, centre: Hex, radius: int) -> list[str]:
    """Everybody within a blast, from place to place: the order of a side's list is its secret."""
    caught = [unit for unit in state.units.values() if unit.standing and distance(centre, unit.hex) <= radius]
    return [unit.id for unit in sorted(caught, key=lambda each: each.hex)]


@rule("hex100.rain-maker-fcs")
def is_spared(weapon: Weapon, attacker: Unit, unit: Unit) -> bool:
    """Whether fragments know their friends."""
    return bool(weapon.effects.get("spares_friends")) and unit.seat == attacker.seat


def blast_damage(state: State, unit: Unit, weapon: Weapon, centre: Hex) -> int:
    """What a blast does to one unit after armour and cover; weapons' armour penetration is for direct hits."""
    lines = reduction_modifiers(state, unit, None, weapon.damage_type, centre)
    return dealt(area_damage(weapon, distance(centre, unit.hex)), lines)


@rule("hex100.attr-demolisher")
def raze(ctx: Ctx[State], weapon: Weapon, centre: Hex, direct: bool = False) -> None:
    """Demolishers turn destructible terrain into what is left of it wherever they do damage enough."""
    if not weapon.has("demolisher"):
        return
    for hex_ in [centre] if direct else list(disc(centre, weapon.radius)):
        damage = weapon.damage if direct else area_damage(weapon, distance(centre, hex_))
        if hex_ not in ctx.state.land.ground or damage < RAZING_DAMAGE:
            continue
        left = ctx.state.land.kinds[ctx.state.land.ground.terrain_at(hex_)].becomes
        if left:
            ctx.emit(TerrainRazed(hex_[0], hex_[1], left))


@rule("hex100.blast-scatter")
def resolve_scatter(ctx: Ctx[State], attacker: str, weapon: Weapon, goal: Hex, indirect: bool) -> Script[None]:
    """A missed blast goes astray by a hexside and one to three hexes, or one to two when it was aimed by sight.

    Where it comes down it does area damage only, to a unit in that very hex as well. It may come down off the map.
    """
    seat = ctx.state.units[attacker].seat
    (side,) = yield from throw(Roll("scatter direction", 1, 6, 1, seat, attacker, "hex100.blast-scatter"))
    (hexes,) = yield from throw(
        Roll("scatter distance", 1, SCATTER[indirect], 1, seat, attacker, "hex100.blast-scatter")
    )
    hexes = max(0, hexes - scatter_cut(ctx.state, ctx.state.units[attacker], weapon))
    centre = step(goal, side - 1, hexes)
    ctx.emit(Scattered(attacker, side - 1, hexes, *centre))
    yield from resolve_burst(ctx, attacker, weapon, centre)


@rule("hex100.canisterate")
def mark_all(ctx: Ctx[State], attacker: str, caught: list[str]) -> None:
    """Make a beacon of everybody in the blast, friend or foe, the unit aimed at and those behind blast plating too."""
    for unit_id in caught:
        if not ctx.state.units[unit_id].marked:
            ctx.emit(Marked(unit_id, attacker))


# --- Attack resolution

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
