"""1.6 to 1.8: the flow of a battle. Every step is chosen from the state alone, and asks for one order."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import Roll
from gearlock.kernel.events import Outcome
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.mechanics.objectives.marked_places import decided
from gearlock.mechanics.turns import higher, next_seat
from gearlock.systems.brigands.book import BOOK
from gearlock.systems.brigands.command import fill_vacancies, initiative_bonus
from gearlock.systems.brigands.damage import resolve_corrosion
from gearlock.systems.brigands.deployment.places import (
    Pathfind,
    PathfindersStayed,
    PathfinderStarted,
    PhaseOpened,
    TurnGiven,
)
from gearlock.systems.brigands.deployment.sequence import (
    first_of,
    land_late_comers,
    pathfinders,
    resolve_deployment,
    resolve_fortifications,
    resolve_roll_off,
    resolve_special,
    resolve_zones,
)
from gearlock.systems.brigands.drones import settle_drones
from gearlock.systems.brigands.electronic_warfare.ecm_and_eccm import drop_defenses
from gearlock.systems.brigands.movement.paths import moves_of
from gearlock.systems.brigands.objectives.objectives import BattleEnded, capture_markers, holding, note_progress
from gearlock.systems.brigands.objectives.winning import (
    full_outcome,
    is_deserted,
    resolve_desertion,
    resolve_objectives,
)
from gearlock.systems.brigands.rounds import (
    Activate,
    Activated,
    ActivationEnded,
    ChooseFirst,
    FirstChosen,
    InitiativeRolled,
    KeepOverwatch,
    OverwatchKept,
    RoundBegun,
    RoundReadied,
    TurnPassed,
    open_defense_phase,
    resolve_defense_phase,
    unactivated,
    waiting_models,
)
from gearlock.systems.brigands.state import State, Unit
from gearlock.systems.brigands.transport import resolve_bail_out, stranded
from gearlock.systems.brigands.vtols import choose_altitude, settle_flyers

# --- 11.4: the phases before the first Round, and the one in which Recon Units find their paths


@heeds("brigands.11.4c")
def resolve_pathfinders(ctx: Ctx[State]) -> Script[None]:
    """Sides take turns Unit by Unit; if both have Recon Units, the winner of a roll-off says who begins."""
    state = ctx.state
    if state.activation is not None:
        yield from _find_path(ctx, state.activation.unit)
        return
    having = {seat for seat in ("red", "blue") if pathfinders(state, seat)}
    if not state.turn:
        if not having:
            ctx.emit(PhaseOpened("initiative"))
            return
        seat = yield from first_of(ctx, having, "Pathfinder", "moves Pathfinders", "brigands.11.4c")
        ctx.emit(TurnGiven(seat))
        return
    if state.turn in having:
        yield from _choose_pathfinder(ctx, state.turn)
    else:
        _pass_on(ctx, state.turn)


def _pass_on(ctx: Ctx[State], seat: str) -> None:
    """The Unit is done: the other side moves one, or the battle begins."""
    ctx.emit(TurnGiven(seat))
    left = {side for side in ("red", "blue") if pathfinders(ctx.state, side)}
    ctx.emit(TurnGiven(next_seat(seat, left)) if left else PhaseOpened("initiative"))


def _choose_pathfinder(ctx: Ctx[State], seat: str) -> Script[None]:
    begun = ctx.state.squad
    prompt = "Who else of this Recon Unit makes its free Move?" if begun else "Which model makes its free Move?"
    order = yield from ask(Ask(seat, "pathfind", rule="brigands.11.4c", prompt=prompt, optional=True))
    if isinstance(order, Pathfind):
        choose_altitude(ctx, order.unit, order.airborne)
        ctx.emit(PathfinderStarted(order.unit))
        return
    ctx.emit(PathfindersStayed(tuple(unit.id for unit in pathfinders(ctx.state, seat))))
    _pass_on(ctx, seat)


def _find_path(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """One Move as at Combat Speed; when it is made the model is done."""
    unit, now = ctx.state.units[unit_id], ctx.state.activation
    if now is not None and not now.moves and not now.gait:
        ctx.emit(ActivationEnded(unit_id))
        return
    prompt = f"Where does the {unit.name} go?"
    order: Order = yield from ask(Ask(unit.seat, "act", unit_id, rule="brigands.11.4c", prompt=prompt))
    yield from BOOK.resolve(ctx, order)


PRELUDE: dict[str, Callable[[Ctx[State]], Script[None]]] = {
    "zones": resolve_zones,
    "fortifications": resolve_fortifications,
    "objectives": resolve_objectives,
    "roll-off": resolve_roll_off,
    "deployment": resolve_deployment,
    "special": resolve_special,
    "pathfinders": resolve_pathfinders,
}


# --- 1.6 to 1.8: the flow of a battle. Every step is chosen from the state alone, and asks for one order


@rule("brigands.1.1", "brigands.1.8")
def step(ctx: Ctx[State]) -> Script[None]:
    """The next step: deployment, then Rounds of Initiative, Setup, ECM Defense and Action.

    Deputies step in between, and who has lost its ECM drops its ECM Defense.
    """
    state = ctx.state
    settle_drones(ctx)
    if state.round:
        settle_flyers(ctx)
        fill_vacancies(ctx)
        drop_defenses(ctx)
    if state.round and state.activation is None:
        note_progress(ctx)
    interlude = _interlude(ctx)
    if interlude is not None:
        return interlude
    phase = PHASES.get(state.phase)
    if phase is not None:
        return phase(ctx)
    if not state.turn:
        return resolve_first(ctx)
    return resolve_activation(ctx) if state.activation is None else resolve_action(ctx)


def _interlude(ctx: Ctx[State]) -> Script[None] | None:
    """What comes before anything else: who was in a destroyed transport gets out; a battle without enemies ends."""
    passenger = stranded(ctx.state)
    if passenger is not None:
        return resolve_bail_out(ctx, passenger.id)
    return resolve_desertion(ctx) if is_deserted(ctx.state) else None


@rule("brigands.1.8-initiative")
@heeds("brigands.11.2")
def resolve_initiative(ctx: Ctx[State]) -> Script[None]:
    """Begin a Round, unless all have been played, and roll for Initiative until one side is higher. No Rerolls."""
    if ctx.state.round >= ctx.state.rounds:
        ctx.emit(BattleEnded())
        return
    ctx.emit(RoundBegun(ctx.state.round + 1))
    bonus = {seat: initiative_bonus(ctx.state, seat) for seat in ("red", "blue")}
    while not ctx.state.winner:
        red, blue = yield from throw(Roll("Initiative", 2, 6, rule="brigands.1.8-initiative"))
        ours, theirs = red + bonus["red"], blue + bonus["blue"]
        ctx.emit(InitiativeRolled(red, ours, blue, theirs, higher(ours, theirs)))


@rule("brigands.1.8-setup")
@heeds("brigands.6.2", "brigands.trait.autopilot")
def resolve_setup(ctx: Ctx[State]) -> Script[None]:
    """Late airdrops land, Corrosion bites; then ask who keeps Overwatch, and refresh.

    Tokens kept are topped up to the model's Actions.
    """
    yield from land_late_comers(ctx)
    yield from resolve_corrosion(ctx)
    kept: list[str] = []
    for unit_id in [unit.id for unit in ctx.state.units.values() if unit.overwatch and unit.is_fielded]:
        unit = ctx.state.units[unit_id]
        prompt = f"Keep the {unit.name} on Overwatch instead of refreshing its Actions?"
        order = yield from ask(Ask(unit.seat, "keep", unit_id, rule="brigands.6.2", prompt=prompt, optional=True))
        if isinstance(order, KeepOverwatch):
            kept.append(unit_id)
            ctx.emit(OverwatchKept(unit_id, max(unit.overwatch, unit.line.actions + has_autopilot(unit))))
    ctx.emit(RoundReadied(tuple(kept)))
    open_defense_phase(ctx)


@rule("brigands.trait.autopilot")
def has_autopilot(unit: Unit) -> bool:
    """One token more whenever it takes Standby or Overwatch."""
    return "Autopilot" in unit.line.traits


@heeds("brigands.1.8-action")
def resolve_first(ctx: Ctx[State]) -> Script[None]:
    """The Initiative winner says who is Active first."""
    prompt = "You won Initiative. Who activates first?"
    order = yield from ask(Ask(ctx.state.winner, "first", rule="brigands.1.8-action", prompt=prompt))
    assert isinstance(order, ChooseFirst), f"{order} does not say who goes first"
    ctx.emit(FirstChosen(order.seat))


@rule("brigands.1.6a")
@heeds("brigands.1.8-action", "brigands.2.1")
def resolve_activation(ctx: Ctx[State]) -> Script[None]:
    """Activate the next model of the Combat Group in a posture; when all are done the other side's group follows."""
    seat = ctx.state.turn
    if not unactivated(ctx.state, seat):
        following = next_seat(seat, {unit.seat for unit in waiting_models(ctx.state)})
        ctx.emit(TurnPassed(following))
        if not following:
            capture_markers(ctx)
        return
    prompt = "Which model do you activate, and in which posture?"
    order = yield from ask(Ask(seat, "activate", rule="brigands.1.8-action", prompt=prompt))
    assert isinstance(order, Activate), f"{order} activates nobody"
    choose_altitude(ctx, order.unit, order.airborne)
    ctx.emit(Activated(order.unit, order.posture, moves_of(order.posture), order.tall))


