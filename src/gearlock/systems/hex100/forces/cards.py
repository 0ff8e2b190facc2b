"""The cards: units, weapons, items and ready-made machines, read from the data files; readings of what is lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import msgspec

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.files import data_records
from gearlock.kernel.rulebook import heeds, rule

# --- Units, weapons and items

PACKAGE = "gearlock.systems.hex100"


@rule("hex100.attr-symbols", "hex100.weapon-list")
class Weapon(msgspec.Struct, frozen=True):
    """One fire mode of a weapon, as its stat line prints it. Range 0 is melee: the adjacent hex."""

    id: str
    name: str
    group: str
    accuracy: int
    rof: int
    range: int
    damage: int
    damage_type: str
    critical: int
    penetration: int
    mode: str = ""
    types: tuple[str, ...] = ()
    only: str = ""
    """The one unit whose speciality this is."""
    size: int = 0
    cost: int = 0
    blast: tuple[tuple[int, int], ...] = ()
    """Area damage and radius, the smallest radius first."""
    armour_penetration: tuple[tuple[int, int], ...] = ()
    tracking: int = 0
    graze: int = 0
    spalling: int = 0
    uses: int = 0
    """Attacks in a game; 0 is no limit."""
    shock: int = 0
    """Area damage in the other two hexes ahead of the attacker."""
    emp_bonus: int = 0
    """Added to the chance of light EMP while it strikes together with its like; never on a card."""
    minimum_range: int = 0
    minimum_range_for_indirect_fire_only: bool = False
    attributes: tuple[str, ...] = ()
    effects: dict[str, int] = {}
    """The numbers of what its stat line cannot say."""
    text: str = ""
    """What its stat line cannot say."""

    def has(self, attribute: str) -> bool:
        """Whether the symbol stands below the stat line."""
        return attribute in self.attributes

    @property
    def melee(self) -> bool:
        """Strikes the adjacent hex only."""
        return self.range == 0

    @property
    def radius(self) -> int:
        """The farthest its blast reaches; one of radius 0 hurts whoever shares the hex, and never scatters."""
        return max((radius for _, radius in self.blast), default=0)


class Item(msgspec.Struct, frozen=True):
    """Equipment that is no weapon: the numbers it gives, and damage reduction by damage type."""

    id: str
    name: str
    types: tuple[str, ...] = ()
    size: int = 0
    cost: int = 0
    only: str = ""
    mode: str = ""
    group: str = ""
    uses: int = 0
    """How often in a game; 0 is no limit."""
    attributes: tuple[str, ...] = ()
    """What may go wrong with it: it needs power, its electronics are sensitive."""
    effects: dict[str, int] = {}
    reduction: dict[str, int] = {}
    text: str = ""


class Hardpoint(msgspec.Struct, frozen=True):
    """A place for items: what sort, and how many sizes of them."""

    name: str
    size: int
    types: tuple[str, ...]

    @property
    def place(self) -> str:
        """Where on the machine it is: ``left arm`` for the Left Arm Mount."""
        return self.name.lower().removesuffix(" mount")

    @property
    def arm(self) -> str:
        """``left`` or ``right`` for an arm mount, otherwise nothing."""
        words = self.name.lower().split()
        return words[0] if "arm" in words else ""


class Armour(msgspec.Struct, frozen=True):
    """Damage reduction by the arc struck."""

    front: int
    flank: int
    rear: int
    top: int


@rule("hex100.unit-categories")
@heeds("hex100.unit-cards")
class UnitCard(msgspec.Struct, frozen=True, rename={"class_": "class"}):
    """A unit card. Tanks have armour and a commander, mecha have agility and focus."""

    id: str
    name: str
    class_: str
    kind: str
    cost: int
    pool: tuple[str, ...]
    movement_type: str
    movement: int
    hp: int
    agility: int
    vision: int
    e_war: int
    structure: int
    armour: Armour
    hardpoints: tuple[Hardpoint, ...] = ()
    integrated: dict[str, int] = {}
    small: bool = False
    text: str = ""
    """Special rules of the unit."""


class Mount(msgspec.Struct, frozen=True):
    """An item on a hardpoint of a machine; `id` is unique on the machine. Weapons list their fire modes."""

    id: str
    hardpoint: int
    modes: tuple[Weapon, ...] = ()
    item: Item | None = None


class Machine(msgspec.Struct, frozen=True):
    """A unit as it takes the field: card, mounted items, total cost."""

    id: str
    name: str
    unit: UnitCard
    mounts: tuple[Mount, ...]
    cost: int
    about: str = ""
    drones: tuple[UnitCard, ...] = ()
    """The drones it brings, in the order of its list; their points are part of its cost."""


class Recipe(msgspec.Struct, frozen=True):
    """A ready-made machine as written: item ids for each hardpoint; ``item:mode`` fixes a mech's ammunition."""

    id: str
    name: str
    unit: str
    mounts: tuple[tuple[str, ...], ...]
    about: str = ""
    drones: tuple[str, ...] = ()
    """The units it brings as drones."""


