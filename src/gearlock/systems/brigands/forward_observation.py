"""8.5: Forward Observation and the attacks that are chained to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gearlock.kernel.asks import Ask, Option, Place, Target, decline
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line
from gearlock.systems.brigands.actions import pay, payment
from gearlock.systems.brigands.attacks.attack import (
    Attack,
    AttackDeclared,
    price,
    refuse_far,
    refuse_marks,
    refuse_weapon,
    strikes_of,
)
from gearlock.systems.brigands.attacks.exchange import (
    end_exchange,
    resolve_strikes,
    settle_wounds,
    shared_attack_options,
)
from gearlock.systems.brigands.attacks.modifiers import Strike
from gearlock.systems.brigands.chain_of_command import circle_of, leader_of
from gearlock.systems.brigands.command import fill_vacancies
from gearlock.systems.brigands.comms import FORWARD_OBSERVATION as OBSERVING
from gearlock.systems.brigands.comms import has_comms
from gearlock.systems.brigands.electronic_warfare.contests import offer_origin_fire, resolve_contest
from gearlock.systems.brigands.lock_and_cover.sharing import refuse_lock_on, sharing_friends
from gearlock.systems.brigands.lock_and_cover.sight import (
    has_line_of_sight,
    has_sensor_lock,
    is_in_arc,
    look_at_point,
    senses_point,
    sensor_range,
)
from gearlock.systems.brigands.models import INDIRECT, Weapon
from gearlock.systems.brigands.state import TOP_SPEED, Observation, State, Unit, opponent
from gearlock.table.bodies import Body
from gearlock.table.inches import gap
from gearlock.table.measure import INCH, inches_text

# --- 8.5: Forward Observation. A model with Comms, or a Recon Drone, shows others where to fire

RECON_DRONE = "recon-drone"


@rule("brigands.8.5c")
@heeds("brigands.8.5", "brigands.8.2a", "brigands.1.7b")
def refuse_observer(origin: Unit) -> Refusal | None:
    """Why a model cannot observe now. A Recon Drone needs neither Comms nor a posture, but an Action of its own."""
    if origin.controller and origin.line.id != RECON_DRONE:
        return Refusal("drone", "brigands.8.5c", f"Only Recon Drones observe; the {origin.name} is none.")
    if not origin.controller and not has_comms(origin):
        return Refusal("comms", "brigands.8.5", f"The {origin.name} has no Comms to observe with.")
    if origin.posture == TOP_SPEED:
        return Refusal("posture", "brigands.8.5", f"The {origin.name} is at Top Speed, too fast to observe.")
    if not payment(origin):
        return Refusal("no-action", "brigands.1.6b", f"The {origin.name} has no Action or token left.", {"actions": 0})
    return None


class Observe(Order, frozen=True, tag="observe"):
    """A Forward Observation of an enemy model, or of a point (x, y, z) of the table.

    The Active model observes, or a Recon Drone of it; `sharer` is a friend who lends its Sensor Lock.
    """

    unit: str
    target: str = ""
    aim: tuple[int, int, int] | None = None
    sharer: str = ""


@heeds("brigands.8.5", "brigands.4.3-sensor-lock", "brigands.4.3b")
def refuse_observe(state: State, order: Observe) -> Refusal | None:
    """Why this cannot be observed: it must be an enemy model or a point, in Sensor Lock of the Origin."""
    origin = state.units[order.unit]
    refusal = refuse_observer(origin)
    if refusal is not None:
        return refusal
    if order.aim is not None:
        return _refuse_point(state, origin, order)
    target = state.units.get(order.target)
    if target is None or not target.is_fielded or target.seat == origin.seat:
        return Refusal("target", "brigands.8.5", f"{order.target or 'Nobody'} is no enemy in play.")
    return refuse_lock_on(state, origin, target, order.sharer, "brigands.8.5")


@heeds("brigands.8.5", "brigands.4.3-sensor-lock")
def _refuse_point(state: State, origin: Unit, order: Observe) -> Refusal | None:
    """Why a point cannot be observed. Only Lock on models is shared, and a model's own place is observed as a model."""
    assert order.aim is not None, "a point is observed"
    point = Body(*order.aim)
    if order.target or order.sharer:
        message = "A model or a point is observed, not both; sensors are shared on models alone."
        return Refusal("target", "brigands.8.5", message)
    if not (0 <= point.x <= state.ground.width and 0 <= point.y <= state.ground.height and 0 <= point.z <= 12_000):
        return Refusal("point", "brigands.5.4a", "The point lies off the table.")
    if not senses_point(state, origin, point, attacking=False):
        return Refusal("lock", "brigands.8.5", f"The {origin.name} has no Sensor Lock on the point.")
    for other in state.units.values():
        if other.is_fielded and gap(point, other.body) == 0:
            instead = "choose another" if other.seat == origin.seat else "observe that model instead"
            return Refusal("point", "brigands.8.5", f"The point lies in the {other.name}: {instead}.")
    return None


