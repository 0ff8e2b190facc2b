"""11.3: Objectives of position: Break the Line, Hold and Capture."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.mechanics.objectives.progress import Progress, is_held, largest_share, near_by_seat
from gearlock.systems.brigands.lock_and_cover.cover import look_at_point
from gearlock.systems.brigands.lock_and_cover.sensing import senses_point
from gearlock.systems.brigands.objectives.events import MarkerCaptured
from gearlock.systems.brigands.objectives.who_is_left import actions_of, group_of, is_drone
from gearlock.systems.brigands.pursuit import CAPTURE, HOLD, Pursuit, objectives
from gearlock.systems.brigands.state import NO_GROUP, State, Unit, opponent
from gearlock.systems.brigands.zones import is_in_zone
from gearlock.table.bodies import point
from gearlock.table.inches import gap
from gearlock.table.measure import INCH

CAPTURES = 2
"""Of three markers so many must be taken."""


@rule("brigands.11.3-break-the-line")
def breaking_the_line(state: State, pursuit: Pursuit) -> Progress:
    """One Combat Group has half its starting Actions or more in the enemy zone; a base stands wholly in it."""
    groups = {unit.group for unit in state.units.values() if unit.seat == pursuit.seat and unit.group != NO_GROUP}
    best, of = largest_share(
        (
            actions_of(unit for unit in group_of(state, pursuit.seat, group) if _is_through(state, unit)),
            actions_of(group_of(state, pursuit.seat, group)),
        )
        for group in sorted(groups)
    )
    words = f"{best} of {of} Actions of a Combat Group in the enemy zone" if best else "nobody in the enemy zone"
    return Progress(2 * best >= of, words, min(1.0, 2 * best / of))


def _is_through(state: State, unit: Unit) -> bool:
    return unit.is_fielded and is_in_zone(state, opponent(unit.seat), unit.body)


@rule("brigands.11.3-hold")
def hold_on(state: State, marker: tuple[int, int]) -> dict[str, int]:
    """The Actions worth of models each seat has within 6 in of a marker; drones and Fortifications hold nothing."""
    spot, reach = point(*marker), objectives()[HOLD].reach * INCH
    able = (unit for unit in state.units.values() if unit.is_fielded and unit.line.type != "Fortification")
    near = near_by_seat(spot, reach, able, ("red", "blue"))
    return {seat: actions_of(iter(units)) for seat, units in near.items()}


@heeds("brigands.11.3-hold")
def holding_ground(state: State, pursuit: Pursuit) -> Progress:
    """Both markers have more Actions of the seat around them than of the enemy."""
    holds = [hold_on(state, marker) for marker in pursuit.markers]
    held = sum(is_held(hold, pursuit.seat) for hold in holds)
    needed = objectives()[HOLD].markers
    return Progress(held == needed, f"{held} of {needed} markers controlled", held / needed, held, needed)


@heeds("brigands.11.3-capture")
def capturing(_state: State, pursuit: Pursuit) -> Progress:
    """Two of the three markers are taken."""
    words = f"{pursuit.captured} of {CAPTURES} markers captured"
    return Progress(
        pursuit.captured >= CAPTURES, words, min(1.0, pursuit.captured / CAPTURES), pursuit.captured, CAPTURES
    )


@heeds("brigands.11.3-capture", "brigands.11.3-demolitions")
def can_capture(state: State, unit: Unit, marker: tuple[int, int]) -> bool:
    """Within 2 in of a marker, with Sensor Lock on it or in sight of it. Drones capture nothing.

    Nor does a Demolitions target, which its owner could place beside the markers it is to capture.
    """
    spot, reach = point(*marker), objectives()[CAPTURE].reach * INCH
    if not unit.is_fielded or is_drone(unit) or unit.group == NO_GROUP or gap(unit.body, spot) > reach:
        return False
    return senses_point(state, unit, spot, attacking=False) or look_at_point(state, unit, spot).sight


def legal_captures(state: State) -> Iterator[MarkerCaptured]:
    """Every marker that is taken if the Round ends now, with the first model that takes it."""
    for pursuit in state.pursuits:
        for marker in pursuit.markers if pursuit.name == CAPTURE else ():
            taker = next((unit for unit in state.fielded(pursuit.seat) if can_capture(state, unit, marker)), None)
            if taker is not None:
                yield MarkerCaptured(pursuit.seat, taker.id, *marker)


@rule("brigands.11.3-capture")
def capture_markers(ctx: Ctx[State]) -> None:
    """The Round ends: markers are taken. What lies there still when two are won may be taken all the same."""
    for capture in list(legal_captures(ctx.state)):
        ctx.emit(capture)
