"""15.4 to 15.6: orders, and command points passed on."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Target, decline
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line
from gearlock.mechanics.pools.lines import dice
from gearlock.systems.blitz.attacks.aiming import Attack, loaded
from gearlock.systems.blitz.attacks.attack import Volley
from gearlock.systems.blitz.attacks.exchange import (
    Trigger,
    declare_answers,
    declare_attack,
    offer_attacks,
    refuse_attack,
    resolve_exchange,
)
from gearlock.systems.blitz.attacks.pairs import engagers
from gearlock.systems.blitz.chain_of_command import (
    CGL,
    CO,
    can_command,
    in_auto_comms,
    is_in_formation,
    most_command_points,
    post_of,
    rank_of,
)
from gearlock.systems.blitz.dice_tests.comms_tests import CommsTest, make_roll, offer_reroll, roll_comms, throw_off
from gearlock.systems.blitz.dice_tests.tests import DiceTest, Transmitted, modifiers_of
from gearlock.systems.blitz.general_concepts.dice import CMD, NA
from gearlock.systems.blitz.lock_and_cover.cover import can_lock
from gearlock.systems.blitz.paying import drop, has_action, pay, refuse_idle
from gearlock.systems.blitz.state import (
    CHARGE,
    COMMAND,
    COORDINATED,
    FULL_SPEED,
    HIDING,
    INCLUDED,
    INCOMING,
    KEPT_UP,
    SILENCE,
    TO_COME,
    TOP_SPEED,
    State,
    Unit,
    opponent,
)

# --- 15.4 and 15.5: who may give which order, to whom, and with how many dice

FAILS = "without a success the order fails"

RULES = {
    COORDINATED: "blitz.15.5a", SILENCE: "blitz.15.5b", CHARGE: "blitz.15.5c", FULL_SPEED: "blitz.15.5d",
    INCOMING: "blitz.15.5e",
}  # fmt: skip
"""The five orders and where they stand."""


@heeds("blitz.15.4", "blitz.trait.cmd", "blitz.15.0", "blitz.2.2-standard-modifiers")
def order_test(state: State, unit: Unit, command: str) -> DiceTest:
    """A command roll: the skill of its rank, standard modifiers, the dice of a command suite."""
    lines = modifiers_of(state, unit, CMD)
    if unit.trait(CMD):
        lines.append(dice(unit.trait(CMD), "Command suite", "blitz.trait.cmd"))
    enough, stake = (None, "each success makes it stronger") if command in (COORDINATED, INCOMING) else (1, FAILS)
    skill = rank_of(unit.rank).skill
    return DiceTest("order", unit.id, CMD, skill, tuple(lines), rule=RULES[command], enough=enough, stake=stake)


@heeds("blitz.15.3", "blitz.15.0", "blitz.15.1")
def in_formation_with(state: State, commander: Unit) -> list[Unit]:
    """Everybody a commander may order without a radio, itself first."""
    mine = (unit for unit in state.in_play(commander.seat) if is_in_formation(state, unit, commander))
    return sorted(mine, key=lambda unit: unit.id != commander.id)


@heeds("blitz.15.4")
def out_of_formation(state: State, commander: Unit) -> Iterator[Unit]:
    """The unused models a comms test could bring into an order."""
    for unit in state.in_play(commander.seat):
        if not unit.used and can_command(commander, unit) and not is_in_formation(state, unit, commander):
            yield unit


@rule("blitz.15.5d")
def can_take_up(state: State, unit: Unit, command: str) -> bool:
    """Whether an order is of use to a model: full speed ahead only for the unused, not if it chose another posture."""
    if command != FULL_SPEED:
        return True
    return unit.stance == TOP_SPEED if state.is_active(unit) else not unit.used


class GiveOrder(Order, frozen=True, tag="give-order"):
    """Give one of the five orders of 15.5; coordinated fire names a target.

    `comms` adds a free comms test to include models out of formation. `models` are those who take it up; all who may,
    if nobody is named.
    """

    unit: str
    command: str
    target: str = ""
    comms: bool = False
    models: tuple[str, ...] = ()


@rule("blitz.15.4", "blitz.15.5b", "blitz.15.5c")
@heeds("blitz.15.5a", "blitz.15.5d", "blitz.15.5e", "blitz.15.0", "blitz.3.4a", "blitz.force.utopia-special")
def refuse_order(state: State, order: GiveOrder) -> Refusal | None:
    """A commander with an action, an order there is, and models that can take it up."""
    unit = state.units[order.unit]
    if rank_of(unit.rank).skill >= NA:
        message = f"The {unit.name} commands nobody: a CO, XO, CGL or 2iC gives orders."
        return Refusal("rank", "blitz.15.4", message)
    if "N-KIDU" in unit.line.traits:
        message = f"The {unit.name} is an N-KIDU: it leads, but gives no orders. Its Armigers do."
        return Refusal("machine", "blitz.force.utopia-special", message)
    if idle := refuse_idle(unit, "blitz.15.4"):
        return idle
    if order.command not in RULES:
        return Refusal("order", "blitz.15.4", f"There is no order '{order.command}': {', '.join(RULES)}.")
    refusal = _refuse_target(state, unit, order) or _refuse_models(state, unit, order)
    if refusal is None and order.comms and not any(out_of_formation(state, unit)):
        message = f"Nobody the {unit.name} commands is unused and out of formation: there is no need for a comms test."
        return Refusal("comms", "blitz.15.4", message)
    return refusal


@rule("blitz.15.5a")
def _refuse_target(state: State, unit: Unit, order: GiveOrder) -> Refusal | None:
    """Coordinated fire is for one enemy the commander has Lock on, other orders for nobody."""
    if order.command != COORDINATED:
        if not order.target:
            return None
        return Refusal("target", RULES[order.command], f"The order {order.command} names no target.")
    target = state.units.get(order.target)
    if target is None or not target.is_fielded or target.seat == unit.seat:
        return Refusal("target", "blitz.15.5a", f"{order.target or 'Nobody'} is no enemy on the table.")
    if not can_lock(state, unit, target):
        return Refusal("lock", "blitz.15.5a", f"The {unit.name} has no lock on the {target.name}.")
    return None


def _refuse_models(state: State, unit: Unit, order: GiveOrder) -> Refusal | None:
    """Those who are named are in formation and can take it up."""
    near = [each.id for each in in_formation_with(state, unit) if can_take_up(state, each, order.command)]
    wrong = next((name for name in order.models if name not in near), None)
    if wrong is None:
        return None
    name = state.units[wrong].name if wrong in state.units else wrong
    message = f"The {name} cannot take this order up: it is not in formation with the {unit.name}, or has been used."
    return Refusal("formation", "blitz.15.4", message)


class SilenceBroken(Event, frozen=True, tag="silence-broken"):
    """A model that is engaged keeps radio silence no longer."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].tokens.pop(SILENCE, None)


