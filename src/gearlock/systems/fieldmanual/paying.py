"""Actions: who has one left to spend, and what paying for something does."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.state import COMBAT, FALLEN, TOP, State, Unit


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
