"""2.7: special movement. Jetpacks leap over what is in the way, Thrusters shift a Hover model sideways."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.figures import Mover, overlapped, ruled
from gearlock.mechanics.going.leaping import barriers, refuse_leap
from gearlock.mechanics.going.resting import touchdown
from gearlock.mechanics.ground.surfaces import water_depth
from gearlock.systems.brigands.chain_of_command.orders_in_force import TIGHT_MANEUVERS, is_ordered
from gearlock.systems.brigands.movement.events import Moved
from gearlock.systems.brigands.movement.movement import refuse_new_move, summed_up
from gearlock.systems.brigands.movement.orders import Jump, Slide
from gearlock.systems.brigands.movement.passage import Stretch, refuse_passage
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH, RIGHT_ANGLE, inches_text, turned
from gearlock.table.path import Stride, Walk, walk

JETPACK = "J"
LANDING = {"table": "brigands.2.2", "terrain": "brigands.2.7a", "headroom": "brigands.2.7a", "overlap": "brigands.2.6"}


@rule("brigands.2.7a", "brigands.trait.jetpack")
@heeds("brigands.7.5d")
def trace_jump(state: State, order: Jump) -> Moved | Refusal:
    """Follow a Jetpack Move to where it lands, or say why it cannot be made. Backward costs nothing extra."""
    unit = state.units[order.unit]
    power = unit.trait("Jetpack") * INCH
    refusal = _refuse_jump(state, unit, order, power)
    if refusal is not None:
        return refusal
    path = walk(unit.x, unit.y, unit.facing, ((order.angle, order.length),))
    landing = ruled(touchdown(state.ground, unit, path.x, path.y), LANDING)
    if isinstance(landing, Refusal):
        return landing
    refusal = _refuse_landing(state, unit, landing, power)
    for stride in path.strides:
        refusal = refusal or _refuse_flight(state, unit, stride, landing, power)
    if refusal is not None:
        return refusal
    return Moved(
        unit.id, JETPACK, path.x, path.y, landing.z, path.facing, 0, len(path.turns), 0, path.length, 0, False,
        ((path.x, path.y),), fall=max(0, unit.z - landing.z - power),
    )  # fmt: skip


def _refuse_jump(state: State, unit: Unit, order: Jump, power: int) -> Refusal | None:
    """Why the model has no Jetpack Move, or not this far. It is a whole Move and follows no other."""
    if not power:
        return Refusal("jetpack", "brigands.trait.jetpack", f"The {unit.name} has no working Jetpack.")
    if unit.inside:
        return Refusal("building", "brigands.2.7a", f"The {unit.name} is in a building.")
    if unit.airborne:
        return Refusal("airborne", "brigands.9.7", f"The {unit.name} is in the air already.")
    turns = 1 + is_ordered(state, unit, TIGHT_MANEUVERS)
    if abs(order.angle) > turns * RIGHT_ANGLE:
        message = f"A Jetpack Move begins with a Turn of at most {turns * 90} degrees."
        return Refusal("turn", "brigands.2.7a", message, {"angle": order.angle})
    if not 0 < abs(order.length) <= power:
        far = f"{inches_text(abs(order.length))} in"
        message = f"The Jetpack of the {unit.name} carries it {inches_text(power)} in, not {far}."
        return Refusal("movement", "brigands.2.7a", message, {"needs": abs(order.length), "has": power})
    return refuse_new_move(state, unit, JETPACK)


@heeds("brigands.2.7a", "brigands.2.6", "brigands.3.2a")
def _refuse_landing(state: State, unit: Unit, landing: Body, power: int) -> Refusal | None:
    """Why the model cannot come down there: too high, too deep, or taken."""
    if landing.z - unit.z > power:
        message = f"That is {inches_text(landing.z - unit.z)} in up; the Jetpack rises {inches_text(power)} in."
        return Refusal("height", "brigands.2.7a", message, {"up": landing.z - unit.z, "has": power})
    deep = 2 * water_depth(state.ground, landing.x, landing.y) > unit.line.height and not landing.z
    if deep and not unit.trait("Amphib"):
        return Refusal("water", "brigands.3.2a", f"The water is too deep for the {unit.name}.")
    other = overlapped(landing, state.obstacles(unit))
    if other is not None:
        return Refusal("overlap", "brigands.2.6", f"The {unit.name} would land on the {other.name}.")
    return None


@heeds("brigands.2.7a")
def _refuse_flight(state: State, unit: Unit, stride: Stride, landing: Body, power: int) -> Refusal | None:
    """Why the model cannot get over something: it clears what is lower than its rating, or than where it starts."""
    for piece in barriers(state.ground, unit, stride, landing, max(unit.z, power - 1)):
        height = f"{inches_text(piece.top)} in"
        message = f"The {piece.name} is {height} tall: the Jetpack clears less than {inches_text(power)} in."
        return Refusal("terrain", "brigands.2.7a", message, {"height": piece.top, "has": power})

    def clears(other: Unit) -> bool:
        return other.line.type == "Infantry" or other.body.top - unit.z < power

    mover = Mover(unit, unit.line.radius, passes=clears)
    return ruled(refuse_leap(mover, stride, state.obstacles(unit)), LANDING)


@rule("brigands.2.7b", "brigands.trait.thrusters")
def trace_slide(state: State, order: Slide) -> Moved | Refusal:
    """Follow a sideways shift, which costs no movement, or say why it cannot be made: once in a Hover Move."""
    unit, now = state.units[order.unit], state.activation
    most = unit.trait("Thrusters") * INCH
    if not most or "H" not in unit.line.move or now is None:
        return Refusal("thrusters", "brigands.trait.thrusters", f"The {unit.name} has no working Thrusters.")
    refusal = refuse_new_move(state, unit, "H")
    if refusal is not None:
        return refusal
    if now.slid:
        return Refusal("slid", "brigands.2.7b", f"The {unit.name} has made its one shift of this Move.")
    if not 0 < abs(order.length) <= most:
        message = f"Thrusters shift the {unit.name} up to {inches_text(most)} in."
        return Refusal("movement", "brigands.2.7b", message, {"needs": abs(order.length), "has": most})
    aside = walk(unit.x, unit.y, turned(unit.facing, RIGHT_ANGLE), ((0, order.length),))
    path = Walk(aside.x, aside.y, unit.facing, aside.strides, (), abs(order.length), 0)
    stretch = Stretch(unit, "H", path, now)
    refusal = refuse_passage(state, stretch)
    if refusal is not None:
        return refusal
    moved = summed_up(stretch)
    return Moved(
        moved.unit, moved.gait, moved.x, moved.y, moved.z, moved.facing, 0, 0, moved.rough, moved.travelled,
        moved.stepped, moved.on_road, moved.through, moved.wet, slid=True,
    )  # fmt: skip
