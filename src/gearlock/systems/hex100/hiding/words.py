"""The events of stealth and the sensors against it as lines of the story, as far as a seat knows of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gearlock.kernel.events import Event
from gearlock.kernel.view import Line, Token
from gearlock.systems.hex100.hiding import events as e
from gearlock.systems.hex100.hiding.beacons import is_beacon
from gearlock.systems.hex100.sensing.naming import name_for
from gearlock.systems.hex100.showing.lines import knows, line
from gearlock.systems.hex100.state import State, Unit


def hiding_tokens(state: State, seat: str, unit: Unit) -> Iterator[Token]:  # noqa: ARG001 - one of the token makers
    """What lies beside a unit: a beacon is one for everybody who holds it."""
    if is_beacon(unit):
        yield Token("beacon", rule="hex100.attr-beacon")


def _marked(state: State, event: e.Marked, seat: str | None) -> Line | None:
    if not knows(state, seat, event.unit):
        return None
    text = f"{name_for(state, seat, event.unit)} is a beacon for the rest of the battle."
    return line(state, seat, text, "hex100.canisterate", event.unit)


HIDING_WORDS: dict[type[Event], Callable[[State, Any, str | None], Line | None]] = {
    e.Marked: _marked,
}
