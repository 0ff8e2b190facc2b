"""14.1, 14.2 and 14.7c: forward observation: a comms test, the indirect fire chained to it, and the answers to all."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Target, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.blitz.attacks.exchange import declare_answers, resolve_exchange
from gearlock.systems.blitz.attacks.indirect_fire import ask_to_chain, indirect_orders
from gearlock.systems.blitz.attacks.modifiers import GUIDED, INDIRECTLY
from gearlock.systems.blitz.attacks.pairs import ABOVE
from gearlock.systems.blitz.attacks.snap_fire import Trigger
from gearlock.systems.blitz.attacks.volleys import Volley
from gearlock.systems.blitz.chain_of_command.formation import has_satellites, in_auto_comms
from gearlock.systems.blitz.dice_tests.comms_tests import CommsTest, Signal, roll_comms
from gearlock.systems.blitz.dice_tests.events import Transmitted
from gearlock.systems.blitz.dice_tests.jammed import throw_off
from gearlock.systems.blitz.dice_tests.rerolls import offer_reroll
from gearlock.systems.blitz.electronic_warfare.acting import refuse_acting, refuse_finding
from gearlock.systems.blitz.electronic_warfare.orders import Nominate, Observe, ObserveFromAbove
from gearlock.systems.blitz.jamming.sensor_jamming import offer_sight_jams, roll_sight_jams
from gearlock.systems.blitz.lock_and_cover.cover import look_from_above
from gearlock.systems.blitz.paying import can_act, refuse_idle
from gearlock.systems.blitz.state import SILENCE, State, Unit, opponent

OBSERVATION, GUIDANCE, FROM_ABOVE = "forward observation", "active guidance", "satellite observation"
ONE_FIRES = "each success lets one friend fire"


@heeds("blitz.14.2a", "blitz.14.2b")
def mode_of(order: Observe) -> tuple[str, str, str]:
    """What an observation is called, how fire chained to it is aimed, and its rule."""
    if order.guided:
        return GUIDANCE, GUIDED, "blitz.14.2b"
    return OBSERVATION, INDIRECTLY, "blitz.14.2a"


@rule("blitz.14.2b", "blitz.trait.td")
@heeds("blitz.14.2a", "blitz.14.0-table")
def refuse_observation(state: State, order: Observe) -> Refusal | None:
    """Lock on an enemy in detection range; for guidance a target designator."""
    unit = state.units[order.unit]
    what, _, rule_id = mode_of(order)
    refusal = refuse_acting(unit, what, rule_id, "TD" if order.guided else "", order.sensors)
    return refusal or refuse_finding(state, unit, order.target, rule_id, order.sensors)


@rule("blitz.14.2a")
@heeds("blitz.14.2b", "blitz.14.1", "blitz.3.4a", "blitz.14.5b", "blitz.2.6")
def resolve_observation(ctx: Ctx[State], order: Observe) -> Script[None]:
    """The comms test says how many may fire. They declare it, all answers follow, all is rolled, damage comes last."""
    what, mode, rule_id = mode_of(order)
    ctx.emit(Transmitted(order.unit, what, order.target, sensors=order.sensors))
    jammers = yield from offer_sight_jams(ctx, order.unit)
    yield from roll_sight_jams(ctx, jammers, order.unit)
    blurred = yield from throw_off(ctx, order.unit)
    target = ctx.state.units[order.target]
    able = sum(1 for _ in firers_for(ctx.state, ctx.state.units[order.unit].seat, target, mode))
    test = CommsTest(order.unit, what, rule_id, tuple(blurred), enough=able, stake=ONE_FIRES)
    signal = yield from roll_comms(ctx, test, offer_reroll)
    designator = ctx.state.units[order.unit].trait("TD") if order.guided else 0
    aim = Volley("", "", "", (order.target,), mode, order.unit, designator)
    volleys = yield from _chain(ctx, order.unit, aim, signal, rule_id)
    yield from _exchange(ctx, order.unit, (order.target,), what, volleys, order.sensors)


@heeds("blitz.14.1", "blitz.10.4", "blitz.15.3a", "blitz.3.4a")
def _exchange(
    ctx: Ctx[State], origin: str, named: tuple[str, ...], what: str, volleys: list[Volley], sensors: bool = False
) -> Script[None]:
    """Answers to the origin and to all who fire; then everything is rolled, and damage comes last."""
    firers = dict.fromkeys(volley.attacker for volley in volleys if volley.attacker != origin)
    trigger = Trigger((origin, *firers), named, what, sensors, comms=True)
    answers = yield from declare_answers(ctx, trigger, volleys)
    yield from resolve_exchange(ctx, [*volleys, *answers])


@heeds("blitz.14.2a", "blitz.15.5b", "blitz.10.3")
def firers_for(state: State, seat: str, target: Unit, mode: str) -> Iterator[Unit]:
    """Friends who could chain fire at a target: they can pay, keep no radio silence and have a weapon for it."""
    for unit in state.in_play(seat):
        if can_act(unit) and SILENCE not in unit.tokens and any(indirect_orders(state, unit, target, mode)):
            yield unit


@heeds("blitz.14.2a", "blitz.14.6a", "blitz.14.7b", "blitz.14.7c")
def _chain(
    ctx: Ctx[State], origin: str, aim: Volley, signal: Signal, rule_id: str, linked_only: bool = False
) -> Script[list[Volley]]:
    """A model may fire for each success; those in auto comms as the test was rolled, others as jamming left it."""
    volleys: list[Volley] = []
    joined = far = 0
    target, seat = aim.targets[0], ctx.state.units[origin].seat
    names = [unit.id for unit in firers_for(ctx.state, seat, ctx.state.units[target], aim.mode)]
    for name in sorted(names, key=lambda name: name == origin):
        linked = in_auto_comms(ctx.state, ctx.state.units[origin], ctx.state.units[name])
        if joined >= signal.clear or (not linked and (linked_only or far >= signal.net)):
            continue
        left = signal.clear - joined
        prompt = f"{left} model{'s' * (left > 1)} may fire at the {ctx.state.units[target].name}: "
        prompt += f"does the {ctx.state.units[name].name}?"
        question = Ask(seat, "chain", name, (target, aim.mode, aim.observer), rule_id, prompt, True)
        fired = yield from ask_to_chain(ctx, question, aim)
        joined, far = joined + bool(fired), far + (bool(fired) and not linked)
        volleys += fired
    return volleys


@rule("blitz.14.7a", "blitz.trait.satup")
@heeds("blitz.14.7", "blitz.16.0-2c-fog")
def refuse_satellite(state: State, unit: Unit, what: str, rule_id: str) -> Refusal | None:
    """Why a model cannot use satellites: no action, no uplink, no clear sky."""
    if idle := refuse_idle(unit):
        return idle
    if not unit.has("SatUp"):
        message = f"{what.capitalize()} takes a satellite uplink that works, which the {unit.name} has not."
        return Refusal("trait", rule_id, message)
    if not has_satellites(state):
        return Refusal("weather", "blitz.14.7a", "No satellite sees through this weather.")
    return None


@heeds("blitz.14.7c")
def refuse_satellite_observation(state: State, order: ObserveFromAbove) -> Refusal | None:
    """An uplink, an action, a clear sky; whom it finds is named later."""
    return refuse_satellite(state, state.units[order.unit], FROM_ABOVE, "blitz.14.7c")


@rule("blitz.14.1", "blitz.14.7", "blitz.14.7c")
@heeds("blitz.14.7a", "blitz.14.2a")
def resolve_satellite_observation(ctx: Ctx[State], order: ObserveFromAbove) -> Script[None]:
    """A roll with the uplink's skill; then a target is named, and friends in auto comms fire at it."""
    ctx.emit(Transmitted(order.unit, FROM_ABOVE))
    test = CommsTest(order.unit, FROM_ABOVE, "blitz.14.7c", satellite=True, stake=ONE_FIRES)
    net = (yield from roll_comms(ctx, test, offer_reroll)).net
    unit = ctx.state.units[order.unit]
    volleys: list[Volley] = []
    named: tuple[str, ...] = ()
    if net and any(visible_from_above(ctx.state, unit.seat)):
        prompt = "Which model does the satellite find?"
        found = yield from ask(Ask(unit.seat, "nominate", unit.id, (), "blitz.14.7c", prompt, True))
        if isinstance(found, Nominate):
            named = (found.target,)
            aim = Volley("", "", "", named, INDIRECTLY, ABOVE)
            volleys = yield from _chain(ctx, order.unit, aim, Signal(net, net), "blitz.14.7c", linked_only=True)
    yield from _exchange(ctx, order.unit, named, FROM_ABOVE, volleys)


@heeds("blitz.14.7c")
def visible_from_above(state: State, seat: str) -> Iterator[Unit]:
    """The enemies that no hard cover hides from above."""
    return (unit for unit in state.fielded(opponent(seat)) if not look_from_above(state, unit).blocked)


@heeds("blitz.14.7c")
def refuse_nomination(state: State, asked: Ask, order: Nominate) -> Refusal | None:
    """An enemy on the table that is seen from above."""
    if any(unit.id == order.target for unit in visible_from_above(state, asked.seat)):
        return None
    message = f"{order.target or 'Nobody'} is no enemy that can be seen from above."
    return Refusal("target", "blitz.14.7c", message)


def offer_nominations(state: State, asked: Ask) -> Iterator[Option]:
    """Everybody a satellite sees and somebody could fire at, or nobody."""
    for unit in visible_from_above(state, asked.seat):
        if any(firers_for(state, asked.seat, unit, INDIRECTLY)):
            order = Nominate(asked.unit, unit.id)
            yield Target(f"The {unit.name}", order, "blitz.14.7c", unit.id)
    yield decline("Nobody", asked.rule)
