"""What the objectives of a side are worth before the battle ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.objectives import marked_places
from gearlock.systems.fieldmanual.deployment import zone_of
from gearlock.systems.fieldmanual.missions.objectives import (
    ASSASSINATION,
    BREAKTHROUGH,
    DONE,
    ESCAPE,
    HOLD,
    RECON,
    SCOUT,
    SEIZE,
    WIPE,
    Slot,
    known_name,
    slots_of,
    target_of,
)
from gearlock.systems.fieldmanual.missions.progress import (
    NEAR,
    distance_to_target,
    far_zone,
    has_marked,
    holding,
    is_larger,
    near_target,
    progress_of,
    ways_out,
)
from gearlock.systems.fieldmanual.missions.scenario import gap_to_segment, is_escaping
from gearlock.systems.fieldmanual.paying import is_reconnoitred
from gearlock.systems.fieldmanual.state import State, Unit, opponent
from gearlock.table.measure import INCH, distance
from gearlock.table.polygon import distance_to
from gearlock.table.terrain import Marker

LONG = 36 * INCH
"""A way that is as good as endless."""
FOR_A_PLACE = 0.5
"""What such a way to a place costs, in shares of a model."""
POINT = 0.3
"""What a Victory Point is worth that stands, in shares of a model."""
PRIZE = 0.5
"""How much more damage counts on a model whose loss serves an objective."""
PLACES = (HOLD, SEIZE, SCOUT, ESCAPE, BREAKTHROUGH)


class Errand(NamedTuple):
    """A place a model is wanted at: how far it still is from there, and what it is worth to be there."""

    left: Callable[[Unit], int]
    worth: float = POINT

    def way(self, unit: Unit) -> float:
        """How far a model still has to go, of a long way."""
        return min(1.0, max(0, self.left(unit)) / LONG)

    def gain(self, before: float, after: float) -> float:
        """What it brings to come so near, or costs to leave."""
        return FOR_A_PLACE * (before - after) + self.worth * (int(not after) - int(not before))


def errands_of(state: State, unit: Unit) -> list[Errand]:
    """The errands of a model; those of its whole side are noted."""
    key = ("errands", unit.seat)
    if key not in state.notes:
        state.notes[key] = _errands(state, unit.seat)
    mine: list[Errand] = state.notes[key].get(unit.id, [])
    return mine


def _open_slots(state: State, seat: str, *names: str) -> Iterator[tuple[Slot, str]]:
    """The objectives of a side of these kinds that are still to be done."""
    for slot in slots_of(state, seat):
        name = known_name(state, slot, seat)
        if name in names and not state.points.get(slot.key(DONE)):
            yield slot, name


@heeds("fieldmanual.obj-hold", "fieldmanual.obj-seize", "fieldmanual.obj-scout", "fieldmanual.obj-breakthrough")
def _errands(state: State, seat: str) -> dict[str, list[Errand]]:
    """Who is at a place that counts stays; the nearest who are free go to others; whoever is to escape does."""
    able = [unit for unit in state.fielded(seat) if not unit.is_static and not unit.parent and unit.card.rows]
    found: dict[str, list[Errand]] = {}
    for unit in able if has_marked(state) else ():
        for marker in marked_places.wanted(state.ground, holding(state), unit):
            found.setdefault(unit.id, []).append(_to_marker(marker))
    busy = set[str]()
    for slot, name in _open_slots(state, seat, *PLACES):
        errand, wanted = _errand(state, slot, name), _wanted(state, slot, name)
        goers = [unit for unit in able if is_escaping(state, unit)] if name == ESCAPE else able
        ways = sorted((errand.way(unit), unit.id) for unit in goers if name == ESCAPE or unit.id not in busy)
        for far, who in ways if name == ESCAPE else ways[:wanted]:
            busy.add(who)
            found.setdefault(who, []).append(errand._replace(worth=errand.worth if far or wanted else 0.0))
    return found


def _to_marker(marker: Marker) -> Errand:
    return Errand(lambda unit: distance(unit.x, unit.y, marker.x, marker.y) - NEAR)


def _wanted(state: State, slot: Slot, name: str) -> int:
    """How many models a place takes: one more than the enemy has there."""
    if name not in (HOLD, SEIZE):
        return 1
    return min(3, len(near_target(state, opponent(slot.seat), target_of(state, slot))) + 1)


@heeds("fieldmanual.obj-escape")
def _errand(state: State, slot: Slot, name: str) -> Errand:
    """Where an objective of position wants models."""
    target = target_of(state, slot)
    if name == ESCAPE:
        edges = ways_out(state, slot.seat)
        return Errand(lambda unit: min((gap_to_segment(unit, part) for part in edges), default=0) - INCH)
    if name == BREAKTHROUGH:
        far = is_larger(state.ground)
        zone = (far_zone(state, slot.seat),) if far else zone_of(state, opponent(slot.seat))
        return Errand(lambda unit: min((distance_to(part, unit.x, unit.y) for part in zone), default=0))
    if name == SCOUT:
        return Errand(lambda unit: distance_to_target(state, unit.body, target) - unit.card.detect * INCH)
    return Errand(lambda unit: distance_to_target(state, unit.body, target) - NEAR)


def errand_worth(state: State, unit: Unit, there: Unit) -> float:
    """What it is worth to its side that a model goes to another place."""
    return sum(errand.gain(errand.way(unit), errand.way(there)) for errand in errands_of(state, unit))


def errand_hope(state: State, unit: Unit, reach: int) -> float:
    """The most a model could do for its errands by going so far."""
    ways = ((errand, errand.way(unit)) for errand in errands_of(state, unit))
    return max((errand.gain(way, max(0.0, way - reach / LONG)) for errand, way in ways), default=0.0)


def prize_of(state: State, unit: Unit, target: Unit) -> float:
    """By how much more than its share of a model the damage to a target counts for a model's side."""
    return PRIZE if target.id in prey_of(state, unit.seat) else 0.0


@heeds("fieldmanual.obj-assassination", "fieldmanual.obj-wipe-them-out")
def prey_of(state: State, seat: str) -> set[str]:
    """The models whose loss serves an objective of a side, noted."""
    key = (prey_of, seat)
    found: set[str] | None = state.notes.get(key)
    if found is None:
        found = state.notes[key] = set()
        for slot, name in _open_slots(state, seat, ASSASSINATION, WIPE):
            about, enemies = target_of(state, slot), state.fielded(opponent(seat))
            found |= {
                unit.id for unit in enemies if about in ((unit.id,) if name == ASSASSINATION else (str(unit.group),))
            }
    return found


@heeds("fieldmanual.obj-recon")
def is_to_be_locked(state: State, seat: str, target: Unit) -> bool:
    """Whether Active Lock on a model serves an objective of a side."""
    wanted = (target_of(state, slot) == str(target.group) for slot, _ in _open_slots(state, seat, RECON))
    return target.seat != seat and any(wanted) and not is_reconnoitred(state, seat, target)


def ground_in_reach(state: State, seat: str) -> float:
    """What the objectives of position have earned a seat, less the ways left to them, in shares of a model."""
    worth = marked_places.worth_in_reach(state.ground, holding(state), seat) if has_marked(state) else 0.0
    for slot, name in _open_slots(state, seat, *PLACES):
        worth += POINT * progress_of(state, slot).earned
        errand = _errand(state, slot, name)
        able = [unit for unit in state.fielded(seat) if not unit.is_static and not unit.parent]
        goers = [unit for unit in able if name != ESCAPE or is_escaping(state, unit)]
        worth -= FOR_A_PLACE * min((errand.way(unit) for unit in goers), default=1.0)
    return worth
