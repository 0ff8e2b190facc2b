"""Airdrops: a point on the table, models around it, and where those come down who miss."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Place, decline
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.figures import overlapped
from gearlock.mechanics.going.resting import resting_place
from gearlock.mechanics.ground.forms import is_solid
from gearlock.mechanics.ground.surfaces import slope_at, solids_under, surface_at
from gearlock.mechanics.scatter import astray, direction_of, landing
from gearlock.systems.fieldmanual.command.tests import resolve_other, resolve_test
from gearlock.systems.fieldmanual.deployment.zones import faces, zone_of
from gearlock.systems.fieldmanual.dice_tests.tests import Test, succeeds
from gearlock.systems.fieldmanual.impacts.collisions import resolve_collision
from gearlock.systems.fieldmanual.lock_and_cover.measuring import gap_to
from gearlock.systems.fieldmanual.movement.danger import resolve_danger, terrain_test_lines
from gearlock.systems.fieldmanual.movement.events import Fell
from gearlock.systems.fieldmanual.movement.terrain import types_of
from gearlock.systems.fieldmanual.state import RESERVE, State, Unit, opponent
from gearlock.systems.fieldmanual.support.events import DROP, DropEnded, Dropped, DropPointChosen
from gearlock.systems.fieldmanual.support.options import models_of
from gearlock.systems.fieldmanual.support.orders import AirDrop, DropModel
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_touches, is_on_table
from gearlock.table.measure import FULL_TURN, INCH, distance, inches_text
from gearlock.table.polygon import is_inside
from gearlock.table.terrain import Piece

RULE = "fieldmanual.airdrop"
AROUND, AWAY = 8 * INCH, 6 * INCH
THRESHOLD, DIFFICULT, DANGEROUS = 4, 3, 5
TRIES = 40
NO_ELEMENT = ("open", "road")


@rule("fieldmanual.airdrop")
def refuse_drop_point(state: State, seat: str, x: int, y: int) -> Refusal | None:
    """Why no group is dropped around a point: off the table, in the enemy's zone, or within 6 in of an enemy."""
    if not (0 <= x <= state.ground.width and 0 <= y <= state.ground.height):
        return Refusal("table", RULE, "This point is not on the table.", {"x": x, "y": y})
    if any(is_inside(part, x, y) for part in zone_of(state, opponent(seat))):
        return Refusal("zone", RULE, "The target point may not lie in the enemy's deployment zone.")
    for enemy in state.fielded(opponent(seat)):
        away = gap_to(enemy, x, y)
        if away <= AWAY:
            message = f"{enemy.name} is {inches_text(away)} in away; the point lies more than 6 in from every enemy."
            return Refusal("near", RULE, message, {"unit": enemy.id, "distance": away})
    return None


def refuse_air_drop(state: State, question: Ask, order: AirDrop) -> Refusal | None:
    """The group that was asked about, around a point that will do."""
    if str(order.group) != question.about[0]:
        return Refusal("group", RULE, f"The question is about Combat Group {question.about[0]}.")
    return refuse_drop_point(state, question.seat, order.x, order.y)


