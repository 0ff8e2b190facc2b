"""3.1: the flow of a battle. Every step is chosen from the state alone, and asks for one order."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.asks import Ask
from gearlock.kernel.events import Outcome
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.turns import SEATS
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.chain_of_command.ranks import successors
from gearlock.systems.blitz.components.components import resolve_stranded_components
from gearlock.systems.blitz.damage.persistent import resolve_lingering
from gearlock.systems.blitz.deployment.places import resolve_deployment, resolve_sides
from gearlock.systems.blitz.drones.drones import resolve_lost_drones
from gearlock.systems.blitz.duelists.duelists import resolve_example
from gearlock.systems.blitz.recovery.recovery import resolve_outrage
from gearlock.systems.blitz.rounds.activation import resolve_activation
from gearlock.systems.blitz.rounds.events import CleanupBegun, PointsRefilled, RoundBegun, RoundEnded, SteppedUp
from gearlock.systems.blitz.rounds.initiative import resolve_initiative
from gearlock.systems.blitz.state import State
from gearlock.systems.blitz.transport.thrown_out import resolve_stranded


@rule("blitz.3.1", "blitz.3.0")
def step(ctx: Ctx[State]) -> Script[None]:
    """The next step: deployment, then rounds of setup, action and cleanup. Deputies step up in between."""
    for unit in list(successors(ctx.state)):
        ctx.emit(SteppedUp(unit.id))
    for follow in AFTERMATH:
        script = follow(ctx)
        if script is not None:
            return script
    if ctx.state.phase == "action":
        return resolve_activation(ctx) if ctx.state.activation is None else resolve_action(ctx)
    return PHASES[ctx.state.phase](ctx)


@rule("blitz.3.1-setup")
def resolve_setup(ctx: Ctx[State]) -> Script[None]:
    """Setup: a new round, everybody ready again."""
    ctx.emit(RoundBegun(ctx.state.round + 1))
    yield from ()


@heeds("blitz.3.4a", "blitz.3.2")
def resolve_action(ctx: Ctx[State]) -> Script[None]:
    """One move, action or other order of the active model, fully resolved before the next."""
    active = ctx.state.active()
    assert active is not None, "a model is active"
    prompt = f"What does the {active.name} do?"
    order: Order = yield from ask(Ask(active.seat, "act", active.id, rule="blitz.3.4a", prompt=prompt))
    yield from BOOK.resolve(ctx, order)


@rule("blitz.3.3")
@heeds("blitz.9.6", "blitz.15.6", "blitz.3.0c")
def resolve_cleanup(ctx: Ctx[State]) -> Script[None]:
    """Cleanup: tokens take their effect, points come back; then the next round, unless it was the last."""
    ctx.emit(CleanupBegun())
    yield from resolve_lingering(ctx)
    ctx.emit(PointsRefilled())
    ctx.emit(RoundEnded(ctx.state.round >= ctx.state.rounds))


AFTERMATH: tuple[Callable[[Ctx[State]], Script[None] | None], ...] = (
    resolve_lost_drones,
    resolve_stranded_components,
    resolve_stranded,
    resolve_outrage,
    resolve_example,
)
"""What follows from losses and deeds before anybody does anything else; None from each that has nothing to settle."""


PHASES: dict[str, Callable[[Ctx[State]], Script[None]]] = {
    "sides": resolve_sides,
    "deployment": resolve_deployment,
    "setup": resolve_setup,
    "initiative": resolve_initiative,
    "cleanup": resolve_cleanup,
}
"""All but the action phase, which has steps of its own."""


@heeds("blitz.3.0c", "blitz.1.0")
def outcome(state: State) -> Outcome | None:
    """Whoever has destroyed all enemies has won; after the last round, whoever has more hull and structure left."""
    if not state.round:
        return None
    score = {seat: sum(unit.hull + unit.structure for unit in state.in_play(seat)) for seat in SEATS}
    winner = "" if score["red"] == score["blue"] else max(SEATS, key=lambda seat: score[seat])
    if min(score.values()) == 0:
        return Outcome(winner, "all enemy models destroyed" if winner else "nobody is left", score)
    if not state.finished:
        return None
    return Outcome(winner, f"{state.rounds} rounds played: most hull and structure left", score)
