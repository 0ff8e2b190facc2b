"""Command Points in the middle of things: activation out of sequence, and an additional Action.

Points may be issued at any time; they are asked for at named moments only, and only where somebody may gain by one:
before a declared move, when a model comes into sight of an enemy, where it stops, after an Action, and between
activations. In its own activation a side issues them as it acts.
"""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, ask_sealed
from gearlock.systems.fieldmanual.command.events import COMMANDED, ActionGiven, CalledUp
from gearlock.systems.fieldmanual.command.issuing import attempts_left, issuers, refuse_issue, resolve_issue
from gearlock.systems.fieldmanual.command.orders import Command
from gearlock.systems.fieldmanual.command.pool import points_left
from gearlock.systems.fieldmanual.command.tests import resolve_test
from gearlock.systems.fieldmanual.dice_tests.tests import (
    LEADERSHIP,
    Test,
    damage_lines,
    skill_dice,
    stun_lines,
    throw_test,
)
from gearlock.systems.fieldmanual.leaders.leaders import is_there
from gearlock.systems.fieldmanual.lock_and_cover.locks import has_combat_lock
from gearlock.systems.fieldmanual.paying import is_able
from gearlock.systems.fieldmanual.state import FIELDED, NO_GROUP, RECEIVED, SEATS, State, Unit, opponent

ACTIVATE, EXTRA = "activate", "extra Action"
USES = (ACTIVATE, EXTRA)
MOVE, SEEN, STOPPED, ACTED, BETWEEN = "move", "seen", "stopped", "acted", "between"
COMMAND = "command"
MOMENTS = {
    MOVE: "is about to move", SEEN: "has come into sight", STOPPED: "has stopped", ACTED: "has acted",
    BETWEEN: "",
}  # fmt: skip
RULE = "fieldmanual.cp-issue"


@heeds("fieldmanual.cp-activate", "fieldmanual.cp-extra-action")
def is_by_command(state: State) -> bool:
    """Whether something that a Command Point gave is under way: nothing of the kind may interrupt it."""
    now = state.activation
    return now is not None and (now.extra or COMMANDED in now.marks)


@heeds("fieldmanual.cp-issue", "fieldmanual.cp-receive")
def can_issue(state: State, seat: str) -> bool:
    """A cheap first test: there is a point, and a leader on the table who may still issue one in this round."""
    if not points_left(state, seat):
        return False
    leaders = (unit for unit in state.units.values() if unit.rank and unit.seat == seat and is_there(unit))
    return any(attempts_left(state, unit) for unit in leaders)


@rule("fieldmanual.cp-activate")
def refuse_call_up(state: State, unit: Unit) -> Refusal | None:
    """Why a model cannot be activated out of sequence: it is Used, is being activated, or is in no Combat Group."""
    if unit.used:
        return Refusal("used", "fieldmanual.cp-activate", f"The {unit.name} is Used until the next round.")
    under_way = [one.unit for one in (state.activation, *state.interrupted) if one is not None]
    if any(part.id in under_way for part in state.parts(unit)):
        return Refusal("active", "fieldmanual.cp-activate", f"The {unit.name} is being activated already.")
    if unit.group == NO_GROUP:
        return Refusal("group", "fieldmanual.cp-activate", f"The {unit.name} is in no Combat Group.")
    return None


@rule("fieldmanual.cp-extra-action")
def refuse_extra(unit: Unit) -> Refusal | None:
    """Why a model cannot be given an Action: it lies on the ground. Used and out of Actions it can be."""
    if is_able(unit):
        return None
    return Refusal("unable", "fieldmanual.cp-extra-action", f"The {unit.name} cannot act now.")


def refuse_command(state: State, asked: Ask, order: Command) -> Refusal | None:
    """Why this Command Point cannot be issued for that."""
    unit = state.units.get(order.to)
    if unit is None or unit.seat != asked.seat or unit.status != FIELDED or not state.is_lead(unit):
        return Refusal("unit", RULE, f"{order.to or 'Nobody'} is no model of yours on the table.")
    if order.use not in USES:
        return Refusal("use", RULE, f"'{order.use}' is nothing to spend a Command Point on now: {' or '.join(USES)}.")
    if is_by_command(state):
        message = "What a Command Point gave is under way; nothing of the kind may interrupt it."
        return Refusal("effect", f"fieldmanual.cp-{'activate' if order.use == ACTIVATE else 'extra-action'}", message)
    fault = refuse_call_up(state, unit) if order.use == ACTIVATE else refuse_extra(unit)
    return fault or refuse_issue(state, unit, order.by)


def watchers(state: State) -> frozenset[str]:
    """The enemies of the active model that have Combat Lock on it and might use a Command Point, by id."""
    active = state.active()
    if active is None or not can_issue(state, opponent(active.seat)):
        return frozenset()
    bases = state.bases(active)
    return frozenset(
        unit.id
        for unit in state.fielded(opponent(active.seat))
        if not unit.token(RECEIVED) and state.is_lead(unit)
        if any(has_combat_lock(state, unit, base) for base in bases)
        if issuers(state, unit)
    )


