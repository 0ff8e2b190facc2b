"""Legality: why an order is not taken. Nothing here tells a seat more than it knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline, Order, Refusal
from gearlock.kernel.rulebook import rule
from gearlock.systems.hex100 import orders as o
from gearlock.systems.hex100.actions import FOCUSES, refuse_payment
from gearlock.systems.hex100.briefings.answers import BRIEFING_ACTS
from gearlock.systems.hex100.briefings.arriving import refuse_place
from gearlock.systems.hex100.crushing.answers import CRUSHING_ANSWERS
from gearlock.systems.hex100.crushing.moves import refuse_move
from gearlock.systems.hex100.crushing.turrets import refuse_pay
from gearlock.systems.hex100.cyber.answers import CYBER_ACTS
from gearlock.systems.hex100.drones.answers import DRONE_ACTS, DRONE_ANSWERS
from gearlock.systems.hex100.drones.terror.removal import refuse_rider
from gearlock.systems.hex100.fighting.reserve import refuse_hold_back, refuse_reserve
from gearlock.systems.hex100.fighting.targeting import no_contact, refuse_attack, refuse_bombardment
from gearlock.systems.hex100.hiding.answers import HIDING_ACTS
from gearlock.systems.hex100.hiding.stealth import is_hidden_from
from gearlock.systems.hex100.moving.movement import is_facing, refuse_disengagement
from gearlock.systems.hex100.moving.ways import refuse_another_move
from gearlock.systems.hex100.mustering.equipment import find_mount, find_weapon, works
from gearlock.systems.hex100.sensing.ew import LOCK_RANGE, can_hold_lock, can_lock
from gearlock.systems.hex100.sensing.naming import hexes
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.warding.answers import WARDING_ACTS, WARDING_ANSWERS
from gearlock.table.hexes import distance

_FITTING: dict[str, tuple[type[Order], ...]] = {
    "deploy": (o.Deploy,),
    "focus": (o.Focus,),
    "unit": (o.Activate,),
    "overwatch": (o.FireReserve, Decline),
    "reserved move": (o.Move, Decline),
    "reserve": (o.Reserve,),
}
BAD_FACING = Refusal("no-such-facing", "hex100.move-action", "Facings are the six hexsides, 0 to 5.")


def refuse(state: State, ask: Ask, order: Order) -> Refusal | None:
    """Why this answer to this question is not legal; None if it is."""
    check = _MORE_ANSWERS.get((ask.kind, type(order)))
    if check is not None:
        return check(state, ask, order)
    fitting = _FITTING.get(ask.kind, tuple(_ACT) if ask.kind == "act" else ((Decline,) if ask.optional else ()))
    if not isinstance(order, fitting):
        return Refusal("not-asked", ask.rule, f"That is no answer here. {ask.prompt}")
    if isinstance(order, Decline):
        return None
    if ask.kind in _ANSWERS:
        return _ANSWERS[ask.kind](state, ask, order)
    if getattr(order, "unit", "") != ask.unit:
        return Refusal("not-acting", "hex100.turn-structure", "Another unit is acting; it finishes its turn first.")
    return _ACT[type(order)](state, state.units[ask.unit], order)


@rule("hex100.deployment")
def _deploy(state: State, ask: Ask, order: o.Deploy) -> Refusal | None:
    if order.unit not in ask.about:
        return Refusal("no-such-unit", "hex100.deployment", "That unit does not wait to be placed.")
    if not is_facing(order.facing):
        return BAD_FACING
    return refuse_place(state, ask.seat, order)


@rule("hex100.focus-timing")
def _focus(state: State, ask: Ask, order: o.Focus) -> Refusal | None:  # noqa: ARG001 - one of the answers
    if order.unit != ask.unit:
        return Refusal("not-acting", "hex100.focus-timing", "Another mech chooses its focus now.")
    if order.focus and order.focus not in FOCUSES:
        return Refusal("no-such-focus", "hex100.focus-timing", f"There is no focus called '{order.focus}'.")
    return None


def _activate(state: State, ask: Ask, order: o.Activate) -> Refusal | None:  # noqa: ARG001 - one of the answers
    if order.unit not in ask.about:
        return Refusal("no-such-unit", "hex100.turn-structure", "That unit has had its turn or is none of yours.")
    return None


@rule("hex100.reserve")
def _overwatch(state: State, ask: Ask, order: o.FireReserve) -> Refusal | None:  # noqa: ARG001 - one of the answers
    if order.unit != ask.unit or (order.target,) != ask.about:
        return Refusal("not-triggered", "hex100.reserve", "The reserve was triggered by another enemy.")
    return None


def _reserved_move(state: State, ask: Ask, order: o.Move) -> Refusal | None:
    if order.unit != ask.unit:
        return Refusal("not-triggered", "hex100.reserve", "Another unit holds the reserved move.")
    return _path(state, state.units[order.unit], order)


def _path(state: State, unit: Unit, order: o.Move) -> Refusal | None:
    if not is_facing(order.facing) or not (order.start == -1 or is_facing(order.start)):
        return BAD_FACING
    return refuse_move(state, unit, order)


def _move(state: State, unit: Unit, order: o.Move) -> Refusal | None:
    return refuse_payment(unit, "move") or refuse_another_move(unit) or _path(state, unit, order)


def _disengage(state: State, unit: Unit, order: o.Disengage) -> Refusal | None:
    if not is_facing(order.facing):
        return BAD_FACING
    refusal = refuse_payment(unit, "move") or refuse_another_move(unit)
    return refusal or refuse_disengagement(state, unit, (order.q, order.r))


def _attack(state: State, unit: Unit, order: o.Attack) -> Refusal | None:
    refusal = refuse_pay(state, unit, order.weapons, order.pay)
    if refusal is not None:
        return refusal
    target = state.enemy_called(unit.seat, order.target)
    if target is None:
        return no_contact(order.target)
    return refuse_rider(state, unit.seat, target) or refuse_attack(state, unit, order.weapons, target.hex)


def _bombard(state: State, unit: Unit, order: o.Bombard) -> Refusal | None:
    refusal = refuse_pay(state, unit, (order.weapon,), order.pay)
    found = find_weapon(state, unit, order.weapon)
    if refusal is not None or found is None:
        return refusal
    return refuse_bombardment(state, unit, found[1], (order.q, order.r))


@rule("hex100.lock-on", "hex100.lock-limits")
def _lock_on(state: State, unit: Unit, order: o.LockOn) -> Refusal | None:
    refusal = refuse_payment(unit, "utility")
    if refusal is not None:
        return refusal
    target = state.enemy_called(unit.seat, order.target)
    if target is None:
        return no_contact(order.target)
    if unit.jammed:
        return Refusal("jammed", "hex100.jamming", "A jammed unit cannot lock on to anything.")
    if unit.lock == target.id:
        return Refusal("locked", "hex100.lock-single", "The unit is locked on to that contact already.")
    if can_lock(state, unit, target):
        return None
    away = distance(unit.hex, target.hex)
    if away > LOCK_RANGE:
        message = f"Locks reach {hexes(LOCK_RANGE)}; the contact is {away} away."
        return Refusal("out-of-range", "hex100.locking-common", message, {"distance": away, "range": LOCK_RANGE})
    if can_hold_lock(state, unit, target):
        message = "The contact is too small to lock on to without soliton radar."
        return Refusal("too-small", "hex100.lock-limits", message)
    if is_hidden_from(state, unit.seat, target):
        message = "No eye can find the contact: optical stealth. Without a sensor lock a line of sight is needed."
        return Refusal("no-line-of-sight", "hex100.optical-stealth", message)
    return Refusal("no-line-of-sight", "hex100.lock-on", "Without a sensor lock a line of sight is needed.")


def _resist(state: State, unit: Unit, order: o.Resist) -> Refusal | None:  # noqa: ARG001 - one of the orders
    if unit.resisting:
        return Refusal("resisting", "hex100.electronic-resistance", "The unit resists already.")
    return refuse_payment(unit, "utility")


@rule("hex100.reserve")
def _asked_reserve(state: State, ask: Ask, order: o.Reserve) -> Refusal | None:
    """The second question of a unit that holds something back: it keeps to what it began with."""
    if order.unit != ask.unit or (order.held,) != ask.about:
        return Refusal("not-asked", "hex100.reserve", f"Another action is being held back. {ask.prompt}")
    return refuse_reserve(state, state.units[ask.unit], order)


@rule("hex100.variable-ammo-tank", "hex100.variable-ammo-mech")
def _change_ammo(state: State, unit: Unit, order: o.ChangeAmmo) -> Refusal | None:
    mount = find_mount(state, unit, order.weapon)
    if mount is None or not mount.modes or not mount.modes[0].has("variable-ammo") or not works(state, unit, mount):
        return Refusal(
            "no-such-weapon", "hex100.attr-variable-ammo", "There is no such weapon with variable ammunition."
        )
    if state.machine(unit.id).unit.kind != "tank":
        return Refusal("fixed-ammo", "hex100.variable-ammo-mech", "Mecha keep the ammunition they began with.")
    modes = [weapon.mode for weapon in mount.modes]
    if order.mode not in modes or modes.index(order.mode) == unit.loaded.get(mount.id, 0):
        return Refusal("no-such-ammo", "hex100.attr-variable-ammo", f"There is no other ammunition '{order.mode}'.")
    return refuse_payment(unit, "utility")


def _look_around(state: State, unit: Unit, order: o.LookAround) -> Refusal | None:  # noqa: ARG001 - one of the orders
    return refuse_payment(unit, "commander")


def _hands_on(state: State, unit: Unit, order: o.HandsOn) -> Refusal | None:  # noqa: ARG001 - one of the orders
    return refuse_payment(unit, "commander")


def _end_turn(state: State, unit: Unit, order: o.EndTurn) -> Refusal | None:  # noqa: ARG001 - one of the orders
    return None


_ANSWERS: dict[str, Callable[[State, Ask, Any], Refusal | None]] = {
    "deploy": _deploy,
    "focus": _focus,
    "unit": _activate,
    "overwatch": _overwatch,
    "reserved move": _reserved_move,
    "reserve": _asked_reserve,
}
_MORE_ANSWERS: dict[tuple[str, type[Order]], Callable[[State, Ask, Any], Refusal | None]] = {
    **CRUSHING_ANSWERS,
    **WARDING_ANSWERS,
    **DRONE_ANSWERS,
}
_ACT: dict[type[Order], Callable[[State, Unit, Any], Refusal | None]] = {
    o.Move: _move,
    o.Disengage: _disengage,
    o.Attack: _attack,
    o.Bombard: _bombard,
    o.LockOn: _lock_on,
    o.Resist: _resist,
    o.HoldBack: refuse_hold_back,
    o.Reserve: refuse_reserve,
    o.ChangeAmmo: _change_ammo,
    o.LookAround: _look_around,
    o.HandsOn: _hands_on,
    o.EndTurn: _end_turn,
    **CYBER_ACTS,
    **HIDING_ACTS,
    **WARDING_ACTS,
    **DRONE_ACTS,
    **BRIEFING_ACTS,
}


def _answers() -> tuple[type[Order], ...]:
    """The kinds of answer to questions of the later chapters, each once."""
    return tuple(dict.fromkeys(kind for _, kind in _MORE_ANSWERS if kind not in _ACT))


ORDERS: tuple[type[Order], ...] = (o.Deploy, o.Focus, o.Activate, *_ACT, o.FireReserve, Decline, *_answers())
