"""Attacks laid out: attackers, target and conditions by name, and the battle made of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec

from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.given import ATTACKER, NO, YES, Change, Given, read_attacker, staging, which_weapon
from gearlock.kernel.gunnery import Condition, Situation, Staged, find_unit
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.script import Ctx
from gearlock.kernel.system import Setup
from gearlock.muster.suggest import Suggestions
from gearlock.systems.hex100.advice.attack_odds import expected_damage
from gearlock.systems.hex100.attacks.attack import Attack, Reserved, take_aim
from gearlock.systems.hex100.battlefield import terrains
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.briefings.battles import begin
from gearlock.systems.hex100.deployment import Deployed
from gearlock.systems.hex100.detection.locks import can_hold_lock, finish_turn, look_again
from gearlock.systems.hex100.detection.sight import Detected
from gearlock.systems.hex100.equipment import equipment_effect, weapon_name
from gearlock.systems.hex100.forces.cards import Item, Machine, Mount, Recipe, Weapon, build_machine, machines, units
from gearlock.systems.hex100.forces.force_building import find_item, key, mountable
from gearlock.systems.hex100.forces.loadout import Loadout, is_loaded
from gearlock.systems.hex100.known_units import hexes
from gearlock.systems.hex100.movement.moving import engaged_with
from gearlock.systems.hex100.state import SEEN, State, Unit, other
from gearlock.systems.hex100.turns import FOCUSES, Activated, DeploymentEnded, InitiativeRolled, PhaseBegan
from gearlock.systems.hex100.weapons import legal_volleys, named_weapons, refuse_attack
from gearlock.table.hexes import Hex, disc, distance, from_offset, ring, step, to_offset
from gearlock.table.hexmapfiles import write_hex_map
from gearlock.table.hexmaps import HexGround

# --- What can be said about an attack

FRONT, FLANK, REAR = "front", "flank", "rear"
NONE = "none"
FARTHEST = 40
OPEN = "open"

_GROUNDS = tuple(kind.name for kind in terrains().values() if kind.cost["legged"] or kind.cost["tracked"])
_FOCUSES = (NONE, *FOCUSES)

CONDITIONS = (
    Condition("range", "hexes to the target; as far as it reaches if left out", rule="hex100.stat-range", most=16),
    Condition("cover", "the terrain the target stands in", _GROUNDS, OPEN, "hex100.cover"),
    Condition("before", "the terrain in the hex before the target", _GROUNDS, OPEN, "hex100.cover"),
    Condition("posture", "the focus of the attacker, a mech", _FOCUSES, NONE, "hex100.focus-timing"),
    Condition("target-focus", "the focus of the target, a mech", _FOCUSES, NONE, "hex100.focus-timing"),
    Condition("from", "the arc of the target that is attacked", (FRONT, FLANK, REAR), FRONT, "hex100.arc-armour"),
    Condition("trait", "equipment to add or take away: attacker:Main Gun FCS, -Buckler (the target's if not said)"),
    Condition("lock", "the attacker has a lock on the target", (NO, YES), NO, "hex100.lock-on"),
    Condition("sight", "the attacker sees the target; no is for indirect fire", (YES, NO), YES, "hex100.los-blocking"),
    Condition("smoke", "the target is in dense smoke", (NO, YES), NO, "hex100.smoke-launcher"),
    Condition("target-damage", "hit points the target has lost", (), "0", "hex100.stat-hp"),
    Condition("target-critical", "critical damage the target's structure has taken", (), "0", "hex100.stat-critical"),
    Condition("target-shocked", "the target is in EMP shock", (NO, YES), NO, "hex100.emp-shock"),
    Condition("attacker-hacked", "the attacker is hacked", (NO, YES), NO, "hex100.hacking"),
    Condition("siege", "the attacker is in siege mode", (NO, YES), NO, "hex100.siege-stabilizers"),
    Condition("bearing", "whether the attacker faces the target", ("ahead", "behind"), "ahead", "hex100.attr-slash"),
)  # fmt: skip


def focus_of(given: Given, name: str) -> str:
    """A focus as the state has it."""
    focus = given.says(name)
    return "" if focus == NONE else focus


# --- Who attacks whom

EAST, WEST = 0, 3
SCREEN, SCREEN_AT = "building", 2
"""What blocks the line of sight, and how far from the target."""


class Arm(NamedTuple):
    """One weapon as it is named: its token, the round that must be loaded for it, its stat line."""

    token: str
    load: int
    weapon: Weapon


class Post(NamedTuple):
    """An attacker as it was named: a machine, and the weapons it fires together."""

    machine: Machine
    arms: tuple[Arm, ...]


@cache
def fieldable() -> dict[str, Machine]:
    """The ready-made machines, and every tank and mech without equipment, by id."""
    bare = [build_machine(Recipe(c.id, c.name, c.id, ())) for c in units().values() if c.kind != "drone"]
    return {**{each.id: each for each in bare}, **machines()}


@cache
def names() -> dict[str, str]:
    """The names of all machines by id."""
    return {id_: machine.name for id_, machine in fieldable().items()}


@lru_cache(maxsize=512)
def _arms(machine_id: str) -> dict[str, Arm]:
    return dict(_named_arms(fieldable()[machine_id]))


def _named_arms(machine: Machine) -> Iterator[tuple[str, Arm]]:
    """Every weapon and round of a machine by the name it is called behind the colon."""
    for token, (mount, weapon) in Loadout(machine).tokens.items():
        if weapon is not None:
            yield token, Arm(token, 0, weapon)
        elif is_loaded(mount):
            several = len(mount.modes) > 1
            for load, mode in enumerate(mount.modes):
                yield f"{token}:{mode.mode}" if several else token, Arm(token, load, mode)


def weapons(unit: str) -> tuple[str, ...]:
    """The weapons of a machine, with the round where it can load several."""
    return tuple(_arms(unit))


def read_post(text: str, given: Given) -> Post:
    """`cobra-hunter:railgun+hmg`: one machine that fires both together."""
    name, named = read_attacker(text)
    machine = machine_named(name, given, ATTACKER)
    arms = dict(_named_arms(machine))
    if not named:
        raise which_weapon(machine.name, machine.id, arms)
    return Post(machine, tuple(_arm_named(machine, arms, each) for each in named))


def _arm_named(machine: Machine, arms: dict[str, Arm], text: str) -> Arm:
    for name, arm in arms.items():
        if key(text) in (key(name), key(weapon_name(arm.weapon))):
            return arm
    raise UnknownName(f"weapon of the {machine.name}", text, arms, "hex100.attack-action")


def machine_named(name: str, given: Given, side: str) -> Machine:
    """A machine with the equipment that was added or taken away."""
    machine = fieldable()[find_unit(names(), name)]
    for change in given.changes_of(side):
        machine = _without(machine, change) if change.taken else _with(machine, change.name)
    return machine


def _with(machine: Machine, text: str) -> Machine:
    """The machine with one more item on its first hardpoint, whether or not it fits there."""
    found = find_item(text, machine.unit)
    if found is None:
        near = Suggestions(thing.name for thing in mountable().values()).hint(text)
        there = "`gearlock force stock` lists all there is."
        raise BadInput(f"No equipment is called '{text}'. {near or there} [hex100.hardpoints]")
    taken = sum(mount.id.partition("#")[0] == found.thing.id for mount in machine.mounts)
    id_ = f"{found.thing.id}#{taken + 1}" if taken else found.thing.id
    item = found.thing if isinstance(found.thing, Item) else None
    return msgspec.structs.replace(machine, mounts=(*machine.mounts, Mount(id_, 0, found.modes, item)))


def _without(machine: Machine, change: Change) -> Machine:
    kept = tuple(mount for mount in machine.mounts if key(change.name) not in (key(mount.id), key(_thing_name(mount))))
    if len(kept) == len(machine.mounts):
        raise change.missing(machine.name, map(_thing_name, machine.mounts), "hex100.hardpoints")
    return msgspec.structs.replace(machine, mounts=kept)


def _thing_name(mount: Mount) -> str:
    return mount.item.name if mount.item else mount.modes[0].name


class Layout(NamedTuple):
    """A map with the target in the middle of it."""

    ground: HexGround
    target: Hex

    def places(self, away: int) -> list[Hex]:
        """Where attackers may stand, so many hexes away: east of the target first, then to either side."""
        around = list(ring(self.target, away))
        first = around.index(step(self.target, EAST, away))
        turned = around[first:] + around[:first]
        return [turned[0], *(turned[at * way] for at in range(1, len(turned) // 2) for way in (1, -1))]


def layout_of(given: Given, away: int) -> Layout:
    """Open ground as wide as the attack needs it, with the terrain that was asked for."""
    side = 2 * (away + 4) + 1
    middle = from_offset(side // 2, side // 2)
    terrain = dict.fromkeys((from_offset(c, r) for r in range(side) for c in range(side)), OPEN)
    terrain[middle] = given.says("cover")
    if away > 1:
        terrain |= {hex_: given.says("before") for hex_ in ring(middle, 1)}
    if not given.has("sight"):
        if away <= SCREEN_AT:
            raise BadInput("So near nothing hides the target: range must be 3 or more. [hex100.los-blocking]")
        terrain |= dict.fromkeys(ring(middle, SCREEN_AT), SCREEN)
    cells = sorted(terrain, key=lambda hex_: to_offset(hex_)[::-1])
    zones = {name: frozenset((cells[0],)) for name in ("north", "south")}
    return Layout(HexGround("range", side, side, tuple(terrain[cell] for cell in cells), zones), middle)


def smoke_about(layout: Layout) -> list[tuple[int, int, str]]:
    """Dense smoke over the target's hex alone."""
    return [(*hex_, "blue") for hex_ in disc(layout.target, 0)]


