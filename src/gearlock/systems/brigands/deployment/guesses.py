"""11.4b: places to deploy at, guessed or pointed at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Order
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.placing.search import Spot, scattered
from gearlock.systems.brigands.deployment.orders import Deploy
from gearlock.systems.brigands.deployment.places import legal_spots, links_of, tiers
from gearlock.systems.brigands.deployment.special import boxes
from gearlock.systems.brigands.state import State
from gearlock.systems.brigands.zones import faces
from gearlock.table.measure import FULL_TURN, INCH

PLACES = 40
"""Spots tried to deploy at before all of them are searched."""


def guess_deploy(state: State, _ask: Ask, order: Deploy, chooser: Chooser, attempt: int) -> Order | None:
    """Somewhere in the zone, near the leader once there is one, facing the enemy's side more or less.

    The last guess is no guess any more.
    """
    if attempt == PLACES:
        return _any_spot(state, order, chooser)
    unit = state.units[order.unit]
    places = list(boxes(state, unit, unit.aside))
    x0, y0, x1, y1 = places[0] if len(places) == 1 else chooser.choice(places)
    links, reach = links_of(state, unit), 7 * INCH
    link = chooser.choice(links) if links else None
    x = chooser.randrange(x0, x1) if link is None else link.x + chooser.randrange(-reach, reach)
    y = chooser.randrange(y0, y1) if link is None else link.y + chooser.randrange(-reach, reach)
    facing = faces(state, unit.seat) + chooser.randrange(-450, 451)
    return Deploy(unit.id, x, y, facing % FULL_TURN)


def _any_spot(state: State, deploy: Deploy, chooser: Chooser) -> Order | None:
    """Where guessing failed: a free spot of the grid, in the best way there is one."""
    unit = state.units[deploy.unit]

    def order(spots: Iterable[Spot]) -> Iterator[Spot]:
        return scattered(spots, chooser.randrange)

    for tier in tiers(unit):
        for x, y in legal_spots(state, unit, tier, order):
            return Deploy(unit.id, x, y, faces(state, unit.seat))
    return None


def aim_deploy(state: State, ask: Ask, order: Deploy, spot: Aim) -> Order:
    """The spot, looking at the enemy's side unless something else is asked for."""
    facing = faces(state, ask.seat) if spot.facing is None else spot.facing % FULL_TURN
    return Deploy(order.unit, spot.x, spot.y, facing)
