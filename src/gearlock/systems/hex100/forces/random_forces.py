"""A legal force at random: units drawn by style, armed, and every point spent that can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.force import Block, Entry, Group, Remark, Roster
from gearlock.kernel.system import Chooser
from gearlock.muster.drafting import headers_of
from gearlock.muster.drawing_lots import weighted
from gearlock.systems.hex100.forces.cards import Item, UnitCard, Weapon, units, weapons
from gearlock.systems.hex100.forces.force_building import LARGEST, mountable
from gearlock.systems.hex100.forces.loadout import ARMOUR, takes

# --- Styles

USUAL = 4


@dataclass(frozen=True)
class Style:
    """How likely things are drawn. What is not named counts as usual; 0 is never drawn."""

    about: str
    names: tuple[str, ...]
    units: dict[str, int] = field(default_factory=dict)
    """By unit or kind of unit."""
    equipment: dict[str, int] = field(default_factory=dict)
    """By item, hardpoint type, attribute or effect; of several the best liked counts."""
    bodies: float = 0.66
    """The share of the points for bare units; the rest arms them."""

    def unit_weight(self, card: UnitCard) -> int:
        """How likely this unit is drawn beside others."""
        return self.units.get(card.id, self.units.get(card.kind, USUAL))

    def item_weight(self, thing: Weapon | Item) -> int:
        """How likely this item is drawn beside others; specialities give a unit its character."""
        tags = (thing.id, *thing.types, *thing.attributes, *thing.effects)
        liked = [self.equipment[tag] for tag in tags if tag in self.equipment]
        if 0 in liked:
            return 0
        return max([USUAL, *liked]) * (2 if thing.only else 1)


RECRUITING = {
    "balanced": Style("A bit of everything.", ("Combined Arms", "Task Force Grey", "Second Column")),
    "armoured": Style(
        "Tanks in front, thick plates, large guns.",
        ("Iron Column", "Steel Wall", "Heavy Brigade"),
        units={"tank": 12, "fat-mann": 18, "rampart": 18, "mech": 1},
        equipment={"armour": 16, "main-gun": 14, "electronic": 1, "sensor": 2},
    ),
    "stealth": Style(
        "Seen late or never: dampened signatures, cloaks, silenced weapons.",
        ("Night Watch", "Grey Ghosts", "The Unseen"),
        units={
            "errant-mk2": 20,
            "predator-1e": 20,
            "lord-mk2": 16,
            "squire": 16,
            "zenith-mbt": 6,
            "mech": 0,
            "tank": 0,
        },
        equipment={"optical_stealth": 40, "dampening": 40, "silenced": 16, "optical_scanner": 8, "jump": 1},
    ),
    "electronic": Style(
        "Jams, hacks and locks; missiles find what sensors hold.",
        ("Static", "White Noise", "Signal Company"),
        units={"cumulus": 24, "cloudburst-agcv": 10, "errant-mk2": 10, "cirrus-mk2": 8, "fat-mann": 1, "big-guye": 1},
        equipment={"electronic": 24, "ecm": 32, "light-emp": 16, "heavy-emp": 16, "homing": 12, "sensor_lock": 16},
    ),
    "drones": Style(
        "Controllers and the drones they command.",
        ("Swarm", "The Hive", "Beekeepers"),
        units={"cumulus": 16, "cloudburst-agcv": 16, "crocodile-mk2": 12, "cobra-ka1": 12, "lord-mk2": 8, "tank": 1},
        equipment={"drone-controller": 60},
        bodies=0.52,
    ),
    "artillery": Style(
        "Howitzers, mortars and siege guns, with eyes to direct them.",
        ("Thunder Battery", "Long Reach", "Grand Battery"),
        units={"rampart": 18, "squire": 16, "onager-mk2": 18, "cobra-ka1": 14, "lord-mk2": 10, "mech": 2, "tank": 2},
        equipment={"artillery": 40, "indirect-fire": 30, "artillery_fcs": 30, "data_link": 12, "sensors": 16},
    ),
    "assault": Style(
        "Up close: blades, fists, hammers, ploughs, jump jets.",
        ("Hammer and Tongs", "First Over", "The Breach"),
        units={"big-guye": 22, "linebreaker-mk2": 22, "fat-mann": 12, "cirrus-mk2": 8, "summit-mk2": 10, "tank": 2},
        equipment={"melee": 30, "thrown": 12, "jump": 20, "skate": 20, "armour": 20, "plow": 24, "artillery": 0},
    ),
}


# --- Machines fitted out at random

Thing = Weapon | Item
SERVES = {"artillery_fcs": "artillery", "accuracy_main_gun": "main-gun", "siege_mode": "artillery"}
"""Equipment that does something only for weapons of a type."""
CONTROLLER = "drone-controller"


@cache
def options(unit: str, hardpoint: int) -> tuple[Thing, ...]:
    """Everything that one hardpoint of a unit takes, whatever room is left."""
    card = units()[unit]
    place = card.hardpoints[hardpoint]
    own = (thing for thing in mountable().values() if thing.only in ("", unit))
    return tuple(thing for thing in own if thing.size <= place.size and takes(place.types, thing.types))


@dataclass
class Rig:
    """One machine and what it has been given so far, hardpoint by hardpoint."""

    unit: UnitCard
    mounts: list[list[Thing]] = field(default_factory=list)
    drones: list[UnitCard] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.mounts = [[] for _ in self.unit.hardpoints]

    @property
    def things(self) -> list[Thing]:
        """All that is mounted."""
        return [thing for here in self.mounts for thing in here]

    @property
    def is_armed(self) -> bool:
        """Whether it has a weapon that it can go on using: no mere rocket pod or grenade."""
        return any(isinstance(thing, Weapon) and not thing.uses for thing in self.things)

    @property
    def cost(self) -> int:
        """Points of the machine as it stands."""
        return self.unit.cost + sum(part.cost for part in (*self.things, *self.drones))

    def room(self, hardpoint: int) -> int:
        """What is left of a hardpoint."""
        return self.unit.hardpoints[hardpoint].size - sum(thing.size for thing in self.mounts[hardpoint])

    def additions(self, most: int) -> Iterator[tuple[int, Thing]]:
        """What may be added where for so many points."""
        there = self.things
        for at in range(len(self.mounts)):
            room = self.room(at)
            for thing in options(self.unit.id, at) if room else ():
                if thing.size <= room and thing.cost <= most and self._is_of_use(thing, there):
                    yield at, thing

    def could_swap(self, old: Thing, new: Thing) -> bool:
        """Whether a thing would be of use in the place of another."""
        others = self.things
        others.remove(old)
        return self._is_of_use(new, others)

    def _is_of_use(self, thing: Thing, there: list[Thing]) -> bool:
        """A second plate is against the rules; a second sensor, or fire control without a gun, does nothing."""
        if isinstance(thing, Weapon):
            return not thing.has("homing") or any("sensor_lock" in each.effects for each in there)
        if ARMOUR in thing.types and any(ARMOUR in each.types for each in there):
            return False
        if thing.id != CONTROLLER and any(each.id == thing.id for each in there):
            return False
        served = [kind for effect, kind in SERVES.items() if effect in thing.effects]
        return all(any(kind in each.types for each in there) for kind in served)

    @property
    def controllers(self) -> int:
        """How many drones it may bring, one for each controller."""
        return sum(thing.id == CONTROLLER for thing in self.things)

    def block(self) -> Block:
        """As a roster has it: a line for every hardpoint that carries something."""
        entries = [
            Entry(model=hardpoint.name, upgrades=tuple(self._written(thing) for thing in here))
            for hardpoint, here in zip(self.unit.hardpoints, self.mounts, strict=True)
            if here
        ]
        if self.drones:
            entries.append(Entry(model="Drones", upgrades=tuple(drone.name for drone in self.drones)))
        return Block(kind="machine", code=self.unit.name, entries=tuple(entries), above=(Remark(""),))

    def _written(self, thing: Thing) -> str:
        """A mech's ammunition is the first that the weapon has, unless another was chosen for it."""
        is_chosen = isinstance(thing, Weapon) and thing.has("variable-ammo") and self.unit.kind == "mech"
        return f"{thing.name} ({thing.mode})" if is_chosen else thing.name


