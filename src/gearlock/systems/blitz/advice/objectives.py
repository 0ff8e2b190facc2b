"""What the aims of a battle are worth before it ends, so that bots go where they are needed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.objectives import marked_places
from gearlock.mechanics.objectives.approach import Spot, left_to_hold, way_to
from gearlock.systems.blitz.deployment.zones import zone_of
from gearlock.systems.blitz.objectives.objectives import (
    ASSASSINATE,
    MARKED,
    MARKER,
    RECON,
    TARGET,
    WIPE,
    Slot,
    all_slots,
    can_control,
    controller_of,
    has_marked,
    holding,
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

PRIZE = 0.5
"""How much more damage counts on a model whose loss wins an objective."""
LONG = 36 * INCH
"""A way that is as good as endless."""
FOR_A_MARKER = 0.5
"""What such a way to one marker costs, in shares of a model."""
HELD = 0.5
"""What a marker is worth that is held, in shares of a model."""
FOR_PREY = 0.2
"""What a long way to somebody costs who is to be destroyed."""
GUNSHOT = 12 * INCH
"""As near as one need come to them."""


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
    return PRIZE if target.id in prey_of(state, unit.seat) else 0.0


def prey_of(state: State, seat: str) -> set[str]:
    """The models whose loss wins an objective of a side, noted."""
    key = (prey_of, seat)
    found: set[str] | None = state.notes.get(key)
    if found is None:
        found = state.notes[key] = {name for slot in slots_of(state, seat) for name in _prey(state, slot)}
    return found


def _prey(state: State, slot: Slot) -> Iterator[str]:
    name, about = known_name(state, slot, slot.seat), known_fact(state, slot.key(TARGET), slot.seat)
    if is_done(state, slot):
        return
    if name == ASSASSINATE:
        yield about
    elif name == WIPE and about:
        yield from (unit.id for unit in state.fielded(opponent(slot.seat)) if str(unit.group) == about)


@heeds("blitz.16.0-obj-recon")
def is_worth_a_scan(state: State, seat: str, target: str) -> bool:
    """Whether a scan of somebody serves an objective of a side."""
    unit = state.units.get(target)
    if unit is None or unit.seat == seat or target in scans_of(state, seat):
        return False
    return any(known_name(state, slot, seat) == RECON and not is_done(state, slot) for slot in slots_of(state, seat))


def way_to_marker(unit: Unit, spot: Spot) -> float:
    """How far a model is from where it counts for a marker, of a long way."""
    return way_to(unit, spot, NEAR + unit.line.radius, LONG)


def ground_in_reach(state: State, seat: str) -> float:
    """What the markers a seat holds are worth to it, less the enemy's and less the ways left, in shares of a model."""
    worth, called = 0.0, set[str]()
    if has_marked(state):
        worth += marked_places.worth_in_reach(state.ground, holding(state), seat)
    able = [unit for unit in state.fielded(seat) if can_control(unit)]
    for marker, counts in wanted_markers(state, seat).items():
        holder = controller_of(state, marker)
        if holder == seat:
            worth += HELD * counts
            continue
        worth -= HELD * counts if holder else 0.0
        far = left_to_hold(able, state.markers[marker], way_to_marker, called)
        worth -= FOR_A_MARKER * counts * far
    return worth


class Errand(NamedTuple):
    """A place a model is wanted at: how near, what the way to it costs, and what it is worth to be there."""

    spot: Spot
    near: int
    cost: float
    worth: float = 0.0

    def way(self, unit: Unit) -> float:
        """How far a model still has to go, of a long way."""
        return way_to(unit, self.spot, self.near + unit.line.radius, LONG)

    def gain(self, before: float, after: float) -> float:
        """What it brings to come so near, or costs to leave."""
        return self.cost * (before - after) + self.worth * (int(not after) - int(not before))


def errands_of(state: State, unit: Unit) -> list[Errand]:
    """The errands of a model; those of its whole side are noted."""
    key = (errands_of, unit.seat)
    found: dict[str, list[Errand]] | None = state.notes.get(key)
    if found is None:
        found = state.notes[key] = _errands(state, unit.seat)
    return found.get(unit.id, [])


def _errands(state: State, seat: str) -> dict[str, list[Errand]]:
    """Who is alone at a marker stays; the nearest who is free goes to one not held; all come near those to destroy."""
    able = [unit for unit in state.fielded(seat) if can_control(unit)]
    prey = [unit for unit in state.fielded(opponent(seat)) if unit.id in prey_of(state, seat)]
    hunts = [Errand((unit.x, unit.y), GUNSHOT, FOR_PREY) for unit in prey]
    found = {unit.id: sorted(hunts, key=lambda errand: errand.way(unit))[:1] for unit in able}
    busy, left = set[str](), list[Errand]()
    for marker, counts in wanted_markers(state, seat).items():
        errand = Errand(state.markers[marker], NEAR, FOR_A_MARKER * counts, HELD * counts)
        if controller_of(state, marker) != seat:
            left.append(errand)
        there = [unit.id for unit in able if not errand.way(unit)]
        if len(there) == 1:
            busy.add(there[0])
            found[there[0]].append(errand)
    for unit in able if has_marked(state) else ():
        for place in marked_places.wanted(state.ground, holding(state), unit):
            found[unit.id].append(Errand((place.x, place.y), NEAR, FOR_A_MARKER, HELD))
    for errand in left:
        ways = [(way, unit.id) for unit in able if unit.id not in busy and (way := errand.way(unit))]
        if ways:
            who = min(ways)[1]
            busy.add(who)
            found[who].append(errand)
    return found


def errand_worth(state: State, unit: Unit, there: Unit) -> float:
    """What it is worth to its side that a model goes to another place."""
    return sum(errand.gain(errand.way(unit), errand.way(there)) for errand in errands_of(state, unit))


def errand_hope(state: State, unit: Unit, reach: int) -> float:
    """The most a model could do for its errands by going so far."""
    ways = ((errand, errand.way(unit)) for errand in errands_of(state, unit))
    return max((errand.gain(way, max(0.0, way - reach / LONG)) for errand, way in ways), default=0.0)


def marker_worth(state: State, seat: str, x: int, y: int) -> float:
    """Whoever places a marker wants it near its own zone."""
    far = min((distance_to(part, x, y) for part in zone_of(state, seat)), default=0)
    return 1.0 - max(0, far) / max(state.ground.width, state.ground.height)
