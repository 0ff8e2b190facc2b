"""9.4: Fortifications. They never move and are always Braced; who is in one fights from there as if it were outside."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.brigands.state import BRACED, TOP_SPEED, State, Unit


def is_fortification(unit: Unit) -> bool:
    """Whether a model is a turret, an outpost or the like."""
    return unit.line.type == "Fortification"


@rule("brigands.9.4")
def refuse_posture(state: State, unit: Unit, posture: str) -> Refusal | None:
    """Why a model that stays where it is cannot choose a posture: walls are Braced, and nobody hurries behind them."""
    if is_fortification(unit) and posture != BRACED:
        return Refusal("fortification", "brigands.9.4", f"The {unit.name} is a Fortification: it is always Braced.")
    if unit.carrier and posture == TOP_SPEED:
        where = state.units[unit.carrier].name
        return Refusal("aboard", "brigands.9.4", f"The {unit.name} is in the {where} and goes nowhere at Top Speed.")
    return None


@heeds("brigands.9.4", "brigands.9.3")
def refuse_leaving(state: State, unit: Unit) -> Refusal | None:
    """Why a model does not walk out of a Fortification: it is set down when that is Active, as from any transport."""
    if not unit.carrier:
        return None
    where = state.units[unit.carrier].name
    message = f"The {unit.name} is in the {where}, which sets it down in its own activation."
    return Refusal("aboard", "brigands.9.4", message)
