"""The state of a battle: units with everything their markers would say, and what is going on at the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.secrets import Sealed
from gearlock.systems.tactical.datacards import Card, Mount, Speeds
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH
from gearlock.table.path import Path
from gearlock.table.terrain import Ground

# --- What is under way on the table: the unit being activated and its way, dice that lie there, areas of the round

STANDS = "stands"
"""A mark: it has ended its movement, and is fired at for the last time."""
ATTACKED_AT = "attacked at:"
"""A mark: the Movement Points it had spent, in thousandths, when it attacked."""
DARING = "daring"
"""A mark: it forces its way through heavy ground."""


@dataclass(slots=True)
class Activation:
    """The unit being activated: what it has done so far, and the way it is on."""

    unit: str
    limit: str = ""
    """The speed class (`state.CLASSES`) that an attack or its announcement commits it to; empty while it is free."""
    mode: str = ""
    """The movement system it began the round in."""
    spent: int = 0
    """Thousandths of MP spent."""
    gone: int = 0
    """Mils moved, backward ones too."""
    road: int = 0
    """Thousandths of MP among those spent that a road gave; only its inches use them up."""
    since_turn: int = INCH
    """Mils gone since the last turn; an inch before the first, so that it may be made at once."""
    backward: bool = False
    switched: bool = False
    path: Path = ()
    """The rest of the way it is on; empty while it stands."""
    snapped: dict[str, int] = field(default_factory=dict)
    """Who has fired at it on this move: MP spent then, in thousandths, by firer."""
    marks: list[str] = field(default_factory=list)
    """What can be done once in an activation and was."""
    called: bool = False
    """Activated by a Command Point, out of sequence."""
    halted: bool = False
    """Goes no further this round."""

    def clone(self) -> Activation:
        """An independent copy."""
        return Activation(
            self.unit, self.limit, self.mode, self.spent, self.gone, self.road, self.since_turn, self.backward,
            self.switched, self.path, self.snapped.copy(), self.marks[:], self.called, self.halted,
        )  # fmt: skip


@dataclass(slots=True, frozen=True)
class Patch:
    """An area of the table that does something: saturation fire, a fire, smoke, a minefield, a barrage to come.

    `number` is what is recorded for it (a Threshold, an Intensity), `left` how long it lasts, in rounds (0: for good).
    """

    kind: str
    x: int
    y: int
    radius: int
    number: int = 0
    seat: str = ""
    unit: str = ""
    """Whose work it is."""
    weapon: str = ""
    left: int = 0
    points: int = 0
    """What has been gathered there: Intensity fired into a place that does not burn yet."""
    word: str = ""
    """A type of minefield, a size of salvo."""


@dataclass(slots=True, frozen=True)
class Burn:
    """What slow-burning stuff goes on doing to a unit: as much as at first, in each of so many rounds to come."""

    amount: int
    left: int
    since: int
    """The round it began in: what is left burns from the next one on."""
    by: str = ""
    arc: str = ""
    x: int = 0
    y: int = 0
    """Where the unit was: infantry that goes away leaves the fire behind."""


@dataclass(slots=True, frozen=True)
class Rolled:
    """The dice of a test that lie on the table while somebody decides about a re-roll."""

    purpose: str
    unit: str
    dice: int
    modifier: int
    faces: tuple[int, ...]
    total: int
    against: int = 0
    target: str = ""
    weapon: str = ""


# --- The state of a battle: units with everything their markers would say, and what lies on the table

WAITING, FIELDED, WRECK, DESTROYED = "waiting", "fielded", "wreck", "destroyed"
"""Still to be deployed; on the table; out of action and left there; taken off the table."""
ABOARD, HIDDEN, RESERVE, LEFT = "aboard", "hidden", "reserve", "left"
"""In a transport; its place on the table written down and not shown; still to come; gone by a table edge."""
STATUSES = (WAITING, FIELDED, WRECK, DESTROYED, ABOARD, HIDDEN, RESERVE, LEFT)
IN_PLAY = (WAITING, FIELDED, ABOARD, HIDDEN, RESERVE)
ON_TABLE = (FIELDED,)

STATIONARY, HALF, COMBAT, TOP = "stationary", "half", "combat", "top"
CLASSES = (STATIONARY, HALF, COMBAT, TOP)
"""How fast a unit went, as attacks ask it: not at all, up to half Combat Speed, up to Combat Speed, at Top Speed."""
COMMANDER, SECOND = "commander", "second"
SEATS = ("red", "blue")
ROOKIE, QUALIFIED, VETERAN, ELITE, LEGENDARY = 1, 2, 3, 4, 5

EVADING, HULL_DOWN, CONCEALED, FALLEN, CLIMBING = "evading", "hull-down", "concealed", "fallen", "climbing"
LIGHT, HEAVY, STUNNED, POINT_USED, OBSERVED = "light", "heavy", "stunned", "command point", "observed"
SENSED, DESIGNATED, SEARCHLIGHT, AUTOPILOT = "sensed", "designated", "searchlight", "autopilot"
ATTACKED, TINY = "attacked", "tiny"
ECM, ECCM, ECM_NEXT, ECCM_NEXT, BROKEN_DOWN, JAMMED = "ecm", "eccm", "ecm next", "eccm next", "broken down", "jammed"
"""Tokens by name, counted in `Unit.tokens`. Whose or what they are about is written behind a colon.