@cache
@rule(
    "hex100.unit-tegu-mbt",
    "hex100.unit-zenith-mbt",
    "hex100.unit-fat-mann",
    "hex100.unit-rampart",
    "hex100.unit-cloudburst-agcv",
    "hex100.unit-squire",
    "hex100.unit-cobra-ka1",
    "hex100.unit-lord-mk2",
    "hex100.unit-predator-1e",
    "hex100.unit-onager-mk2",
    "hex100.unit-cumulus",
    "hex100.unit-crocodile-mk2",
    "hex100.unit-linebreaker-mk2",
    "hex100.unit-big-guye",
    "hex100.unit-errant-mk2",
    "hex100.unit-cirrus-mk2",
    "hex100.unit-summit-mk2",
)
def units() -> dict[str, UnitCard]:
    """Every unit card by id."""
    return {each.id: each for each in data_records(PACKAGE, "units.toml", "unit", UnitCard)}


@cache
@rule(
    "hex100.weapons-light",
    "hex100.weapons-other-large",
    "hex100.weapons-large-cannons",
    "hex100.weapons-launchers",
    "hex100.weapons-gun-launchers",
    "hex100.weapons-artillery",
    "hex100.weapons-melee",
    "hex100.weapons-throwable",
    "hex100.weapons-medium",
)
@heeds("hex100.weapon-list")
def weapons() -> dict[str, tuple[Weapon, ...]]:
    """Every weapon by id, with its fire modes in the order of the list."""
    modes: dict[str, list[Weapon]] = {}
    for each in data_records(PACKAGE, "weapons.toml", "weapon", Weapon):
        modes.setdefault(each.id, []).append(each)
    return {id_: tuple(each) for id_, each in modes.items()}


@cache
def items() -> dict[str, Item]:
    """Every other item by id."""
    return {each.id: each for each in data_records(PACKAGE, "items.toml", "item", Item)}


@cache
def machines() -> dict[str, Machine]:
    """The ready-made machines by id."""
    return {each.id: build_machine(each) for each in data_records(PACKAGE, "machines.toml", "machine", Recipe)}


@rule("hex100.integrated-equipment")
@heeds("hex100.force-cost")
def build_machine(recipe: Recipe) -> Machine:
    """Put the items of a recipe on the hardpoints of its unit, without asking whether they fit."""
    if recipe.unit not in units():
        raise UnknownName("unit", recipe.unit, units())
    unit = units()[recipe.unit]
    mounts: list[Mount] = []
    for hardpoint, names in enumerate(recipe.mounts):
        for name in names:
            mounts.append(_mount(name, hardpoint, [mount.id for mount in mounts]))
    if unit.kind == "mech":
        fist = weapons()["universal-melee-attack"]
        mounts.append(Mount("universal-melee-attack", -1, fist))
    drones = tuple(_drone(name) for name in recipe.drones)
    cost = unit.cost + sum(mount_cost(mount) for mount in mounts) + sum(drone.cost for drone in drones)
    return Machine(recipe.id, recipe.name, unit, tuple(mounts), cost, recipe.about, drones)


def _drone(name: str) -> UnitCard:
    if name not in units():
        raise UnknownName("drone", name, [id_ for id_, unit in units().items() if unit.kind == "drone"])
    return units()[name]


