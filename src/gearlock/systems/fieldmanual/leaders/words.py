"""Leaders in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.leaders import events as e
from gearlock.systems.fieldmanual.state import State


def command_passed(state: State, event: e.CommandPassed, _seat: str | None) -> Line:
    """The next in command."""
    name = state.units[event.unit].name
    text = f"{event.seat.title()} has lost its Army Commander and a Command Point. {name} commands now."
    return Line(text, (event.unit,), "fieldmanual.army-commander-loss")


def leader_nominated(state: State, event: e.LeaderNominated, _seat: str | None) -> Line:
    """The leader of a Sub-squad."""
    text = f"{state.units[event.unit].name} leads its Sub-squad."
    return Line(text, (event.unit,), "fieldmanual.sub-squads-small-game")
