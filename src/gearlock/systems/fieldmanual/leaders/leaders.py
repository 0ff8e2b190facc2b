"""Army Commanders and Combat Group Leaders: who leads whom."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.state import ABOARD, ALOFT, COMMANDER, FIELDED, LEADER, NO_GROUP, State, Unit

THERE = (FIELDED, ABOARD, ALOFT)
"""On the table, in something on it, or over it."""


@rule("fieldmanual.leaders")
@heeds("fieldmanual.sub-squads-small-game")
def leader_of(state: State, unit: Unit) -> Unit | None:
    """The Combat Group Leader of a model's Combat Group or Sub-squad: its leader, or the Army Commander if in it.

    Nobody follows a Combat Group Leader that is lost. Who is part of no group has none.
    """
    if unit.group == NO_GROUP:
        return None
    found: Unit | None = None
    for other in state.in_play(unit.seat):
        if other.squad == unit.squad and other.rank and state.is_lead(other):
            if other.rank == LEADER:
                return other
            found = other
    return found


def is_group_leader(state: State, unit: Unit) -> bool:
    """Whether this model leads a Combat Group; the Army Commander leads its own, unless that has another leader."""
    leader = leader_of(state, unit)
    return leader is not None and (unit.id == leader.id or (bool(unit.team) and unit.team == leader.team))


@heeds("fieldmanual.leaders")
def may_command(state: State, unit: Unit) -> bool:
    """Whether a model is the Army Commander or a Combat Group Leader: they nominate targets and call airstrikes."""
    return unit.rank == COMMANDER or is_group_leader(state, unit)


def is_there(unit: Unit) -> bool:
    """Whether it can hear and be heard on this table."""
    return unit.status in THERE
