"""White Sand Battle: where corrosive sand lies is chosen before anybody deploys, piece by piece in turn."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.ground.forms import is_building
from gearlock.systems.fieldmanual.state import SEATS, State
from gearlock.systems.fieldmanual.table_effects.effects import WHITE_SAND, has
from gearlock.systems.fieldmanual.table_effects.events import SandCounted, SandFound
from gearlock.systems.fieldmanual.table_effects.orders import TaintGround
from gearlock.systems.fieldmanual.table_effects.sanded import RADIUS, SAND
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_overlaps

RULE = "fieldmanual.event-white-sand"
WHERE = "white sand"
"""The question where the next sand lies; what it is about are the places chosen before."""


@heeds("fieldmanual.event-white-sand")
def resolve_white_sand(ctx: Ctx[State]) -> Script[None] | None:
    """Choose where the sand lies, once, before the battle; None if there is none or it was chosen."""
    if not has(ctx.state, WHITE_SAND) or SAND in ctx.state.switches:
        return None
    return _choose(ctx)


def _choose(ctx: Ctx[State]) -> Script[None]:
    (face,) = yield from throw(Roll("white sand", 1, 6, rule=RULE))
    ctx.emit(SandCounted(face))
    found: list[str] = []
    for number in range(face):
        prompt = f"White sand, {number + 1} of {face}: which terrain is Dangerous, or which open ground 6 in across?"
        order = yield from ask(Ask(SEATS[number % 2], WHERE, about=tuple(found), rule=RULE, prompt=prompt))
        assert isinstance(order, TaintGround), f"{order} says nothing about sand"
        found.append(order.piece or f"{order.x},{order.y}")
    ctx.emit(SandFound(tuple(found)))


@heeds("fieldmanual.event-white-sand")
def refuse_taint(state: State, asked: Ask, order: TaintGround) -> Refusal | None:
    """A piece of terrain that is no structure, or a circle of open ground, each once."""
    if order.piece:
        piece = next((piece for piece in state.ground.pieces if piece.id == order.piece), None)
        if piece is None or is_building(piece):
            return Refusal("piece", RULE, f"'{order.piece}' is no terrain for sand: any piece but structures is.")
        if order.piece in asked.about:
            return Refusal("again", RULE, f"There is white sand in the {piece.name} already.")
        return None
    if order.x is None or order.y is None:
        return Refusal("place", RULE, "Name a piece of terrain, or the middle of open ground.")
    x, y, ground = order.x, order.y, state.ground
    if not (RADIUS <= x <= ground.width - RADIUS and RADIUS <= y <= ground.height - RADIUS):
        return Refusal("table", RULE, "The circle of 6 in would reach off the table.", {"x": x, "y": y})
    spot = Body(x, y, 0, RADIUS)
    there = next(
        (
            p
            for p in ground.pieces_near(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS)
            if footprint_overlaps(spot, p.outline)
        ),
        None,
    )
    if there is not None:
        return Refusal("taken", RULE, f"The {there.name} is in this circle: open ground has nothing on it.")
    points = [word.split(",") for word in asked.about if "," in word]
    if any((x - int(a)) ** 2 + (y - int(b)) ** 2 < 4 * RADIUS * RADIUS for a, b in points):
        return Refusal("again", RULE, "This would overlap a circle that was chosen before.")
    return None


def offer_taint(state: State, asked: Ask) -> Iterator[Option]:
    """Every piece that may have sand in it, and open ground."""
    for piece in state.ground.pieces:
        order = TaintGround(piece.id)
        if refuse_taint(state, asked, order) is None:
            yield Pick(f"{piece.name} ({piece.id})", order, RULE)
    yield Place("Open ground, 6 in across", TaintGround(), RULE, zone="table")


def guess_taint(state: State, _asked: Ask, _order: TaintGround, chooser: Chooser, _attempt: int) -> Order | None:
    """Anywhere on the table."""
    wide, high = state.ground.width - RADIUS, state.ground.height - RADIUS
    if wide <= RADIUS or high <= RADIUS:
        return None
    return TaintGround(x=chooser.randrange(RADIUS, wide), y=chooser.randrange(RADIUS, high))


def aim_taint(_state: State, _asked: Ask, _order: TaintGround, spot: Aim) -> Order | Refusal:
    """Around the point somebody pointed at."""
    return TaintGround(x=spot.x, y=spot.y)