def silence_broken(state: State, event: SilenceBroken, _seat: str | None) -> Line:
    """Melee is loud."""
    text = f"{state.units[event.unit].name} is engaged: its radio silence is over."
    return Line(text, (event.unit,), "blitz.15.5b")


@heeds("blitz.15.5b")
def broken_silence(state: State) -> list[SilenceBroken]:
    """Models under radio silence that are engaged in melee."""
    silent = (unit for unit in state.units.values() if SILENCE in unit.tokens)
    return [SilenceBroken(unit.id) for unit in silent if engagers(state, unit)]


# --- 15.4 to 15.6: an order given: command roll, comms test, free action; and command points passed on

ORDER_COMMS, POINT_COMMS = "comms test for an order", "comms test for command points"

CHAINED = (COORDINATED, CHARGE)
"""Orders that a commander can chain an attack to."""


class OrderBegun(Event, frozen=True, tag="order-begun"):
    """A commander spends an action on an order."""

    unit: str
    command: str
    target: str = ""

    @heeds("blitz.3.4a", "blitz.18.1")
    def change(self, state: State) -> None:
        """It is paid for, and who hid is found."""
        pay(state.units[self.unit])
        state.units[self.unit].tokens.pop(HIDING, None)


def begun(state: State, event: OrderBegun, _seat: str | None) -> Line:
    """An order."""
    at = f" on {state.units[event.target].name}" if event.target else ""
    names = tuple(name for name in (event.unit, event.target) if name)
    return Line(f"{state.units[event.unit].name} orders {event.command}{at}.", names, RULES[event.command])


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


