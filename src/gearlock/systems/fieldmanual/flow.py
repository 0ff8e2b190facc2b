"""The game round: the flow of a battle. Every step is chosen from the state alone."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.asks import Ask
from gearlock.kernel.events import Outcome
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.objectives.marked_places import decided
from gearlock.mechanics.turns import higher
from gearlock.systems.fieldmanual.attacks.kinds import resolve_miscellaneous
from gearlock.systems.fieldmanual.attacks.ranged import is_watched, near_now, resolve_ap_charges
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.combined_models import resolve_cohesion
from gearlock.systems.fieldmanual.command_points.spending import (
    ACTED,
    BETWEEN,
    MOVE,
    SEEN,
    STOPPED,
    offer_windows,
    watchers,
)
from gearlock.systems.fieldmanual.drones import PlaceDrone, resolve_drones, resolve_left_behind
from gearlock.systems.fieldmanual.leaders import resolve_loss, resolve_nomination
from gearlock.systems.fieldmanual.melee import resolve_lost_holds
from gearlock.systems.fieldmanual.missions.progress import LESSONS, has_marked, holding, victory_points
from gearlock.systems.fieldmanual.missions.scenario import PHASES as BEFORE_THE_BATTLE
from gearlock.systems.fieldmanual.missions.scenario import is_over, is_wiped_out, outcome_of, resolve_length
from gearlock.systems.fieldmanual.movement.moving import resolve_inch
from gearlock.systems.fieldmanual.movement.terrain import Climb, Jump
from gearlock.systems.fieldmanual.reactions import (
    answer_action,
    answer_stop,
    fire_declared,
    may_answer,
    offer_declarations,
    resolve_parting_shots,
)
from gearlock.systems.fieldmanual.rounds import (
    ActivationEnded,
    MiscellaneousBegun,
    RoundBegun,
    RoundEnded,
    resolve_activation,
    resolve_called,
    resolve_order,
    unactivated,
)
from gearlock.systems.fieldmanual.special_actions import resolve_lost_cover
from gearlock.systems.fieldmanual.state import FIELDED, SEATS, State
from gearlock.systems.fieldmanual.support.allocation import resolve_assets
from gearlock.systems.fieldmanual.support.reserves import resolve_scheduled, resolve_support
from gearlock.systems.fieldmanual.table_effects import resolve_temperatures, resolve_white_sand
from gearlock.systems.fieldmanual.transports import resolve_casualties

ACTION = "action"
BOTH = "both sides"
AT_ONCE = (Jump, Climb)
"""Movement that is made in one step, and answered where it ends."""
"""Scenarios of the program's own, in which a draw is broken."""


@rule("fieldmanual.round-sequence")
def step(ctx: Ctx[State]) -> Script[None]:
    """The next step: set-up, then rounds of player order, activation, support and miscellaneous events."""
    script = following(ctx, AFTERMATH)
    if script is not None:
        yield from script
    elif ctx.state.phase == ACTION:
        yield from resolve_action_phase(ctx)
    else:
        yield from PHASES[ctx.state.phase](ctx)


@heeds("fieldmanual.round-sequence", "fieldmanual.sub-squads-outnumbered")
def resolve_round(ctx: Ctx[State]) -> Script[None]:
    """Step 1 begins."""
    ctx.emit(RoundBegun(ctx.state.round + 1))
    yield from ()


@heeds("fieldmanual.activation")
def resolve_action_phase(ctx: Ctx[State]) -> Script[None]:
    """One step of Step 2: somebody is activated, goes an inch, or does something."""
    now, unit = ctx.state.activation, ctx.state.active()
    if now is None or unit is None:
        if unactivated(ctx.state, ctx.state.turn):
            yield from offer_windows(ctx, BETWEEN)
        if ctx.state.activation is None:
            yield from resolve_activation(ctx)
    elif unit.status != FIELDED and not ctx.state.bases(unit):
        ctx.emit(ActivationEnded(unit.id))
    elif not now.banded:
        yield from resolve_called(ctx)
    elif now.path:
        yield from resolve_way(ctx)
    else:
        yield from resolve_deed(ctx)


@heeds("fieldmanual.reaction-fire", "fieldmanual.cp-issue", "fieldmanual.perk-ap-charges")
def resolve_way(ctx: Ctx[State]) -> Script[None]:
    """One inch of a way: fire is declared before it and made after it. All of it where nobody could answer."""
    yield from offer_declarations(ctx)
    seen, near = watchers(ctx.state), near_now(ctx.state)
    yield from resolve_inch(ctx, whole=not may_answer(ctx.state) and not is_watched(ctx.state))
    yield from resolve_ap_charges(ctx, near)
    yield from fire_declared(ctx)
    now = ctx.state.activation
    if now is not None and now.path:
        yield from offer_windows(ctx, SEEN, seen)
    else:
        yield from answer_stop(ctx)
        yield from offer_windows(ctx, STOPPED)


