"""3.3: Active Sensors: an Action and a roll find what Concealment hides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Option, Target
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.systems.tactical import switches as s
from gearlock.systems.tactical.damage.crew import extra_lines
from gearlock.systems.tactical.dice_tests.defects import ACTIVE_SENSORS, throw_defect
from gearlock.systems.tactical.dice_tests.tests import EW, Test, skill_lines, throw_test
from gearlock.systems.tactical.line_of_sight.concealment import (
    STEALTH,
    netting_counts,
    profile_of,
    soft_points,
)
from gearlock.systems.tactical.line_of_sight.crossing import Line
from gearlock.systems.tactical.line_of_sight.fittings import (
    GONE,
    SENSORS,
    aux_loss,
    has_sensors,
    perk,
)
from gearlock.systems.tactical.line_of_sight.looks import look, refuse_facing, refuse_ground
from gearlock.systems.tactical.line_of_sight.measuring import distance
from gearlock.systems.tactical.sensors.actions import refuse_without_action
from gearlock.systems.tactical.sensors.events import SweepBegun, Swept
from gearlock.systems.tactical.sensors.jamming import jamming_threshold
from gearlock.systems.tactical.sensors.orders import Sweep
from gearlock.systems.tactical.state import SENSED, State, Unit
from gearlock.table.measure import INCH

RULE: Final = "tactical.3.3"


@heeds("tactical.3.3")
def sweep_lines(unit: Unit) -> tuple[Modifier, ...]:
    """The roll of a sweep: Electronic Warfare and the Sensor rating, with damage; destroyed sensors try at -5."""
    lines = [*skill_lines(unit, EW)]
    loss = aux_loss(unit, SENSORS)
    if unit.card.sensors and loss < GONE:
        lines.append(result(unit.card.sensors, "Sensors", RULE))
    if loss:
        label = "Sensors destroyed" if loss >= GONE else "damaged Sensors"
        lines.append(result(-loss, label, "tactical.3.5.1-auxiliary"))
    return (*lines, *extra_lines(unit))


@heeds("tactical.3.3", "tactical.2.6.2-snap-fire")
def gone_by(state: State, target: Unit) -> int:
    """Mils that give a target away: of its last recorded move, or of the one it is on."""
    now = state.activation
    return now.gone if now is not None and now.unit == target.id and not target.has_moved else target.moved


@rule("tactical.3.3")
def sweep_threshold(state: State, unit: Unit, target: Unit) -> int:
    """What a sweep has to exceed: Concealment and Stealth, 1 less for each inch the target moved and weapon it fired.

    Stealth is counted once, and always. Rain hinders a sweep by 1 less than the eye.
    """
    square = (unit.x - target.x) ** 2 + (unit.y - target.y) ** 2
    concealment = look(state, unit, target).obscurement + soft_points(state, square, active=True)
    concealment = max(0, concealment + netting_counts(state, target) - profile_of(target))
    stealth = perk(target, STEALTH) if state.switch(s.STEALTH) else 0
    fired = len({entry.partition(":")[0] for entry in target.fired})
    return max(0, concealment + stealth - gone_by(state, target) // INCH - fired)


@heeds("tactical.3.3", "tactical.2.6.6-firing-arcs")
def refuse_sweep(state: State, order: Sweep) -> Refusal | None:
    """Why a unit cannot sweep for an enemy: sensors, an Action, and the enemy in its arcs and its Sensor range."""
    if not state.switch(s.ACTIVE_SENSORS):
        return Refusal("module", RULE, "This battle is played without Active Sensors.")
    if refusal := refuse_without_action(state, order.unit, RULE):
        return refusal
    unit, target = state.units[order.unit], state.units.get(order.target)
    if not has_sensors(unit):
        return Refusal("no-sensors", RULE, f"The {unit.name} has no sensors.")
    if target is None or target.seat == unit.seat or not target.is_fielded:
        return Refusal("target", RULE, f"{order.target or 'Nobody'} is no enemy on the table.")
    if target.token(f"{SENSED}:{unit.id}"):
        return Refusal("held", RULE, f"The {unit.name} holds the {target.name} on its sensors already.")
    mils = distance(state, unit, target)
    if refusal := refuse_facing(state, unit, target.x, target.y, mils, target.name):
        return refusal
    if state.switch(s.SWEEPS_THROUGH_GROUND):
        return None
    line = Line(unit.x, unit.y, unit.z, target.x, target.y, target.z)
    return refuse_ground(state, unit, target, line)


@heeds("tactical.3.3", "tactical.3.3.1-ecm", "tactical.ref-fumble-effects")
def resolve_sweep(ctx: Ctx[State], order: Sweep) -> Script[None]:
    """Roll against the Concealment Threshold, and against enemy ECM as well: both have to be exceeded."""
    ctx.emit(SweepBegun(order.unit, order.target))
    defect = yield from throw_defect(ctx, order.unit, ACTIVE_SENSORS)
    unit, target = ctx.state.units[order.unit], ctx.state.units[order.target]
    threshold = sweep_threshold(ctx.state, unit, target)
    jamming = jamming_threshold(ctx.state, unit)
    lines = (*sweep_lines(unit), *defect)
    test = Test("active sensors", unit.id, lines, RULE, max(threshold, jamming), target.id)
    rolled = yield from throw_test(ctx, test)
    found = not rolled.fumbled and rolled.total > max(threshold, jamming)
    ctx.emit(Swept(order.unit, order.target, rolled.total, threshold, jamming, found))


def offer_sweeps(state: State, unit: Unit, only: str = "") -> Iterator[Option]:
    """Every enemy that a sweep may find and the eye does not; `only` names the one it may be."""
    if not state.switch(s.ACTIVE_SENSORS) or not has_sensors(unit) or unit.actions < 1:
        return
    for target in [state.units[only]] if only else state.units.values():
        order = Sweep(unit.id, target.id)
        if target.seat == unit.seat or refuse_sweep(state, order) is not None:
            continue
        if look(state, unit, target).reason is not None:
            yield Target(f"Sweep for the {target.name} with Active Sensors", order, RULE, target.id)
