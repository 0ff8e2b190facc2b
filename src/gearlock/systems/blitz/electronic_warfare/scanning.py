"""7.8: detailed scans."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.blitz.attacks.exchange import resolve_exchange
from gearlock.systems.blitz.dice_tests.modifiers import modifiers_of
from gearlock.systems.blitz.dice_tests.rolls import DiceTest, make_roll
from gearlock.systems.blitz.electronic_warfare.acting import begin_action, refuse_acting
from gearlock.systems.blitz.electronic_warfare.events import Scanned
from gearlock.systems.blitz.electronic_warfare.orders import Scan
from gearlock.systems.blitz.general_concepts.dice import EW, skill_of
from gearlock.systems.blitz.general_concepts.measuring import distance, distance_between
from gearlock.systems.blitz.lock_and_cover.sensing import can_lock, scan_reach, with_sensors
from gearlock.systems.blitz.state import FIELDED, WRECK, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.measure import inches
from gearlock.table.polygon import distance_to

DETAILED = "detailed scan"


@heeds("blitz.7.8", "blitz.2.7")
def scan_distance(state: State, unit: Unit, target: str) -> int | None:
    """Mils to a model, a marker or a piece of terrain; None if there is no such thing on the table."""
    if target in state.units:
        other = state.units[target]
        return distance_between(state, unit, other) if other.status in (FIELDED, WRECK) else None
    if target in state.markers:
        x, y = state.markers[target]
        return distance(unit.body, Body(x, y, unit.z, 0))
    piece = next((piece for piece in state.ground.pieces if piece.id == target), None)
    return None if piece is None else max(0, distance_to(piece.outline, unit.x, unit.y) - unit.line.radius)


@heeds("blitz.7.8", "blitz.7.1", "blitz.15.5d")
def refuse_scan(state: State, order: Scan) -> Refusal | None:
    """Within half the detection range, which nothing doubles; a model also in Lock."""
    unit = state.units[order.unit]
    refusal = refuse_acting(unit, DETAILED, "blitz.7.8", sensors=True)
    if refusal is not None:
        return refusal
    away, reach = scan_distance(state, unit, order.target), scan_reach(state, unit)
    if away is None or order.target == unit.id:
        return Refusal("target", "blitz.7.8", f"There is no {order.target or 'target'} on the table to be scanned.")
    if away > reach:
        message = f"It is {inches(away)} in away, and the {unit.name} scans within {inches(reach)} in."
        return Refusal("range", "blitz.7.8", message, {"distance": away, "range": reach})
    target = state.units.get(order.target)
    if target is not None and not can_lock(with_sensors(state, unit), unit, target):
        return Refusal("lock", "blitz.7.8", f"The {unit.name} has no lock on the {target.name}.")
    return None


def scan_test(state: State, unit: Unit) -> DiceTest:
    """An EW roll; one success is enough."""
    lines = tuple(modifiers_of(state, unit, EW))
    return DiceTest(
        DETAILED, unit.id, EW, skill_of(unit, EW), lines, rule="blitz.7.8", enough=1, stake="one success is enough"
    )


@heeds("blitz.7.8", "blitz.7.7", "blitz.10.4")
def resolve_scan(ctx: Ctx[State], order: Scan) -> Script[None]:
    """With active sensors on, so that whoever detects the scanner may answer; if it dies of that the scan fails."""
    is_model = order.target in ctx.state.units
    answers, blurred = yield from begin_action(ctx, order.unit, DETAILED, order.target, True, lock=is_model)
    test = scan_test(ctx.state, ctx.state.units[order.unit])
    made = yield from make_roll(ctx, test._replace(lines=(*test.lines, *blurred)))
    yield from resolve_exchange(ctx, answers)
    ctx.emit(Scanned(order.unit, order.target, made.successes > 0 and ctx.state.units[order.unit].is_fielded))
