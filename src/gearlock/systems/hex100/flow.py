"""The sequence of play: who goes first, deployment, phases, units one at a time, aftermath, the end."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.systems.hex100.actions import has_actions
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.damage.damage import cut_pools
from gearlock.systems.hex100.defenses import clear_smoke
from gearlock.systems.hex100.deployment import Deploy, place, resolve_arrivals, waiting_units
from gearlock.systems.hex100.detection.locks import finish_turn, look_again
from gearlock.systems.hex100.drones.commands import field_drones, resolve_drone_turn
from gearlock.systems.hex100.drones.kinds import is_idle, repair_all
from gearlock.systems.hex100.drones.terror import resolve_bites
from gearlock.systems.hex100.electronic_warfare import free_drones
from gearlock.systems.hex100.movement.move_action import declare_gait
from gearlock.systems.hex100.movement.moving import engaged_with
from gearlock.systems.hex100.objectives import score
from gearlock.systems.hex100.state import SEATS, State, other
from gearlock.systems.hex100.turns import (
    Activate,
    Activated,
    AftermathEnded,
    DeploymentEnded,
    Focus,
    FocusDeclared,
    InitiativeRolled,
    PhaseBegan,
    PhaseEnded,
)
from gearlock.systems.hex100.weapons import aux_volleys

SCORED = ("early focus", "focus", "units", "changing sides")
"""Phases in which objectives count as soon as they are met; the aftermath counts for itself, when all is settled."""


@rule("hex100.turn-structure")
@heeds("hex100.victory")
def step(ctx: Ctx[State]) -> Script[None]:
    """The next step of the battle; what objectives say of it counts before anybody asks who has won."""
    yield from _next_step(ctx)
    if ctx.state.phase in SCORED:
        score(ctx)


def _next_step(ctx: Ctx[State]) -> Script[None]:
    """The next step, chosen from the phase alone."""
    state = ctx.state
    if state.phase == "units":
        return act(ctx) if state.acting else choose_unit(ctx)
    if state.phase in ("focus", "early focus") and state.awaiting:
        return declare_focus(ctx)
    return _STEPS[state.phase](ctx)


def turn(state: State) -> str:
    """Whose turn it openly is: the side that goes second declares its focus early while all wait for the first turn."""
    return state.first if state.phase == "early focus" else state.active


@heeds("hex100.turn-structure")
def roll_initiative(ctx: Ctx[State]) -> Script[None]:
    """Each side rolls; the higher goes first in every turn. Equal dice are rolled again.

    A briefing may have decided it.
    """
    if ctx.state.scene.plan.first:
        ctx.emit(InitiativeRolled(ctx.state.scene.plan.first, ()))
        return
    while True:
        faces = yield from throw(Roll("who goes first", 2, 100, 0, rule="hex100.turn-structure"))
        if faces[0] != faces[1]:
            break
    ctx.emit(InitiativeRolled(SEATS[faces[1] > faces[0]], faces))


@heeds("hex100.deployment", "hex100.briefing")
def deploy(ctx: Ctx[State]) -> Script[None]:
    """Place units in turn, one at a time, the side that goes second first; nobody sees the other's placement."""
    state = ctx.state
    waiting = waiting_units(state, state.active)
    if waiting:
        prompt = "Place a unit where it begins."
        order = yield from ask(Ask(state.active, "deploy", "", tuple(waiting), "hex100.deployment", prompt))
        assert isinstance(order, Deploy), "only a placement answers here"
        place(ctx, order, (order.q, order.r))
        yield from field_drones(ctx, order.unit)
        return
    ctx.emit(DeploymentEnded(_mecha(state, other(state.first))))


@rule("hex100.special-actions", "hex100.mecha-overview")
@heeds("hex100.focus-timing")
def declare_focus(ctx: Ctx[State]) -> Script[None]:
    """A mech chooses at the start of its side's phase what it concentrates on until the next one."""
    unit = ctx.state.units[ctx.state.awaiting[0]]
    prompt = f"{ctx.state.machine(unit.id).name}: choose a focus for this round."
    order = yield from ask(Ask(unit.seat, "focus", unit.id, (), "hex100.focus-timing", prompt))
    assert isinstance(order, Focus), "only a focus answers here"
    ctx.emit(FocusDeclared(order.unit, order.focus))
    yield from declare_gait(ctx, order.unit)


