"""Force building: machines as a force list describes them, what the rules say to them, and what they cost."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import NamedTuple

import msgspec

from gearlock.kernel.bounds import MOST_LISTED
from gearlock.kernel.force import Block, Entry, Roster, Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.headers import overspent, size_of
from gearlock.muster.lines import Names
from gearlock.muster.suggest import Suggestions
from gearlock.systems.hex100.forces.cards import (
    Hardpoint,
    Item,
    Machine,
    Mount,
    Recipe,
    UnitCard,
    Weapon,
    build_machine,
    controllers,
    items,
    machines,
    mount_size,
    units,
    weapons,
)
from gearlock.systems.hex100.forces.loadout import (
    ARMOUR,
    MOST_EXPLAINED,
    Piece,
    crowd,
    described,
    likely_place,
    pack,
    possible_places,
    takes,
    type_rule,
)

# --- Names as players write them

_SPELLINGS = {"armor": "armour", "defense": "defence", "center": "centre"}
_MOUNT_WORDS = {"mount", "upgrades", "upgrade", "hardpoint"}


class Found(NamedTuple):
    """An item somebody named, and the fire mode or ammunition named with it."""

    thing: Weapon | Item
    mode: str = ""

    @property
    def modes(self) -> tuple[Weapon, ...]:
        """The fire modes of a weapon; none of an item."""
        return weapons()[self.thing.id] if isinstance(self.thing, Weapon) else ()

    @property
    def token(self) -> str:
        """As recipes have it."""
        return f"{self.thing.id}:{self.mode}" if self.mode else self.thing.id

    @property
    def title(self) -> str:
        """As players read it."""
        return f"{self.thing.name} ({self.mode})" if self.mode else self.thing.name


def key(text: str) -> str:
    """What two ways to write a name have in common: its words in any order, whatever stands between them."""
    words = re.findall(r"[a-z]+|[0-9]+", text.lower())
    return " ".join(sorted(_SPELLINGS.get(word, word) for word in words))


@cache
def _units() -> Names[UnitCard]:
    return Names(units().values(), key)


@cache
def _machines() -> Names[Machine]:
    return Names(machines().values(), key)


@cache
def mountable() -> dict[str, Weapon | Item]:
    """Everything that goes on a hardpoint, by id; what is built in takes no room and is not for sale."""
    things: dict[str, Weapon | Item] = {id_: modes[0] for id_, modes in weapons().items()}
    return {id_: thing for id_, thing in {**things, **items()}.items() if thing.size}


@cache
def _items() -> Names[Weapon | Item]:
    return Names(mountable().values(), key)


def find_unit(text: str) -> UnitCard | None:
    """The unit of this name or id."""
    return _units().find(text)


def find_machine(text: str) -> Machine | None:
    """The ready-made machine of this name or id."""
    return _machines().find(text)


def find_item(text: str, unit: UnitCard | None) -> Found | None:
    """The item of this name, with its ammunition behind a colon or in brackets: ``Railgun (AP slug)``.

    Where several units have a speciality of that name it is the one of this unit.
    """
    if whole := _item(text, unit):
        return Found(whole)
    parts = re.fullmatch(r"(.+?)\s*[:(]\s*([^()]*?)\s*\)?", text)
    thing = _item(parts[1], unit) if parts else None
    return Found(thing, find_mode(thing.id, parts[2]) or parts[2]) if parts and thing else None


def _item(text: str, unit: UnitCard | None) -> Weapon | Item | None:
    """Specialities of several units may share a name."""
    own = (thing for thing in _items().all(text) if unit and thing.only == unit.id)
    return next(own, _items().find(text))


def find_mode(id_: str, text: str) -> str:
    """The fire mode of a weapon that is meant: ``AP`` for AP rounds; nothing if there is none, or more than one."""
    modes = [weapon.mode for weapon in weapons().get(id_, ())]
    same = [mode for mode in modes if key(mode) == key(text)]
    alike = [mode for mode in modes if key(text) and set(key(text).split()) <= set(key(mode).split())]
    return (same or alike)[0] if same or len(alike) == 1 else ""


def find_drone(text: str) -> UnitCard | None:
    """The drone of this name."""
    card = find_unit(text) or find_unit(f"{text}s")
    return card if card and card.kind == "drone" else None


def find_hardpoint(unit: UnitCard, text: str) -> int | None:
    """The hardpoint of this name, which may leave ``Mount`` and ``Upgrades`` out."""
    wanted = _place(text)
    found = (at for at, hardpoint in enumerate(unit.hardpoints) if wanted and _place(hardpoint.name) == wanted)
    return next(found, None)


def _place(text: str) -> str:
    return " ".join(word for word in key(text).split() if word not in _MOUNT_WORDS)


@cache
def _all_machines() -> Suggestions:
    playable = (card.name for card in units().values() if card.kind != "drone")
    return Suggestions((*playable, *(machine.name for machine in machines().values())))


@cache
def _all_items(unit: str) -> Suggestions:
    return Suggestions(_names_for(unit))


def _names_for(unit: str) -> Iterator[str]:
    yield from (thing.name for thing in mountable().values() if thing.only in ("", unit))
    yield from (card.name for card in units().values() if card.kind == "drone")
    yield from (hardpoint.name for hardpoint in units()[unit].hardpoints)


def machine_hint(text: str) -> str:
    """Which unit or ready-made machine was perhaps meant."""
    names = _all_machines()
    return (
        names.hint(text)
        or f"There are {', '.join(names.names[:3])} and others; `gearlock force stock hex100` has them all."
    )


def item_hint(text: str, unit: UnitCard) -> str:
    """Which item that the unit may carry was perhaps meant."""
    names = _all_items(unit.id)
    return names.hint(text) or f"`gearlock force stock hex100 {unit.id}` lists what there is for it."


def roster_names() -> tuple[str, ...]:
    """The names that may stand behind ``machine``."""
    return _all_machines().names


# --- What the rules have against a machine


class Fault(NamedTuple):
    """A rule that a machine breaks, in words, with a remedy; `mount` is the item that is in the wrong, if one is."""

    rule: str
    message: str
    fix: str
    mount: str = ""


def machine_faults(machine: Machine) -> list[Fault]:
    """Everything the rules have against a machine; nothing against a legal one."""
    found: list[Fault] = []
    for at, hardpoint in enumerate(machine.unit.hardpoints):
        here = [mount for mount in machine.mounts if mount.hardpoint == at]
        found += _capacity_faults(hardpoint, here)
        for mount in here:
            found += _item_faults(machine.unit, hardpoint, mount)
    return [*found, *_count_faults(machine), *_armour_faults(machine), *drone_faults(machine)]


def _count_faults(machine: Machine) -> Iterator[Fault]:
    many = len(machine.unit.hardpoints)
    if any(mount.hardpoint >= many for mount in machine.mounts):
        message = f"{machine.unit.name} has {many} hardpoints."
        yield Fault("hex100.hardpoints", message, "Take out what stands behind the last of them.")


@rule("hex100.hardpoint-capacity")
def _capacity_faults(hardpoint: Hardpoint, here: list[Mount]) -> Iterator[Fault]:
    """A hardpoint holds as many items as its size allows."""
    need = sum(mount_size(mount) for mount in here)
    if need > hardpoint.size:
        names = " and ".join(f"{_thing(mount).name} ({mount_size(mount)})" for mount in here)
        message = f"{hardpoint.name} has size {hardpoint.size}; its items need {need}: {names}."
        alone = "Take something smaller, or put it on another hardpoint."
        fix = f"Take {need - hardpoint.size} less, or put something on another hardpoint." if len(here) > 1 else alone
        yield Fault("hex100.hardpoint-capacity", message, fix, here[-1].id)


def _item_faults(unit: UnitCard, hardpoint: Hardpoint, mount: Mount) -> Iterator[Fault]:
    thing = _thing(mount)
    if stranger := speciality_fault(unit, thing):
        yield stranger._replace(mount=mount.id)
    elif not takes(hardpoint.types, thing.types):
        message = f"{thing.name} ({', '.join(thing.types)}) does not go on the {hardpoint.name}."
        yield Fault(type_rule(thing.types), message, place_hint(unit, thing, hardpoint), mount.id)
    if not stranger and (fault := ammunition_fault(unit, mount.modes)):
        yield fault._replace(mount=mount.id)


def place_hint(unit: UnitCard, thing: Weapon | Item, wrong: Hardpoint | None = None) -> str:
    """Where on this unit an item could go."""
    places = [each for each in unit.hardpoints if takes(each.types, thing.types) and each.size >= thing.size]
    if places:
        return f"It goes on {' or '.join(each.name for each in places)}."
    small = [f"{each.name} ({each.size})" for each in unit.hardpoints if takes(each.types, thing.types)]
    if small:
        return f"It needs size {thing.size}; there {'is' if len(small) == 1 else 'are'} {' and '.join(small)}."
    there = f"{wrong.name} takes {described(wrong.types)}. " if wrong else ""
    return f"{there}{unit.name} has no hardpoint for it."


@rule("hex100.type-specialist")
def speciality_fault(unit: UnitCard, thing: Weapon | Item) -> Fault | None:
    """A speciality serves its own unit alone."""
    if thing.only in ("", unit.id):
        return None
    owner = units()[thing.only].name
    message = f"{thing.name} is a speciality of the {owner}; the {unit.name} cannot have it."
    return Fault("hex100.type-specialist", message, f"Put it on a {owner}, or take something else.")


@heeds("hex100.variable-ammo-mech", "hex100.attr-variable-ammo")
def ammunition_fault(unit: UnitCard, modes: tuple[Weapon, ...]) -> Fault | None:
    """A mech brings one kind of round for every weapon that has several; a tank brings them all."""
    if unit.kind != "mech" or len(modes) < 2 or not modes[0].has("variable-ammo"):
        return None
    message = f"{modes[0].name}: a mech chooses its ammunition before the game."
    choice = " or ".join(f"'{modes[0].name} ({weapon.mode})'" for weapon in modes)
    return Fault("hex100.variable-ammo-mech", message, f"Write {choice}.")


@rule("hex100.armour-rules", "hex100.type-armour")
def _armour_faults(machine: Machine) -> Iterator[Fault]:
    """One kind of armour, in one version, once."""
    plates = [mount for mount in machine.mounts if mount.item and ARMOUR in mount.item.types]
    if len(plates) > 1:
        names = Counter(_thing(mount).name for mount in plates)
        listed = " and ".join(f"{many}x {name}" if many > 1 else name for name, many in names.items())
        message = f"A unit mounts one kind of armour, light or heavy; this one has {listed}."
        yield Fault("hex100.armour-rules", message, "Keep one of them.", plates[-1].id)


@heeds("hex100.drone-deployment", "hex100.drone-controller", "hex100.drone-small", "hex100.drone-large")
def drone_faults(machine: Machine) -> Iterator[Fault]:
    """Every controller takes one small drone, which docks there, and one large one, which is always out.

    The drone that is in the wrong is named in place of a mount.
    """
    there = len(controllers(machine))
    for drone in machine.drones:
        if drone.kind != "drone":
            message = f"The {drone.name} is no drone."
            yield Fault("hex100.drone-deployment", message, "Let it take the field by itself.", drone.id)
    for small, size in ((True, "small"), (False, "large")):
        brought = [drone for drone in machine.drones if drone.small == small]
        if len(brought) > there:
            have = f"{there} Drone Controller{'' if there == 1 else 's'}" if there else "no Drone Controller"
            message = f"{machine.name} brings {len(brought)} {size} drone{'s' * (len(brought) > 1)} and has {have}."
            fix = f"Mount {len(brought) - there} {'more' if there else 'of them'}, or bring fewer drones."
            yield Fault("hex100.drone-deployment", message, fix, brought[-1].id)


def _thing(mount: Mount) -> Weapon | Item:
    return mount.item or mount.modes[0]


# --- Machines as a force list describes them

MOST_EQUAL = 20
"""Equal machines on one line, or equal items; no machine holds half as many."""
DRONES = ("drone", "drones")
"""Words before which drones may be listed, as items are behind a hardpoint."""


@dataclass(frozen=True)
class Part:
    """Something on a machine, as written: an item, a drone, or what nobody knows. `at` is -1 for what is packed."""

    text: str
    line: int
    found: Found | None = None
    drone: UnitCard | None = None
    at: int = -1

    @property
    def piece(self) -> Piece:
        """As packing sees it."""
        assert self.found is not None
        return Piece(self.found.thing.size, self.found.thing.types)


@dataclass(frozen=True)
class Draft:
    """A machine of a roster. `ready` is the ready-made machine that was named instead of a unit."""

    block: Block
    title: str
    """What stands for the unit, without number and name."""
    name: str
    count: int
    unit: UnitCard | None
    ready: Machine | None = None
    parts: tuple[Part, ...] = ()
    strays: tuple[Entry, ...] = field(default=())
    """Lines whose colon follows neither a hardpoint nor an item."""

    @property
    def items(self) -> list[Part]:
        """The parts that go on hardpoints."""
        return [part for part in self.parts if part.found]

    @property
    def drones(self) -> list[Part]:
        """The drones it brings."""
        return [part for part in self.parts if part.drone]

    @cached_property
    def room(self) -> list[int]:
        """What is left of every hardpoint beside the items whose place the player chose; less than nothing is none."""
        assert self.unit is not None
        room = [hardpoint.size for hardpoint in self.unit.hardpoints]
        for part in self.items:
            if part.at >= 0:
                room[part.at] -= part.piece.size
        return [max(0, left) for left in room]

    @property
    def loose(self) -> list[Part]:
        """The items that go wherever they fit."""
        return [part for part in self.items if part.at < 0]

    @cached_property
    def packing(self) -> tuple[int, ...] | None:
        """The hardpoints of the loose items, None if they do not fit."""
        assert self.unit is not None
        return pack([part.piece for part in self.loose], self.unit.hardpoints, self.room)

    @cached_property
    def placed(self) -> list[tuple[int, Part]]:
        """Every item with its hardpoint, hardpoint by hardpoint; what does not fit crowds where it belongs."""
        assert self.unit is not None
        pieces = (part.piece for part in self.loose)
        packed = iter(self.packing or [likely_place(piece, self.unit.hardpoints) for piece in pieces])
        found = [(part.at if part.at >= 0 else next(packed), part) for part in self.items]
        return sorted(found, key=lambda pair: pair[0])

    @cached_property
    def machine(self) -> Machine | None:
        """The machine, if its unit is known; parts nobody knows are missing on it."""
        if self.ready is not None:
            return self.ready
        if self.unit is None:
            return None
        places = range(len(self.unit.hardpoints))
        mounts = tuple(tuple(_token(part) for at, part in self.placed if at == place) for place in places)
        slug = re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-") or self.unit.id
        drones = tuple(part.drone.id for part in self.drones if part.drone)
        return build_machine(Recipe(slug, self.name, self.unit.id, mounts, drones=drones))

    @property
    def cost(self) -> int:
        """Points of all machines on this line."""
        return self.count * (self.machine.cost if self.machine else 0)


def _token(part: Part) -> str:
    """As recipes have it; ammunition that there is not is left out."""
    assert part.found is not None
    real = any(weapon.mode == part.found.mode for weapon in part.found.modes)
    return part.found.token if real else part.found.thing.id


def drafts(roster: Roster) -> list[Draft]:
    """All machines of a roster in its order."""
    return [draft(block) for group in roster.groups for block in group.blocks]


def draft(block: Block) -> Draft:
    """One machine: ``machine 2x Tegu MBT "Old Faithful": HMG`` and the lines below it."""
    whole = re.fullmatch(
        r"(?:(\d{1,4})\s*[xX\u00d7]\s*)?(.*?)\s*(?:[\"\u201c\u201e](.*?)[\"\u201d\u201c])?\s*", block.code
    )
    assert whole is not None
    title = whole[2]
    unit, ready = find_unit(title), find_machine(title)
    card = unit or (ready.unit if ready else None)
    kind = unit.name if unit else ready.name if ready else title
    name = f'{kind} "{whole[3]}"' if whole[3] else kind
    parts, strays = _parts(block, card)
    drones = tuple(part.drone for part in parts if part.drone)
    known = _joined(ready, name, drones) if ready else None
    return Draft(block, title, name, int(whole[1] or 1), card, known, tuple(parts), tuple(strays))


def _joined(ready: Machine, name: str, drones: tuple[UnitCard, ...]) -> Machine:
    """A ready-made machine brings its own kit; the player may name it and have drones join it."""
    cost = ready.cost + sum(drone.cost for drone in drones)
    return msgspec.structs.replace(ready, name=name, cost=cost, drones=(*ready.drones, *drones))


def _parts(block: Block, unit: UnitCard | None) -> tuple[list[Part], list[Entry]]:
    parts = [part for text in block.upgrades for part in _read(text, block.line, unit, -1)]
    strays: list[Entry] = []
    for entry in block.entries:
        found = list(_entry_parts(entry, unit))
        parts += found
        if not found and entry.upgrades:
            strays.append(entry)
    # What no machine could hold need not be looked at to the end: the rest of it is too much already.
    return parts[:MOST_LISTED], strays


def _entry_parts(entry: Entry, unit: UnitCard | None) -> Iterator[Part]:
    """A line below a machine: a hardpoint with items, an item with its ammunition, drones, or items alone."""
    at = find_hardpoint(unit, entry.model) if unit else None
    if at is not None or entry.model.lower() in DRONES:
        for text in entry.upgrades:
            yield from _read(text, entry.line, unit, -1 if at is None else at)
    elif entry.upgrades:
        found = find_item(entry.model, unit)
        if found:
            mode = ", ".join(entry.upgrades)
            chosen = Found(found.thing, find_mode(found.thing.id, mode) or mode)
            yield from [Part(f"{entry.model}: {mode}", entry.line, chosen)] * min(entry.count, MOST_EQUAL)
    else:
        for text in entry.model.split(","):
            count = f"{min(entry.count, MOST_EQUAL)}x " if entry.count > 1 else ""
            yield from _read(f"{count}{text.strip()}", entry.line, unit, -1)


def _read(text: str, line: int, unit: UnitCard | None, at: int) -> Iterator[Part]:
    """Items as listed: ``2x HMG`` is two of them."""
    counted = re.fullmatch(r"([1-9]\d?)\s*[xX\u00d7]\s*(.+)", text)
    count, name = (int(counted[1]), counted[2]) if counted else (1, text)
    drone = find_drone(name)
    found = None if drone else find_item(name, unit)
    if name:
        # What nobody knows is one thing, and what no machine could hold need not be counted to the end.
        many = min(count, MOST_EQUAL) if found or drone else 1
        yield from [Part(name, line, found, drone, -1 if drone else at)] * many


# --- Costs and force building

MACHINE = "machine"
LARGEST = 100_000
BUDGETS = {"skirmish": 3000, "standard": 5000, "large": 8000}
"""Points for each side."""


def check(roster: Roster) -> list[Violation]:
    """Everything in this roster that breaks a rule, line by line; what several items share is said once."""
    found = drafts(roster)
    faults = [*_size_faults(roster, found)]
    for each in found:
        faults += _draft_faults(each)
    return sorted(dict.fromkeys(faults), key=lambda violation: violation.line)


@rule("hex100.force-cost")
def _size_faults(roster: Roster, found: list[Draft]) -> Iterator[Violation]:
    """A force costs no more than it says; one that says nothing is judged by the battle it is brought to."""
    header, size = roster.header("size"), size_of(roster, LARGEST)
    cost = sum(each.cost for each in found)
    if header is not None and size is None:
        said = f"'{header.value[:20]}' is no number of points."
        fix = f"Games are played with {', '.join(map(str, BUDGETS.values()))} points; or leave the line out."
        yield Violation("hex100.force-cost", header.line, said, fix)
    elif size is not None:
        yield from overspent("hex100.force-cost", roster, cost, size, "points")
    if not found:
        fix = "Write 'machine' and a unit, for example 'machine Tegu MBT', and its items below."
        yield Violation("hex100.force-cost", header.line if header else 0, "The force has no machines.", fix)


def _draft_faults(draft: Draft) -> Iterator[Violation]:
    line = draft.block.line
    if draft.block.kind != MACHINE:
        yield Violation("", line, f"'{draft.block.kind}' opens nothing.", f"Write '{MACHINE}'.")
    if not 1 <= draft.count <= MOST_EQUAL:
        said = f"{draft.count} machines stand on one line."
        yield Violation("", line, said, f"Write 1 to {MOST_EQUAL}, as in 'machine 2x Tegu MBT'.")
    if draft.unit is None or draft.unit.kind == "drone":
        yield _unit_fault(draft)
        return
    for entry in draft.strays:
        yield Violation("hex100.hardpoints", entry.line, *_stray(entry.model, draft.unit))
    yield from _unknown_parts(draft, draft.unit)
    if draft.ready is not None:
        yield from _refitted(draft)
    else:
        yield from _packing_faults(draft, draft.unit)
    yield from _machine_faults(draft)


def _unit_fault(draft: Draft) -> Violation:
    line, title = draft.block.line, draft.title
    if draft.unit is not None:
        said = f"A {draft.unit.name} does not take the field by itself."
        return Violation("hex100.drone-deployment", line, said, "Write it below a machine with a Drone Controller.")
    if not title:
        first = draft.block.upgrades[0] if draft.block.upgrades else ""
        known = find_unit(first)
        fix = f"Write 'machine {known.name}', without a colon." if known else "Write 'machine' and a unit."
        return Violation("hex100.unit-cards", line, "No unit is named here.", fix)
    return Violation("hex100.unit-cards", line, f"No unit is called '{title[:60]}'.", machine_hint(title))


def _stray(text: str, unit: UnitCard) -> tuple[str, str]:
    hint = item_hint(text, unit)
    return f"'{text[:60]}' is neither a hardpoint of the {unit.name} nor an item.", hint


def _unknown_parts(draft: Draft, unit: UnitCard) -> Iterator[Violation]:
    for part in draft.parts:
        if part.found is None and part.drone is None:
            yield Violation("hex100.hardpoints", part.line, f"No item is called '{part.text[:60]}'.", _hint(part, unit))
        elif part.found and part.found.mode:
            yield from _mode_faults(part, unit)


def _hint(part: Part, unit: UnitCard) -> str:
    counted = re.fullmatch(r"(?:(\d{1,2})\s+(.+?)|(.+?)\s+[xX\u00d7]\s*(\d{1,2}))", part.text)
    if counted:
        number, name = counted[1] or counted[4], counted[2] or counted[3]
        known = find_item(name, unit)
        if known:
            return f"Write '{number}x {known.title}': how many stands before the name."
    return item_hint(part.text, unit)


@heeds("hex100.variable-ammo-mech", "hex100.attr-variable-ammo")
def _mode_faults(part: Part, unit: UnitCard) -> Iterator[Violation]:
    """Ammunition is chosen for mecha alone, and only where a weapon has several kinds of it."""
    assert part.found is not None
    name, mode, modes = part.found.thing.name, part.found.mode, part.found.modes
    rounds = [weapon.mode for weapon in modes if weapon.has("variable-ammo")]
    if not rounds:
        said = f"{name} has no ammunition to choose."
        yield Violation("hex100.attr-variable-ammo", part.line, said, f"Write '{name}'.")
    elif unit.kind != "mech":
        said = f"A tank brings every kind of ammunition; '{mode[:40]}' need not be chosen."
        yield Violation("hex100.attr-variable-ammo", part.line, said, f"Write '{name}'.")
    elif mode not in rounds:
        said = f"{name} has no '{mode[:40]}'."
        choice = " or ".join(f"'{name} ({each})'" for each in rounds)
        yield Violation("hex100.variable-ammo-mech", part.line, said, f"Write {choice}.")


def _refitted(draft: Draft) -> Iterator[Violation]:
    """A ready-made machine has its items already; drones may join it."""
    for part in draft.items[:1]:
        assert draft.ready is not None
        said = f"{draft.ready.name} is ready-made and has its items already."
        fix = f"Write 'machine {draft.ready.unit.name}' to choose your own."
        yield Violation("hex100.hardpoints", part.line, said, fix)


@heeds("hex100.hardpoint-capacity", "hex100.hardpoints")
def _packing_faults(draft: Draft, unit: UnitCard) -> Iterator[Violation]:
    """Why the items that may go anywhere do not all fit: some go nowhere, or they are in each other's way."""
    if draft.packing is not None:
        return
    own = [part for part in draft.loose if part.found and not speciality_fault(unit, part.found.thing)]
    rest = [part for part in own if possible_places(part.piece, unit.hardpoints, draft.room)]
    yield from (_homeless(part, draft, unit) for part in own if part not in rest)
    while pack([part.piece for part in rest], unit.hardpoints, draft.room) is None:
        chosen = crowd([part.piece for part in rest], unit.hardpoints, draft.room)
        yield _crowded([rest[at] for at in chosen], draft, unit)
        # Without the last of them there may be others in each other's way.
        rest = [part for at, part in enumerate(rest) if at != chosen[-1]] if len(rest) <= MOST_EXPLAINED else []


