"""Airstrikes: leaders call them, and they appear at a table edge at the beginning of the Airstrike phase."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.fieldmanual.command.tests import resolve_comm_event, resolve_test
from gearlock.systems.fieldmanual.deployment.zones import Segment, edges_without, home_edges
from gearlock.systems.fieldmanual.dice_tests.tests import (
    LEADERSHIP,
    Test,
    damage_lines,
    skill_dice,
    stun_lines,
    succeeds,
)
from gearlock.systems.fieldmanual.leaders.leaders import may_command
from gearlock.systems.fieldmanual.paying import refuse_idle
from gearlock.systems.fieldmanual.state import READY, State, Unit, opponent
from gearlock.systems.fieldmanual.support.air_events import AirstrikeCalled, AirstrikePlaced
from gearlock.systems.fieldmanual.support.events import ANYWHERE, CallPaid
from gearlock.systems.fieldmanual.support.options import AIRSTRIKES, Choice, read_choice
from gearlock.systems.fieldmanual.support.orders import CallAirstrike, PlaceAirstrike
from gearlock.systems.fieldmanual.support.sheet import entries, used_key
from gearlock.table.measure import FULL_TURN, INCH, advance, bearing, distance

RULE = "fieldmanual.airstrike-call"
MOVE = "fieldmanual.airstrike-move"
THRESHOLD = 5
HAIR = 20
TRIES = 12


def uncalled(state: State, seat: str) -> list[tuple[int, Choice]]:
    """The airstrikes of a side that have not been called, by number."""
    found = [(number, read_choice(fact.value)) for number, fact in entries(state, seat)]
    return [(n, c) for n, c in found if c.option in AIRSTRIKES and not state.points.get(used_key(seat, n))]


@rule("fieldmanual.airstrike-call")
@heeds("fieldmanual.leaders")
def refuse_airstrike(state: State, order: CallAirstrike) -> Refusal | None:
    """Why an airstrike cannot be called: only leaders do, with an Action, and one that was not called yet."""
    unit = state.units.get(order.unit)
    if unit is None or not state.is_active(unit):
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is not being activated.")
    if order.number not in [number for number, _ in uncalled(state, unit.seat)]:
        return Refusal("choice", RULE, f"Number {order.number} on your sheet is no airstrike that can be called.")
    if not may_command(state, unit):
        message = f"The {unit.name} is neither Army Commander nor Combat Group Leader: they call airstrikes."
        return Refusal("leader", RULE, message)
    return refuse_idle(unit, 1, RULE)


@heeds("fieldmanual.airstrike-call", "fieldmanual.comm-events")
def resolve_airstrike(ctx: Ctx[State], order: CallAirstrike) -> Script[None]:
    """An Action and a Comm Event; blocked, it can be tried again. Leadership against 5 frees it from the home edge."""
    ctx.emit(CallPaid(order.unit, "an airstrike"))
    if not (yield from resolve_comm_event(ctx, order.unit, "call for an airstrike")):
        return
    unit = ctx.state.units[order.unit]
    lines = (skill_dice(unit, LEADERSHIP), *damage_lines(unit), *stun_lines(unit, LEADERSHIP))
    made = yield from resolve_test(ctx, Test("airstrike", unit.id, lines, RULE, THRESHOLD, pass_only=True))
    seat = ctx.state.units[order.unit].seat
    card = ctx.state.stock[dict(uncalled(ctx.state, seat))[order.number].option]
    name = f"{seat.title()} {card.name} {order.number}"
    anywhere = succeeds(made.total, THRESHOLD)
    ctx.emit(AirstrikeCalled(f"{seat}-air-{order.number}", seat, order.number, card.id, name, order.unit, anywhere))


def offer_airstrikes(state: State, unit: Unit) -> Iterator[Option]:
    """Each kind of airstrike that can be called."""
    seen: set[str] = set()
    for number, choice in uncalled(state, unit.seat) if unit.rank else []:
        order = CallAirstrike(unit.id, number)
        if choice.option not in seen and refuse_airstrike(state, order) is None:
            seen.add(choice.option)
            yield Pick(f"Call in the {choice.option}", order, RULE)


def called(state: State, seat: str) -> list[Unit]:
    """The airstrikes of a side that were called and are still to be placed."""
    return [unit for unit in state.units.values() if unit.seat == seat and unit.status == READY]


@heeds("fieldmanual.airstrike-call", "fieldmanual.step3-zones")
def ways_in(state: State, unit: Unit) -> tuple[Segment, ...]:
    """The edges an airstrike may come from: the home edge, or any that is not the enemy's."""
    if not unit.token(ANYWHERE):
        return home_edges(state, unit.seat)
    return edges_without(state.ground, home_edges(state, opponent(unit.seat)))


