"""What a seat knows of the missions of both sides, and how far they are."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Goal
from gearlock.systems.tactical.generator import tables as t
from gearlock.systems.tactical.missions.aims import (
    LIMIT,
    MISSION_VP,
    OBJECTIVE,
    PART_WORDS,
    ROUNDS_HELD,
    TYPE,
    Mission,
    known_parts,
    owner_of,
)
from gearlock.systems.tactical.missions.condition import needs_rounds
from gearlock.systems.tactical.missions.things import OBJECT, PLACE, name_of
from gearlock.systems.tactical.state import SEATS, State, opponent


def mission_line(side: str, known: dict[str, str]) -> str:
    """The parts of a mission that are known, in a line."""
    return f"Mission of {side}: " + ", ".join(f"{PART_WORDS[part]} {known[part]}" for part in known)


@heeds("tactical.4.1")
def mission_goals(state: State, seat: str | None) -> tuple[Goal, ...]:
    """The missions of both sides as far as a seat knows them; how far one is counts at the end of each round."""
    return tuple(_goals(state, seat))


def _goals(state: State, seat: str | None) -> Iterator[Goal]:
    for side in SEATS:
        known = known_parts(state, side, seat)
        if not known:
            continue
        line, secret = mission_line(side, known), len(known_parts(state, side, opponent(side))) < len(known)
        limit = f"time limit {known[LIMIT]}" if LIMIT in known else ""
        worth = f"{MISSION_VP} VP"
        if TYPE not in known or OBJECTIVE not in known:
            yield Goal("Mission", side, words=line.partition(": ")[2], worth=worth, secret=secret, line=line)
            continue
        mission = Mission(known[TYPE], known[OBJECTIVE], "")
        full = ROUNDS_HELD if needs_rounds(mission) else 1
        settled = state.points.get(f"settled:{side}", 0)
        held = min(state.points.get(f"held:{side}", 0), full)
        now = full if settled > 0 else 0 if settled < 0 else held
        owner = owner_of(mission.type, side)
        kind = {t.OBJECT: OBJECT, t.TERRAIN: PLACE}.get(mission.objective)
        places = (name_of(kind, owner),) if kind else ()
        yield Goal(mission.text().capitalize(), side, now, full, limit, worth, secret, places, line)
