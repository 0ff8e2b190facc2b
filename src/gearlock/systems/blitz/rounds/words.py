"""3: the sequence of play in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.blitz.chain_of_command.ranks import post_of, rank_of
from gearlock.systems.blitz.dice_tests.words import faces_text, skill_text
from gearlock.systems.blitz.rounds import events as e
from gearlock.systems.blitz.state import State


def round_begun(_state: State, event: e.RoundBegun, _seat: str | None) -> Line:
    """A new round."""
    return Line(f"Round {event.round}.", (), "blitz.3.1")


def initiative(_state: State, event: e.InitiativeRolled, _seat: str | None) -> Line:
    """Both checks."""
    red = f"red {faces_text(event.red_faces)} at {skill_text(event.red_skill)} = {event.red}"
    blue = f"blue {faces_text(event.blue_faces)} at {skill_text(event.blue_skill)} = {event.blue}"
    won = f"{event.winner} wins" if event.winner else "a tie"
    units = tuple(unit for unit in (event.red_unit, event.blue_unit) if unit)
    return Line(f"{event.purpose.capitalize()}: {red}, {blue}: {won}.", units, "blitz.3.1a")


def thrown(_state: State, event: e.InitiativeThrown, _seat: str | None) -> Line:
    """Dice that may be thrown again."""
    text = f"{event.purpose.capitalize()}: red {faces_text(event.red_faces)}, blue {faces_text(event.blue_faces)}."
    return Line(text, (), "blitz.3.1a")


def restored(_state: State, _event: e.PointsRestored, _seat: str | None) -> Line:
    """Points back after a tie."""
    return Line("Command points spent on the tie come back.", (), "blitz.3.1a")


def first(_state: State, event: e.FirstChosen, _seat: str | None) -> Line:
    """Who begins."""
    return Line(f"{event.seat.capitalize()} begins as the active player.", (), "blitz.3.1a")


def activated(state: State, event: e.Activated, _seat: str | None) -> Line:
    """A model and its posture."""
    extra = ", on autopilot" if event.autopilot else ""
    extra += f", neural net on {event.neural}" if event.neural else ""
    extra += ", elevated" if event.elevated else ""
    text = f"{state.units[event.unit].name} activates: {event.posture}{extra}."
    return Line(text, (event.unit,), "blitz.3.2a")


def cleanup(_state: State, _event: e.CleanupBegun, _seat: str | None) -> Line:
    """The end of a round."""
    return Line("Cleanup.", (), "blitz.3.3")


def stepped_up(state: State, event: e.SteppedUp, _seat: str | None) -> Line:
    """A deputy in the place of the fallen."""
    unit = state.units[event.unit]
    text = f"{unit.name} takes over as {rank_of(post_of(unit)).title}."
    return Line(text, (unit.id,), "blitz.15.0")


def appointed(state: State, event: e.Appointed, _seat: str | None) -> Line:
    """One machine follows another."""
    text = f"{state.units[event.unit].name} leads its combat group from now on."
    return Line(text, (event.unit,), "blitz.force.utopia-special")


def humbled(state: State, event: e.PrideLost, _seat: str | None) -> Line:
    """Half of a proud unit is gone."""
    text = f"Half the unit of {state.units[event.unit].name} is gone, and a command point with it."
    return Line(text, (event.unit,), "blitz.force.cef.grel")
