"""4.1 to 4.3: Silhouettes, Line of Sight and Sensor Lock, and the models that are hard to find."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.forms import is_solid
from gearlock.systems.brigands.chain_of_command.formation import is_near
from gearlock.systems.brigands.ecm_defense import ecm_guards
from gearlock.systems.brigands.flying.airborne import FARSIGHT
from gearlock.systems.brigands.lock_and_cover.cover import look_at, look_from
from gearlock.systems.brigands.state import State, Unit, opponent
from gearlock.table.bodies import Body
from gearlock.table.inches import gap
from gearlock.table.measure import INCH, RIGHT_ANGLE, advance, bearing

FAINT = 6 * INCH
"""What a faint target takes off the range of sensors, once, however faint."""
BOOM = INCH


@heeds("brigands.4.3-sensor-lock", "brigands.5.6c", "brigands.9.1-damage", "brigands.9.7")
def sensor_range(unit: Unit) -> int:
    """How far a model's sensors reach in mils; a Crippled model has half, but Infantry has its eyes.

    From the air they reach 6 in farther.
    """
    whole = unit.line.sensors
    own = whole // 2 if unit.handicap and unit.line.type != "Infantry" else whole
    return own + FARSIGHT if unit.airborne else own


@rule("brigands.trait.stealth")
@heeds("brigands.wtrait.silent")
def is_stealthy(unit: Unit) -> bool:
    """Whether it has Stealth and has not given itself away this Round. Wrecks hide nothing."""
    return unit.has("Stealth") and not unit.shown and unit.is_fielded


@heeds("brigands.4.3a")
def is_faint(state: State, unit: Unit, target: Unit) -> bool:
    """Whether sensors find it hard to see: enemy Infantry, enemy Stealth, and what lies under enemy ECM Defense."""
    if target.is_fielded:
        if unit.seat == target.seat:
            return False
        if target.line.type == "Infantry" or is_stealthy(target):
            return True
    return any(is_near(guard.body, target.body) for guard in ecm_guards(state, opponent(unit.seat)))


@rule("brigands.4.3a")
@heeds("brigands.trait.sensor-boom")
def sensors_to(state: State, unit: Unit, target: Unit, attacking: bool) -> int:
    """How far away this target may be for Sensor Lock. For an attack a Sensor Boom reaches an inch farther."""
    return reach_of_sensors(sensor_range(unit), is_faint(state, unit, target), attacking and unit.has("Sensor Boom"))


def reach_of_sensors(own: int, faint: bool, boom: bool) -> int:
    """How far sensors of such a range reach a faint target or another, with a Sensor Boom or without."""
    return max(0, own - FAINT if faint else own) + (BOOM if boom else 0)


@rule("brigands.4.3-sensor-lock")
def has_sensor_lock(state: State, unit: Unit, target: Unit) -> bool:
    """Within sensor range, whatever stands between."""
    return gap(unit.body, target.body) <= sensors_to(state, unit, target, attacking=False)


@heeds("brigands.4.3-sensor-lock", "brigands.4.3a", "brigands.trait.sensor-boom")
def senses_point(state: State, unit: Unit, point: Body, attacking: bool = True) -> bool:
    """Whether a model has Sensor Lock on a point of the table; enemy ECM Defense near it makes it faint."""
    faint = any(is_near(guard.body, point) for guard in ecm_guards(state, opponent(unit.seat)))
    return gap(unit.body, point) <= reach_of_sensors(sensor_range(unit), faint, attacking and unit.has("Sensor Boom"))


@rule("brigands.4.3-los")
def has_line_of_sight(state: State, unit: Unit, target: Unit) -> bool:
    """Any point of one Silhouette sees any part of the other. There is no arc to sight."""
    return look_at(state, unit, target).sight


@rule("brigands.trait.sensor-boom")
def sees_by_boom(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a Silhouette stretched by an inch, up or to either side, would see the target."""
    if not unit.has("Sensor Boom"):
        return False
    body, across = unit.body, bearing(unit.x, unit.y, target.x, target.y) + RIGHT_ANGLE
    stretched = [Body(body.x, body.y, body.z, body.radius, body.height + BOOM)]
    for length in (BOOM, -BOOM):
        x, y = advance(body.x, body.y, across % (4 * RIGHT_ANGLE), length)
        if not any(is_solid(piece) and piece.top > body.z for piece in state.ground.pieces_at(x, y)):
            stretched.append(Body(x, y, body.z, body.radius, body.height))
    return any(look_from(state, boom, unit, target).sight for boom in stretched)