"sensed:red-2" (by whom an Active Sensor sweep found it), "observed:red-1" (by whom), "designated:red" (for which
side), "jammed:LAC" (a mount), "attacked:red:1:red-2" (its place among the attackers of a group), "tiny:lamp:structure"
(what a scenario lets precision shots aim at, and the system it sits on).
"""
NEEDED, NO_EVASION, KEPT_SLOW = "needed", "no evasion", "kept slow"
"""What a scenario says of a unit: it cannot be left behind; it never evades; it stays below Top Speed for now."""
TOWING, TOWED = "towing", "towed"
"""Tokens with a name behind a colon: what a vehicle has in tow (its number is the class of speed that this leaves it,
in the order of `CLASSES`), and by whom a vehicle is towed."""
NO_SPEEDS = Speeds(0, 0)
NO_GROUP: Final = 0
"""What stands on the table for a side without being part of its combat groups."""
TACTICAL_SCALE, SKIRMISH_SCALE, TOY_SCALE = "50 m", "10 m", "toy"
"""What an inch stands for; toys are measured in hand or foot lengths of the table itself."""
KILOMETRE = {TACTICAL_SCALE: 20 * INCH, SKIRMISH_SCALE: 100 * INCH}


@dataclass(slots=True)
class Unit:
    """One vehicle or one infantry squad, with everything its markers would say."""

    id: str
    seat: str
    name: str
    card: Card
    level: int = QUALIFIED
    """Its crew level, or a squad's quality."""
    rank: str = ""
    """commander or second; empty for everybody else."""
    group: int = 1
    """Its combat group, numbered within its side."""
    tv: int = 0
    """What it cost, crew level included."""
    status: str = WAITING
    x: int = 0
    y: int = 0
    z: int = 0
    facing: int = 0
    mode: str = ""
    """The movement system in use: W, G, H ...; empty for what never moves."""
    speed: str = COMBAT
    """The speed it has now: COMBAT or TOP; what it said at deployment, STATIONARY as well."""
    next_speed: str = ""
    """The speed that a shift brings from the next round on; empty without one."""
    went: str = STATIONARY
    """The class of its last recorded move."""
    moved: int = 0
    """Mils of its last recorded move."""
    actions: int = 0
    """Actions it has left this round, declared extra ones among them."""
    extra: int = 0
    """Extra Actions it declared for this round."""
    done: bool = False
    """Has been activated this round, or was passed over."""
    has_moved: bool = False
    """Has moved this round: then `moved` and `went` are of this round."""
    armor_lost: int = 0
    crew_lost: int = 0
    troopers: list[int] = field(default_factory=list)
    """Of a squad: the damage points each trooper has left, first to last."""
    harm: dict[str, int] = field(default_factory=dict)
    """Detailed damage by effect; the names stand in `damage/condition.py`."""
    fired: list[str] = field(default_factory=list)
    """Mounts that attacked this round, with the target behind a colon."""
    used: dict[str, int] = field(default_factory=dict)
    """Rounds of ammunition used, by mount; "clip:LAC" counts clips, "smoke" launchers."""
    tokens: dict[str, int] = field(default_factory=dict)
    carrier: str = ""
    """The vehicle it rides in."""
    slayer: str = ""
    """Who put it out of action."""
    burns: list[Burn] = field(default_factory=list)
    """What goes on burning on it."""

    def clone(self) -> Unit:
        """An independent copy; the card is shared."""
        return Unit(
            self.id, self.seat, self.name, self.card, self.level, self.rank, self.group, self.tv, self.status,
            self.x, self.y, self.z, self.facing, self.mode, self.speed, self.next_speed, self.went, self.moved,
            self.actions, self.extra, self.done, self.has_moved, self.armor_lost, self.crew_lost, self.troopers[:],
            self.harm.copy(), self.fired[:], self.used.copy(), self.tokens.copy(), self.carrier, self.slayer,
            self.burns[:],
        )  # fmt: skip

    @property
    def body(self) -> Body:
        """The space it takes; a wreck lies at half its height."""
        height = self.card.height // 2 if self.status == WRECK else self.card.height
        return Body(self.x, self.y, self.z, self.card.radius, height)

    @property
    def is_fielded(self) -> bool:
        """In play on the table, for everybody to see."""
        return self.status in ON_TABLE

    @property
    def is_lost(self) -> bool:
        """Out of action for good."""
        return self.status in (WRECK, DESTROYED)

    @property
    def is_infantry(self) -> bool:
        """A squad of troopers."""
        return self.card.squad is not None

    @property
    def speeds(self) -> Speeds:
        """What the card gives the movement system in use, before damage."""
        return self.card.modes.get(self.mode, NO_SPEEDS)

    def token(self, name: str) -> int:
        """How many of these tokens lie on it."""
        return self.tokens.get(name, 0)

    def mount(self, id: str) -> Mount | None:
        """The weapon row of this id."""
        return self.card.mount(id)