class Include(Order, frozen=True, tag="include"):
    """A model out of formation that the comms test brings into the order."""

    unit: str
    model: str


def refuse_include(state: State, asked: Ask, order: Include) -> Refusal | None:
    """An unused model of the commander's, out of formation, named once."""
    command, *found = asked.about
    if order.model in candidates(state, asked.unit, command, found):
        return None
    message = f"{order.model or 'Nobody'} is no unused model out of formation that could take part."
    return Refusal("model", "blitz.15.4", message)


class OrderTaken(Event, frozen=True, tag="order-taken"):
    """Models take an order up; `strength` is what its successes come to where that matters."""

    unit: str
    command: str
    models: tuple[str, ...]
    strength: int
    target: str = ""

    @heeds("blitz.15.4", "blitz.15.5a", "blitz.15.5b", "blitz.15.5c", "blitz.15.5d", "blitz.15.5e")
    def change(self, state: State) -> None:
        """Tokens on those who obey, or on the target of coordinated fire."""
        if self.command == COORDINATED:
            name = f"{COORDINATED}:{self.unit}"
            tokens = state.units[self.target].tokens
            tokens[name] = tokens.get(name, 0) + self.strength
            for model in self.models:
                state.units[model].tokens[f"{INCLUDED}:{self.unit}"] = 1
            return
        for model in self.models:
            unit = state.units[model]
            if self.command == FULL_SPEED:
                unit.tokens[FULL_SPEED] = KEPT_UP if state.is_active(unit) else TO_COME
            else:
                unit.tokens[self.command] = max(self.strength, unit.token(self.command))


def taken(state: State, event: OrderTaken, _seat: str | None) -> Line:
    """Who obeys."""
    who = ", ".join(state.units[model].name for model in event.models)
    if event.command == COORDINATED:
        target = state.units[event.target].name
        more = f"; {who} may join in" if who else ""
        text = f"{event.strength} token{'s' * (event.strength > 1)} of coordinated fire on {target}{more}."
        return Line(text, (event.target, *event.models), RULES[event.command])
    return Line(f"{event.command.capitalize()}: {who or 'nobody'}.", event.models, RULES[event.command])


@rule("blitz.15.5e")
@heeds("blitz.15.5a", "blitz.15.5b", "blitz.15.5c", "blitz.15.5d", "blitz.15.4")
def _take_up(ctx: Ctx[State], order: GiveOrder, included: list[str], successes: int) -> None:
    """Tokens: as many of coordinated fire, and as strong of incoming fire, as the order had successes."""
    near = [unit.id for unit in in_formation_with(ctx.state, ctx.state.units[order.unit])]
    who = [name for name in (order.models or near) if can_take_up(ctx.state, ctx.state.units[name], order.command)]
    models = included if order.command == COORDINATED else [*who, *included]
    strength = successes if order.command in (COORDINATED, INCOMING) else 1
    ctx.emit(OrderTaken(order.unit, order.command, tuple(models), strength, order.target))


class FreeActionGained(Event, frozen=True, tag="free-action-gained"):
    """A commander whose order succeeded has an action for what it orders, and for nothing else."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].actions += 1


def free_action(state: State, event: FreeActionGained, _seat: str | None) -> Line:
    """An action for the commander."""
    return Line(f"{state.units[event.unit].name} has a free action to join in.", (event.unit,), "blitz.15.4")


class FreeActionLost(Event, frozen=True, tag="free-action-lost"):
    """It was not used."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].actions -= 1


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


