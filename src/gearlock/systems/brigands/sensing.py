"""4.1 to 4.3: Silhouettes, Line of Sight and Sensor Lock."""

from __future__ import annotations

from gearlock.kernel.rulebook import rule
from gearlock.systems.brigands.cover import look_at
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.inches import Body, gap


@rule("brigands.4.3-sensor-lock", "brigands.5.6c")
def sensor_range(unit: Unit) -> int:
    """How far a model's sensors reach in mils; a Crippled model has half."""
    return unit.line.sensors // 2 if unit.handicap else unit.line.sensors


@rule("brigands.4.3-sensor-lock")
def has_sensor_lock(unit: Unit, target: Body) -> bool:
    """Within sensor range, whatever stands between."""
    return gap(unit.body, target) <= sensor_range(unit)


@rule("brigands.4.3-los")
def has_line_of_sight(state: State, unit: Unit, target: Unit) -> bool:
    """Any point of one Silhouette sees any part of the other. There is no arc to sight."""
    return look_at(state, unit, target).sight
