"""Automated aux turrets: one attack a turn that costs no action."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.hex100.actions.pool import refuse_payment
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.weapons.targeting import legal_volleys, named_weapons, refuse_volley

AUX = "aux"
"""The pay of an attack by an aux turret, and the mark of one that has fired by itself this turn."""


@rule("hex100.zenith-aux-turrets")
def refuse_aux(state: State, unit: Unit) -> Refusal | None:
    """Why the aux turrets do not fire by themselves: none, hacked or in EMP shock, or done so this turn."""
    rule_id, name = "hex100.zenith-aux-turrets", state.machine(unit.id).unit.name
    if "aux_turrets" not in state.machine(unit.id).unit.integrated:
        return Refusal("no-aux-turrets", rule_id, f"The {name} has no automated aux turrets.")
    if not equipment_effect(state, unit, "aux_turrets"):
        return Refusal("shut-down", rule_id, "Hacking or EMP shock has stopped the automated aux turrets.")
    if AUX in unit.used:
        return Refusal("used", rule_id, "The aux turrets have fired by themselves this round.")
    return None


@heeds("hex100.zenith-aux-turrets")
def is_aux_shot(state: State, unit: Unit, volley: tuple[str, ...]) -> bool:
    """Whether it is one weapon on an aux turret mount."""
    found = named_weapons(state, unit, volley) or []
    hardpoints = state.machine(unit.id).unit.hardpoints
    return len(found) == 1 and found[0][0].hardpoint >= 0 and "Aux Turret" in hardpoints[found[0][0].hardpoint].name


@heeds("hex100.zenith-aux-turrets")
def refuse_aux_shot(state: State, unit: Unit, volley: tuple[str, ...]) -> Refusal | None:
    """Why these weapons do not fire without an action."""
    refusal = refuse_aux(state, unit)
    if refusal is not None or is_aux_shot(state, unit, volley):
        return refusal
    message = "One weapon on an aux turret mount fires without an action."
    return Refusal("not-on-aux-turret", "hex100.zenith-aux-turrets", message)


def aux_volleys(state: State, unit: Unit) -> list[tuple[str, ...]]:
    """The weapons that could fire now without an action."""
    if refuse_aux(state, unit) is not None:
        return []
    return [volley for volley in legal_volleys(state, unit) if is_aux_shot(state, unit, volley)]


def refuse_pay(state: State, unit: Unit, weapons: tuple[str, ...], pay: str) -> Refusal | None:
    """Why these weapons cannot be fired for this price: an attack action, the commander's, or none by an aux turret."""
    if pay == AUX:
        return refuse_volley(state, unit, weapons) or refuse_aux_shot(state, unit, weapons)
    if pay not in ("attack", "commander"):
        return Refusal(
            "no-such-action", "hex100.action-symbols", "An attack is paid with an attack or commander action."
        )
    return refuse_payment(unit, pay) or refuse_volley(state, unit, weapons, pay == "commander")
