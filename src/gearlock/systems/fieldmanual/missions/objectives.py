"""Step 4: the tables of the scenario generator, and objectives as a battle keeps them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.secrets import Sealed, shown, told
from gearlock.systems.fieldmanual.deployment import DIAGONAL, NARROW, SURROUNDED, WIDE
from gearlock.systems.fieldmanual.paying import pay
from gearlock.systems.fieldmanual.state import LEFT, SEATS, State
from gearlock.systems.fieldmanual.table_effects import (
    BLIZZARD,
    DAWN,
    DUSK,
    EM_STORM,
    EXTREME_TEMPERATURES,
    FOG,
    FRIENDLY_FIRE,
    NAMES,
    NIGHT,
    STORM,
    TWILIGHT,
    VARIABLE_TIME,
    WHITE_SAND,
)


class ChooseObjective(Order, frozen=True, tag="choose-objective"):
    """Take an objective; nobody else knows before both sides have all of theirs."""

    name: str


class Leave(Order, frozen=True, tag="leave-table"):
    """Leave the table by the enemy's edge: a model that is to escape."""

    unit: str


class Scout(Order, frozen=True, tag="scout"):
    """Forward Observe what an objective is about: a terrain piece or a Static model."""

    unit: str
    number: int


ESCAPED = "escaped"
"""A token on who left by the enemy's edge as it was told to."""
SCOUTED = "scouted"
UNENDING = 99
"""Rounds of a battle whose length is variable."""


class TableRolled(Event, frozen=True, tag="table-rolled"):
    """A die of the scenario generator, and what it means."""

    kind: str
    face: int
    means: str
    rule: str = ""


class EffectsSettled(Event, frozen=True, tag="effects-settled"):
    """All Table Effects and Unusual Events of this battle."""

    effects: tuple[str, ...]

    @heeds("fieldmanual.step2-table", "fieldmanual.event-variable-time")
    def change(self, state: State) -> None:
        state.switches = {**state.switches, "effects": " ".join(self.effects)}
        if "variable-time" in self.effects:
            state.rounds = UNENDING


class ZonesSettled(Event, frozen=True, tag="zones-settled"):
    """The kind of deployment zones; missions follow."""

    kind: str

    def change(self, state: State) -> None:
        state.switches, state.phase = {**state.switches, "zones": self.kind}, "mission"


class MissionRolled(Event, frozen=True, tag="mission-rolled"):
    """The type of a side's mission."""

    seat: str
    face: int
    mission: str

    def change(self, state: State) -> None:
        state.switches = {**state.switches, f"{MISSION}:{self.seat}": self.mission}


class ObjectivesTurn(Event, frozen=True, tag="objectives-turn"):
    """A side writes its objectives down."""

    seat: str

    def change(self, state: State) -> None:
        state.turn = self.seat


class ObjectiveChosen(Event, frozen=True, tag="objective-chosen"):
    """A side took an objective, in secret."""

    seat: str
    number: int
    name: str
    plain = True

    def change(self, state: State) -> None:
        state.facts[Slot(self.seat, self.number).key(OBJECTIVE)] = Sealed(self.name, (self.seat,))


class ObjectivesRevealed(Event, frozen=True, tag="objectives-revealed"):
    """Both sides have chosen, and show their objectives; support is chosen next."""

    reveals = True
    keys: tuple[str, ...]

    @heeds("fieldmanual.objective-points")
    def change(self, state: State) -> None:
        for key in self.keys:
            state.facts[key] = told(state.facts[key], SEATS)
        state.phase, state.turn = "allocation", ""


class ObjectiveSettled(Event, frozen=True, tag="objective-settled"):
    """What an objective is about: a Combat Group, a model, a piece of terrain, or nothing."""

    seat: str
    number: int
    target: str

    def change(self, state: State) -> None:
        state.facts[Slot(self.seat, self.number).key(TARGET)] = Sealed(self.target, SEATS)


class Prepared(Event, frozen=True, tag="battle-prepared"):
    """All is settled: the first round begins."""

    def change(self, state: State) -> None:
        state.phase, state.turn, state.winner = "round", "", ""


class Escaped(Event, frozen=True, tag="escaped"):
    """A model left the table by the enemy's edge."""

    unit: str

    @heeds("fieldmanual.obj-escape")
    def change(self, state: State) -> None:
        for part in state.bases(state.units[self.unit]):
            part.status, part.actions, part.used = LEFT, 0, True
            part.tokens[ESCAPED] = 1
        state.activation, state.declared = (state.interrupted.pop() if state.interrupted else None), []


