"""A machine's equipment sorted by what it does, worked out once for a battle because it is asked after all the time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from gearlock.kernel.rulebook import rule
from gearlock.systems.hex100.mustering.units import Machine, Mount, Weapon


class Loadout:
    """Effects, plates and weapons of one machine, each with the hardpoint that must hold for them to work.

    Built-in equipment has hardpoint -1 and always works.
    """

    __slots__ = ("effects", "full_hp", "mounts", "plates", "sizes", "tokens", "twins", "volleys")

    def __init__(self, machine: Machine) -> None:
        self.sizes = tuple(hardpoint.size for hardpoint in machine.unit.hardpoints)
        self.mounts = {mount.id: mount for mount in machine.mounts}
        self.effects = _effects(machine)
        self.plates = tuple((m.hardpoint, m.item.reduction) for m in machine.mounts if m.item and m.item.reduction)
        self.tokens = _tokens(machine)
        self.twins = _twins(machine)
        self.volleys = (*((token,) for token in self.tokens), *_coaxial(machine, self.tokens))
        # Of armour the best version counts, never the sum: +16 hit points, not 6 + 16.
        self.full_hp = machine.unit.hp + max((value for _, value in self.effects.get("hp", ())), default=0)


def _effects(machine: Machine) -> dict[str, tuple[tuple[int, int], ...]]:
    found: dict[str, list[tuple[int, int]]] = {name: [(-1, value)] for name, value in machine.unit.integrated.items()}
    for mount in machine.mounts:
        if mount.item is not None:
            for name, value in mount.item.effects.items():
                found.setdefault(name, []).append((mount.hardpoint, value))
    return {name: tuple(values) for name, values in found.items()}


def is_loaded(mount: Mount) -> bool:
    """Whether the weapon fires what is loaded, or the only thing it can: its mode is not chosen at each attack."""
    return len(mount.modes) == 1 or mount.modes[0].has("variable-ammo")


@rule("hex100.attr-variable-ammo")
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
