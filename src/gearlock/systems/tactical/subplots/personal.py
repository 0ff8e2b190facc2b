"""4.1.4: subplots of units: cowards, traitors, vendettas, coordination, malfunctions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Final

from gearlock.kernel.asks import OPEN_OPTIONS, Ask, Option, Pick, decline
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.tactical.attacks.firing import SNAP, offer_attacks
from gearlock.systems.tactical.attacks.targets import refuse_shot
from gearlock.systems.tactical.attacks.weapons_in_use import Attack, refuse_acting
from gearlock.systems.tactical.command import SpendPoint, low_priority_lines
from gearlock.systems.tactical.damage.condition import PACE_WORDS, is_crewless, mp_now, refuse_comms, refuse_pace
from gearlock.systems.tactical.damage.damage import PassengersOut, riders, room_near
from gearlock.systems.tactical.dice_tests import LEADERSHIP, Test, skill_lines, skill_of, throw_test
from gearlock.systems.tactical.line_of_sight.terrain import distance
from gearlock.systems.tactical.melee import Strike, Throw, offer_melee
from gearlock.systems.tactical.movement.course import (
    Climb,
    Jump,
    Move,
    Ram,
    ShiftSpeed,
    SwitchMode,
    TakeCover,
    TakeMovementHit,
)
from gearlock.systems.tactical.movement.speeds import refuse_shift
from gearlock.systems.tactical.rounds.activation import ACT, ACTIVATE, activatable
from gearlock.systems.tactical.rounds.round import CALLED, DECLARE, Activate, Declare, EndActivation, PassGroup, Settle
from gearlock.systems.tactical.scenario_generator.missions import LeaveTable, edge_distance, refuse_leave
from gearlock.systems.tactical.sensors.sensors import resolve_communication
from gearlock.systems.tactical.state import ABOARD, CLASSES, COMBAT, TOP, State, Unit, opponent
from gearlock.systems.tactical.subplots.orders_and_events import (
    GAIN,
    AttackAgreed,
    CallTraitor,
    ClearWeapon,
    Coordinate,
    CowardChosen,
    LinkUnits,
    NerveLost,
    Rally,
    RallyTried,
    TraitorTurned,
    UnitsLinked,
    VendettaOver,
    VendettaSworn,
    WeaponCleared,
    WeaponsFaulty,
    home_gain,
    machines_of,
    pick,
    those_of,
    way_home,
    way_to,
)
from gearlock.systems.tactical.switches import (
    COWARDS,
    FAULTY,
    FLEEING,
    HATES,
    LINKED,
    TOGETHER,
    TRAITOR,
    bought,
    is_jammed,
    is_newly_hurt,
    named_behind,
    quarry,
)
from gearlock.systems.tactical.transports import Board, Hitch
from gearlock.table.measure import INCH

# --- 4.1.4: Coward: who falls back once it is damaged, and how it is called back

RULE: Final = "tactical.4.1.4-coward"
RALLY: Final = "rally"
THRESHOLD: Final = 4


def cowards(state: State) -> set[str]:
    """The units that are cowards, whoever knows it."""
    return {fact.value for name, fact in state.facts.items() if name.startswith(COWARDS)}


@heeds("tactical.4.1.4-coward")
def resolve_choice(ctx: Ctx[State], seat: str) -> Script[None]:
    """A random unit of the enemy, as this side rolls in secret."""
    known = cowards(ctx.state)
    able = [unit for unit in those_of(ctx.state, opponent(seat)) if unit.id not in known]
    if able:
        unit = yield from pick("who is a coward", able, seat, RULE)
        ctx.emit(CowardChosen(opponent(seat), unit, seat))


@rule("tactical.4.1.4-coward")
def resolve_nerves(ctx: Ctx[State]) -> Script[None]:
    """Cowards that were damaged fall back, and may be called back; once a round that is tried again.

    A coward that was called back falls back again when it is damaged again.
    """
    for name in sorted(cowards(ctx.state)):
        unit = ctx.state.units.get(name)
        if unit is None or not unit.is_fielded:
            continue
        if not unit.token(FLEEING) and is_newly_hurt(ctx.state, unit):
            ctx.emit(NerveLost(name))
        yield from resolve_rally(ctx, name)


@heeds("tactical.4.1.4-coward")
def resolve_rally(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """A fleeing unit is called back by somebody with Leadership within Communication range: more than 4."""
    if not may_be_rallied(ctx.state, unit_id):
        return
    unit = ctx.state.units[unit_id]
    prompt = f"The {unit.name} falls back. Who calls it back (Leadership against {THRESHOLD}, once a round)?"
    order = yield from ask(Ask(unit.seat, RALLY, unit_id, rule=RULE, prompt=prompt, optional=True))
    if not isinstance(order, Rally):
        ctx.emit(RallyTried(unit_id, False, ctx.state.round))
        return
    heard = yield from resolve_communication(ctx, order.leader, "calls a coward back", to=unit_id, unnamed=True)
    passed = heard and (yield from resolve_call(ctx, order.leader))
    ctx.emit(RallyTried(unit_id, passed, ctx.state.round))


@heeds("tactical.4.1.4-coward", "tactical.4.1.4-low-priority")
def resolve_call(ctx: Ctx[State], leader_id: str) -> Script[bool]:
    """The Leadership roll of who calls, unnamed, so that it gives no rank away."""
    leader = ctx.state.units[leader_id]
    lines = skill_lines(leader, LEADERSHIP) + low_priority_lines(ctx.state, leader.seat)
    found = yield from throw_test(ctx, Test(RALLY, "", lines, RULE, THRESHOLD, seat=leader.seat))
    return not found.fumbled and found.total > THRESHOLD


def may_be_rallied(state: State, unit_id: str) -> bool:
    """Whether there is somebody to call a fleeing unit back, and nobody has tried this round."""
    unit = state.units[unit_id]
    fresh = state.points.get(f"rallied:{unit_id}") != state.round
    return bool(unit.token(FLEEING)) and unit.is_fielded and fresh and bool(leaders_for(state, unit))


def leaders_for(state: State, unit: Unit) -> list[Unit]:
    """Those of its side who could call a fleeing unit back."""
    return [other for other in state.fielded(unit.seat) if refuse_leader(state, unit, other) is None]


@heeds("tactical.4.1.4-coward", "tactical.2.3.4-communications", "tactical.3.5.1-auxiliary")
def refuse_leader(state: State, unit: Unit, leader: Unit) -> Refusal | None:
    """Why somebody cannot call a unit back: itself, no Leadership, out of range, nothing to speak or to hear with."""
    if leader.seat != unit.seat or not leader.is_fielded or leader.id == unit.id:
        return Refusal("unit", RULE, f"The {leader.name} is no comrade on the table.")
    if leader.token(FLEEING) or is_crewless(leader):
        return Refusal("unit", RULE, f"The {leader.name} calls nobody back now.")
    if skill_of(leader, LEADERSHIP)[0] <= 0 and not leader.rank:
        return Refusal("skill", RULE, f"The {leader.name} has no Leadership.")
    far, reach = distance(state, leader, unit), leader.card.comm_mils(state.kilometre())
    if far > reach:
        return Refusal("range", RULE, f"The {unit.name} is out of the Communication range of the {leader.name}.")
    return refuse_comms(leader) or refuse_comms(unit)


def refuse_rally(state: State, question: Ask, order: Rally) -> Refusal | None:
    """The unit that is asked about, called by somebody who can."""
    leader = state.units.get(order.leader)
    if order.unit != question.unit:
        return Refusal("unit", RULE, f"The question is about {question.unit}, not about {order.unit or 'nobody'}.")
    if leader is None:
        return Refusal("unit", RULE, f"{order.leader or 'Nobody'} is no unit.")
    return refuse_leader(state, state.units[order.unit], leader)


def offer_rallies(state: State, question: Ask) -> Iterator[Option]:
    """Everybody who could, the best first; or nobody."""
    unit = state.units[question.unit]
    found = leaders_for(state, unit)
    for leader in sorted(found, key=lambda each: (-skill_of(each, LEADERSHIP)[0] - bool(each.rank), each.id)):
        yield Pick(f"The {leader.name} calls it back", Rally(unit.id, leader.id), RULE)
    yield decline("Let it go", RULE)


# --- 4.1.4: Coward: what a fleeing unit may and must do in its activation

NOT_NOW: Final = (Settle, TakeCover, Climb, Ram, Board, Hitch)
"""What keeps a unit on the field."""


@heeds("tactical.4.1.4-coward")
def refuse_fleeing(state: State, unit: Unit, order: Order) -> Refusal | None:
    """Why who falls back cannot do something: it goes home as fast as it can, and off the table there."""
    home = state.homes[unit.seat]
    if isinstance(order, Activate):
        fastest = fastest_pace(state, unit)
        free = order.pace == fastest or bool(unit.token(CALLED))
        return None if free else _flees(unit, home, f"at {PACE_WORDS[fastest]}")
    if isinstance(order, NOT_NOW):
        return _flees(unit, home, "and does nothing that keeps it here")
    if isinstance(order, LeaveTable):
        return None if order.edge == home else _flees(unit, home, "and leaves the table by no other")
    if isinstance(order, ShiftSpeed):
        return None if order.to == TOP else _flees(unit, home, "and does not slow down")
    if isinstance(order, SwitchMode):
        slower = mp_now(unit, order.mode, COMBAT) < mp_now(unit, unit.mode, COMBAT)
        return _flees(unit, home, "and does not switch to a slower system") if slower else None
    if isinstance(order, Move):
        return refuse_way(state, unit, order)
    return refuse_lingering(state, unit) if isinstance(order, EndActivation) else None


def _flees(unit: Unit, home: str, words: str) -> Refusal:
    message = f"The {unit.name} falls back to the {home} edge {words}, until somebody calls it back."
    return Refusal("fleeing", RULE, message, {"edge": home})


@heeds("tactical.4.1.4-coward")
def refuse_way(state: State, unit: Unit, order: Move) -> Refusal | None:
    """A way of its own is as good as the one it would be sent on; where there is none, it goes as it can."""
    best = way_home(state, unit)
    if best is None or home_gain(state, unit, order) >= home_gain(state, unit, best) - GAIN:
        return None
    return _flees(unit, state.homes[unit.seat], "by the shortest way")


@heeds("tactical.4.1.4-coward")
def refuse_lingering(state: State, unit: Unit) -> Refusal | None:
    """Its activation ends when it can get no farther: it is gone, its Movement Points are spent, or nothing moves."""
    home = state.homes[unit.seat]
    ask = Ask(unit.seat, "act", unit.id)
    if refuse_leave(state, ask, LeaveTable(unit.id, home)) is None:
        return _flees(unit, home, "and leaves the table there now")
    if way_home(state, unit) is not None:
        return _flees(unit, home, "while it has Movement Points")
    far = edge_distance(state, unit, home) > INCH
    if far and refuse_shift(state, ShiftSpeed(unit.id, TOP)) is None:
        return _flees(unit, home, "and shifts to Top Speed")
    return None


def offer_fleeing(state: State, unit: Unit) -> Iterator[Option]:
    """The way home."""
    way = way_home(state, unit) if unit.token(FLEEING) else None
    if way is not None:
        yield Pick(f"Fall back to the {state.homes[unit.seat]} edge", way, RULE)


# --- 4.1.4: Traitor: the enemy's weakest unit fights for this side from a moment of its choice on

RULE_TRAITOR: Final = "tactical.4.1.4-traitor"


@rule("tactical.4.1.4-traitor")
def weakest(state: State, seat: str) -> Unit | None:
    """The unit of a side with the lowest Threat Value, crew level included; the first of equal ones.

    Of those on the table or in a transport there. Who is alone has nobody to betray.
    """
    own = [unit for unit in those_of(state, seat) if unit.is_fielded or rides_openly(state, unit)]
    return min(own, key=lambda unit: unit.tv or unit.card.tv) if len(own) > 1 else None


def rides_openly(state: State, unit: Unit) -> bool:
    """Whether a squad is aboard a vehicle that stands on the table for all to see."""
    return unit.status == ABOARD and unit.carrier in state.units and state.units[unit.carrier].is_fielded


def left_to_call(state: State, seat: str) -> int:
    """How many traitors a side still has."""
    return bought(state, seat, TRAITOR) - state.points.get(f"traitors:{seat}", 0)


@heeds("tactical.4.1.4-traitor")
def refuse_call(state: State, question: Ask, order: CallTraitor) -> Refusal | None:
    """Once for each of these subplots, the weakest alone, and not in the middle of its own activation."""
    if left_to_call(state, question.seat) <= 0:
        return Refusal("traitor", RULE_TRAITOR, "Nobody among the enemy works for you, or he has shown it already.")
    if question.kind == ACTIVATE and question.unit:
        return Refusal("called", RULE_TRAITOR, "Say first how fast the unit goes that a Command Point has called.")
    unit = weakest(state, opponent(question.seat))
    if unit is None:
        return Refusal(
            "alone", RULE_TRAITOR, "The enemy has but one unit left on the table: there is nobody to betray."
        )
    if order.traitor != unit.id:
        return Refusal("weakest", RULE_TRAITOR, f"Only the weakest of the enemy, the {unit.name}, works for you.")
    under_way = [one.unit for one in (state.activation, *state.interrupted) if one is not None]
    if unit.id in under_way or unit.carrier in under_way:
        return Refusal(
            "active", RULE_TRAITOR, f"The {unit.name} is in the middle of its activation: wait until it is over."
        )
    return None


@heeds("tactical.4.1.4-traitor")
def resolve_call_traitor(ctx: Ctx[State], order: CallTraitor) -> None:
    """Whoever rides in it gets out, and he who rides with others does; it is a combat group of its own."""
    state, unit = ctx.state, ctx.state.units[order.traitor]
    seat = opponent(unit.seat)
    for squad in [one.id for one in riders(state, unit.id)]:
        ctx.emit(PassengersOut(squad, unit.id, *room_near(state, squad, unit.id)))
    x, y = room_near(state, unit.id, unit.carrier) if unit.status == ABOARD else (unit.x, unit.y)
    group = 1 + max(one.group for one in state.units.values() if one.seat == seat)
    ctx.emit(TraitorTurned(unit.id, seat, group, x, y, unit.z))


def offer_traitor(state: State, question: Ask) -> Iterator[Option]:
    """The weakest of the enemy."""
    unit = weakest(state, opponent(question.seat)) if left_to_call(state, question.seat) > 0 else None
    if unit is not None and refuse_call(state, question, CallTraitor(unit.id)) is None:
        yield Pick(f"The {unit.name} shows that it works for you", CallTraitor(unit.id), RULE_TRAITOR)


# --- 4.1.4: Vendetta: who must attack one enemy until either is destroyed

RULE_VENDETTA: Final = "tactical.4.1.4-vendetta"
ON_THE_WAY: Final = (Move, Jump, Climb, SwitchMode, TakeMovementHit, SpendPoint, ClearWeapon, Coordinate)
"""What who hates may do before it attacks; everything else that takes an Action waits."""


@heeds("tactical.4.1.4-vendetta")
def resolve_oath(ctx: Ctx[State], seat: str) -> Script[None]:
    """A random unit of the enemy hates a random one of this side; nobody has two vendettas."""
    able = [unit for unit in those_of(ctx.state, opponent(seat)) if not named_behind(unit, HATES)]
    ours = those_of(ctx.state, seat)
    if able and ours:
        hater = yield from pick("who hates", able, seat, RULE_VENDETTA)
        hated = yield from pick("who is hated", ours, seat, RULE_VENDETTA)
        ctx.emit(VendettaSworn(hater, hated))


@heeds("tactical.4.1.4-vendetta")
def end_vendettas(ctx: Ctx[State]) -> None:
    """Once either is destroyed."""
    for unit in list(ctx.state.units.values()):
        hated = ctx.state.units.get(named_behind(unit, HATES))
        if hated is not None and (hated.is_lost or unit.is_lost):
            ctx.emit(VendettaOver(unit.id, hated.id))


def is_fast(unit: Unit) -> bool:
    """Whether it is at Top Speed, or shifts to it."""
    return (unit.next_speed or unit.speed) == TOP


def deeds_against(state: State, unit: Unit, prey: Unit) -> Iterator[Option]:
    """Every attack on it that could be made now."""
    if refuse_other_target(state, unit, prey.id) is not None:
        return
    for option in (*offer_attacks(state, unit), *offer_melee(state, unit)):
        if getattr(option.order, "target", "") == prey.id:
            yield option


def can_attack(state: State, unit: Unit, prey: Unit) -> bool:
    """Whether an attack on it could be made now."""
    return next(deeds_against(state, unit, prey), None) is not None


def bears_on(state: State, unit: Unit, prey: Unit) -> bool:
    """Whether any weapon reaches it from here, whatever Actions are left."""
    shots = (Attack(unit.id, mount.id, prey.id) for mount in unit.card.weapons)
    return any(refuse_shot(state, shot) is None for shot in shots)


@rule("tactical.4.1.4-vendetta")
def refuse_hunting(state: State, unit: Unit, prey: Unit, order: Order) -> Refusal | None:
    """Why who hates somebody cannot do something else: it attacks nobody else, goes after him, and at his speed."""
    if isinstance(order, Activate):
        return refuse_slow(state, unit, prey, order.pace)
    if isinstance(order, Declare):
        return _hates(unit, prey, "evade", "it attacks, and who evades cannot") if order.evade else None
    if isinstance(order, (Attack, Strike, Throw, Ram)):
        named = order.target
        return None if named == prey.id else _hates(unit, prey, "other", "it attacks nobody else")
    if isinstance(order, ShiftSpeed):
        wrong = (order.to == TOP) != is_fast(prey)
        return _hates(unit, prey, "speed", f"it goes as fast: {_speed(prey)}") if wrong else None
    if isinstance(order, Settle):
        return refuse_slow(state, unit, prey, order.pace)
    if isinstance(order, EndActivation):
        return refuse_stopping(state, unit, prey)
    if isinstance(order, LeaveTable):
        return _hates(unit, prey, "leave", "it stays until one of them is destroyed")
    if isinstance(order, ON_THE_WAY) or not getattr(order, "unit", ""):
        return None
    return _hates(unit, prey, "first", "it attacks him first") if can_attack(state, unit, prey) else None


def _speed(unit: Unit) -> str:
    return PACE_WORDS[TOP if is_fast(unit) else COMBAT]


def _hates(unit: Unit, prey: Unit, code: str, words: str) -> Refusal:
    message = f"The {unit.name} hates the {prey.name}: {words}."
    return Refusal(f"vendetta-{code}", RULE_VENDETTA, message, {"hated": prey.id})


@heeds("tactical.4.1.4-vendetta")
def refuse_slow(state: State, unit: Unit, prey: Unit, pace: str) -> Refusal | None:
    """It holds back only where that lets it attack: not while he is at Top Speed, nor out of its reach."""
    fastest = fastest_pace(state, unit)
    if unit.token(CALLED):
        return None
    if CLASSES.index(pace if pace in CLASSES else TOP) >= CLASSES.index(fastest):
        return None
    if is_fast(prey) and not is_fast(unit):
        return _hates(unit, prey, "slow", f"he is at Top Speed, so it goes at {PACE_WORDS[fastest]}")
    if not bears_on(state, unit, prey):
        return _hates(unit, prey, "slow", f"it cannot attack him from here, so it goes at {PACE_WORDS[fastest]}")
    return None


def fastest_pace(state: State, unit: Unit) -> str:
    """The highest speed it may announce."""
    return max((pace for pace in CLASSES if refuse_pace(state, unit, pace) is None), key=CLASSES.index)


@heeds("tactical.4.1.4-vendetta")
def refuse_stopping(state: State, unit: Unit, prey: Unit) -> Refusal | None:
    """Its activation ends when it has attacked with all its Actions, or can neither attack nor come nearer."""
    if can_attack(state, unit, prey):
        return _hates(unit, prey, "attack", "it attacks while it has Actions and can")
    if unit.actions > 0 and not has_attacked(unit, prey) and way_to(state, unit, prey.x, prey.y) is not None:
        return _hates(unit, prey, "chase", "it goes after him")
    to = TOP if is_fast(prey) else COMBAT
    if is_fast(unit) != is_fast(prey) and refuse_shift(state, ShiftSpeed(unit.id, to)) is None:
        return _hates(unit, prey, "speed", f"it shifts to his speed, {_speed(prey)}")
    return None


def has_attacked(unit: Unit, prey: Unit) -> bool:
    """Whether it has attacked him this round."""
    return any(shot.removesuffix(":walked").rpartition(":")[2] == prey.id for shot in unit.fired)


def offer_hunting(state: State, unit: Unit) -> Iterator[Option]:
    """The way towards whom it hates."""
    prey = quarry(state, unit)
    if prey is None:
        return
    way = way_to(state, unit, prey.x, prey.y)
    if way is not None:
        yield Pick(f"Go after the {prey.name}", way, RULE_VENDETTA)


# --- 4.1.4: Coordinated: two units that attack better together

RULE_COORDINATED: Final = "tactical.4.1.4-coordinated"
LINK: Final = "link"


def could_be_linked(state: State, seat: str) -> list[Unit]:
    """Units of a side that are in no pair yet."""
    return [unit for unit in those_of(state, seat) if not named_behind(unit, LINKED)]


@heeds("tactical.4.1.4-coordinated")
def resolve_linking(ctx: Ctx[State], seat: str) -> Script[None]:
    """The side names two of its units; who has only one has nobody to link it with."""
    able = could_be_linked(ctx.state, seat)
    if len(able) > 2:
        prompt = "Coordinated: which two of your units attack together?"
        order = yield from ask(Ask(seat, LINK, rule=RULE_COORDINATED, prompt=prompt))
        assert isinstance(order, LinkUnits), f"{order} links nobody"
        ctx.emit(UnitsLinked(order.first, order.second))
    elif len(able) > 1:
        ctx.emit(UnitsLinked(able[0].id, able[1].id))


def refuse_link(state: State, question: Ask, order: LinkUnits) -> Refusal | None:
    """Two different units of one's own that are free."""
    able = {unit.id for unit in could_be_linked(state, question.seat)}
    for name in (order.first, order.second):
        if name not in able:
            message = f"{name or 'Nobody'} is no unit of yours that could be linked: name two of {', '.join(able)}."
            return Refusal("unit", RULE_COORDINATED, message)
    same = order.first == order.second
    return Refusal("pair", RULE_COORDINATED, "Link two different units.") if same else None


