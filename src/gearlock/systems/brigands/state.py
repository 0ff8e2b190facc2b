"""The state of a battle: units, whose turn it is, the activation under way, the Objectives chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec

from gearlock.kernel.files import data_records
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.sighting.clouds import Cloud
from gearlock.odds.pools import Pools
from gearlock.systems.brigands.models import Model
from gearlock.table.bodies import Body
from gearlock.table.terrain import Ground

# --- 11.3: the Objectives there are, and what a seat has chosen of them

CASUALTIES, ASSASSINATE, SCAN, BREAK_THE_LINE, HOLD, CAPTURE, WIPE_THEM_OUT, DEMOLITIONS, LEAD_BY_EXAMPLE = (
    "Casualties", "Assassinate", "Scan", "Break the Line", "Hold", "Capture", "Wipe Them Out", "Demolitions",
    "Lead by Example",
)  # fmt: skip


class Objective(msgspec.Struct, frozen=True):
    """An Objective as the book lists it: who may choose it, what it asks for, and the markers it needs."""

    name: str
    rule: str
    codes: tuple[str, ...]
    goal: str
    markers: int = 0
    own: bool = False
    """Its markers are placed by whoever chose it, not by the opponent."""
    reach: int = 0
    """How many inches around a marker count."""


@cache
def objectives() -> dict[str, Objective]:
    """All Objectives one may choose, by name in book order. Casualties is none of them: every battle has it."""
    listed = data_records("gearlock.systems.brigands", "objectives.toml", "objective", Objective)
    return {found.name: found for found in listed}


@dataclass(slots=True, frozen=True)
class Pursuit:
    """An Objective that a seat has chosen, and how far it has come."""

    seat: str
    name: str
    target: str = ""
    """The one model it is about: the enemy Force Commander, the Demolitions target, the own Duelist."""
    group: int = 0
    """The enemy Combat Group that is to be wiped out."""
    markers: tuple[tuple[int, int], ...] = ()
    """Those that lie on the table."""
    captured: int = 0
    achieved: bool = False
    """As the table lies; some may be lost again."""


# --- What lies on the table in the middle of something: the dice of a roll, a Forward Observation


@dataclass(slots=True, frozen=True)
class Rolled:
    """The dice of an attack that lie on the table while both sides decide about Rerolls."""

    unit: str
    weapon: str
    target: str
    attack: int
    defence: int
    attack_dice: int
    defence_dice: int
    attack_bonus: int
    defence_bonus: int
    face: int = 0
    """The die of a Marginal Hit, once it has come to that."""
    attack_step: int = 4
    defence_step: int = 4
    building: str = ""
    """The building that is attacked, if it is no model."""

    @property
    def pools(self) -> Pools:
        """The pools they were rolled with."""
        dice, bonus = (self.attack_dice, self.defence_dice), (self.attack_bonus, self.defence_bonus)
        return Pools(*dice, *bonus, self.attack_step, self.defence_step)


@heeds("brigands.5.6a", "brigands.1.2i")
@dataclass(slots=True, frozen=True)
class Bites:
    """The dice of several Marginal Hits that lie on the table: who rolled them, on whom, how many bite.

    Of an attack's effects also the weapon, its damage before, and what of other effects has bitten already.
    """

    unit: str
    target: str
    dice: int
    bites: int
    least: int
    weapon: str = ""
    raw: int = 0
    before: int = 0
    building: str = ""
    """The building that takes them, if it is no model."""


@heeds("brigands.8.5", "brigands.8.1a")
@dataclass(slots=True, frozen=True)
class Observation:
    """A Forward Observation under way: who observes which model or point, and who may chain attacks to it."""

    origin: str
    target: str = ""
    point: tuple[int, int, int] | None = None
    designated: bool = False
    """The Origin has a Target Designator and sees the target."""
    receivers: tuple[str, ...] = ()


# --- The state of a Brigands battle: units, whose turn it is, and the activation under way

NO_GROUP = 0
"""What stands on the table for a side without being part of its Combat Groups."""


BRACED, COMBAT_SPEED, TOP_SPEED = "braced", "combat speed", "top speed"

COORDINATED_ATTACK, EVADE = "Coordinated Attack", "Evade"
"""Orders that lay a token on a model."""

WAITING, FIELDED, WRECK, GONE = "waiting", "fielded", "wreck", "gone"
"""Not deployed yet; in play; destroyed and lying there as terrain; off the table."""
_STANDING = (FIELDED, WRECK)
RIDING = "riding"
"""In play but not on the battlefield: aboard a transport, or a drone that is still with its Controlling model."""


@rule("brigands.1.9")
@dataclass(slots=True)
class Unit:
    """One model on the table with everything its markers would say."""

    id: str
    seat: str
    name: str
    line: Model
    rank: str = ""
    status: str = WAITING
    x: int = 0
    y: int = 0
    z: int = 0
    facing: int = 0
    hull: int = 0
    structure: int = 0
    actions: int = 0
    standby: int = 0
    overwatch: int = 0
    command: int = 0
    posture: str = ""
    """Chosen for its activation; empty while Passive."""
    bracing: bool = False
    """Its last Overwatch token went into the exchange under way, which still counts it as Braced."""
    tall: bool = False
    """A Low Profile model that stands at its full Height for now."""
    activated: bool = False
    """Has had its activation this Round. Drones never get one, so they always have."""
    used: list[str] = field(default_factory=list)
    """Weapons that may not attack again this Round."""
    group: int = 1
    """Its Combat Group, numbered within its side."""
    skill: int = 0
    """Skill Points left this Round."""
    marks: list[str] = field(default_factory=list)
    """Order tokens that lie on it: its own Evade, or an enemy's Coordinated Attack."""
    steady: bool = False
    """Emergency Measures let it ignore that it is Crippled until its Combat Group is done."""
    hanging: str = ""
    """The piece of vertical terrain on whose face it clings."""
    inside: str = ""
    """The building it is in."""
    haywire: bool = False
    """Carries a Haywire token."""
    corroded: bool = False
    """Carries a Corrosion token."""
    shown: bool = False
    """Has given away its Stealth until the next Setup Phase."""
    expended: list[str] = field(default_factory=list)
    """Weapons without ammunition and Smoke that was used, for the rest of the game."""
    jamming: bool = False
    """Carries an ECM Defense token."""
    airborne: bool = False
    """A VTOL in the air, or a model that has not landed yet."""
    mended: bool = False
    """Has been repaired this Round."""
    controller: str = ""
    """The model this drone belongs to."""
    carrier: str = ""
    """The transport it rides in."""
    squad: int = 1
    """Its Unit, in the book's sense, numbered within its side."""
    code: str = ""
    """The Unit Availability its Unit was taken as."""
    tv: int = 0
    """What it cost with its upgrades."""
    shell: tuple[int, int] | None = None
    """Radius and Height of the Fortification it is in, which are its own as long as it is."""
    scanned: bool = False
    """An enemy has made a successful Detailed Scan of it."""
    slayer: str = ""
    """Who destroyed it."""
    tended: bool = False
    """A Medic that has patched up somebody this Round."""
    core: str = ""
    """The Core of the vehicle it is Attached to."""
    pace: str = ""
    """The posture that the first part of its vehicle has chosen for all of them this Round."""
    aside: str = ""
    """The Special Deployment its Combat Group was set aside for, until it stands on the ground."""

    def clone(self) -> Unit:
        """An independent copy; the stat line is shared."""
        return Unit(
            self.id, self.seat, self.name, self.line, self.rank, self.status, self.x, self.y, self.z, self.facing,
            self.hull, self.structure, self.actions, self.standby, self.overwatch, self.command, self.posture,
            self.bracing, self.tall, self.activated, self.used[:], self.group, self.skill, self.marks[:], self.steady,
            self.hanging, self.inside, self.haywire, self.corroded, self.shown, self.expended[:],
            self.jamming, self.airborne, self.mended, self.controller, self.carrier, self.squad, self.code, self.tv,
            self.shell,
            self.scanned, self.slayer, self.tended, self.core, self.pace, self.aside,
        )  # fmt: skip

    @property
    @rule("brigands.4.1")
    @heeds("brigands.trait.low-profile")
    def height(self) -> int:
        """How tall its Silhouette is now: wrecks lie at half their Height, Low Profile models crouch while Passive."""
        if self.shell is not None:
            return self.shell[1]
        if self.status == WRECK:
            return self.line.height // 2
        return self.line.height if self.tall else self.line.low

    @property
    def body(self) -> Body:
        """Its Silhouette."""
        line = self.line
        if self.shell is not None or self.status == WRECK:
            return Body(self.x, self.y, self.z, line.radius if self.shell is None else self.shell[0], self.height)
        return Body(self.x, self.y, self.z, line.radius, line.height if self.tall else line.low)

    @property
    def is_fielded(self) -> bool:
        """In play, not a wreck."""
        return self.status == FIELDED

    @property
    def is_destroyed(self) -> bool:
        """A wreck, or off the table for good."""
        return self.status in (WRECK, GONE)

    @property
    @heeds("brigands.11.4b-airdrop")
    def is_dropping(self) -> bool:
        """Still in the air after an airdrop: it does nothing until it lands, and nothing is left if it is destroyed."""
        return self.airborne and self.aside == "airdrop"

    @property
    @rule("brigands.5.6c")
    @heeds("brigands.5.7b-haywire")
    def is_crippled(self) -> bool:
        """No Hull left, or a Haywire token, which counts as much."""
        return self.hull == 0 or self.haywire

    @property
    @heeds("brigands.5.6c", "brigands.5.7b-haywire", "brigands.7.5e")
    def handicap(self) -> int:
        """How many times being Crippled counts against it: lost Hull, a Haywire token; Emergency Measures spare one."""
        return max(0, (self.hull == 0) + self.haywire - self.steady)

    @property
    @heeds("brigands.5.6c", "brigands.9.1-damage")
    def can_hurry(self) -> bool:
        """Crippled models know no Top Speed, but for Infantry."""
        return not self.handicap or self.line.type == "Infantry"

    @property
    @heeds("brigands.9.5")
    def vehicle(self) -> str:
        """What it is a part of: its Core, or itself as most models are."""
        return self.core or self.id

    @heeds("brigands.5.6c", "brigands.wtrait.aux")
    def has(self, trait: str) -> bool:
        """Whether it has a trait that works; Crippled models have no use of Auxiliary traits."""
        return trait in self.line.traits and not (trait in self.line.auxiliary and self.handicap)

    @heeds("brigands.5.6c", "brigands.wtrait.aux")
    def trait(self, name: str) -> int:
        """The rating of one of its traits, 0 for one it has not or cannot use."""
        return self.line.traits[name] if self.has(name) else 0

    @property
    @heeds("brigands.2.1", "brigands.6.2", "brigands.9.4")
    def stance(self) -> str:
        """The posture it counts as: its own while Active, else Combat Speed, or Braced by Overwatch.

        Fortifications are always Braced.
        """
        if self.overwatch or self.bracing or self.line.type == "Fortification":
            return BRACED
        return self.posture or COMBAT_SPEED

    @property
    def readiness(self) -> int:
        """Actions and tokens it could still spend."""
        return self.actions + self.standby + self.overwatch


