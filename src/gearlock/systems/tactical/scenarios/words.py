"""Printed scenarios in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.tactical.scenarios import events as e
from gearlock.systems.tactical.scenarios.printed import SOUTH, printed_of
from gearlock.systems.tactical.state import State


def _rule(state: State) -> str:
    scenario = printed_of(state)
    return scenario.rule if scenario else "tactical.4.3.1"


def delayed(_state: State, event: e.SquadronDelayed, _seat: str | None) -> Line:
    return Line(f"Combat group {event.group} of {event.seat} has not arrived yet.", (), "tactical.4.3.2")


def stevens(state: State, event: e.StevensNamed, _seat: str | None) -> Line:
    name = state.units[event.unit].name
    return Line(f"Colonel Mayak Stevens drives the {name} and commands the North.", (event.unit,), "tactical.4.3.4")


def chit(_state: State, event: e.ChitPlaced, _seat: str | None) -> Line:
    return Line(f"A chit is placed ({event.chit.partition(':')[2]}).", (), "tactical.4.3.6")


def noted(_state: State, event: e.VehicleNoted, seat: str | None) -> Line:
    if seat not in (None, SOUTH):
        return Line("The South notes in secret which chit is the vehicle.", (), "tactical.4.3.6")
    return Line(f"The vehicle is chit {event.chit.partition(':')[2]}.", (), "tactical.4.3.6")


def identified(state: State, event: e.ChitIdentified, _seat: str | None) -> Line:
    what = "the C3 vehicle" if event.real else "nothing but a decoy"
    words = f"The {state.units[event.by].name} identifies chit {event.chit.partition(':')[2]}: {what}."
    return Line(words, (event.by,), "tactical.4.3.6")


def hull_down(state: State, event: e.HullDownBegun, _seat: str | None) -> Line:
    how = "hidden completely" if event.whole else "hull-down"
    return Line(f"The {state.units[event.unit].name} begins {how}.", (event.unit,), "tactical.4.3.1")


def rolled(state: State, event: e.ReinforcementRolled, _seat: str | None) -> Line:
    more = f" and {event.bonus} for the round" if event.bonus else ""
    comes = "they are coming" if event.units else "not yet"
    return Line(f"Reinforcements for {event.seat}: {event.face}{more}: {comes}.", event.units, _rule(state))


def loose(_state: State, _event: e.ConvoyLetLoose, _seat: str | None) -> Line:
    return Line("A truck was lost: the others may go to Top Speed.", (), "tactical.4.3.5")


def command_point(state: State, event: e.CommandPointBrought, _seat: str | None) -> Line:
    words = f"Colonel Stevens ({state.units[event.unit].name}) brings {event.seat} a Command Point."
    return Line(words, (event.unit,), "tactical.4.3.4")


def forfeited(state: State, event: e.Forfeited, _seat: str | None) -> Line:
    return Line(f"{event.seat.title()} {event.why}: that loses the game.", (), _rule(state))
