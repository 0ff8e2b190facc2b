"""Movement, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.movement import events as e
from gearlock.systems.fieldmanual.state import COMBAT, REVERSE, STATIONARY, TOP, State
from gearlock.table.measure import inches_text

MOVING, ARMS = "fieldmanual.movement-points", "fieldmanual.perk-arms"
SPEEDS = {STATIONARY: "Stationary", COMBAT: "at Combat Speed", REVERSE: "in Reverse", TOP: "at Top Speed"}


def _where(x: int, y: int) -> str:
    return f"{inches_text(x)}, {inches_text(y)}"


def moved(state: State, event: e.Moved, _seat: str | None) -> Line | None:
    """Where a way ended; the inches before it are not told one by one."""
    if event.path:
        return None
    unit = state.units[event.unit]
    used = f"{inches_text(event.gone)} in moved" if unit.band == STATIONARY else f"{inches_text(event.spent)} MP spent"
    facing = "" if unit.team else f", facing {event.facing // 10}"
    text = f"{unit.name} is at {_where(event.x, event.y)}{facing}: {used} so far."
    return Line(text, (event.unit,), MOVING)


def stopped(state: State, event: e.Stopped, _seat: str | None) -> Line:
    """A way that ended early."""
    return Line(f"{state.units[event.unit].name} stops. {event.why}".strip(), (event.unit,), MOVING)


def halted(state: State, event: e.Halted, _seat: str | None) -> Line:
    """The end of somebody's movement."""
    how = f" and is {SPEEDS[event.band]}" if event.band else ""
    return Line(f"{state.units[event.unit].name} moves no further{how}.", (event.unit,), MOVING)


def parted(state: State, event: e.Parted, _seat: str | None) -> Line:
    """Out of melee."""
    text = f"{state.units[event.unit].name} leaves the melee with {state.units[event.other].name}."
    return Line(text, (event.unit, event.other), "fieldmanual.free-strikes")


def quickly_turned(state: State, event: e.QuicklyTurned, _seat: str | None) -> Line:
    """A sudden turn."""
    unit = state.units[event.unit]
    text = f"{unit.name} takes a Stun counter and turns suddenly, now {SPEEDS[event.band]}."
    return Line(text, (event.unit,), "fieldmanual.rapid-deceleration")


def climbed(state: State, event: e.Climbed, _seat: str | None) -> Line:
    """A climb."""
    piece = state.ground.piece(event.piece)
    how = f"hangs on the {piece.name}, {inches_text(event.z)} in up" if event.hangs else f"climbs the {piece.name}"
    return Line(f"{state.units[event.unit].name} {how}: {inches_text(event.spent)} MP.", (event.unit,), ARMS)


def jumped(state: State, event: e.Jumped, _seat: str | None) -> Line:
    """A jump."""
    text = f"{state.units[event.unit].name} jumps {inches_text(event.length)} in to {_where(event.x, event.y)}"
    return Line(f"{text} and is {SPEEDS[event.band]}.", (event.unit,), "fieldmanual.perk-jump-jets")


def fell(state: State, event: e.Fell, _seat: str | None) -> Line | None:
    """Over a cliff."""
    if not event.height:
        return None
    text = f"{state.units[event.unit].name} goes over the edge, {inches_text(event.height)} in down."
    return Line(text, (event.unit,), "fieldmanual.cliff-edge")
