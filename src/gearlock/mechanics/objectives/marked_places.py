"""Places that a map marks, where a battle has no objectives of its book: who holds them, and where bots go.

A side holds a place with more figures within 6 in of it than the enemy has. At the end more places win; with as many,
what the battle goes by otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import asdict, replace

from gearlock.kernel.view import Goal, Shape
from gearlock.mechanics.figures import AnyFigure
from gearlock.mechanics.objectives.approach import left_to_hold, way_to
from gearlock.mechanics.objectives.progress import is_held, near_by_seat
from gearlock.mechanics.objectives.wanted import Errand
from gearlock.mechanics.turns import SEATS, higher
from gearlock.table.bodies import Body
from gearlock.table.measure import FULL_TURN, INCH, advance
from gearlock.table.terrain import Ground, Marker

Ending = TypeVar("Ending", bound=Struct)
"""How a battle ends, as the kernel tells it: winner, reason and score."""
REACH = 6 * INCH
"""As near as a figure's base must be."""
LONG = 36 * INCH
"""A way that is as good as endless."""
HELD, WAY = 0.5, 0.5
"""What a place that is held is worth to bots, and what an endless way to one costs, in shares of a figure."""
CORNERS = 12


def _point(ground: Ground, marker: Marker) -> Body:
    return Body(marker.x, marker.y, ground.elevation(marker.x, marker.y))


def holders(ground: Ground, figures: Iterable[AnyFigure]) -> dict[str, str]:
    """Who holds each marked place, by its id; nobody where both have as many there."""
    able, found = list(figures), dict[str, str]()
    for marker in ground.marked:
        near = near_by_seat(_point(ground, marker), REACH, able, SEATS)
        weights = {seat: len(there) for seat, there in near.items()}
        found[marker.id] = next((seat for seat in SEATS if is_held(weights, seat)), "")
    return found


def held_by(ground: Ground, figures: Iterable[AnyFigure]) -> dict[str, int]:
    """How many marked places each side holds."""
    by = list(holders(ground, figures).values())
    return {seat: by.count(seat) for seat in SEATS}


def decided(ground: Ground, figures: Iterable[AnyFigure], otherwise: Ending) -> Ending:
    """How a battle ends when the last round is over: more marked places win, else it is as it would be without any."""
    if not ground.marked:
        return otherwise
    count = held_by(ground, figures)
    words, winner = f"marked places held: red {count['red']}, blue {count['blue']}", higher(**count)
    if winner:
        return replace(otherwise, winner=winner, reason=words, score=count)
    return replace(otherwise, reason=f"{words}; {asdict(otherwise)['reason']}")


def shapes(ground: Ground, figures: Iterable[AnyFigure]) -> tuple[Shape, ...]:
    """The marked places on the table, each with who holds it."""
    by, found = holders(ground, figures), []
    for marker in ground.marked:
        disc = tuple(advance(marker.x, marker.y, corner * FULL_TURN // CORNERS, INCH) for corner in range(CORNERS))
        label = f"{marker.name}, held by {by[marker.id] or 'nobody'}; 6 in around it"
        found.append(Shape(f"marked-{marker.id}", "marker", label, disc))
    return tuple(found)


def goals(ground: Ground, figures: Iterable[AnyFigure]) -> tuple[Goal, ...]:
    """What both sides fight for: the marked places."""
    count, full = held_by(ground, figures), len(ground.marked)
    places = tuple(f"marked-{marker.id}" for marker in ground.marked)
    lines = {seat: f"{seat}: holds {held} of {full} marked places" for seat, held in count.items()}
    words = "more than the enemy at the end"
    return tuple(
        Goal("Marked places", seat, count[seat], full, words, places=places, line=lines[seat])
        for seat in (SEATS if full else ())
    )


def wanted(ground: Ground, figures: Iterable[AnyFigure], figure: AnyFigure) -> tuple[Marker, ...]:
    """Where bots want a figure: at the nearest place its side does not hold, if it is the nearest of its side to it.

    Who alone holds a place stays there.
    """
    able = list(figures)
    mine = [each for each in able if each.seat == figure.seat]
    by = holders(ground, able)
    there = [marker for marker in ground.marked if not way_to(figure, (marker.x, marker.y), REACH, LONG)]
    needed = tuple(marker for marker in there if by[marker.id] == figure.seat)
    if needed:
        return needed
    open_places = [marker for marker in ground.marked if by[marker.id] != figure.seat]
    found = [marker for marker in open_places if _rank(mine, figure, marker) < len(mine) // len(ground.marked) + 1]
    return tuple(sorted(found, key=lambda marker: (way_to(figure, (marker.x, marker.y), REACH, LONG), marker.id))[:1])


def _rank(mine: Iterable[AnyFigure], figure: AnyFigure, marker: Marker) -> int:
    """How many of its side are nearer to a place."""
    spot = (marker.x, marker.y)
    own = (way_to(figure, spot, REACH, LONG), figure.id)
    return sum((way_to(each, spot, REACH, LONG), each.id) < own for each in mine)


def errand(ground: Ground, figures: Iterable[AnyFigure], figure: AnyFigure) -> Errand | None:
    """The same as an errand."""
    spots = tuple((marker.x, marker.y) for marker in wanted(ground, figures, figure))
    return Errand(spots, REACH) if spots else None


def worth_in_reach(ground: Ground, figures: Iterable[AnyFigure], seat: str) -> float:
    """What places held are worth to a seat, less the enemy's and the ways left to others, in shares of a figure."""
    able, called, worth = list(figures), set[str](), 0.0
    mine = [figure for figure in able if figure.seat == seat]
    for marker in ground.marked:
        by = holders(ground, able)[marker.id]
        if by == seat:
            worth += HELD
            continue
        far = left_to_hold(mine, (marker.x, marker.y), lambda figure, spot: way_to(figure, spot, REACH, LONG), called)
        worth -= (HELD if by else 0.0) + WAY * far
    return worth
