"""3.1: the flow of a battle. Every step is chosen from the state alone, and asks for one order."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.asks import Ask
from gearlock.kernel.events import Outcome
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.objectives.marked_places import decided
from gearlock.mechanics.turns import SEATS
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.chain_of_command import humbled, successors
from gearlock.systems.blitz.conditions import resolve_recovery, resolve_weather, settle_sand
from gearlock.systems.blitz.damage import resolve_lingering
from gearlock.systems.blitz.deployment.deploying import (
    INSPECTION,
    begin_scouting,
    resolve_deployment,
    resolve_drops,
    resolve_inspection,
    resolve_repositioning,
    resolve_sides,
)
from gearlock.systems.blitz.deployment.zones import FULL_BATTLES, resolve_declaring
from gearlock.systems.blitz.drones import lost_drone, resolve_lost_drones
from gearlock.systems.blitz.movement.terrain import OVER
from gearlock.systems.blitz.objectives.objectives import (
    check_objectives,
    draw_at_first,
    holding,
    next_marker,
    resolve_markers,
    show_all,
)
from gearlock.systems.blitz.objectives.winning import (
    MEETING,
    is_last,
    resolve_last_round,
    resolve_scenario,
    winner_of_battle,
    winner_of_meeting,
)
from gearlock.systems.blitz.orders import broken_silence
from gearlock.systems.blitz.recovery_and_heroes import resolve_example, resolve_outrage
from gearlock.systems.blitz.rounds import (
    ActivationEnded,
    CleanupBegun,
    EffectsResolved,
    PointsRefilled,
    PrideLost,
    RoundBegun,
    RoundEnded,
    SteppedUp,
    heirs,
    resolve_activation,
    resolve_initiative,
    resolve_succession,
)
from gearlock.systems.blitz.sensor_jamming import lost_jamming
from gearlock.systems.blitz.shared_activation import followed_postures, resolve_stranded_components
from gearlock.systems.blitz.state import BRACED, State, Unit
from gearlock.systems.blitz.transport import resolve_stranded, stranded


@rule("blitz.3.1", "blitz.3.0")
@heeds("blitz.14.5b", "blitz.15.0", "blitz.15.5b", "blitz.16.0-2c-sand")
def step(ctx: Ctx[State]) -> Script[None]:
    """The next step: deployment, then rounds of setup, action and cleanup. Deputies step up in between."""
    while heir := next(successors(ctx.state), None):
        ctx.emit(SteppedUp(heir.id))
    for unit in list(humbled(ctx.state)):
        ctx.emit(PrideLost(unit.id))
    for over in (*lost_jamming(ctx.state), *broken_silence(ctx.state), *followed_postures(ctx.state)):
        ctx.emit(over)
    for follow in AFTERMATH:
        script = follow(ctx)
        if script is not None:
            yield from script
            return
    if ctx.state.phase == "action":
        yield from (resolve_activation(ctx) if ctx.state.activation is None else resolve_action(ctx))
    else:
        yield from PHASES[ctx.state.phase](ctx)
    yield from settle_sand(ctx)


@rule("blitz.3.1-setup")
@heeds("blitz.force.utopia-special")
def resolve_setup(ctx: Ctx[State]) -> Script[None]:
    """Setup: a new round, everybody ready again. Machines that lost their leader are given one first."""
    left = heirs(ctx.state)
    if left:
        yield from resolve_succession(ctx, left)
        return
    ctx.emit(RoundBegun(ctx.state.round + 1))


@rule("blitz.3.4-common-actions")
@heeds("blitz.3.4a", "blitz.3.2", "blitz.3.2a-table", "blitz.6.6a")
def resolve_action(ctx: Ctx[State]) -> Script[None]:
    """One move, action or other order of the active model, fully resolved before the next.

    What changes its posture on the way ends its activation.
    """
    active = ctx.state.active()
    assert active is not None, "a model is active"
    prompt = f"What does the {active.name} do?"
    order: Order = yield from ask(Ask(active.seat, "act", active.id, rule="blitz.3.4a", prompt=prompt))
    yield from BOOK.resolve(ctx, order)
    now = ctx.state.activation
    if now is not None and (OVER in now.marks or _is_stopped(ctx.state.units[now.unit])):
        ctx.emit(ActivationEnded(now.unit))


@heeds("blitz.3.2a-table", "blitz.9.6c")
def _is_stopped(unit: Unit) -> bool:
    """Whether haywire has braced a model that was on the move."""
    return unit.is_shorted and unit.posture != BRACED


@heeds("blitz.16.1c")
def resolve_scouting(ctx: Ctx[State]) -> Script[None]:
    """The next pathfinder begins its move, or goes on with it."""
    active = ctx.state.active()
    if active is None:
        begin_scouting(ctx)
        return
    prompt = f"Where does the {active.name} go before the battle begins?"
    order: Order = yield from ask(Ask(active.seat, "scout", active.id, rule="blitz.16.1c", prompt=prompt))
    yield from BOOK.resolve(ctx, order)


@heeds("blitz.16.0-2c-temp", "blitz.16.0-obj-assassinate")
def resolve_eve(ctx: Ctx[State]) -> Script[None]:
    """All stand: targets are drawn among them, and the weather has its say."""
    yield from draw_at_first(ctx)
    yield from resolve_weather(ctx)


@heeds("blitz.3.1a", "blitz.16.0-2b-alt")
def resolve_round_begun(ctx: Ctx[State]) -> Script[None]:
    """Initiative; its winner may be allowed to declare the last round, and says who begins."""
    yield from resolve_last_round(ctx)
    yield from resolve_initiative(ctx)


@rule("blitz.3.3")
@heeds("blitz.9.6", "blitz.3.1b", "blitz.16.2c", "blitz.16.1b")
def resolve_cleanup(ctx: Ctx[State]) -> Script[None]:
    """Cleanup: off-board units go elsewhere, tokens bite, reserves arrive.

    What follows from that is settled before objectives are checked: who was in something that burned out has got out.
    """
    yield from resolve_repositioning(ctx)
    ctx.emit(CleanupBegun())
    yield from resolve_lingering(ctx)
    yield from resolve_recovery(ctx)
    yield from resolve_drops(ctx)
    ctx.emit(EffectsResolved())


@heeds("blitz.3.3", "blitz.15.6", "blitz.3.0c")
def resolve_review(ctx: Ctx[State]) -> Script[None]:
    """Objectives are checked, and points come back. Then the next round, unless it was the last."""
    yield from check_objectives(ctx)
    ctx.emit(PointsRefilled())
    over = is_last(ctx.state)
    if over:
        show_all(ctx)
    ctx.emit(RoundEnded(over))


AFTERMATH: tuple[Callable[[Ctx[State]], Script[None] | None], ...] = (
    resolve_lost_drones,
    resolve_stranded_components,
    resolve_stranded,
    resolve_outrage,
    resolve_example,
)
"""What follows from losses and deeds before anybody does anything else; None from each that has nothing to settle."""


PHASES: dict[str, Callable[[Ctx[State]], Script[None]]] = {
    INSPECTION: resolve_inspection,
    "scenario": resolve_scenario,
    "sides": resolve_sides,
    "markers": resolve_markers,
    "reserves": resolve_declaring,
    "deployment": resolve_deployment,
    "scouting": resolve_scouting,
    "weather": resolve_eve,
    "setup": resolve_setup,
    "initiative": resolve_round_begun,
    "cleanup": resolve_cleanup,
    "review": resolve_review,
}
"""All but the action phase, which has steps of its own."""


BOTH = "both sides"


def turn(state: State) -> str:
    """Whose turn it openly is; others who are asked something are asked aside, and where it is nobody's, everybody."""
    if state.phase == "initiative" or (state.phase == "reserves" and not state.group):
        return state.winner or BOTH
    if state.phase == "sides":
        return state.turn or state.winner or BOTH
    if state.phase == "markers":
        wanted = next_marker(state)
        return BOTH if wanted is None else wanted.seat
    return state.turn or BOTH


@heeds("blitz.18.4", "blitz.18.5")
def is_unsettled(state: State) -> bool:
    """Whether the loss of somebody costs others something yet: drones, or who was aboard."""
    return lost_drone(state) is not None or stranded(state) is not None


@rule("blitz.1.0")
@heeds("blitz.3.0c")
def outcome(state: State) -> Outcome | None:
    """In a scenario of the book, what its objectives say when it is over. Else whoever destroyed all enemies has won.

    After the last round of such a fight, whoever holds more places that the map marks, or has more hull left.
    """
    if state.scenario in FULL_BATTLES:
        if not state.finished:
            return None
        return winner_of_meeting(state) if state.scenario == MEETING else winner_of_battle(state)
    if not state.round:
        return None
    score = {seat: sum(unit.hull + unit.structure for unit in state.in_play(seat)) for seat in SEATS}
    winner = "" if score["red"] == score["blue"] else max(SEATS, key=lambda seat: score[seat])
    if min(score.values()) == 0 and not is_unsettled(state):
        return Outcome(winner, "all enemy models destroyed" if winner else "nobody is left", score)
    if not state.finished:
        return None
    left = Outcome(winner, f"{state.rounds} rounds played: most hull and structure left", score)
    return decided(state.ground, holding(state), left)
