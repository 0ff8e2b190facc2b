"""What a seat sees of the scenario: markers, its objectives and how they stand, what is known of the enemy's."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.view import Shape
from gearlock.mechanics.turns import SEATS
from gearlock.systems.blitz.conditions.weather import CONDITIONS
from gearlock.systems.blitz.deployment.reserves import BEYOND, FULL_BATTLES, UNDECLARED, WAYS
from gearlock.systems.blitz.dice_tests.sand import WEATHER
from gearlock.systems.blitz.general_concepts.measuring import DISTANCE
from gearlock.systems.blitz.objectives.events import LAST
from gearlock.systems.blitz.objectives.markers import controller_of
from gearlock.systems.blitz.objectives.progress import points_known, progress_of
from gearlock.systems.blitz.objectives.slots import (
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
from gearlock.systems.blitz.state import OFF_BOARD, WAITING, State
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
        slots = slots_of(state, side)
        known = [slot for slot in slots if known_name(state, slot, seat)]
        yield from (_aim(state, slot, seat) for slot in known)
        yield from (f"{side}: objective {number} is secret" for number in range(len(known) + 1, len(slots) + 1))
    yield from _reserves(state, seat)


def _aim(state: State, slot: Slot, seat: str | None) -> str:
    """One objective that is known, in a line."""
    name = known_name(state, slot, seat)
    text = f"{slot.seat}: {NAMES[name]}"
    if known_fact(state, f"{PRIMARY}:{slot.seat}", seat) == str(slot.number):
        text += " (primary, counts double)"
    if is_done(state, slot):
        return f"{text}: achieved"
    target, marker = (known_fact(state, slot.key(what), seat) for what in (TARGET, MARKER))
    if state.phase in ("scenario", "sides", "markers", "reserves", "deployment"):
        return text
    if name in ("hold", "capture") and not marker:
        return text
    now = progress_of(state, slot, name, target, marker)
    about = f", {now.words}" if now.words else ""
    return f"{text}{about}: {now.now} of {now.full}"


def _reserves(state: State, seat: str | None) -> Iterator[str]:
    """Who is still to come, and how far off the seat's own are."""
    for unit in state.units.values():
        if unit.status == WAITING and unit.arrival not in ("", UNDECLARED):
            yield f"{unit.name} {WAYS[unit.arrival][0]}"
        elif unit.status == OFF_BOARD and unit.arrival in BEYOND:
            far = known_fact(state, f"{DISTANCE}:{unit.id}", seat)
            yield f"{unit.name}: {inches_text(int(far))} in off the table" if far else f"{unit.name}: off the table"
