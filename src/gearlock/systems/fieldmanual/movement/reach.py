"""What a model may still move in its activation, and what has ended its movement."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.movement.bands import MP, SHUFFLE, most_mp
from gearlock.systems.fieldmanual.movement.events import HALTED, JUMPED
from gearlock.systems.fieldmanual.state import CLIMBING, DISEMBARKED, FALLEN, STATIONARY, TOP, State, Unit
from gearlock.systems.fieldmanual.under_way import Activation

RULE = "fieldmanual.movement-points"


@heeds("fieldmanual.movement-points")
def mp_left(state: State, unit: Unit) -> int:
    """Thousandths of MP that a figure may still spend; of a Stationary one, mils it may still move."""
    now = state.activation
    if now is None or not state.is_active(unit) or is_halted(now, unit):
        return 0
    if unit.band == STATIONARY:
        return max(0, SHUFFLE - now.gone.get(unit.id, 0)) if unit.card.rows else 0
    return max(0, most_mp(unit, now) - now.spent.get(unit.id, 0))


def is_halted(now: Activation, unit: Unit) -> bool:
    """Whether something has ended its movement for this activation."""
    return f"{HALTED}:{unit.id}" in now.marks


@heeds("fieldmanual.perk-jump-jets")
def jumped_by(now: Activation, figure: str) -> int | None:
    """How far a figure has jumped in this activation; None if it has not."""
    prefix = f"{JUMPED}:{figure}:"
    return next((int(mark[len(prefix) :]) for mark in now.marks if mark.startswith(prefix)), None)


@heeds("fieldmanual.speed-combat", "fieldmanual.speed-top", "fieldmanual.perk-jump-jets")
def still_obliged(state: State, unit: Unit) -> int:
    """What a figure must still move: MPs in thousandths at Top Speed, mils at Combat Speed and in Reverse.

    A jump counts an MP an inch. Who has no MPs left, or was stopped, owes nothing.
    """
    now = state.activation
    if now is None or now.extra or unit.band == STATIONARY or is_halted(now, unit) or not unit.card.rows:
        return 0
    if refuse_passenger(unit) is not None:
        return 0
    if unit.band == TOP:
        jumped = jumped_by(now, unit.id) or 0
        return max(0, MP * unit.row.combat - now.spent.get(unit.id, 0) - jumped)
    return max(0, SHUFFLE - now.gone.get(unit.id, 0)) if mp_left(state, unit) else 0


@heeds("fieldmanual.mode-static", "fieldmanual.option-walker-knockdown", "fieldmanual.perk-arms")
def refuse_unmoving(state: State, unit: Unit) -> Refusal | None:
    """Why a figure cannot move at all now."""
    now = state.activation
    if now is None or not state.is_active(unit) or now.extra or not unit.is_fielded:
        return Refusal("passive", "fieldmanual.activation", f"The {unit.name} moves in its own activation only.")
    if not unit.card.rows:
        return Refusal("static", "fieldmanual.mode-static", f"The {unit.name} never moves.")
    if refusal := refuse_passenger(unit):
        return refusal
    if unit.token(FALLEN):
        message = f"The {unit.name} lies on the ground: it must stand up first."
        return Refusal("fallen", "fieldmanual.option-walker-knockdown", message)
    if is_halted(now, unit):
        return Refusal("halted", RULE, f"The {unit.name} was stopped: it moves no further in this activation.")
    return None


@heeds("fieldmanual.transports", "fieldmanual.infantry-structures")
def refuse_passenger(unit: Unit) -> Refusal | None:
    """Who is in something does not move by itself, and who got out in this round only once it has paid an Action."""
    if unit.carrier:
        message = f"The {unit.name} is inside: it gets out first."
        return Refusal("inside", "fieldmanual.transports", message)
    if unit.token(DISEMBARKED):
        message = f"The {unit.name} got out in this round: it spends an Action first to be able to move."
        return Refusal("disembarked", "fieldmanual.transports", message)
    return None


@heeds("fieldmanual.perk-arms", "fieldmanual.perk-climbing-equipment")
def refuse_hanging(unit: Unit) -> Refusal | None:
    """Who hangs on a cliff does nothing but climb."""
    if not unit.token(CLIMBING):
        return None
    message = f"The {unit.name} hangs on a cliff: it climbs up, down or along it."
    return Refusal("climbing", "fieldmanual.perk-arms", message)
