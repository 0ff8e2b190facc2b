"""7: Rerolls, Orders and promotions, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.brigands.chain_of_command.lineup import FORCE_COMMANDER, TITLES
from gearlock.systems.brigands.command.events import OrderGiven, Promoted, Rerolled
from gearlock.systems.brigands.state import State


def rerolled(state: State, event: Rerolled, _seat: str | None) -> Line:
    if event.commander:
        text = f"A Command Point of {state.name_of(event.commander)} rerolls for {state.name_of(event.unit)}."
        return Line(text, (event.unit, event.commander), "brigands.7.4a")
    return Line(f"{state.name_of(event.unit)} rerolls: {event.source}.", (event.unit,), "brigands.1.2i")


def ordered(state: State, event: OrderGiven, _seat: str | None) -> Line:
    target = f" on {state.name_of(event.target)}" if event.target else ""
    text = f"{state.name_of(event.unit)} orders: {event.name}{target}."
    return Line(text, (event.unit, event.target) if event.target else (event.unit,), "brigands.7.5")


def promoted(state: State, event: Promoted, _seat: str | None) -> Line:
    text = f"{state.name_of(event.unit)} takes over as {TITLES[event.rank]}."
    return Line(text, (event.unit,), "brigands.7.1-xo" if event.rank == FORCE_COMMANDER else "brigands.7.1-2ic")
