"""Where objectives want models, what getting there is worth before the battle ends, and whose loss counts more.

Everything is judged from what a seat knows. Cheap on purpose: bots ask for every place they think of.
"""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.mechanics.objectives.approach import left_to_hold, way_to
from gearlock.mechanics.objectives.wanted import Errand, gained, with_ways
from gearlock.systems.blitz.deployment.zones import zone_of
from gearlock.systems.blitz.lock_and_cover.sensing import scan_reach
from gearlock.systems.blitz.objectives.markers import can_control, controller_of
from gearlock.systems.blitz.objectives.slots import (
    ASSASSINATE,
    MARKED,
    MARKER,
    RECON,
    TARGET,
    WIPE,
    Slot,
    all_slots,
    is_done,
    known_fact,
    known_name,
    markers_of,
    scans_of,
    slots_of,
)
from gearlock.systems.blitz.objectives.winning import MEETING
from gearlock.systems.blitz.state import NEAR, State, Unit, opponent
from gearlock.table.measure import INCH
from gearlock.table.polygon import distance_to

PULL, HASTE = 0.1, 0.3
"""What the length of the table is worth to a model on an errand at first, and what is added by the last round."""
GUNSHOT = 12 * INCH
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


def errand_worth(state: State, unit: Unit, x: int, y: int) -> float:
    """What it is worth to its side that a model goes from where it stands to a place; straying costs."""
    if not state.markers and not state.facts:
        return 0.0
    urgency = PULL + HASTE * state.round / max(1, state.rounds)
    return urgency * gained(_ways_of(state, unit), x, y) / max(state.ground.width, state.ground.height)


def _ways_of(state: State, unit: Unit) -> list[tuple[Errand, int]]:
    """The errands of a model, each with the way it still has from where it stands; noted."""
    key = (_ways_of, unit.id, unit.x, unit.y)
    known: list[tuple[Errand, int]] | None = state.notes.get(key)
    if known is None:
        known = state.notes[key] = with_ways(errands_of(state, unit), unit.x, unit.y)
    return known


def errands_of(state: State, unit: Unit) -> Iterator[Errand]:
    """What objectives ask of a model: markers not held yet, somebody to destroy, enemies to scan."""
    held = {marker for marker in state.markers if controller_of(state, marker) == unit.seat}
    open_ones = tuple(state.markers[marker] for marker in wanted_markers(state, unit.seat) if marker not in held)
    if open_ones and can_control(unit):
        yield Errand(open_ones, NEAR - INCH)
    for slot in slots_of(state, unit.seat):
        if is_done(state, slot):
            continue
        name = known_name(state, slot, unit.seat)
        target = state.units.get(known_fact(state, slot.key(TARGET), unit.seat))
        if name == ASSASSINATE and target is not None and target.is_fielded:
            yield Errand(((target.x, target.y),), GUNSHOT)
        elif name == RECON:
            seen = scans_of(state, unit.seat)
            left = tuple((enemy.x, enemy.y) for enemy in state.fielded(opponent(unit.seat)) if enemy.id not in seen)
            if left:
                yield Errand(left, scan_reach(state, unit))


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