def rounds(thing: Thing) -> tuple[Thing, ...]:
    """The kinds of ammunition that a weapon may be loaded with; itself if there is nothing to choose."""
    return weapons()[thing.id] if isinstance(thing, Weapon) and thing.has("variable-ammo") else (thing,)


# --- Drawing a force

MOST_MACHINES = 40


def recruit(faction: str, size: int, style: str, chooser: Chooser) -> Roster:
    """A legal force of so many points, drawn at random."""
    if faction:
        raise BadInput(f"This game has no factions; leave '{faction[:40]}' out.")
    if style not in RECRUITING:
        raise UnknownName("style", style, RECRUITING)
    least = min(card.cost for card in _playable())
    if not least <= size <= LARGEST:
        raise BadInput(f"A game is played with {least} to {LARGEST:,} points, not {size}.")
    manner = RECRUITING[style]
    rigs = _draw_units(size, manner, chooser)
    _arm(rigs, size, manner, chooser)
    _fill(rigs, size, manner, chooser)
    while more := _draw_units(_left(rigs, size), manner, chooser):
        rigs += more
        _arm(rigs, size, manner, chooser)
        _fill(rigs, size, manner, chooser)
    _spend_rest(rigs, size, chooser)
    headers = {"system": "hex100", "name": chooser.choice(manner.names), "size": str(size)}
    return Roster(headers_of(headers), (Group(name="", blocks=tuple(rig.block() for rig in rigs)),))


