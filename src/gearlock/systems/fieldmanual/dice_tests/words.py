"""Tests in words."""

from __future__ import annotations

from gearlock.kernel.view import Line, Modifier, Throw
from gearlock.mechanics.pools.lines import sum_of
from gearlock.mechanics.pools.shown import pool_throw
from gearlock.systems.fieldmanual.dice_tests.events import SkillRolled
from gearlock.systems.fieldmanual.state import State

SIX = 6


def faces_text(faces: tuple[int, ...]) -> str:
    """Dice in square brackets."""
    return f"[{', '.join(map(str, faces))}]"


def skill_throw(label: str, faces: tuple[int, ...], lines: tuple[Modifier, ...], total: int, rule: str) -> Throw:
    """The dice of a test: the one that counts, and further sixes; without a skill the lower of two."""
    if sum_of(lines)[0] > 0:
        shown = pool_throw(label, faces, lines, total, SIX)
        return Throw(shown.label, shown.faces, shown.sides, shown.counts, shown.modifiers, shown.total, rule)
    low = faces.index(min(faces))
    counts = tuple(at == low for at in range(len(faces)))
    words = f"unskilled, the lower: {min(faces)}" if min(faces) > 1 else "unskilled, a Fumble"
    return Throw(label, faces, SIX, counts, lines, f"{words} = {total}", rule)


def rolled(state: State, event: SkillRolled, _seat: str | None) -> Line:
    """A test and what came of it."""
    unit = state.units.get(event.unit)
    who = unit.name if unit is not None else event.seat.title()
    skilled = sum_of(event.lines)[0] > 0
    fumbled = max(event.faces) == 1 if skilled else min(event.faces) == 1
    came = "a Fumble" if fumbled else str(event.total)
    text = f"{who}, {event.purpose}: {faces_text(event.faces)}, {came}."
    units = tuple(name for name in (event.unit, event.target) if name in state.units)
    return Line(
        text, units, event.rule, (skill_throw(event.purpose, event.faces, event.lines, event.total, event.rule),)
    )
