"""16.0, 2c: normal conditions: some of the area terrain is dangerous as well."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.movement.terrain import words_of
from gearlock.table.terrain import Ground

DANGEROUS = "dangerous"
"""Where `State.switches` keeps the ids of the pieces that turned out dangerous."""


@lru_cache(maxsize=64)
@heeds("blitz.16.0-2c-normal")
def endangered(ground: Ground, names: tuple[str, ...]) -> Ground:
    """A ground with these pieces dangerous as well as what they are."""
    pieces = []
    for name in names:
        piece = ground.piece(name)
        words = " ".join(dict.fromkeys((*words_of(piece), DANGEROUS)))
        pieces.append(msgspec.structs.replace(piece, props={**piece.props, "going": words}))
    return ground.changed(*pieces) if pieces else ground


def ground_of(ground: Ground, switches: dict[str, str]) -> Ground:
    """The ground of a set-up as a battle has changed it."""
    return endangered(ground, tuple(switches.get(DANGEROUS, "").split()))
