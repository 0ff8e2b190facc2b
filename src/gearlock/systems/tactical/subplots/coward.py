"""4.1.4: Coward: who falls back once it is damaged, and how it is called back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.tactical.command.leading import low_priority_lines
from gearlock.systems.tactical.damage.condition import refuse_comms
from gearlock.systems.tactical.damage.crew import is_crewless
from gearlock.systems.tactical.dice_tests.tests import LEADERSHIP, Test, skill_lines, skill_of, throw_test
from gearlock.systems.tactical.line_of_sight.measuring import distance
from gearlock.systems.tactical.plots import COWARDS, FLEEING, is_newly_hurt
from gearlock.systems.tactical.sensors.communication import resolve_communication
from gearlock.systems.tactical.state import State, Unit, opponent
from gearlock.systems.tactical.subplots.events import CowardChosen, NerveLost, RallyTried
from gearlock.systems.tactical.subplots.lots import pick, those_of
from gearlock.systems.tactical.subplots.orders import Rally

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