@rule("brigands.1.7a", "brigands.1.8-action")
def resolve_action(ctx: Ctx[State]) -> Script[None]:
    """One Move, Action or other order of the Active model, fully resolved before the next."""
    active = ctx.state.active()
    assert active is not None, "a model is Active"
    prompt = f"What does the {active.name} do?"
    order: Order = yield from ask(Ask(active.seat, "act", active.id, rule="brigands.1.7a", prompt=prompt))
    yield from BOOK.resolve(ctx, order)


@rule("brigands.11.2")
@heeds("brigands.A4", "brigands.1.1")
def outcome(state: State) -> Outcome | None:
    """Whoever has destroyed all enemies has won; after the last Round, whoever has more Hull and Structure left.

    Places that the map marks come before that. A full battle is won by Objectives.
    """
    if state.full:
        return full_outcome(state)
    if not state.round:
        return None
    score = {seat: sum(u.hull + u.structure for u in state.surviving(seat)) for seat in ("red", "blue")}
    if min(score.values()) == 0:
        winner = "" if score["red"] == score["blue"] else max(score, key=lambda seat: score[seat])
        return Outcome(winner, "all enemy models destroyed" if winner else "nobody is left", score)
    if not state.finished:
        return None
    winner = "" if score["red"] == score["blue"] else max(score, key=lambda seat: score[seat])
    left = Outcome(winner, f"{state.rounds} Rounds played: most Hull and Structure left", score)
    return decided(state.ground, holding(state), left)


PHASES: dict[str, Callable[[Ctx[State]], Script[None]]] = {
    **PRELUDE,
    "initiative": resolve_initiative,
    "setup": resolve_setup,
    "ecm": resolve_defense_phase,
}
"""All but the Action Phase, which has steps of its own."""