class PassPoints(Order, frozen=True, tag="pass-points"):
    """The Commanding Officer passes command points to a Combat Group Leader."""

    unit: str
    to: str
    points: int = 1


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


class PointsPassed(Event, frozen=True, tag="points-passed"):
    """Command points change hands."""

    unit: str
    to: str
    points: int

    @heeds("blitz.15.6")
    def change(self, state: State) -> None:
        """From one to the other."""
        drop(state.units[self.unit], COMMAND, self.points)
        tokens = state.units[self.to].tokens
        tokens[COMMAND] = tokens.get(COMMAND, 0) + self.points


def passed(state: State, event: PointsPassed, _seat: str | None) -> Line:
    """Points handed down."""
    points = f"{event.points} command point{'s' * (event.points > 1)}"
    text = f"{state.units[event.unit].name} passes {points} to {state.units[event.to].name}."
    return Line(text, (event.unit, event.to), "blitz.15.6")


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


# --- What is offered


@heeds("blitz.15.4")
def offer_orders(state: State, unit: Unit) -> Iterator[Option]:
    """Every order that somebody could take up; by radio too, if somebody is out of formation. And points to pass."""
    if not unit.rank:
        return
    if has_action(unit):
        far = any(out_of_formation(state, unit))
        for order, label in _orders(state, unit):
            yield _option(order, label)
            if far:
                by_radio = GiveOrder(order.unit, order.command, order.target, comms=True)
                yield _option(by_radio, f"{label}, with a comms test for those out of formation")
    yield from _passing(state, unit)


def _option(order: GiveOrder, label: str) -> Option:
    rule_id = RULES[order.command]
    return Target(label, order, rule_id, order.target) if order.target else Pick(label, order, rule_id)


def _orders(state: State, unit: Unit) -> Iterator[tuple[GiveOrder, str]]:
    for command in RULES:
        if command == COORDINATED:
            for target in state.fielded(opponent(unit.seat)):
                order = GiveOrder(unit.id, command, target.id)
                if refuse_order(state, order) is None:
                    yield order, f"Order: coordinated fire on the {target.name}"
        elif any(can_take_up(state, each, command) for each in in_formation_with(state, unit)):
            order = GiveOrder(unit.id, command)
            if refuse_order(state, order) is None:
                yield order, f"Order: {command}"


@heeds("blitz.15.6")
def _passing(state: State, unit: Unit) -> Iterator[Option]:
    """To every leader who has room for a point."""
    for to in state.fielded(unit.seat) if unit.token(COMMAND) else ():
        order = PassPoints(unit.id, to.id)
        if to.rank and to.id != unit.id and refuse_passing(state, order) is None:
            yield Pick(f"Pass a command point to the {to.name}", order, "blitz.15.6")


def offer_inclusions(state: State, asked: Ask) -> Iterator[Option]:
    """Everybody who could still take part, or nobody more."""
    command, *found = asked.about
    for name in candidates(state, asked.unit, command, found):
        yield Pick(f"The {state.units[name].name}", Include(asked.unit, name), "blitz.15.4")
    yield decline("Nobody more", asked.rule)


def offer_joining(state: State, asked: Ask) -> Iterator[Option]:
    """The attacks that fit the order, or none."""
    for option in offer_attacks(state, state.units[asked.unit]):
        if isinstance(option.order, Attack) and refuse_joining(state, asked, option.order) is None:
            yield option
    yield decline("Do not join in", asked.rule)


# --- The contents of the chapter

ORDERS: Chapter[State] = Chapter(
    "15: orders",
    orders=(
        OrderRules(GiveOrder, "act", by_order(refuse_order), resolve_order),
        OrderRules(Include, "include", refuse_include),
        OrderRules(Attack, "join in", refuse_joining),
        OrderRules(PassPoints, "act", by_order(refuse_passing), resolve_passing),
    ),
    events={
        OrderBegun: begun,
        OrderTaken: taken,
        FreeActionGained: free_action,
        FreeActionLost: None,
        PointsPassed: passed,
        SilenceBroken: silence_broken,
    },
)
