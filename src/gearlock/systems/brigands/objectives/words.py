"""The events of Objectives as lines of the story."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.brigands.objectives import events as e
from gearlock.systems.brigands.objectives.events import BattleEnded
from gearlock.systems.brigands.objectives.markers import placer_of
from gearlock.systems.brigands.objectives.winning import is_deserted
from gearlock.systems.brigands.pursuit import CAPTURE, objectives
from gearlock.systems.brigands.state import State
from gearlock.table.measure import inches_text


def chosen(state: State, event: e.ObjectiveChosen, _seat: str | None) -> Line:
    wanted = objectives()[event.name]
    group = f" It is Combat Group {event.group}." if event.group else ""
    about = (event.target,) if event.target in state.units else ()
    return Line(f"{event.seat} chooses {event.name}: {wanted.goal}.{group}", about, wanted.rule)


def placed(_state: State, event: e.MarkerPlaced, _seat: str | None) -> Line:
    wanted = objectives()[event.name]
    placer = placer_of(wanted, event.seat)
    whose = "" if placer == event.seat else f" for {event.seat}"
    where = f"{inches_text(event.x)}, {inches_text(event.y)}"
    text = f"{placer} places a {event.name} marker{whose} at {where}."
    return Line(text, (event.unit,) if event.unit else (), wanted.rule)


def captured(state: State, event: e.MarkerCaptured, _seat: str | None) -> Line:
    text = f"{state.units[event.unit].name} captures a marker for {event.seat}."
    return Line(text, (event.unit,), objectives()[CAPTURE].rule)


def achieved(_state: State, event: e.ObjectiveAchieved, _seat: str | None) -> Line:
    return Line(f"{event.seat} has what {event.name} asks for.", (), objectives()[event.name].rule)


def lost(_state: State, event: e.ObjectiveLost, _seat: str | None) -> Line:
    return Line(f"{event.seat} has lost {event.name} again.", (), objectives()[event.name].rule)


def ended(state: State, _event: BattleEnded, _seat: str | None) -> Line:
    if is_deserted(state):
        return Line("A side has nobody left: the battle ends.", (), "brigands.11.3")
    return Line(f"{state.rounds} Rounds are played.", (), "brigands.11.2")
