"""Actions as Electronic Warfare pays them: saved ones at any time, or the free one of an Active Lock."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.paying import is_able, pay
from gearlock.systems.fieldmanual.state import State, Unit


@heeds("fieldmanual.active-lock")
def has_free_action(state: State, unit: Unit) -> bool:
    """Whether the free Action of an Active Lock that this model made is still to be used."""
    now = state.activation
    return now is not None and bool(now.free) and state.is_active(unit)


@heeds("fieldmanual.comm-events", "fieldmanual.active-lock")
def has_action(state: State, unit: Unit) -> bool:
    """Whether a model can pay for ECM and the like: it is there and able, and has an unspent Action or a free one."""
    return is_able(unit) and (unit.actions > 0 or has_free_action(state, unit))


@heeds("fieldmanual.active-lock")
def spend_action(state: State, unit: Unit) -> None:
    """Take an Action off a model, the free one first. For the `change` of events alone."""
    now = state.activation
    if now is not None and has_free_action(state, unit):
        now.free = ""
    else:
        pay(state, unit)
