"""Step 4: objectives as a battle keeps them: what each is worth, and facts by seat and number.

`State.facts` holds under "objective:red:1" what it is, under "target:red:1" what it is about: a Combat Group by its
number, a model or a piece of terrain by its id. `State.points` counts what was done for them on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from gearlock.kernel.rulebook import rule
from gearlock.mechanics.secrets import shown
from gearlock.systems.fieldmanual.missions.tables import DEFENSE, OFFENSE, STANDARD, objective_points
from gearlock.systems.fieldmanual.state import SEATS, State

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
