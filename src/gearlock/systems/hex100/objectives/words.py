"""Objectives as lines of the story, as far as a seat knows of them."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.view import Line, Token
from gearlock.systems.hex100.contacts import name_for, place_name
from gearlock.systems.hex100.lines import deed, knows, line, owns, rolled, under
from gearlock.systems.hex100.objectives.events import LeftMap, ObjectiveScored, SiteHackRolled, SiteVisited
from gearlock.systems.hex100.objectives.objectives import HACK, describe
from gearlock.systems.hex100.state import State, Unit


def briefing_tokens(unit: Unit) -> Iterator[Token]:
    """What lies beside a unit for its own side."""
    if unit.lurking:
        yield Token("lying in wait", rule="hex100.briefing")


def scored(state: State, event: ObjectiveScored, seat: str | None) -> Line | None:
    """Both sides hear what counts, unless the objective is a secret of the other side; which machine, if they know."""
    objective = state.scene.plan.objectives[event.objective]
    if objective.secret and seat not in (None, objective.seat):
        return None
    points = f"{event.points} point{'s' * (event.points != 1)}"
    unit = state.units.get(event.item) if not objective.units else None
    told = unit is not None and (unit.destroyed or knows(state, seat, unit.id))
    about = f" ({name_for(state, seat, event.item)})" if told else ""
    text = f"{event.seat} scores {points}: {describe(state, objective)}{about}."
    return line(state, seat, text, "hex100.victory")


def left_map(state: State, event: LeftMap, seat: str | None) -> Line | None:
    """The own side is told; the other learns of it by the score, or by a contact that is gone."""
    return deed(owns, state, seat, event.unit, "leaves the map", "hex100.briefing")


def visited(state: State, event: SiteVisited, seat: str | None) -> Line | None:
    how = "gets into the site" if event.how == HACK else "scans the site"
    return deed(owns, state, seat, event.unit, f"{how} at {place_name(event.q, event.r)}", "hex100.briefing")


def hack_rolled(state: State, event: SiteHackRolled, seat: str | None) -> Line | None:
    kept = ": kept out" if event.face < event.number else ""
    dice = f"{rolled((event.face,), event.number)} to fail{kept}"
    does = f"hacks the site at {place_name(event.q, event.r)}, {dice}"
    rolls = (under("hack", (event.face,), event.number, "hex100.hacking"),)
    return deed(owns, state, seat, event.unit, does, "hex100.hacking", rolls)
