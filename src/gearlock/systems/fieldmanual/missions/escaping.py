"""Escape!: a model leaves the table by the enemy's edge."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx
from gearlock.systems.fieldmanual.deployment.zones import Segment
from gearlock.systems.fieldmanual.missions.events import Escaped
from gearlock.systems.fieldmanual.missions.larger_tables import ways_out
from gearlock.systems.fieldmanual.missions.orders import Leave
from gearlock.systems.fieldmanual.missions.slots import ESCAPE, has_objective, target_of
from gearlock.systems.fieldmanual.movement.bands import most_mp
from gearlock.systems.fieldmanual.state import FIELDED, STATIONARY, State, Unit
from gearlock.table.measure import INCH, distance, inches_text

RULE = "fieldmanual.obj-escape"
STRIDE = INCH
"""How near to the edge a model that leaves must be, and what it takes of its movement."""


def is_escaping(state: State, unit: Unit) -> bool:
    """Whether a model is of a Combat Group that is to escape."""
    return any(target_of(state, slot) == str(unit.group) for slot in has_objective(state, unit.seat, ESCAPE))


def gap_to_segment(unit: Unit, part: Segment) -> int:
    """From the edge of a base to a part of a table edge."""
    x = min(max(unit.x, part[0]), part[2])
    y = min(max(unit.y, part[1]), part[3])
    return max(0, distance(unit.x, unit.y, x, y) - unit.card.radius)


@heeds("fieldmanual.obj-escape")
def refuse_leave(state: State, order: Leave) -> Refusal | None:
    """Why a model cannot leave: not its turn or not told to, too far from the enemy's edge, or no movement left."""
    unit = state.units.get(order.unit)
    now = state.activation
    if unit is None or now is None or now.unit != unit.id or now.extra or unit.status != FIELDED:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is not being activated.")
    if not is_escaping(state, unit):
        return Refusal("objective", RULE, f"The {unit.name} is not told to escape.")
    if unit.band == STATIONARY or most_mp(unit, now) - now.spent.get(unit.id, 0) < STRIDE:
        return Refusal("movement", RULE, f"The {unit.name} needs an inch of movement to leave the table.")
    bases = state.bases(unit)
    away = max(min(gap_to_segment(base, part) for part in ways_out(state, unit.seat)) for base in bases)
    if away > STRIDE:
        message = f"The {unit.name} is {inches_text(away)} in from the enemy's table edge; it leaves from within 1 in."
        return Refusal("edge", RULE, message, {"distance": away})
    return None


def offer_leaving(state: State, unit: Unit) -> Iterator[Option]:
    """The way off the table, for whoever may take it."""
    if is_escaping(state, unit) and refuse_leave(state, Leave(unit.id)) is None:
        yield Pick("Leave the table by the enemy's edge", Leave(unit.id), RULE)


def resolve_leave(ctx: Ctx[State], order: Leave) -> None:
    """It is gone, and has escaped."""
    ctx.emit(Escaped(order.unit))
