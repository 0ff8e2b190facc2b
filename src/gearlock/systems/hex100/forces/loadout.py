"""A machine's equipment sorted by what it does, worked out once for a battle because it is asked after all the time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product

import msgspec

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Card
from gearlock.systems.hex100.forces.units import Item, Machine, Mount, Weapon

STURDY, NEEDS_POWER, SENSITIVE = range(3)
"""What stops a piece of equipment: nothing, EMP shock, or EMP shock and hacking."""
FRAIL_BUILT_IN = {"optics": SENSITIVE, "aux_turrets": SENSITIVE}
"""Built-in equipment that does not stand everything."""


class Loadout:
    """Effects, plates and weapons of one machine, each with the hardpoint that must hold for them to work.

    Built-in equipment has hardpoint -1 and cannot be shot off. Effects say besides what stops them.
    """

    __slots__ = (
        "added_hp",
        "cards",
        "charges",
        "effects",
        "full_hp",
        "mounts",
        "plates",
        "sizes",
        "tokens",
        "twins",
        "volleys",
    )

    def __init__(self, machine: Machine) -> None:
        if machine.unit.integrated.get("onager_fcs"):
            machine = link_arms(machine)
        self.cards: tuple[Card, ...] = ()
        """The record card in words, written when somebody first looks at it."""
        self.sizes = tuple(hardpoint.size for hardpoint in machine.unit.hardpoints)
        self.mounts = {mount.id: mount for mount in machine.mounts}
        self.effects = _effects(machine)
        plated = [(mount.hardpoint, mount.item) for mount in machine.mounts if mount.item and mount.item.reduction]
        self.plates = tuple((at, item.reduction, is_reactive(item)) for at, item in plated)
        self.charges = sum(item.uses for _, item in plated if is_reactive(item))
        self.tokens = _tokens(machine)
        self.twins = _twins(machine)
        self.volleys = (*((token,) for token in self.tokens), *_coaxial(machine, self.tokens))
        # Of armour the best version counts, never the sum: +16 hit points, not 6 + 16.
        whole = machine.unit.hp * machine.unit.integrated.get("swarm", 1)
        self.added_hp = max((value for _, value, _ in self.effects.get("hp", ())), default=0)
        self.full_hp = whole + self.added_hp


@rule("hex100.onager-fcs")
def link_arms(machine: Machine) -> Machine:
    """The machine with main guns and artillery pieces on its arms linked."""
    arms = {at for at, hardpoint in enumerate(machine.unit.hardpoints) if hardpoint.arm}
    return msgspec.structs.replace(
        machine, mounts=tuple(_linked(mount) if mount.hardpoint in arms else mount for mount in machine.mounts)
    )


def _linked(mount: Mount) -> Mount:
    if not mount.modes or mount.modes[0].has("linked") or not {"main-gun", "artillery"} & set(mount.modes[0].types):
        return mount
    modes = (msgspec.structs.replace(each, attributes=(*each.attributes, "linked")) for each in mount.modes)
    return msgspec.structs.replace(mount, modes=tuple(modes))


def _effects(machine: Machine) -> dict[str, tuple[tuple[int, int, int], ...]]:
    found: dict[str, list[tuple[int, int, int]]] = {
        name: [(-1, value, FRAIL_BUILT_IN.get(name, STURDY))] for name, value in machine.unit.integrated.items()
    }
    for mount in machine.mounts:
        if mount.item is not None:
            for name, value in mount.item.effects.items():
                found.setdefault(name, []).append((mount.hardpoint, value, _frailty_of(mount, name)))
    return {name: tuple(values) for name, values in found.items()}


@rule("hex100.attr-requires-power", "hex100.attr-sensitive-electronics")
def frailty(mount: Mount) -> int:
    """What stops a mounted weapon or item; all fire modes of a weapon run on the same power."""
    attributes = mount.item.attributes if mount.item else mount.modes[0].attributes
    if "sensitive-electronics" in attributes:
        return SENSITIVE
    return NEEDS_POWER if "requires-power" in attributes else STURDY


@heeds("hex100.hacking")
def _frailty_of(mount: Mount, effect: str) -> int:
    """What stops one effect of an item: a hacked data link still connects its unit, whatever it is built into."""
    return min(frailty(mount), NEEDS_POWER) if effect == "data_link" else frailty(mount)


def is_reactive(item: Item) -> bool:
    """Whether armour keeps damage off only as long as it has charges."""
    return bool(item.effects.get("reactive"))


def is_loaded(mount: Mount) -> bool:
    """Whether the weapon fires what is loaded, or the only thing it can: its mode is not chosen at each attack."""
    return len(mount.modes) == 1 or mount.modes[0].has("variable-ammo")


@heeds("hex100.attr-variable-ammo")
def _tokens(machine: Machine) -> dict[str, tuple[Mount, Weapon | None]]:
    """Every name a weapon can be called by: ``item`` when it is loaded, ``item:mode`` when the mode is chosen."""
    found: dict[str, tuple[Mount, Weapon | None]] = {}
    for mount in machine.mounts:
        if mount.modes and is_loaded(mount):
            found[mount.id] = (mount, None)
        else:
            found.update({f"{mount.id}:{weapon.mode}": (mount, weapon) for weapon in mount.modes})
    return found


def _twins(machine: Machine) -> dict[str, str]:
    """Where the weapons are that the machine has on more than one hardpoint, so that one can be told from the other."""
    places: dict[str, set[int]] = {}
    armed = [mount for mount in machine.mounts if mount.modes]
    for mount in armed:
        places.setdefault(mount.modes[0].id, set()).add(mount.hardpoint)
    hardpoints = machine.unit.hardpoints
    return {mount.id: hardpoints[mount.hardpoint].place for mount in armed if len(places[mount.modes[0].id]) > 1}


def variable_mounts(machine: Machine) -> list[Mount]:
    """The weapons with more than one kind of round on board; a mech brought one kind only."""
    return [mount for mount in machine.mounts if len(mount.modes) > 1 and mount.modes[0].has("variable-ammo")]


@rule("hex100.attr-variable-ammo")
def legal_loads(machine: Machine) -> Iterator[tuple[str, ...]]:
    """The ways to load a machine before the battle: one kind of round, ``item:mode``, for every variable weapon."""
    weapons = variable_mounts(machine)
    return product(*([f"{mount.id}:{weapon.mode}" for weapon in mount.modes] for mount in weapons))


def _coaxial(machine: Machine, tokens: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Two or more weapons of one co-axial mount, with every choice of their modes; the fullest volleys first."""
    for at, hardpoint in enumerate(machine.unit.hardpoints):
        if "co-axial" not in hardpoint.types:
            continue
        here = [mount.id for mount in machine.mounts if mount.hardpoint == at and mount.modes]
        ways = {mount: [token for token in tokens if token.partition(":")[0] == mount] for mount in here}
        for many in range(len(here), 1, -1):
            for mounts in combinations(here, many):
                yield from product(*(ways[mount] for mount in mounts))
