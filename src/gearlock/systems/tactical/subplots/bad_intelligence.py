"""4.1.4: Bad Intelligence: a quarter of a force stands elsewhere than the enemy thought."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Place, decline
from gearlock.kernel.chapters import checked
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.tactical.damage.losing import riders
from gearlock.systems.tactical.deployment.places import first_inches, refuse_standing, standing
from gearlock.systems.tactical.deployment.zones import faces
from gearlock.systems.tactical.line_of_sight.standing import ground_type
from gearlock.systems.tactical.plots import BAD_INTELLIGENCE, bought
from gearlock.systems.tactical.state import SEATS, State, Unit
from gearlock.systems.tactical.subplots.events import Relocated, RelocationOver
from gearlock.systems.tactical.subplots.lots import those_of
from gearlock.systems.tactical.subplots.orders import Relocate
from gearlock.table.measure import FULL_TURN, INCH

RULE: Final = "tactical.4.1.4-bad-intelligence"
RELOCATE: Final = "relocate"
PARTS: Final = 4
"""A quarter of the force's Threat Value for each of these subplots."""
PLACES: Final = 40
"""Spots guessed at."""


def _tv(unit: Unit) -> int:
    return unit.tv or unit.card.tv


def worth_of(state: State, unit: Unit) -> int:
    """The Threat Value of a unit with all who ride in it."""
    return _tv(unit) + sum(_tv(squad) for squad in riders(state, unit.id))


@rule("tactical.4.1.4-bad-intelligence")
def tv_left(state: State, seat: str) -> int:
    """The Threat Value that a side may still move: a quarter of its force for each of these subplots."""
    force = sum(_tv(unit) for unit in those_of(state, seat))
    return force * bought(state, seat, BAD_INTELLIGENCE) // PARTS - state.points.get(f"relocated TV:{seat}", 0)


def movable(state: State, seat: str) -> list[Unit]:
    """Units on the table that have not been moved and are worth no more than what is left."""
    left = tv_left(state, seat)
    fresh = (unit for unit in state.fielded(seat) if not state.points.get(f"relocated:{unit.id}"))
    return [unit for unit in fresh if not unit.carrier and worth_of(state, unit) <= left]


@heeds("tactical.4.1.4-bad-intelligence")
def relocates(state: State) -> str:
    """The side that may move units now, before the first round; empty for none."""
    if state.round:
        return ""
    open_to = (seat for seat in SEATS if bought(state, seat, BAD_INTELLIGENCE))
    return next((seat for seat in open_to if not state.points.get(f"relocation over:{seat}")), "")


@heeds("tactical.4.1.4-bad-intelligence")
def resolve_relocation(ctx: Ctx[State], seat: str) -> Script[None]:
    """One unit after the other, until the side has enough or nothing more may be moved."""
    if movable(ctx.state, seat):
        prompt = f"Bad Intelligence: you may move units of {tv_left(ctx.state, seat)} TV anywhere on the table."
        order = yield from ask(Ask(seat, RELOCATE, rule=RULE, prompt=prompt, optional=True))
        if isinstance(order, Relocate):
            unit = ctx.state.units[order.unit]
            z = checked(standing(ctx.state, unit, order.x, order.y)).body.z
            inches = first_inches(ctx.state, unit, unit.went, ground_type(ctx.state, order.x, order.y))
            place = (order.x, order.y, z, order.facing)
            ctx.emit(Relocated(unit.id, *place, inches * INCH, worth_of(ctx.state, unit)))
            return
    ctx.emit(RelocationOver(seat))


@heeds("tactical.4.1.4-bad-intelligence")
def refuse_relocate(state: State, question: Ask, order: Relocate) -> Refusal | None:
    """A unit of one's own that is worth no more than what is left, to a place where it could stand."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != question.seat or not unit.is_fielded or unit.carrier:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no unit of yours on the table.")
    if state.points.get(f"relocated:{unit.id}"):
        return Refusal("moved", RULE, f"The {unit.name} has been moved already.")
    worth, left = worth_of(state, unit), tv_left(state, question.seat)
    if worth > left:
        message = f"The {unit.name} is worth {worth} TV, and a quarter of the force leaves {left}: move a cheaper one."
        return Refusal("quarter", RULE, message, {"tv": worth, "left": left})
    if order.facing not in range(FULL_TURN):
        return Refusal("facing", RULE, "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    return refuse_standing(state, unit, order.x, order.y, unit.mode)


def offer_relocations(state: State, question: Ask) -> Iterator[Option]:
    """Each unit that may be moved; or no more."""
    for unit in movable(state, question.seat):
        label = f"Move the {unit.name} ({worth_of(state, unit)} TV)"
        yield Place(label, Relocate(unit.id), RULE, unit.id, "table")
    yield decline("Move nobody more", RULE)


def guess_relocate(state: State, _ask: Ask, order: Relocate, chooser: Chooser, _attempt: int) -> Order | None:
    """Anywhere."""
    unit, ground = state.units[order.unit], state.ground
    x, y = chooser.randrange(0, ground.width), chooser.randrange(0, ground.height)
    return Relocate(unit.id, x, y, faces(state, unit.seat))


def aim_relocate(state: State, question: Ask, order: Relocate, spot: Aim) -> Order:
    """The spot, looking at the enemy's side unless something else is asked for."""
    facing = faces(state, question.seat) if spot.facing is None else spot.facing % FULL_TURN
    return Relocate(order.unit, spot.x, spot.y, facing)