@heeds("fieldmanual.airdrop")
def refuse_drop_model(state: State, question: Ask, order: DropModel) -> Refusal | None:
    """A model comes down within 8 in of the point, on the table and not on another."""
    unit = state.units.get(order.unit)
    if unit is None or unit.id != question.unit or unit.status != RESERVE:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is not the model that is dropped now.")
    if not 0 <= order.facing < FULL_TURN:
        return Refusal("facing", RULE, "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    z = max(slope_at(state.ground, order.x, order.y), surface_at(state.ground, order.x, order.y, 1000 * INCH))
    body = Body(order.x, order.y, z, unit.card.radius, unit.height)
    if not is_on_table(body, state.ground.width, state.ground.height):
        return Refusal("table", RULE, f"The {unit.name} would come down beside the table.")
    x, y = state.markers[f"{DROP}:{unit.seat}:{unit.group}"]
    away = max(0, distance(order.x, order.y, x, y) - unit.card.radius)
    if away > AROUND:
        message = f"This is {inches_text(away)} in from the point; models are placed within 8 in of it."
        return Refusal("far", RULE, message, {"distance": away})
    other = overlapped(body, state.standing())
    if other is not None:
        return Refusal("overlap", RULE, f"{other.name} stands there.", {"unit": other.id})
    return None


@heeds("fieldmanual.airdrop")
def resolve_drop(ctx: Ctx[State], seat: str, order: AirDrop) -> Script[None]:
    """All models of a Combat Group are placed around the point, and each comes down."""
    ctx.emit(DropPointChosen(seat, order.group, order.x, order.y))
    for name in [unit.id for unit in models_of(ctx.state, seat, order.group) if unit.status == RESERVE]:
        prompt = f"Where does the {ctx.state.units[name].name} come down?"
        placed = yield from ask(Ask(seat, "drop", name, (str(order.group),), RULE, prompt))
        assert isinstance(placed, DropModel), f"{placed} drops nobody"
        yield from resolve_descent(ctx, placed)
    ctx.emit(DropEnded(seat, order.group))


@heeds("fieldmanual.airdrop", "fieldmanual.deviation", "fieldmanual.unintentional-impact")
def resolve_descent(ctx: Ctx[State], order: DropModel) -> Script[None]:
    """An unmodified Defense roll against 4; who fails comes down elsewhere, perhaps in terrain or on somebody."""
    unit = ctx.state.units[order.unit]
    test = Test("air drop", unit.id, terrain_test_lines(unit, True), RULE, THRESHOLD)
    made = yield from resolve_test(ctx, test._replace(means=lambda total: min(total, THRESHOLD + 1)))
    x, y, shown, length = order.x, order.y, [0, 0], 0
    if not succeeds(made.total, THRESHOLD):
        for number, what in enumerate(("air drop, direction", "air drop, distance")):
            seen: list[Faces] = []
            roll = Roll(what, 1, 6, 1, unit.seat, unit.id, RULE)
            shown[number] = (yield from resolve_other(ctx, roll, seen.append))[0]
        length = astray(shown[1], THRESHOLD - made.total, unit.card.sensors)
        x, y = kept_on_table(ctx.state, unit, *landing(x, y, direction_of(shown[0], order.facing), length))
    z = max(slope_at(ctx.state.ground, x, y), surface_at(ctx.state.ground, x, y, 1000 * INCH))
    body = Body(x, y, z, unit.card.radius, unit.height)
    under = overlapped(body, ctx.state.standing())
    met = under.id if under is not None else ""
    elements = elements_at(ctx.state, body)
    ctx.emit(Dropped(unit.id, x, y, z, order.facing, shown[0], shown[1], length))
    for piece in elements:
        threshold = DANGEROUS if is_hard(piece) else DIFFICULT
        if ctx.state.units[order.unit].is_fielded:
            yield from resolve_danger(ctx, order.unit, piece.id, threshold)
    if met and ctx.state.units[order.unit].is_fielded and not ctx.state.units[met].is_lost:
        yield from resolve_collision(ctx, order.unit, met, head_on=True)
    _clear(ctx, order.unit)


def kept_on_table(state: State, unit: Unit, x: int, y: int) -> tuple[int, int]:
    """A place, or the nearest to it where a base lies on the table."""
    radius = unit.card.radius
    return min(max(x, radius), state.ground.width - radius), min(max(y, radius), state.ground.height - radius)


@heeds("fieldmanual.airdrop")
def elements_at(state: State, body: Body) -> list[Piece]:
    """The terrain elements somebody comes down in or on."""
    reach = body.radius
    near = state.ground.pieces_near(body.x - reach, body.y - reach, body.x + reach, body.y + reach)
    return [piece for piece in near if piece.kind not in NO_ELEMENT and footprint_touches(body, piece.outline)]


def is_hard(piece: Piece) -> bool:
    """Whether coming down there is dangerous: Very Dense or Solid."""
    return is_solid(piece) or piece.rating == "solid" or "very-dense" in types_of(piece)


def _clear(ctx: Ctx[State], unit_id: str) -> None:
    """Who came down on somebody or something that does not hold it is put beside it."""
    unit = ctx.state.units[unit_id]
    if not unit.is_fielded:
        return
    others = [other for other in ctx.state.standing() if other.id != unit_id]
    blocked = any(piece.top > unit.z for piece in solids_under(ctx.state.ground, unit.body))
    if overlapped(unit.body, others) is None and not blocked:
        return
    x, y = resting_place(ctx.state.ground, unit, unit.z, unit.card.radius, others)
    if (x, y) != (unit.x, unit.y):
        ctx.emit(Fell(unit_id, x, y, unit.z))


def offer_air_drops(_state: State, question: Ask) -> Iterator[Option]:
    """A point, or to come in by the edge."""
    yield Place("Drop around this point", AirDrop(int(question.about[0])), RULE, zone="table")
    yield decline("Come in by the home edge", "fieldmanual.reserves")


def offer_drops(state: State, question: Ask) -> Iterator[Option]:
    """The model that comes down."""
    yield Place(f"Drop the {state.units[question.unit].name}", DropModel(question.unit), RULE, question.unit)


def guess_air_drop(state: State, _ask: Ask, order: AirDrop, chooser: Chooser, _attempt: int) -> Order | None:
    """Some point of the table."""
    return AirDrop(order.group, chooser.randrange(0, state.ground.width), chooser.randrange(0, state.ground.height))


def guess_drop(state: State, _ask: Ask, order: DropModel, chooser: Chooser, _attempt: int) -> Order | None:
    """Somewhere around the point."""
    unit = state.units[order.unit]
    x, y = state.markers[f"{DROP}:{unit.seat}:{unit.group}"]
    reach = AROUND
    x, y = x + chooser.randrange(-reach, reach + 1), y + chooser.randrange(-reach, reach + 1)
    return DropModel(order.unit, *kept_on_table(state, unit, x, y), faces(state, unit.seat))


def aim_air_drop(_state: State, _ask: Ask, order: AirDrop, spot: Aim) -> Order:
    """The spot."""
    return AirDrop(order.group, spot.x, spot.y)


def aim_drop(state: State, _ask: Ask, order: DropModel, spot: Aim) -> Order:
    """The spot."""
    facing = faces(state, state.units[order.unit].seat) if spot.facing is None else spot.facing % FULL_TURN
    return DropModel(order.unit, spot.x, spot.y, facing)
