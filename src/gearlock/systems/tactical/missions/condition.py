"""4.1.2: whether what a mission asks for is so at this moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.generator import tables as t
from gearlock.systems.tactical.missions.aims import Mission, owner_of, vital
from gearlock.systems.tactical.missions.things import (
    DELIVERED,
    GONE,
    can_call,
    can_jam,
    holders,
    is_disabled,
    is_near,
    object_at,
    place_of,
)
from gearlock.systems.tactical.state import HIDDEN, LEFT, State, Unit, opponent

Spot = tuple[int, int]
ESCAPED: Final = "escaped"
"""A token on who left by the enemy's home edge."""


@heeds("tactical.4.1.2-capture", "tactical.4.1.2-defend")
def is_held(state: State, seat: str, spot: Spot | None) -> bool:
    """Whether a side holds a place: a vehicle of its own within 200 m and none of the enemy's."""
    if spot is None:
        return False
    mine = any(is_near(state, unit, *spot) for unit in holders(state, seat))
    return mine and not any(is_near(state, unit, *spot) for unit in holders(state, opponent(seat)))


@rule("tactical.4.1.2-all-forces")
def present(state: State, seat: str) -> list[Unit]:
    """All forces of a side: whatever it has on the table, seen or hidden."""
    return [unit for unit in state.in_play(seat) if unit.is_fielded or unit.status == HIDDEN]


@heeds("tactical.4.1.3-scouting")
def spot_of(state: State, objective: str, owner: str, seat: str) -> Spot | None:
    """Where a thing is that has a place, as a side sees it: of what the enemy hides nobody knows where it is."""
    if objective == t.OBJECT:
        return object_at(state, owner)
    if objective == t.TERRAIN:
        return place_of(state, owner)
    unit = vital(state, owner)
    if unit is None or unit.is_lost or unit.status == LEFT or (unit.status == HIDDEN and seat != owner):
        return None
    return unit.x, unit.y


@heeds("tactical.4.1.2-capture", "tactical.4.1.3-scouting")
def is_taken(state: State, seat: str, unit: Unit) -> bool:
    """Whether a side holds a unit of the enemy's: not one that nobody has found."""
    return unit.status != HIDDEN and is_held(state, seat, (unit.x, unit.y))


@heeds("tactical.4.1.2-defend", "tactical.4.1.3-scouting")
def is_kept(state: State, seat: str, unit: Unit) -> bool:
    """Whether a side holds a unit of its own: what is hidden nobody takes from it, whoever goes past."""
    return unit.status == HIDDEN or is_held(state, seat, (unit.x, unit.y))


@rule("tactical.4.1.2-capture")
def captured(state: State, seat: str, objective: str) -> bool:
    """The enemy's thing is held; a condition if one has it and the enemy has not; all forces where each is taken.

    Who is destroyed or gone is not taken: of an enemy with nobody left on the table there is nothing to hold.
    """
    enemy = opponent(seat)
    if objective == t.COMMUNICATIONS:
        return can_call(state, seat) and not can_call(state, enemy)
    if objective == t.ECM:
        return can_jam(state, seat) and not can_jam(state, enemy)
    if objective == t.ALL_FORCES:
        theirs = present(state, enemy)
        return bool(theirs) and all(is_taken(state, seat, unit) for unit in theirs)
    return is_held(state, seat, spot_of(state, objective, enemy, seat))


@rule("tactical.4.1.2-defend")
def defended(state: State, seat: str, objective: str) -> bool:
    """One's own thing is held and still there; a condition if one has it; all forces where no enemy is near any."""
    if objective == t.COMMUNICATIONS:
        return can_call(state, seat)
    if objective == t.ECM:
        return can_jam(state, seat)
    if objective == t.ALL_FORCES:
        own = present(state, seat)
        return bool(own) and all(is_kept(state, seat, unit) for unit in own)
    matters = vital(state, seat) if objective == t.VEHICLE else None
    if matters is not None and matters.status == HIDDEN:
        return is_kept(state, seat, matters)
    return is_held(state, seat, spot_of(state, objective, seat, seat))


