"""Reserves that move onto the table: by a home edge, at Combat or Top Speed, measured from the edge."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Place
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.placing.search import Spot, scattered
from gearlock.mechanics.placing.spots import Stand
from gearlock.systems.fieldmanual.deployment.standing_room import standing
from gearlock.systems.fieldmanual.deployment.words import SPEEDS
from gearlock.systems.fieldmanual.deployment.zones import Segment, faces, home_edges
from gearlock.systems.fieldmanual.movement.least import resolve_least
from gearlock.systems.fieldmanual.movement.moving import resolve_inch, resolve_move
from gearlock.systems.fieldmanual.movement.orders import Move
from gearlock.systems.fieldmanual.state import COMBAT, FIELDED, RESERVE, TOP, State, Unit
from gearlock.systems.fieldmanual.support.events import Entered, EntryEnded
from gearlock.systems.fieldmanual.support.orders import Enter
from gearlock.table.measure import FULL_TURN, HALF_TURN, INCH, bearing, distance, turn_between

RULE = "fieldmanual.reserves"
HAIR = 20
"""How near to the edge counts as touching it, in mils."""
TRIES = 12
MOST_MOVES = 12
"""Orders after which a model that enters has moved enough."""


def edge_gap(unit: Unit, x: int, y: int, part: Segment) -> int:
    """From the edge of a base, were it there, to a part of a table edge."""
    near_x, near_y = min(max(x, part[0]), part[2]), min(max(y, part[1]), part[3])
    return abs(distance(x, y, near_x, near_y) - unit.card.radius)


@heeds("fieldmanual.reserves")
def refuse_enter(state: State, question: Ask, order: Enter) -> Refusal | None:
    """Why a model cannot come in so: at a home edge, looking in, at Combat or Top Speed, where there is room."""
    unit = state.units.get(order.unit)
    if unit is None or unit.id != question.unit or unit.status != RESERVE:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is not the model that comes in now.")
    mode = order.mode or unit.card.primary
    if mode not in unit.card.rows:
        return Refusal("mode", RULE, f"The {unit.name} has the modes {', '.join(unit.card.rows)}, not {mode}.")
    if order.band not in (COMBAT, TOP) or not (unit.card.rows[mode].top or order.band == COMBAT):
        return Refusal("speed", RULE, "Reserves come in at Combat or Top Speed.", {"speed": order.band})
    if not 0 <= order.facing < FULL_TURN:
        return Refusal("facing", RULE, "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    if not any(edge_gap(unit, order.x, order.y, part) <= HAIR for part in home_edges(state, unit.seat)):
        return Refusal("edge", RULE, f"The {unit.name} comes in by your home edge, its base touching it.")
    middle = bearing(order.x, order.y, state.ground.width // 2, state.ground.height // 2)
    if abs(turn_between(order.facing, middle)) > HALF_TURN // 2:
        return Refusal("facing", RULE, "Whoever comes in faces the table.", {"facing": order.facing})
    stand = standing(state, unit, order.x, order.y)
    if isinstance(stand, Refusal):
        return stand
    if spots_for(state, unit, order.x, order.y) is None:
        return Refusal("room", RULE, f"There is no room at the edge for all Bases of the {unit.name}.")
    return None


@heeds("fieldmanual.combined-cohesion")
def spots_for(state: State, unit: Unit, x: int, y: int) -> tuple[tuple[str, int, int, int], ...] | None:
    """Where a model comes to stand; the further Bases of a Combined Model beside it, along the edge."""
    found: list[tuple[str, int, int, int]] = []
    width = 2 * unit.card.radius + HAIR
    upright = min(x, state.ground.width - x) < min(y, state.ground.height - y)
    steps = [step * width for number in range(16) for step in ((0,) if not number else (number, -number))]
    for part in (part for part in state.parts(unit) if part.status == RESERVE):
        for step in steps:
            at = (x, y + step) if upright else (x + step, y)
            stand = standing(state, part, *at)
            apart = all(distance(*at, ox, oy) >= width - HAIR for _, ox, oy, _ in found)
            if isinstance(stand, Stand) and apart:
                found.append((part.id, *at, stand.body.z))
                break
        else:
            return None
    return tuple(found)


@heeds("fieldmanual.reserves", "fieldmanual.combined-movement")
def resolve_entry(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """A model is put at the edge, and moves on from there as it likes and must."""
    unit = ctx.state.units[unit_id]
    if next(_free_edges(ctx.state, unit), None) is None:
        return
    prompt = f"Where does the {unit.name} come onto the table?"
    order = yield from ask(Ask(unit.seat, "enter", unit_id, rule=RULE, prompt=prompt))
    assert isinstance(order, Enter), f"{order} brings nobody in"
    spots = spots_for(ctx.state, ctx.state.units[unit_id], order.x, order.y)
    assert spots is not None, "there was room"
    mode = order.mode or ctx.state.units[unit_id].card.primary
    ctx.emit(Entered(unit_id, spots, order.facing, order.band, mode))
    for _ in range(MOST_MOVES):
        unit = ctx.state.units[unit_id]
        prompt = f"The {unit.name} has come in. Where does it go?"
        step: Order = yield from ask(Ask(unit.seat, "come in", unit_id, rule=RULE, prompt=prompt))
        if not isinstance(step, Move):
            break
        resolve_move(ctx, step)
        while ctx.state.activation is not None and ctx.state.activation.path:
            yield from resolve_inch(ctx)
        if ctx.state.units[unit_id].status != FIELDED:
            break
    if ctx.state.activation is not None:
        yield from resolve_least(ctx, unit_id)
    ctx.emit(EntryEnded(unit_id))


def offer_entries(state: State, question: Ask) -> Iterator[Option]:
    """By the home edge, in each mode, at Combat and at Top Speed."""
    unit = state.units[question.unit]
    for mode, row in unit.card.rows.items():
        for band in (COMBAT, TOP) if row.top else (COMBAT,):
            label = f"Bring in the {unit.name} {SPEEDS[band]}" + (f" ({mode})" if len(unit.card.rows) > 1 else "")
            yield Place(label, Enter(unit.id, band=band, mode=mode), RULE, unit.id)


def _edge_spots(state: State, unit: Unit) -> Iterator[Spot]:
    """Places along the home edges where a base touches them, half an inch apart."""
    wide, high, radius = state.ground.width, state.ground.height, unit.card.radius
    for x0, y0, x1, y1 in home_edges(state, unit.seat):
        for step in range(0, max(x1 - x0, y1 - y0) + 1, INCH // 2):
            x, y = (x0 + step, y0) if x1 > x0 else (x0, y0 + step)
            yield min(max(x, radius), wide - radius), min(max(y, radius), high - radius)


def _free_edges(state: State, unit: Unit) -> Iterator[Spot]:
    spots = (at for at in _edge_spots(state, unit) if isinstance(standing(state, unit, *at), Stand))
    return (at for at in spots if spots_for(state, unit, *at) is not None)


def guess_enter(state: State, question: Ask, order: Enter, chooser: Chooser, attempt: int) -> Order | None:
    """Somewhere along the home edge, looking in."""
    unit = state.units[order.unit]
    spots = list(_edge_spots(state, unit))
    if attempt == TRIES:
        tried = (inward(state, order, *at) for at in scattered(spots, chooser.randrange))
        return next((each for each in tried if refuse_enter(state, question, each) is None), None)
    return inward(state, order, *chooser.choice(spots))


def inward(state: State, order: Enter, x: int, y: int) -> Enter:
    """An entry at a place, facing the other side, or the middle of the table where that is not inward."""
    middle = bearing(x, y, state.ground.width // 2, state.ground.height // 2)
    ahead = faces(state, state.units[order.unit].seat)
    facing = ahead if abs(turn_between(ahead, middle)) <= HALF_TURN // 2 else middle
    return Enter(order.unit, x, y, facing, order.band, order.mode)


def aim_enter(state: State, _ask: Ask, order: Enter, spot: Aim) -> Order:
    """The place of the home edge nearest to a spot."""
    unit = state.units[order.unit]
    near = min(_edge_spots(state, unit), key=lambda at: distance(spot.x, spot.y, *at))
    found = inward(state, order, *near)
    if spot.facing is None:
        return found
    return Enter(found.unit, found.x, found.y, spot.facing % FULL_TURN, found.band, found.mode)