@rule("fieldmanual.action-costs")
@heeds("fieldmanual.reaction-fire", "fieldmanual.cp-extra-action", "fieldmanual.active-lock")
@heeds("fieldmanual.perk-jump-jets", "fieldmanual.perk-arms")
def resolve_deed(ctx: Ctx[State]) -> Script[None]:
    """One order of the model being activated, fully resolved; then enemies may answer an Action, a jump or a climb."""
    now, unit = ctx.state.activation, ctx.state.active()
    assert now is not None and unit is not None, "somebody is being activated"  # noqa: PT018 - one fact
    extra, had, free = now.extra, unit.actions, now.free
    prompt = f"What does the {unit.name} do{' with the Action it was given' if extra else ''}?"
    order: Order = yield from ask(Ask(unit.seat, "act", unit.id, rule="fieldmanual.actions", prompt=prompt))
    near = near_now(ctx.state)
    yield from BOOK.resolve(ctx, order)
    if not isinstance(order, PlaceDrone):
        yield from resolve_ap_charges(ctx, near)
    after = ctx.state.activation
    if after is None or after.unit != unit.id or after.extra != extra:
        return
    if after.path:
        yield from offer_windows(ctx, MOVE)
    elif ctx.state.units[unit.id].actions < had or (free and not after.free):
        yield from answer_action(ctx)
        yield from offer_windows(ctx, ACTED)
        now = ctx.state.activation
        if extra and now is not None and now.unit == unit.id and now.extra and not now.free:
            ctx.emit(ActivationEnded(unit.id))
    elif isinstance(order, AT_ONCE):
        yield from answer_stop(ctx)
        yield from offer_windows(ctx, STOPPED)


@rule("fieldmanual.misc-events")
@heeds("fieldmanual.step8-length", "fieldmanual.game-overview", "fieldmanual.transport-destroyed")
@heeds("fieldmanual.cp-parting-shot")
def resolve_misc(ctx: Ctx[State]) -> Script[None]:
    """Step 4: what goes off and burns, all at once; then the round is over, and perhaps the battle.

    What follows from losses is settled first: there may be no later step, and objectives count who is left.
    """
    ctx.emit(MiscellaneousBegun())
    yield from resolve_miscellaneous(ctx)
    yield from settle_losses(ctx)
    yield from resolve_scheduled(ctx)
    yield from settle_losses(ctx)
    yield from resolve_length(ctx)
    ctx.emit(RoundEnded(is_over(ctx.state)))


def resolve_support_phase(ctx: Ctx[State]) -> Script[None]:
    """Step 3, one step of it; then Step 4."""
    if (yield from resolve_support(ctx, victory_points)):
        yield from resolve_misc(ctx)


def settle_losses(ctx: Ctx[State]) -> Script[None]:
    """Everything that follows from losses and may cost more, until nothing is left of it."""
    while (script := following(ctx, FATAL)) is not None:
        yield from script


def following(ctx: Ctx[State], what: tuple[Follow, ...]) -> Script[None] | None:
    """The first of these that has something to settle; None if none has."""
    for follow in what:
        script = follow(ctx)
        if script is not None:
            return script
    return None


Follow = Callable[[Ctx[State]], Script[None] | None]
AFTERMATH: tuple[Follow, ...] = (
    resolve_white_sand,
    resolve_temperatures,
    resolve_lost_cover,
    resolve_assets,
    resolve_parting_shots,
    resolve_casualties,
    resolve_cohesion,
    resolve_lost_holds,
    resolve_left_behind,
    resolve_drones,
    resolve_loss,
    resolve_nomination,
)
"""What follows from losses before anybody does anything else; None from each that has nothing to settle."""
FATAL: tuple[Follow, ...] = (
    resolve_lost_cover,
    resolve_parting_shots,
    resolve_casualties,
    resolve_cohesion,
    resolve_left_behind,
)
"""What of it may cost further models: no battle is decided before it."""


PHASES: dict[str, Callable[[Ctx[State]], Script[None]]] = {
    **BEFORE_THE_BATTLE,
    "round": resolve_round,
    "order": resolve_order,
    "support": resolve_support_phase,
}
"""All but activation, which has steps of its own."""


def turn(state: State) -> str:
    """Whose turn it openly is; others who are asked something are asked aside, and where it is nobody's, everybody."""
    if state.phase == "order":
        return state.winner or BOTH
    if state.activation is not None:
        return state.units[state.activation.unit].seat
    return state.turn or BOTH


@heeds("fieldmanual.game-overview", "fieldmanual.straight-up-brawl", "fieldmanual.cp-parting-shot")
@heeds("fieldmanual.transport-destroyed")
def outcome(state: State) -> Outcome | None:
    """Who has won, once the last round is over or one side has nothing left, and all that follows is settled."""
    alone = bool(state.round) and any(is_wiped_out(state, seat) for seat in SEATS)
    if not (state.finished or alone) or following(Ctx(state, BOOK.apply), FATAL) is not None:
        return None
    found = outcome_of(state)
    found = found if found.winner or state.scenario not in LESSONS else _by_boxes(state, found)
    return decided(state.ground, holding(state), found) if has_marked(state) and not alone else found


def _by_boxes(state: State, found: Outcome) -> Outcome:
    """In a lesson the side with fewer boxes filled wins a draw; what is lost counts as all of its boxes."""
    filled = dict.fromkeys(SEATS, 0)
    for unit in state.units.values():
        filled[unit.seat] += len(unit.card.boxes) + 1 if unit.is_lost else unit.boxes
    reason = f"{found.reason}; boxes filled: red {filled['red']}, blue {filled['blue']}"
    return Outcome(higher(filled["blue"], filled["red"]), reason, found.score)