@rule("tactical.4.1.2-destroy")
def destroyed(state: State, seat: str, objective: str) -> bool:
    """The enemy's thing is no more. A place cannot be destroyed: it is denied to the enemy by holding it."""
    enemy = opponent(seat)
    if objective == t.ALL_FORCES:
        return not present(state, enemy)
    if objective == t.OBJECT:
        return bool(state.points.get(GONE + enemy))
    if objective == t.VEHICLE:
        unit = vital(state, enemy)
        return unit is None or unit.is_lost
    return _denied(state, seat, objective)


@rule("tactical.4.1.2-disable")
def disabled(state: State, seat: str, objective: str) -> bool:
    """The enemy's thing can neither move nor act."""
    enemy = opponent(seat)
    if objective == t.ALL_FORCES:
        return all(is_disabled(unit) for unit in present(state, enemy))
    if objective == t.OBJECT:
        return bool(state.points.get(GONE + enemy))
    if objective == t.VEHICLE:
        unit = vital(state, enemy)
        return unit is None or (unit.status != LEFT and is_disabled(unit))
    return _denied(state, seat, objective)


def _denied(state: State, seat: str, objective: str) -> bool:
    enemy = opponent(seat)
    if objective == t.COMMUNICATIONS:
        return not can_call(state, enemy)
    if objective == t.ECM:
        return not can_jam(state, enemy)
    return is_held(state, seat, place_of(state, enemy))


@rule("tactical.4.1.2-provide")
def provided(state: State, seat: str, objective: str) -> bool:
    """One's own item went out by the enemy's home edge; a condition, or the way to a place, is kept as in Defend."""
    if objective == t.OBJECT:
        return bool(state.points.get(DELIVERED + seat))
    if objective == t.VEHICLE:
        unit = vital(state, seat)
        return unit is not None and unit.seat == seat and bool(unit.token(ESCAPED))
    if objective == t.ALL_FORCES:
        own = [unit for unit in state.units.values() if unit.seat == seat]
        return any(unit.token(ESCAPED) for unit in own) and not present(state, seat)
    return defended(state, seat, objective)


JUDGES: Final[dict[str, Callable[[State, str, str], bool]]] = {
    t.CAPTURE: captured, t.DEFEND: defended, t.DESTROY: destroyed, t.DISABLE: disabled, t.PROVIDE: provided,
}  # fmt: skip


def is_so(state: State, seat: str, mission: Mission) -> bool:
    """Whether what a mission asks for is so now."""
    return JUDGES[mission.type](state, seat, mission.objective)


@heeds("tactical.4.1.2-capture", "tactical.4.1.2-defend", "tactical.4.1.2-provide")
def needs_rounds(mission: Mission) -> bool:
    """Whether it has to be so for three rounds: what is held or kept, not what is delivered once and for all."""
    if mission.type == t.PROVIDE:
        return mission.objective in (t.COMMUNICATIONS, t.ECM, t.TERRAIN)
    return mission.type in (t.CAPTURE, t.DEFEND)


@heeds("tactical.4.1.2-destroy", "tactical.4.1.2-disable", "tactical.4.1.2-provide", "tactical.4.2.2")
def is_for_good(state: State, seat: str, mission: Mission) -> bool:
    """Whether nothing can undo what a mission asked for: the thing is destroyed, or out beyond the enemy's line."""
    if mission.objective not in (t.OBJECT, t.VEHICLE) or mission.type not in (t.DESTROY, t.DISABLE, t.PROVIDE):
        return False
    done = destroyed if mission.type == t.DISABLE else JUDGES[mission.type]
    return done(state, seat, mission.objective)


def is_possible(state: State, seat: str, kind: str, objective: str) -> bool:
    """Whether there is such a thing at the beginning: ECM only where its owner has any."""
    return objective != t.ECM or can_have_ecm(state, owner_of(kind, seat))


def can_have_ecm(state: State, seat: str) -> bool:
    """Whether a side brings ECM."""
    return any(unit.card.rating("ECM") for unit in state.units.values() if unit.seat == seat)