@rule("brigands.trait.td")
@heeds("brigands.8.5", "brigands.8.5b")
def observation_of(state: State, order: Observe) -> Observation:
    """What an order would observe, and whether a Target Designator with sight of it marks it."""
    origin = state.units[order.unit]
    designated = False
    if origin.has("TD"):
        if order.aim is not None:
            designated = look_at_point(state, origin, Body(*order.aim)).sight
        else:
            designated = has_line_of_sight(state, origin, state.units[order.target])
    return Observation(origin.id, order.target, order.aim, designated)


class Observed(Event, frozen=True, tag="observed"):
    """An Origin observes a model or a point, and what it paid with; `designated` by a Target Designator."""

    unit: str
    target: str
    cost: str
    point: tuple[int, int, int] | None = None
    designated: bool = False
    sharer: str = ""

    def change(self, state: State) -> None:
        pay(state.units[self.unit], self.cost)
        state.observation = Observation(self.unit, self.target, self.point, self.designated)


def observed(state: State, event: Observed, _seat: str | None) -> Line:
    at = state.units[event.target].name if event.target else "nothing"
    if event.point is not None:
        at = f"the point {inches_text(event.point[0])}, {inches_text(event.point[1])}"
    with_what = " with its Target Designator" if event.designated else ""
    by = f" by the sensors of {state.units[event.sharer].name}" if event.sharer else ""
    text = f"{state.units[event.unit].name} observes {at}{with_what}{by}."
    return Line(text, tuple(name for name in (event.unit, event.target, event.sharer) if name), "brigands.8.5")


class ObservationReceived(Event, frozen=True, tag="observation-received"):
    """The models that have received an Observation; whether it got as far as the one it was sent to, if to any."""

    unit: str
    receivers: tuple[str, ...]
    sent_to: str = ""
    arrived: bool = True

    def change(self, state: State) -> None:
        assert state.observation is not None, "something is observed"
        state.observation = replace(state.observation, receivers=self.receivers)


def received(state: State, event: ObservationReceived, _seat: str | None) -> Line:
    names = ", ".join(state.units[name].name for name in event.receivers)
    lost = "" if event.arrived else f"The Observation does not reach {state.units[event.sent_to].name}. "
    return Line(f"{lost}Receivers: {names}.", event.receivers, "brigands.8.5")


@rule("brigands.8.5")
@heeds("brigands.8.5a", "brigands.8.5b", "brigands.8.5c", "brigands.8.1b", "brigands.6.3")
def resolve_observation(ctx: Ctx[State], order: Observe) -> Script[None]:
    """Observe, send it to a friend past enemy ECM, or from a drone to its controller, and let Receivers chain attacks.

    Snap Fire at the Origin is rolled when the Observation takes effect and hurts when all is done: neither stops the
    other. Who the Observation does not reach gets nothing, but the Origin always has its own.
    """
    seen = observation_of(ctx.state, order)
    origin_id, targets = seen.origin, (seen.target,) if seen.target else ()
    cost, controller = payment(ctx.state.units[origin_id]), ctx.state.units[origin_id].controller
    ctx.emit(Observed(origin_id, seen.target, cost, seen.point, seen.designated, order.sharer))
    sent_to = controller or (yield from resolve_designation(ctx, origin_id))
    answers = yield from offer_origin_fire(ctx, origin_id, targets, order.sharer)
    arrived = sent_to in ("", controller)
    if not arrived:
        arrived = yield from resolve_contest(ctx, origin_id, sent_to, OBSERVING)
    origin, reached = ctx.state.units[origin_id], ctx.state.units[sent_to] if sent_to and arrived else None
    received = tuple(unit.id for unit in receivers_of(ctx.state, origin, reached))
    ctx.emit(ObservationReceived(origin_id, received, sent_to, arrived))
    wounds = yield from resolve_strikes(ctx, answers)
    yield from resolve_chains(ctx)
    yield from settle_wounds(ctx, wounds)
    end_exchange(ctx)