@heeds("fieldmanual.cp-issue")
def offer_windows(ctx: Ctx[State], moment: str, before: frozenset[str] = frozenset()) -> Script[None]:
    """Let whoever may gain by it issue Command Points at this moment. `before`: who had the mover in sight an inch ago.

    While a model is active its enemies are asked; between activations both sides, at once.
    """
    state = ctx.state
    if is_by_command(state):
        return
    if moment == BETWEEN:
        yield from _offer_between(ctx)
        return
    active = state.active()
    if active is None or not (watchers(state) - before):
        return
    seat = opponent(active.seat)
    prompt = f"The {active.name} {MOMENTS[moment]}. Issue a Command Point?"
    order = yield from ask(Ask(seat, COMMAND, "", (moment,), RULE, prompt, optional=True))
    if isinstance(order, Command):
        yield from resolve_command(ctx, order)


def _offer_between(ctx: Ctx[State]) -> Script[None]:
    """Both sides may issue points; whose Army Commander rolls higher goes first where both do."""
    seats = [seat for seat in SEATS if gains_between(ctx.state, seat)]
    if not seats:
        return
    prompt = "Issue a Command Point before the next activation?"
    asks = [Ask(seat, COMMAND, "", (BETWEEN,), RULE, prompt, optional=True) for seat in seats]
    if len(asks) == 1:
        answers: tuple[Order, ...] = ((yield from ask(asks[0])),)
    else:
        answers = yield from ask_sealed(*asks)
    given = {seat: order for seat, order in zip(seats, answers, strict=True) if isinstance(order, Command)}
    first = (yield from resolve_precedence(ctx)) if len(given) > 1 else next(iter(given), "")
    for place, seat in enumerate(sorted(given, key=lambda each: each != first)):
        if not (place and refuse_command_late(ctx.state, given[seat])):
            yield from resolve_command(ctx, given[seat], place)


def gains_between(state: State, seat: str) -> bool:
    """Whether a side may gain by a Command Point between activations: a model of its own has an enemy in Lock."""
    if not can_issue(state, seat):
        return False
    enemies = list(state.fielded(opponent(seat)))
    for unit in state.fielded(seat):
        able = not unit.token(RECEIVED) and is_able(unit) and state.is_lead(unit) and issuers(state, unit)
        if able and any(has_combat_lock(state, unit, enemy) for enemy in enemies):
            return True
    return False


@heeds("fieldmanual.cp-issue")
def resolve_precedence(ctx: Ctx[State]) -> Script[str]:
    """Both sides declared at the same moment: the Army Commanders roll Leadership, again after a tie."""
    while True:
        totals: dict[str, int] = {}
        for seat in SEATS:
            totals[seat] = (yield from throw_test(ctx, precedence_test(ctx.state, seat))).total
        if totals["red"] != totals["blue"]:
            return max(SEATS, key=lambda seat: totals[seat])


def precedence_test(state: State, seat: str) -> Test:
    """The Leadership roll of an Army Commander; nobody's where there is none."""
    commander = state.commander(seat)
    if commander is None:
        return Test("precedence", "", (), RULE, seat=seat)
    lines = (skill_dice(commander, LEADERSHIP), *damage_lines(commander), *stun_lines(commander, LEADERSHIP))
    return Test("precedence", commander.id, lines, RULE)


@heeds("fieldmanual.cp-issue")
def refuse_command_late(state: State, order: Command) -> bool:
    """Whether a point that was declared at the same moment as another cannot be issued any more after it."""
    return refuse_issue(state, state.units[order.to], order.by) is not None


@heeds("fieldmanual.cp-activate", "fieldmanual.cp-extra-action")
def resolve_command(ctx: Ctx[State], order: Command, under: int = 0) -> Script[None]:
    """Issue the point; if it gets through, the model activates, or has an Action, before anything else goes on."""
    by = order.by or issuers(ctx.state, ctx.state.units[order.to])[0].id
    if not (yield from resolve_issue(ctx, by, order.to, order.use, resolve_test)):
        return
    under = under if is_by_command(ctx.state) else 0
    ctx.emit(CalledUp(order.to, under) if order.use == ACTIVATE else ActionGiven(order.to, under))


def resolve_own_command(ctx: Ctx[State], order: Command) -> Script[None]:
    """A Command Point issued in one's own activation."""
    yield from resolve_command(ctx, order)


def offer_commands(state: State, asked: Ask) -> Iterator[Option]:
    """Every model that may receive a point now, for everything it may be used for."""
    if can_issue(state, asked.seat) and not is_by_command(state):
        for unit in state.fielded(asked.seat):
            yield from _commands_for(state, asked, unit)
    if asked.kind == COMMAND:
        yield decline("No Command Point", asked.rule)


def _commands_for(state: State, asked: Ask, unit: Unit) -> Iterator[Option]:
    found = issuers(state, unit) if state.is_lead(unit) else []
    for by in found[:1]:
        for use, words in ((ACTIVATE, "activate the {} now"), (EXTRA, "an Action for the {}")):
            order = Command(unit.id, use, by.id)
            if refuse_command(state, asked, order) is None:
                yield Pick(f"Command Point: {words.format(unit.name)}", order, RULE)
