"""16.2c: off-board models that do not fire: along the edge, nearer or farther, and onto the table."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Place, decline
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.ground.surfaces import slope_at
from gearlock.systems.blitz.deployment.edges import beyond, edges_touched, pushed_to_edge
from gearlock.systems.blitz.deployment.events import Repositioned
from gearlock.systems.blitz.deployment.orders import Reposition
from gearlock.systems.blitz.deployment.standing_room import refuse_ground
from gearlock.systems.blitz.general_concepts.measuring import DISTANCE
from gearlock.systems.blitz.state import State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap
from gearlock.table.measure import INCH, inches_text
from gearlock.table.measure import distance as between

MOVES = 2
"""How many moves nearer or farther a model may go."""


def noted(state: State, unit: Unit) -> int:
    """How far beyond the edge a model is, in mils."""
    return int(state.facts[f"{DISTANCE}:{unit.id}"].value)


@rule("blitz.16.2c")
@heeds("blitz.16.1a")
def may_reposition(unit: Unit) -> bool:
    """Whoever has not fired this round may spend all actions on another place; a gun without wheels stays."""
    return not unit.fired and unit.line.move > 0 and not unit.is_shorted


@heeds("blitz.16.2c", "blitz.16.1a", "blitz.3.1b")
def resolve_repositioning(ctx: Ctx[State]) -> Script[None]:
    """The end of the action phase: each off-board model that has not fired may go elsewhere, or come in."""
    for unit_id in [unit.id for unit in beyond(ctx.state) if may_reposition(unit)]:
        unit = ctx.state.units[unit_id]
        far = inches_text(noted(ctx.state, unit))
        prompt = f"The {unit.name} is {far} in beyond the edge and has not fired. Does it go elsewhere?"
        question = Ask(unit.seat, "reposition", unit_id, rule="blitz.16.2c", prompt=prompt, optional=True)
        order = yield from ask(question)
        if not isinstance(order, Reposition):
            continue
        left = max(0, noted(ctx.state, unit) + order.change * INCH)
        z = slope_at(ctx.state.ground, order.x, order.y)
        ctx.emit(Repositioned(unit_id, order.x, order.y, z, left))


@heeds("blitz.16.2c")
def refuse_reposition(state: State, ask: Ask, order: Reposition) -> Refusal | None:
    """Along its edge by its movement at most, and two moves nearer or farther; to come in it needs room."""
    unit = state.units[ask.unit]
    body = Body(order.x, order.y, 0, unit.line.radius, unit.height)
    far, most = between(unit.x, unit.y, order.x, order.y), MOVES * unit.line.move
    if not set(edges_touched(state.ground, unit.body)) & set(edges_touched(state.ground, body)):
        return Refusal("edge", ask.rule, f"The {unit.name} goes along the edge it is at.")
    if far > unit.line.move:
        reach = inches_text(unit.line.move)
        message = f"The {unit.name} goes {reach} in along the edge at most, not {inches_text(far)}."
        return Refusal("along", ask.rule, message, {"distance": far, "most": unit.line.move})
    if abs(order.change) * INCH > most:
        message = f"The {unit.name} comes nearer, or goes farther, by {inches_text(most)} in at most."
        return Refusal("moves", ask.rule, message, {"change": order.change})
    if noted(state, unit) + order.change * INCH <= 0:
        return refuse_ground(state, unit, order.x, order.y)
    if any(bodies_overlap(body, other.body) for other in beyond(state) if other.id != unit.id):
        return Refusal("overlap", "blitz.6.2", "Another off-board model is set there.")
    return None


def offer_repositionings(state: State, ask: Ask) -> Iterator[Option]:
    """Nearer or farther by one move or two where it is, or anywhere along the edge; or to stay."""
    unit = state.units[ask.unit]
    move = unit.line.move // INCH
    for change in (-MOVES * move, -move, move, MOVES * move):
        order = Reposition(unit.id, unit.x, unit.y, change)
        if refuse_reposition(state, ask, order) is None:
            enters = noted(state, unit) + change * INCH <= 0
            label = "Enter the table" if enters else f"{'Nearer' if change < 0 else 'Farther'} by {abs(change)} in"
            yield Pick(label, order, ask.rule)
    for change in (-MOVES * move, 0):
        label = f"Along the edge{' and nearer' if change else ''}"
        yield Place(label, Reposition(unit.id, unit.x, unit.y, change), ask.rule, unit=unit.id, zone="edge")
    yield decline("Stay", ask.rule)


def guess_reposition(state: State, _ask: Ask, order: Reposition, chooser: Chooser, _attempt: int) -> Order:
    """Somewhere along the edge."""
    unit = state.units[order.unit]
    move = unit.line.move
    x, y = unit.x + chooser.randrange(-move, move + 1), unit.y + chooser.randrange(-move, move + 1)
    return Reposition(unit.id, *pushed_to_edge(state.ground, unit.line.radius, x, y), order.change)


def aim_reposition(state: State, _ask: Ask, order: Reposition, spot: Aim) -> Order:
    """The place at the edge that is nearest to the spot."""
    radius = state.units[order.unit].line.radius
    return Reposition(order.unit, *pushed_to_edge(state.ground, radius, spot.x, spot.y), order.change)