# --- 8.5 and 8.5a: who receives a Forward Observation: its Origin, whom it is sent to, and whom leaders pass it on to


@heeds("brigands.8.5", "brigands.8.5a", "brigands.8.1a")
def receivers_of(state: State, origin: Unit, reached: Unit | None) -> list[Unit]:
    """The Origin itself, the model it reached, and all in Formation with those of them that lead a Combat Group."""
    found: list[Unit] = []
    for receiver in (origin,) if reached is None else (origin, reached):
        found += [unit for unit in passed_on(state, receiver) if unit not in found]
    return found


@rule("brigands.8.5a")
@heeds("brigands.7.3")
def passed_on(state: State, receiver: Unit) -> list[Unit]:
    """A Receiver, and its whole Combat Group in Formation if it is the leader: passing it on costs nothing."""
    leads = leader_of(state, receiver.seat, receiver.group) is receiver
    return circle_of(state, receiver) if leads else [receiver]


@heeds("brigands.8.5")
def designees(state: State, origin: Unit) -> list[Unit]:
    """The friends to whom it is worth sending an Observation: they, or models they lead, have something to chain."""
    return [
        friend
        for friend in state.fielded(origin.seat)
        if friend is not origin and any(can_chain(unit) for unit in passed_on(state, friend))
    ]


@heeds("brigands.8.5")
def refuse_designate(state: State, origin_id: str, order: Designate) -> Refusal | None:
    """Why an Observation cannot be sent to this model. Any friend in play will do, however far away."""
    origin, receiver = state.units[origin_id], state.units.get(order.receiver)
    if receiver is not None and receiver.is_fielded and receiver.seat == origin.seat and receiver is not origin:
        return None
    return Refusal("receiver", "brigands.8.5", f"The {origin.name} sends its Observation to another friend in play.")


@heeds("brigands.8.5")
def resolve_designation(ctx: Ctx[State], origin_id: str) -> Script[str]:
    """Ask whom the Observation is sent to: one friend, or nobody; nobody is asked if no friend could use it."""
    origin = ctx.state.units[origin_id]
    if not designees(ctx.state, origin):
        return ""
    prompt = f"To which friend does the {origin.name} send its Observation?"
    order = yield from ask(Ask(origin.seat, "designate", "", (origin_id,), "brigands.8.5", prompt, optional=True))
    return order.receiver if isinstance(order, Designate) else ""


# --- 8.5: Chain Attacks. Receivers of a Forward Observation fire Indirect weapons at what they neither see nor sense


@heeds("brigands.8.5-chain", "brigands.5.1b")
def chaining_weapons(unit: Unit) -> list[Weapon]:
    """The weapons of a model that may be chained at all: Indirect ones that are thrown farther than around itself."""
    return [w for w in unit.line.weapons.values() if INDIRECT in w.categories and "Proximity" not in w.traits]


@heeds("brigands.8.5-chain", "brigands.5.1")
def can_chain(unit: Unit) -> bool:
    """A cheap first test: in play, with an Indirect weapon that has not fired, and able to pay for it."""
    return unit.is_fielded and any(w.id not in unit.used and price(unit, w) for w in chaining_weapons(unit))


@heeds("brigands.8.5-chain", "brigands.5.2b", "brigands.1.7b")
def refuse_chain(state: State, seen: Observation, order: ChainAttack) -> Refusal | None:
    """Why a model cannot chain this attack. It needs no Lock; range, arc and cover from above are as ever."""
    unit = state.units.get(order.unit)
    if unit is None or unit.id not in seen.receivers or not unit.is_fielded:
        name = order.unit if unit is None else f"The {unit.name}"
        return Refusal("receiver", "brigands.8.5-chain", f"{name} has not received this Observation.")
    refusal = refuse_weapon(unit, order.weapon, INDIRECT)
    if refusal is not None:
        return refusal
    weapon = unit.line.weapons[order.weapon]
    if "Proximity" in weapon.traits:
        message = f"The {weapon.id} goes off around the {unit.name} and reaches nothing that is observed."
        return Refusal("proximity", "brigands.wtrait.proximity", message)
    if seen.target:
        return refuse_marks(state, unit, weapon, attack_of(seen, order), (seen.target,))
    return _refuse_point_chaining(unit, weapon, seen, order)


