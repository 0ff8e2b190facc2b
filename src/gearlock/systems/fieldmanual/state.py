"""The state of a battle: models with everything their markers would say, and what is going on at the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.secrets import Sealed
from gearlock.mechanics.sighting.clouds import Cloud
from gearlock.systems.fieldmanual.datacards import AIRCRAFT, Card, Row
from gearlock.table.bodies import Body
from gearlock.table.path import Path
from gearlock.table.terrain import Ground

# --- What is under way on the table: the model being activated and its way, shots of this round, dice that lie there


@dataclass(slots=True)
class Activation:
    """The model being activated: what it has done so far, and the way it is on."""

    unit: str
    begun: bool = False
    """Has spent movement or an Action: mode and speed are settled."""
    banded: bool = False
    """Has settled its speed for this round."""
    switched: bool = False
    """Has switched its Movement Mode."""
    spent: dict[str, int] = field(default_factory=dict)
    """Thousandths of MP spent, by figure: the bases of a Combined Model move one by one."""
    gone: dict[str, int] = field(default_factory=dict)
    """Mils moved, by figure."""
    straight: dict[str, int] = field(default_factory=dict)
    """Mils moved that have paid for no turn yet, by figure."""
    turns: dict[str, int] = field(default_factory=dict)
    """Turns made while Stationary, by figure."""
    figure: str = ""
    """Who is on its way: the model itself or one of its bases."""
    path: Path = ()
    """The rest of the way it is on; empty while it stands."""
    quick: int = 0
    """Tenths of a degree that a rapid deceleration or quick turn still allows."""
    free: str = ""
    """The target of an Active Lock whose free Action is still to be used."""
    marks: list[str] = field(default_factory=list)
    """What can be done once in an activation and was: a jump, a drone placed, the free melee attack at Top Speed."""
    extra: bool = False
    """No activation at all: one Action that a Command Point gave, to be used at once."""
    kept: int = 0
    """Beside such an Action: the Actions the model has of its own, laid aside until it is used."""
    aside: bool = False
    """Whether it keeps its facing on this way: the turns of the legs are directions then, seen from its front."""

    def clone(self) -> Activation:
        """An independent copy."""
        return Activation(
            self.unit, self.begun, self.banded, self.switched, self.spent.copy(), self.gone.copy(),
            self.straight.copy(), self.turns.copy(), self.figure, self.path, self.quick, self.free, self.marks[:],
            self.extra, self.kept, self.aside,
        )  # fmt: skip


@dataclass(slots=True, frozen=True)
class Shot:
    """A ranged attack of this round, as Crossfire remembers it: by whom, from where, at whom, how far and how heavy."""

    attacker: str
    target: str
    x: int
    y: int
    band: int
    multiplier: int
    target_x: int = 0
    target_y: int = 0
    """Where the target stood: once it has moved, attackers count from where they are now."""


@dataclass(slots=True, frozen=True)
class Charge:
    """A weapon that lies on the ground and goes off in the Miscellaneous phase."""

    owner: str
    mount: str
    x: int
    y: int
    z: int = 0


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


# --- The state of a battle: models with everything their markers would say, and what lies on the table
# What holds for a Combined Model as a whole (Actions, speed, mode, counters) is written on each of its bases alike.

WAITING, FIELDED, DEAD, DESTROYED = "waiting", "fielded", "dead", "destroyed"
"""Still to be deployed; on the table; a wreck; taken off the table."""
ABOARD, RESERVE, LEFT, ALOFT, READY = "aboard", "reserve", "left", "aloft", "ready"
"""In a transport or structure; in reserve; left by a table edge; an airstrike over the table; one that was called."""
OUT, DOCKED, GONE = "out", "docked", "gone"
STATUSES = (WAITING, FIELDED, DEAD, DESTROYED, ABOARD, RESERVE, LEFT, ALOFT, READY, OUT, DOCKED, GONE)
"""A drone on the table, one that its owner carries, and one that is no more: drones are no models."""
IN_PLAY = (WAITING, FIELDED, ABOARD, RESERVE, ALOFT, READY)

STATIONARY, COMBAT, REVERSE, TOP = "stationary", "combat", "reverse", "top"
BANDS = (STATIONARY, COMBAT, REVERSE, TOP)
WALKER, GROUND, HOVER, STATIC = "W", "G", "H", ""
COMMANDER, LEADER = "commander", "leader"
SEATS = ("red", "blue")

STUN, HULL_DOWN, HIDING, BURNING = "stun", "hull down", "hiding", "burning"
OBSERVED, DESIGNATED, COORDINATED, LOCKED = "observed", "designated", "coordinated", "locked"
EMPTY, STAND_BY, ARMOR_LOST, TROUBLE = "out of ammo", "stand by", "armor lost", "trouble"
FIRED, FIRED_MB, ATTEMPTS, RECEIVED = "fired", "fired MB", "CP attempts", "CP received"
AUTOPILOT, NEURAL_NET, FALLEN, CLIMBING = "autopilot", "neural net", "fallen", "climbing"
DISEMBARKED, CALLED_BY = "disembarked", "called by"
"""Tokens by name, counted in `Unit.tokens`. Whose or what they are about is written behind a colon.

