"""Actions: who has one left to spend, and what paying for something does; what Recon has found."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.state import COMBAT, FALLEN, TOP, State, Unit

# --- Actions: who has one left to spend, and what paying for something does


@rule("fieldmanual.actions")
@heeds("fieldmanual.card-actions")
def refuse_idle(unit: Unit, count: int = 1, rule_id: str = "fieldmanual.actions") -> Refusal | None:
    """Why a model cannot spend so many Actions: it has fewer left this round."""
    if unit.actions >= count:
        return None
    left = f"{unit.actions} Action{'s' * (unit.actions != 1)}"
    message = f"The {unit.name} has {left} left this round; this takes {count}."
    return Refusal("no-action", rule_id, message, {"actions": unit.actions, "needed": count})


@heeds("fieldmanual.actions", "fieldmanual.speed-top", "fieldmanual.combined-attack")
def pay(state: State, unit: Unit, count: int = 1) -> None:
    """Take Actions off a model, all its bases alike. For the `change` of events alone.

    Who is still at Top Speed from the round before and spends its last Action before its activation slows down.
    """
    slows = unit.band == TOP and not unit.used and not state.is_active(unit) and unit.actions - count <= 0
    for part in state.parts(unit):
        part.actions = max(0, part.actions - count)
        part.band = COMBAT if slows else part.band


def give(state: State, unit: Unit, count: int = 1) -> None:
    """Give a model Actions, all its bases alike. For the `change` of events alone."""
    for part in state.parts(unit):
        part.actions += count


def mark(state: State, unit: Unit, token: str, count: int = 1) -> None:
    """Lay tokens on a model, on all its bases alike; there are so many of them then. For the `change` of events."""
    for part in state.parts(unit):
        if count:
            part.tokens[token] = count
        else:
            part.tokens.pop(token, None)


def is_able(unit: Unit) -> bool:
    """Whether a model can do anything at all: it stands on the table or sits in something, and on its feet."""
    return unit.status in ("fielded", "aboard", "aloft") and not unit.token(FALLEN)


# --- Recon: who has been Active Locked in this battle, and who may not be attacked before it is
# What sensors gain and attacks ask about lies below both, in `State.points` and `State.facts`.

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