def _far_sighted(machine: Machine) -> Machine:
    """The machine with the eyes of friends who are not here: what it attacks is a contact as far as it shoots."""
    return msgspec.structs.replace(machine, unit=msgspec.structs.replace(machine.unit, vision=FARTHEST))


def setup_of(layout: Layout, attackers: list[Machine], target: Machine) -> Setup:
    """The set-up of the little battle."""
    red = [
        msgspec.structs.replace(each, name=f"{each.name} {number}") if len(attackers) > 1 else each
        for number, each in enumerate(attackers, 1)
    ]
    data: dict[str, Any] = {"map": write_hex_map(layout.ground), "budget": 100_000, "turns": 10, "objectives": False}
    data |= {"red": [_far_sighted(each) for each in red], "blue": [_far_sighted(target)]}
    return Setup("range", 0, {}, msgspec.json.decode(msgspec.json.encode(data)))


# --- The battle laid out

TARGET = "blue-1"
TURNS = {FRONT: 0, FLANK: 2, REAR: 3}
"""Hexsides that the target is turned away from the first attacker."""
WORDS = {
    "range": "",
    "from": "through the {} arc",
    "cover": "target in {}",
    "before": "behind {}",
    "posture": "attacker's focus {}",
    "target-focus": "target's focus {}",
}
"""How what was said is told; the range as it lies on the map."""