@heeds("brigands.8.5-chain", "brigands.5.4a")
def _refuse_point_chaining(unit: Unit, weapon: Weapon, seen: Observation, order: ChainAttack) -> Refusal | None:
    """Why a weapon cannot be chained to the Observation of a point, which only an area can do anything about."""
    assert seen.point is not None, "a model or a point is observed"
    if not weapon.area:
        message = f"A point is observed; the {weapon.id} has no area and is aimed at models."
        return Refusal("point", "brigands.5.4", message)
    if order.aim not in (None, seen.point):
        return Refusal("point", "brigands.8.5-chain", "Chained attacks are aimed at the point that is observed.")
    point = Body(*seen.point)
    if not is_in_arc(unit, weapon.arc, point):
        return Refusal("arc", "brigands.1.5b", f"The Target Point is outside the arc of the {weapon.id}.")
    return refuse_far(unit, weapon, point)


def attack_of(seen: Observation, order: ChainAttack) -> Attack:
    """A chained attack as the Indirect Attack it is."""
    if seen.target:
        return Attack(order.unit, order.weapon, INDIRECT, (seen.target,), order.aim)
    return Attack(order.unit, order.weapon, INDIRECT, (), seen.point)


@heeds("brigands.8.5-chain", "brigands.8.5b", "brigands.wtrait.guided", "brigands.trait.td")
def chain_strikes(state: State, seen: Observation, order: ChainAttack) -> list[Strike]:
    """The rolls of a chained attack: the observer's place counts for Back Attacks, its designator leads Guided ones."""
    unit = state.units[order.unit]
    weapon = unit.line.weapons[order.weapon]
    guided = seen.designated and "Guided" in weapon.traits
    strikes = strikes_of(state, unit, weapon, attack_of(seen, order))
    return [strike._replace(observer=seen.origin, guided=guided) for strike in strikes]


def legal_chains(state: State, seen: Observation) -> Iterator[ChainAttack]:
    """Every attack that a Receiver could chain now."""
    for receiver in seen.receivers:
        unit = state.units[receiver]
        if not can_chain(unit):
            continue
        for weapon in chaining_weapons(unit):
            order = ChainAttack(unit.id, weapon.id)
            if refuse_chain(state, seen, order) is None:
                yield order


@heeds("brigands.8.5", "brigands.8.5-chain", "brigands.1.7a")
def resolve_chains(ctx: Ctx[State]) -> Script[None]:
    """Ask for one chained attack after another, each resolved with its damage before the next is decided on."""
    while (seen := ctx.state.observation) is not None and any(legal_chains(ctx.state, seen)):
        what = f"the {ctx.state.units[seen.target].name}" if seen.target else "the observed point"
        about = (seen.origin, seen.target)
        seat = ctx.state.units[seen.origin].seat
        prompt = f"Which Receiver chains an attack on {what}?"
        order = yield from ask(Ask(seat, "chain", "", about, "brigands.8.5-chain", prompt, optional=True))
        if not isinstance(order, ChainAttack):
            return
        yield from resolve_chain(ctx, seen, order)


@rule("brigands.8.5-chain")
@heeds("brigands.5.2b", "brigands.5.8")
def resolve_chain(ctx: Ctx[State], seen: Observation, order: ChainAttack) -> Script[None]:
    """Fire one weapon at what is observed. A chained attack is a Reaction and triggers no Snap Fire of its own."""
    unit = ctx.state.units[order.unit]
    weapon = unit.line.weapons[order.weapon]
    strikes = chain_strikes(ctx.state, seen, order)
    targets = tuple(strike.target for strike in strikes)
    point = order.aim if seen.target else seen.point
    cost = price(unit, weapon)
    ctx.emit(AttackDeclared(unit.id, weapon.id, INDIRECT, targets, cost, point, observer=seen.origin))
    wounds = yield from resolve_strikes(ctx, strikes)
    yield from settle_wounds(ctx, wounds)
    fill_vacancies(ctx)


# --- What is offered


def offer_observations(state: State, unit: Unit) -> Iterator[Option]:
    """What the Active model may do by this chapter: observe, itself or by drone, and attack by a friend's sensors."""
    if not state.introductory:
        yield from _observe_options(state, unit)
        yield from shared_attack_options(state, unit)