class Scouted(Event, frozen=True, tag="scouted"):
    """A model Forward Observed what an objective is about; the second time in a row it is done."""

    unit: str
    seat: str
    number: int
    round: int

    @heeds("fieldmanual.obj-scout")
    def change(self, state: State) -> None:
        slot = Slot(self.seat, self.number)
        key = f"{slot.key(SCOUTED)}:{self.unit}"
        if self.round > 1 and state.points.get(key) == self.round - 1:
            state.points[slot.key(DONE)] = 1
        state.points[key] = self.round


class ObservationPaid(Event, frozen=True, tag="observation-paid"):
    """A model spent an Action on observing what an objective is about."""

    unit: str

    def change(self, state: State) -> None:
        pay(state, state.units[self.unit])


class LengthRolled(Event, frozen=True, tag="length-rolled"):
    """The die of a variable time limit: the next round is the last, or not."""

    face: int
    last: int = 0

    @heeds("fieldmanual.event-variable-time")
    def change(self, state: State) -> None:
        if self.last:
            state.rounds = self.last


# --- Steps 2, 3 and 4: what a die means on the tables of the scenario generator

EVENTS: Final = (VARIABLE_TIME, VARIABLE_TIME, EM_STORM, WHITE_SAND, EXTREME_TEMPERATURES, FRIENDLY_FIRE)
STANDARD, DEFENSE, OFFENSE = "standard", "defense", "offense"
MISSIONS: Final = (STANDARD, DEFENSE, OFFENSE)
_TYPES: Final = {1: "SSSDDO", 2: "SSDDOO", 3: "SDDOOO", 4: "SDOOOO"}
OP_BASE, OP_STEP = 2, 750


def effect_rolls(face: int) -> int:
    """How many Table Effects are rolled for: none up to 3, one on a 4, two on a 5; a 6 is none and an Unusual Event.

    Behind an Unusual Event the same die is thrown again, and a 6 is just none.
    """
    return {4: 1, 5: 2}.get(face, 0)


def effect_of(face: int) -> str:
    """A Table Effect: Night on 1 and 2, Dawn or Dusk on 3, Fog or Smoke on 4, a storm on 5 and 6."""
    return (NIGHT, NIGHT, TWILIGHT, FOG, STORM, STORM)[face - 1]


def stacks(effect: str) -> bool:
    """Whether an effect means something when it is rolled twice; Night and Fog do not, and are rolled again."""
    return effect in (TWILIGHT, STORM)


@heeds("fieldmanual.effect-dawn-dusk", "fieldmanual.effect-storm", "fieldmanual.step2-table")
def effects_together(rolled: Iterable[str], night_face: int = 0) -> tuple[str, ...]:
    """What effects make of each other: Dawn or Dusk twice brings Fog, a storm twice is a blizzard.

    Dawn or Dusk with Night is by a die Dusk and then Night, or Dawn and then daylight.
    """
    found = list(rolled)
    made = {effect for effect in found if effect in (NIGHT, FOG)}
    if STORM in found:
        made.add(BLIZZARD if found.count(STORM) > 1 else STORM)
    if TWILIGHT in found:
        made.add(TWILIGHT)
        if found.count(TWILIGHT) > 1:
            made.add(FOG)
        if NIGHT in found:
            made = (made - {NIGHT, TWILIGHT}) | {DUSK if night_face <= 3 else DAWN}
    return named(made)


def named(effects: Iterable[str]) -> tuple[str, ...]:
    """Effects in the order they are named."""
    return tuple(sorted(set(effects), key=NAMES.index))


def event_of(face: int) -> str:
    """An Unusual Event: 1 and 2 Variable Time Limit, then one for each face."""
    return EVENTS[face - 1]


@heeds("fieldmanual.step3-zones")
def zones_of(face: int, second: int = 0) -> str:
    """The kind of deployment zones: 1 and 2 narrow, 3 and 4 wide, 5 diagonal; a 6 surrounds one by a second roll."""
    kinds = (NARROW, NARROW, WIDE, WIDE, DIAGONAL)
    return kinds[face - 1] if face < 6 else f"{SURROUNDED} {kinds[second - 1]}"


@rule("fieldmanual.step4-mission")
def mission_of(level: int, face: int) -> str:
    """The type of a mission by Priority Level and die."""
    return {"S": STANDARD, "D": DEFENSE, "O": OFFENSE}[_TYPES[level][face - 1]]


