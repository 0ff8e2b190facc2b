"""The Artillery phase: strikes come down, one side after the other, and friendly fire before all others."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice, result
from gearlock.mechanics.scatter import astray, direction_of, landing
from gearlock.mechanics.turns import higher
from gearlock.systems.fieldmanual.attacks.defending import Fire
from gearlock.systems.fieldmanual.attacks.lobbed import resolve_landing
from gearlock.systems.fieldmanual.attacks.orders import INDIRECT
from gearlock.systems.fieldmanual.attacks.terms import Terms
from gearlock.systems.fieldmanual.attacks.uses import OPTIMAL, Use
from gearlock.systems.fieldmanual.command.tests import resolve_other
from gearlock.systems.fieldmanual.dice_tests.tests import Test, succeeds, throw_test
from gearlock.systems.fieldmanual.electronic_warfare.observed import is_designated
from gearlock.systems.fieldmanual.state import SEATS, State, opponent
from gearlock.systems.fieldmanual.support.artillery import next_strike
from gearlock.systems.fieldmanual.support.events import (
    FRIENDLY,
    STRIKE,
    FriendlyFireRolled,
    GunsReady,
    StrikeCalled,
    StrikeLanded,
)
from gearlock.systems.fieldmanual.support.guns import GUNS, SKILL, gun_line, guns_of, shell, type_of
from gearlock.systems.fieldmanual.support.options import LIGHT, MEDIUM, Choice, read_choice
from gearlock.systems.fieldmanual.support.orders import FireStrike, Shell
from gearlock.systems.fieldmanual.table_effects.effects import FRIENDLY_FIRE, has, indirect_penalty
from gearlock.table.measure import bearing

RULE, FRIENDLY_RULE = "fieldmanual.artillery-resolve", "fieldmanual.event-friendly-fire"
THRESHOLD, COMES = 5, 4
BARRAGE = Terms("artillery", 0, (INDIRECT,), coordinated=False)
ONE_POINT = (LIGHT, MEDIUM)
"""What 1 Support Point of artillery may be."""


def strikes_of(state: State, seat: str) -> list[int]:
    """The strikes of a side that are on their way, by number."""
    prefix = f"{STRIKE}:{seat}:"
    return sorted(int(key.removeprefix(prefix)) for key in state.facts if key.startswith(prefix))


def strike_choice(state: State, seat: str, number: int) -> tuple[Choice, str]:
    """What kind of strike it is, and the model it was called on."""
    written, _, target = state.facts[f"{STRIKE}:{seat}:{number}"].value.rpartition("/")
    return read_choice(written), target


@heeds("fieldmanual.artillery-resolve")
def resolve_next_strike(ctx: Ctx[State], seat: str) -> Script[None]:
    """A side lets one of its strikes come down; which, it says where there are several."""
    waiting = strikes_of(ctx.state, seat)
    number = waiting[0]
    if len(waiting) > 1:
        prompt = "Artillery: which strike comes down next?"
        order = yield from ask(Ask(seat, "strike", rule=RULE, prompt=prompt))
        assert isinstance(order, FireStrike), f"{order} fires nothing"
        number = order.number
    yield from resolve_strike(ctx, seat, number)


@heeds("fieldmanual.artillery-resolve", "fieldmanual.artillery-call", "fieldmanual.wt-guided")
def strike_lines(state: State, seat: str, number: int) -> tuple[Modifier, ...]:
    """Attack Skill 2 and nothing else, but for a poor correction, a severe storm, and a designator for Guided ones."""
    choice, target = strike_choice(state, seat, number)
    lines = [dice(SKILL, "Artillery", RULE)]
    corrected = state.points.get(f"{STRIKE}:{seat}:{number}", 1)
    if corrected < 0:
        lines.append(result(corrected, "Poor correction", "fieldmanual.artillery-call"))
    if indirect_penalty(state):
        lines.append(result(-indirect_penalty(state), "Severe storm", "fieldmanual.effect-storm"))
    unit, guns = state.units.get(target), state.units.get(guns_of(seat))
    if choice.guided and unit is not None and guns is not None and is_designated(state, unit, guns):
        lines.append(result(1, "Guided to a Designated target", "fieldmanual.wt-guided"))
    return tuple(lines)


@rule("fieldmanual.artillery-resolve")
@heeds("fieldmanual.indirect-attack", "fieldmanual.deviation", "fieldmanual.artillery-types")
def resolve_strike(ctx: Ctx[State], seat: str, number: int) -> Script[None]:
    """Against Threshold 5 it lands on its point, else astray; whoever is there defends against the raw roll."""
    choice, target = strike_choice(ctx.state, seat, number)
    x, y = ctx.state.markers[f"{STRIKE}:{seat}:{number}"]
    lay_guns(ctx, seat, x, y)
    guns, weapon = guns_of(seat), shell(choice.option, choice.guided)
    lines, better = strike_lines(ctx.state, seat, number), max(0, ctx.state.points.get(f"{STRIKE}:{seat}:{number}", 0))
    made = yield from throw_test(ctx, Test("artillery", guns, lines, RULE, THRESHOLD, target, weapon.id, seat))
    shown, length = [0, 0], 0
    if not succeeds(made.total, THRESHOLD):
        for at, what in enumerate(("artillery, direction", "artillery, distance")):
            seen: list[Faces] = []
            roll = Roll(what, 1, 6, 1, seat, guns, "fieldmanual.deviation")
            shown[at] = (yield from resolve_other(ctx, roll, seen.append))[0]
        length = astray(shown[1], THRESHOLD - made.total, better)
        line = bearing(*gun_line(ctx.state, seat, x, y), x, y)
        x, y = landing(x, y, direction_of(shown[0], line), length)
    ctx.emit(StrikeLanded(seat, number, weapon.id, x, y, shown[0], shown[1], length))
    use = Use(weapon, OPTIMAL, INDIRECT, multiplier=type_of(choice.option).multiplier)
    point = (x, y, ctx.state.ground.elevation(x, y))
    yield from resolve_landing(ctx, Fire(guns, use, BARRAGE), point, made.bare)


def lay_guns(ctx: Ctx[State], seat: str, x: int, y: int) -> None:
    """The guns of a side fire from the middle of its home edge."""
    ctx.emit(GunsReady(guns_of(seat), seat, GUNS, *gun_line(ctx.state, seat, x, y)))


@rule("fieldmanual.event-friendly-fire")
def resolve_friendly_fire(ctx: Ctx[State], points: Callable[[State, str], int]) -> Script[None]:
    """In every Artillery phase before all else a die: on 4 or more the side with fewer Victory Points directs shells.

    It chooses one medium strike or two light ones, and where they go; after a tie in points dice decide who does.
    """
    roll = Roll("friendly fire", 1, 6, rule=FRIENDLY_RULE, marks=(COMES,))
    (face,) = yield from throw(roll)
    if face < COMES:
        ctx.emit(FriendlyFireRolled(face))
        return
    seat = higher(points(ctx.state, "blue"), points(ctx.state, "red"))
    while not seat:
        red, blue = yield from throw(Roll("friendly fire, who directs it", 2, 6, rule=FRIENDLY_RULE, ordered=True))
        seat = higher(red, blue)
    ctx.emit(FriendlyFireRolled(face, seat))
    prompt = "Friendly fire: which shells come down, and where?"
    order = yield from ask(Ask(seat, "friendly fire", "", ONE_POINT, FRIENDLY_RULE, prompt))
    assert isinstance(order, Shell), f"{order} sends no shells"
    yield from _shell(ctx, seat, order)
    for _ in range(type_of(order.option).strikes - 1):
        about = (order.option,)
        again = yield from ask(Ask(seat, "friendly fire", "", about, FRIENDLY_RULE, "Where does the next one go?"))
        assert isinstance(again, Shell), f"{again} sends no shells"
        yield from _shell(ctx, seat, again)


def _shell(ctx: Ctx[State], seat: str, order: Shell) -> Script[None]:
    number = next_strike(ctx.state, seat)
    written = Choice(order.option).written()
    ctx.emit(StrikeCalled(seat, number, 0, written, "", "", order.x, order.y))
    yield from resolve_strike(ctx, seat, number)


def is_friendly_fire_due(state: State) -> bool:
    """Whether the die of friendly fire is still to be thrown in this round."""
    return has(state, FRIENDLY_FIRE) and state.points.get(FRIENDLY) != state.round


def refuse_strike(state: State, question: Ask, order: FireStrike) -> Refusal | None:
    """One of those that are on their way."""
    waiting = strikes_of(state, question.seat)
    if order.number in waiting:
        return None
    return Refusal("strike", RULE, f"Your strikes are {', '.join(map(str, waiting))}, not {order.number}.")


def offer_strikes(state: State, question: Ask) -> Iterator[Option]:
    """Each of them."""
    for number in strikes_of(state, question.seat):
        choice, _ = strike_choice(state, question.seat, number)
        yield Pick(f"Strike {number}, {choice.option.replace('-', ' ')}", FireStrike(number), RULE)


def refuse_shell(state: State, question: Ask, order: Shell) -> Refusal | None:
    """1 Support Point of artillery, at a point of the table."""
    if order.option not in question.about:
        return Refusal("option", FRIENDLY_RULE, f"These shells are {' or '.join(question.about)}.")
    if not (0 <= order.x <= state.ground.width and 0 <= order.y <= state.ground.height):
        return Refusal("table", FRIENDLY_RULE, "This point is not on the table.", {"x": order.x, "y": order.y})
    return None


def offer_shells(_state: State, question: Ask) -> Iterator[Option]:
    """Each type, at a point."""
    for option in question.about:
        yield Place(f"{option.replace('-', ' ').capitalize()} at a point", Shell(option), FRIENDLY_RULE, zone="table")


def guess_shell(state: State, question: Ask, order: Shell, chooser: Chooser, _attempt: int) -> Order | None:
    """At some enemy, or somewhere."""
    enemies = list(state.fielded(opponent(question.seat)))
    if not enemies:
        return Shell(order.option, state.ground.width // 2, state.ground.height // 2)
    near = chooser.choice(enemies)
    return Shell(order.option, near.x, near.y)


def aim_shell(_state: State, _ask: Ask, order: Shell, spot: Aim) -> Order:
    """The spot."""
    return Shell(order.option, spot.x, spot.y)


def seats_with_strikes(state: State) -> set[str]:
    """The sides that have a strike on its way."""
    return {seat for seat in SEATS if strikes_of(state, seat)}
