"""4.1.4: random units, and the rounds in which unforeseen things happen."""

from __future__ import annotations

from collections.abc import Sequence

from gearlock.kernel.dice import Roll
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.systems.tactical.state import NO_GROUP, State, Unit
from gearlock.systems.tactical.subplots.field_events import ROUND_OF, EventForeseen


def pick(purpose: str, units: Sequence[Unit], seat: str, rule_id: str) -> Script[str]:
    """One of these by lot."""
    (face,) = yield from throw(Roll(f"{purpose}: {seat}", 1, max(2, len(units)), seat=seat, rule=rule_id))
    return units[(face - 1) % len(units)].id


def those_of(state: State, seat: str) -> list[Unit]:
    """The units of a side that take part, squads and vehicles."""
    return [unit for unit in state.in_play(seat) if unit.group != NO_GROUP]


def machines_of(state: State, seat: str) -> list[Unit]:
    """Its vehicles."""
    return [unit for unit in those_of(state, seat) if not unit.is_infantry]


def foresee(ctx: Ctx[State], seat: str, name: str, rule_id: str) -> Script[None]:
    """The round in which something happens that nobody planned: one die."""
    (face,) = yield from throw(Roll(f"round of the {name}: {seat}", 1, 6, seat=seat, rule=rule_id))
    ctx.emit(EventForeseen(seat, name, face))


def due(state: State, seat: str, name: str) -> int:
    """How often a subplot of a side comes about in this round."""
    mine = f"{ROUND_OF}{seat}:{name}:"
    return sum(1 for key, number in state.points.items() if key.startswith(mine) and number == state.round)