"out of ammo:LAC", "stand by:LGL" (a mount); "observed:red-2", "locked:red-2" (by whom); "coordinated:red:1" (by which
group).
"""
SUB_SQUAD, SECOND_HALF = "sub-squad", 100
"""A token of whoever is in the second Sub-squad of its Combat Group, and what that adds to the group's number."""
NO_ROW = Row(0, 0, 0, 0, 0)
NO_GROUP: Final = 0
"""What stands on the table for a side without being part of its Combat Groups."""


@dataclass(slots=True)
class Unit:
    """One model, or one base of a Combined Model, with everything its markers would say."""

    id: str
    seat: str
    name: str
    card: Card
    rank: str = ""
    """commander or leader; empty for everybody else."""
    group: int = 1
    """Its Combat Group, numbered within its side."""
    team: str = ""
    """The Combined Model it is a base of, by the id of the first base; empty for an ordinary model."""
    tv: int = 0
    status: str = WAITING
    x: int = 0
    y: int = 0
    z: int = 0
    facing: int = 0
    mode: str = ""
    """The Movement Mode in use: W, G, H; empty for what never moves."""
    band: str = STATIONARY
    boxes: int = 0
    """Boxes of its damage track that are filled."""
    actions: int = 0
    """Actions it has left this round."""
    used: bool = False
    fired: list[str] = field(default_factory=list)
    """Mounts that made a ranged attack this round."""
    expended: dict[str, int] = field(default_factory=dict)
    """Rounds of limited ammunition, smoke and the like used in this battle, by mount."""
    tokens: dict[str, int] = field(default_factory=dict)
    carrier: str = ""
    """The transport or structure it is in: a model's id, or a piece of terrain's."""
    parent: str = ""
    """The owner of a drone."""
    slayer: str = ""
    arrival: str = ""
    """How it comes to the table; empty for ordinary deployment."""
    lost: list[str] = field(default_factory=list)
    """Mounts that are crossed off for the rest of the battle."""

    def clone(self) -> Unit:
        """An independent copy; the card is shared."""
        return Unit(
            self.id, self.seat, self.name, self.card, self.rank, self.group, self.team, self.tv, self.status,
            self.x, self.y, self.z, self.facing, self.mode, self.band, self.boxes, self.actions, self.used,
            self.fired[:], self.expended.copy(), self.tokens.copy(), self.carrier, self.parent, self.slayer,
            self.arrival, self.lost[:],
        )  # fmt: skip

    @property
    def height(self) -> int:
        """How tall it stands; a wreck lies at half its height."""
        return self.card.height // 2 if self.status == DEAD else self.card.height

    @property
    def body(self) -> Body:
        """The space it takes."""
        return Body(self.x, self.y, self.z, self.card.radius, self.height)

    @property
    def is_fielded(self) -> bool:
        """In play on the table."""
        return self.status == FIELDED

    @property
    @heeds("fieldmanual.damage-dead")
    def is_lost(self) -> bool:
        """Dead or Destroyed: no model any more."""
        return self.status in (DEAD, DESTROYED)

    @property
    def is_infantry(self) -> bool:
        """Whether the rules of Infantry hold for it."""
        return self.card.is_infantry

    @property
    def is_static(self) -> bool:
        """Whether it never moves."""
        return self.card.kind == "static"

    @property
    @rule("fieldmanual.damage-levels")
    @heeds("fieldmanual.card-armor")
    def level(self) -> str:
        """The label of the last box that is filled: S, L, H or C; empty while none is. The last one alone counts."""
        return self.card.boxes[min(self.boxes, len(self.card.boxes)) - 1] if self.boxes else ""

    @property
    def row(self) -> Row:
        """The movement row of the mode in use; a model without any has one of nothing."""
        return self.card.rows.get(self.mode, NO_ROW)

    @property
    @heeds("fieldmanual.card-modifiers", "fieldmanual.speed-reverse", "fieldmanual.were-in-trouble")
    def defense_modifier(self) -> int:
        """The Defense modifier of its card in this mode and at this speed, as We're In Trouble has raised it."""
        row, column = self.row, self.column
        modifier = row.stop_def if column == 0 else row.combat_def if column == 1 else row.top_def
        return min(0, modifier + self.tokens.get(self.trouble, 0)) if modifier < 0 else modifier

    @property
    @heeds("fieldmanual.were-in-trouble")
    def trouble(self) -> str:
        """The token of We're In Trouble that counts: it was made for one mode and speed, and for no other."""
        return f"{TROUBLE}:{self.mode}:{self.band}"

    @property
    @heeds("fieldmanual.card-modifiers")
    def attack_modifier(self) -> int:
        """The ATTACK modifier of its card at this speed, whatever the mode."""
        return self.card.attack[self.column]

    @rule("fieldmanual.perk-aux")
    @heeds("fieldmanual.damage-critical", "fieldmanual.flaw-exposed-aux", "fieldmanual.card-perks-flaws")
    def perk(self, name: str) -> int:
        """The rating of a perk or flaw that works now, 1 where it has none; 0 if it has no such perk or lost it."""
        rating = self.card.perks.get(name, 0) or self.card.flaws.get(name, 0)
        return 0 if rating and name in self.card.aux and self.has_lost_auxiliaries else rating

    @property
    @rule("fieldmanual.flaw-exposed-aux")
    @heeds("fieldmanual.damage-critical", "fieldmanual.airstrike-damage")
    def has_lost_auxiliaries(self) -> bool:
        """Whether damage has taken its AUX perks; those of airstrikes it never does."""
        if self.card.kind == AIRCRAFT:
            return False
        return self.level == "C" or (self.level == "H" and "Exposed Aux" in self.card.flaws)

    def token(self, name: str) -> int:
        """How many of these tokens lie on it."""
        return self.tokens.get(name, 0)

    @property
    @heeds("fieldmanual.sub-squads-small-game")
    def squad(self) -> int:
        """The squad it activates with and is led in: its Combat Group, or one of the Sub-squads of that."""
        return self.group + SECOND_HALF * self.tokens.get(SUB_SQUAD, 0)

    @property
    @heeds("fieldmanual.speed-reverse")
    def column(self) -> int:
        """The column of its card: 0 Stationary, 1 Combat and Reverse, 2 Top."""
        return (0, 1, 1, 2)[BANDS.index(self.band)]