def lay_out(situation: Situation, given: Given) -> Staged[State]:
    """The little battle of a situation; whatever the rules forbid about it is said with the rule."""
    posts = [read_post(text, given) for text in situation.attackers]
    away = _range(posts[0], given)
    layout = layout_of(given, away)
    if len(posts) > len(layout.places(away)):
        raise BadInput(f"There is no room for {len(posts)} attackers at {hexes(away)}. [hex100.move-action]")
    setup = setup_of(layout, [post.machine for post in posts], machine_named(situation.target, given, "target"))
    ctx = Ctx(begin(setup), BOOK.apply)
    _deploy(ctx, layout, posts, away, given)
    _prepare(ctx.state, given, layout)
    orders = [_order(ctx.state, f"red-{number}", post) for number, post in enumerate(posts, 1)]
    for order in orders:
        _check(ctx.state, order)
    if situation.reply:
        _keep_watch(ctx)
    first = ready_for(ctx.state, orders[0])
    assert isinstance(first, State), "it was just checked"
    return Staged(setup, first, tuple(orders), TARGET, _facts(first, given))


def _range(post: Post, given: Given) -> int:
    """How far apart they stand: as was said, else as far as the first weapon reaches."""
    said = given.number("range", FARTHEST)
    away = max(1, post.arms[0].weapon.range) if said is None else said
    if away < 1:
        raise BadInput("Nobody stands in the target's own hex: range is 1 or more. [hex100.move-action]")
    return away


def _deploy(ctx: Ctx[State], layout: Layout, posts: list[Post], away: int, given: Given) -> None:
    """Everybody in place, attackers turned to the target, red to act."""
    ctx.emit(InitiativeRolled("red", (90, 10)))
    for number, (post, place) in enumerate(zip(posts, layout.places(away), strict=False), 1):
        facing = WEST if given.says("bearing") == "ahead" else EAST
        loads = tuple((arm.token, arm.load) for arm in post.arms if arm.load)
        ctx.emit(Deployed(f"red-{number}", *place, facing, loads))
    ctx.emit(Deployed(TARGET, *layout.target, (EAST + TURNS[given.says("from")]) % 6))
    ctx.emit(DeploymentEnded(()))
    ctx.emit(PhaseBegan(1, "red", ()))
    look_again(ctx)
    _hold_contacts(ctx)


