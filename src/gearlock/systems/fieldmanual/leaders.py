"""Leaders: the Army Commander, Combat Group Leaders, and who follows a commander that is lost."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.state import (
    ABOARD,
    ALOFT,
    COMMANDER,
    FIELDED,
    LEADER,
    NO_GROUP,
    SEATS,
    SUB_SQUAD,
    State,
    Unit,
)

POOL = "CP:"
"""Before a seat: the Command Points it has left, in `State.points`."""


# --- Army Commanders and Combat Group Leaders: who leads whom

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


# --- Loss of the Army Commander: who commands next. And who leads a Sub-squad that has no leader

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


class CommandPassed(Event, frozen=True, tag="command-passed"):
    """The Army Commander was lost: a Command Point went, and another model commands; nobody if none is left."""

    seat: str
    unit: str

    @heeds("fieldmanual.army-commander-loss")
    def change(self, state: State) -> None:
        """Of a Combined Model every base bears the rank."""
        key = POOL + self.seat
        state.points[key] = max(0, state.points.get(key, 0) - 1)
        for part in state.parts(state.units[self.unit]):
            part.rank = COMMANDER


def command_passed(state: State, event: CommandPassed, _seat: str | None) -> Line:
    """The next in command."""
    name = state.units[event.unit].name
    text = f"{event.seat.title()} has lost its Army Commander and a Command Point. {name} commands now."
    return Line(text, (event.unit,), "fieldmanual.army-commander-loss")


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


class LeaderNominated(Event, frozen=True, tag="leader-nominated"):
    """A Sub-squad that had no leader got one, for the rest of the game."""

    unit: str

    @heeds("fieldmanual.sub-squads-small-game")
    def change(self, state: State) -> None:
        for part in state.parts(state.units[self.unit]):
            part.rank = LEADER


def leader_nominated(state: State, event: LeaderNominated, _seat: str | None) -> Line:
    """The leader of a Sub-squad."""
    text = f"{state.units[event.unit].name} leads its Sub-squad."
    return Line(text, (event.unit,), "fieldmanual.sub-squads-small-game")


def _nominate(ctx: Ctx[State], seat: str, found: list[str]) -> Script[None]:
    """Any of its models."""
    prompt = "This Sub-squad has no leader. Who leads it for the rest of the game?"
    order = yield from ask(Ask(seat, APPOINT, "", tuple(found), SUB_SQUADS, prompt))
    assert isinstance(order, Appoint), f"{order} appoints nobody"
    ctx.emit(LeaderNominated(order.unit))


class Appoint(Order, frozen=True, tag="appoint"):
    """Name the model that commands the army, or leads a Sub-squad, from now on."""

    unit: str


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


# --- The contents of the chapter

LEADERS: Chapter[State] = Chapter(
    "Command: leaders",
    orders=(OrderRules(Appoint, APPOINT, refuse_appoint),),
    events={CommandPassed: command_passed, LeaderNominated: leader_nominated},
)
