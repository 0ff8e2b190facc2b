"""The state of a battle: models with their tokens, whose turn it is, and what is going on at the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.secrets import Sealed
from gearlock.mechanics.sighting.clouds import Cloud
from gearlock.systems.blitz.models import Model
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH
from gearlock.table.terrain import Ground

# --- What is under way on the table: the model being activated and its move, and the dice that lie there


@dataclass(slots=True)
class Activation:
    """The model being activated: where it began, what moves it has left, and the move it is in the middle of."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    moves: int
    gait: str = ""
    """The movement type of the move under way; empty between moves."""
    spent: int = 0
    """MR spent in this move, in mils."""
    advanced: int = 0
    """Mils gone in this move, whatever they cost."""
    straight: int = 0
    """Mils gone ahead since the last turn."""
    turns: int = 0
    """Turns made in this move."""
    paid: int = 0
    """Further turns bought with actions in this move."""
    closed: bool = False
    """A turn at the end of this move has ended it."""
    is_open: bool = True
    """The move has kept to open terrain so far."""
    on_road: bool = True
    """The move has kept to roads so far."""
    marks: list[str] = field(default_factory=list)
    """What can be done once in an activation and was: a powered jump, a sensor boost, a try to come free."""
    free: int = 0
    """Turns of this move that being urban friendly gave."""
    begun: list[str] = field(default_factory=list)
    """The movement types of all moves begun in this activation."""
    risked: dict[str, int] = field(default_factory=dict)
    """The dangerous areas it is in, with the mils it has gone in each in this move; -1 once it has tested."""
    stopped: bool = False
    """Something it struck lets it move no further in this activation."""

    def clone(self) -> Activation:
        """An independent copy."""
        return Activation(
            self.unit, self.x, self.y, self.z, self.facing, self.moves, self.gait, self.spent, self.advanced,
            self.straight, self.turns, self.paid, self.closed, self.is_open, self.on_road, self.marks[:], self.free,
            self.begun[:], self.risked.copy(), self.stopped,
        )  # fmt: skip


@dataclass(slots=True, frozen=True)
class Rolled:
    """The dice of a test that lie on the table while somebody decides about a re-roll."""

    purpose: str
    unit: str
    target: str = ""
    weapon: str = ""
    dice: int = 0
    skill: int = 7
    guard: int = 0
    """Dice of the other side, if it is opposed."""
    wits: int = 7
    """Skill of the other side."""
    result: int = 0
    against: int = 0


# --- The state of a Blitz battle: models with their tokens, whose turn it is, and the activation under way

BRACED, COMBAT, TOP_SPEED = "braced", "combat", "top speed"
POSTURES = (BRACED, COMBAT, TOP_SPEED)

WAITING, FIELDED, WRECK, GONE = "waiting", "fielded", "wreck", "gone"
"""Not deployed yet; in play on the table; destroyed and lying there as terrain; off the table for good."""
RIDING, OFF_BOARD, ALOFT = "riding", "off-board", "aloft"
STATUSES = (WAITING, FIELDED, WRECK, GONE, RIDING, OFF_BOARD, ALOFT)
"""In play, but not on the table: aboard a transport; firing from beyond the table's edge; circling around it."""
IN_PLAY = (FIELDED, RIDING, OFF_BOARD, ALOFT)
TARGETS = (FIELDED, WRECK, OFF_BOARD, ALOFT)
"""What may be shot at, and is seen."""

STANDBY, HIDING, HULL_DOWN, IMMOBILISED = "standby", "hiding", "hull down", "immobilised"
FIRE, CORROSION, HAYWIRE = "fire", "corrosion", "haywire"
COMMAND, SKILL, EMITTING, JAMMED_NOW = "command points", "skill points", "emitting", "jammed now"
COORDINATED, SILENCE, CHARGE, FULL_SPEED, INCOMING = (
    "coordinated fire", "radio silence", "charge", "full speed ahead", "incoming fire",
)  # fmt: skip
SENSOR_BOOST, INTERFERENCE, COMMS_JAMMING, SENSOR_JAMMING, COUNTER_BATTERY = (
    "sensor boost", "sensor interference", "comms jamming", "sensor jamming", "counter-battery",
)  # fmt: skip
AUTOPILOT, SPENT_STANDBY, STRICKEN, INERT, HANGING = "autopilot", "last standby", "crippled", "inert", "hanging"
NEURAL, ACTING, EXPOSED, EXAMPLE, INCLUDED = "neural net", "acting", "exposed", "example", "included"
DROPPED, SANDED, SET_DOWN, STRAFING, HUMBLED = "airdropped", "white sand", "set down", "strafing", "pride lost"
THROWN_OUT = "thrown out"
"""Tokens by name, counted in `Unit.tokens`. Who gave one is written behind a colon: "sensor jamming:blue-2"."""