@heeds("fieldmanual.airstrike-move", "fieldmanual.airstrike-call")
def refuse_placing(state: State, question: Ask, order: PlaceAirstrike) -> Refusal | None:
    """On an edge it may come from, and facing the table."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != question.seat or unit.status != READY:
        return Refusal("unit", MOVE, f"{order.unit or 'Nobody'} is no airstrike of yours to be placed.")
    if not 0 <= order.facing < FULL_TURN:
        return Refusal("facing", MOVE, "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    if all(_away(order.x, order.y, part) > HAIR for part in ways_in(state, unit)):
        which = "an edge that is not the enemy's" if unit.token(ANYWHERE) else "your home edge"
        return Refusal("edge", RULE, f"The {unit.name} comes in from {which}.", {"x": order.x, "y": order.y})
    x, y = advance(order.x, order.y, order.facing, INCH)
    if not (0 < x < state.ground.width and 0 < y < state.ground.height):
        return Refusal("facing", MOVE, f"The {unit.name} must face the table.", {"facing": order.facing})
    return None


def _away(x: int, y: int, part: Segment) -> int:
    return distance(x, y, min(max(x, part[0]), part[2]), min(max(y, part[1]), part[3]))


@heeds("fieldmanual.airstrike-move")
def resolve_placing(ctx: Ctx[State], seat: str) -> Script[None]:
    """A side places one of its airstrikes."""
    prompt = "Airstrikes: place one of yours at the edge it comes from."
    order = yield from ask(Ask(seat, "place airstrike", rule=MOVE, prompt=prompt))
    assert isinstance(order, PlaceAirstrike), f"{order} places no airstrike"
    ctx.emit(AirstrikePlaced(order.unit, order.x, order.y, order.facing))


def offer_placing(state: State, question: Ask) -> Iterator[Option]:
    """Each that was called."""
    for unit in called(state, question.seat):
        yield Place(f"Place the {unit.name}", PlaceAirstrike(unit.id), MOVE, unit.id)


def _inward(state: State, x: int, y: int) -> int:
    return bearing(x, y, state.ground.width // 2, state.ground.height // 2)


def guess_placing(state: State, _ask: Ask, order: PlaceAirstrike, chooser: Chooser, _attempt: int) -> Order | None:
    """Somewhere along its edges, facing somebody."""
    unit = state.units[order.unit]
    x0, y0, x1, y1 = chooser.choice(ways_in(state, unit))
    x, y = chooser.randrange(x0, x1 + 1), chooser.randrange(y0, y1 + 1)
    enemies = list(state.fielded(opponent(unit.seat)))
    facing = _inward(state, x, y)
    if enemies and chooser.randrange(0, 2):
        aimed = chooser.choice(enemies)
        facing = bearing(x, y, aimed.x, aimed.y)
    return PlaceAirstrike(order.unit, x, y, facing)


def aim_placing(state: State, _ask: Ask, order: PlaceAirstrike, spot: Aim) -> Order:
    """The place of its edges nearest to a spot, facing the middle of the table."""
    parts = ways_in(state, state.units[order.unit])
    part = min(parts, key=lambda each: _away(spot.x, spot.y, each))
    x, y = min(max(spot.x, part[0]), part[2]), min(max(spot.y, part[1]), part[3])
    facing = _inward(state, x, y) if spot.facing is None else spot.facing % FULL_TURN
    return PlaceAirstrike(order.unit, x, y, facing)
