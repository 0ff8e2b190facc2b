"""6: movement, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.blitz.lock_and_cover.built import built
from gearlock.systems.blitz.movement import events as e
from gearlock.systems.blitz.movement.stretch import name_of
from gearlock.systems.blitz.state import State
from gearlock.table.measure import inches_text


def _where(x: int, y: int) -> str:
    return f"{inches_text(x)}, {inches_text(y)}"


def moved(state: State, event: e.Moved, _seat: str | None) -> Line | None:
    """A stretch of a move."""
    name, where = state.units[event.unit].name, _where(event.x, event.y)
    if event.place:
        text = f"{name} hangs on the {built(state).piece(event.place).name}, {inches_text(event.z)} in up."
        return Line(text, (event.unit,), "blitz.6.5f")
    if not event.advanced and not event.turns and not event.free:
        return Line(f"{name} lets go.", (event.unit,), "blitz.13.1") if event.fall else None
    went = f"moves {inches_text(event.advanced)} in as {name_of(event.gait)} to {where}"
    care = " cautiously" if event.cautious else ""
    rule = "blitz.6.6b" if event.cautious else "blitz.6.0"
    return Line(f"{name} {went if event.advanced else 'turns on the spot'}{care}.", (event.unit,), rule)


def turn_bought(state: State, event: e.TurnBought, _seat: str | None) -> Line:
    """One more turn for an action."""
    return Line(f"{state.units[event.unit].name} spends an action on another turn.", (event.unit,), "blitz.6.1a")


def jumped(state: State, event: e.Jumped, _seat: str | None) -> Line:
    """A powered jump."""
    far = inches_text(abs(event.length))
    text = f"{state.units[event.unit].name} jumps {far} in to {_where(event.x, event.y)}."
    return Line(text, (event.unit,), "blitz.trait.jetpack")


def immobilised(state: State, event: e.Immobilised, _seat: str | None) -> Line:
    """Stuck."""
    return Line(f"{state.units[event.unit].name} is immobilised.", (event.unit,), "blitz.6.6a")


def freeing_tried(state: State, event: e.FreeingTried, _seat: str | None) -> Line:
    """Free again, or not."""
    came = "comes free" if event.free else "does not come free"
    return Line(f"{state.units[event.unit].name} {came}.", (event.unit,), "blitz.6.6a")


def forced(state: State, event: e.Forced, _seat: str | None) -> Line:
    """A push, and what stopped it."""
    against = ""
    if event.against:
        other = state.units.get(event.against)
        against = f", against the {other.name if other else built(state).piece(event.against).name}"
    text = f"{state.units[event.unit].name} is forced {inches_text(event.moved)} in{against}."
    return Line(text, (event.unit,), "blitz.6.4a")
