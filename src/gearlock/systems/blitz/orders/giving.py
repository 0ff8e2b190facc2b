"""15.4 to 15.6: an order given: command roll, comms test, free action; and command points passed on."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.blitz.attacks.aiming import loaded
from gearlock.systems.blitz.attacks.answers import refuse_attack
from gearlock.systems.blitz.attacks.exchange import declare_answers, declare_attack, resolve_exchange
from gearlock.systems.blitz.attacks.orders import Attack
from gearlock.systems.blitz.attacks.snap_fire import Trigger
from gearlock.systems.blitz.attacks.volleys import Volley
from gearlock.systems.blitz.chain_of_command.formation import in_auto_comms
from gearlock.systems.blitz.chain_of_command.points import most_command_points
from gearlock.systems.blitz.chain_of_command.ranks import CGL, CO, post_of
from gearlock.systems.blitz.dice_tests.comms_tests import CommsTest, roll_comms
from gearlock.systems.blitz.dice_tests.events import Transmitted
from gearlock.systems.blitz.dice_tests.jammed import throw_off
from gearlock.systems.blitz.dice_tests.rerolls import offer_reroll
from gearlock.systems.blitz.dice_tests.rolls import make_roll
from gearlock.systems.blitz.orders.commands import RULES, can_take_up, in_formation_with, order_test, out_of_formation
from gearlock.systems.blitz.orders.events import (
    FreeActionGained,
    FreeActionLost,
    OrderBegun,
    OrderTaken,
    PointsPassed,
)
from gearlock.systems.blitz.orders.orders import GiveOrder, Include, PassPoints
from gearlock.systems.blitz.paying import has_action
from gearlock.systems.blitz.state import CHARGE, COMMAND, COORDINATED, INCOMING, State

ORDER_COMMS, POINT_COMMS = "comms test for an order", "comms test for command points"
CHAINED = (COORDINATED, CHARGE)
"""Orders that a commander can chain an attack to."""


@heeds("blitz.15.4", "blitz.14.1", "blitz.10.4", "blitz.3.4a")
def resolve_order(ctx: Ctx[State], order: GiveOrder) -> Script[None]:
    """The order roll, then the comms test, then the commander's own free action; damage by answers comes last."""
    ctx.emit(OrderBegun(order.unit, order.command, order.target))
    if order.comms:
        ctx.emit(Transmitted(order.unit, ORDER_COMMS, actions=0))
    named, lock = ((order.target,), True) if order.target else ((), False)
    trigger = Trigger((order.unit,), named, f"the order {order.command}", comms=order.comms, lock=lock)
    volleys = yield from declare_answers(ctx, trigger)
    blurred = (yield from throw_off(ctx, order.unit)) if lock else []
    test = order_test(ctx.state, ctx.state.units[order.unit], order.command)
    made = yield from make_roll(ctx, test._replace(lines=(*test.lines, *blurred)))
    if made.successes:
        included = (yield from _include(ctx, order)) if order.comms else []
        _take_up(ctx, order, included, made.successes)
        volleys = [*(yield from _join_in(ctx, order)), *volleys]
    yield from resolve_exchange(ctx, volleys)


@heeds("blitz.15.4", "blitz.14.1a", "blitz.14.6a")
def _include(ctx: Ctx[State], order: GiveOrder) -> Script[list[str]]:
    """A comms test: for each success one unused model out of formation takes part as well."""
    able = len(candidates(ctx.state, order.unit, order.command, []))
    test = CommsTest(order.unit, ORDER_COMMS, "blitz.15.4", enough=able, stake="each success brings in one model more")
    signal = yield from roll_comms(ctx, test, offer_reroll)
    found: list[str] = []
    for left in range(signal.net, 0, -1):
        if not candidates(ctx.state, order.unit, order.command, found):
            break
        seat = ctx.state.units[order.unit].seat
        prompt = f"{left} model{'s' * (left > 1)} out of formation may take part in the order: which?"
        about = (order.command, *found)
        answer = yield from ask(Ask(seat, "include", order.unit, about, "blitz.15.4", prompt, True))
        if not isinstance(answer, Include):
            break
        found.append(answer.model)
    return found


def candidates(state: State, commander: str, command: str, found: list[str]) -> list[str]:
    """The models a comms test could still bring in."""
    others = out_of_formation(state, state.units[commander])
    return [unit.id for unit in others if unit.id not in found and can_take_up(state, unit, command)]


def refuse_include(state: State, asked: Ask, order: Include) -> Refusal | None:
    """An unused model of the commander's, out of formation, named once."""
    command, *found = asked.about
    if order.model in candidates(state, asked.unit, command, found):
        return None
    message = f"{order.model or 'Nobody'} is no unused model out of formation that could take part."
    return Refusal("model", "blitz.15.4", message)


