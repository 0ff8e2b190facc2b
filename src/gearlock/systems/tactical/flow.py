"""2.6.2: the flow of a battle. Every step is chosen from the state alone."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.asks import Ask, only_declines
from gearlock.kernel.events import Outcome
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.objectives.marked_places import decided
from gearlock.mechanics.turns import higher
from gearlock.systems.tactical.attacks.firing import awaits_last_shots, ready_to_snap, resolve_snap_fire
from gearlock.systems.tactical.attacks.weapons_in_use import MovementEnded
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.command import ACTIVATE as CALL
from gearlock.systems.tactical.command import CALLING, WINDOW, SpendPoint, may_matter, pool_of, resolve_spending
from gearlock.systems.tactical.damage.condition import actions_now
from gearlock.systems.tactical.deployment import resolve_appointment, resolve_deployment
from gearlock.systems.tactical.dice_tests import ASIDE
from gearlock.systems.tactical.fires import resolve_burns, resolve_growth, resolve_standing_in_fire
from gearlock.systems.tactical.ground_targets import end_saturation
from gearlock.systems.tactical.movement.climbing_and_ramming import resolve_contact
from gearlock.systems.tactical.movement.course import Climb, Jump
from gearlock.systems.tactical.movement.moving import resolve_got_out, resolve_inch
from gearlock.systems.tactical.printed_scenarios.in_play import (
    ARRIVALS,
    DIG_IN,
    bring_command_point,
    is_eve,
    outcome_by_scenario,
    resolve_digging_in,
    resolve_eve,
    resolve_round_begins,
    resolve_round_ends,
    watch,
)
from gearlock.systems.tactical.printed_scenarios.in_play import resolve_arrivals as resolve_late_arrivals
from gearlock.systems.tactical.printed_scenarios.the_six import printed_of
from gearlock.systems.tactical.rounds.activation import (
    ACT,
    ACTIVATE,
    end_activation,
    resolve_activation,
    reveal_seen,
    take_shelter,
)
from gearlock.systems.tactical.rounds.round import (
    Activate,
    Activated,
    EndActivation,
    RoundBegun,
    RoundEnded,
    chooses_first,
    resolve_declaration,
    resolve_initiative,
)
from gearlock.systems.tactical.scenario_generator.missions import has_marked, has_missions, holding
from gearlock.systems.tactical.scenario_generator.preparing import resolve_bidding, resolve_judgement, resolve_missions
from gearlock.systems.tactical.scenario_generator.priorities import (
    outcome_by_missions,
    resolve_edges,
    resolve_priorities,
    resolve_troops,
)
from gearlock.systems.tactical.sensors.smoke_and_light import clear_smoke, resolve_fire_smoke, resolve_lights
from gearlock.systems.tactical.state import HEAVY, IN_PLAY, LIGHT, SEATS, STANDS, State, opponent
from gearlock.systems.tactical.subplots.beginning import break_out, relocates, resolve_beginnings, resolve_relocation
from gearlock.systems.tactical.subplots.of_the_field import resolve_collapses, resolve_friendly_fire, resolve_wandering
from gearlock.systems.tactical.subplots.orders_and_events import CallTraitor, Dig, TakeTunnel
from gearlock.systems.tactical.subplots.personal import end_vendettas, left_to_call, resolve_nerves
from gearlock.systems.tactical.support.artillery import bring_clips, resolve_arrivals, resolve_step_four
from gearlock.systems.tactical.support.buying import buyer, resolve_buying, resolve_spotters
from gearlock.systems.tactical.toy_battles.battle import resolve_toss, resolve_toys, toy_outcome
from gearlock.systems.tactical.toy_battles.moving import resolve_placing
from gearlock.systems.tactical.toy_battles.toys import is_toy_battle
from gearlock.systems.tactical.victory_points import end_purchases, resolve_purchases
from gearlock.systems.tactical.weather import pass_breakdowns, resolve_temperature

BOTH = "both sides"
LEAPS = (Climb, Jump, Dig, TakeTunnel)
"""Orders of movement that do not lead along a way."""


@rule("tactical.2.6.2")
def step(ctx: Ctx[State]) -> Script[None]:
    """The next step: set-up, then rounds of declaration, initiative, activation and miscellaneous events."""
    yield from resolve_nerves(ctx)
    end_vendettas(ctx)
    phase = ctx.state.phase
    if phase == "activation":
        yield from resolve_activation_phase(ctx)
    else:
        yield from PHASES[phase](ctx)
    if phase != "misc":
        yield from resolve_got_out(ctx)
    if ctx.state.round:
        reveal_seen(ctx)
    watch(ctx)


def resolve_round(ctx: Ctx[State]) -> Script[None]:
    """A new round begins; before the first one, whoever may still move units of its force does."""
    seat = relocates(ctx.state)
    if seat:
        yield from resolve_relocation(ctx, seat)
        return
    actions = {unit.id: actions_now(unit) for unit in ctx.state.units.values() if unit.status in IN_PLAY}
    ctx.emit(RoundBegun(ctx.state.round + 1, actions))
    end_purchases(ctx)
    break_out(ctx)
    take_shelter(ctx)
    bring_clips(ctx)
    yield from resolve_collapses(ctx)
    yield from resolve_purchases(ctx)
    yield from resolve_spotters(ctx)
    yield from resolve_arrivals(ctx)
    yield from resolve_temperature(ctx)
    yield from resolve_lights(ctx)
    yield from resolve_round_begins(ctx)


def resolve_command(ctx: Ctx[State]) -> Script[None]:
    """What a printed scenario has settled first; then Commanders and Tactics."""
    if is_eve(ctx.state):
        yield from resolve_eve(ctx)
    else:
        yield from resolve_appointment(ctx)


@heeds("tactical.4.3.4")
def resolve_step_two(ctx: Ctx[State]) -> Script[None]:
    """Initiative, and what a scenario adds to its Command Points."""
    yield from resolve_initiative(ctx)
    if ctx.state.phase == "activation":
        bring_command_point(ctx)


@heeds("tactical.2.6.2-step3")
def resolve_activation_phase(ctx: Ctx[State]) -> Script[None]:
    """One step of Step Three: somebody is activated, goes an inch, or does something."""
    now, unit, called = ctx.state.activation, ctx.state.active(), called_up(ctx.state)
    if called:
        yield from call_up(ctx, called)
    elif now is None or unit is None:
        yield from offer_window(ctx)
        if not called_up(ctx.state):
            yield from resolve_activation(ctx, BOOK.resolve)
    elif not unit.is_fielded:
        end_activation(ctx, unit.id)
    elif now.path:
        yield from resolve_way(ctx)
    elif STANDS in now.marks:
        yield from resolve_last_shots(ctx, unit.id)
    else:
        yield from resolve_deed(ctx)


@heeds("tactical.2.6.2-snap-fire")
def resolve_way(ctx: Ctx[State]) -> Script[None]:
    """One inch of a way, or all of it where nobody could fire; Snap Fire before it and after it."""
    now = ctx.state.activation
    assert now is not None, "somebody is on the move"
    unit_id = now.unit
    yield from resolve_snap_fire(ctx)
    if called_up(ctx.state) or not ctx.state.units[unit_id].is_fielded:
        return
    yield from resolve_inch(ctx, whole=not ready_to_snap(ctx.state))
    yield from resolve_contact(ctx, unit_id)
    after = ctx.state.activation
    if after is not None and after.unit == unit_id and not after.path:
        yield from resolve_snap_fire(ctx)


@heeds("tactical.2.6.2-snap-fire")
def resolve_deed(ctx: Ctx[State]) -> Script[None]:
    """One order of the unit being activated, fully resolved; Snap Fire after it if that was a move of its own kind."""
    unit, now = ctx.state.active(), ctx.state.activation
    assert unit is not None and now is not None, "somebody is being activated"  # noqa: PT018 - one fact
    unit_id, before = unit.id, (now.spent, now.gone)
    prompt = f"What does the {unit.name} do?"
    question = Ask(unit.seat, ACT, unit.id, rule="tactical.2.6.2-step3", prompt=prompt)
    order: Order = yield from ask(question)
    waited = awaits_last_shots(ctx.state)
    if isinstance(order, EndActivation) and waited:
        ctx.emit(MovementEnded(unit_id))
        return
    if isinstance(order, LEAPS):
        yield from resolve_leap(ctx, question, order)
        return
    yield from BOOK.resolve(ctx, order)
    after = ctx.state.activation
    if after is None or after.unit != unit_id or after.path:
        return
    if (after.spent, after.gone) != before or (after.halted and waited):
        yield from resolve_snap_fire(ctx)


@heeds("tactical.2.6.2-snap-fire")
def resolve_leap(ctx: Ctx[State], question: Ask, order: Order) -> Script[None]:
    """A climb, a leap, a tunnel: movement without a way along the ground, with Snap Fire before and after it.

    Who is stopped by the fire before it, or gives way to somebody who was called up, is asked anew.
    """
    yield from resolve_snap_fire(ctx)
    now = ctx.state.activation
    if called_up(ctx.state) or now is None or not ctx.state.units[question.unit].is_fielded:
        return
    if BOOK.refuse(ctx.state, question, order) is None:
        yield from BOOK.resolve(ctx, order)
        yield from resolve_snap_fire(ctx)


@heeds("tactical.2.6.2-snap-fire")
def resolve_last_shots(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """A unit has ended its movement: who waited for that fires, and its activation is over."""
    yield from resolve_snap_fire(ctx)
    now = ctx.state.activation
    if not called_up(ctx.state) and now is not None and now.unit == unit_id:
        end_activation(ctx, unit_id)


@heeds("tactical.2.6.4-activate", "tactical.2.6.4-about-face")
def offer_window(ctx: Ctx[State]) -> Script[None]:
    """Before an activation the side whose turn it is not may use Command Points: act out of sequence, turn round."""
    seat = opponent(ctx.state.turn) if ctx.state.turn else ""
    while seat and (pool_of(ctx.state, seat) or left_to_call(ctx.state, seat) > 0):
        question = Ask(
            seat, WINDOW, rule="tactical.2.6.4", prompt="Use a Command Point before the next activation?", optional=True
        )
        matters = left_to_call(ctx.state, seat) > 0 or may_matter(ctx.state, question)
        if not matters or only_declines(BOOK.options(ctx.state, question)):
            return
        order = yield from ask(question)
        if isinstance(order, CallTraitor):
            yield from BOOK.resolve(ctx, order)
            continue
        if not isinstance(order, SpendPoint):
            return
        yield from resolve_spending(ctx, order)
        if order.use == CALL:
            return


def called_up(state: State) -> str:
    """Who has been called by a Command Point and is to be activated at once; empty for nobody."""
    return next((unit.id for unit in state.units.values() if unit.token(CALLING) and unit.is_fielded), "")


@heeds("tactical.2.6.4-activate")
def call_up(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """A unit is activated out of sequence, at a speed it announces."""
    unit = ctx.state.units[unit_id]
    prompt = f"The {unit.name} is activated out of sequence: how fast will it go?"
    order = yield from ask(Ask(unit.seat, ACTIVATE, unit_id, rule="tactical.2.6.4-activate", prompt=prompt))
    assert isinstance(order, Activate), f"{order} activates nobody"
    ctx.emit(Activated(order.unit, order.pace, called=True))


@rule("tactical.2.6.2-step4")
def resolve_misc(ctx: Ctx[State]) -> Script[None]:
    """Step Four: what burns, falls or flies in; then the round is over, and perhaps the battle.

    Objectives are counted when all of that is settled: who got out of a wreck, and who is seen without the smoke.
    """
    if (yield from resolve_step_four(ctx)):
        yield from resolve_got_out(ctx)
        return
    yield from resolve_friendly_fire(ctx)
    yield from resolve_wandering(ctx)
    yield from resolve_burns(ctx)
    yield from resolve_standing_in_fire(ctx)
    yield from resolve_growth(ctx)
    clear_smoke(ctx)
    yield from resolve_fire_smoke(ctx)
    pass_breakdowns(ctx)
    yield from resolve_got_out(ctx)
    end_saturation(ctx)
    reveal_seen(ctx)
    over = yield from resolve_judgement(ctx)
    settled = yield from resolve_round_ends(ctx)
    ctx.emit(RoundEnded(over or settled or (bool(ctx.state.rounds) and ctx.state.round >= ctx.state.rounds)))


PHASES: dict[str, Callable[[Ctx[State]], Script[None]]] = {
    "bidding": resolve_bidding,
    "missions": resolve_missions,
    "priorities": resolve_priorities,
    "edges": resolve_edges,
    "troops": resolve_troops,
    "support": resolve_buying,
    "subplots": resolve_beginnings,
    "command": resolve_command,
    "deployment": resolve_deployment,
    DIG_IN: resolve_digging_in,
    ARRIVALS: resolve_late_arrivals,
    "round": resolve_round,
    "declaration": resolve_declaration,
    "initiative": resolve_step_two,
    "misc": resolve_misc,
    "placing": resolve_placing,
    "toss": resolve_toss,
    "toys": lambda ctx: resolve_toys(ctx, BOOK.resolve),
}
"""All but activation, which has steps of its own."""


def turn(state: State) -> str:
    """Whose turn it openly is; others who are asked something are asked aside, and where it is nobody's, everybody."""
    if state.points.get(ASIDE):
        return BOTH
    if state.phase == "support":
        return buyer(state) or BOTH
    if state.activation is not None:
        return state.units[state.activation.unit].seat
    if state.phase == "misc":
        return BOTH
    if state.phase == "initiative" and state.winner:
        return chooses_first(state)
    if state.phase == "toss" and state.winner:
        return state.winner
    return state.turn or BOTH


