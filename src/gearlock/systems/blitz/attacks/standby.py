"""10.3: stand by. Actions kept for what comes."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.systems.blitz.attacks.events import StoodBy
from gearlock.systems.blitz.attacks.orders import StandBy
from gearlock.systems.blitz.paying import refuse_idle
from gearlock.systems.blitz.state import BRACED, State


@rule("blitz.10.3")
@heeds("blitz.9.6c", "blitz.18.7-medic")
def refuse_stand_by(state: State, order: StandBy) -> Refusal | None:
    """Only a braced model stands by, with actions it has."""
    unit = state.units[order.unit]
    if unit.stance != BRACED:
        return Refusal("posture", "blitz.10.3", f"The {unit.name} is not braced, and only who is may stand by.")
    if idle := refuse_idle(unit, "blitz.10.3"):
        return idle
    if not 1 <= order.actions <= unit.actions:
        message = f"The {unit.name} has {unit.actions} actions to stand by with, not {order.actions}."
        return Refusal("actions", "blitz.10.3", message, {"actions": order.actions, "has": unit.actions})
    return None


def resolve_stand_by(ctx: Ctx[State], order: StandBy) -> None:
    """A token for each action."""
    ctx.emit(StoodBy(order.unit, order.actions))
