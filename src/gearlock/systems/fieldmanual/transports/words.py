"""Passengers, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.state import State
from gearlock.systems.fieldmanual.transports import events as e

EFFECTS = {"stun": "a Stun counter", "one": "one box", "two": "two boxes", "destroyed": "Destroyed"}


def carrier_name(state: State, carrier: str) -> str:
    """What a transport or building is called."""
    held = state.units.get(carrier)
    if held is not None:
        return held.name
    return next((piece.name for piece in state.ground.pieces if piece.id == carrier), carrier)


def embarked(state: State, event: e.Embarked, _seat: str | None) -> Line:
    """In."""
    text = f"{state.units[event.unit].name} gets into {carrier_name(state, event.carrier)}."
    return Line(text, (event.unit,), "fieldmanual.infantry-structures" if event.fights else "fieldmanual.transports")


def disembarked(state: State, event: e.Disembarked, _seat: str | None) -> Line:
    """Out."""
    text = f"{state.units[event.unit].name} gets out of {carrier_name(state, event.carrier)}."
    rule_id = "fieldmanual.transport-destroyed" if event.thrown else "fieldmanual.transports"
    return Line(text, (event.unit,), rule_id)


def stepped_off(state: State, event: e.SteppedOff, _seat: str | None) -> Line:
    """On its way."""
    text = f"{state.units[event.unit].name} spends an Action to move on from where it got out."
    return Line(text, (event.unit,), "fieldmanual.transports")


def tested(state: State, event: e.PassengerTested, _seat: str | None) -> Line:
    """What became of who was inside."""
    die = f"{event.face}" if event.face == event.total else f"{event.face} + 1"
    text = f"{state.units[event.unit].name} in {carrier_name(state, event.carrier)}: {die}, {EFFECTS[event.effect]}."
    return Line(text, (event.unit,), "fieldmanual.transport-destroyed")
