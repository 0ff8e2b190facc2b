"""Jump Jets: once in an activation straight ahead and up, over what is low enough; the Speed Band goes up by one."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.figures import overlapped, ruled
from gearlock.mechanics.going.resting import touchdown
from gearlock.mechanics.ground.forms import is_solid
from gearlock.systems.fieldmanual.melee.engagement import newly_engaged
from gearlock.systems.fieldmanual.melee.grappling import release, resolve_contact, touched
from gearlock.systems.fieldmanual.movement.bands import refuse_top
from gearlock.systems.fieldmanual.movement.danger import resolve_danger
from gearlock.systems.fieldmanual.movement.events import Jumped
from gearlock.systems.fieldmanual.movement.moving import leave_melee, note_test
from gearlock.systems.fieldmanual.movement.orders import Jump
from gearlock.systems.fieldmanual.movement.passage import obstacles
from gearlock.systems.fieldmanual.movement.reach import jumped_by, refuse_hanging, refuse_unmoving
from gearlock.systems.fieldmanual.movement.stretches import is_met
from gearlock.systems.fieldmanual.movement.terrain import CLOSED, RULES, dearest, threshold_of
from gearlock.systems.fieldmanual.state import COMBAT, REVERSE, STATIONARY, TOP, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH, advance, inches_text
from gearlock.table.path import Stride, sweeps_body, sweeps_outline
from gearlock.table.terrain import Piece

RULE = "fieldmanual.perk-jump-jets"
RAISED = {STATIONARY: COMBAT, COMBAT: TOP, TOP: TOP}
CODES = dict.fromkeys(("table", "terrain", "headroom", "overlap"), RULE)


def power_of(unit: Unit) -> int:
    """How far a model's Jump Jets carry it, forward and up together."""
    return INCH * unit.perk("Jump Jets")


def trace_jump(state: State, order: Jump) -> Jumped | Refusal:
    """What a jump comes to, or why it cannot be made."""
    unit = state.units.get(order.figure or order.unit)
    if unit is None or unit.id not in {part.id for part in state.parts(state.units[order.unit])}:
        return Refusal("figure", "fieldmanual.combined-movement", f"{order.figure} is no base of this model.")
    refusal = refuse_unmoving(state, unit) or refuse_hanging(unit) or _refuse_jumper(state, unit, order.length)
    return refusal or _trace(state, unit, order.length)


@rule("fieldmanual.perk-jump-jets")
def _refuse_jumper(state: State, unit: Unit, length: int) -> Refusal | None:
    """Why a model does not jump: no jets, a second time, in Reverse, or no Action for the Top Speed it would have."""
    now = state.activation
    if not power_of(unit):
        return Refusal("jets", RULE, f"The {unit.name} has no working Jump Jets.")
    if now is not None and jumped_by(now, unit.id) is not None:
        return Refusal("jumped", RULE, f"The {unit.name} has jumped in this activation.")
    if unit.band == REVERSE:
        return Refusal("reverse", RULE, f"The {unit.name} jumps forward: not in Reverse.")
    if not 0 < length <= power_of(unit):
        message = f"The Jump Jets of the {unit.name} carry it up to {inches_text(power_of(unit))} in forward."
        return Refusal("movement", RULE, message, {"needs": length, "has": power_of(unit)})
    return refuse_top(unit) if unit.band == COMBAT else None


def _trace(state: State, unit: Unit, length: int) -> Jumped | Refusal:
    x, y = advance(unit.x, unit.y, unit.facing, length)
    high = unit.clone()
    high.z = unit.z + power_of(unit)
    landing = ruled(touchdown(state.ground, high, x, y), CODES)
    if isinstance(landing, Refusal):
        return landing
    other = overlapped(landing, obstacles(state, unit))
    if other is not None:
        return Refusal("overlap", RULE, f"The {unit.name} would land on the {other.name}.", {"unit": other.id})
    up = rise_of(state, unit, Stride(unit.x, unit.y, x, y, length), landing)
    if length + up > power_of(unit):
        needs, has = inches_text(length + up), inches_text(power_of(unit))
        message = f"The {unit.name} jumps {has} in, forward and up together; over what lies there it needs {needs}."
        return Refusal("movement", RULE, message, {"needs": length + up, "has": power_of(unit), "up": up})
    price, type_, piece = dearest(ground_under(state, landing), unit, unit.mode)
    if price == CLOSED and piece is not None:
        message = f"The {piece.name} ({type_}) is impassable to the {unit.name}: it cannot land there."
        return Refusal("impassable", RULES[type_], message, {"piece": piece.id})
    band = RAISED[unit.band]
    return Jumped(unit.id, x, y, landing.z, length, band, band == TOP != unit.band, newly_engaged(state, unit))


def ground_under(state: State, body: Body) -> list[Piece]:
    """The pieces that the middle of a base is in or on."""
    return [piece for piece in state.ground.pieces_at(body.x, body.y) if is_met(piece, body.z)]


@heeds("fieldmanual.perk-jump-jets")
def rise_of(state: State, unit: Unit, stride: Stride, landing: Body) -> int:
    """How far up a jump must go: over solids and models on the way, and onto what it lands on."""
    radius, top = unit.card.radius, max(unit.z, landing.z)
    low = min(stride.x0, stride.x1) - radius, min(stride.y0, stride.y1) - radius
    for piece in state.ground.pieces_near(*low, max(stride.x0, stride.x1) + radius, max(stride.y0, stride.y1) + radius):
        if is_solid(piece) and sweeps_outline(stride, radius, piece.outline):
            top = max(top, piece.top)
    for other in obstacles(state, unit):
        if sweeps_body(stride, radius, other.body):
            top = max(top, other.body.top)
    return top - unit.z


@heeds("fieldmanual.perk-jump-jets", "fieldmanual.terrain-difficult-dangerous", "fieldmanual.free-strikes")
def resolve_jump(ctx: Ctx[State], order: Jump) -> Script[None]:
    """Jump in one go; where it lands in Difficult or Dangerous ground it tests."""
    found = trace_jump(ctx.state, order)
    assert not isinstance(found, Refusal), f"this was not checked: {found}"
    before = touched(ctx.state, ctx.state.units[found.unit])
    ctx.emit(found)
    release(ctx)
    unit = ctx.state.units[found.unit]
    for piece in ground_under(ctx.state, unit.body):
        if threshold_of(piece):
            if not (yield from resolve_danger(ctx, found.unit, piece.id, threshold_of(piece))):
                break
            note_test(ctx, found.unit, piece.id)
    yield from leave_melee(ctx, found.unit)
    yield from resolve_contact(ctx, found.unit, before)
