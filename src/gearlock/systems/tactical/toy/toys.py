"""3.9.1: toys: the weapons of each, what has befallen it, and the hand or foot length they are measured with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.cards import HOVER, NAVAL, SUBMARINE, Mount
from gearlock.systems.tactical.state import CLIMBING, FIELDED, TOY_SCALE, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import gap
from gearlock.table.measure import inches_text

PRONE: Final = "prone"
DAZED: Final = "no attack"
"""A token: it may not attack in its next activation."""
LOST: Final = "lost"
"""A token with a weapon behind a colon: that weapon is gone."""
HANGING: Final = 1
"""The number of the token `climbing` of whoever hangs on a face."""
LENGTH: Final = "length"
"""What the hand or foot length in mils is kept as among the points of a battle."""
OUTDOORS: Final = "outdoors"
PLACE: Final = "place"
"""The switch that says where a battle is played."""
FLAT: Final = 3
"""A prone toy is as high as this part of it."""
STEP: Final = 5
"""A toy steps up or down so great a part of a length; what is higher is a cliff face."""
FLOATS: Final = (HOVER, NAVAL, SUBMARINE)


def is_toy_battle(state: State) -> bool:
    """Whether this is a battle of toys."""
    return state.scale == TOY_SCALE


def length_of(state: State) -> int:
    """Mils of a hand length, or of a foot length outdoors."""
    return state.points[LENGTH]


def length_word(state: State, count: int = 1) -> str:
    """Lengths as players call them: 3 hand lengths (21 in)."""
    kind = "foot" if state.switches.get(PLACE) == OUTDOORS else "hand"
    return f"{count} {kind} length{'s' * (count != 1)} ({inches_text(count * length_of(state))} in)"


def step_of(state: State) -> int:
    """The height that a toy steps over."""
    return length_of(state) // STEP


def weapons_left(unit: Unit) -> list[Mount]:
    """The weapons that a toy still has, in the order of its card."""
    return [mount for mount in unit.card.weapons if not unit.token(f"{LOST}:{mount.id}")]


def ranged_left(unit: Unit) -> list[Mount]:
    """Those among them that shoot: guns, rocket pods, grenades."""
    return [mount for mount in weapons_left(unit) if not mount.weapon.is_physical]


def close_left(unit: Unit) -> list[Mount]:
    """Those for close combat: swords, knives, axes."""
    return [mount for mount in weapons_left(unit) if mount.weapon.is_physical]


def is_prone(unit: Unit) -> bool:
    """Whether it lies there."""
    return bool(unit.token(PRONE))


def hangs(unit: Unit) -> bool:
    """Whether it is on a cliff face, neither up nor down."""
    return unit.token(CLIMBING) == HANGING


def body_of(unit: Unit) -> Body:
    """The space a toy takes; a prone one lies flat."""
    height = unit.card.height // FLAT if is_prone(unit) else unit.card.height
    return Body(unit.x, unit.y, unit.z, unit.card.radius, height)


@heeds("tactical.3.9.2-close")
def apart(one: Unit, other: Unit) -> int:
    """Mils between two toys, base to base and up or down: where a hand is laid between them."""
    return gap(body_of(one), body_of(other))


@heeds("tactical.3.9.1")
def may_wade(unit: Unit) -> bool:
    """Most Gears cannot go into water: only what swims or floats."""
    return unit.card.has("Amphibious") or any(mode in unit.card.modes for mode in FLOATS)


def others(state: State, unit: Unit) -> Iterator[Unit]:
    """All other toys on the table."""
    return (other for other in state.units.values() if other.status == FIELDED and other.id != unit.id)
