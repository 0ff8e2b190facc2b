"""Support in words. A seat reads only what it may know."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.state import State
from gearlock.systems.fieldmanual.support import events as e
from gearlock.systems.fieldmanual.support.options import Choice, read_choice

STEP_5 = "fieldmanual.step5-support-points"


def choice_words(state: State, choice: Choice) -> str:
    """A choice in words."""
    words = choice.option.replace("-", " ")
    if choice.group:
        words += f" (Combat Group {choice.group})"
    if choice.unit in state.units:
        words += f" ({state.units[choice.unit].name})"
    return f"{'guided ' * choice.guided}{words}{', infiltrating' * choice.infiltrates}"


def bought(state: State, event: e.Bought, seat: str | None) -> Line | None:
    """A choice, for whoever may read it."""
    if seat not in (None, event.seat):
        return None
    when = f", for round {event.round}" if event.round else ""
    text = f"{event.seat.capitalize()} buys: {choice_words(state, read_choice(event.choice))}{when}."
    return Line(text, (), STEP_5)


def shown(state: State, event: e.SupportShown, _seat: str | None) -> Line:
    """Choices that are open now."""
    sides: dict[str, list[str]] = {}
    for key in event.keys:
        sides.setdefault(key.split(":")[1], []).append(choice_words(state, read_choice(state.facts[key].value)))
    text = "; ".join(f"{seat.capitalize()}: {', '.join(names)}" for seat, names in sides.items())
    return Line(f"Support is shown. {text}.", (), STEP_5)


def settled(_state: State, event: e.SupportSettled, _seat: str | None) -> Line:
    """The Command Points of both."""
    return Line(f"Command Points: red {event.red}, blue {event.blue}.", (), "fieldmanual.cp-pool")


def asset(_state: State, event: e.AssetRaised, _seat: str | None) -> Line:
    """An asset."""
    return Line(f"{event.name} is to be deployed.", (), "fieldmanual.defensive-assets")


def drone(state: State, event: e.DroneAssigned, _seat: str | None) -> Line:
    """A drone."""
    text = f"{state.units[event.owner].name} has an AA drone."
    return Line(text, (event.owner,), "fieldmanual.aa-drone")


def arrival(_state: State, event: e.ArrivalSettled, _seat: str | None) -> Line:
    """A group that does not deploy with the others."""
    how = "is held in reserve" if event.reserve else "infiltrates"
    rule = "fieldmanual.reserves" if event.reserve else "fieldmanual.infiltrators"
    return Line(f"{event.seat.capitalize()}'s Combat Group {event.group} {how}.", (), rule)
