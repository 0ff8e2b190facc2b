"""Tests in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.mechanics.silhouette.shown import came_to, faces_text, skill_throw
from gearlock.systems.fieldmanual.dice_tests.events import SkillRolled
from gearlock.systems.fieldmanual.state import State

__all__ = ["faces_text", "rolled", "skill_throw"]


def rolled(state: State, event: SkillRolled, _seat: str | None) -> Line:
    """A test and what came of it."""
    unit = state.units.get(event.unit)
    who = unit.name if unit is not None else event.seat.title()
    text = f"{who}, {event.purpose}: {faces_text(event.faces)}, {came_to(event.faces, event.lines, event.total)}."
    units = tuple(name for name in (event.unit, event.target) if name in state.units)
    return Line(
        text, units, event.rule, (skill_throw(event.purpose, event.faces, event.lines, event.total, event.rule),)
    )
