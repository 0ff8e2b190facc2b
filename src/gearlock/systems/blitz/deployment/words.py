"""3.0b and 16.1, 16.2: deployment in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.mechanics.placing.zones import in_words
from gearlock.systems.blitz.deployment import events as e
from gearlock.systems.blitz.deployment.reserves import WAYS
from gearlock.systems.blitz.state import State
from gearlock.table.measure import inches_text


def side(_state: State, event: e.SideTaken, _seat: str | None) -> Line:
    """A zone taken."""
    text = f"{event.seat.capitalize()} deploys first, {in_words(event.side).replace('+', ' and ')}."
    return Line(text, (), "blitz.3.0b")


def given(_state: State, event: e.ChoiceGiven, _seat: str | None) -> Line:
    """A choice left to the other side."""
    return Line(f"{event.seat.capitalize()} leaves the choice of zones to the enemy.", (), "blitz.3.0b")


def declared(_state: State, event: e.Declared, _seat: str | None) -> Line:
    """A unit's way."""
    text, rule = WAYS[event.way]
    whose = f"{event.seat.capitalize()}'s {event.squad} unit of combat group {event.group}"
    return Line(f"{whose} {text}.", (), rule)


def deployed(state: State, event: e.Deployed, _seat: str | None) -> Line:
    """A model put down."""
    return Line(f"{state.units[event.unit].name} is deployed.", (event.unit,), "blitz.3.0b")


def set_beyond(state: State, event: e.SetBeyond, seat: str | None) -> Line:
    """A model at the edge; the distance is its own side's."""
    unit = state.units[event.unit]
    text = f"{unit.name} is set at the table's edge"
    if seat in (None, unit.seat):
        text += f", {inches_text(event.distance)} in beyond it"
    return Line(f"{text}.", (unit.id,), "blitz.16.2c")


def prepared(state: State, event: e.Prepared, _seat: str | None) -> Line:
    """A token at the beginning."""
    return Line(f"{state.units[event.unit].name} begins {event.token}.", (event.unit,), "blitz.16.2a")


def scouting(state: State, event: e.ScoutingBegun, _seat: str | None) -> Line:
    """A pathfinder's turn."""
    return Line(f"{state.units[event.unit].name} finds its path.", (event.unit,), "blitz.16.1c")


def drop_begun(_state: State, event: e.DropBegun, _seat: str | None) -> Line:
    """A unit jumps."""
    whose = f"{event.seat.capitalize()}'s {event.squad} unit of combat group {event.group}"
    return Line(f"{whose} comes down.", (), "blitz.16.1b")


def dropped(state: State, event: e.Dropped, _seat: str | None) -> Line:
    """A model comes down."""
    return Line(f"{state.units[event.unit].name} comes down from the air.", (event.unit,), "blitz.16.1b")


def delayed(_state: State, event: e.DropDelayed, _seat: str | None) -> Line:
    """Another round in the air."""
    whose = f"{event.seat.capitalize()}'s {event.squad} unit of combat group {event.group}"
    return Line(f"{whose} is late and comes down in the next Cleanup.", (), "blitz.16.1b")


def repositioned(state: State, event: e.Repositioned, seat: str | None) -> Line:
    """Elsewhere beyond the edge, or on the table."""
    unit = state.units[event.unit]
    if not event.distance:
        return Line(f"{unit.name} comes onto the table.", (unit.id,), "blitz.16.2c")
    text = f"{unit.name} goes elsewhere beyond the edge"
    if seat in (None, unit.seat):
        text += f", {inches_text(event.distance)} in away now"
    return Line(f"{text}.", (unit.id,), "blitz.16.2c")


def boarded(state: State, event: e.Boarded, _seat: str | None) -> Line:
    """A model that begins aboard."""
    text = f"{state.units[event.unit].name} begins in the {state.units[event.carrier].name}."
    return Line(text, (event.unit, event.carrier), "blitz.18.5")


def defect(state: State, event: e.DefectFound, _seat: str | None) -> Line:
    """A machine that may fail."""
    text = f"{state.units[event.unit].name} has a defect [{event.face}]: {event.system.lower()}."
    return Line(text, (event.unit,), "blitz.force.leagueless")