@dataclass(slots=True)
class Activation:
    """The model being activated: where it began, what movement it has left, and the Move it is in the middle of."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    moves: int
    turns: int = 0
    """Turns made in this Move, or by a Braced model in this activation."""
    gait: str = ""
    """The movement type of the Move under way; empty between Moves."""
    spent: int = 0
    rough: int = 0
    """Mils of this Move inside area terrain."""
    travelled: int = 0
    stepped: int = 0
    """Elevation changed by stepping in this Move."""
    on_road: bool = True
    wet: int = 0
    """Mils of this Move in water, which are part of the area terrain."""
    slid: bool = False
    """Thrusters have shifted it sideways in this Move."""

    def clone(self) -> Activation:
        """An independent copy."""
        return Activation(
            self.unit, self.x, self.y, self.z, self.facing, self.moves, self.turns, self.gait, self.spent, self.rough,
            self.travelled, self.stepped, self.on_road, self.wet, self.slid,
        )  # fmt: skip


@dataclass(slots=True)
class State:
    """Everything that can change in a battle, and the ground it is fought on."""

    ground: Ground
    units: dict[str, Unit]
    rounds: int = 12
    round: int = 0
    phase: str = "roll-off"
    """What the next step is about: initiative, setup, ecm or action, or one of those before the first Round."""
    winner: str = ""
    """Who won the last roll-off or Initiative."""
    turn: str = ""
    """The seat that deploys or activates now; empty until the winner has chosen."""
    activation: Activation | None = None
    finished: bool = False
    group: int = 0
    """The Combat Group that deploys or activates now; 0 until one is chosen."""
    orders: dict[str, str] = field(default_factory=dict)
    """Orders in force until the Combat Group is done, each with the Commander who gave it."""
    introductory: bool = True
    """Played without Orders and electronics, and Formation is nearness to the leader."""
    augment: bool = False
    """Opposed Rolls by the Augment option: skills say from which face on a die adds, and give no dice."""
    smoke: list[Cloud] = field(default_factory=list)
    """The clouds of Smoke on the table, until the next Setup Phase."""
    buildings: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Hull and Structure left of every building that has been damaged."""

    rolled: Rolled | None = None
    observation: Observation | None = None
    full: bool = False
    """A whole battle between mustered forces, with Objectives and all ways of deployment."""
    zones: dict[str, str] = field(default_factory=lambda: {"red": "south", "blue": "north"})
    """The side of the table each seat deploys on; empty until that is settled."""
    banners: dict[str, str] = field(default_factory=dict)
    """Each side's force in a line: name, faction, TV, and whether it is legal."""
    size: int = 0
    """The TV each side could spend on its Force; 0 if nobody said."""
    pursuits: list[Pursuit] = field(default_factory=list)
    """The Objectives both seats have chosen, in the order they chose them."""
    squad: int = 0
    """The Recon Unit whose models find their paths now; 0 until one is chosen."""
    passes: int = 0
    """How many seats in a row have raised no ECM Defense in the phase for it."""
    bites: Bites | None = None
    notes: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What has been worked out about this position. The next event ends it, and no copy begins with any."""

    def clone(self) -> State:
        """An independent copy; ground and stat lines are shared."""
        return State(
            self.ground,
            {key: unit.clone() for key, unit in self.units.items()},
            self.rounds,
            self.round,
            self.phase,
            self.winner,
            self.turn,
            None if self.activation is None else self.activation.clone(),
            self.finished,
            self.group,
            dict(self.orders),
            self.introductory,
            self.augment,
            self.smoke[:],
            dict(self.buildings),
            self.rolled,
            self.observation,
            self.full,
            dict(self.zones),
            self.banners,
            self.size,
            self.pursuits[:],
            self.squad,
            self.passes,
            self.bites,
        )

    def with_unit(self, unit: Unit) -> State:
        """The same battle with another model in a model's place, to look at and not to play on: the rest is shared."""
        return State(
            self.ground, {**self.units, unit.id: unit}, self.rounds, self.round, self.phase, self.winner, self.turn,
            self.activation, self.finished, self.group, self.orders, self.introductory, self.augment, self.smoke,
            self.buildings, self.rolled, self.observation, self.full, self.zones, self.banners, self.size,
            self.pursuits, self.squad, self.passes, self.bites,
        )  # fmt: skip

    def fielded(self, seat: str) -> Iterator[Unit]:
        """The models of a seat that are in play."""
        return (unit for unit in self.units.values() if unit.seat == seat and unit.status == FIELDED)

    def surviving(self, seat: str) -> Iterator[Unit]:
        """The models of a seat that are left, on the battlefield or aboard, without drones."""
        mine = (unit for unit in self.units.values() if unit.seat == seat and not unit.controller)
        return (unit for unit in mine if unit.status in (FIELDED, RIDING))

    def standing(self) -> Iterator[Unit]:
        """Everything that takes space on the table: models in play and wrecks."""
        return (unit for unit in self.units.values() if unit.status in _STANDING)

    @heeds("brigands.2.6", "brigands.9.2", "brigands.9.4", "brigands.9.5")
    def obstacles(self, unit: Unit | None = None) -> list[Unit]:
        """Whose space nobody may share: all that is standing, but drones give way, and who is aboard takes none.

        To a model neither it itself nor another part of its vehicle is one.
        """
        own = "" if unit is None else unit.vehicle
        standing = [unit for unit in self.units.values() if unit.status in _STANDING]
        return [u for u in standing if not u.controller and not u.carrier and (u.core or u.id) != own]

    @heeds("brigands.9.2")
    def drones(self, controller: str) -> list[Unit]:
        """The drones of a model that are left, on the battlefield or with it."""
        return [u for u in self.units.values() if u.controller == controller and u.status in (FIELDED, RIDING)]

    @heeds("brigands.9.3", "brigands.9.4")
    def aboard(self, carrier: str) -> list[Unit]:
        """Who rides in a transport or is in a Fortification, drones with their Controlling models."""
        riders = (unit for unit in self.units.values() if unit.carrier == carrier and unit.controller != carrier)
        return [unit for unit in riders if not unit.is_destroyed]

    def name_of(self, unit: str) -> str:
        """What a model is called."""
        return self.units[unit].name

    def active(self) -> Unit | None:
        """The Active model."""
        return None if self.activation is None else self.units[self.activation.unit]


def opponent(seat: str) -> str:
    """The other seat."""
    return "blue" if seat == "red" else "red"
