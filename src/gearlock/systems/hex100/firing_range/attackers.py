"""Who is laid out against whom: machines and weapons by name, and the map between them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.given import ATTACKER, Change, Given, read_attacker, which_weapon
from gearlock.kernel.gunnery import find_unit
from gearlock.kernel.system import Setup
from gearlock.muster.suggest import Suggestions
from gearlock.systems.hex100.equipment import weapon_name
from gearlock.systems.hex100.firing_range.conditions import FARTHEST, OPEN
from gearlock.systems.hex100.forces.catalogue import find_item, key, mountable
from gearlock.systems.hex100.forces.loadout import Loadout, is_loaded
from gearlock.systems.hex100.forces.units import Item, Machine, Mount, Recipe, Weapon, build_machine, machines, units
from gearlock.table.hexes import Hex, disc, from_offset, ring, step, to_offset
from gearlock.table.hexmapfiles import write_hex_map
from gearlock.table.hexmaps import HexGround

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