def _homeless(part: Part, draft: Draft, unit: UnitCard) -> Violation:
    assert part.found is not None
    thing = part.found.thing
    fit = [at for at, hardpoint in enumerate(unit.hardpoints) if hardpoint.size >= thing.size]
    taken = [at for at in fit if draft.room[at] < thing.size and set(thing.types) & set(unit.hardpoints[at].types)]
    message = f"{thing.name} ({', '.join(thing.types)}, size {thing.size}) goes on no hardpoint of the {unit.name}."
    fix = place_hint(unit, thing)
    if taken:
        fix = f"Make room on {' or '.join(unit.hardpoints[at].name for at in taken)}."
    return Violation("hex100.hardpoints", part.line, message, fix)


def _crowded(parts: list[Part], draft: Draft, unit: UnitCard) -> Violation:
    named = ", ".join(f"{part.found.thing.name} ({part.piece.size})" for part in parts[:MOST_EXPLAINED] if part.found)
    named += f" and {len(parts) - MOST_EXPLAINED} more" if len(parts) > MOST_EXPLAINED else ""
    places = sorted({at for part in parts for at in possible_places(part.piece, unit.hardpoints, draft.room)})
    there = ", ".join(f"{unit.hardpoints[at].name} ({draft.room[at]})" for at in places)
    need, room = sum(part.piece.size for part in parts), sum(draft.room[at] for at in places)
    said = f"These items do not fit together: {named}. All they can go on is {there}."
    over = f"They need {need} and have {room}; take" if need > room else "Their sizes do not add up to it; take"
    return Violation("hex100.hardpoint-capacity", parts[-1].line, said, f"{over} one of them out, or a smaller one.")


def _machine_faults(draft: Draft) -> Iterator[Violation]:
    """What is wrong with the machine as built, at the line of the item that is in the wrong."""
    machine = draft.machine
    assert machine is not None
    placed = [] if draft.ready else list(zip(machine.mounts, draft.placed, strict=False))
    lines = {mount.id: part.line for mount, (_, part) in placed}
    lines |= {part.drone.id: part.line for part in draft.drones if part.drone}
    packed = {mount.id for mount, (_, part) in placed if part.at < 0}
    chosen = {mount.id for mount, (_, part) in placed if part.found and part.found.mode}
    for fault in machine_faults(machine):
        # Items without a place were named already, by what keeps them from getting one.
        if packed and draft.packing is None and fault.mount in packed and _is_of_place(fault):
            continue
        # So were rounds that the weapon does not have.
        if fault.mount in chosen and fault.rule == "hex100.variable-ammo-mech":
            continue
        yield Violation(fault.rule, lines.get(fault.mount, draft.block.line), fault.message, fault.fix)


def _is_of_place(fault: Fault) -> bool:
    return fault.rule in ("hex100.hardpoint-capacity", "hex100.hardpoints") or (
        fault.rule.startswith("hex100.type-") and fault.rule != "hex100.type-specialist"
    )
