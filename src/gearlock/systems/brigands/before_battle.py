"""11.4: the phases before the first Round, and the one in which Recon Units find their paths."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.turns import next_seat
from gearlock.systems.brigands.book import BOOK
from gearlock.systems.brigands.deployment.events import PathfindersStayed, PathfinderStarted, PhaseOpened, TurnGiven
from gearlock.systems.brigands.deployment.fortifying import resolve_fortifications
from gearlock.systems.brigands.deployment.groups import resolve_deployment, resolve_special
from gearlock.systems.brigands.deployment.orders import Pathfind
from gearlock.systems.brigands.deployment.pathfinders import pathfinders
from gearlock.systems.brigands.deployment.roll_off import first_of, resolve_roll_off
from gearlock.systems.brigands.deployment.taking_sides import resolve_zones
from gearlock.systems.brigands.flying.landing import choose_altitude
from gearlock.systems.brigands.objectives.choosing import resolve_objectives
from gearlock.systems.brigands.rounds.events import ActivationEnded
from gearlock.systems.brigands.state import State


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
