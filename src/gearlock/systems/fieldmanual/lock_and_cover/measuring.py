"""Measuring: inches from the edge of one base to the edge of another. Anything may be measured at any time."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.lock_and_cover.shelters import bodies_between
from gearlock.systems.fieldmanual.state import State, Unit
from gearlock.table import inches
from gearlock.table.bodies import Body, point
from gearlock.table.measure import INCH

TOUCH = INCH // 100
"""How near counts as base contact: models stand on whole mils, and at most angles no two such places touch exactly."""


@heeds("fieldmanual.measurement", "fieldmanual.ram")
def touches(a: Unit, b: Unit) -> bool:
    """Whether two models are in base contact."""
    return gap(a, b) <= TOUCH


@rule("fieldmanual.measurement")
@heeds("fieldmanual.scale")
def gap(a: Unit, b: Unit) -> int:
    """Mils between the bases of two models, edge to edge; 0 where they touch."""
    return inches.gap(a.body, b.body)


@heeds("fieldmanual.measurement")
def gap_to(unit: Unit, x: int, y: int, z: int | None = None) -> int:
    """Mils from the edge of a base to a point; without a height, to the point at the model's own level."""
    return inches.gap(unit.body, point(x, y, unit.z if z is None else z))


@heeds("fieldmanual.measurement", "fieldmanual.wt-ae")
def centre_gap(unit: Unit, x: int, y: int, z: int | None = None) -> int:
    """Mils from the middle of a base to a point: how areas of effect are measured."""
    return inches.gap(Body(unit.x, unit.y, unit.z, 0, unit.height), point(x, y, unit.z if z is None else z))


@heeds("fieldmanual.measurement", "fieldmanual.infantry-structures")
def distance(state: State, a: Unit, b: Unit) -> int:
    """Mils between two models; to and from the edge of the building or bunker that one of them is in."""
    return inches.gap(*bodies_between(state, a, b)) if a.carrier or b.carrier else inches.gap(a.body, b.body)


@rule("fieldmanual.metric-option")
def centimetres(mils: int) -> int:
    """A distance for a table in centimetres: inches times 2.5, fractions up to the next whole one."""
    return -(-mils * 5 // (2 * INCH))


@rule("fieldmanual.combined-movement")
def closest_base(state: State, attacker: Unit, target: Unit) -> Unit:
    """The base of a Combined Model closest to a target; an ordinary model itself."""
    if not attacker.team:
        return attacker
    return min(state.bases(attacker), key=lambda base: distance(state, base, target), default=attacker)


@heeds("fieldmanual.combined-movement", "fieldmanual.range-bands")
def range_to(state: State, attacker: Unit, target: Unit) -> int:
    """The range of an attack: a Combined Model measures it from its base closest to the target."""
    return distance(state, closest_base(state, attacker, target), target)
