"""The state of a battle: units, what each side knows of the other, and dice on the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.systems.hex100.battlefield import Battlefield, Terrains, battlefield, terrains
from gearlock.systems.hex100.forces.cards import Machine
from gearlock.systems.hex100.forces.loadout import Loadout
from gearlock.systems.hex100.plan import ENGAGEMENT, Plan
from gearlock.table.hexes import Hex
from gearlock.table.hexmaps import HexGround

# --- The state of a battle: units, what each seat knows of the other, and whose turn it is to do what

SEATS = ("red", "blue")
UNKNOWN, BLIP, IDENTIFIED, SEEN = range(4)
"""How well a seat knows an enemy unit: not at all, as a blip, as a blip of known type, by sight."""


class Tie(NamedTuple):
    """What a drone belongs to: the unit that brought it, and the drone controller that commands it."""

    carrier: str
    controller: str


class Scene:
    """What never changes in a battle and is shared by all its states: the map as laid out and the machines by unit."""

    __slots__ = ("budget", "drones", "ground", "kinds", "loadouts", "machines", "plan", "ties", "turns")

    def __init__(
        self,
        ground: HexGround,
        machines: dict[str, Machine],
        budget: int,
        turns: int,
        ties: dict[str, Tie] | None = None,
        plan: Plan = ENGAGEMENT,
        kinds: Terrains | None = None,
    ) -> None:
        self.ground, self.machines, self.budget, self.turns = ground, machines, budget, turns
        self.ties = ties or {}
        self.plan, self.kinds = plan, terrains() if kinds is None else kinds
        self.drones = frozenset(unit for unit, machine in machines.items() if machine.unit.kind == "drone")
        self.loadouts = {unit: Loadout(machine) for unit, machine in machines.items()}

    def told_otherwise(self, plan: Plan, elsewhere: Iterable[str]) -> Scene:
        """The same with another briefing and these zones at the other end of the map."""
        scene = copy(self)
        scene.plan, ground, moved = plan, self.ground, set(elsewhere)
        if moved:
            across = dict(zip(ground, reversed(list(ground)), strict=True))
            there = {name: frozenset(across[hex_] for hex_ in ground.zones[name]) for name in moved & set(ground.zones)}
            zones = {**ground.zones, **there}
            scene.ground = HexGround(ground.name, ground.columns, ground.rows, ground.terrain, zones)
        return scene

    def recast(self, machines: dict[str, Machine], ties: dict[str, Tie]) -> Scene:
        """The same map and briefing with other machines."""
        scene = copy(self)
        scene.machines, scene.ties = machines, ties
        scene.drones = frozenset(unit for unit, machine in machines.items() if machine.unit.kind == "drone")
        known, same = self.loadouts, self.machines
        scene.loadouts = {
            unit: known[unit] if machine is same.get(unit) else Loadout(machine) for unit, machine in machines.items()
        }
        return scene

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scene) and self._parts() == other._parts()

    def _parts(self) -> tuple[object, ...]:
        return self.ground, self.machines, self.budget, self.turns, self.ties, self.plan

    __hash__ = None  # type: ignore[assignment]  # compared, never looked up


@dataclass(slots=True)
class Unit:
    """One machine in the field: where it stands, what it has left and what it is about."""

    id: str
    seat: str
    hp: int
    hurt: list[int]
    """Critical damage marked on each hardpoint."""
    uses: dict[str, int] = field(default_factory=dict)
    """Attacks left with weapons of limited ammunition."""
    loaded: dict[str, int] = field(default_factory=dict)
    """The loaded fire mode of weapons with variable ammunition."""
    charges: int = 0
    """What is left of its reactive armour."""
    q: int = 0
    r: int = 0
    facing: int = 0
    placed: bool = False
    destroyed: bool = False
    critical: int = 0
    pool: dict[str, int] = field(default_factory=dict)
    used: list[str] = field(default_factory=list)
    """Weapons used this turn."""
    focus: str = ""
    resisting: bool = False
    looking: bool = False
    lock: str = ""
    held: str = ""
    """The reserved action: ``attack``, ``move`` or none."""
    held_weapons: list[str] = field(default_factory=list)
    trigger: str = ""
    within: int = 0
    """The reserve waits for an enemy this near; 0 is any distance."""
    waits_for: str = ""
    """The one enemy the reserve waits for, if it was named."""
    engaged: list[str] = field(default_factory=list)
    """Enemies that may strike if this unit walks away from them this turn."""
    done: bool = False
    jammed: bool = False
    """Until the next phase of the side that jams it: no locks, sensors or data link."""
    hacked: bool = False
    """Until it recovers: no sensitive electronics, nothing gained from its network."""
    shocked: bool = False
    """In EMP shock until it recovers: no power, no sensitive electronics, hardly an action."""
    traced: bool = False
    """The other side did one of these to it and has held it as a contact since: it knows which of them last."""
    unlinked: bool = False
    """Its crew has switched its data link off."""
    acted: bool = False
    """Has spent an action since its side's phase began: the beginning of its turn is over."""
    sieging: bool = False
    """In siege mode: it cannot move, its artillery shoots better."""
    plotted: bool = False
    """Its artillery fire control works out the fire of this turn."""
    stopped: dict[str, int] = field(default_factory=dict)
    """Shots that each of its interceptors has stopped since its side's phase began."""
    warding: list[str] = field(default_factory=list)
    """Guns turned against incoming shots: in defence mode or aegis mode."""
    fortified: bool = False
    """An ally's Nimbus lends it electronic defence and a better e-war rating until its next phase."""
    gait: str = ""
    """How a mech goes this turn: ``skate``, ``skimmer``, or on its feet."""
    strides: int = 0
    """Move actions spent this turn."""
    beacon: bool = False
    """Jets, a skimmer or active sensors make it easy to find until its next phase."""
    marked: bool = False
    """A canisterate has made it a beacon for the rest of the battle."""
    exposed: bool = False
    """Has lost its optical stealth until its next phase."""
    searching: list[str] = field(default_factory=list)
    """Scanners and sensors it has put to work until its next phase."""
    lock_at: tuple[int, int] | None = None
    """The hex it has locked with a target marker."""
    quarry: str = ""
    """The enemy it attacked last."""
    docked: bool = False
    """A small drone on board the unit that brought it."""
    mode: str = ""
    """What a drone goes by: the name of its mode."""
    point: tuple[int, int] | None = None
    """The hex that a drone's mode names."""
    charge: str = ""
    """The unit that a drone's mode names, to follow or to hunt."""
    lurking: bool = False
    """Set up hidden, and not found or shown since."""
    left: str = ""
    """The zone by which it has left the map."""
    riding: str = ""
    """The unit that terror drones are on."""
    swarm: list[int] = field(default_factory=list)
    """The hit points of each machine of a swarm, the weakest first."""

    @property
    def hex(self) -> Hex:
        """Where it stands."""
        return self.q, self.r

    @property
    def standing(self) -> bool:
        """On the map and not destroyed."""
        return self.placed and not self.destroyed

    def clone(self) -> Unit:
        """An independent copy."""
        return Unit(
            self.id,
            self.seat,
            self.hp,
            self.hurt[:],
            self.uses.copy(),
            self.loaded.copy(),
            self.charges,
            self.q,
            self.r,
            self.facing,
            self.placed,
            self.destroyed,
            self.critical,
            self.pool.copy(),
            self.used[:],
            self.focus,
            self.resisting,
            self.looking,
            self.lock,
            self.held,
            self.held_weapons[:],
            self.trigger,
            self.within,
            self.waits_for,
            self.engaged[:],
            self.done,
            self.jammed,
            self.hacked,
            self.shocked,
            self.traced,
            self.unlinked,
            self.acted,
            self.sieging,
            self.plotted,
            self.stopped.copy(),
            self.warding[:],
            self.fortified,
            self.gait,
            self.strides,
            self.beacon,
            self.marked,
            self.exposed,
            self.searching[:],
            self.lock_at,
            self.quarry,
            self.docked,
            self.mode,
            self.point,
            self.charge,
            self.lurking,
            self.left,
            self.riding,
            self.swarm[:],
        )


