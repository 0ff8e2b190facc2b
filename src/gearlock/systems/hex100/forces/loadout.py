"""A machine's equipment: what goes on which hardpoint, and what it does in a battle."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

import msgspec

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Card
from gearlock.systems.hex100.forces.cards import Hardpoint, Item, Machine, Mount, Weapon

# --- Hardpoint types

SPECIALIST = "specialist"
ARMOUR = "armour"
DRONE_CONTROLLER = "drone-controller"

TYPES: dict[str, tuple[str, str]] = {
    "artillery": ("artillery weapons", "hex100.type-artillery-weapon"),
    "launcher": ("launchers", "hex100.type-launcher"),
    "melee": ("melee weapons and shields", "hex100.type-melee-weapon"),
    "thrown": ("thrown items", "hex100.type-thrown"),
    "utility": ("utility equipment", "hex100.type-utility"),
    "sensor": ("sensors and fire control", "hex100.type-sensor"),
    "leg": ("equipment for legs", "hex100.type-leg"),
    "electronic": ("electronic support", "hex100.type-electronic"),
    DRONE_CONTROLLER: ("drone controllers", "hex100.type-drone-controller"),
    "pintle": ("pintle weapons", "hex100.type-pintle"),
    ARMOUR: ("appliqué armour", "hex100.type-armour"),
    "light": ("light weapons", "hex100.type-light-weapon"),
    "medium": ("medium weapons", "hex100.type-medium-weapon"),
    "main-gun": ("main guns", "hex100.type-main-gun"),
    "co-axial": ("weapons that fire together", "hex100.type-co-axial"),
    SPECIALIST: ("specialities of the unit", "hex100.type-specialist"),
}
"""Every type symbol, what bears it, and its rule."""


def deciding_types(item_types: Collection[str]) -> tuple[str, ...]:
    """The types by which an item finds its place: ``specialist`` decides only where there is no other."""
    return tuple(each for each in item_types if each != SPECIALIST) or tuple(item_types)


@rule(
    "hex100.hardpoints",
    "hex100.type-artillery-weapon",
    "hex100.type-launcher",
    "hex100.type-melee-weapon",
    "hex100.type-thrown",
    "hex100.type-utility",
    "hex100.type-sensor",
    "hex100.type-leg",
    "hex100.type-electronic",
    "hex100.type-light-weapon",
    "hex100.type-medium-weapon",
    "hex100.type-main-gun",
)
@heeds("hex100.type-drone-controller", "hex100.type-armour", "hex100.type-specialist")
def takes(hardpoint_types: Collection[str], item_types: Collection[str]) -> bool:
    """Whether a hardpoint has a type of the item: a dozer blade (utility) goes on the chassis, not in a gun turret."""
    return any(each in hardpoint_types for each in deciding_types(item_types))


def type_rule(item_types: Collection[str]) -> str:
    """The rule to cite when an item has no place here."""
    return TYPES[deciding_types(item_types)[0]][1] if item_types else "hex100.hardpoints"


def described(types: Collection[str]) -> str:
    """What bears these types, for a player."""
    return ", ".join(TYPES[each][0] for each in types if each in TYPES)


# --- Equipment sorted by what it does

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


# --- Packing items onto hardpoints

MOST_EXPLAINED = 12
"""So many items are searched for the few that are in each other's way; no machine holds more."""


class Piece(NamedTuple):
    """An item to be packed, as far as packing asks: what it takes, and where it may go."""

    size: int
    types: tuple[str, ...]


@heeds("hex100.hardpoint-capacity", "hex100.hardpoints")
def pack(pieces: Sequence[Piece], hardpoints: Sequence[Hardpoint], room: Sequence[int]) -> tuple[int, ...] | None:
    """A hardpoint for every piece in the room that is left on them; None if there is no way to do it.

    Each piece goes to the most special hardpoint that takes it, so that a machine gun is put on the pintle before the
    turret.
    """
    if sum(piece.size for piece in pieces) > sum(room):
        return None
    places = [_places(piece, hardpoints) for piece in pieces]
    # The pieces with the least choice first, the larger before the smaller; equal ones side by side.
    order = sorted(range(len(pieces)), key=lambda at: (len(places[at]), -pieces[at].size, pieces[at].types, at))
    found: dict[int, int] = {}
    dead_ends: set[tuple[int, tuple[int, ...]]] = set()

    def put(turn: int, left: list[int]) -> bool:
        if turn == len(order):
            return True
        key = (turn, tuple(left))
        if key in dead_ends:
            return False
        at = order[turn]
        for place in places[at]:
            if left[place] >= pieces[at].size:
                left[place] -= pieces[at].size
                found[at] = place
                if put(turn + 1, left):
                    return True
                left[place] += pieces[at].size
        dead_ends.add(key)
        return False

    return tuple(found[at] for at in range(len(pieces))) if put(0, list(room)) else None


def _places(piece: Piece, hardpoints: Sequence[Hardpoint]) -> list[int]:
    """The hardpoints that take a piece, whatever room they have; the most special ones first."""
    fitting = [at for at, hardpoint in enumerate(hardpoints) if takes(hardpoint.types, piece.types)]
    return sorted(fitting, key=lambda at: (len(hardpoints[at].types), hardpoints[at].size, at))


def possible_places(piece: Piece, hardpoints: Sequence[Hardpoint], room: Sequence[int]) -> list[int]:
    """The hardpoints that would take this piece if nothing else wanted to go there."""
    return [at for at in _places(piece, hardpoints) if room[at] >= piece.size]


def likely_place(piece: Piece, hardpoints: Sequence[Hardpoint]) -> int:
    """Where a piece belongs, room or not; the first hardpoint if it belongs nowhere."""
    return next(iter(_places(piece, hardpoints)), 0)


def crowd(pieces: Sequence[Piece], hardpoints: Sequence[Hardpoint], room: Sequence[int]) -> tuple[int, ...]:
    """The smallest set of pieces that cannot be mounted together; all of them if there are too many to say."""
    everything = tuple(range(len(pieces)))
    for many in range(1, len(pieces)) if len(pieces) <= MOST_EXPLAINED else ():
        for chosen in _kinds(pieces, many):
            if pack([pieces[at] for at in chosen], hardpoints, room) is None:
                return chosen
    return everything


def _kinds(pieces: Sequence[Piece], many: int) -> Iterator[tuple[int, ...]]:
    """Choices of so many pieces, one for each that looks alike; the later pieces of a list give way first."""
    seen: set[tuple[Piece, ...]] = set()
    for chosen in combinations(range(len(pieces)), many):
        look = tuple(sorted(pieces[at] for at in chosen))
        if look not in seen:
            seen.add(look)
            yield chosen
