"""What may be answered as a numbered list of actions: one an option, and four ways of completing one that is open.

An open option (a path, a place, a facing, a number) is completed only when its action is taken: towards the nearest
enemy that is known, away from it, to its left, to its right; for a number its least, its most and two between. Where
that way is barred, a way by lot takes its place, drawn from the seed of the battle.
"""

from __future__ import annotations

import random
from math import atan2, cos, pi, sin
from typing import NamedTuple

from gearlock.kernel.asks import OPEN_OPTIONS, Amount, Facing, Option
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Aim
from gearlock.kernel.view import Piece, View

MOST = 128
"""Actions at most; what is offered beyond them is left out."""
WAYS = 4
"""Ways to complete an open option: ahead, away, left, right."""
LOTS = 12
"""How often a way by lot is tried."""
FULL_TURN = 3600


class Action(NamedTuple):
    """An option, and the way to complete it; -1 for one that stands as it is."""

    option: Option
    way: int


def actions_of(options: tuple[Option, ...]) -> list[Action]:
    """The actions of a decision, in the order of its options."""
    found: list[Action] = []
    for option in options:
        if isinstance(option, OPEN_OPTIONS):
            found += [Action(option, way) for way in range(WAYS)]
        else:
            found.append(Action(option, -1))
    return found[:MOST]


def order_of(seat: Seat, view: View, action: Action, seed: str) -> Order | None:
    """The order that an action stands for; None where it cannot be completed in any way."""
    option = action.option
    if action.way < 0:
        return option.order
    aimed = seat.aim(option, _aim(seat, view, option, action.way))
    if not isinstance(aimed, Refusal) and seat.refuse(aimed) is None:
        return aimed
    chooser = random.Random(f"{seed}:{action.way}")
    return next((order for order in (seat.sample(option, chooser) for _ in range(LOTS)) if order is not None), None)


def _aim(seat: Seat, view: View, option: Option, way: int) -> Aim:
    if isinstance(option, Amount):
        return Aim(option.low + (option.high - option.low) * (0, 3, 1, 2)[way] // 3)
    name = getattr(option, "unit", "") or getattr(option.order, "unit", "")
    own = next((piece for piece in view.pieces if piece.id == name), None)
    x, y = (own.x, own.y) if own is not None else (view.table.width // 2, view.table.height // 2)
    toward = bearing_to_enemy(view, seat.name, x, y)
    heading = toward + (0, pi, pi / 2, -pi / 2)[way]
    facing = round(toward * 1800 / pi) % FULL_TURN
    if isinstance(option, Facing):
        return Aim(x, y, round(heading * 1800 / pi) % FULL_TURN)
    reach = max(view.table.width, view.table.height) / 3
    to_x, to_y = x + round(reach * cos(heading)), y + round(reach * sin(heading))
    if view.table.kind != "hexes":
        to_x, to_y = min(max(to_x, 0), view.table.width), min(max(to_y, 0), view.table.height)
    return Aim(to_x, to_y, facing)


def bearing_to_enemy(view: View, seat: str, x: int, y: int) -> float:
    """Where the nearest enemy is that a seat knows of, in radians; towards the middle of the table if it knows none."""
    foes = [piece for piece in view.pieces if piece.side != seat and piece.status != "destroyed"]
    if not foes:
        return atan2(view.table.height / 2 - y, view.table.width / 2 - x)
    near = min(foes, key=lambda piece: (piece.x - x) ** 2 + (piece.y - y) ** 2)
    return atan2(near.y - y, near.x - x)


def action_of(actions: list[Action], order: Order, stands: Piece | None, view: View, seat: str) -> int:
    """The action that comes nearest to an order; -1 if none is of its kind. For games that others have played."""
    exact = [n for n, action in enumerate(actions) if action.way < 0 and action.option.order == order]
    if exact:
        return exact[0]
    unit = getattr(order, "unit", "")
    alike = [
        n
        for n, action in enumerate(actions)
        if type(action.option.order) is type(order) and getattr(action.option.order, "unit", "") == unit
    ]
    if not alike or actions[alike[0]].way < 0 or stands is None:
        return alike[0] if alike else -1
    return alike[_way_of(order, stands, view, seat)]


def _way_of(order: Order, stands: Piece, view: View, seat: str) -> int:
    """Which of the four ways an order with legs or a place goes."""
    legs = getattr(order, "legs", None) or getattr(order, "path", None)
    toward = bearing_to_enemy(view, seat, stands.x, stands.y)
    if legs and isinstance(legs[0], tuple) and len(legs[0]) == 2:
        heading = (stands.facing + legs[0][0]) * pi / 1800 + (pi if legs[0][1] < 0 else 0.0)
    elif hasattr(order, "x") and hasattr(order, "y"):
        heading = atan2(order.y - stands.y, order.x - stands.x)
    else:
        return 0
    off = (heading - toward + pi) % (2 * pi) - pi
    if abs(off) <= pi / 4:
        return 0
    return 1 if abs(off) >= 3 * pi / 4 else 2 if off > 0 else 3
