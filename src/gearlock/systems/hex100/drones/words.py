"""The events of drones as lines of the story, as far as a seat knows of them."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.view import Line, Token
from gearlock.systems.hex100.contacts import name_for, place_name
from gearlock.systems.hex100.drones import events as e
from gearlock.systems.hex100.drones.modes import modes_of
from gearlock.systems.hex100.drones.network import called, drones_of
from gearlock.systems.hex100.drones.terror.words import terror_rows
from gearlock.systems.hex100.lines import deed, knows, line, owns, sees
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex


def drone_tokens(state: State, unit: Unit) -> Iterator[Token]:
    """What lies beside a unit for its owner: the mode of a drone."""
    mode = modes_of(state, unit).get(unit.mode)
    if mode is not None:
        yield Token(f"{mode.name} mode", rule=mode.rule)


def drone_rows(state: State, unit: Unit) -> Iterator[tuple[str, str]]:
    """What the owner's record sheet says of a drone's mode, and of the drones a unit carries."""
    mode = modes_of(state, unit).get(unit.mode)
    if mode is not None:
        yield "mode", f"{mode.name}{_named(state, unit.seat, unit.point, unit.charge)}: {mode.about}"
    yield from terror_rows(unit)
    for drone in drones_of(state, unit.id):
        if drone.docked:
            yield called(state, drone), "docked"


def _named(state: State, seat: str | None, point: Hex | None, charge: str) -> str:
    if point is not None:
        return f" at {place_name(*point)}"
    return f", {name_for(state, seat, charge)}" if charge else ""


def fielded(state: State, event: e.DroneFielded, seat: str | None) -> Line | None:
    does = f"takes its place at {place_name(event.q, event.r)}"
    return deed(owns, state, seat, event.unit, does, "hex100.deployment")


def mode_set(state: State, event: e.ModeSet, seat: str | None) -> Line | None:
    """A command is the business of the side that gives it; the owner of a hacked drone sees what it is about."""
    if not owns(state, seat, event.unit) and not (event.by and owns(state, seat, event.by)):
        return None
    mode = modes_of(state, state.units[event.unit])[event.mode]
    named = _named(state, seat, event.point, event.charge)
    text = f"{name_for(state, seat, event.unit)} goes over to {mode.name} mode{named}."
    return line(state, seat, text, mode.rule, event.unit)


def undocked(state: State, event: e.Undocked, seat: str | None) -> Line | None:
    return deed(owns, state, seat, event.unit, f"undocks to {place_name(event.q, event.r)}", "hex100.drone-small")


def docked(state: State, event: e.Docked, seat: str | None) -> Line | None:
    carrier = state.machine(state.scene.ties[event.unit].carrier).name
    return deed(owns, state, seat, event.unit, f"docks with {carrier}", "hex100.drone-small")


def reactivated(state: State, event: e.Reactivated, seat: str | None) -> Line | None:
    """Told to those who knew that it was shut down."""
    if not sees(state, seat, event.unit) and not (event.noticed and knows(state, seat, event.unit)):
        return None
    text = f"{name_for(state, seat, event.unit)} is reactivated by {name_for(state, seat, event.by)}."
    return line(state, seat, text, "hex100.drone-emp", event.unit, event.by)


def repaired(state: State, event: e.Repaired, seat: str | None) -> Line | None:
    """Repairs are told as far as one sees the drone at work and the unit it works on."""
    seen = [(unit, points) for unit, points in event.repairs if sees(state, seat, unit)]
    if not seen or not sees(state, seat, event.unit):
        return None
    parts = (f"{name_for(state, seat, unit)} by {points}" for unit, points in seen)
    text = f"{name_for(state, seat, event.unit)} repairs {' and '.join(parts)}."
    return line(state, seat, text, "hex100.drone-repair", event.unit, *(unit for unit, _ in seen))