@dataclass(slots=True)
class State:
    """Everything that can change in a battle, and the ground it is fought on."""

    ground: Ground
    units: dict[str, Unit]
    scenario: str = "duel"
    scale: str = TACTICAL_SCALE
    rounds: int = 8
    """The last round there is; 0 where only the scenario ends the battle."""
    round: int = 0
    phase: str = "deployment"
    """What the next step is about."""
    turn: str = ""
    """The seat that deploys or activates now."""
    winner: str = ""
    """Who won Initiative this round."""
    first: str = ""
    """Who activates first this round."""
    group: int = 0
    """The combat group that deploys or activates now; 0 until one is chosen."""
    activation: Activation | None = None
    interrupted: list[Activation] = field(default_factory=list)
    """Activations that a Command Point has interrupted, the last one last."""
    finished: bool = False
    zones: dict[str, str] = field(default_factory=lambda: {"red": "south", "blue": "north"})
    """Each seat's deployment zone by name."""
    homes: dict[str, str] = field(default_factory=lambda: {"red": "south", "blue": "north"})
    """Each seat's home edge."""
    patches: list[Patch] = field(default_factory=list)
    """Areas that do something, in the order they came."""
    structures: dict[str, int] = field(default_factory=dict)
    """Damage points gathered by buildings, roads, bridges and walls, by piece (and inch: "bridge:3")."""
    rolled: Rolled | None = None
    switches: dict[str, str] = field(default_factory=dict)
    """Advanced modules, readings and the like that this battle is played with."""
    markers: dict[str, tuple[int, int]] = field(default_factory=dict)
    facts: dict[str, Sealed[str]] = field(default_factory=dict)
    """What not every seat knows: missions, who commands, support, priorities."""
    points: dict[str, int] = field(default_factory=dict)
    """What is counted by name: "TCP:red" and "ICP:red" (Command Points), "VP:blue", "held:red"."""
    banners: dict[str, str] = field(default_factory=dict)
    """Each side's force in a line."""
    stock: dict[str, Card] = field(default_factory=dict, repr=False)
    """All cards of the set-up by id. It never changes."""
    notes: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What has been worked out about this position. The next event ends it, and no copy begins with any."""

    def clone(self) -> State:
        """An independent copy; ground and cards are shared."""
        return State(
            self.ground, {key: unit.clone() for key, unit in self.units.items()}, self.scenario, self.scale,
            self.rounds, self.round, self.phase, self.turn, self.winner, self.first, self.group,
            None if self.activation is None else self.activation.clone(),
            [one.clone() for one in self.interrupted], self.finished, self.zones.copy(), self.homes.copy(),
            self.patches[:], self.structures.copy(), self.rolled, self.switches.copy(), self.markers.copy(),
            self.facts.copy(), self.points.copy(), self.banners, self.stock,
        )  # fmt: skip

    def with_unit(self, unit: Unit) -> State:
        """The same battle with another unit in a unit's place, to look at and not to play on: the rest is shared."""
        return State(
            self.ground, {**self.units, unit.id: unit}, self.scenario, self.scale, self.rounds, self.round, self.phase,
            self.turn, self.winner, self.first, self.group, self.activation, self.interrupted, self.finished,
            self.zones, self.homes, self.patches, self.structures, self.rolled, self.switches, self.markers,
            self.facts, self.points, self.banners, self.stock,
        )  # fmt: skip

    def fielded(self, seat: str) -> Iterator[Unit]:
        """The units of a seat that are on the table."""
        return (unit for unit in self.units.values() if unit.seat == seat and unit.is_fielded)

    def in_play(self, seat: str) -> Iterator[Unit]:
        """The units of a seat that are left, on the table or not."""
        return (unit for unit in self.units.values() if unit.seat == seat and unit.status in IN_PLAY)

    def standing(self) -> Iterator[Unit]:
        """Everything that takes space on the table: units and wrecks."""
        return (unit for unit in self.units.values() if unit.status in (FIELDED, WRECK))

    def active(self) -> Unit | None:
        """The unit being activated."""
        return None if self.activation is None else self.units[self.activation.unit]

    def activation_of(self, unit_id: str) -> Activation | None:
        """What a unit is doing in its activation: the one under way, or one that a Command Point has interrupted."""
        under_way = (*self.interrupted, *(() if self.activation is None else (self.activation,)))
        return next((one for one in under_way if one.unit == unit_id), None)

    def react(self, unit_id: str) -> None:
        """Note that a unit used an Action against the enemy on the move: the next one waits for a Movement Point."""
        now = self.activation
        if now is not None and self.units[now.unit].seat != self.units[unit_id].seat:
            now.snapped[unit_id] = now.spent

    @heeds("tactical.2.6.5-top-speed")
    def note_attack(self, unit_id: str) -> None:
        """Note that a unit attacked in its activation: a shift of speed is declared right after a move, before that."""
        now = self.activation
        if now is not None and now.unit == unit_id and f"{ATTACKED_AT}{now.spent}" not in now.marks:
            now.marks.append(f"{ATTACKED_AT}{now.spent}")

    def ranked(self, seat: str, rank: str) -> Unit | None:
        """The Commander or the Second in Command of a side, while there is one."""
        return next((unit for unit in self.in_play(seat) if unit.rank == rank), None)

    def switch(self, name: str) -> bool:
        """Whether a module or reading is in use in this battle."""
        return self.switches.get(name, "no") not in ("", "no")

    def kilometre(self) -> int:
        """Mils of a kilometre at the scale of this battle."""
        return KILOMETRE[self.scale]


@heeds("tactical.2.6.7-attacker-movement", "tactical.2.6.5-top-speed", "tactical.2.6.2-step3")
def pace_of(state: State, unit: Unit) -> str:
    """How fast a unit counts as going, when it attacks or is looked for.

    While it is activated, interrupted or not, what it announced or committed itself to; else its last recorded move.
    """
    now = state.activation_of(unit.id)
    if now is None or (now.halted and unit.has_moved):
        return unit.went
    return TOP if TOP in (unit.speed, unit.next_speed) else now.limit


def opponent(seat: str) -> str:
    """The other seat."""
    return "blue" if seat == "red" else "red"