def strength(state: State, seat: str) -> int:
    """The Threat Value that a side has left."""
    return sum(unit.tv or unit.card.tv for unit in state.in_play(seat))


def outcome(state: State) -> Outcome | None:
    """Who has won, once the last round is over or one side has nothing left."""
    if is_toy_battle(state):
        return toy_outcome(state)
    if printed_of(state) is not None:
        return outcome_by_scenario(state)
    gone = [seat for seat in SEATS if not any(True for _ in state.in_play(seat))]
    if not state.finished and not (state.round and gone):
        return None
    if has_missions(state):
        return outcome_by_missions(state)
    left = {seat: strength(state, seat) for seat in SEATS}
    reason = f"Threat Value left: red {left['red']}, blue {left['blue']}"
    ahead, whole = higher(left["red"], left["blue"]), _less_hurt(state)
    told = reason if ahead or not whole else f"{reason}; {whole} is hurt less"
    found = Outcome(ahead or whole, told, left)
    return decided(state.ground, holding(state), found) if has_marked(state) and not gone else found


def _less_hurt(state: State) -> str:
    """Of two sides with as much Threat Value left the one that is hurt less: counters, lost Armor, fallen men."""
    hurt = {
        seat: sum(
            unit.token(LIGHT) + 2 * unit.token(HEAVY) + unit.armor_lost + sum(not points for points in unit.troopers)
            for unit in state.in_play(seat)
        )
        for seat in SEATS
    }
    return higher(hurt["blue"], hurt["red"])
