"""Deployment in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.tactical.deployment import events as e
from gearlock.systems.tactical.deployment.places import SPEEDS
from gearlock.systems.tactical.state import State

RULE = "tactical.2.6.2-step0-deployment"


def appointed(state: State, event: e.Appointed, seat: str | None) -> Line:
    rule_id = "tactical.2.6.2-step0-commander"
    if seat not in (None, event.seat) or not event.commander:
        return Line(f"{event.seat.title()} names its Commander in secret.", (), rule_id)
    second = f", the {state.units[event.second].name} is Second in Command" if event.second else ""
    units = tuple(filter(None, (event.commander, event.second)))
    return Line(f"The {state.units[event.commander].name} commands {event.seat}{second}.", units, rule_id)


def first_deployer(_state: State, event: e.FirstDeployer, _seat: str | None) -> Line:
    return Line(f"{event.seat.title()} places its first combat group.", (), RULE)


def aboard(state: State, event: e.StartedAboard, _seat: str | None) -> Line:
    words = f"The {state.units[event.unit].name} begins aboard the {state.units[event.carrier].name}."
    return Line(words, (event.unit, event.carrier), "tactical.7.2-passengers")


def deployed(state: State, event: e.Deployed, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    return Line(f"The {unit.name} is placed {SPEEDS[event.speed]}.", (unit.id,), RULE)
