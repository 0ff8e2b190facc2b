"""Command Points in the middle of things: activation out of sequence, an additional Action, Satellite Uplink."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, ask_sealed
from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.command_points.tests import (
    ADD_DIE,
    COMMANDED,
    REROLL,
    REROLL_OTHER,
    ActionGiven,
    CalledUp,
    Command,
    NeuralNetUsed,
    OtherRerolled,
    PointBlocked,
    PointGained,
    PointIssued,
    Reroll,
    RerollOther,
    SkillRerolled,
    Uplink,
    UplinkUsed,
    UseNeuralNet,
    attempts_left,
    commander_for,
    issuers,
    most_points,
    points_left,
    refuse_issue,
    resolve_comm_event,
    resolve_issue,
    resolve_test,
)
from gearlock.systems.fieldmanual.dice_tests import LEADERSHIP, Test, damage_lines, skill_dice, stun_lines, throw_test
from gearlock.systems.fieldmanual.electronic_warfare import UPLINK
from gearlock.systems.fieldmanual.leaders import is_there
from gearlock.systems.fieldmanual.lock_and_cover.lock import has_combat_lock
from gearlock.systems.fieldmanual.paying import is_able, refuse_idle
from gearlock.systems.fieldmanual.state import FIELDED, NO_GROUP, RECEIVED, SEATS, State, Unit, opponent


def issued(state: State, event: PointIssued, _seat: str | None) -> Line:
    """A point on its way."""
    by, unit = state.units[event.by].name, state.units[event.unit].name
    to = "itself" if event.by == event.unit else unit
    return Line(f"{by} issues a Command Point to {to}: {event.use}.", (event.by, event.unit), "fieldmanual.cp-issue")


def blocked(state: State, event: PointBlocked, _seat: str | None) -> Line:
    """It did not arrive."""
    text = f"The Command Point does not reach {state.units[event.unit].name}, and is not spent."
    return Line(text, (event.unit,), "fieldmanual.cp-receive")


def rerolled(state: State, event: SkillRerolled, _seat: str | None) -> Line:
    """Again."""
    text = f"{state.units[event.unit].name} re-rolls: {event.purpose}."
    return Line(text, (event.unit,), "fieldmanual.cp-reroll-skill")


def other_rerolled(state: State, event: OtherRerolled, _seat: str | None) -> Line:
    """Again, without a model."""
    faces = " ".join(map(str, event.faces))
    text = f"{state.units[event.unit].name} spends a Command Point: {event.purpose} [{faces}] is rolled again."
    return Line(text, (event.unit,), "fieldmanual.cp-reroll-other")


def neural_net(state: State, event: NeuralNetUsed, _seat: str | None) -> Line:
    """A die more."""
    text = f"{state.units[event.unit].name} uses its neural net: a die more for its {event.purpose}."
    return Line(text, (event.unit,), "fieldmanual.perk-ann")


def called_up(state: State, event: CalledUp, _seat: str | None) -> Line:
    """Out of sequence."""
    text = f"{state.units[event.unit].name} activates out of sequence."
    return Line(text, (event.unit,), "fieldmanual.cp-activate")


def action_given(state: State, event: ActionGiven, _seat: str | None) -> Line:
    """One Action more."""
    text = f"{state.units[event.unit].name} has an additional Action."
    return Line(text, (event.unit,), "fieldmanual.cp-extra-action")


def uplink(state: State, event: UplinkUsed, _seat: str | None) -> Line:
    """To the satellite."""
    return Line(f"{state.units[event.unit].name} uses its uplink.", (event.unit,), "fieldmanual.perk-satellite-uplink")


def gained(state: State, event: PointGained, _seat: str | None) -> Line:
    """A point."""
    text = f"{state.units[event.unit].name} brings its army a Command Point."
    return Line(text, (event.unit,), "fieldmanual.perk-satellite-uplink")


# --- Satellite Uplink: an Action and a Comm Event for a Command Point


@rule("fieldmanual.perk-satellite-uplink")
def refuse_uplink(state: State, order: Uplink) -> Refusal | None:
    """A working uplink, an Action, and a pool that is not as full as it was at the start."""
    unit = state.units[order.unit]
    if not unit.perk(UPLINK):
        return Refusal("perk", "fieldmanual.perk-satellite-uplink", f"The {unit.name} has no working Satellite Uplink.")
    if idle := refuse_idle(unit):
        return idle
    have, most = points_left(state, unit.seat), most_points(state, unit.seat)
    if have < most:
        return None
    message = f"You have {have} Command Points, and an uplink brings no more than the {most} you began with."
    return Refusal("full", "fieldmanual.perk-satellite-uplink", message, {"points": have, "most": most})


@heeds("fieldmanual.perk-satellite-uplink")
def resolve_uplink(ctx: Ctx[State], order: Uplink) -> Script[None]:
    """Pay, communicate, and gain the point if nobody blocks it."""
    ctx.emit(UplinkUsed(order.unit))
    if (yield from resolve_comm_event(ctx, order.unit, "satellite uplink")):
        ctx.emit(PointGained(order.unit))


def offer_uplink(state: State, unit: Unit) -> Iterator[Option]:
    """The uplink, where it brings something."""
    order = Uplink(unit.id)
    if unit.perk(UPLINK) and refuse_uplink(state, order) is None:
        yield Pick("Satellite Uplink: gain a Command Point", order, "fieldmanual.perk-satellite-uplink")


# --- Command Points in the middle of things: activation out of sequence, and an additional Action
# Points may be issued at any time; they are asked for at named moments only, and only where somebody may gain by one:
# before a declared move, when a model comes into sight of an enemy, where it stops, after an Action, and between
# activations. In its own activation a side issues them as it acts.

ACTIVATE, EXTRA = "activate", "extra Action"

USES = (ACTIVATE, EXTRA)

MOVE, SEEN, STOPPED, ACTED, BETWEEN = "move", "seen", "stopped", "acted", "between"

COMMAND = "command"

MOMENTS = {
    MOVE: "is about to move", SEEN: "has come into sight", STOPPED: "has stopped", ACTED: "has acted",
    BETWEEN: "",
}  # fmt: skip


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
        return Refusal("unit", "fieldmanual.cp-issue", f"{order.to or 'Nobody'} is no model of yours on the table.")
    if order.use not in USES:
        return Refusal(
            "use",
            "fieldmanual.cp-issue",
            f"'{order.use}' is nothing to spend a Command Point on now: {' or '.join(USES)}.",
        )
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
    order = yield from ask(Ask(seat, COMMAND, "", (moment,), "fieldmanual.cp-issue", prompt, optional=True))
    if isinstance(order, Command):
        yield from resolve_command(ctx, order)


def _offer_between(ctx: Ctx[State]) -> Script[None]:
    """Both sides may issue points; whose Army Commander rolls higher goes first where both do."""
    seats = [seat for seat in SEATS if gains_between(ctx.state, seat)]
    if not seats:
        return
    prompt = "Issue a Command Point before the next activation?"
    asks = [Ask(seat, COMMAND, "", (BETWEEN,), "fieldmanual.cp-issue", prompt, optional=True) for seat in seats]
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
        return Test("precedence", "", (), "fieldmanual.cp-issue", seat=seat)
    lines = (skill_dice(commander, LEADERSHIP), *damage_lines(commander), *stun_lines(commander, LEADERSHIP))
    return Test("precedence", commander.id, lines, "fieldmanual.cp-issue")


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
                yield Pick(f"Command Point: {words.format(unit.name)}", order, "fieldmanual.cp-issue")


# --- What is offered


def _refuse_other_unit(state: State, asked: Ask, unit: str) -> Refusal | None:
    if unit == asked.unit:
        return None
    return Refusal("unit", asked.rule, f"This is the test of the {state.units[asked.unit].name}.")


def refuse_neural_net(state: State, asked: Ask, order: UseNeuralNet) -> Refusal | None:
    """It is asked only where it may."""
    return _refuse_other_unit(state, asked, order.unit)


def offer_neural_net(_state: State, asked: Ask) -> Iterator[Option]:
    """Now or later."""
    yield Pick("Add a die", UseNeuralNet(asked.unit), asked.rule)
    yield decline("Not now", asked.rule)


@heeds("fieldmanual.cp-reroll-skill")
def refuse_reroll(state: State, asked: Ask, order: Reroll) -> Refusal | None:
    """Somebody has to issue the point."""
    return _refuse_other_unit(state, asked, order.unit) or refuse_issue(state, state.units[asked.unit], order.by)


def offer_rerolls(state: State, asked: Ask) -> Iterator[Option]:
    """A point of each who may issue one."""
    for by in issuers(state, state.units[asked.unit]):
        yield Pick(f"Re-roll: Command Point of the {by.name}", Reroll(asked.unit, by.id), asked.rule)
    yield decline("Let it stand", asked.rule)


@heeds("fieldmanual.cp-reroll-other")
def refuse_reroll_other(state: State, asked: Ask, _order: RerollOther) -> Refusal | None:
    """The commander has to pay."""
    if commander_for(state, asked.seat) is not None:
        return None
    return Refusal("issuer", asked.rule, "Your Army Commander has no Command Point or attempt left for it this round.")


def offer_reroll_other(_state: State, asked: Ask) -> Iterator[Option]:
    """Again, or not."""
    yield Pick("Re-roll with a Command Point", RerollOther(), asked.rule)
    yield decline("Let it stand", asked.rule)


# --- The contents of the chapter

COMMAND_POINTS: Chapter[State] = Chapter(
    "Command Points",
    orders=(
        OrderRules(UseNeuralNet, ADD_DIE, refuse_neural_net),
        OrderRules(Reroll, REROLL, refuse_reroll),
        OrderRules(RerollOther, REROLL_OTHER, refuse_reroll_other),
        OrderRules(Command, (COMMAND, "act"), refuse_command, resolve_own_command),
        OrderRules(Uplink, "act", by_order(refuse_uplink), resolve_uplink),
    ),
    events={
        PointIssued: issued,
        PointBlocked: blocked,
        SkillRerolled: rerolled,
        OtherRerolled: other_rerolled,
        NeuralNetUsed: neural_net,
        CalledUp: called_up,
        ActionGiven: action_given,
        UplinkUsed: uplink,
        PointGained: gained,
    },
)
