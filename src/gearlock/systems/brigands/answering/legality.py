"""Legality: every order to every question gets its reason, or none if the rules take it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline, Order, Refusal
from gearlock.kernel.rulebook import rule
from gearlock.systems.brigands import orders as o
from gearlock.systems.brigands.attacking.area import refuse_marks
from gearlock.systems.brigands.attacking.attack import refuse_weapon
from gearlock.systems.brigands.attacking.reactions import refuse_snap_fire
from gearlock.systems.brigands.beginning.deployment import refuse_deploy
from gearlock.systems.brigands.commanding.battle_orders import refuse_give_order
from gearlock.systems.brigands.commanding.command import reroll_sources
from gearlock.systems.brigands.commanding.orders_in_force import REPOSITION, is_ordered
from gearlock.systems.brigands.companions.answers import COMPANIONS_CHECKS
from gearlock.systems.brigands.companions.fortifications import refuse_posture
from gearlock.systems.brigands.electronics.answers import ELECTRONICS_CHECKS
from gearlock.systems.brigands.machines.answers import MACHINES_CHECKS
from gearlock.systems.brigands.machines.components import refuse_pace
from gearlock.systems.brigands.machines.landing import refuse_bearing
from gearlock.systems.brigands.moving.buildings import trace_floors
from gearlock.systems.brigands.moving.climbing import trace_climb
from gearlock.systems.brigands.moving.demolition import refuse_demolition
from gearlock.systems.brigands.moving.flight import trace_jump, trace_slide
from gearlock.systems.brigands.moving.movement import refuse_move, refuse_turn
from gearlock.systems.brigands.objectives.answers import OBJECTIVES_CHECKS
from gearlock.systems.brigands.objectives.demolitions import NO_GROUP
from gearlock.systems.brigands.observation.answers import OBSERVATION_CHECKS
from gearlock.systems.brigands.observation.orders import Observe
from gearlock.systems.brigands.observation.shared_attacks import refuse_shared_attack
from gearlock.systems.brigands.setting.answers import SETTING_CHECKS
from gearlock.systems.brigands.setting.pathfinders import refuse_before_battle
from gearlock.systems.brigands.sighting.smoke import refuse_smoke
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, TOP_SPEED, State

POSTURES = (BRACED, COMBAT_SPEED, TOP_SPEED)
DRONE_ACTIONS = (o.Attack, o.Demolish, Observe)
"""What a drone may spend its Action on."""


def refuse(state: State, ask: Ask, order: Order) -> Refusal | None:
    """Why the rules do not take this answer to this question; None if they do."""
    if isinstance(order, Decline):
        return None if ask.optional else Refusal("unasked", ask.rule, "This question cannot be declined.")
    check = _CHECKS.get((ask.kind, type(order)))
    if check is None:
        return Refusal("unasked", ask.rule, f"This is no answer to the question: {ask.prompt}")
    named: str = getattr(order, "unit", ask.unit)
    if ask.unit and named != ask.unit and not is_drone_action(state, ask, order, named):
        return Refusal("unit", ask.rule, f"The question is about {ask.unit}, not about {named or 'nobody'}.")
    early = refuse_before_battle(state, order) if ask.kind == "act" else None
    return early or check(state, ask, order)


@rule("brigands.9.2")
def is_drone_action(state: State, ask: Ask, order: Order, named: str) -> bool:
    """Whether a drone of the Active model is to spend its Action, which it may at any time of that activation."""
    drone = state.units.get(named)
    mine = drone is not None and drone.controller == ask.unit and drone.is_fielded
    return mine and ask.kind == "act" and isinstance(order, DRONE_ACTIONS)


def _accept(_state: State, _ask: Ask, _order: Order) -> Refusal | None:
    return None


def _refuse_first(_state: State, ask: Ask, order: o.ChooseFirst) -> Refusal | None:
    if order.seat in ("red", "blue"):
        return None
    return Refusal("seat", ask.rule, f"There is no seat {order.seat}: choose red or blue.")


@rule(
    "brigands.1.6a",
    "brigands.1.6b",
    "brigands.2.1",
    "brigands.2.1-top-speed",
    "brigands.5.6c",
    "brigands.11.3-demolitions",
)
def _refuse_activate(state: State, ask: Ask, order: o.Activate) -> Refusal | None:
    """A model of one's own not yet activated, in one of three postures; Crippled models know no Top Speed."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != ask.seat or not unit.is_fielded:
        return Refusal("unit", "brigands.1.8-action", f"{order.unit or 'Nobody'} is no model of yours in play.")
    if unit.group == NO_GROUP:
        return Refusal("target", "brigands.11.3-demolitions", f"The {unit.name} never activates.")
    if state.group and unit.group != state.group:
        message = f"Combat Group {state.group} is Active; the {unit.name} is in Combat Group {unit.group}."
        return Refusal("group", "brigands.1.6a", message, {"active": state.group, "group": unit.group})
    if unit.activated:
        return Refusal("activated", "brigands.1.6b", f"The {unit.name} has been activated this Round.")
    if order.posture not in POSTURES:
        return Refusal("posture", "brigands.2.1", f"There is no posture called {order.posture or 'nothing'}.")
    refusal = refuse_posture(state, unit, order.posture) or refuse_pace(state, unit, order.posture)
    if refusal is not None:
        return refusal
    return refuse_bearing(state, unit, order.airborne, order.tall)


def _refuse_move(state: State, _ask: Ask, order: o.Move) -> Refusal | None:
    return refuse_move(state, order)