def offer_links(state: State, question: Ask) -> Iterator[Option]:
    """Every pair."""
    for first, second in combinations(could_be_linked(state, question.seat), 2):
        yield Pick(f"The {first.name} and the {second.name}", LinkUnits(first.id, second.id), RULE_COORDINATED)


def mate_of(state: State, unit: Unit) -> Unit | None:
    """The other one of its pair, while both are on the table on one side."""
    mate = state.units.get(named_behind(unit, LINKED))
    return mate if mate is not None and mate.is_fielded and mate.seat == unit.seat else None


@heeds("tactical.4.1.4-coordinated")
def refuse_coordinate(state: State, question: Ask, order: Coordinate) -> Refusal | None:
    """Both have still to attack: the one being activated, and its mate that was not activated this round."""
    unit, target = state.units[order.unit], state.units.get(order.target)
    mate = mate_of(state, unit)
    if mate is None:
        return Refusal("mate", RULE_COORDINATED, f"The {unit.name} has nobody on the table to attack together with.")
    if target is None or not target.is_fielded or target.seat != opponent(question.seat) or target.carrier:
        return Refusal("target", RULE_COORDINATED, f"{order.target or 'Nobody'} is no enemy on the table.")
    if named_behind(unit, TOGETHER):
        return Refusal(
            "agreed", RULE_COORDINATED, f"The {unit.name} and the {mate.name} have agreed on a target this round."
        )
    if unit.fired or mate.done or mate.fired:
        message = f"Agree before either attacks: the {unit.name} or the {mate.name} has had its turn this round."
        return Refusal("late", RULE_COORDINATED, message)
    return refuse_acting(unit) or refuse_acting(mate)


