"""Command Points: who may issue them, who may receive them, and how they are blocked."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.cards import AIRCRAFT
from gearlock.systems.fieldmanual.command.events import PointBlocked, PointIssued
from gearlock.systems.fieldmanual.command.pool import points_left
from gearlock.systems.fieldmanual.electronic_warfare.comms import in_auto_comm, resolve_comm_event
from gearlock.systems.fieldmanual.electronic_warfare.rolls import Thrower
from gearlock.systems.fieldmanual.leaders.leaders import is_group_leader, is_there
from gearlock.systems.fieldmanual.state import ATTEMPTS, CALLED_BY, COMMANDER, RECEIVED, State, Unit

SURE_OF_ITSELF = 2
"""The Leadership from which on a Combat Group Leader gives itself Command Points that nobody can block."""


@rule("fieldmanual.cp-issue")
def attempts_allowed(state: State, unit: Unit) -> int:
    """How often a model may issue Command Points a round: the Army Commander Leadership times, leaders half of it."""
    leadership = unit.card.skills.leadership
    if unit.rank == COMMANDER:
        return leadership
    return leadership // 2 if is_group_leader(state, unit) else 0


@heeds("fieldmanual.cp-issue")
def attempts_left(state: State, unit: Unit) -> int:
    """How often it may still do so in this round."""
    return max(0, attempts_allowed(state, unit) - unit.token(ATTEMPTS))


@heeds("fieldmanual.cp-issue", "fieldmanual.airstrike-damage")
def can_reach(state: State, by: Unit, unit: Unit) -> bool:
    """Whether a leader may issue points to this model at all: the commander to all, others to their own squad.

    To an airstrike only whoever called it.
    """
    if unit.card.kind == AIRCRAFT:
        return by.seat == unit.seat and f"{CALLED_BY}:{by.id}" in unit.tokens
    return by.seat == unit.seat and (by.rank == COMMANDER or (is_group_leader(state, by) and by.squad == unit.squad))


@heeds("fieldmanual.cp-parting-shot")
def _is_on_hand(by: Unit, unit: Unit) -> bool:
    """Whether a leader is there to issue; one that was just killed may still do so for its own Parting Shot."""
    return is_there(by) or (by.id == unit.id and by.is_lost)


@rule("fieldmanual.cp-receive")
@heeds("fieldmanual.cp-issue")
def issuers(state: State, unit: Unit) -> list[Unit]:
    """Those who could issue a Command Point to a model now; nobody for one that has had an attempt this round."""
    if not points_left(state, unit.seat) or unit.token(RECEIVED) or unit.parent:
        return []
    return [
        by
        for by in state.units.values()
        if by.rank and can_reach(state, by, unit) and _is_on_hand(by, unit) and _leads(state, by)
        if attempts_left(state, by)
    ]


def _leads(state: State, by: Unit) -> bool:
    """Each Combined Model once; of who is lost every one."""
    return by.is_lost or state.is_lead(by)


@heeds("fieldmanual.cp-issue", "fieldmanual.cp-receive")
def refuse_issue(state: State, unit: Unit, by: str) -> Refusal | None:
    """Why this leader cannot issue a Command Point to this model."""
    found = issuers(state, unit)
    if (by in [each.id for each in found]) if by else found:
        return None
    facts: dict[str, str | int | float] = {"points": points_left(state, unit.seat), "received": unit.token(RECEIVED)}
    if not points_left(state, unit.seat):
        return Refusal("no-points", "fieldmanual.cp-issue", "You have no Command Points left.", facts)
    if unit.token(RECEIVED):
        message = f"The {unit.name} has had its one Command Point of this round, or the attempt at it."
        return Refusal("received", "fieldmanual.cp-receive", message, facts)
    names = " or ".join(f"the {each.name}" for each in found)
    message = f"{names[:1].upper()}{names[1:]} could issue it, not {by}." if found else (
        f"Nobody can issue a Command Point to the {unit.name}: your Army Commander does so as often in a round as its "
        "Leadership, Combat Group Leaders half as often and to their own squad."
    )  # fmt: skip
    return Refusal("issuer", "fieldmanual.cp-issue", message, facts)


@heeds("fieldmanual.cp-receive")
def is_sure(by: Unit, unit: Unit) -> bool:
    """Whether nobody can block it: the Army Commander to itself, and a leader of Leadership 2 or more."""
    same = by.id == unit.id or (bool(by.team) and by.team == unit.team)
    return same and (by.rank == COMMANDER or by.card.skills.leadership >= SURE_OF_ITSELF)


@heeds("fieldmanual.cp-receive", "fieldmanual.comm-events", "fieldmanual.auto-comm")
def resolve_issue(ctx: Ctx[State], by: str, unit: str, use: str, thrower: Thrower) -> Script[bool]:
    """A Command Point is issued; True if its effect comes about. Blocked it works within Auto Comm, and is spent then.

    Outside it comes back to the pool, but the attempt is gone.
    """
    ctx.emit(PointIssued(by, unit, use))
    if is_sure(ctx.state.units[by], ctx.state.units[unit]):
        return True
    purpose = f"Command Point for the {ctx.state.units[unit].name}"
    passed = yield from resolve_comm_event(ctx, by, purpose, thrower)
    if passed or in_auto_comm(ctx.state, ctx.state.units[by], ctx.state.units[unit]):
        return True
    ctx.emit(PointBlocked(by, unit))
    return False
