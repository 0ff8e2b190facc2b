"""Silhouette dice as people read them: which face counts, further sixes, fumbles."""

from __future__ import annotations

from gearlock.kernel.view import Modifier, Throw
from gearlock.mechanics.pools.lines import sum_of
from gearlock.mechanics.pools.shown import pool_throw
from gearlock.mechanics.silhouette.rolls import SIDES


def faces_text(faces: tuple[int, ...]) -> str:
    """Dice in square brackets."""
    return f"[{', '.join(map(str, faces))}]"


def skill_throw(label: str, faces: tuple[int, ...], lines: tuple[Modifier, ...], total: int, rule: str) -> Throw:
    """The dice of a test: the one that counts, and further sixes; without a skill the lower of two."""
    if sum_of(lines)[0] > 0:
        shown = pool_throw(label, faces, lines, total, SIDES)
        return Throw(shown.label, shown.faces, shown.sides, shown.counts, shown.modifiers, shown.total, rule)
    low = faces.index(min(faces))
    counts = tuple(at == low for at in range(len(faces)))
    words = f"unskilled, the lower: {min(faces)}" if min(faces) > 1 else "unskilled, a Fumble"
    return Throw(label, faces, SIDES, counts, lines, f"{words} = {total}", rule)


def came_to(faces: tuple[int, ...], lines: tuple[Modifier, ...], total: int) -> str:
    """What a roll came to in words: its total, or a Fumble."""
    skilled = sum_of(lines)[0] > 0
    fumbled = max(faces) == 1 if skilled else min(faces) == 1
    return "a Fumble" if fumbled else str(total)
