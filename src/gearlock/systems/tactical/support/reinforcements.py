"""4.2.2: units that arrive in the middle of a battle: they come on at their home edge."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.asks import Ask
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.tactical.deployment.events import StartedAboard
from gearlock.systems.tactical.deployment.orders import Deploy, DeployAboard
from gearlock.systems.tactical.deployment.places import DEPLOY, place, waiting
from gearlock.systems.tactical.state import RESERVE, SEATS, State, Unit
from gearlock.systems.tactical.support.events import Arrived, ClipsCame, ReservesCame
from gearlock.systems.tactical.victory_points.events import ARRIVES, CLIP_DUE

RULE: Final = "tactical.4.2.2-spending"
DEPTH: Final = 3
"""Inches of the home edge that new units come onto."""


@heeds("tactical.4.2.2-spending")
def bring_clips(ctx: Ctx[State]) -> None:
    """At the beginning of a round, before anything new is bought: clips of the last one are there."""
    due = tuple(unit.id for unit in ctx.state.units.values() if any(name.startswith(CLIP_DUE) for name in unit.tokens))
    if due:
        ctx.emit(ClipsCame(due))


def is_due(state: State, unit: Unit) -> bool:
    """Whether a unit that was on its way is there now."""
    return unit.status == RESERVE and 0 < unit.token(ARRIVES) <= state.round


@heeds("tactical.4.2.2-spending")
def resolve_arrivals(ctx: Ctx[State]) -> Script[None]:
    """At the beginning of a round whoever is due is placed within 3 in of its home edge, red before blue."""
    due = tuple(unit.id for unit in ctx.state.units.values() if is_due(ctx.state, unit))
    if due:
        ctx.emit(ReservesCame(due, DEPTH))
    for seat in SEATS:
        while units := [unit for unit in waiting(ctx.state, seat) if unit.id in due]:
            prompt = f"Place the {units[0].name} at your home edge."
            order = yield from ask(Ask(seat, DEPLOY, units[0].id, rule=RULE, prompt=prompt))
            assert isinstance(order, Deploy | DeployAboard), f"{order} places nobody"
            if isinstance(order, DeployAboard):
                ctx.emit(StartedAboard(order.unit, order.carrier))
            else:
                place(ctx, order)
            ctx.emit(Arrived(order.unit))
