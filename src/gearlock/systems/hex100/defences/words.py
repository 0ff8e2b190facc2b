"""The events of interceptors, smoke and mines as lines of the story, as far as a seat knows of them."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.view import Line, Token
from gearlock.systems.hex100.contacts import hexes, name_for, place_name
from gearlock.systems.hex100.defences import events as e
from gearlock.systems.hex100.defences.interceptors import interceptors
from gearlock.systems.hex100.lines import deed, knows, line, owns
from gearlock.systems.hex100.state import State, Unit


def defence_tokens(state: State, seat: str, unit: Unit) -> Iterator[Token]:
    """What lies beside a unit: siege mode for all who see it, the rest for its own side."""
    if unit.sieging:
        yield Token("siege mode", rule="hex100.siege-stabilizers")
    if unit.seat == seat:
        if unit.plotted:
            yield Token("artillery fire control", rule="hex100.fcs-artillery")
        shots = sum(each.shots for each in interceptors(state, unit))
        if shots:
            yield Token("shots to intercept", shots, "hex100.attr-interceptor")


def guns_warding(state: State, event: e.GunsWarding, seat: str | None) -> Line | None:
    guns = state.scene.loadouts[event.unit].mounts
    names = " and ".join(guns[each].modes[0].name for each in event.weapons)
    return deed(owns, state, seat, event.unit, f"turns its {names} against incoming shots", "hex100.attr-interceptor")


def shots_stopped(state: State, event: e.ShotsStopped, seat: str | None) -> Line | None:
    """The other side sees its shots burst in flight, if not who stopped them."""
    many = f"{event.shots} shot{'s' * (event.shots != 1)}"
    text = f"{name_for(state, seat, event.unit)} stops {many} in flight."
    return line(state, seat, text, "hex100.attr-interceptor", event.unit)


def smoke_laid(state: State, event: e.SmokeLaid, seat: str | None) -> Line | None:
    """Smoke is plain to see, if not who made it."""
    text = f"dense smoke fills {hexes(len(event.hexes))}."
    if not knows(state, seat, event.unit):
        return line(state, seat, text, "hex100.smoke-launcher")
    name = name_for(state, seat, event.unit)
    return line(state, seat, f"{name} lays smoke: {text}", "hex100.smoke-launcher", event.unit)


def smoke_cleared(state: State, event: e.SmokeCleared, seat: str | None) -> Line | None:
    return line(state, seat, f"{event.seat}'s smoke clears.", "hex100.smoke-launcher")


def rounds_switched(state: State, event: e.RoundsSwitched, seat: str | None) -> Line | None:
    return deed(owns, state, seat, event.unit, f"has {event.load} in its launcher", "hex100.castellan-launcher")


def mines_laid(state: State, event: e.MinesLaid, seat: str | None) -> Line | None:
    """Where mines lie is plain to see, if not who sent them."""
    where = "; ".join(place_name(*hex_) for hex_ in event.hexes) or "nowhere"
    return line(state, seat, f"Mines come down and lie ready: {where}.", "hex100.castellan-mines")


def mine_gone(state: State, event: e.MineGone, seat: str | None) -> Line | None:
    """That a mine is gone from the table is seen by all."""
    how = "clears" if event.cleared else "sets off"
    text = f"{name_for(state, seat, event.unit)} {how} the mine at {place_name(event.q, event.r)}."
    return line(state, seat, text, "hex100.castellan-mines", event.unit)