@dataclass(slots=True)
class State:
    """Everything that can differ between two moments of a battle. Changed by `apply` alone."""

    scene: Scene
    land: Battlefield
    units: dict[str, Unit]
    phase: str = "initiative"
    """``initiative``, ``deployment``, ``early focus``, ``focus``, ``units``, ``aftermath`` or ``over``."""
    turn: int = 0
    first: str = ""
    active: str = ""
    acting: str = ""
    """The unit that has begun its turn and not finished it."""
    awaiting: list[str] = field(default_factory=list)
    """Mecha that still have to declare a focus."""
    known: dict[str, dict[str, int]] = field(default_factory=lambda: {seat: {} for seat in SEATS})
    contacts: dict[str, dict[str, str]] = field(default_factory=lambda: {seat: {} for seat in SEATS})
    """What a seat calls the enemies it has detected: a new name every time one is found again."""
    counted: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 0))
    """Contacts named so far."""
    scored: list[tuple[int, str, str, int]] = field(default_factory=list)
    """What has counted so far: the number of the objective, for what, for whom, and the points."""
    changed: list[tuple[int, int, str]] = field(default_factory=list)
    wrecks: list[tuple[int, int]] = field(default_factory=list)
    smoke: list[tuple[int, int, str]] = field(default_factory=list)
    """Hexes of dense smoke, and the side that laid it: it is gone when that side's next phase begins."""
    mines: list[tuple[int, int]] = field(default_factory=list)
    """Hexes with a mine, for whoever enters them."""
    sites: list[tuple[int, int, str, str]] = field(default_factory=list)
    """Hexes that have been scanned or hacked: where, by which side, and which of the two."""
    shots: Shots | None = None
    """Large projectiles that may still be stopped."""
    hits: Hits | None = None
    """Hits that charges of reactive armour may still meet."""

    def clone(self) -> State:
        """An independent copy; scene and battlefield are shared."""
        return State(
            self.scene,
            self.land,
            {id_: unit.clone() for id_, unit in self.units.items()},
            self.phase,
            self.turn,
            self.first,
            self.active,
            self.acting,
            self.awaiting[:],
            {seat: known.copy() for seat, known in self.known.items()},
            {seat: names.copy() for seat, names in self.contacts.items()},
            self.counted.copy(),
            self.scored[:],
            self.changed[:],
            self.wrecks[:],
            self.smoke[:],
            self.mines[:],
            self.sites[:],
            self.shots,
            self.hits,
        )

    def machine(self, unit_id: str) -> Machine:
        """The card and equipment of a unit."""
        return self.scene.machines[unit_id]

    def standing(self, seat: str) -> Iterator[Unit]:
        """A side's units on the map, in the order of its list."""
        return (unit for unit in self.units.values() if unit.seat == seat and unit.placed and not unit.destroyed)

    def serving(self, seat: str) -> Iterator[Unit]:
        """The units on the map that see and act for a side: not its drones that are hacked or shut down.

        The drones it has hacked do instead.
        """
        drones = self.scene.drones
        for unit in self.units.values():
            if not unit.placed or unit.destroyed:
                continue
            if unit.id in drones and (unit.shocked or unit.hacked):
                if unit.shocked or unit.seat == seat:
                    continue
            elif unit.seat != seat:
                continue
            yield unit

    def serves(self, unit: Unit) -> str:
        """The side a unit acts for: a hacked drone takes friend for foe."""
        return other(unit.seat) if unit.hacked and unit.id in self.scene.drones else unit.seat

    def riders(self, unit_id: str) -> list[Unit]:
        """The terror drones that ride a unit."""
        if not self.scene.drones:
            return []
        drones = (self.units[drone] for drone in sorted(self.scene.drones))
        return [drone for drone in drones if drone.riding == unit_id]

    def unit_in(self, hex_: Hex) -> Unit | None:
        """The unit standing in a hex, not what rides it."""
        for unit in self.units.values():
            if unit.standing and unit.q == hex_[0] and unit.r == hex_[1] and not unit.riding:
                return unit
        return None

    def found(self, seat: str) -> list[Unit]:
        """The enemies a seat knows of, in the order in which it found them; the order of their list is a secret."""
        return [
            self.units[each] for each in sorted(self.contacts[seat], key=lambda each: self.contact_number(seat, each))
        ]

    def contact_number(self, seat: str, unit_id: str) -> int:
        """As which contact a seat found an enemy that it knows of."""
        return int(self.contacts[seat][unit_id].rpartition("-")[2])

    def enemy_called(self, seat: str, contact: str) -> Unit | None:
        """The enemy that a seat knows by this contact name."""
        for unit_id, name in self.contacts[seat].items():
            if name == contact:
                return self.units[unit_id]
        return None

    def rebuild_field(self) -> None:
        """Take the battlefield that belongs to the razed terrain, the wrecks and the smoke."""
        ground = self.scene.ground
        if self.changed:
            ground = ground.replaced({(q, r): name for q, r, name in self.changed})
        smoke = frozenset((q, r) for q, r, _ in self.smoke)
        self.land = battlefield(ground, tuple(sorted(self.wrecks)), smoke, self.scene.kinds)


def other(seat: str) -> str:
    """The seat across the table."""
    return SEATS[seat == SEATS[0]]


# --- What is on its way in the middle of an attack, while somebody decides what to do about it


@heeds("hex100.attr-interceptor")
@dataclass(slots=True, frozen=True)
class Shots:
    """Large projectiles in the air: whose, fired from what in which mode, at whom or at which hex, and how many."""

    unit: str
    weapon: str
    mode: str
    target: str
    q: int
    r: int
    shots: int


@heeds("hex100.armour-reactive")
@dataclass(slots=True, frozen=True)
class Hits:
    """Hits on a unit before its armour is done with them: how many, of how much damage, and less with a charge.

    The dice for penetration have fallen: `critical` is what all of them do to its structure, charge or not.
    """

    unit: str
    hits: int
    damage: int
    lowered: int
    critical: int