def resolve_coordinate(ctx: Ctx[State], order: Coordinate) -> None:
    """Both have the bonus on that target this round, and attack nobody else while it is there."""
    ctx.emit(AttackAgreed(order.unit, named_behind(ctx.state.units[order.unit], LINKED), order.target))


def offer_coordinating(state: State, unit: Unit) -> Iterator[Option]:
    """Every enemy that both might attack."""
    mate = mate_of(state, unit)
    if mate is None or unit.fired:
        return
    question = Ask(unit.seat, "act", unit.id)
    for target in state.fielded(opponent(unit.seat)):
        order = Coordinate(unit.id, target.id)
        if refuse_coordinate(state, question, order) is None:
            label = f"Attack the {target.name} together with the {mate.name} (+1 each, nobody else this round)"
            yield Pick(label, order, RULE_COORDINATED)


@heeds("tactical.4.1.4-coordinated")
def refuse_other_target(state: State, unit: Unit, target: str) -> Refusal | None:
    """Why a unit cannot attack somebody: it has agreed on another target with its mate, and that is still there."""
    agreed = state.units.get(named_behind(unit, TOGETHER))
    if agreed is None or agreed.id == target or not agreed.is_fielded or agreed.seat == unit.seat:
        return None
    message = f"The {unit.name} has agreed to attack the {agreed.name} this round, and nobody else."
    return Refusal("agreed", RULE_COORDINATED, message, {"target": agreed.id})


