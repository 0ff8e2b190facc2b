"""4.1.2: where objectives are, and who is near them: objects and places of both sides, whoever wants them."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.damage.condition import is_immobile, perk, refuse_comms
from gearlock.systems.tactical.damage.crew import actions_now, is_crewless
from gearlock.systems.tactical.state import LEFT, State, Unit
from gearlock.systems.tactical.switches import INFANTRY_HOLDS

OBJECT, PLACE = "object", "place"
GONE: Final = "gone:"
DELIVERED: Final = "delivered:"
"""Counted in `State.points`: an object that is destroyed, and one that left by the edge of its owner's enemy."""
NEAR_METRES: Final = 5
"""Parts of a kilometre within which something is held: 200 m."""


def name_of(kind: str, seat: str) -> str:
    """The name of a marker, and of the token on who carries it."""
    return f"{kind}:{seat}"


@heeds("tactical.4.1.2-object")
def carrier_of(state: State, owner: str) -> Unit | None:
    """Who has the object of a side, out of action or not."""
    mark = name_of(OBJECT, owner)
    return next((unit for unit in state.units.values() if unit.token(mark)), None)


@rule("tactical.4.1.2-object")
def object_at(state: State, owner: str) -> tuple[int, int] | None:
    """Where the object of a side is: where it lies, or with who carries it; nowhere once it is destroyed or away."""
    if state.points.get(GONE + owner) or state.points.get(DELIVERED + owner):
        return None
    carrier = carrier_of(state, owner)
    if carrier is not None:
        return None if carrier.status == LEFT else (carrier.x, carrier.y)
    return state.markers.get(name_of(OBJECT, owner))


@rule("tactical.4.1.2-terrain-objective")
def place_of(state: State, owner: str) -> tuple[int, int] | None:
    """The middle of the feature of 50 by 50 m that matters."""
    return state.markers.get(name_of(PLACE, owner))


def square_of(state: State, owner: str) -> int:
    """How wide that feature is in mils: 50 m."""
    return state.kilometre() // 20 if owner else 0


@heeds("tactical.4.1.2-disable", "tactical.4.1.2-capture")
def is_disabled(unit: Unit) -> bool:
    """Out of action, or able neither to move nor to act."""
    if unit.is_lost or is_crewless(unit):
        return True
    return not unit.is_infantry and is_immobile(unit) and actions_now(unit) <= 0


@heeds("tactical.4.1.2-capture")
def holders(state: State, seat: str) -> list[Unit]:
    """The vehicles of a side on the table that can hold something; squads only where players agreed on it."""
    squads = state.switch(INFANTRY_HOLDS)
    return [unit for unit in state.fielded(seat) if (squads or not unit.is_infantry) and not is_disabled(unit)]


@heeds("tactical.4.1.2-capture", "tactical.4.1.2-defend")
def is_near(state: State, unit: Unit, x: int, y: int) -> bool:
    """Whether a unit is within 200 m of a place."""
    reach = state.kilometre() // NEAR_METRES
    return (unit.x - x) ** 2 + (unit.y - y) ** 2 <= reach * reach


@rule("tactical.4.1.2-communications")
def can_call(state: State, seat: str) -> bool:
    """Whether a side has clear communications: a vehicle whose Communication system works."""
    return any(refuse_comms(unit) is None for unit in holders(state, seat) if not unit.is_infantry)


@rule("tactical.4.1.2-ecm")
def can_jam(state: State, seat: str) -> bool:
    """Whether a side has ECM cover: a vehicle whose ECM works."""
    return any(perk(unit, "ECM") for unit in holders(state, seat))