@rule("hex100.drone-controller", "hex100.type-drone-controller")
def controllers(machine: Machine) -> list[str]:
    """The drone controllers of a machine, by the names of their mounts."""
    return [mount.id for mount in machine.mounts if mount.item and mount.item.effects.get("drone_controller")]


@rule("hex100.drone-deployment")
@heeds("hex100.drone-small", "hex100.drone-large")
def tied_drones(machine: Machine) -> list[tuple[UnitCard, str]]:
    """The drones of a machine with the controller of each: every controller takes one small and one large drone.

    A controller without any comes first. The last drones of a machine with too few controllers are left out;
    `drone_faults` says so.
    """
    found: list[tuple[UnitCard, str]] = []
    for drone in machine.drones:
        taken = [controller for _, controller in found]
        same = [controller for other, controller in found if other.small == drone.small]
        free = [each for each in controllers(machine) if each not in same]
        if free:
            found.append((drone, min(free, key=taken.count)))
    return found


@rule("hex100.variable-ammo-mech")
def _mount(name: str, hardpoint: int, taken: list[str]) -> Mount:
    """``item:mode`` leaves the one mode that a mech chose before the game."""
    id_, _, mode = name.partition(":")
    count = sum(each == id_ or each.startswith(f"{id_}#") for each in taken)
    key = f"{id_}#{count + 1}" if count else id_
    if id_ in items():
        return Mount(key, hardpoint, item=items()[id_])
    if id_ not in weapons():
        raise UnknownName("item", id_, [*items(), *weapons()])
    return Mount(key, hardpoint, tuple(each for each in weapons()[id_] if mode in ("", each.mode)))


def mount_cost(mount: Mount) -> int:
    """The points a mounted item costs."""
    return mount.item.cost if mount.item else mount.modes[0].cost


def mount_size(mount: Mount) -> int:
    """The room it takes on its hardpoint."""
    return mount.item.size if mount.item else mount.modes[0].size


# --- Readings of lost values

MARK = "*"
"""Stands behind every reconstructed value."""
FEW = 2
"""So many cards are named; more are counted."""


class Reading(msgspec.Struct, frozen=True):
    """Some values of a card (of a weapon: of a fire mode) and why they are what they are."""

    card: str
    values: tuple[str, ...]
    reason: str
    mode: str = ""


@cache
def _all() -> dict[tuple[str, str], tuple[Reading, ...]]:
    found: dict[tuple[str, str], tuple[Reading, ...]] = {}
    for each in data_records(PACKAGE, "readings.toml", "reading", Reading):
        found[each.card, each.mode] = (*found.get((each.card, each.mode), ()), each)
    return found


def readings(card: str, mode: str = "") -> tuple[Reading, ...]:
    """Everything reconstructed on a card."""
    return _all().get((card, mode), ())


def all_readings() -> Iterable[Reading]:
    """Every reading there is."""
    return (each for found in _all().values() for each in found)


@cache
def reconstructed(card: str, mode: str = "") -> frozenset[str]:
    """The values of a card that are not printed as they stand."""
    return frozenset(value for each in readings(card, mode) for value in each.values)


def reasons(machines: Iterable[Machine]) -> Iterator[tuple[str, str]]:
    """Everything reconstructed on some machines: whose, what and why; one row for all that has the same reason."""
    whose: dict[str, dict[str, None]] = {}
    what: dict[str, dict[str, None]] = {}
    for name, each in (pair for machine in machines for pair in _of_machine(machine)):
        whose.setdefault(each.reason, {})[name] = None
        what.setdefault(each.reason, {}).update(dict.fromkeys(each.values))
    for reason, names in whose.items():
        title = ", ".join(names) if len(names) <= FEW else f"{len(names)} cards"
        yield title, f"{', '.join(what[reason])}. {reason}"


def _of_machine(machine: Machine) -> Iterator[tuple[str, Reading]]:
    for card in (machine.unit, *machine.drones):
        yield from ((card.name, each) for each in readings(card.id))
    for mount in machine.mounts:
        if mount.item is not None:
            yield from ((mount.item.name, each) for each in readings(mount.item.id))
        for weapon in mount.modes:
            name = f"{weapon.name} ({weapon.mode})" if weapon.mode else weapon.name
            yield from ((name, each) for each in readings(weapon.id, weapon.mode))
