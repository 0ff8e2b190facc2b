"""11.4b: Combat Groups are deployed in turn, or set aside; those set aside are placed when all others stand."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.ground.surfaces import slope_at
from gearlock.mechanics.turns import next_seat
from gearlock.systems.brigands.deployment.airdrop import resolve_airdrop
from gearlock.systems.brigands.deployment.events import (
    Deployed,
    DeploymentPassed,
    GroupSetAside,
    PhaseOpened,
    TurnGiven,
)
from gearlock.systems.brigands.deployment.orders import Deploy, SetAside
from gearlock.systems.brigands.deployment.places import deployable, has_spot, waiting
from gearlock.systems.brigands.deployment.roll_off import ask_first
from gearlock.systems.brigands.deployment.special import AIRDROP, AMPHIBIOUS, FLANK, RULES, WAYS, qualifies
from gearlock.systems.brigands.drones.drones import resolve_drones
from gearlock.systems.brigands.state import State

WHERE = {
    AIRDROP: ", clear of area terrain and more than 6 in from enemies",
    AMPHIBIOUS: " in water, out of the enemy's zone and more than 6 in from enemies",
    FLANK: " within 6 in of a table edge, out of the enemy's zone and more than 6 in from enemies",
}


def place_one(ctx: Ctx[State], seat: str, rule_id: str) -> Script[None]:
    """Ask for one model, or for a Combat Group to be set aside."""
    found = deployable(ctx.state, seat)
    only = found[0].id if len(found) == 1 else ""
    where = WHERE.get(found[0].aside, "")
    prompt = f"Deploy the {found[0].name}{where}." if only else f"Which model do you deploy{where}?"
    order = yield from ask(Ask(seat, "deploy", only, rule=rule_id, prompt=prompt))
    if isinstance(order, SetAside):
        ctx.emit(GroupSetAside(seat, order.group, order.way))
        return
    assert isinstance(order, Deploy), f"{order} deploys nobody"
    z = slope_at(ctx.state.ground, order.x, order.y)
    ctx.emit(Deployed(order.unit, order.x, order.y, z, order.facing))
    yield from resolve_drones(ctx, order.unit)


@heeds("brigands.11.4b", "brigands.11.4b-standard")
def resolve_deployment(ctx: Ctx[State]) -> Script[None]:
    """Put the next model of the Combat Group on the table, its leader first; then the other side's group follows.

    Who has no group left waits until the other side has placed all of its own.
    """
    seat = ctx.state.turn
    if deployable(ctx.state, seat):
        yield from place_one(ctx, seat, "brigands.11.4b-standard")
        return
    following = next_seat(seat, _having(ctx.state))
    ctx.emit(DeploymentPassed(following))
    if not following and ctx.state.full:
        ctx.emit(PhaseOpened("special"))


@rule("brigands.11.4b")
def resolve_special(ctx: Ctx[State]) -> Script[None]:
    """Place the Combat Groups set aside, in turn. Who won the roll-off of deployment says who begins."""
    state, having = ctx.state, _having(ctx.state)
    if not state.turn:
        if not having:
            ctx.emit(PhaseOpened("pathfinders"))
        elif len(having) == 1:
            ctx.emit(TurnGiven(next(iter(having))))
        else:
            ctx.emit(TurnGiven((yield from ask_first(state.winner, "places what is set aside", "brigands.11.4b"))))
        return
    seat, group = state.turn, state.group
    if deployable(state, seat):
        way = deployable(state, seat)[0].aside
        yield from place_one(ctx, seat, RULES[way])
        return
    if any(unit.aside == AIRDROP for unit in state.fielded(seat) if unit.group == group):
        yield from resolve_airdrop(ctx, seat, group)
    ctx.emit(DeploymentPassed(next_seat(seat, _having(ctx.state))))


def _having(state: State) -> set[str]:
    return {seat for seat in ("red", "blue") if waiting(state, seat)}


@heeds("brigands.11.4b")
def refuse_set_aside(state: State, ask: Ask, order: SetAside) -> Refusal | None:
    """Why a Combat Group cannot be kept back: it is under way, does not qualify, or there would be no place for it."""
    if order.way not in WAYS:
        known = ", ".join(WAYS)
        return Refusal("way", "brigands.11.4b", f"There is no Special Deployment {order.way or 'nothing'}: {known}.")
    first = next((unit for unit in deployable(state, ask.seat) if unit.group == order.group), None)
    if not state.full or state.phase != "deployment" or state.group or first is None:
        return Refusal("group", "brigands.11.4b", f"You do not begin Combat Group {order.group} now.")
    if not qualifies(state, ask.seat, order.group, order.way):
        message = f"Combat Group {order.group} does not qualify for {WAYS[order.way]} Deployment."
        return Refusal("traits", RULES[order.way], message)
    if not has_spot(state, first, (order.way, False)):
        message = f"This table has no place for the {first.name} by {WAYS[order.way]} Deployment."
        return Refusal("room", RULES[order.way], message)
    return None


def legal_set_asides(state: State, ask: Ask) -> Iterator[SetAside]:
    """Every Combat Group that may be set aside now, in every way it qualifies for."""
    if not state.full or state.phase != "deployment" or state.group:
        return
    for group in dict.fromkeys(unit.group for unit in deployable(state, ask.seat)):
        for way in WAYS:
            order = SetAside(group, way)
            if refuse_set_aside(state, ask, order) is None:
                yield order
