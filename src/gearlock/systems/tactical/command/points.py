"""2.6.4: Command Points of two pools, one a unit a round, for four uses."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Facing, Option, Pick, decline
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.tactical.command.events import PointSpent
from gearlock.systems.tactical.command.orders import (
    ABOUT_FACE,
    ACTIVATE,
    EXTRA_ACTION,
    PAY_DEBT,
    USES,
    SpendPoint,
    Warn,
)
from gearlock.systems.tactical.command.passing import resolve_passing
from gearlock.systems.tactical.damage.condition import refuse_comms
from gearlock.systems.tactical.state import EVADING, NO_GROUP, POINT_USED, STUNNED, State, Unit, opponent
from gearlock.table.measure import HALF_TURN, bearing, turn_between, turned

RULE = "tactical.2.6.4"
WARNING, WINDOW = "warning", "command"
RULES = {
    EXTRA_ACTION: "tactical.2.6.4-extra-action", ACTIVATE: "tactical.2.6.4-activate",
    ABOUT_FACE: "tactical.2.6.4-about-face", PAY_DEBT: "tactical.2.6.4-extra-action",
}  # fmt: skip


def pool_of(state: State, seat: str) -> str:
    """The pool the next point comes from: Initiative before Tactical; empty where there is none."""
    return next((f"{kind}:{seat}" for kind in ("ICP", "TCP") if state.points.get(f"{kind}:{seat}", 0) > 0), "")


@rule("tactical.2.6.4")
def refuse_point(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot use a Command Point: none left, one used already this round, no working communications."""
    if not pool_of(state, unit.seat):
        return Refusal("points", RULE, "Your side has no Command Points left.")
    if unit.token(POINT_USED):
        return Refusal("used", RULE, f"The {unit.name} has used a Command Point this round: one a unit a round.")
    if not unit.is_fielded or unit.group == NO_GROUP or unit.carrier:
        return Refusal("unit", RULE, f"The {unit.name} cannot use a Command Point now.")
    return refuse_comms(unit)


@rule("tactical.2.6.4-extra-action", "tactical.2.6.4-activate", "tactical.2.6.4-about-face")
def refuse_use(state: State, unit: Unit, use: str, angle: int = 0) -> Refusal | None:
    """Why a point cannot be used so, for this unit and now."""
    if use not in USES:
        return Refusal("use", RULE, f"'{use}' is no use of a Command Point: {', '.join(USES)}.")
    refusal = refuse_point(state, unit)
    if refusal is not None:
        return refusal
    now = state.activation
    active = now is not None and now.unit == unit.id
    if use == EXTRA_ACTION:
        if unit.token(EVADING):
            return Refusal("evading", "tactical.2.6.9", f"The {unit.name} evades this round and does nothing else.")
        if unit.done and not active:
            message = f"The {unit.name} has been activated: an extra Action comes in its activation, or before it."
            return Refusal("done", RULES[use], message)
        if not active and (now is None or state.units[now.unit].seat == unit.seat):
            message = f"An extra Action is for the unit being activated, or for Snap Fire: the {unit.name} is neither."
            return Refusal("idle", RULES[use], message)
    if use == ACTIVATE and (unit.done or active or any(one.unit == unit.id for one in state.interrupted)):
        return Refusal("done", RULES[use], f"The {unit.name} has been activated, or was passed over, this round.")
    if use == ABOUT_FACE and (unit.is_infantry or not 0 < abs(angle) <= HALF_TURN):
        message = "An about-face turns a vehicle by up to 180 degrees."
        return Refusal("angle", RULES[use], message, {"angle": angle})
    if use == PAY_DEBT and not unit.token(STUNNED):
        return Refusal("debt", RULES[use], f"The {unit.name} owes no Action.")
    return None