KEPT_UP, TO_COME = 1, 2
"""Full speed ahead: kept up until the next activation, or still to come with it."""
BODY, LED_POSTURES = "posture of its body", (COMBAT, BRACED, TOP_SPEED)
"""What a component's body does, and with it the component: none of these tokens, one or two."""
SWEEPING = 2
"""A sensor boost with active sensors; without them the token counts 1."""

NO_GROUP = 0
"""What stands on the table for a side without being part of its combat groups."""


@rule("blitz.tokens")
@dataclass(slots=True)
class Unit:
    """One model with everything its markers would say."""

    id: str
    seat: str
    name: str
    line: Model
    rank: str = ""
    """co, xo, cgl or 2ic; empty for everybody else."""
    group: int = 1
    """Its combat group, numbered within its side."""
    squad: str = "primary"
    """Its unit in that group: primary or support."""
    tv: int = 0
    status: str = WAITING
    x: int = 0
    y: int = 0
    z: int = 0
    facing: int = 0
    hull: int = 0
    structure: int = 0
    actions: int = 0
    """Actions it has left this round."""
    posture: str = ""
    """Chosen for its activation; empty while it is passive."""
    gait: str = ""
    """The movement type it used last, which stays with the traits that go with it."""
    used: bool = False
    """Has had its activation this round."""
    tall: bool = False
    """A Low Profile model that stood up for its last activation."""
    fired: list[str] = field(default_factory=list)
    """Weapons that attacked this round."""
    expended: dict[str, int] = field(default_factory=dict)
    """Shots of limited ammunition and smoke used in this battle."""
    tokens: dict[str, int] = field(default_factory=dict)
    place: str = ""
    """The piece it clings to or is inside of."""
    carrier: str = ""
    """The transport or fortification it is aboard."""
    parent: str = ""
    """The controller of a drone, the core of a component."""
    slayer: str = ""
    """Who destroyed it."""
    ua: str = ""
    """The unit availability it was taken as; empty if nobody said."""
    arrival: str = ""
    """How its unit comes to the table; empty for regular deployment."""

    def clone(self) -> Unit:
        """An independent copy; the stat line is shared."""
        return Unit(
            self.id, self.seat, self.name, self.line, self.rank, self.group, self.squad, self.tv, self.status,
            self.x, self.y, self.z, self.facing, self.hull, self.structure, self.actions, self.posture, self.gait,
            self.used, self.tall, self.fired[:], self.expended.copy(), self.tokens.copy(), self.place, self.carrier,
            self.parent, self.slayer, self.ua, self.arrival,
        )  # fmt: skip

    @property
    @rule("blitz.trait.lowprofile")
    @heeds("blitz.7.2a", "blitz.9.3")
    def height(self) -> int:
        """How tall its silhouette is now: most wrecks lie at half their height, Low Profile models crouch."""
        line = self.line
        if self.status == WRECK:
            return line.height // 2 if line.type in ("Gear", "Strider") or line.gait == "H" else line.height
        shape = line.sms.get(self.gait, line)
        return shape.height if self.is_tall else shape.low

    @property
    @heeds("blitz.trait.lowprofile", "blitz.10.3")
    def is_tall(self) -> bool:
        """Whether it stands up in spite of a low profile: in its activation, and as long as it is on standby."""
        return self.tall and bool(self.posture or STANDBY in self.tokens or SPENT_STANDBY in self.tokens)

    @property
    def body(self) -> Body:
        """Its silhouette."""
        return Body(self.x, self.y, self.z, self.line.radius, self.height)

    @property
    def is_fielded(self) -> bool:
        """In play on the table."""
        return self.status == FIELDED

    @property
    def is_inside(self) -> bool:
        """In a building; who hangs on a wall is not."""
        return bool(self.place) and HANGING not in self.tokens

    @property
    def is_sheltered(self) -> bool:
        """Aboard a transport, or fighting from a fortification."""
        return bool(self.carrier) and self.status in (FIELDED, RIDING)

    @property
    def is_destroyed(self) -> bool:
        """A wreck, or off the table for good."""
        return self.status in (WRECK, GONE)

    @property
    def is_infantry(self) -> bool:
        """Whether the rules for infantry hold for it."""
        return self.line.type == "Infantry"

    @property
    @rule("blitz.9.2")
    @heeds("blitz.2.12", "blitz.16.0-2c-temp")
    def is_crippled(self) -> bool:
        """All hull is gone, or the weather has laid the token on it. A single damage number knows no such state."""
        return (self.hull == 0 and self.line.structure > 0) or STRICKEN in self.tokens

    @rule("blitz.trait.aux")
    @heeds("blitz.trait.sms", "blitz.6.3a")
    def trait(self, name: str) -> int:
        """The rating of one of its traits, 0 for one it has not, or cannot use: crippled, or on its other movement."""
        line = self.line
        rating = line.traits.get(name, 0)
        sms = line.sms.get(self.gait)
        if sms is not None:
            rating = 0 if name in sms.loses else sms.gains.get(name, rating)
        return 0 if name in line.auxiliary and self.is_crippled else rating

    @heeds("blitz.trait.aux", "blitz.trait.sms")
    def has(self, name: str) -> bool:
        """Whether it has a trait that works now; one with a rating of 0 counts."""
        line, sms = self.line, self.line.sms.get(self.gait)
        held = name in line.traits if sms is None else name not in sms.loses and name in line.traits | sms.gains
        return held and not (name in line.auxiliary and self.is_crippled)

    @heeds("blitz.trait.defective", "blitz.force.leagueless")
    def is_defective(self, system: str) -> bool:
        """Whether one of its systems may give out: as printed, or because a token says so."""
        name = f"Defective: {system}"
        return name in self.line.traits or name in self.tokens

    @property
    @heeds("blitz.9.6c")
    def is_shorted(self) -> bool:
        """Whether damage and haywire together exceed all the damage it can take."""
        return self.tokens.get(HAYWIRE, 0) > self.hull + self.structure

    def token(self, name: str) -> int:
        """How many of these tokens lie on it, or how intense one is."""
        return self.tokens.get(name, 0)

    @property
    @rule("blitz.3.2a-table")
    @heeds("blitz.10.3", "blitz.15.5d", "blitz.14.7d", "blitz.3.2a", "blitz.18.3", "blitz.16.2c", "blitz.18.6")
    def stance(self) -> str:
        """The posture it counts as: its own while active, else combat, unless a token keeps another one.

        Who cannot move is always braced, and so are fortifications and whoever supports from beyond the table. A
        component has the posture of its body, whatever tokens it has itself.
        """
        tokens = self.tokens
        if IMMOBILISED in tokens or self.line.type == "Fortification" or self.is_shorted or self.is_landed:
            return BRACED
        if self.status == OFF_BOARD:
            return BRACED
        if self.posture:
            return self.posture
        if self.is_component:
            return LED_POSTURES[self.token(BODY)]
        if STANDBY in tokens or SPENT_STANDBY in tokens or COUNTER_BATTERY in tokens:
            return BRACED
        return TOP_SPEED if self.token(FULL_SPEED) == KEPT_UP else COMBAT

    @property
    def is_component(self) -> bool:
        """A part of a vehicle that is led by its body."""
        return bool(self.parent) and self.line.type != "Drone"

    @property
    def is_landed(self) -> bool:
        """An aircraft on the ground that cannot hover: it stays where it is, braced."""
        return self.line.gait == "F" and self.status == FIELDED and "H" not in self.line.sms

    @property
    @heeds("blitz.10.3", "blitz.3.4a")
    def readiness(self) -> int:
        """Actions and standby tokens it could still spend."""
        return self.actions + self.token(STANDBY)


