"""What a seat sees of the scenario: markers, its objectives and how they stand, what is known of the enemy's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gearlock.kernel.view import Goal, Shape
from gearlock.mechanics.objectives import marked_places
from gearlock.mechanics.turns import SEATS
from gearlock.systems.blitz.conditions.weather import CONDITIONS
from gearlock.systems.blitz.deployment.reserves import BEYOND, FULL_BATTLES, UNDECLARED, WAYS
from gearlock.systems.blitz.dice_tests.sand import WEATHER
from gearlock.systems.blitz.general_concepts.measuring import DISTANCE
from gearlock.systems.blitz.objectives.events import LAST
from gearlock.systems.blitz.objectives.marked import has_marked, holding
from gearlock.systems.blitz.objectives.markers import controller_of
from gearlock.systems.blitz.objectives.progress import points_known, progress_of
from gearlock.systems.blitz.objectives.slots import (
    CAPTURE,
    HOLD,
    MARKER,
    NAMES,
    PRIMARY,
    TARGET,
    Slot,
    is_done,
    known_fact,
    known_name,
    markers_of,
    slots_of,
)
from gearlock.systems.blitz.objectives.winning import MEETING, tokens_held
from gearlock.systems.blitz.state import OFF_BOARD, WAITING, State, opponent
from gearlock.table.measure import FULL_TURN, INCH, advance, inches_text


def score_of(state: State, seat: str | None) -> dict[str, int]:
    """Tokens held, victory points that are known, or hull and structure left."""
    if state.scenario == MEETING:
        return {side: tokens_held(state, side) for side in SEATS}
    if state.scenario in FULL_BATTLES:
        return {side: points_known(state, side, seat) for side in SEATS}
    return {side: sum(unit.hull + unit.structure for unit in state.in_play(side)) for side in SEATS}


def marker_shapes(state: State, seat: str | None) -> tuple[Shape, ...]:
    """Every marker with the ground it is controlled from, and who controls it now."""
    if has_marked(state):
        return marked_places.shapes(state.ground, holding(state))
    real = {known_fact(state, slot.key(MARKER), seat) for side in SEATS for slot in slots_of(state, side)}
    names = {
        marker: f"{slot.seat}'s {NAMES[known_name(state, slot, seat)]} {marker[-1].upper()}"
        for side in SEATS
        for slot in slots_of(state, side)
        for marker in markers_of(state, slot)
    }
    shapes = []
    for marker, (x, y) in sorted(state.markers.items()):
        by = controller_of(state, marker)
        label = names.get(marker, marker.replace("-", " ").capitalize()) + (", the real one" if marker in real else "")
        shapes.append(Shape(marker, "marker", f"{label}, held by {by or 'nobody'}; 6 in around it", _disc(x, y)))
    return tuple(shapes)


def _disc(x: int, y: int) -> tuple[tuple[int, int], ...]:
    """A point as one can see it: an inch around."""
    return tuple(advance(x, y, corner * FULL_TURN // 16, INCH) for corner in range(16))


def aims_of(state: State, seat: str | None) -> Iterator[str]:
    """Conditions, objectives and reserves in lines, as far as the seat may know them."""
    if state.scenario not in FULL_BATTLES:
        return
    if state.switches.get(WEATHER) in CONDITIONS:
        yield f"Conditions: {CONDITIONS[state.switches[WEATHER]]}"
    if LAST in state.switches:
        yield f"{state.switches[LAST].capitalize()} has declared this the last round"
    for side in SEATS:
        yield from (goal.line for goal in _goals(state, side, seat))
    yield from _reserves(state, seat)


def goals_of(state: State, seat: str | None) -> tuple[Goal, ...]:
    """The objectives of both sides, as far as the seat may know them."""
    if state.scenario not in FULL_BATTLES:
        return marked_places.goals(state.ground, holding(state))
    return tuple(goal for side in SEATS for goal in _goals(state, side, seat))


def _goals(state: State, side: str, seat: str | None) -> Iterator[Goal]:
    slots = slots_of(state, side)
    known = [slot for slot in slots if known_name(state, slot, seat)]
    yield from (_aim(state, slot, seat) for slot in known)
    for number in range(len(known) + 1, len(slots) + 1):
        yield Goal(f"Objective {number}", side, words="secret", line=f"{side}: objective {number} is secret")


def _aim(state: State, slot: Slot, seat: str | None) -> Goal:
    """One objective that is known, and how it stands."""
    name = known_name(state, slot, seat)
    is_primary = known_fact(state, f"{PRIMARY}:{slot.seat}", seat) == str(slot.number)
    worth = "primary, counts double" if is_primary else ""
    line = f"{slot.seat}: {NAMES[name]}" + (f" ({worth})" if worth else "")
    now = _standing(state, slot, name, seat)
    if is_done(state, slot):
        now, line = now._replace(now=now.full, words="achieved"), f"{line}: achieved"
    elif now.is_counted:
        line += f"{', ' if now.words else ''}{now.words}: {now.now} of {now.full}"
    return Goal(
        NAMES[name],
        slot.seat,
        now.now,
        now.full,
        now.words,
        worth,
        not known_name(state, slot, opponent(slot.seat)),
        tuple(markers_of(state, slot)),
        line,
    )


class _Standing(NamedTuple):
    """How an objective stands, and whether that can be told yet."""

    now: int
    full: int
    words: str = ""
    is_counted: bool = True


def _standing(state: State, slot: Slot, name: str, seat: str | None) -> _Standing:
    target, marker = (known_fact(state, slot.key(what), seat) for what in (TARGET, MARKER))
    if state.phase in ("scenario", "sides", "markers", "reserves", "deployment"):
        return _Standing(0, 1, is_counted=False)
    if name in (HOLD, CAPTURE) and not marker:
        return _Standing(0, 1, is_counted=False)
    return _Standing(*progress_of(state, slot, name, target, marker))


def _reserves(state: State, seat: str | None) -> Iterator[str]:
    """Who is still to come, and how far off the seat's own are."""
    for unit in state.units.values():
        if unit.status == WAITING and unit.arrival not in ("", UNDECLARED):
            yield f"{unit.name} {WAYS[unit.arrival][0]}"
        elif unit.status == OFF_BOARD and unit.arrival in BEYOND:
            far = known_fact(state, f"{DISTANCE}:{unit.id}", seat)
            yield f"{unit.name}: {inches_text(int(far))} in off the table" if far else f"{unit.name}: off the table"
