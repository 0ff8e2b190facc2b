"""4 and 16.0: scenarios and objectives in words. A seat reads only what it may know."""

from __future__ import annotations

from gearlock.kernel.view import Line, Throw
from gearlock.mechanics.secrets import is_known
from gearlock.systems.blitz.conditions.weather import CONDITIONS
from gearlock.systems.blitz.deployment.zones import ZONES
from gearlock.systems.blitz.dice_tests.sand import WEATHER
from gearlock.systems.blitz.objectives import events as e
from gearlock.systems.blitz.objectives.slots import (
    HELD,
    MARKER,
    NAMES,
    OBJECTIVE,
    PRIMARY,
    RULES,
    TARGET,
    Slot,
    known_name,
    name_of,
)
from gearlock.systems.blitz.state import State

_KINDS = {"zones": "Deployment zones", "rounds": "Number of rounds", WEATHER: "Special conditions"}


def parameter(_state: State, event: e.ParameterRolled, _seat: str | None) -> Line:
    """A die on a table."""
    names = {"zones": ZONES, WEATHER: CONDITIONS}.get(event.kind, {})
    text = f"{_KINDS[event.kind]}: [{event.face}], {names.get(event.result, event.result).lower()}."
    throw = Throw(_KINDS[event.kind], (event.face,), 6, (), (), names.get(event.result, event.result), "blitz.16.0")
    return Line(text, (), "blitz.16.0", (throw,))


def objectives(_state: State, event: e.ObjectivesSet, seat: str | None) -> Line:
    """What a side is after."""
    whose = event.seat.capitalize()
    if event.secret and seat not in (None, event.seat):
        return Line(f"{whose} has chosen {len(event.names)} objectives in secret.", (), "blitz.16.0-3")
    names = ", ".join(NAMES[name] for name in event.names)
    throws = (Throw("objectives", event.faces, 6, (), (), names, "blitz.16.0-3"),) if event.faces else ()
    return Line(f"{whose}'s objectives: {names}, and Casualties.", (), "blitz.16.0-3", throws)


def primary(state: State, event: e.PrimarySet, seat: str | None) -> Line:
    """The one that counts double."""
    if seat not in (None, event.seat):
        return Line(f"{event.seat.capitalize()} has chosen a primary objective.", (), "blitz.16.0-3")
    name = NAMES[name_of(state, Slot(event.seat, event.number))]
    return Line(f"{event.seat.capitalize()}'s primary objective is {name}.", (), "blitz.16.0-3")


def revealed(state: State, event: e.ObjectivesShown, _seat: str | None) -> Line | None:
    """Secrets that are none any more."""
    words: list[str] = []
    for key in event.keys:
        what, whose, *number = key.split(":")
        value = state.facts[key].value
        if what == OBJECTIVE:
            words.append(f"{whose}'s objective {number[0]} is {NAMES[value]}")
        elif what == PRIMARY:
            words.append(f"{whose}'s primary objective is number {value}")
        elif what == MARKER:
            words.append(f"{whose}'s real marker is {value}")
    text = "; ".join(words)
    return Line(f"{text[0].upper()}{text[1:]}.", (), "blitz.16.0-3") if text else None


def placed(state: State, event: e.MarkerPlaced, _seat: str | None) -> Line:
    """A marker on the table."""
    name = name_of(state, Slot(event.seat, event.number))
    text = f"Marker {event.name[-1].upper()} of {event.seat}'s {NAMES[name]} is placed."
    return Line(text, (), RULES[name])


def chosen(state: State, event: e.MarkerChosen, seat: str | None) -> Line:
    """Which one is real is its owner's alone."""
    name = name_of(state, Slot(event.seat, event.number))
    text = f"{event.seat.capitalize()} has chosen the real marker of its {NAMES[name]}"
    if seat in (None, event.seat):
        text += f": {event.name[-1].upper()}"
    return Line(f"{text}.", (), RULES[name])


def drawn(state: State, event: e.TargetDrawn, seat: str | None) -> Line | None:
    """Whom an objective is about."""
    slot = Slot(event.seat, event.number)
    if not is_known(state.facts[slot.key(TARGET)], seat):
        return None
    unit = state.units.get(event.target)
    about = unit.name if unit is not None else f"combat group {event.target}" if event.target else "nobody"
    name = known_name(state, slot, seat)
    units = (unit.id,) if unit is not None else ()
    return Line(f"{event.seat.capitalize()}'s {NAMES[name]} is about {about}.", units, RULES[name])


def checked(state: State, event: e.MarkersChecked, _seat: str | None) -> Line | None:
    """Who holds what."""
    held = [f"{by} holds {name}" for name, by in event.held if by and state.points.get(f"{HELD}:{name}:{by}")]
    text = ", ".join(held)
    return Line(f"{text[0].upper()}{text[1:]}.", (), "blitz.3.3") if held else None


def achieved(state: State, event: e.Achieved, _seat: str | None) -> Line:
    """An objective is won."""
    name = name_of(state, Slot(event.seat, event.number))
    return Line(f"{event.seat.capitalize()} has achieved {NAMES[name]}.", (), RULES[name])


def last(_state: State, event: e.LastDeclared, _seat: str | None) -> Line:
    """The end is near."""
    return Line(f"{event.seat.capitalize()} declares this round the last.", (), "blitz.16.0-2b-alt")
