"""4.3.6: Opportunity Knocks."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.secrets import is_known
from gearlock.systems.tactical.cards import GEAR
from gearlock.systems.tactical.damage.crew import actions_now
from gearlock.systems.tactical.line_of_sight.looks import look_at_point
from gearlock.systems.tactical.scenarios.counting import BEGAN, force_of, is_driven_off, lost_of
from gearlock.systems.tactical.scenarios.printed import NORTH, SOUTH
from gearlock.systems.tactical.scenarios.verdicts import Verdict, forfeiter, won_by
from gearlock.systems.tactical.state import EVADING, FIELDED, NEEDED, NO_GROUP, STATIONARY, State, Unit
from gearlock.table.measure import INCH, distance

CHIT, TRUTH = "chit:", "c3 chit"
"""The markers, and the sealed fact which of them is the vehicle."""
COUNT, APART, UNAIDED = 4, 10 * INCH, 20 * INCH
TOUCH: Final = INCH // 4
"""Bases within a quarter of an inch are in contact."""
UPLOAD: Final = "upload"
"""A token: full rounds that a Gear has stood beside the vehicle and done nothing."""
FULL_ROUNDS: Final = 2
PLANTED: Final = "virus planted"
NORTH_WIN, FORCE_KEPT, SOUTH_WIN, FORCE_BROKEN = 5, 2, 4, 2


def chits(state: State) -> dict[str, tuple[int, int]]:
    """The chits that nobody has identified yet, and where they lie."""
    return {name: at for name, at in state.markers.items() if name.startswith(CHIT)}


def vehicle(state: State) -> Unit | None:
    """The C3 vehicle, identified or not."""
    return next((unit for unit in state.units.values() if unit.group == NO_GROUP and unit.token(NEEDED)), None)


@heeds("tactical.4.3.6")
def identified_from(state: State, unit: Unit) -> list[str]:
    """The chits a Northern unit identifies from where it is: in line of sight by night, within unaided sight.

    An Active Sensor sweep and hearing tell nothing: only the look at the place counts.
    """
    if unit.seat != NORTH or not unit.is_fielded:
        return []
    near = [(name, at) for name, at in chits(state).items() if distance(unit.x, unit.y, *at) <= UNAIDED]
    return [name for name, at in near if look_at_point(state, unit, *at).reason is None]


def is_touching(unit: Unit, other: Unit) -> bool:
    """Whether two bases are in contact."""
    return distance(unit.x, unit.y, other.x, other.y) <= unit.card.radius + other.card.radius + TOUCH


@heeds("tactical.4.3.6")
def uploads(state: State, unit: Unit) -> bool:
    """Whether a Gear has spent this whole round at the vehicle: in contact, without moving, all its Actions unspent."""
    target = vehicle(state)
    if target is None or target.status != FIELDED or unit.card.kind != GEAR or not unit.is_fielded:
        return False
    idle = unit.actions >= actions_now(unit) > 0 and not unit.token(EVADING) and not unit.fired
    still = unit.went == STATIONARY and not unit.moved
    return idle and still and is_touching(unit, target)


@heeds("tactical.4.3.6")
def uploaded(state: State) -> dict[str, int]:
    """Full rounds in a row that each Northern Gear has spent so, at the end of this one."""
    north = force_of(state, NORTH)
    return {unit.id: unit.token(UPLOAD) + 1 if uploads(state, unit) else 0 for unit in north}


@heeds("tactical.4.3.6")
def force_points(state: State) -> tuple[int, int]:
    """What the Northern losses are worth: to the South when 75% are destroyed, to the North when 75% survive."""
    began, gone = state.points.get(BEGAN + NORTH, 0), lost_of(state, NORTH)
    return FORCE_BROKEN if 4 * gone >= 3 * began > 0 else 0, FORCE_KEPT if 4 * (began - gone) >= 3 * began else 0


@rule("tactical.4.3.6")
def judge_chits(state: State) -> Verdict | None:
    """The North wins with the virus, at once; the South after round 10, or when nobody is left to plant it.

    Who destroys the vehicle has lost.
    """
    broken, kept = force_points(state)
    loser = forfeiter(state)
    if state.points.get(PLANTED) or loser == SOUTH:
        why = "the South has destroyed its own vehicle" if loser else "the virus is planted"
        return won_by(NORTH, NORTH_WIN + kept, why, broken)
    if loser or state.finished or is_driven_off(state, NORTH):
        why = "the North has destroyed the vehicle" if loser else "no virus was planted"
        return won_by(SOUTH, SOUTH_WIN + broken, why)
    return None


@heeds("tactical.4.3.6")
def known_vehicle(state: State, seat: str | None) -> str:
    """The chit that is the vehicle, for who knows it; empty for others."""
    fact = state.facts.get(TRUTH)
    return fact.value if fact is not None and is_known(fact, seat) else ""