# --- 4.1.4: subplots that break normal control: what units may not do that flee, hate, or have agreed on a target

BOUND: Final = (ACT, ACTIVATE, DECLARE, SNAP)
"""The questions in which units are bound."""
Offer = Callable[[State, Ask], Iterable[Option]]


def is_bound(state: State, unit: Unit) -> bool:
    """Whether a unit is not free to do nothing."""
    return bool(unit.token(FLEEING)) or quarry(state, unit) is not None


@heeds("tactical.4.1.4-coward", "tactical.4.1.4-vendetta", "tactical.4.1.4-coordinated")
def refuse_bound(state: State, question: Ask, order: Order) -> Refusal | None:
    """Why a unit is not free to do something; None for who is, and for everything no subplot is about."""
    if question.kind not in BOUND:
        return None
    if isinstance(order, PassGroup):
        return refuse_passing(state, question)
    unit = state.units.get(getattr(order, "unit", ""))
    if unit is None or unit.seat != question.seat or not unit.tokens:
        return None
    if isinstance(order, (Attack, Strike, Throw)) and (agreed := refuse_other_target(state, unit, order.target)):
        return agreed
    prey = quarry(state, unit)
    if unit.token(FLEEING):
        return refuse_fleeing(state, unit, order)
    if prey is None or (question.kind == SNAP and not isinstance(order, Attack)):
        return None
    return refuse_hunting(state, unit, prey, order)


