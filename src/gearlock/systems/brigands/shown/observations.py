"""What everybody sees of a Forward Observation under way."""

from __future__ import annotations

from gearlock.kernel.view import Token
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.measure import inches_text


def observation_tokens(state: State, unit: Unit) -> tuple[Token, ...]:
    """What a model is in an Observation: observed, or one of those who have received it."""
    seen = state.observation
    if seen is None:
        return ()
    if unit.id == seen.target:
        return (Token("Designated" if seen.designated else "Observed", 1, "brigands.8.5"),)
    return (Token("Receiver", 1, "brigands.8.5"),) if unit.id in seen.receivers else ()


def observation_notes(state: State) -> tuple[str, ...]:
    """Who observes what."""
    seen = state.observation
    if seen is None:
        return ()
    what = state.units[seen.target].name if seen.target else "a point"
    if seen.point is not None:
        what = f"the point {inches_text(seen.point[0])}, {inches_text(seen.point[1])}"
    return (f"Forward Observation of {what} by {state.units[seen.origin].name}",)
