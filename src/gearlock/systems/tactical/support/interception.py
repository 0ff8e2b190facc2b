"""4.1.3: aircraft in Step Four: who sends them, who intercepts them, and when they fly home."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick, Place, decline
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice, result
from gearlock.mechanics.silhouette.rolls import Result, Skill
from gearlock.systems.tactical.assets import Plane, stock_of
from gearlock.systems.tactical.deployment.zones import faces
from gearlock.systems.tactical.dice_tests.tests import Test, margin, throw_test
from gearlock.systems.tactical.line_of_sight.conditions import is_air_grounded
from gearlock.systems.tactical.state import State, opponent
from gearlock.systems.tactical.support.air import Run, attack_run, enemies_of, line_through, targets_on
from gearlock.systems.tactical.support.events import (
    AGAIN,
    FLIGHT,
    NOTHING_TO_DO,
    PASSED,
    Intercepted,
    PlaneSent,
    RunEnded,
)
from gearlock.systems.tactical.support.orders import Fly, Intercept
from gearlock.systems.tactical.under_way import Patch
from gearlock.table.measure import FULL_TURN

RULE: Final = "tactical.4.1.3-interception"
AIR: Final = "tactical.4.1.3-air"
FLY, INTERCEPT = "fly", "intercept"
SHOT_DOWN: Final = 4
HEADINGS: Final = range(0, FULL_TURN // 2, 450)
OFFERED: Final = 4
"""Lines that are offered ready-made for an aircraft."""


@heeds("tactical.4.1.3-interception", "tactical.4.1.3-air")
def ready_to_fly(state: State, seat: str) -> list[Plane]:
    """The aircraft of a side that could make an attack run now: with weapons, not driven off, once a round."""
    if is_air_grounded(state):
        return []
    planes = (plane for plane in stock_of(state, seat).planes if not plane.home and plane.attacks)
    return [plane for plane in planes if plane.flown != state.round]


@rule("tactical.4.1.3-interception")
def ready_to_intercept(state: State, seat: str, tried: tuple[str, ...] = ()) -> list[Plane]:
    """The aircraft of a side that could go for an enemy's now: of a type that does, not gone, and not tried on it."""
    if is_air_grounded(state):
        return []
    planes = (plane for plane in stock_of(state, seat).planes if not plane.home and plane.away != state.round)
    return [plane for plane in planes if plane.type.interception is not None and plane.id not in tried]


@heeds("tactical.4.1.3-air", "tactical.2.6.2-step4", "tactical.4.1.3-interception")
def resolve_air_support(ctx: Ctx[State], seat: str) -> Script[str]:
    """Step Four: a side sends its aircraft, one after the other; who is not stopped makes its run."""
    flight = next((patch for patch in ctx.state.patches if patch.kind == FLIGHT), None)
    if flight is not None:
        yield from resolve_run(ctx, flight)
        return AGAIN
    if not ready_to_fly(ctx.state, seat):
        return NOTHING_TO_DO
    prompt = "Send an aircraft across the table? Point at a place on its line and turn it."
    order = yield from ask(Ask(seat, FLY, rule=AIR, prompt=prompt, optional=True))
    if not isinstance(order, Fly):
        return PASSED
    plane = stock_of(ctx.state, seat).plane(order.plane)
    assert plane is not None and order.x is not None and order.y is not None, "the order was judged"  # noqa: PT018
    ctx.emit(PlaneSent(seat, plane.id, plane.kind, order.x, order.y, order.facing))
    yield from resolve_interceptions(ctx, seat, plane)
    return AGAIN


@heeds("tactical.4.1.3-air")
def resolve_run(ctx: Ctx[State], flight: Patch) -> Script[None]:
    """An aircraft that nobody has stopped crosses the table and attacks."""
    plane = stock_of(ctx.state, flight.seat).plane(flight.unit)
    assert plane is not None, "it is in the air"
    start, end = line_through(ctx.state, flight.x, flight.y, flight.number)
    made = yield from attack_run(ctx, flight.seat, plane.kind, start, end, level=plane.level, attacks=plane.attacks)
    ctx.emit(RunEnded(flight.seat, plane.id, plane.kind, plane.attacks - made))


@heeds("tactical.4.1.3-interception")
def resolve_interceptions(ctx: Ctx[State], seat: str, plane: Plane) -> Script[bool]:
    """The enemy's aircraft may go for it, each once, until one succeeds. Whether one did."""
    enemy, tried = opponent(seat), tuple[str, ...]()
    while ready_to_intercept(ctx.state, enemy, tried):
        prompt = f"A {plane.kind} comes in. Send an aircraft against it?"
        question = Ask(enemy, INTERCEPT, "", (plane.kind, *tried), RULE, prompt, optional=True)
        order = yield from ask(question)
        if not isinstance(order, Intercept):
            return False
        tried = (*tried, order.plane)
        if (yield from resolve_interception(ctx, enemy, order.plane, plane)):
            return True
    return False


def _roll(ctx: Ctx[State], purpose: str, seat: str, skill: Skill) -> Script[Result]:
    lines = (dice(skill.dice, purpose.capitalize(), RULE), *_added(skill, purpose))
    return (yield from throw_test(ctx, Test(purpose, "", lines, RULE, seat=seat)))


