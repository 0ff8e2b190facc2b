"""What markers are worth before the battle ends, and whose loss counts more.

Everything is judged from what a seat knows. Cheap on purpose: bots ask for every place they think of.
"""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.mechanics.objectives.approach import left_to_hold, way_to
from gearlock.systems.blitz.deployment.zones import zone_of
from gearlock.systems.blitz.objectives.markers import can_control, controller_of
from gearlock.systems.blitz.objectives.slots import (
    ASSASSINATE,
    MARKED,
    MARKER,
    TARGET,
    WIPE,
    Slot,
    all_slots,
    is_done,
    known_fact,
    known_name,
    markers_of,
    slots_of,
)
from gearlock.systems.blitz.objectives.winning import MEETING
from gearlock.systems.blitz.state import NEAR, State, Unit, opponent
from gearlock.table.measure import INCH
from gearlock.table.polygon import distance_to

PRIZE = 0.5
"""How much more damage counts on a model whose loss wins an objective."""
LONG = 36 * INCH
"""A way that is as good as endless."""
FOR_A_MARKER = 0.75
"""What such a way to one marker costs, in shares of a model."""
HELD = 0.75
"""What a marker is worth that is held, in shares of a model."""


def wanted_markers(state: State, seat: str) -> dict[str, float]:
    """The markers a side wants to hold or to contest, for all it knows, and how much of a marker each is."""
    if state.scenario == MEETING:
        return dict.fromkeys(sorted(state.markers), 1.0)
    found: dict[str, float] = {}
    for slot in all_slots(state):
        if known_name(state, slot, seat) not in MARKED or is_done(state, slot):
            continue
        real, lying = known_fact(state, slot.key(MARKER), seat), markers_of(state, slot)
        for marker in [real] if real in lying else lying:
            found[marker] = 1.0 if real in lying else 0.5
    return found


def prize_of(state: State, unit: Unit, target: Unit) -> float:
    """By how much more than its share of a model the damage to a target counts for a model's side."""
    key = (prize_of, unit.seat)
    prizes: set[str] | None = state.notes.get(key)
    if prizes is None:
        prizes = state.notes[key] = {name for slot in slots_of(state, unit.seat) for name in _prey(state, slot)}
    return PRIZE if target.id in prizes else 0.0


def _prey(state: State, slot: Slot) -> Iterator[str]:
    """The models whose loss wins an objective."""
    name, about = known_name(state, slot, slot.seat), known_fact(state, slot.key(TARGET), slot.seat)
    if is_done(state, slot):
        return
    if name == ASSASSINATE:
        yield about
    elif name == WIPE and about:
        yield from (unit.id for unit in state.fielded(opponent(slot.seat)) if str(unit.group) == about)


def ground_in_reach(state: State, seat: str) -> float:
    """What the markers a seat holds are worth to it, less the enemy's and less the ways left, in shares of a model."""
    worth, called = 0.0, set[str]()
    able = [unit for unit in state.fielded(seat) if can_control(unit)]
    for marker, counts in wanted_markers(state, seat).items():
        holder = controller_of(state, marker)
        if holder == seat:
            worth += HELD * counts
            continue
        worth -= HELD * counts if holder else 0.0
        far = left_to_hold(able, state.markers[marker], _way, called)
        worth -= FOR_A_MARKER * counts * far
    return worth


def _way(unit: Unit, spot: tuple[int, int]) -> float:
    """How far a model is from where it counts for a marker, of a long way."""
    return way_to(unit, spot, NEAR + unit.line.radius, LONG)


def marker_worth(state: State, seat: str, x: int, y: int) -> float:
    """Whoever places a marker wants it near its own zone."""
    far = min((distance_to(part, x, y) for part in zone_of(state, seat)), default=0)
    return 1.0 - max(0, far) / max(state.ground.width, state.ground.height)
