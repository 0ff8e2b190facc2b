"""1.2: the dice behind a line of the story, with what this book says of every pool."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gearlock.kernel.view import Modifier, Throw
from gearlock.mechanics.pools import shown
from gearlock.mechanics.pools.lines import dice
from gearlock.systems.brigands.dice import BASE_DICE, STEP

BASE = dice(BASE_DICE, "Base Dice", "brigands.1.2d")


def pool_throw(
    label: str, faces: tuple[int, ...], lines: Sequence[Modifier], result: int, step: int = STEP, rule: str = ""
) -> Throw:
    """A pool, its lines told from the Base Dice on. An event of an older log knows its dice alone."""
    throw = shown.pool_throw(label, faces, (BASE, *lines) if lines else (), result, step)
    return msgspec.structs.replace(throw, rule=rule or "brigands.1.2b")


def dice_text(faces: tuple[int, ...], step: int = STEP) -> str:
    """The faces of a roll, and from which on dice add if that is not the usual one."""
    adding = f" ({step}+ adds)" if step != STEP else ""
    return f"[{' '.join(map(str, faces))}]{adding}" if faces else "no dice"
