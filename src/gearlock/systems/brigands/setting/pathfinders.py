"""11.4c: Pathfinders. Before the first Round every model of a Recon Unit may make one free Move."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Preview
from gearlock.systems.brigands import events as e
from gearlock.systems.brigands import orders as o
from gearlock.systems.brigands.activation import resolve_order
from gearlock.systems.brigands.machines.airborne import is_vtol
from gearlock.systems.brigands.machines.landing import choose_altitude, refuse_altitude
from gearlock.systems.brigands.setting.events import PathfindersStayed, PathfinderStarted, PhaseOpened, TurnGiven
from gearlock.systems.brigands.setting.orders import Pathfind
from gearlock.systems.brigands.setting.roll_off import first_of, next_seat
from gearlock.systems.brigands.setting.special import RECON
from gearlock.systems.brigands.state import State, Unit

MOVING = (o.Move, o.Climb, o.Jump, o.Slide, o.ChangeFloor, o.EndMove, o.EndActivation)
WORTH = 0.001
"""Enough to be preferred to staying; where to go is weighed with the Move."""


@rule("brigands.11.4c")
def pathfinders(state: State, seat: str) -> list[Unit]:
    """The models that may still make their free Move: of the Unit that has begun, or of any Recon Unit.

    Drones go with those who control them, Fortifications nowhere, and who is still in the air has to land first.
    """
    return [
        unit
        for unit in state.fielded(seat)
        if unit.code == RECON and unit.line.move and not (unit.activated or unit.controller or unit.is_dropping)
        if state.squad in (0, unit.squad)
    ]


@rule("brigands.11.4c")
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
        ctx.emit(e.ActivationEnded(unit_id))
        return
    prompt = f"Where does the {unit.name} go?"
    order: Order = yield from ask(Ask(unit.seat, "act", unit_id, rule="brigands.11.4c", prompt=prompt))
    yield from resolve_order(ctx, order)


def refuse_before_battle(state: State, order: Order) -> Refusal | None:
    """Before the first Round a model only moves."""
    if state.phase != "pathfinders" or isinstance(order, MOVING):
        return None
    return Refusal("pathfinder", "brigands.11.4c", "Before the first Round a model makes its free Move, nothing else.")


def pathfind_options(state: State, ask: Ask) -> Iterator[Option]:
    """Every model that may go now, a VTOL on the ground or in the air."""
    for unit in pathfinders(state, ask.seat):
        for airborne in (False, True) if is_vtol(unit) else (False,):
            if refuse_altitude(state, unit, airborne) is None:
                label = f"The {unit.name} finds a path{' in the air' if airborne else ''}"
                yield Pick(label, Pathfind(unit.id, airborne), ask.rule)
    yield decline("Nobody else of this Unit" if state.squad else "No free Moves", ask.rule)


@rule("brigands.11.4c")
def refuse_pathfind(state: State, ask: Ask, order: Pathfind) -> Refusal | None:
    """Why a model makes no free Move now."""
    unit = next((unit for unit in pathfinders(state, ask.seat) if unit.id == order.unit), None)
    if unit is None:
        return Refusal("unit", "brigands.11.4c", f"{order.unit or 'Nobody'} has no free Move to make now.")
    return refuse_altitude(state, unit, order.airborne)


def preview_pathfind(state: State, order: Pathfind) -> Preview:
    """A free Move costs nothing."""
    return Preview(gives=WORTH) if order.unit in state.units else Preview()