@rule("blitz.15.5e")
@heeds("blitz.15.5a", "blitz.15.5b", "blitz.15.5c", "blitz.15.5d", "blitz.15.4")
def _take_up(ctx: Ctx[State], order: GiveOrder, included: list[str], successes: int) -> None:
    """Tokens: as many of coordinated fire, and as strong of incoming fire, as the order had successes."""
    near = [unit.id for unit in in_formation_with(ctx.state, ctx.state.units[order.unit])]
    who = [name for name in (order.models or near) if can_take_up(ctx.state, ctx.state.units[name], order.command)]
    models = included if order.command == COORDINATED else [*who, *included]
    strength = successes if order.command in (COORDINATED, INCOMING) else 1
    ctx.emit(OrderTaken(order.unit, order.command, tuple(models), strength, order.target))


@heeds("blitz.15.4")
def _join_in(ctx: Ctx[State], order: GiveOrder) -> Script[list[Volley]]:
    """The commander's free action, which can only be an attack under the order."""
    if order.command not in CHAINED:
        return []
    ctx.emit(FreeActionGained(order.unit))
    unit = ctx.state.units[order.unit]
    prompt = f"Does the {unit.name} join in with an attack, for nothing?"
    about = (order.command, order.target)
    answer = yield from ask(Ask(unit.seat, "join in", order.unit, about, RULES[order.command], prompt, True))
    if not isinstance(answer, Attack):
        ctx.emit(FreeActionLost(order.unit))
        return []
    return (yield from declare_attack(ctx, answer))


@heeds("blitz.15.4", "blitz.15.5a", "blitz.15.5c")
def refuse_joining(state: State, asked: Ask, order: Attack) -> Refusal | None:
    """An attack on the target of coordinated fire, or any attack in a charge."""
    command, target = asked.about
    refusal = refuse_attack(state, order)
    if refusal is not None or command != COORDINATED:
        return refusal
    if target not in order.targets or loaded(state.units[order.unit], order.weapon, order.load).proximity:
        message = f"The free action of this order is for an attack on the {state.units[target].name}."
        return Refusal("target", "blitz.15.4", message)
    return None


@heeds("blitz.15.6", "blitz.15.0", "blitz.14.6a")
def refuse_passing(state: State, order: PassPoints) -> Refusal | None:
    """From the CO down to a CGL who has room for them; an action unless they are in auto comms."""
    unit, to = state.units[order.unit], state.units.get(order.to)
    if post_of(unit) != CO:
        return Refusal("rank", "blitz.15.6", f"Only the Commanding Officer passes points on, not the {unit.name}.")
    if to is None or to.seat != unit.seat or not to.is_fielded or post_of(to) != CGL:
        return Refusal("to", "blitz.15.6", f"{order.to or 'Nobody'} is no Combat Group Leader of yours on the table.")
    room = most_command_points(to) - to.token(COMMAND)
    most = min(room, unit.token(COMMAND))
    if not 1 <= order.points <= most:
        message = f"The {unit.name} has {unit.token(COMMAND)} command points, and the {to.name} has room for {room}."
        return Refusal("points", "blitz.15.6", message, {"points": order.points, "most": max(0, most)})
    if not in_auto_comms(state, unit, to) and not has_action(unit):
        message = f"The {to.name} is out of auto comms: passing it points takes an action, and there is none left."
        return Refusal("no-action", "blitz.15.6", message)
    return None


@heeds("blitz.15.6", "blitz.14.6a", "blitz.14.1")
def resolve_passing(ctx: Ctx[State], order: PassPoints) -> Script[None]:
    """Free in auto comms; else an action and a comms test, and as many points at most as it has successes."""
    state = ctx.state
    if in_auto_comms(state, state.units[order.unit], state.units[order.to]):
        ctx.emit(PointsPassed(order.unit, order.to, order.points))
        return
    ctx.emit(Transmitted(order.unit, POINT_COMMS, order.to))
    answers = yield from declare_answers(ctx, Trigger((order.unit,), (), "a comms test", comms=True))
    stake = "each success passes one point"
    test = CommsTest(order.unit, POINT_COMMS, "blitz.15.6", enough=order.points, stake=stake)
    signal = yield from roll_comms(ctx, test, offer_reroll)
    count = min(order.points, signal.net, ctx.state.units[order.unit].token(COMMAND))
    if count:
        ctx.emit(PointsPassed(order.unit, order.to, count))
    yield from resolve_exchange(ctx, answers)
