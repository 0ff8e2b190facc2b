"""What a seat sees of a scenario: zones, objectives and what they have earned, support that it knows of."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Shape
from gearlock.systems.fieldmanual.deployment.zones import zone_of
from gearlock.systems.fieldmanual.missions.progress import victory_points
from gearlock.systems.fieldmanual.missions.slots import MISSION, known_name, slots_of
from gearlock.systems.fieldmanual.missions.words_of_targets import objectives_shown
from gearlock.systems.fieldmanual.state import SEATS, State
from gearlock.systems.fieldmanual.support.sheet import known_choices, points_of
from gearlock.systems.fieldmanual.support.words import choice_words

UNSETTLED = ("table", "mission", "allocation", "sides")
"""Phases before anybody has a deployment zone."""


def zones_shown(state: State) -> tuple[Shape, ...]:
    """The deployment zones of both sides, until the battle begins."""
    if state.round or state.phase in UNSETTLED:
        return ()
    return tuple(
        Shape(f"{seat}-zone" if not number else f"{seat}-zone-{number}", "zone", f"{seat} deploys here", part)
        for seat in SEATS
        for number, part in enumerate(zone_of(state, seat))
    )


@heeds("fieldmanual.step8-victory")
def score_shown(state: State, seat: str | None) -> dict[str, int]:
    """The Victory Points of both sides if the battle ended now, where all objectives are known."""
    slots = [slot for side in SEATS for slot in slots_of(state, side)]
    if not state.round or not slots or not all(known_name(state, slot, seat) for slot in slots):
        return {}
    return {side: victory_points(state, side) for side in SEATS}


def scenario_notes(state: State, seat: str | None) -> Iterator[str]:
    """Table effects, missions, objectives and support in lines, as far as a seat knows them."""
    effects = state.switches.get("effects", "").split()
    if effects and effects != ["roll"]:
        yield f"Table effects: {', '.join(effects)}"
    for side in SEATS:
        if mission := state.switches.get(f"{MISSION}:{side}"):
            yield f"{side}: {mission} mission"
    yield from (goal.line for goal in objectives_shown(state, seat))
    for side in SEATS:
        bought = [choice_words(state, choice) for choice in known_choices(state, side, seat)]
        if bought:
            yield f"{side} support ({points_of(state, side)} SP): {', '.join(bought)}"