def _playable() -> list[UnitCard]:
    return [card for card in units().values() if card.kind != "drone"]


def _left(rigs: Sequence[Rig], size: int) -> int:
    return size - sum(rig.cost for rig in rigs)


def _draw_units(size: int, style: Style, chooser: Chooser) -> list[Rig]:
    """Bare units for their share of the points; one of the cheapest if the share buys none, none if nothing does."""
    rigs: list[Rig] = []
    purse = int(size * style.bodies)
    while len(rigs) < MOST_MACHINES:
        cards = [card for card in _playable() if card.cost <= purse and style.unit_weight(card)]
        if not cards:
            break
        rigs.append(Rig(weighted(cards, [style.unit_weight(card) for card in cards], chooser)))
        purse -= rigs[-1].unit.cost
    cheap = [card for card in _playable() if card.cost <= size]
    return rigs or [Rig(card) for card in sorted(cheap, key=lambda card: (-style.unit_weight(card), card.cost))[:1]]


def _arm(rigs: list[Rig], size: int, style: Style, chooser: Chooser) -> None:
    """A weapon for every machine without one, none dearer than what leaves something for the others."""
    bare = [rig for rig in rigs if not rig.is_armed]
    for number, rig in enumerate(bare):
        share = _left(rigs, size) // (len(bare) - number)
        weapons = [(at, thing) for at, thing in rig.additions(share) if isinstance(thing, Weapon) and not thing.uses]
        if weapons:
            _put(rig, *weighted(weapons, [style.item_weight(thing) for _, thing in weapons], chooser), chooser)


def _fill(rigs: list[Rig], size: int, style: Style, chooser: Chooser) -> None:
    """Equipment for machines in turn, until nothing fits that can be paid."""
    waiting = list(rigs)
    while waiting:
        rig = waiting.pop(0)
        left = _left(rigs, size)
        _launch(rig, left, chooser)
        found = [(at, thing) for at, thing in rig.additions(_left(rigs, size)) if style.item_weight(thing)]
        if found:
            _put(rig, *weighted(found, [style.item_weight(thing) for _, thing in found], chooser), chooser)
            waiting.append(rig)


def _launch(rig: Rig, left: int, chooser: Chooser) -> None:
    """A drone for a controller that has none."""
    drones = [card for card in units().values() if card.kind == "drone" and card.cost <= left]
    if drones and len(rig.drones) < rig.controllers:
        rig.drones.append(chooser.choice(drones))


def _put(rig: Rig, at: int, thing: Thing, chooser: Chooser) -> None:
    rig.mounts[at].append(chooser.choice(rounds(thing)))


def _spend_rest(rigs: list[Rig], size: int, chooser: Chooser) -> None:
    """Change items for dearer ones of their kind as long as points are left; an exact match ends it."""
    left = _left(rigs, size)
    while left > 0:
        changes = [change for rig in rigs for change in _changes(rig, left)]
        exact = [change for change in changes if change[0] == left]
        if not changes:
            return
        dearer, rig, at, place, thing = chooser.choice(exact or changes)
        rig.mounts[at][place] = chooser.choice(rounds(thing))
        left -= dearer


def _changes(rig: Rig, most: int) -> list[tuple[int, Rig, int, int, Thing]]:
    """Dearer items in the place of others: how much dearer, and where."""
    found = []
    for at, here in enumerate(rig.mounts):
        for place, old in enumerate(here):
            room = rig.room(at) + old.size
            for thing in options(rig.unit.id, at):
                dearer = thing.cost - old.cost
                if 0 < dearer <= most and thing.size <= room and _is_like(old, thing) and rig.could_swap(old, thing):
                    found.append((dearer, rig, at, place, thing))
    return found


def _is_like(old: Thing, new: Thing) -> bool:
    """Things of the same type; what others depend on stays."""
    kept = ("drone_controller", "sensor_lock", "data_link")
    if isinstance(old, Weapon) != isinstance(new, Weapon) or any(effect in old.effects for effect in kept):
        return False
    return bool(set(old.types) & set(new.types))
