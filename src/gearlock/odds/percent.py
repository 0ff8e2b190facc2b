"""Roll-under d100 attacks: hit, evade, penetrate, shot after shot, with integer weights out of powers of a hundred.

The dice read 0 to 99 and succeed below the number, so a number of N is exactly N per cent; below 1 never, from 100 on
always. This file compiles with mypyc.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from typing import NamedTuple

CENT = 100
KEPT = 65_536
"""How many answers each cache holds."""


class Shot(NamedTuple):
    """One shot at one target: the numbers to roll under and what a hit does.

    `reduction` lowers each shot's damage, never its critical damage. A shot that is evaded still does `graze`. A shot
    that penetrates does `critical` to the structure, or `spalling` if that is more; other direct hits do `spalling`.
    """

    accuracy: int
    damage: int
    reduction: int = 0
    evasion: int = 0
    graze: int = 0
    penetration: int = 0
    critical: int = 0
    spalling: int = 0


@dataclass(frozen=True, slots=True)
class Volley:
    """What a number of shots does: `outcomes` are (damage, critical damage, weight), the weights making `total`.

    `hits` is the weight of at least one shot that strikes and is not evaded.
    """

    hits: int
    outcomes: tuple[tuple[int, int, int], ...]
    total: int


def per_cent(number: int) -> int:
    """How many of the hundred faces succeed against this number."""
    return min(CENT, max(0, number))


def shot_weights(shot: Shot) -> dict[tuple[int, int], int]:
    """The (damage, critical damage) of a single shot, with weights out of a million."""
    hit, evaded, pierced = per_cent(shot.accuracy), per_cent(shot.evasion), per_cent(shot.penetration)
    struck = hit * (CENT - evaded)
    damage = max(0, shot.damage - shot.reduction)
    weights: dict[tuple[int, int], int] = {}
    for outcome, weight in (
        ((0, 0), (CENT - hit) * CENT * CENT),
        ((max(0, shot.graze - shot.reduction), 0), hit * evaded * CENT),
        ((damage, shot.spalling), struck * (CENT - pierced)),
        ((damage, max(shot.critical, shot.spalling)), struck * pierced),
    ):
        if weight:
            weights[outcome] = weights.get(outcome, 0) + weight
    return weights


@lru_cache(maxsize=KEPT)
def volley(shot: Shot, shots: int = 1) -> Volley:
    """The odds of `shots` shots at the same target, each rolled by itself; weights come in lowest terms."""
    one = shot_weights(shot)
    weights = {(0, 0): 1}
    missed = total = 1
    struck = per_cent(shot.accuracy) * (CENT - per_cent(shot.evasion)) * CENT
    for _ in range(shots):
        later: dict[tuple[int, int], int] = {}
        for (damage, critical), weight in weights.items():
            for (more, deeper), ways in one.items():
                key = (damage + more, critical + deeper)
                later[key] = later.get(key, 0) + weight * ways
        weights = later
        missed *= CENT * CENT * CENT - struck
        total *= CENT * CENT * CENT
    shared = gcd(total, missed)
    for weight in weights.values():
        shared = gcd(shared, weight)
    outcomes = tuple((damage, critical, weights[damage, critical] // shared) for damage, critical in sorted(weights))
    return Volley((total - missed) // shared, outcomes, total // shared)
