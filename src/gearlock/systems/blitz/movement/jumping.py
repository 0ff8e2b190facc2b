"""Powered jumps: once in an activation straight through the air, up and down by the rating of the jetpack."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.figures import Mover, overlapped, ruled
from gearlock.mechanics.going.leaping import barriers, refuse_leap
from gearlock.mechanics.going.resting import touchdown
from gearlock.systems.blitz.lock_and_cover.built import built
from gearlock.systems.blitz.movement.events import JUMPED, Jumped
from gearlock.systems.blitz.movement.orders import Jump
from gearlock.systems.blitz.movement.passage import obstacles
from gearlock.systems.blitz.movement.terrain import IMPASSABLE, going_of
from gearlock.systems.blitz.state import BRACED, IMMOBILISED, TOP_SPEED, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_overlaps
from gearlock.table.measure import INCH, inches_text
from gearlock.table.path import walk

RULES = {
    "table": "blitz.6.0", "overlap": "blitz.6.2",
    **dict.fromkeys(("terrain", "headroom"), "blitz.trait.jetpack"),
}  # fmt: skip


@rule("blitz.trait.jetpack")
@heeds("blitz.13.1")
def trace_jump(state: State, order: Jump) -> Jumped | Refusal:
    """Follow a powered jump to where it lands, or say why it cannot be made.

    It rises and comes down by its rating; what it lands below that it falls.
    """
    unit = state.units[order.unit]
    power = unit.trait("Jetpack") * INCH
    refusal = _refuse_jump(state, unit, order, power)
    if refusal is not None:
        return refusal
    path = walk(unit.x, unit.y, unit.facing, ((0, order.length),))
    landing = ruled(touchdown(built(state), unit, path.x, path.y), RULES)
    if isinstance(landing, Refusal):
        return landing
    refusal = _refuse_landing(state, unit, landing, power)
    for piece in barriers(built(state), unit, path.strides[0], landing, unit.z + power):
        height = inches_text(piece.top - unit.z)
        message = f"The {piece.name} rises {height} in: the {unit.name} jumps {inches_text(power)} in up."
        refusal = refusal or Refusal("height", "blitz.trait.jetpack", message, {"has": power})

    def clears(other: Unit) -> bool:
        return other.is_infantry or other.body.top - unit.z <= power

    mover = Mover(unit, unit.line.radius, passes=clears)
    refusal = refusal or ruled(refuse_leap(mover, path.strides[0], obstacles(state, unit)), RULES)
    fall = max(0, unit.z - landing.z - power)
    return refusal or Jumped(unit.id, path.x, path.y, landing.z, order.length, fall)


@heeds("blitz.trait.jetpack", "blitz.3.2a", "blitz.6.0", "blitz.6.6a")
def _refuse_jump(state: State, unit: Unit, order: Jump, power: int) -> Refusal | None:
    """Why the model has no powered jump now, or not this far: once an activation, before or after a move."""
    now = state.activation
    if not power:
        return Refusal("jetpack", "blitz.trait.jetpack", f"The {unit.name} has no working jetpack.")
    if IMMOBILISED in unit.tokens:
        return Refusal("immobilised", "blitz.6.6a", f"The {unit.name} is immobilised: it has to come free first.")
    if now is None or now.unit != unit.id or unit.stance == BRACED:
        return Refusal("braced", "blitz.3.2a", f"The {unit.name} is braced or passive: it does not jump.")
    if now.stopped:
        return Refusal("stopped", "blitz.13.2", f"The {unit.name} has struck something: it moves no further.")
    if JUMPED in now.marks:
        return Refusal("jumped", "blitz.trait.jetpack", f"The {unit.name} has made its powered jump.")
    if now.gait:
        message = "A powered jump comes before or after a move: end the move under way first."
        return Refusal("begun", "blitz.trait.jetpack", message)
    if order.length < 0 and unit.stance == TOP_SPEED:
        return Refusal("backward", "blitz.6.0", f"At top speed the {unit.name} does not jump backward.")
    if not 0 < abs(order.length) <= power:
        far = inches_text(abs(order.length))
        message = f"The jetpack of the {unit.name} carries it {inches_text(power)} in, not {far} in."
        return Refusal("movement", "blitz.trait.jetpack", message, {"needs": abs(order.length), "has": power})
    return None


@heeds("blitz.trait.jetpack", "blitz.6.2", "blitz.6.5b", "blitz.6.5g")
def _refuse_landing(state: State, unit: Unit, landing: Body, power: int) -> Refusal | None:
    """Why the model cannot come down there: too high, taken, or nothing it could stand in."""
    if landing.z - unit.z > power:
        message = f"That is {inches_text(landing.z - unit.z)} in up; the {unit.name} jumps {inches_text(power)} in."
        return Refusal("height", "blitz.trait.jetpack", message, {"has": power})
    reach, gait = unit.line.radius, unit.gait or unit.line.gait
    x, y = landing.x, landing.y
    for piece in built(state).pieces_near(x - reach, y - reach, x + reach, y + reach):
        below = not landing.z and footprint_overlaps(Body(x, y, 0, reach), piece.outline)
        if below and going_of(piece, unit, gait).type == IMPASSABLE:
            message = f"The {piece.name} is impassable: the {unit.name} cannot land there."
            return Refusal("impassable", "blitz.6.5b", message, {"piece": piece.id})
    other = overlapped(landing, obstacles(state, unit))
    if other is not None:
        return Refusal("overlap", "blitz.6.2", f"The {unit.name} would land on the {other.name}.")
    return None
