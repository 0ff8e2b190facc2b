"""Melee Combat, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.melee import events as e
from gearlock.systems.fieldmanual.state import State

FREE = {"fumbled": "the fumble", "left melee": "leaving melee", "shot in melee": "the shot in melee"}


def struck(state: State, event: e.BlowStruck, _seat: str | None) -> Line:
    """Who strikes at whom, and why."""
    name, target = state.units[event.unit].name, state.units[event.target].name
    units = (event.unit, event.target)
    if event.cause:
        text = f"{name} makes a Free Strike at {target} with the {event.weapon}, for {FREE[event.cause]}."
        return Line(text, units, "fieldmanual.free-strikes")
    how = "" if event.paid else " out of its Top Speed"
    if event.weapon:
        return Line(f"{name} strikes at {target} with the {event.weapon}{how}.", units, "fieldmanual.melee-attack")
    return Line(f"{name} rams {target}{how}.", units, "fieldmanual.ram")


def resolved(state: State, event: e.BlowResolved, _seat: str | None) -> Line | None:
    """What came of a blow; damage is told by itself."""
    name, target = state.units[event.unit].name, state.units[event.target].name
    difference = event.attack - event.defense
    came = f"a margin of {difference}" if difference > 0 else "it does not get through"
    text = f"{name}: {event.attack} against the {event.defense} of {target}, {came}."
    return Line(text, (event.unit, event.target), "fieldmanual.melee-attack")


def grappled(state: State, event: e.Grappled, _seat: str | None) -> Line:
    """A weapon held."""
    text = f"{state.units[event.unit].name} keeps {state.units[event.target].name} from using its {event.weapon}."
    return Line(text, (event.unit, event.target), "fieldmanual.option-humanoid-combat")


def hold_lost(state: State, event: e.HoldLost, _seat: str | None) -> Line:
    """A weapon free again."""
    text = f"{state.units[event.unit].name} lets go of {state.units[event.target].name}."
    return Line(text, (event.unit, event.target), "fieldmanual.option-humanoid-combat")