@dataclass(slots=True)
class State:
    """Everything that can change in a battle, and the ground it is fought on."""

    ground: Ground
    units: dict[str, Unit]
    scenario: str = "duel"
    rounds: int = 6
    round: int = 0
    phase: str = "deployment"
    """What the next step is about."""
    winner: str = ""
    """Who won the last initiative."""
    turn: str = ""
    """The seat that deploys or activates now; empty until the winner has chosen."""
    group: int = 0
    """The combat group that deploys or activates now; 0 until one is chosen."""
    activation: Activation | None = None
    finished: bool = False
    zones: dict[str, str] = field(default_factory=lambda: {"red": "south", "blue": "north"})
    """The side of the table each seat deploys on; empty until that is settled."""
    sensing: list[str] = field(default_factory=list)
    """Models whose active sensors are on until the action under way ends."""
    smoke: list[Cloud] = field(default_factory=list)
    """The clouds of smoke on the table, until the next Cleanup phase."""
    rolled: Rolled | None = None
    switches: dict[str, str] = field(default_factory=dict)
    """Readings and options both sides agreed on: profile, weather, how long the battle lasts."""
    markers: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Objective markers on the table."""
    facts: dict[str, Sealed[str]] = field(default_factory=dict)
    """What not every seat knows: objectives, which of them is the primary, which marker is real."""
    points: dict[str, int] = field(default_factory=dict)
    """What has been counted for objectives so far, by name."""
    damaged: dict[str, int] = field(default_factory=dict)
    """Damage points left of every piece of terrain that was hit."""
    banners: dict[str, str] = field(default_factory=dict)
    """Each side's force in a line."""
    beside: dict[str, Activation] = field(default_factory=dict)
    """Activations that are shared with the one under way: of a drone's controller, of drones, of components."""
    notes: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What has been worked out about this position. The next event ends it, and no copy begins with any."""

    def clone(self) -> State:
        """An independent copy; ground and stat lines are shared."""
        return State(
            self.ground, {key: unit.clone() for key, unit in self.units.items()}, self.scenario, self.rounds,
            self.round, self.phase, self.winner, self.turn, self.group,
            None if self.activation is None else self.activation.clone(), self.finished, self.zones.copy(),
            self.sensing[:], self.smoke[:], self.rolled, self.switches, self.markers.copy(), self.facts.copy(),
            self.points.copy(), self.damaged.copy(), self.banners,
            {name: other.clone() for name, other in self.beside.items()},
        )  # fmt: skip

    def with_unit(self, unit: Unit) -> State:
        """The same battle with another model in a model's place, to look at and not to play on: the rest is shared."""
        return State(
            self.ground, {**self.units, unit.id: unit}, self.scenario, self.rounds, self.round, self.phase,
            self.winner, self.turn, self.group, self.activation, self.finished, self.zones, self.sensing, self.smoke,
            self.rolled, self.switches, self.markers, self.facts, self.points, self.damaged, self.banners, self.beside,
        )  # fmt: skip

    def fielded(self, seat: str) -> Iterator[Unit]:
        """The models of a seat that are on the table."""
        return (unit for unit in self.units.values() if unit.seat == seat and unit.status == FIELDED)

    def in_play(self, seat: str) -> Iterator[Unit]:
        """The models of a seat that are left and take part, on the table or not."""
        return (unit for unit in self.units.values() if unit.seat == seat and unit.status in IN_PLAY)

    def standing(self) -> Iterator[Unit]:
        """Everything that takes space on the table: models in play and wrecks."""
        return (unit for unit in self.units.values() if unit.status in (FIELDED, WRECK))

    def aloft(self) -> Iterator[Unit]:
        """Aircraft that circle the table or cross it."""
        return (unit for unit in self.units.values() if unit.status == ALOFT)

    def comrades(self, unit: Unit) -> Iterator[Unit]:
        """The other models of its combat group that are in play; primary and support unit are one in play."""
        mine = (other for other in self.in_play(unit.seat) if other.group == unit.group)
        return (other for other in mine if other.id != unit.id)

    def active(self) -> Unit | None:
        """The active model."""
        return None if self.activation is None else self.units[self.activation.unit]

    def is_active(self, unit: Unit) -> bool:
        """Whether this model is being activated, alone or with others; all the rest are passive."""
        return unit.id in self.beside or (self.activation is not None and self.activation.unit == unit.id)

    def is_acting(self, unit_id: str) -> bool:
        """Whether it is this model's turn to do something."""
        return self.activation is not None and self.activation.unit == unit_id

    def end_activation(self, unit_id: str) -> None:
        """A model's activation is over; if others share it, theirs goes on."""
        self.beside.pop(unit_id, None)
        if self.activation is not None and self.activation.unit == unit_id:
            self.activation = self.beside.pop(min(self.beside)) if self.beside else None

    def led_by(self, unit: Unit) -> Iterator[Unit]:
        """Drones and components of a model that are in play."""
        return (other for other in self.units.values() if other.parent == unit.id and other.status in IN_PLAY)

    def is_led(self, unit: Unit) -> bool:
        """Whether it is a drone, or a component, of a model that is left: they are activated together."""
        return bool(unit.parent) and not self.units[unit.parent].is_destroyed


def unit_of(unit: Unit) -> tuple[str, int, str]:
    """The unit a model belongs to: its side, combat group, and whether that is the primary or the support unit."""
    return unit.seat, unit.group, unit.squad


def opponent(seat: str) -> str:
    """The other seat."""
    return "blue" if seat == "red" else "red"


NEAR = 6 * INCH
"""Auto comms, formation, the reach of most orders and of whoever holds an objective."""
