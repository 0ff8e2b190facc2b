"""2 and 3: movement and what happens to buildings, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.brigands.movement.events import Moved, Turned
from gearlock.systems.brigands.movement.movement import WAYS
from gearlock.systems.brigands.state import State
from gearlock.table.measure import inches_text


def moved(state: State, event: Moved, _seat: str | None) -> Line:
    where = f"{inches_text(event.x)}, {inches_text(event.y)}"
    if event.hanging or event.gait == "C":
        text = f"{state.name_of(event.unit)} climbs to {inches_text(event.z)} in up at {where}."
        return Line(text, (event.unit,), "brigands.2.4")
    if event.inside:
        where = f"{state.ground.piece(event.inside).name}, floor {event.z // 1000}"
        return Line(f"{state.name_of(event.unit)} is in the {where}.", (event.unit,), "brigands.3.2b")
    if event.slid:
        return Line(f"{state.name_of(event.unit)} shifts sideways to {where}.", (event.unit,), "brigands.2.7b")
    went = f"moves {inches_text(event.travelled)} in as {WAYS[event.gait]} to {where}"
    text = f"{state.name_of(event.unit)} {went if event.travelled else 'turns on the spot'}."
    return Line(text, (event.unit,), "brigands.2.2")


def turned(state: State, event: Turned, _seat: str | None) -> Line:
    return Line(f"{state.name_of(event.unit)} turns in place.", (event.unit,), "brigands.2.1-braced")