def _added(skill: Skill, purpose: str) -> Iterator[Modifier]:
    if skill.modifier:
        yield result(skill.modifier, f"{purpose.capitalize()} of the type", RULE)


@heeds("tactical.4.1.3-interception", "tactical.2.3.3")
def resolve_interception(ctx: Ctx[State], seat: str, plane_id: str, prey: Plane) -> Script[bool]:
    """Interception dice against defense dice: a margin of 1 to 3 drives it off, 4 or more shoot it down.

    Equal rolls and lower ones do nothing, and whoever tried may try again.
    """
    hunter = stock_of(ctx.state, seat).plane(plane_id)
    assert hunter is not None and hunter.type.interception is not None, "the order was judged"  # noqa: PT018
    attack = yield from _roll(ctx, "interception", seat, hunter.type.interception)
    defense = yield from _roll(ctx, "air defense", opponent(seat), prey.type.defense)
    won = margin(attack.total, defense.total)
    down, off = won >= SHOT_DOWN, 0 < won < SHOT_DOWN
    named = (hunter.id, hunter.kind, prey.id, prey.kind, attack.total, defense.total, off, down)
    ctx.emit(Intercepted(seat, *named))
    return down or off


@heeds("tactical.4.1.3-air", "tactical.4.1.2-condition-winds")
def refuse_flight(state: State, question: Ask, order: Fly) -> Refusal | None:
    """An aircraft of one's own that can fly now, and a point of the table."""
    if is_air_grounded(state):
        return Refusal("winds", "tactical.4.1.2-condition-winds", "Nothing flies in heavy winds.")
    ready = [plane.id for plane in ready_to_fly(state, question.seat)]
    if order.plane not in ready:
        message = f"'{order.plane[:40]}' is no aircraft of yours that can fly now: {', '.join(ready)} can."
        return Refusal("plane", AIR, message)
    if order.x is None or order.y is None:
        return Refusal("point", AIR, "Name a point that the flight line goes through, and its direction.")
    if not (0 <= order.x <= state.ground.width and 0 <= order.y <= state.ground.height):
        return Refusal("table", AIR, "This point is off the table: the line goes across it.")
    if order.facing not in range(FULL_TURN):
        return Refusal("facing", AIR, "A direction is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    return None


def run_of(state: State, seat: str, order: Fly) -> Run | None:
    """The run that an order means."""
    plane = stock_of(state, seat).plane(order.plane)
    if plane is None or order.x is None or order.y is None:
        return None
    return Run(seat, plane.type, plane.level, *line_through(state, order.x, order.y, order.facing))


def lines_over(state: State, seat: str, plane: Plane) -> list[tuple[int, Fly]]:
    """Lines through enemies, those with most of the enemy's Threat Value in their corridor first."""
    found: dict[tuple[str, ...], tuple[int, Fly]] = {}
    for foe in enemies_of(state, seat):
        for heading in HEADINGS:
            order = Fly(plane.id, foe.x, foe.y, (faces(state, seat) + heading) % FULL_TURN)
            run = run_of(state, seat, order)
            near = [] if run is None else targets_on(state, run)
            worth = sum(unit.tv or unit.card.tv for unit in near[: plane.attacks])
            found.setdefault(tuple(unit.id for unit in near), (worth, order))
    return sorted(found.values(), key=lambda each: -each[0])[:OFFERED]


def offer_flights(state: State, question: Ask) -> Iterator[Option]:
    """For each aircraft some good lines, any line, or none."""
    for plane in ready_to_fly(state, question.seat):
        for _worth, order in lines_over(state, question.seat, plane):
            run = run_of(state, question.seat, order)
            names = ", ".join(unit.name for unit in targets_on(state, run)) if run is not None else ""
            yield Pick(f"{plane.kind}: over {names}", order, AIR)
        yield Place(f"{plane.kind}: along any line", Fly(plane.id), AIR, zone="table")
    yield decline("Send none", AIR)


def guess_flight(state: State, question: Ask, order: Fly, chooser: Chooser, _attempt: int) -> Order | None:
    """Over some enemy, in some direction."""
    foes = enemies_of(state, question.seat)
    if not foes:
        return None
    foe = chooser.choice(foes)
    return Fly(order.plane, foe.x, foe.y, chooser.randrange(0, FULL_TURN))


def aim_flight(state: State, question: Ask, order: Fly, spot: Aim) -> Order:
    """Through the spot, from one's own side of the table unless another direction is asked for."""
    facing = faces(state, question.seat) if spot.facing is None else spot.facing % FULL_TURN
    return Fly(order.plane, spot.x, spot.y, facing)


def refuse_interception(state: State, question: Ask, order: Intercept) -> Refusal | None:
    """An aircraft of one's own that intercepts, and has not tried on this one."""
    ready = [plane.id for plane in ready_to_intercept(state, question.seat, question.about[1:])]
    if order.plane in ready:
        return None
    message = f"'{order.plane[:40]}' is no aircraft of yours that can intercept now: {', '.join(ready)} can."
    return Refusal("plane", RULE, message)


def offer_interceptions(state: State, question: Ask) -> Iterator[Option]:
    """Each of them, or letting it come."""
    for plane in ready_to_intercept(state, question.seat, question.about[1:]):
        order = Intercept(plane.id, plane.kind, question.about[0])
        yield Pick(f"Intercept it with the {plane.kind} ({plane.id})", order, RULE)
    yield decline("Let it come", RULE)
