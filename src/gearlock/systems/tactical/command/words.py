"""Command Points in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.tactical.command import events as e
from gearlock.systems.tactical.state import State

USED = {
    "extra action": "an extra Action", "activate": "an activation out of sequence", "about-face": "an about-face",
    "pay debt": "an Action it owed", "warning": "a warning (+2 to its defense)",
}  # fmt: skip


def tactics(_state: State, event: e.TacticsRolled, _seat: str | None) -> Line:
    who = f"{event.winner.title()} says who deploys first." if event.winner else "A tie: they roll again."
    text = f"Tactics: red {event.red}, blue {event.blue}. {who}"
    return Line(text, (), "tactical.2.6.2-step0-deployment")


def spent(state: State, event: e.PointSpent, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    kind = "An Initiative" if event.pool.startswith("ICP") else "A Tactical"
    lost = "" if event.passed else " It does not get through the jamming."
    text = f"{kind} Command Point for the {unit.name}: {USED.get(event.use, event.use)}.{lost}"
    return Line(text, (unit.id,), "tactical.2.6.4")
