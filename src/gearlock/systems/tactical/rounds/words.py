"""The round in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.tactical.command.points import pool_of
from gearlock.systems.tactical.rounds import events as e
from gearlock.systems.tactical.speed import PACE_WORDS
from gearlock.systems.tactical.state import State, opponent


def round_begun(_state: State, event: e.RoundBegun, _seat: str | None) -> Line:
    return Line(f"Round {event.round}.", (), "tactical.2.6.2")


def declared(state: State, event: e.Declared, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    if event.evade:
        return Line(f"The {unit.name} will evade this round.", (unit.id,), "tactical.2.6.9")
    words = f"{event.extra} extra Action{'s' if event.extra > 1 else ''}"
    return Line(f"The {unit.name} declares {words}.", (unit.id,), "tactical.2.6.2-step1")


def initiative(_state: State, event: e.InitiativeRolled, _seat: str | None) -> Line:
    if not event.winner:
        return Line(f"Initiative: {event.red} all, they roll again.", (), "tactical.2.6.2-step2")
    points = f"{event.points} Initiative Command Point{'' if event.points == 1 else 's'}"
    text = f"Initiative: red {event.red}, blue {event.blue}. {event.winner.title()} wins it with {points}."
    return Line(text, (), "tactical.2.6.2-step2")


def first_chosen(_state: State, event: e.FirstChosen, _seat: str | None) -> Line:
    return Line(f"{event.seat.title()} activates first.", (), "tactical.2.6.2-step2")


def activated(state: State, event: e.Activated, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    called = ", out of sequence" if event.called else ""
    text = f"The {unit.name} is activated at {PACE_WORDS[event.pace]}{called}."
    return Line(text, (unit.id,), "tactical.2.6.2-step3")


def settled(state: State, event: e.Settled, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    text = f"The {unit.name} commits itself to {PACE_WORDS[event.pace]} this round."
    return Line(text, (unit.id,), "tactical.2.6.2-step3")


def ended(state: State, event: e.ActivationEnded, _seat: str | None) -> Line | None:
    unit = state.units[event.unit]
    if not event.slows:
        waits = pool_of(state, opponent(unit.seat))
        return Line(f"The {unit.name} is done.", (unit.id,), "tactical.2.6.4") if waits else None
    return Line(f"The {unit.name} falls back to Combat Speed.", (unit.id,), "tactical.2.6.5-top-speed")


def passed(state: State, event: e.GroupPassed, _seat: str | None) -> Line:
    names = ", ".join(state.units[name].name for name in event.units)
    return Line(f"{names} let the turn pass.", event.units, "tactical.2.6.2-step3")
