"""The events of terror drones as lines of the story, as far as a seat knows of them."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.view import Line, Token, Track
from gearlock.systems.hex100.contacts import name_for
from gearlock.systems.hex100.damage.swarm import SMOKE
from gearlock.systems.hex100.defences.smoke import would_smoke
from gearlock.systems.hex100.drones.terror import events as e
from gearlock.systems.hex100.lines import deed, knows, line, owns, rolled, sees, under
from gearlock.systems.hex100.state import State, Unit


def terror_tokens(state: State, seat: str | None, unit: Unit) -> Iterator[Token]:
    """What lies beside a unit in sight: the machines that ride it; beside those, whom they ride."""
    riding = sum(len(drone.swarm) for drone in state.riders(unit.id))
    if riding:
        yield Token("terror drones on it", riding, "hex100.drone-terror")
    if unit.riding:
        yield Token(f"riding {name_for(state, seat, unit.riding)}", rule="hex100.drone-terror")


def terror_tracks(state: State, unit: Unit) -> list[Track]:
    """How many machines of a swarm are left."""
    full = state.machine(unit.id).unit.integrated.get("swarm", 0)
    return [Track("Machines", len(unit.swarm), full)] if full else []


def terror_rows(unit: Unit) -> Iterator[tuple[str, str]]:
    """What the owner's record sheet says of a swarm's smoke."""
    if SMOKE in unit.uses:
        yield "smoke launchers", "ready" if would_smoke(unit) else "used" if not unit.uses[SMOKE] else "not now"


def pounced(state: State, event: e.Pounced, seat: str | None) -> Line | None:
    if not (knows(state, seat, event.unit) or knows(state, seat, event.victim)):
        return None
    text = f"{name_for(state, seat, event.unit)} pounces on {name_for(state, seat, event.victim)}."
    return line(state, seat, text, "hex100.drone-terror", event.unit, event.victim)


def let_go(state: State, event: e.LetGo, seat: str | None) -> Line | None:
    if not knows(state, seat, event.victim):
        return None
    text = f"{name_for(state, seat, event.unit)} lets go of {name_for(state, seat, event.victim)}."
    return line(state, seat, text, "hex100.drone-terror-modes", event.unit, event.victim)


def gnawed(state: State, event: e.Gnawed, seat: str | None) -> Line | None:
    if not knows(state, seat, event.victim):
        return None
    bites = f"{event.bites or 'none'} of {len(event.faces)} get through"
    text = f"{name_for(state, seat, event.unit)} on {name_for(state, seat, event.victim)}: "
    text += f"{rolled(event.faces, event.number)}: {bites}."
    rolls = (under("terror drones", event.faces, event.number, "hex100.drone-terror"),)
    return line(state, seat, text, "hex100.drone-terror", event.victim, rolls=rolls)


def shake_tried(state: State, event: e.ShakeTried, seat: str | None) -> Line | None:
    how = "shakes a machine off" if event.face < event.number else "fails to shake its riders off"
    does = f"{how}: {rolled((event.face,), event.number)}"
    rolls = (under("shake off", (event.face,), event.number, "hex100.drone-terror-removal"),)
    return deed(sees, state, seat, event.unit, does, "hex100.drone-terror-removal", rolls)


def strayed(state: State, event: e.Strayed, seat: str | None) -> Line | None:
    if not (owns(state, seat, event.unit) or sees(state, seat, event.friend)):
        return None
    hits = f"{event.hits or 'none'} of {len(event.faces)} hit {name_for(state, seat, event.friend)} instead"
    text = f"Shots that missed the drones: {rolled(event.faces, event.number)}: {hits}."
    rolls = (under("stray shots", event.faces, event.number, "hex100.drone-terror-removal"),)
    return line(state, seat, text, "hex100.drone-terror-removal", event.friend, rolls=rolls)