def _hold_contacts(ctx: Ctx[State]) -> None:
    """Each side knows of the other, however it came to: by eyes of its own or by those of friends who are not here."""
    for unit in list(ctx.state.units.values()):
        seat = other(unit.seat)
        if unit.standing and ctx.state.known[seat].get(unit.id) != SEEN:
            name = ctx.state.contacts[seat].get(unit.id) or f"contact-{ctx.state.counted[seat] + 1}"
            ctx.emit(Detected(seat, unit.id, SEEN, name))


def _prepare(state: State, given: Given, layout: Layout) -> None:
    """What units have suffered, and what they are about."""
    target = state.units[TARGET]
    lost, deep = given.number("target-damage") or 0, given.number("target-critical") or 0
    if lost >= target.hp or deep >= state.machine(TARGET).unit.structure:
        left = f"{target.hp} hit points and a structure of {state.machine(TARGET).unit.structure}"
        raise BadInput(f"The {state.machine(TARGET).name} has {left}: so much would destroy it. [hex100.stat-hp]")
    target.hp, target.critical = target.hp - lost, deep
    target.shocked = given.has("target-shocked")
    _concentrate(state, target, focus_of(given, "target-focus"))
    if given.has("smoke"):
        state.smoke = smoke_about(layout)
        state.rebuild_field()
    for unit in state.standing("red"):
        _concentrate(state, unit, focus_of(given, "posture"))
        unit.hacked = given.has("attacker-hacked")
        unit.sieging = given.has("siege")
        if unit.sieging and not equipment_effect(state, unit, "siege_mode"):
            raise BadInput(f"The {state.machine(unit.id).name} has no siege mode. [hex100.siege-stabilizers]")
        if given.has("lock"):
            if not can_hold_lock(state, unit, target):
                away = hexes(distance(unit.hex, target.hex))
                raise BadInput(f"No lock holds at {away} without a line of sight within 10. [hex100.lock-on]")
            unit.lock = TARGET


def _concentrate(state: State, unit: Unit, focus: str) -> None:
    if focus and state.machine(unit.id).unit.kind != "mech":
        raise BadInput(f"The {state.machine(unit.id).name} is no mech and has no focus. [hex100.focus-timing]")
    unit.focus = focus


def _order(state: State, unit: str, post: Post) -> Attack:
    return Attack(unit, tuple(arm.token for arm in post.arms), state.contacts["red"][TARGET])


def _check(state: State, order: Attack) -> None:
    """What the rules say against an attack."""
    ready = ready_for(state, order)
    if isinstance(ready, Refusal):
        raise BadInput(ready.text())


def _keep_watch(ctx: Ctx[State]) -> None:
    """The target holds its best attack on the first attacker back, if it has one that bears."""
    target, enemy = ctx.state.units[TARGET], ctx.state.units["red-1"]
    bearing = [v for v in legal_volleys(ctx.state, target) if refuse_attack(ctx.state, target, v, enemy.hex) is None]
    if bearing:
        best = max(bearing, key=lambda volley: _promise(ctx.state, target, volley, enemy))
        ctx.emit(Reserved(TARGET, "attack", best, "attacks", 0, ""))


def _promise(state: State, unit: Unit, volley: tuple[str, ...], enemy: Unit) -> float:
    found = named_weapons(state, unit, volley) or []
    return sum(expected_damage(state, take_aim(state, unit, weapon, enemy, enemy.hex)) for _, weapon in found)


def ready_for(state: State, order: Order) -> State | Refusal:
    """The state in which a unit of a sequence can attack: the one before it has ended its turn, the contact is held."""
    assert isinstance(order, Attack), "attackers attack"
    after, unit = state, state.units[order.unit]
    if not unit.standing:
        return Refusal("destroyed", "hex100.stat-hp", f"The {state.machine(unit.id).name} has fallen.")
    if state.acting != order.unit:
        ctx = Ctx(state.clone(), BOOK.apply)
        if state.acting:
            finish_turn(ctx, state.acting)
        after, unit = ctx.state, ctx.state.units[order.unit]
        if after.enemy_called(unit.seat, order.target) is None:
            after.contacts[unit.seat][TARGET], after.known[unit.seat][TARGET] = order.target, SEEN
        ctx.emit(Activated(unit.id, engaged_with(after, unit)))
    return BOOK.refuse(after, Ask(unit.seat, "act", unit.id, rule="hex100.action-pool"), order) or after


def _facts(state: State, given: Given) -> tuple[str, ...]:
    """The conditions in words, as they came to lie on the map."""
    unit, target = state.units["red-1"], state.units[TARGET]
    words = {**WORDS, "target-damage": f"target has {target.hp} hit points left"}
    return (f"{hexes(distance(unit.hex, target.hex))} away", *given.facts(words))


stage = staging(CONDITIONS, lay_out)
