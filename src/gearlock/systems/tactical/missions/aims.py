"""4.1.2: a side's mission as three sealed facts: type, objective and time limit."""

from __future__ import annotations

from typing import Final, NamedTuple

from gearlock.kernel.rulebook import rule
from gearlock.mechanics.secrets import is_known
from gearlock.systems.tactical.generator import tables as t
from gearlock.systems.tactical.state import SEATS, State, Unit, opponent
from gearlock.systems.tactical.victory_points.lent import began_for
from gearlock.systems.tactical.victory_points.pools import FOR_A_MISSION

TYPE, OBJECTIVE, LIMIT = "mission", "objective", "limit"
PARTS: Final = (TYPE, OBJECTIVE, LIMIT)
PART_WORDS: Final = {TYPE: "mission type", OBJECTIVE: "mission objective", LIMIT: "time limit"}
OFFENSIVE: Final = (t.CAPTURE, t.DESTROY, t.DISABLE)
HELD: Final = (t.CAPTURE, t.DEFEND, t.PROVIDE)
"""Types that are a matter of rounds."""
MISSION_VP: Final = FOR_A_MISSION
ROUNDS_HELD: Final = 3


class Mission(NamedTuple):
    """What a side is to do."""

    type: str
    objective: str
    limit: str

    def text(self) -> str:
        """In a few words."""
        whose = "the enemy's" if self.type in OFFENSIVE else "your own"
        return f"{self.type} {whose} {self.objective if self.objective == t.ECM else self.objective.lower()}"


def key(part: str, seat: str) -> str:
    """The name of a fact."""
    return f"{part}:{seat}"


def mission_of(state: State, seat: str) -> Mission | None:
    """The mission of a side; None in a battle without missions, or before it is rolled."""
    facts = [state.facts.get(key(part, seat)) for part in PARTS]
    if any(fact is None for fact in facts):
        return None
    return Mission(*(fact.value for fact in facts if fact is not None))


def has_missions(state: State) -> bool:
    """Whether both sides have one."""
    return all(mission_of(state, seat) is not None for seat in SEATS)


def known_parts(state: State, about: str, seat: str | None) -> dict[str, str]:
    """The parts of a side's mission that a seat knows."""
    found = {part: state.facts.get(key(part, about)) for part in PARTS}
    return {part: fact.value for part, fact in found.items() if fact is not None and is_known(fact, seat)}


@rule("tactical.4.1.2-reading")
def owner_of(kind: str, seat: str) -> str:
    """Whose objective it is: the enemy's for Capture, Destroy and Disable, one's own for Defend and Provide."""
    return opponent(seat) if kind in OFFENSIVE else seat


@rule("tactical.4.1.2-vehicle")
def vital(state: State, seat: str) -> Unit | None:
    """The vehicle of a side that matters, lost or not: the one of the highest Threat Value, the first of equal ones.

    It is one the side began with and stays the same: neither who comes over nor who is called in takes its place.
    """
    own = [unit for unit in state.units.values() if began_for(state, unit) == seat and unit.group]
    machines = [unit for unit in own if not unit.is_infantry] or own
    return max(machines, key=lambda unit: unit.tv or unit.card.tv, default=None)
