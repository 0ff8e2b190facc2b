"""12: special melee attacks in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.blitz.special_melee import events as e
from gearlock.systems.blitz.special_melee.bodies import BRUTE_FORCE, CRUSH, RAM
from gearlock.systems.blitz.state import State
from gearlock.table.measure import inches_text

_RULES = {BRUTE_FORCE: "blitz.12.1", RAM: "blitz.12.2", CRUSH: "blitz.12.3"}
_VERBS = {BRUTE_FORCE: "tries to push", RAM: "rams", CRUSH: "rolls over"}


def grappled(state: State, event: e.Grappled, _seat: str | None) -> Line:
    """Who goes at whom."""
    names = " and ".join(state.units[target].name for target in event.targets)
    text = f"{state.units[event.unit].name} {_VERBS[event.kind]} {names}."
    return Line(text, (event.unit, *event.targets), _RULES[event.kind])


def pressed(state: State, event: e.Pressed, _seat: str | None) -> Line:
    """The pusher follows."""
    text = f"{state.units[event.unit].name} presses on {inches_text(event.moved)} in."
    return Line(text, (event.unit,), "blitz.12.1")
