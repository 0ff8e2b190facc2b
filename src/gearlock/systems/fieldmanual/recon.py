"""Recon: who has been Active Locked in this battle, and who may not be attacked before it is.

What sensors gain and attacks ask about lies below both, in `State.points` and `State.facts`.
"""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.state import State, Unit

LOCKS = "recon"


def lock_key(seat: str, unit: Unit) -> str:
    """Where `State.points` remembers that a side has gained Active Lock on a model."""
    return f"{LOCKS}:{seat}:{unit.team or unit.id}"


@heeds("fieldmanual.obj-recon")
def is_reconnoitred(state: State, seat: str, unit: Unit) -> bool:
    """Whether a side has gained Active Lock on a model, or its own side destroyed it."""
    if state.points.get(lock_key(seat, unit)):
        return True
    slayer = state.units.get(unit.slayer)
    return unit.is_lost and slayer is not None and slayer.seat == unit.seat


@heeds("fieldmanual.obj-recon")
def refuse_unlocked(state: State, seat: str, target: Unit) -> Refusal | None:
    """Why a side may not attack a model yet: it is of the Combat Group to be reconnoitred, and was never locked."""
    number = 1
    while (found := state.facts.get(f"objective:{seat}:{number}")) is not None:
        about = state.facts.get(f"target:{seat}:{number}")
        meant = about is not None and about.value == str(target.group) and target.seat != seat
        if found.value == "recon" and meant and not is_reconnoitred(state, seat, target):
            message = f"Recon: gain Active Lock on the {target.name} before you attack it."
            return Refusal("recon", "fieldmanual.obj-recon", message, {"unit": target.id})
        number += 1
    return None
