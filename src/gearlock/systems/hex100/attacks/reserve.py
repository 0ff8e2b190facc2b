"""Reserve: actions held back for the enemy phase, overwatch above all."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.hex100.actions.pool import refuse_payment, spend
from gearlock.systems.hex100.attacks.attack import resolve_volley
from gearlock.systems.hex100.attacks.events import AttackDeclared, Reserved, ReserveSpent
from gearlock.systems.hex100.attacks.orders import HoldBack, Reserve
from gearlock.systems.hex100.contacts import name_for, no_contact
from gearlock.systems.hex100.detection.stealth import is_hidden_from
from gearlock.systems.hex100.detection.stealth_lost import expose_attacker
from gearlock.systems.hex100.equipment import find_weapon, works
from gearlock.systems.hex100.movement.move_action import resolve_move
from gearlock.systems.hex100.movement.orders import Move
from gearlock.systems.hex100.movement_types import refuse_another_move
from gearlock.systems.hex100.state import State, Unit, other
from gearlock.systems.hex100.weapons.targeting import refuse_attack, refuse_volley
from gearlock.table.hexes import Hex, distance

TRIGGERS = {"moves": "an enemy moves", "attacks": "an enemy attacks", "appears": "an enemy comes into line of sight"}
NO_RESERVE = Refusal("no-such-reserve", "hex100.reserve", "A reserve holds an attack or a move until an enemy acts.")


@heeds("hex100.reserve")
def refuse_hold_back(state: State, unit: Unit, order: HoldBack) -> Refusal | None:
    """Why a unit cannot hold an attack or a move back; an attack needs a weapon that may still fire."""
    refusal = _refuse_held(unit, order.held)
    if refusal is not None or order.held == "move":
        return refusal
    if any(refuse_volley(state, unit, (token,)) is None for token in state.scene.loadouts[unit.id].tokens):
        return None
    return Refusal("no-weapon-left", "hex100.reserve", "No weapon is left to hold back.")


@rule("hex100.reserve")
def refuse_reserve(state: State, unit: Unit, order: Reserve) -> Refusal | None:
    """Why a unit cannot reserve just this; it may wait for one enemy, and for one within so many hexes."""
    if order.trigger not in TRIGGERS or order.within < 0:
        return NO_RESERVE
    if order.enemy and state.enemy_called(unit.seat, order.enemy) is None:
        return no_contact(order.enemy)
    refusal = _refuse_held(unit, order.held)
    if refusal is not None:
        return refusal
    if order.held == "attack":
        return refuse_volley(state, unit, order.weapons)
    return None if not order.weapons else Refusal("no-weapons", "hex100.reserve", "A reserved move needs no weapon.")


def _refuse_held(unit: Unit, held: str) -> Refusal | None:
    """Why nothing of this sort can be reserved, whatever it waits for."""
    if held not in ("attack", "move"):
        return NO_RESERVE
    if unit.held:
        return Refusal("reserved", "hex100.reserve", "The unit holds a reserve already.")
    return refuse_payment(unit, "utility", held) or (refuse_another_move(unit) if held == "move" else None)


@heeds("hex100.reserve")
def resolve_hold_back(ctx: Ctx[State], order: HoldBack) -> Script[None]:
    """Ask what is held back and for what it waits. Nothing is spent before that is said."""
    unit = ctx.state.units[order.unit]
    name = ctx.state.machine(unit.id).name
    waits = "which weapons wait, and for what?" if order.held == "attack" else "what does the move wait for?"
    answer = yield from ask(
        Ask(unit.seat, "reserve", unit.id, (order.held,), "hex100.reserve", f"{name}: {waits}"),
    )
    assert isinstance(answer, Reserve), "only a reserve answers here"
    reserve(ctx, answer)


@heeds("hex100.reserve", "hex100.utility-action")
def reserve(ctx: Ctx[State], order: Reserve) -> None:
    """Spend a utility action and the held action now; the named weapons count as used this turn."""
    spend(ctx, order.unit, "utility", order.held, weapons=order.weapons)
    named = ctx.state.enemy_called(ctx.state.units[order.unit].seat, order.enemy)
    enemy = named.id if named is not None else ""
    ctx.emit(Reserved(order.unit, order.held, order.weapons, order.trigger, order.within, enemy))


@heeds("hex100.reserve")
def is_triggered(state: State, holder: Unit, enemy: Unit, came_from: Hex | None) -> bool:
    """Whether an enemy that stepped out of a hex, or attacks (no hex), meets the condition of a reserve.

    The holder's side must know of the enemy, and a reserved attack must be possible where it stands.
    """
    if not holder.held or not holder.standing or enemy.id not in state.known[holder.seat]:
        return False
    if holder.waits_for not in ("", enemy.id) or not _is_near_enough(holder, enemy):
        return False
    if (holder.trigger == "attacks") != (came_from is None):
        return False
    if holder.trigger == "appears" and came_from is not None:
        clear = state.land.is_clear
        hidden = is_hidden_from(state, holder.seat, enemy)
        if hidden or clear(holder.hex, came_from) or not clear(holder.hex, enemy.hex):
            return False
    return holder.held == "move" or can_fire_reserve(state, holder, enemy)


def _is_near_enough(holder: Unit, enemy: Unit) -> bool:
    return not holder.within or distance(holder.hex, enemy.hex) <= holder.within


def can_fire_reserve(state: State, holder: Unit, enemy: Unit) -> bool:
    """Whether the reserved weapons can all be aimed at an enemy where it stands; they were paid for when reserved."""
    for token in holder.held_weapons:
        found = find_weapon(state, holder, token)
        if found is None or not works(state, holder, found[0]):
            return False
    return refuse_attack(state, holder, tuple(holder.held_weapons), enemy.hex) is None


@heeds("hex100.reserve")
def offer_reserves(ctx: Ctx[State], enemy_id: str, came_from: Hex | None = None) -> Script[None]:
    """Ask the owners of reserves that a step or an attack triggers, one after the other until the enemy falls."""
    seat = other(ctx.state.units[enemy_id].seat)
    for holder_id in [unit.id for unit in ctx.state.standing(seat)]:
        holder, enemy = ctx.state.units[holder_id], ctx.state.units[enemy_id]
        if is_triggered(ctx.state, holder, enemy, came_from):
            yield from resolve_reserve(ctx, holder_id, enemy_id)


def resolve_reserve(ctx: Ctx[State], holder_id: str, enemy_id: str) -> Script[None]:
    """Carry a held action out if its owner wants to; what happens then interrupts nobody else's phase."""
    holder = ctx.state.units[holder_id]
    contact = ctx.state.contacts[holder.seat][enemy_id]
    kind = "overwatch" if holder.held == "attack" else "reserved move"
    prompt = f"{ctx.state.machine(holder_id).name}: {_what_happens(ctx.state, holder, enemy_id)}. Carry out the {kind}?"
    answer = yield from ask(Ask(holder.seat, kind, holder_id, (contact,), "hex100.reserve", prompt, optional=True))
    if isinstance(answer, Decline):
        return
    weapons = tuple(ctx.state.units[holder_id].held_weapons)
    ctx.emit(ReserveSpent(holder_id))
    if isinstance(answer, Move):
        yield from resolve_move(ctx, answer, no_reaction)
        return
    goal = ctx.state.units[enemy_id].hex
    ctx.emit(AttackDeclared(holder_id, weapons, enemy_id, *goal, reserved=True))
    expose_attacker(ctx, holder_id, weapons)
    yield from resolve_volley(ctx, holder_id, weapons, enemy_id, goal)


def _what_happens(state: State, holder: Unit, enemy_id: str) -> str:
    """What a reserve has waited for, as its owner lives it."""
    enemy, quarry = name_for(state, holder.seat, enemy_id), state.units[enemy_id].quarry
    if holder.trigger == "attacks":
        return f"{enemy} attacks {name_for(state, holder.seat, quarry)}" if quarry else f"{enemy} attacks"
    return f"{enemy} moves" if holder.trigger == "moves" else f"{enemy} comes into line of sight"


def no_reaction(ctx: Ctx[State], mover: str, came_from: Hex | None) -> Script[None]:  # noqa: ARG001 - one of the reactions
    """The acting side holds nothing in reserve: its reserves lapsed when its phase began."""
    yield from ()