def _observe_options(state: State, unit: Unit) -> Iterator[Option]:
    """Every enemy and any point the model or a Recon Drone of it could observe, while some friend has a use for it."""
    origins = [one for one in (unit, *state.drones(unit.id)) if one.is_fielded and refuse_observer(one) is None]
    able = [friend for friend in state.fielded(unit.seat) if can_chain(friend)] if origins else []
    for origin in origins:
        firers = [friend for friend in able if friend is not origin or friend.readiness > 1]
        if not firers:
            continue
        area = any(weapon.area for friend in firers for weapon in chaining_weapons(friend))
        lenders = sharing_friends(state, origin)
        by = "Observe" if origin is unit else f"{origin.name}: observe"
        for enemy in state.fielded(opponent(unit.seat)):
            if has_sensor_lock(state, origin, enemy):
                order = Observe(origin.id, enemy.id)
                yield Target(f"{by} the {enemy.name}", order, "brigands.8.5", unit=enemy.id)
                continue
            for lender in lenders:
                if has_sensor_lock(state, lender, enemy):
                    order = Observe(origin.id, enemy.id, sharer=lender.id)
                    label = f"{by} the {enemy.name} by the sensors of the {lender.name}"
                    yield Target(label, order, "brigands.4.3b", unit=enemy.id)
        if area:
            yield Place(f"{by} a point", Observe(origin.id), "brigands.8.5", unit=origin.id, zone="range")


def offer_designees(state: State, ask: Ask) -> Iterator[Option]:
    for friend in designees(state, state.units[ask.about[0]]):
        yield Target(f"Send it to the {friend.name}", Designate(friend.id), ask.rule, unit=friend.id)
    yield decline("Observe for itself alone", ask.rule)


def offer_chains(state: State, ask: Ask) -> Iterator[Option]:
    seen = state.observation
    assert seen is not None, "something is observed"
    for order in legal_chains(state, seen):
        label = f"{order.weapon} of the {state.units[order.unit].name}"
        yield Target(label, order, ask.rule, unit=seen.target or order.unit, weapon=order.weapon)
    yield decline("No more attacks", ask.rule)


class Designate(Order, frozen=True, tag="designate"):
    """Name the friend that a Forward Observation is sent to."""

    receiver: str


def refuse_designation(state: State, ask: Ask, order: Designate) -> Refusal | None:
    return refuse_designate(state, ask.about[0], order)


class ChainAttack(Order, frozen=True, tag="chain-attack"):
    """An Indirect Attack of a Receiver on what is observed; `aim` is a Target Point in the Silhouette of that model."""

    unit: str
    weapon: str
    aim: tuple[int, int, int] | None = None


def refuse_chained(state: State, _ask: Ask, order: ChainAttack) -> Refusal | None:
    assert state.observation is not None, "something is observed"
    return refuse_chain(state, state.observation, order)


def guess_observed_point(state: State, _ask: Ask, order: Observe, chooser: Chooser, _attempt: int) -> Order | None:
    """A point of the ground near some enemy within sensor range; None if there is none."""
    origin = state.units[order.unit]
    reach = sensor_range(origin)
    enemies = [enemy for enemy in state.fielded(opponent(origin.seat)) if gap(origin.body, enemy.body) <= reach]
    if not enemies:
        return None
    enemy, spread = chooser.choice(enemies), 3 * INCH
    x, y = enemy.x + chooser.randrange(-spread, spread), enemy.y + chooser.randrange(-spread, spread)
    return Observe(order.unit, aim=(x, y, 0))


def aim_observation(_state: State, _ask: Ask, order: Observe, spot: Aim) -> Order:
    return order if order.target else Observe(order.unit, aim=(spot.x, spot.y, 0))


# --- The contents of the chapter

FORWARD_OBSERVATION: Chapter[State] = Chapter(
    "8.5 and 4.3b: Forward Observation and Sensor Sharing",
    orders=(
        OrderRules(
            Observe,
            "act",
            by_order(refuse_observe),
            resolve_observation,
            guess_observed_point,
            aim=aim_observation,
        ),
        OrderRules(Designate, "designate", refuse_designation),
        OrderRules(ChainAttack, "chain", refuse_chained),
    ),
    events={
        Observed: observed,
        ObservationReceived: received,
    },
)
