"""2.6.3: whether a unit can do something that takes an Action."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.damage.crew import is_crewless
from gearlock.systems.tactical.state import CLIMBING, EVADING, Unit


@heeds("tactical.2.6.3", "tactical.2.6.9", "tactical.3.2.1-climbing-penalty")
def refuse_acting(unit: Unit, cost: int = 1, hanging: bool = False) -> Refusal | None:
    """Why a unit cannot act: it evades, hangs on a cliff, has nobody left, or too few Actions.

    `hanging` for what climbers do as well: they attack nobody, and observe, call or load as others do.
    """
    if unit.token(EVADING):
        return Refusal("evading", "tactical.2.6.9", f"The {unit.name} evades this round and does nothing else.")
    if unit.token(CLIMBING) and not hanging:
        message = f"The {unit.name} is climbing, and attacks nobody before the next round."
        return Refusal("climbing", "tactical.3.2.1-climbing-penalty", message)
    if is_crewless(unit):
        return Refusal("crew", "tactical.2.6.3", f"Nobody is left in the {unit.name} to do anything.")
    if unit.actions < cost:
        message = f"The {unit.name} has {unit.actions} Action{'s' * (unit.actions != 1)} left; this takes {cost}."
        return Refusal("actions", "tactical.2.6.3", message, {"left": unit.actions, "cost": cost})
    return None
