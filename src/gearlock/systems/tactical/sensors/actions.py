"""2.6.3: Actions as sensors and jammers pay them."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.line_of_sight.fittings import has_crew
from gearlock.systems.tactical.state import EVADING, State, Unit


@heeds("tactical.2.6.3", "tactical.2.6.9")
def refuse_without_action(state: State, unit_id: str, rule_id: str) -> Refusal | None:
    """Why a unit cannot do something that takes an Action: it is not there, evades, or has none left."""
    unit = state.units.get(unit_id)
    if unit is None or not unit.is_fielded or not has_crew(unit):
        return Refusal("unit", rule_id, f"{unit_id or 'Nobody'} is no unit on the table that could act.")
    if unit.token(EVADING):
        return Refusal("evading", "tactical.2.6.9", f"The {unit.name} evades this round and does nothing else.")
    if unit.actions < 1:
        message = f"The {unit.name} has no Action left this round."
        return Refusal("no-action", rule_id, message, {"actions": unit.actions})
    return None


def pay(unit: Unit) -> None:
    """Take an Action off a unit. For the `change` of events alone."""
    unit.actions = max(0, unit.actions - 1)
