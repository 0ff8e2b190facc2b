"""Loss of the Army Commander: who commands next. And who leads a Sub-squad that has no leader."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.fieldmanual.leaders.events import CommandPassed, LeaderNominated
from gearlock.systems.fieldmanual.leaders.leaders import THERE
from gearlock.systems.fieldmanual.leaders.orders import Appoint
from gearlock.systems.fieldmanual.state import COMMANDER, NO_GROUP, SEATS, SUB_SQUAD, State, Unit

LOSS, SUB_SQUADS = "fieldmanual.army-commander-loss", "fieldmanual.sub-squads-small-game"
APPOINT = "appoint"


@rule("fieldmanual.army-commander-loss")
def heirs(state: State, seat: str) -> list[Unit]:
    """Those who may command next, if the Army Commander was lost: all who share the highest Leadership.

    Models in reserve follow only where nobody is on the table.
    """
    if state.commander(seat) is not None:
        return []
    if not any(unit.rank == COMMANDER and unit.is_lost for unit in state.units.values() if unit.seat == seat):
        return []
    left = [unit for unit in state.models(seat) if unit.group != NO_GROUP]
    there = [unit for unit in left if unit.status in THERE] or left
    best = max([unit.card.skills.leadership for unit in there] or [0])
    return [unit for unit in there if unit.card.skills.leadership == best]


@heeds("fieldmanual.army-commander-loss")
def resolve_loss(ctx: Ctx[State]) -> Script[None] | None:
    """An aftermath: the army that lost its commander loses a Command Point and gets another commander."""
    for seat in SEATS:
        found = [unit.id for unit in heirs(ctx.state, seat)]
        if found:
            return _appoint_commander(ctx, seat, found)
    return None


def _appoint_commander(ctx: Ctx[State], seat: str, found: list[str]) -> Script[None]:
    """Among equals the owner picks."""
    name = found[0]
    if len(found) > 1:
        prompt = "Your Army Commander is lost. Who commands the army from now on?"
        order = yield from ask(Ask(seat, APPOINT, "", tuple(found), LOSS, prompt))
        assert isinstance(order, Appoint), f"{order} appoints nobody"
        name = order.unit
    ctx.emit(CommandPassed(seat, name))


@heeds("fieldmanual.sub-squads-small-game", "fieldmanual.sub-squads-outnumbered")
def leaderless(state: State) -> list[Unit]:
    """The models of the first Sub-squad that never had a leader."""
    split = {unit.seat for unit in state.units.values() if unit.token(SUB_SQUAD)}
    led = {(unit.seat, unit.squad) for unit in state.units.values() if unit.rank}
    for seat in sorted(split):
        for unit in state.models(seat):
            if unit.group != NO_GROUP and (seat, unit.squad) not in led:
                return [other for other in state.models(seat) if other.squad == unit.squad]
    return []


@heeds("fieldmanual.sub-squads-small-game")
def resolve_nomination(ctx: Ctx[State]) -> Script[None] | None:
    """An aftermath: a Sub-squad without a Combat Group Leader nominates one."""
    found = [unit.id for unit in leaderless(ctx.state)]
    return _nominate(ctx, ctx.state.units[found[0]].seat, found) if found else None


def _nominate(ctx: Ctx[State], seat: str, found: list[str]) -> Script[None]:
    """Any of its models."""
    prompt = "This Sub-squad has no leader. Who leads it for the rest of the game?"
    order = yield from ask(Ask(seat, APPOINT, "", tuple(found), SUB_SQUADS, prompt))
    assert isinstance(order, Appoint), f"{order} appoints nobody"
    ctx.emit(LeaderNominated(order.unit))


def refuse_appoint(state: State, asked: Ask, order: Appoint) -> Refusal | None:
    """One of those who may follow."""
    if order.unit in asked.about:
        return None
    names = ", ".join(state.units[name].name for name in asked.about)
    message = f"{order.unit or 'Nobody'} cannot be named here: name one of {names}."
    return Refusal("heir", asked.rule, message)


def offer_heirs(state: State, asked: Ask) -> Iterator[Option]:
    """Each of them."""
    for name in asked.about:
        yield Pick(f"The {state.units[name].name}", Appoint(name), asked.rule)