@heeds("fieldmanual.objective-points")
def objective_points(tv: int) -> int:
    """2 Objective Points, and 2 for every 750 TV or part of it."""
    return OP_BASE + 2 * -(-tv // OP_STEP)


@rule("fieldmanual.step8-length")
def rounds_for(limit: int) -> int:
    """Four rounds, and one for every full 1000 TV of the limit."""
    return 4 + limit // 1000


# --- Step 4: objectives as a battle keeps them: what each is worth, and facts by seat and number
# `State.facts` holds under "objective:red:1" what it is, under "target:red:1" what it is about: a Combat Group by its
# number, a model or a piece of terrain by its id. `State.points` counts what was done for them on the way.

ESCAPE, RECON, SCOUT = "escape", "recon", "scout"
BLOCKADE, PROTECT, SURVIVE, HOLD = "blockade", "protect", "survive", "hold"
ASSASSINATION, BREAKTHROUGH, SEIZE, WIPE = "assassination", "breakthrough", "seize", "wipe-them-out"
OBJECTIVE, TARGET, DONE, MISSION, LEVEL, LIMIT = "objective", "target", "done", "mission", "PL", "limit"
MOST = 40


class Objective(NamedTuple):
    """An objective of the lists: its title, what it costs and brings at most, and whose list it is on."""

    title: str
    points: int
    mission: str
    once: bool = False
    """Without a target that could be another one, it can be taken once only."""


@rule("fieldmanual.mission-types")
def objectives() -> dict[str, Objective]:
    """The eleven objectives by name, list by list."""
    return _OBJECTIVES


_OBJECTIVES: Final = {
    ESCAPE: Objective("Escape!", 3, STANDARD),
    RECON: Objective("Recon", 2, STANDARD),
    SCOUT: Objective("Scout", 1, STANDARD),
    BLOCKADE: Objective("Blockade", 3, DEFENSE, True),
    PROTECT: Objective("Protect", 1, DEFENSE),
    SURVIVE: Objective("Survive", 2, DEFENSE),
    HOLD: Objective("Hold", 2, DEFENSE),
    ASSASSINATION: Objective("Assassination", 1, OFFENSE),
    BREAKTHROUGH: Objective("Breakthrough", 2, OFFENSE, True),
    SEIZE: Objective("Seize", 2, OFFENSE),
    WIPE: Objective("Wipe Them Out", 2, OFFENSE),
}


def title_of(name: str) -> str:
    """What an objective is called."""
    return _OBJECTIVES[name].title


def rule_of(name: str) -> str:
    """The rule of an objective."""
    return f"fieldmanual.obj-{name}"


class Slot(NamedTuple):
    """One objective of a seat."""

    seat: str
    number: int

    def key(self, what: str) -> str:
        """Where facts and points about it are kept."""
        return f"{what}:{self.seat}:{self.number}"


def slots_of(state: State, seat: str) -> list[Slot]:
    """The objectives of a seat, known or not."""
    found: list[Slot] = []
    while (slot := Slot(seat, len(found) + 1)).key(OBJECTIVE) in state.facts:
        found.append(slot)
    return found


def all_slots(state: State) -> Iterator[Slot]:
    """The objectives of both seats."""
    return (slot for seat in SEATS for slot in slots_of(state, seat))


def fact(state: State, key: str) -> str:
    """A fact, whoever knows it; empty if there is none."""
    found = state.facts.get(key)
    return "" if found is None else found.value


def name_of(state: State, slot: Slot) -> str:
    """What an objective is, whoever knows it."""
    return fact(state, slot.key(OBJECTIVE))


def known_name(state: State, slot: Slot, seat: str | None) -> str:
    """What an objective is as far as a seat knows; empty for what is hidden from it."""
    return shown(state.facts[slot.key(OBJECTIVE)], seat) or ""


def target_of(state: State, slot: Slot) -> str:
    """What an objective is about."""
    return fact(state, slot.key(TARGET))


def has_objective(state: State, seat: str, name: str) -> list[Slot]:
    """The objectives of a seat that are this one."""
    return [slot for slot in slots_of(state, seat) if name_of(state, slot) == name]


def level_of(state: State, seat: str) -> int:
    """A side's Priority Level."""
    return int(state.switches.get(f"{LEVEL}:{seat}", "1"))


def limit_of(state: State) -> int:
    """The Threat Value the forces were built for."""
    return int(state.switches.get(LIMIT, "0"))


def points_wanted(state: State) -> int:
    """Objective Points that each side takes."""
    return objective_points(limit_of(state))


def points_taken(state: State, seat: str) -> int:
    """Objective Points of what a side has chosen."""
    return sum(_OBJECTIVES[name_of(state, slot)].points for slot in slots_of(state, seat))