@dataclass(slots=True)
class State:
    """Everything that can change in a battle, and the ground it is fought on."""

    ground: Ground
    units: dict[str, Unit]
    scenario: str = "duel"
    rounds: int = 5
    round: int = 0
    phase: str = "deployment"
    """What the next step is about."""
    winner: str = ""
    """Who won the last player order roll."""
    turn: str = ""
    """The seat that deploys or activates now."""
    first: str = ""
    """Who goes first this round."""
    group: int = 0
    """The Combat Group that deploys or activates now; 0 until one is chosen."""
    activation: Activation | None = None
    interrupted: list[Activation] = field(default_factory=list)
    """Activations that a Command Point has interrupted, the last one last."""
    declared: list[str] = field(default_factory=list)
    """Models that declared Reaction Fire at whoever is moving, and shoot after its next inch."""
    finished: bool = False
    zones: dict[str, str] = field(default_factory=lambda: {"red": "south", "blue": "north"})
    """Each seat's deployment zone by name."""
    homes: dict[str, str] = field(default_factory=lambda: {"red": "south", "blue": "north"})
    """Each seat's home edge."""
    smoke: list[Cloud] = field(default_factory=list)
    charges: list[Charge] = field(default_factory=list)
    shots: list[Shot] = field(default_factory=list)
    """The ranged attacks of this round."""
    rolled: Rolled | None = None
    switches: dict[str, str] = field(default_factory=dict)
    """Table effects, optional rules, TV limit and the like that this battle is played with."""
    markers: dict[str, tuple[int, int]] = field(default_factory=dict)
    facts: dict[str, Sealed[str]] = field(default_factory=dict)
    """What not every seat knows: objectives, support, reserves."""
    points: dict[str, int] = field(default_factory=dict)
    """What is counted by name: "CP:red", "VP:blue", locks gained for Recon."""
    banners: dict[str, str] = field(default_factory=dict)
    """Each side's force in a line."""
    stock: dict[str, Card] = field(default_factory=dict, repr=False)
    """All cards of the set-up by id, those of support that may yet come among them. It never changes."""
    notes: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What has been worked out about this position. The next event ends it, and no copy begins with any."""

    def clone(self) -> State:
        """An independent copy; ground and cards are shared."""
        return State(
            self.ground, {key: unit.clone() for key, unit in self.units.items()}, self.scenario, self.rounds,
            self.round, self.phase, self.winner, self.turn, self.first, self.group,
            None if self.activation is None else self.activation.clone(),
            [one.clone() for one in self.interrupted], self.declared[:], self.finished, self.zones.copy(),
            self.homes.copy(), self.smoke[:], self.charges[:], self.shots[:], self.rolled, self.switches.copy(),
            self.markers.copy(), self.facts.copy(), self.points.copy(), self.banners, self.stock,
        )  # fmt: skip

    def with_unit(self, unit: Unit) -> State:
        """The same battle with another model in a model's place, to look at and not to play on: the rest is shared."""
        return State(
            self.ground, {**self.units, unit.id: unit}, self.scenario, self.rounds, self.round, self.phase,
            self.winner, self.turn, self.first, self.group, self.activation, self.interrupted, self.declared,
            self.finished, self.zones, self.homes, self.smoke, self.charges, self.shots, self.rolled, self.switches,
            self.markers, self.facts, self.points, self.banners, self.stock,
        )  # fmt: skip

    def fielded(self, seat: str) -> Iterator[Unit]:
        """The models of a seat that are on the table; of a Combined Model each base."""
        return (unit for unit in self.units.values() if unit.seat == seat and unit.status == FIELDED)

    def in_play(self, seat: str) -> Iterator[Unit]:
        """The models of a seat that are left, on the table or not."""
        return (unit for unit in self.units.values() if unit.seat == seat and unit.status in IN_PLAY)

    def standing(self) -> Iterator[Unit]:
        """Everything that takes space on the table: models and wrecks."""
        return (unit for unit in self.units.values() if unit.status in (FIELDED, DEAD))

    @heeds("fieldmanual.combined-models")
    def parts(self, unit: Unit) -> list[Unit]:
        """A model, or all bases of its Combined Model: what holds for the whole is written on each of them."""
        if not unit.team:
            return [unit]
        return [other for other in self.units.values() if other.team == unit.team]

    def bases(self, unit: Unit) -> list[Unit]:
        """The bases of a Combined Model that are left on the table; any other model or airstrike is its own."""
        return [part for part in self.parts(unit) if part.status in (FIELDED, ALOFT)]

    def is_lead(self, unit: Unit) -> bool:
        """Whether this is a model, or the first base that is left of a Combined Model: it stands for the whole."""
        return not unit.team or next((p.id for p in self.parts(unit) if p.status in IN_PLAY), "") == unit.id

    def models(self, seat: str) -> Iterator[Unit]:
        """The models of a seat that are left; a Combined Model once, by its first base that is left."""
        return (unit for unit in self.in_play(seat) if self.is_lead(unit))

    def active(self) -> Unit | None:
        """The model being activated."""
        return None if self.activation is None else self.units[self.activation.unit]

    def is_active(self, unit: Unit) -> bool:
        """Whether this model is being activated, or is a base of the one that is."""
        now = self.active()
        return now is not None and (now.id == unit.id or (bool(now.team) and now.team == unit.team))

    def commander(self, seat: str) -> Unit | None:
        """The Army Commander of a side, if it has one."""
        return next((unit for unit in self.in_play(seat) if unit.rank == COMMANDER and self.is_lead(unit)), None)

    def switch(self, name: str) -> bool:
        """Whether an option is in use in this battle."""
        return self.switches.get(name, "no") not in ("", "no")


def opponent(seat: str) -> str:
    """The other seat."""
    return "blue" if seat == "red" else "red"
