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


def groups_to_find(state: State, seat: str) -> set[str]:
    """The enemy Combat Groups, by number, that a side is to reconnoitre."""
    found: set[str] = set()
    number = 1
    while (one := state.facts.get(f"objective:{seat}:{number}")) is not None:
        about = state.facts.get(f"target:{seat}:{number}")
        if one.value == "recon" and about is not None:
            found.add(about.value)
        number += 1
    return found


@heeds("fieldmanual.obj-recon")
def note_lock(state: State, seat: str, target: Unit) -> None:
    """A side gained Active Lock on a model: remembered where that is its objective. For the `change` of events."""
    if str(target.group) in groups_to_find(state, seat):
        state.points[lock_key(seat, target)] = 1


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
    if target.seat == seat or str(target.group) not in groups_to_find(state, seat):
        return None
    if is_reconnoitred(state, seat, target):
        return None
    message = f"Recon: gain Active Lock on the {target.name} before you attack it."
    return Refusal("recon", "fieldmanual.obj-recon", message, {"unit": target.id})
