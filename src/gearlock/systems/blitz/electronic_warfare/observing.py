"""14: electronic warfare: who can, forward observation, guidance, and the fire chained to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gearlock.kernel.asks import Ask, Option, Target, decline
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Modifier
from gearlock.systems.blitz.attacks.attack import Volley, ask_to_chain, indirect_orders
from gearlock.systems.blitz.attacks.exchange import Trigger, declare_answers, resolve_exchange
from gearlock.systems.blitz.attacks.modifiers import GUIDED, INDIRECTLY
from gearlock.systems.blitz.attacks.pairs import ABOVE
from gearlock.systems.blitz.chain_of_command import has_satellites, in_auto_comms
from gearlock.systems.blitz.dice_tests.comms_tests import (
    CommsTest,
    Signal,
    make_roll,
    offer_reroll,
    roll_comms,
    throw_off,
)
from gearlock.systems.blitz.dice_tests.tests import DiceTest, Transmitted
from gearlock.systems.blitz.general_concepts.dice import NA
from gearlock.systems.blitz.lock_and_cover.cover import (
    can_find,
    can_lock,
    look_from_above,
    may_use_sensors,
    reach_to,
    sensed_distance,
    with_sensors,
)
from gearlock.systems.blitz.paying import can_act, drop, refuse_idle
from gearlock.systems.blitz.sensor_jamming import offer_sight_jams, roll_sight_jams
from gearlock.systems.blitz.state import INTERFERENCE, SENSOR_BOOST, SILENCE, State, Unit, opponent
from gearlock.table.measure import inches


class Observe(Order, frozen=True, tag="observe"):
    """Observe a target for indirect fire of friends; `guided` marks it for missiles with a target designator."""

    unit: str
    target: str
    guided: bool = False
    sensors: bool = False


class ObserveFromAbove(Order, frozen=True, tag="observe-from-above"):
    """Observe by satellite: the target is named if it succeeds."""

    unit: str


class Nominate(Order, frozen=True, tag="nominate"):
    """The model a satellite has found for indirect fire."""

    unit: str
    target: str


class BoostSensors(Order, frozen=True, tag="boost-sensors"):
    """Share one's Lock with friends near until the next activation."""

    unit: str
    sensors: bool = False


class EndBoost(Order, frozen=True, tag="end-boost"):
    """Take the sensor boost of a friend, or one's own, off the table."""

    unit: str
    booster: str


class JamSensors(Order, frozen=True, tag="jam-sensors"):
    """Jam the sensors of an enemy."""

    unit: str
    target: str
    sensors: bool = False


class Interfere(Order, frozen=True, tag="interfere"):
    """Spread sensor interference that hides friends near."""

    unit: str


class CounterInterference(Order, frozen=True, tag="counter-interference"):
    """Work against an enemy's sensor interference with ECCM."""

    unit: str
    target: str
    sensors: bool = False


class JamComms(Order, frozen=True, tag="jam-comms"):
    """Jam all comms tests around."""

    unit: str


class WatchBatteries(Order, frozen=True, tag="watch-batteries"):
    """Have satellites watch for indirect fire."""

    unit: str


class Scan(Order, frozen=True, tag="scan"):
    """A detailed scan of a model, a marker or a piece of terrain."""

    unit: str
    target: str


class EwTokenGained(Event, frozen=True, tag="ew-token-gained"):
    """A model has a token of electronic warfare until its next activation."""

    unit: str
    token: str
    intensity: int

    @heeds("blitz.14.5a", "blitz.14.5c", "blitz.14.6b", "blitz.14.7d")
    def change(self, state: State) -> None:
        """The stronger token stays. A sensor boost is noted: there is one in an activation."""
        tokens = state.units[self.unit].tokens
        tokens[self.token] = max(self.intensity, tokens.get(self.token, 0))
        if state.activation is not None and state.activation.unit == self.unit:
            state.activation.marks.append(self.token)


class BoostEnded(Event, frozen=True, tag="boost-ended"):
    """A sensor boost is taken off."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].tokens.pop(SENSOR_BOOST, None)


class InterferenceReduced(Event, frozen=True, tag="interference-reduced"):
    """ECCM has lowered a model's sensor interference by so much."""

    unit: str
    target: str
    by: int

    def change(self, state: State) -> None:
        drop(state.units[self.target], INTERFERENCE, self.by)


