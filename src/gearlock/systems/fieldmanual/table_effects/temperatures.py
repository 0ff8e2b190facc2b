"""Extreme Temperatures: heat or cold stuns some models before the battle begins."""

from __future__ import annotations

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.systems.fieldmanual.state import SEATS, State
from gearlock.systems.fieldmanual.table_effects.effects import EXTREME_TEMPERATURES, has
from gearlock.systems.fieldmanual.table_effects.events import FELT, TemperaturesFelt

RULE = "fieldmanual.event-extreme-temperatures"


@rule("fieldmanual.event-extreme-temperatures")
def is_due(state: State) -> bool:
    """Whether the dice are still to be thrown: when the first round has begun, once."""
    return has(state, EXTREME_TEMPERATURES) and state.round == 1 and FELT not in state.points


@heeds("fieldmanual.event-extreme-temperatures")
def resolve_temperatures(ctx: Ctx[State]) -> Script[None] | None:
    """A die for every model, each Combined Model once; None if there is nothing to throw for."""
    return _throw(ctx) if is_due(ctx.state) else None


def _throw(ctx: Ctx[State]) -> Script[None]:
    felt: list[tuple[str, int]] = []
    for seat in SEATS:
        names = [unit.id for unit in ctx.state.models(seat) if unit.card.kind not in ("drone", "aircraft")]
        if names:
            roll = Roll("extreme temperatures", len(names), 6, seat=seat, rule=RULE, marks=(2,), ordered=True)
            faces = yield from throw(roll)
            felt += zip(names, faces, strict=True)
    ctx.emit(TemperaturesFelt(tuple(felt)))