def begin_phase(ctx: Ctx[State]) -> Script[None]:
    """Fill the pools of the side whose phase it is now, and let both sides look."""
    state = ctx.state
    starts = state.active != state.first
    seat = state.first if starts else other(state.first)
    yield from resolve_arrivals(ctx, seat)
    state = ctx.state
    ctx.emit(PhaseBegan(state.turn + int(starts), seat, _mecha(state, seat)))
    clear_smoke(ctx, seat)
    cut_pools(ctx, seat)
    free_drones(ctx, seat)
    look_again(ctx)


def _mecha(state: State, seat: str) -> tuple[str, ...]:
    return tuple(unit.id for unit in state.standing(seat) if state.machine(unit.id).unit.kind == "mech")


def choose_unit(ctx: Ctx[State]) -> Script[None]:
    """The side takes its units in any order, one after the other; when all are done its phase is over."""
    state = ctx.state
    waiting = [unit.id for unit in state.standing(state.active) if not unit.done and not is_idle(state, unit)]
    if not waiting:
        ctx.emit(PhaseEnded(state.active))
        return
    unit_id = waiting[0]
    if len(waiting) > 1:
        prompt = "Which unit acts now?"
        order = yield from ask(Ask(state.active, "unit", "", tuple(waiting), "hex100.turn-structure", prompt))
        assert isinstance(order, Activate), "only a choice of unit answers here"
        unit_id = order.unit
    ctx.emit(Activated(unit_id, engaged_with(ctx.state, ctx.state.units[unit_id])))
    yield from drone_turn(ctx, unit_id) if unit_id in ctx.state.scene.drones else act(ctx)


@heeds("hex100.drone-command", "hex100.turn-structure")
def drone_turn(ctx: Ctx[State], drone_id: str) -> Script[None]:
    """A drone is asked nothing: it acts by its mode, and its turn is over."""
    yield from resolve_drone_turn(ctx, drone_id)
    if ctx.state.acting == drone_id:
        finish_turn(ctx, drone_id)


def act(ctx: Ctx[State]) -> Script[None]:
    """One action of the acting unit; its turn ends when it says so or has nothing left to spend."""
    unit = ctx.state.units[ctx.state.acting]
    prompt = f"{ctx.state.machine(unit.id).name}: what next?"
    order = yield from ask(Ask(unit.seat, "act", unit.id, (), "hex100.action-pool", prompt))
    yield from BOOK.resolve(ctx, order)
    acting = ctx.state.acting
    if acting and not has_actions(ctx.state.units[acting]) and not _may_fire_aux(ctx.state, acting):
        finish_turn(ctx, acting)


@heeds("hex100.zenith-aux-turrets")
def _may_fire_aux(state: State, unit_id: str) -> bool:
    """Whether a unit with an empty pool has a free shot left; somebody must be there to fire at."""
    unit = state.units[unit_id]
    return bool(state.known[unit.seat]) and bool(aux_volleys(state, unit))


@heeds("hex100.turn-structure", "hex100.victory")
def aftermath(ctx: Ctx[State]) -> Script[None]:
    """Repair drones work, terror drones bite, contacts and locks are checked, objectives count.

    After the last turn the battle ends.
    """
    repair_all(ctx)
    yield from resolve_bites(ctx)
    look_again(ctx)
    score(ctx)
    ctx.emit(AftermathEnded(ctx.state.turn, ctx.state.turn >= ctx.state.scene.turns))
    yield from ()


_STEPS = {
    "initiative": roll_initiative,
    "deployment": deploy,
    "early focus": begin_phase,
    "focus": choose_unit,
    "changing sides": begin_phase,
    "aftermath": aftermath,
}
