"""Reserves: Combat Groups off the table, the roll that brings them in, and arrivals that are guaranteed."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.secrets import is_known
from gearlock.systems.fieldmanual.command.tests import resolve_test
from gearlock.systems.fieldmanual.dice_tests.tests import (
    LEADERSHIP,
    Test,
    damage_lines,
    skill_dice,
    stun_lines,
    succeeds,
    throw_test,
)
from gearlock.systems.fieldmanual.state import RESERVE, SEATS, State, Unit
from gearlock.systems.fieldmanual.support.airdrop import resolve_drop
from gearlock.systems.fieldmanual.support.entering import resolve_entry
from gearlock.systems.fieldmanual.support.events import TRIED, ReservesHeld, ReservesTried
from gearlock.systems.fieldmanual.support.options import GUARANTEED, groups_of, models_of, read_choice
from gearlock.systems.fieldmanual.support.orders import AirDrop, BringIn
from gearlock.systems.fieldmanual.support.sheet import ROUND, entries, key_of

RULE, SCHEDULED = "fieldmanual.reserves", "fieldmanual.guaranteed-reserve"
THRESHOLD, NOT_BEFORE = 4, 2


def held(state: State, seat: str) -> list[int]:
    """The Combat Groups of a side that wait in reserve."""
    return [group for group in groups_of(state, seat) if waiting_in(state, seat, group)]


def waiting_in(state: State, seat: str, group: int) -> list[Unit]:
    """The models of a Combat Group that are still to come, a Combined Model once."""
    there = (unit for unit in models_of(state, seat, group) if unit.status == RESERVE)
    return [unit for unit in there if not unit.team or unit.team == unit.id]


@heeds("fieldmanual.reserves")
def callable_groups(state: State, seat: str) -> list[int]:
    """The Combat Groups a side may still try to bring in this round; none in the first."""
    if state.round < NOT_BEFORE or state.points.get(f"{TRIED}:{seat}") == state.round:
        return []
    tried = {g for g in held(state, seat) if state.points.get(f"{TRIED}:{seat}:{g}") == state.round}
    return [group for group in held(state, seat) if group not in tried]


def schedule_of(state: State, seat: str, group: int) -> int:
    """The round in which a Combat Group arrives by itself; 0 if it does not."""
    found = state.facts.get(f"{ROUND}:{seat}:{group}")
    return 0 if found is None else int(found.value)


def hidden_about(state: State, seat: str, group: int) -> tuple[str, ...]:
    """What is written about a Combat Group and not known to all: its choice, and when it arrives."""
    keys = [key_of(seat, n) for n, fact in entries(state, seat) if read_choice(fact.value).group == group]
    keys += [key for key in (f"{ROUND}:{seat}:{group}",) if key in state.facts]
    return tuple(key for key in keys if not all(is_known(state.facts[key], each) for each in SEATS))


@rule("fieldmanual.reserves")
def resolve_reserves(ctx: Ctx[State], seat: str) -> Script[None]:
    """A side tries to bring in a Combat Group: Leadership of its Army Commander against 4. Or it brings in no more."""
    prompt = "Reserves: which Combat Group do you try to bring in?"
    order = yield from ask(Ask(seat, "reserves", rule=RULE, prompt=prompt, optional=True))
    if not isinstance(order, BringIn):
        ctx.emit(ReservesHeld(seat))
        return
    commander = ctx.state.commander(seat)
    if commander is None:
        made = yield from throw_test(ctx, Test("reserves", "", (), RULE, THRESHOLD, seat=seat))
    else:
        lines = (skill_dice(commander, LEADERSHIP), *damage_lines(commander), *stun_lines(commander, LEADERSHIP))
        made = yield from resolve_test(ctx, Test("reserves", commander.id, lines, RULE, THRESHOLD, pass_only=True))
    comes = succeeds(made.total, THRESHOLD)
    ctx.emit(ReservesTried(seat, order.group, comes, hidden_about(ctx.state, seat, order.group)))
    if comes:
        yield from resolve_arrival(ctx, seat, order.group)


@rule("fieldmanual.guaranteed-reserve")
@heeds("fieldmanual.misc-events")
def resolve_scheduled(ctx: Ctx[State]) -> Script[None]:
    """In the Miscellaneous phase: Combat Groups whose round this is arrive, and what was written is shown."""
    for seat in (ctx.state.first or "red", "blue" if ctx.state.first == "red" else "red"):
        for group in held(ctx.state, seat):
            if schedule_of(ctx.state, seat, group) == ctx.state.round:
                ctx.emit(ReservesTried(seat, group, True, hidden_about(ctx.state, seat, group)))
                yield from resolve_arrival(ctx, seat, group)


@heeds("fieldmanual.reserves", "fieldmanual.airdrop", "fieldmanual.perk-airdroppable")
def resolve_arrival(ctx: Ctx[State], seat: str, group: int) -> Script[None]:
    """All models of a Combat Group come in: dropped around a point if all can be and their side wants it."""
    if may_drop(ctx.state, seat, group):
        prompt = f"Combat Group {group} may be dropped from the air: around which point?"
        about = (str(group),)
        order = yield from ask(Ask(seat, "air drop", "", about, "fieldmanual.airdrop", prompt, optional=True))
        if isinstance(order, AirDrop):
            yield from resolve_drop(ctx, seat, order)
            return
    for name in [unit.id for unit in waiting_in(ctx.state, seat, group)]:
        yield from resolve_entry(ctx, name)


@rule("fieldmanual.perk-airdroppable")
def may_drop(state: State, seat: str, group: int) -> bool:
    """Whether every model of a Combat Group is Airdroppable."""
    models = models_of(state, seat, group)
    return bool(models) and all(unit.card.has("Airdroppable") for unit in models)


def refuse_bring_in(state: State, ask: Ask, order: BringIn) -> Refusal | None:
    """Why a Combat Group cannot be called: the first round, not in reserve, or tried already."""
    if state.round < NOT_BEFORE:
        return Refusal("round", RULE, "Reserves do not enter in the first round.", {"round": state.round})
    if order.group not in held(state, ask.seat):
        return Refusal("group", RULE, f"You hold no Combat Group {order.group} in reserve.")
    if order.group not in callable_groups(state, ask.seat):
        return Refusal("again", RULE, f"You have tried to bring in Combat Group {order.group} in this round.")
    return None


def offer_reserves(state: State, ask: Ask) -> Iterator[Option]:
    """Each Combat Group that may be tried, or none."""
    for group in callable_groups(state, ask.seat):
        yield Pick(f"Bring in Combat Group {group}", BringIn(group), RULE)
    yield decline("Bring in nobody else", RULE)


def is_guaranteed(state: State, seat: str, group: int) -> bool:
    """Whether a Combat Group was bought as a guaranteed reserve."""
    bought = (read_choice(fact.value) for _, fact in entries(state, seat))
    return any(choice.group == group and choice.option == GUARANTEED for choice in bought)
