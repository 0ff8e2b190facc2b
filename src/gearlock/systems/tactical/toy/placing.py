"""3.9.1: setting up: toys at opposite ends of the playing field, or Blockers in its middle; nobody in the water."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Place
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.figures import Mover, overlapped, ruled
from gearlock.mechanics.placing.search import grid, scattered
from gearlock.mechanics.placing.spots import Stand, stand_at
from gearlock.mechanics.turns import SEATS, next_seat
from gearlock.systems.tactical.deployment.places import waiting
from gearlock.systems.tactical.deployment.zones import faces, is_in_zone, zone_boxes
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.toy.events import ToyPlaced, ToysBegun
from gearlock.systems.tactical.toy.orders import PlaceToy
from gearlock.systems.tactical.toy.toys import may_wade, others
from gearlock.table.inches import footprint_overlaps
from gearlock.table.measure import FULL_TURN

PUT: Final = "place toy"
RULE: Final = "tactical.3.9.1"
CODES: Final = {"table": RULE, "terrain": RULE}
COIN: Final = "coin toss"
LAST: Final = 20
"""Spots guessed at before all of them are searched."""


def toss(rule_id: str) -> Script[str]:
    """Flip a coin between the two teams."""
    (face,) = yield from throw(Roll(COIN, 1, 2, rule=rule_id))
    return SEATS[face - 1]


@heeds("tactical.3.9.1")
def resolve_placing(ctx: Ctx[State]) -> Script[None]:
    """One toy; the teams put them down in turn, and a coin says who begins."""
    seat = ctx.state.turn
    if not seat:
        ctx.emit(ToysBegun((yield from toss(RULE))))
        return
    prompt = "Which toy do you put down, and where?"
    order = yield from ask(Ask(seat, PUT, rule=RULE, prompt=prompt))
    assert isinstance(order, PlaceToy), f"{order} puts nothing down"
    found = standing(ctx.state, ctx.state.units[order.unit], order.x, order.y)
    assert isinstance(found, Stand), "the order was judged before"
    left = {each for each in SEATS if any(unit.id != order.unit for unit in waiting(ctx.state, each))}
    ctx.emit(ToyPlaced(order.unit, order.x, order.y, found.body.z, order.facing, next_seat(seat, left)))


def standing(state: State, unit: Unit, x: int, y: int) -> Stand | Refusal:
    """What a toy comes to stand on at a spot, or why it cannot stand there."""
    found = ruled(stand_at(state.ground, Mover(unit, unit.card.radius), x, y, 0), CODES)
    if isinstance(found, Refusal):
        return found
    if (other := overlapped(found.body, others(state, unit))) is not None:
        return Refusal("overlap", RULE, f"The {other.name} stands there.", {"unit": other.id})
    return found


@rule("tactical.3.9.1")
def refuse_place(state: State, question: Ask, order: PlaceToy) -> Refusal | None:
    """Toys of one's own, at one's own end of the field, with both feet on dry ground."""
    unit = next((each for each in waiting(state, question.seat) if each.id == order.unit), None)
    if unit is None:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no toy of yours that is still to be put down.")
    if order.facing not in range(FULL_TURN):
        return Refusal("facing", RULE, "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    stand = standing(state, unit, order.x, order.y)
    if isinstance(stand, Refusal):
        return stand
    if not is_in_zone(state, unit, stand.body):
        return Refusal("zone", RULE, f"The {unit.name} begins at its own end: put it into the zone of its team.")
    water = (piece for piece in state.ground.pieces if piece.kind == "water")
    if not may_wade(unit) and any(footprint_overlaps(stand.body, piece.outline) for piece in water):
        return Refusal("water", RULE, f"The {unit.name} cannot stand in water: put it on dry ground.")
    return None


def offer_places(state: State, question: Ask) -> Iterator[Option]:
    """Every toy that is still to be put down."""
    for unit in waiting(state, question.seat):
        yield Place(f"Put the {unit.name} down", PlaceToy(unit.id), RULE, unit.id, f"{unit.seat}-zone")


def guess_place(state: State, question: Ask, order: PlaceToy, chooser: Chooser, attempt: int) -> Order | None:
    """Anywhere in the zone; at last any spot that is free."""
    unit, ahead = state.units[order.unit], faces(state, question.seat)
    boxes = zone_boxes(state, unit)
    if attempt < LAST:
        x0, y0, x1, y1 = chooser.choice(boxes)
        return PlaceToy(unit.id, chooser.randrange(x0, x1), chooser.randrange(y0, y1), ahead)
    spots = scattered((spot for box in boxes for spot in grid(box, unit.card.radius)), chooser.randrange)
    orders = (PlaceToy(unit.id, x, y, ahead) for x, y in spots)
    return next((each for each in orders if refuse_place(state, question, each) is None), None)


def aim_place(state: State, question: Ask, order: PlaceToy, spot: Aim) -> Order:
    """The spot, looking at the other end."""
    facing = faces(state, question.seat) if spot.facing is None else spot.facing % FULL_TURN
    return PlaceToy(order.unit, spot.x, spot.y, facing)
