"""Unusual Events, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.state import State
from gearlock.systems.fieldmanual.table_effects import events as e
from gearlock.table.measure import inches


def counted(_state: State, event: e.SandCounted, _seat: str | None) -> Line:
    """How much of it there is."""
    return Line(f"White sand lies in {event.face} places.", (), "fieldmanual.event-white-sand")


def found(state: State, event: e.SandFound, _seat: str | None) -> Line:
    """Where it lies."""
    known = {piece.id: piece.name for piece in state.ground.pieces}
    places = [known.get(word) or _open_ground(word) for word in event.places]
    return Line(f"Corrosive white sand, Dangerous terrain: {'; '.join(places)}.", (), "fieldmanual.event-white-sand")


def _open_ground(word: str) -> str:
    x, _, y = word.partition(",")
    return f"open ground at {inches(int(x))}, {inches(int(y))} in"


def felt(state: State, event: e.TemperaturesFelt, _seat: str | None) -> Line:
    """Who suffers."""
    hit = [state.units[name].name for name, face in event.dice if face == 1]
    text = f"Extreme temperatures: {', '.join(hit) or 'nobody'} begins with a Stun counter."
    stunned = tuple(name for name, face in event.dice if face == 1)
    return Line(text, stunned, "fieldmanual.event-extreme-temperatures")