def refuse_spending(state: State, question: Ask, order: SpendPoint) -> Refusal | None:
    """A point of one's own, for a unit of one's own."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != question.seat:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no unit of yours.")
    if question.kind == "activate" and question.unit:
        message = "A unit is called out of sequence: say first how fast it will go."
        return Refusal("called", RULES.get(order.use, RULE), message)
    if order.use == ACTIVATE and (question.kind == "act" or question.unit):
        return Refusal("use", RULES[ACTIVATE], "Finish this activation first, or end it.")
    if order.use == ACTIVATE and question.kind == "activate" and unit.group == state.group:
        message = f"The group of the {unit.name} is being activated: it needs no Command Point for that."
        return Refusal("group", RULES[ACTIVATE], message)
    return refuse_use(state, unit, order.use, order.angle)


def resolve_spending(ctx: Ctx[State], order: SpendPoint) -> Script[None]:
    """The point is spent; if it reaches the unit it does what it was spent for."""
    unit = ctx.state.units[order.unit]
    passed = yield from resolve_passing(ctx, unit.id)
    facing = turned(unit.facing, order.angle) if order.use == ABOUT_FACE and passed else -1
    ctx.emit(PointSpent(unit.id, order.use, pool_of(ctx.state, unit.seat), facing, passed))


@heeds("tactical.2.6.4-warning")
def offer_warning(ctx: Ctx[State], unit_id: str, attack: int, attacker: str) -> Script[bool]:
    """Whether a Command Point warns a unit before it rolls its defense."""
    unit = ctx.state.units[unit_id]
    if refuse_point(ctx.state, unit) is not None:
        return False
    prompt = f"{attacker} attacks the {unit.name}: {attack}. Warn it with a Command Point (+2)?"
    about = (unit_id, str(attack), attacker)
    question = Ask(unit.seat, WARNING, unit_id, about, "tactical.2.6.4-warning", prompt, optional=True)
    order = yield from ask(question)
    if not isinstance(order, Warn):
        return False
    passed = yield from resolve_passing(ctx, unit_id)
    ctx.emit(PointSpent(unit_id, WARNING, pool_of(ctx.state, unit.seat), -1, passed))
    return passed


def refuse_warn(state: State, question: Ask, order: Warn) -> Refusal | None:
    """The unit that is under attack."""
    if order.unit != question.unit:
        return Refusal("unit", "tactical.2.6.4-warning", "Only the unit under attack is warned.")
    return refuse_point(state, state.units[order.unit])


def offer_warn(_state: State, question: Ask) -> Iterator[Option]:
    """Spend a point, or roll as it is."""
    yield Pick("Warn it with a Command Point (+2)", Warn(question.unit), "tactical.2.6.4-warning")
    yield decline("No warning", "tactical.2.6.4-warning")


def offer_points(state: State, unit: Unit) -> Iterator[Option]:
    """What a Command Point would do for the unit being activated."""
    if refuse_point(state, unit) is not None:
        return
    if refuse_use(state, unit, EXTRA_ACTION) is None:
        yield Pick("Command Point: an extra Action", SpendPoint(unit.id, EXTRA_ACTION), RULES[EXTRA_ACTION])
    if refuse_use(state, unit, PAY_DEBT) is None:
        yield Pick("Command Point: pay an owed Action", SpendPoint(unit.id, PAY_DEBT), RULES[PAY_DEBT])
    if refuse_use(state, unit, ABOUT_FACE, HALF_TURN) is None:
        order = SpendPoint(unit.id, ABOUT_FACE, HALF_TURN)
        yield Facing("Command Point: about-face", order, RULES[ABOUT_FACE], unit.id)


def offer_calls(state: State, question: Ask) -> Iterator[Option]:
    """Units that a Command Point could activate out of sequence, or turn round, between activations."""
    yield from offer_calling(state, question)
    for unit in state.fielded(question.seat):
        if refuse_use(state, unit, ABOUT_FACE, HALF_TURN) is None:
            order = SpendPoint(unit.id, ABOUT_FACE, HALF_TURN)
            yield Facing(f"Command Point: turn the {unit.name} round", order, RULES[ABOUT_FACE], unit.id)
    yield decline("No Command Point now", RULE)


def offer_calling(state: State, question: Ask) -> Iterator[Option]:
    """Units that a Command Point could activate out of sequence now, on either side's turn or in an enemy's move."""
    if not pool_of(state, question.seat):
        return
    for unit in state.fielded(question.seat):
        order = SpendPoint(unit.id, ACTIVATE)
        if refuse_spending(state, question, order) is None:
            yield Pick(f"Command Point: activate the {unit.name} out of sequence", order, RULES[ACTIVATE])


def aim_spending(state: State, _ask: Ask, order: SpendPoint, spot: Aim) -> Order:
    """Round to the spot, or to the facing that was asked for."""
    unit = state.units[order.unit]
    facing = bearing(unit.x, unit.y, spot.x, spot.y) if spot.facing is None else spot.facing
    return SpendPoint(order.unit, order.use, turn_between(unit.facing, facing) or HALF_TURN)


def guess_spending(state: State, _ask: Ask, order: SpendPoint, chooser: Chooser, _attempt: int) -> Order | None:
    """Round to an enemy."""
    if order.use != ABOUT_FACE:
        return order
    unit, foes = state.units[order.unit], list(state.fielded(opponent(state.units[order.unit].seat)))
    if not foes:
        return None
    foe = chooser.choice(foes)
    return SpendPoint(
        order.unit, order.use, turn_between(unit.facing, bearing(unit.x, unit.y, foe.x, foe.y)) or HALF_TURN
    )