def _refuse_climb(state: State, _ask: Ask, order: o.Climb) -> Refusal | None:
    found = trace_climb(state, order)
    return found if isinstance(found, Refusal) else None


def _refuse_jump(state: State, _ask: Ask, order: o.Jump) -> Refusal | None:
    found = trace_jump(state, order)
    return found if isinstance(found, Refusal) else None


def _refuse_slide(state: State, _ask: Ask, order: o.Slide) -> Refusal | None:
    found = trace_slide(state, order)
    return found if isinstance(found, Refusal) else None


def _refuse_floor(state: State, _ask: Ask, order: o.ChangeFloor) -> Refusal | None:
    found = trace_floors(state, order)
    return found if isinstance(found, Refusal) else None


def _refuse_turn(state: State, _ask: Ask, order: o.Turn) -> Refusal | None:
    return refuse_turn(state, order)


def _refuse_end_move(state: State, ask: Ask, _order: o.EndMove) -> Refusal | None:
    now = state.activation
    if now is not None and now.gait:
        return None
    return Refusal("no-move", "brigands.2.2", f"{state.units[ask.unit].name} is in the middle of no Move.")


def _refuse_attack(state: State, _ask: Ask, order: o.Attack) -> Refusal | None:
    unit = state.units[order.unit]
    refusal = refuse_weapon(unit, order.weapon, order.category)
    if order.sharer:
        return refusal or refuse_shared_attack(state, unit, order)
    return refusal or refuse_marks(state, unit, unit.line.weapons[order.weapon], order)


def _refuse_demolition(state: State, _ask: Ask, order: o.Demolish) -> Refusal | None:
    return refuse_demolition(state, order)


def _refuse_smoke(state: State, ask: Ask, _order: o.FireSmoke) -> Refusal | None:
    return refuse_smoke(state.units[ask.unit])


@rule("brigands.6.1", "brigands.2.1-combat-speed")
def _refuse_standby(state: State, ask: Ask, _order: o.Standby) -> Refusal | None:
    """Combat Speed only, and there must be an Action left to keep."""
    return _refuse_watch(state, ask, COMBAT_SPEED, "Standby", "brigands.6.1")


@rule("brigands.6.2", "brigands.2.1-braced", "brigands.7.5f")
def _refuse_overwatch(state: State, ask: Ask, _order: o.Overwatch) -> Refusal | None:
    """Braced only, or at Combat Speed by a Reposition order; and there must be an Action left to keep."""
    repositioning = is_ordered(state, state.units[ask.unit], REPOSITION)
    posture = COMBAT_SPEED if repositioning and state.units[ask.unit].posture == COMBAT_SPEED else BRACED
    return _refuse_watch(state, ask, posture, "Overwatch", "brigands.6.2")


def _refuse_watch(state: State, ask: Ask, posture: str, action: str, rule_id: str) -> Refusal | None:
    unit = state.units[ask.unit]
    if unit.posture != posture:
        return Refusal("posture", rule_id, f"{action} needs the posture {posture}, not {unit.posture}.")
    if unit.actions <= 0:
        return Refusal("no-action", rule_id, f"The {unit.name} has no Action left to keep.")
    return None


def _refuse_give_order(state: State, _ask: Ask, order: o.GiveOrder) -> Refusal | None:
    return refuse_give_order(state, order)


def _refuse_snap(state: State, ask: Ask, order: o.SnapFire) -> Refusal | None:
    return refuse_snap_fire(state, order, ask)


@rule("brigands.1.2i", "brigands.7.4a")
def _refuse_reroll(state: State, ask: Ask, order: o.Reroll) -> Refusal | None:
    """Something must pay for it: what is named, or anything at all if nothing is."""
    unit = state.units[ask.unit]
    sources = reroll_sources(state, unit, ask.about[1:])
    if not sources:
        message = f"The {unit.name} has no Reroll, and no Commander in Formation has a Command Point for it."
        return Refusal("no-point", "brigands.7.4a", message)
    if order.by and order.by not in sources:
        return Refusal("no-point", "brigands.1.2i", f"{order.by} gives the {unit.name} no Reroll of this roll.")
    return None


_CHECKS: dict[tuple[str, type[Order]], Callable[[State, Ask, Any], Refusal | None]] = {
    ("first", o.ChooseFirst): _refuse_first,
    ("deploy", o.Deploy): refuse_deploy,
    ("keep", o.KeepOverwatch): _accept,
    ("activate", o.Activate): _refuse_activate,
    ("act", o.Move): _refuse_move,
    ("act", o.Climb): _refuse_climb,
    ("act", o.Jump): _refuse_jump,
    ("act", o.Slide): _refuse_slide,
    ("act", o.ChangeFloor): _refuse_floor,
    ("act", o.EndMove): _refuse_end_move,
    ("act", o.Turn): _refuse_turn,
    ("act", o.Attack): _refuse_attack,
    ("act", o.GiveOrder): _refuse_give_order,
    ("act", o.Demolish): _refuse_demolition,
    ("act", o.FireSmoke): _refuse_smoke,
    ("act", o.Standby): _refuse_standby,
    ("act", o.Overwatch): _refuse_overwatch,
    ("act", o.EndActivation): _accept,
    ("snap", o.SnapFire): _refuse_snap,
    ("reroll", o.Reroll): _refuse_reroll,
    **ELECTRONICS_CHECKS,
    **OBSERVATION_CHECKS,
    **COMPANIONS_CHECKS,
    **MACHINES_CHECKS,
    **SETTING_CHECKS,
    **OBJECTIVES_CHECKS,
}
