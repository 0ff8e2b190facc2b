"""3.4.1, 3.8.3: area effect: who is in a blast, and what it does to everybody there."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.damage.structures import structure_at
from gearlock.systems.tactical.line_of_sight.measuring import touches
from gearlock.systems.tactical.state import SKIRMISH_SCALE, State, Unit
from gearlock.systems.tactical.switches import AREA_EFFECT
from gearlock.systems.tactical.weapons import AE, Weapon
from gearlock.table.bodies import point
from gearlock.table.inches import is_wholly_within, plan_gap
from gearlock.table.measure import INCH

STEP = 5 * INCH // 2
"""At skirmish scale AE 0 reaches so far, and each number more so much farther."""


class Caught(NamedTuple):
    """A unit in a blast; who is in it only in part has nothing to defend against, and takes the concussion."""

    unit: Unit
    wholly: bool = True


def is_blast(state: State, weapon: Weapon) -> bool:
    """Whether a weapon strikes all who are near."""
    return state.switch(AREA_EFFECT) and weapon.has(AE)


@heeds("tactical.3.4.1", "tactical.3.8.3-area")
def blast_reach(state: State, weapon: Weapon) -> int:
    """How far a blast reaches, in mils."""
    return STEP * (weapon.traits[AE] + 1) if state.scale == SKIRMISH_SCALE else weapon.traits[AE] * INCH


def _in_reach(state: State) -> list[Unit]:
    return [unit for unit in state.units.values() if unit.is_fielded and not unit.carrier]


def unit_at(state: State, x: int, y: int) -> Unit | None:
    """The unit whose base covers a point."""
    found = (unit for unit in _in_reach(state) if (unit.x - x) ** 2 + (unit.y - y) ** 2 <= unit.card.radius**2)
    return next(found, None)


@rule("tactical.3.4.1")
@heeds("tactical.3.8.3-area", "tactical.7.2.2-area-effect")
def caught_in(state: State, weapon: Weapon, x: int, y: int, target: Unit | None = None) -> list[Caught]:
    """Everybody whom a blast at a point strikes, friend or foe, its target first.

    AE 0 is the target and who is in base contact with it; a higher number reaches so many inches to middles of bases
    as well.
    """
    if state.scale == SKIRMISH_SCALE:
        found = caught_up_close(state, blast_reach(state, weapon), x, y)
    else:
        reach, middle = blast_reach(state, weapon) ** 2, target
        if middle is None and not reach:
            middle = unit_at(state, x, y)
        found = [
            Caught(unit)
            for unit in _in_reach(state)
            if (middle is not None and (unit.id == middle.id or touches(unit, middle)))
            or (reach and (unit.x - x) ** 2 + (unit.y - y) ** 2 <= reach)
        ]
    return sorted(found, key=lambda caught: target is None or caught.unit.id != target.id)


@heeds("tactical.3.4.1", "tactical.3.2.5", "tactical.4.1.3-artillery-effect")
def structures_in(state: State, weapon: Weapon, x: int, y: int) -> list[str]:
    """The parts of structures that a blast at a point strikes, inch by inch."""
    reach = blast_reach(state, weapon)
    inches = range(-(reach // INCH), reach // INCH + 1)
    near = [(dx * INCH, dy * INCH) for dx in inches for dy in inches if (dx * dx + dy * dy) * INCH * INCH <= reach**2]
    spots = [(x + dx, y + dy) for dx, dy in near]
    return list(dict.fromkeys(part for part in (structure_at(state, *spot) for spot in spots) if part))


@rule("tactical.3.8.3-area")
def caught_up_close(state: State, reach: int, x: int, y: int) -> list[Caught]:
    """At skirmish scale: radii of 2.5, 5, 7.5 and 10 in; who is wholly inside defends, who is partly is shaken."""
    spot, found = point(x, y), []
    for unit in _in_reach(state):
        if plan_gap(unit.body, spot) <= reach:
            found.append(Caught(unit, is_wholly_within(unit.body, x, y, reach)))
    return found
