"""9: damage in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.mechanics.pools.shown import marginal_throw
from gearlock.systems.blitz.damage import events as e
from gearlock.systems.blitz.dice_tests.words import faces_text, success_throw
from gearlock.systems.blitz.state import State


def damaged(state: State, event: e.Damaged, _seat: str | None) -> Line:
    """Damage, and what is left."""
    unit = state.units[event.unit]
    text = f"{unit.name} takes {event.damage} damage ({event.cause})"
    if event.overkill:
        return Line(f"{text} and is destroyed beyond recognition.", (unit.id,), "blitz.9.4")
    if event.destroyed:
        return Line(f"{text} and is destroyed.", (unit.id,), "blitz.9.3")
    state_of = ", crippled" if unit.is_crippled else ""
    return Line(f"{text}: {event.hull}/{event.structure} left{state_of}.", (unit.id,), "blitz.9.2")


def marginal(state: State, event: e.MarginalHitRolled, _seat: str | None) -> Line:
    """One die decides."""
    name = state.units[event.target].name
    text = f"Marginal hit on {name}: [{event.face}], {event.damage} damage."
    throw = marginal_throw("marginal hit", (event.face,), event.damage, "blitz.9.1a")
    return Line(text, (event.target,), "blitz.9.1a", (throw,))


def blast(state: State, event: e.BlastRolled, _seat: str | None) -> Line:
    """A blast on one model."""
    name = state.units[event.target].name
    text = f"Blast on {name} at {event.mark}+: {faces_text(event.faces)}, {event.damage} damage."
    throw = success_throw("blast", event.faces, event.mark, (), "blitz.10.2a")
    return Line(text, (event.target,), "blitz.10.2a", (throw,))


def kindled(state: State, event: e.Kindled, _seat: str | None) -> Line:
    """A token laid."""
    text = f"{state.units[event.unit].name} has {event.kind} of intensity {event.intensity}."
    return Line(text, (event.unit,), "blitz.9.6")


def lingered(state: State, event: e.Lingered, _seat: str | None) -> Line:
    """A persistent damage roll."""
    name = state.units[event.unit].name
    left = f"intensity {event.intensity}" if event.intensity > 0 else "it is gone"
    text = f"{name}, {event.kind} at {event.skill}+: {faces_text(event.faces)}, {event.damage} damage, {left}."
    throw = success_throw(f"{event.kind} roll", event.faces, event.skill, (), "blitz.9.6a")
    return Line(text, (event.unit,), "blitz.9.6a", (throw,))


def thrown(state: State, event: e.LingeringThrown, _seat: str | None) -> Line:
    """Dice that may be thrown again."""
    text = f"{state.units[event.unit].name}, {event.kind}: {faces_text(event.faces)}."
    return Line(text, (event.unit,), "blitz.9.6a")


def doused(state: State, event: e.Doused, _seat: str | None) -> Line:
    """A token lowered."""
    return Line(f"The {event.kind} of {state.units[event.unit].name} falls by {event.by}.", (event.unit,), "blitz.9.6b")


def taken(state: State, event: e.TroubleTaken, _seat: str | None) -> Line:
    """An action for it."""
    return Line(f"{state.units[event.unit].name} spends an action: We're in Trouble.", (event.unit,), "blitz.9.5")


def trouble(state: State, event: e.TroubleMet, _seat: str | None) -> Line:
    """A hit turned into less of one."""
    name = state.units[event.unit].name
    text = f"{name}, We're in Trouble at {event.skill}+: {faces_text(event.faces)}, the margin is {event.margin} now."
    throw = success_throw("we're in trouble", event.faces, event.skill, (), "blitz.9.5")
    return Line(text, (event.unit,), "blitz.9.5", (throw,))
