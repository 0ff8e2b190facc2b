"""Dice thrown for a pool, once or until nobody wants them thrown again. Scripts: whoever runs them throws."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.script import Script, throw


def throw_pool(roll: Roll) -> Script[Faces]:
    """Throw a pool; no dice, no throw."""
    return (yield from throw(roll)) if roll.count > 0 else ()


def throw_until_it_stands(
    roll: Roll, report: Callable[[Faces], str], again: Callable[[str], Script[bool]]
) -> Script[Faces]:
    """Throw and report, which gives words for what lies there, as long as somebody who hears them wants it `again`."""
    while True:
        faces = yield from throw_pool(roll)
        shown = report(faces)
        if not faces or not (yield from again(shown)):
            return faces
