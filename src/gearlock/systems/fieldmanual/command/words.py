"""Command Points in words. How many a side has left is not told here."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.command import events as e
from gearlock.systems.fieldmanual.state import State


def issued(state: State, event: e.PointIssued, _seat: str | None) -> Line:
    """A point on its way."""
    by, unit = state.units[event.by].name, state.units[event.unit].name
    to = "itself" if event.by == event.unit else unit
    return Line(f"{by} issues a Command Point to {to}: {event.use}.", (event.by, event.unit), "fieldmanual.cp-issue")


def blocked(state: State, event: e.PointBlocked, _seat: str | None) -> Line:
    """It did not arrive."""
    text = f"The Command Point does not reach {state.units[event.unit].name}, and is not spent."
    return Line(text, (event.unit,), "fieldmanual.cp-receive")


def rerolled(state: State, event: e.SkillRerolled, _seat: str | None) -> Line:
    """Again."""
    text = f"{state.units[event.unit].name} re-rolls: {event.purpose}."
    return Line(text, (event.unit,), "fieldmanual.cp-reroll-skill")


def other_rerolled(state: State, event: e.OtherRerolled, _seat: str | None) -> Line:
    """Again, without a model."""
    faces = " ".join(map(str, event.faces))
    text = f"{state.units[event.unit].name} spends a Command Point: {event.purpose} [{faces}] is rolled again."
    return Line(text, (event.unit,), "fieldmanual.cp-reroll-other")


def neural_net(state: State, event: e.NeuralNetUsed, _seat: str | None) -> Line:
    """A die more."""
    text = f"{state.units[event.unit].name} uses its neural net: a die more for its {event.purpose}."
    return Line(text, (event.unit,), "fieldmanual.perk-ann")


def called_up(state: State, event: e.CalledUp, _seat: str | None) -> Line:
    """Out of sequence."""
    text = f"{state.units[event.unit].name} activates out of sequence."
    return Line(text, (event.unit,), "fieldmanual.cp-activate")


def action_given(state: State, event: e.ActionGiven, _seat: str | None) -> Line:
    """One Action more."""
    text = f"{state.units[event.unit].name} has an additional Action."
    return Line(text, (event.unit,), "fieldmanual.cp-extra-action")


def uplink(state: State, event: e.UplinkUsed, _seat: str | None) -> Line:
    """To the satellite."""
    return Line(f"{state.units[event.unit].name} uses its uplink.", (event.unit,), "fieldmanual.perk-satellite-uplink")


def gained(state: State, event: e.PointGained, _seat: str | None) -> Line:
    """A point."""
    text = f"{state.units[event.unit].name} brings its army a Command Point."
    return Line(text, (event.unit,), "fieldmanual.perk-satellite-uplink")
