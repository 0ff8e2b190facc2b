"""We're In Trouble: Actions against a negative Defense modifier."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.systems.fieldmanual.paying import refuse_idle
from gearlock.systems.fieldmanual.special_actions.events import PenaltyOffset
from gearlock.systems.fieldmanual.special_actions.orders import OffsetPenalty
from gearlock.systems.fieldmanual.state import State, Unit

RULE = "fieldmanual.were-in-trouble"


@rule("fieldmanual.were-in-trouble")
def refuse_offset(state: State, order: OffsetPenalty) -> Refusal | None:
    """In its own activation, with as many Actions as it says, and never past a Defense modifier of 0."""
    unit, now = state.units[order.unit], state.activation
    if now is None or now.extra or not state.is_active(unit):
        message = f"The {unit.name} does this in its own activation, with its speed and mode declared."
        return Refusal("activation", RULE, message)
    penalty = -unit.defense_modifier
    if penalty <= 0:
        message = f"The Defense modifier of the {unit.name} is {unit.defense_modifier}: there is nothing to offset."
        return Refusal("modifier", RULE, message, {"modifier": unit.defense_modifier})
    if not 1 <= order.actions <= penalty:
        message = f"1 to {penalty} Actions bring the Defense modifier of the {unit.name} to 0 at most."
        return Refusal("actions", RULE, message, {"modifier": unit.defense_modifier, "actions": order.actions})
    return refuse_idle(unit, order.actions, RULE)


@heeds("fieldmanual.were-in-trouble")
def resolve_offset(ctx: Ctx[State], order: OffsetPenalty) -> None:
    """Better, until it is activated again or changes speed or mode."""
    ctx.emit(PenaltyOffset(order.unit, order.actions))


def offer_offsets(state: State, unit: Unit) -> Iterator[Option]:
    """As many Actions as may help."""
    for count in range(1, 1 - unit.defense_modifier):
        order = OffsetPenalty(unit.id, count)
        if refuse_offset(state, order) is None:
            value = unit.defense_modifier + count
            yield Pick(f"We're In Trouble: {count} for a Defense modifier of {value}", order, RULE)
