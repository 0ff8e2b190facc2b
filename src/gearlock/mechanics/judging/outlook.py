"""How well a figure stands where it is: what it could do from there or from nearer, and what could be done to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from gearlock.kernel.survey import Standing
from gearlock.mechanics.figures import Figure
from gearlock.mechanics.ground.forms import is_solid
from gearlock.mechanics.ground.surfaces import surface_at
from gearlock.table.measure import distance
from gearlock.table.terrain import Ground

AFTER_A_MOVE = 0.7
"""What an attack counts that takes a move first: something may be in its way."""


class Rival(NamedTuple):
    """An enemy as one side sees it: what it counts, what it could do to a figure, and the figure to it.

    Whoever is `spent` has acted already and strikes late, if at all.
    """

    name: str
    stake: float
    harm: float
    strike: float
    spent: bool = False


def standing_among(rivals: Iterable[Rival], stake: float, left: float) -> Standing:
    """How a figure stands that counts so much and has so much left."""
    strikes = 0.0
    soon: dict[str, float] = {}
    late: dict[str, float] = {}
    for rival in rivals:
        strikes = max(strikes, rival.stake * rival.strike)
        if rival.harm:
            (late if rival.spent else soon)[rival.name] = rival.harm
    return Standing(strikes, soon, late, stake, left)


def stakes_by_price(*sides: Mapping[str, int]) -> dict[str, float]:
    """What each figure counts, in shares of the average of its side, by what it cost."""
    found: dict[str, float] = {}
    for side in sides:
        total = sum(side.values())
        found |= {name: price * len(side) / total for name, price in side.items()}
    return found


def here_or_nearer(here: float, nearer: Iterable[float]) -> float:
    """The best attack from where a figure stands, or from places that take a move first."""
    return max([here, *(AFTER_A_MOVE * worth for worth in nearer)])


def braced_or_nearer(figure: Any, braced: str, nearer: Any | None, best: Callable[[Any], float]) -> float:
    """The best attack of a figure braced where it stands, or from nearer where it could come there."""
    here = figure.clone()
    here.posture = braced
    return here_or_nearer(best(here), () if nearer is None else (best(nearer),))


def step_towards(ground: Ground, figure: Figure, goal: Figure, most: int, clear: int) -> tuple[int, int, int] | None:
    """Where a figure comes to straight towards another, as far as it goes; None where something solid stands.

    Between their middles so much stays `clear`.
    """
    way = distance(figure.x, figure.y, goal.x, goal.y)
    length = min(most, way - clear)
    if length <= 0:
        return None
    x = figure.x + (goal.x - figure.x) * length // way
    y = figure.y + (goal.y - figure.y) * length // way
    if any(is_solid(piece) and piece.top > figure.z for piece in ground.pieces_at(x, y)):
        return None
    return x, y, surface_at(ground, x, y, figure.z)