@heeds("tactical.4.1.4-coward", "tactical.4.1.4-vendetta")
def refuse_passing(state: State, question: Ask) -> Refusal | None:
    """The rest of a group does not stand by while one of it falls back or hunts somebody."""
    bound = next((unit for unit in activatable(state, question.seat) if is_bound(state, unit)), None)
    if bound is None:
        return None
    what, rule_id = ("falls back", "coward") if bound.token(FLEEING) else ("goes after whom it hates", "vendetta")
    message = f"The {bound.name} {what}: activate it first."
    return Refusal("bound", f"tactical.4.1.4-{rule_id}", message, {"unit": bound.id})


def free(offer: Offer) -> Offer:
    """An offer without what units are not free to do; open ones are judged when they are completed."""

    def offered(state: State, question: Ask) -> Iterator[Option]:
        for option in offer(state, question):
            if isinstance(option, OPEN_OPTIONS) or refuse_bound(state, question, option.order) is None:
                yield option

    return offered


# --- 4.1.4: Malfunctions: weapons that jam when an attack is fumbled, and the Action that clears them

RULE_MALFUNCTIONS: Final = "tactical.4.1.4-malfunctions"


@heeds("tactical.4.1.4-malfunctions")
def resolve_faults(ctx: Ctx[State], seat: str) -> Script[None]:
    """A random vehicle of the enemy; whose weapons fail already is spared a second time."""
    able = [unit for unit in machines_of(ctx.state, opponent(seat)) if not unit.token(FAULTY)]
    if able:
        ctx.emit(WeaponsFaulty((yield from pick("malfunctions", able, seat, RULE_MALFUNCTIONS))))


@heeds("tactical.4.1.4-malfunctions", "tactical.2.6.3")
def refuse_clear(state: State, order: ClearWeapon) -> Refusal | None:
    """A weapon of the unit being activated that has jammed, and an Action."""
    unit = state.units[order.unit]
    if unit.mount(order.weapon) is None:
        return Refusal("weapon", RULE_MALFUNCTIONS, f"The {unit.name} has no weapon '{order.weapon}'.")
    if not is_jammed(unit, order.weapon):
        return Refusal("clear", RULE_MALFUNCTIONS, f"The {order.weapon} of the {unit.name} has not jammed.")
    return refuse_acting(unit, hanging=True)


def resolve_clear(ctx: Ctx[State], order: ClearWeapon) -> None:
    """It can be fired again."""
    ctx.emit(WeaponCleared(order.unit, order.weapon))


def offer_clearing(state: State, unit: Unit) -> Iterator[Option]:
    """Each weapon that has jammed."""
    for mount in unit.card.weapons:
        order = ClearWeapon(unit.id, mount.id)
        if is_jammed(unit, mount.id) and refuse_clear(state, order) is None:
            yield Pick(f"Clear the {mount.id} (1 Action)", order, RULE_MALFUNCTIONS)
