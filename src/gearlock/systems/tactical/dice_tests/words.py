"""Tests in words."""

from __future__ import annotations

from gearlock.kernel.view import Line, Throw
from gearlock.mechanics.silhouette.shown import came_to, faces_text, skill_throw
from gearlock.systems.tactical.dice_tests.events import DieRolled, SkillTested
from gearlock.systems.tactical.state import State


def tested(state: State, event: SkillTested, _seat: str | None) -> Line:
    unit = state.units.get(event.unit)
    who = event.seat.title() if unit is None else unit.name
    shown = skill_throw(event.purpose, event.faces, event.lines, event.total, event.rule)
    against = f" against {event.against}" if event.against else ""
    text = f"{who}, {event.purpose}{against}: {faces_text(event.faces)}, "
    units = tuple(name for name in (event.unit, event.target) if name in state.units)
    return Line(text + came_to(event.faces, event.lines, event.total) + ".", units, event.rule, (shown,))


def die(state: State, event: DieRolled, _seat: str | None) -> Line:
    unit = state.units.get(event.unit)
    who = f"{unit.name}, " if unit is not None else ""
    rolled = Throw(event.purpose, event.faces, 6, (True,) * len(event.faces), (), str(sum(event.faces)), event.rule)
    units = () if unit is None else (unit.id,)
    return Line(f"{who}{event.purpose}: {faces_text(event.faces)}.", units, event.rule, (rolled,))
