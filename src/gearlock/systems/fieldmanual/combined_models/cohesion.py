"""Cohesion: the bases of a Combined Model form a chain. Who is cut off comes back in its next activation or is lost."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.combined_models.events import CUT_OFF, CutOff, Rejoined
from gearlock.systems.fieldmanual.damage.harm import destroy
from gearlock.systems.fieldmanual.lock_and_cover.measuring import gap
from gearlock.systems.fieldmanual.state import FIELDED, State, Unit
from gearlock.table.measure import INCH

RULE = "fieldmanual.combined-cohesion"
CHAIN: Final = 2 * INCH
NOW, LATER = 1, 2


@heeds("fieldmanual.combined-cohesion", "fieldmanual.infantry-structures")
def are_joined(one: Unit, other: Unit) -> bool:
    """Whether two bases are links of one chain: at most 2 in apart, or in the same building."""
    if one.carrier or other.carrier:
        return one.carrier == other.carrier
    return gap(one, other) <= CHAIN


def chains(state: State, unit: Unit) -> list[list[Unit]]:
    """The bases of a Combined Model on the table as chains, the largest first; of equals that of its first base."""
    left, found = state.bases(unit), []
    while left:
        chain = [left.pop(0)]
        for link in chain:
            near = [other for other in left if are_joined(link, other)]
            left = [other for other in left if other not in near]
            chain += near
        found.append(chain)
    return sorted(found, key=len, reverse=True)


@rule("fieldmanual.combined-cohesion")
def stragglers(state: State, unit: Unit) -> list[Unit]:
    """The bases that are out of Cohesion with the larger part of their Combined Model."""
    return [base for chain in chains(state, unit)[1:] for base in chain]


@heeds("fieldmanual.combined-cohesion")
def unsettled(state: State) -> list[tuple[str, int]]:
    """Bases whose token is wrong, and what it should be: 0 for none; below 0 for who did not come back and is lost.

    Nothing is settled while a Combined Model is being activated.
    """
    found = []
    leads = [u for u in state.units.values() if u.team and u.status == FIELDED and state.is_lead(u)]
    for lead in leads:
        if state.is_active(lead):
            continue
        away = {base.id for base in stragglers(state, lead)}
        for base in state.bases(lead):
            now, due = base.token(CUT_OFF), _due(base, base.id in away)
            if due != now:
                found.append((base.id, due))
    return found


def _due(base: Unit, away: bool) -> int:
    """The token a base should have; -1 if it had to be back by now."""
    if not away:
        return 0
    if not base.used:
        return NOW
    return -1 if base.token(CUT_OFF) == NOW else LATER


@heeds("fieldmanual.combined-cohesion")
def resolve_cohesion(ctx: Ctx[State]) -> Script[None] | None:
    """Note who is cut off and who is back, and take off who stayed away; None if there is nothing to settle."""
    found = unsettled(ctx.state)
    return _settle(ctx, found) if found else None


def _settle(ctx: Ctx[State], found: list[tuple[str, int]]) -> Script[None]:
    for name, due in found:
        if due < 0:
            yield from destroy(ctx, name, "out of Cohesion")
        else:
            ctx.emit(CutOff(name, due) if due else Rejoined(name))