class Scanned(Event, frozen=True, tag="scanned"):
    """A detailed scan came to its end."""

    unit: str
    target: str
    passed: bool

    @heeds("blitz.7.8")
    def change(self, state: State) -> None:
        """A side remembers what it has scanned, and how often."""
        if self.passed:
            key = f"scan:{state.units[self.unit].seat}:{self.target}"
            state.points[key] = state.points.get(key, 0) + 1


# --- 14.0: what every action of electronic warfare has in common: who can, who hears it, and its roll


@rule("blitz.14.0-table")
@heeds("blitz.14.0", "blitz.3.4a")
def refuse_acting(unit: Unit, what: str, rule_id: str, needs: str = "", sensors: bool = False) -> Refusal | None:
    """Why a model cannot use electronic warfare at all: no action, no skill, or none of the traits it takes."""
    if idle := refuse_idle(unit):
        return idle
    if unit.line.ew >= NA:
        return Refusal("skill", "blitz.14.0", f"The {unit.name} has no EW skill for {what}.")
    lacking = [trait for trait in needs.split() if not unit.has(trait)]
    if lacking:
        message = f"{what.capitalize()} takes {' and '.join(lacking)} that works, which the {unit.name} has not."
        return Refusal("trait", rule_id, message)
    if sensors and not may_use_sensors(unit):
        message = f"The {unit.name} may not use active sensors: it is ordered full speed ahead."
        return Refusal("sensors", "blitz.15.5d", message)
    return None


@heeds("blitz.14.0-table", "blitz.7.1", "blitz.7.7")
def refuse_finding(state: State, unit: Unit, target_id: str, rule_id: str, sensors: bool) -> Refusal | None:
    """Why this cannot be the target: no enemy on the table, no Lock, or beyond detection range."""
    target = state.units.get(target_id)
    if target is None or not target.is_fielded or target.seat == unit.seat:
        return Refusal("target", rule_id, f"{target_id or 'Nobody'} is no enemy on the table.")
    seen = with_sensors(state, unit) if sensors else state
    if can_find(seen, unit, target):
        return None
    away, reach = sensed_distance(state, unit, target), reach_to(seen, unit, target)
    facts: dict[str, str | int | float] = {"distance": away, "detection": reach}
    if not can_lock(seen, unit, target):
        return Refusal("lock", rule_id, f"The {unit.name} has no lock on the {target.name}.", facts)
    message = f"The {target.name} is {inches(away)} in away, and the {unit.name} detects it within {inches(reach)} in"
    return Refusal("detection", rule_id, f"{message}{'' if sensors else '; active sensors double that'}.", facts)


@rule("blitz.14.0")
@heeds("blitz.14.1", "blitz.10.4", "blitz.14.5b")
def begin_action(
    ctx: Ctx[State], unit_id: str, what: str, target: str = "", sensors: bool = False, lock: bool = False
) -> Script[tuple[list[Volley], list[Modifier]]]:
    """Pay and be heard; answers are declared. They come back with what jamming leaves, if the action needs Lock."""
    ctx.emit(Transmitted(unit_id, what, target, sensors=sensors))
    named = (target,) if target in ctx.state.units else ()
    answers = yield from declare_answers(ctx, Trigger((unit_id,), named, what, sensors, lock=lock))
    blurred = (yield from throw_off(ctx, unit_id)) if lock else []
    return answers, blurred


@heeds("blitz.14.0", "blitz.3.4a")
def roll_action(
    ctx: Ctx[State], unit_id: str, what: str, test_of: Callable[[State, Unit], DiceTest],
    gain: Callable[[int], Event], target: str = "", sensors: bool = False, enough: int | None = None,
) -> Script[None]:  # fmt: skip
    """An action that is rolled for, before the answers to it are: its successes, if any, come to something.

    One with a target needs Lock on it. `enough`: more successes than this are worth nothing.
    """
    answers, blurred = yield from begin_action(ctx, unit_id, what, target, sensors, lock=bool(target))
    test = test_of(ctx.state, ctx.state.units[unit_id])
    test = test._replace(lines=(*test.lines, *blurred))
    made = yield from make_roll(ctx, test if enough is None else test._replace(enough=enough))
    if made.successes:
        ctx.emit(gain(made.successes))
    yield from resolve_exchange(ctx, answers)


# --- 14.1, 14.2 and 14.7c: forward observation: a comms test, the indirect fire chained to it, and the answers to all

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
