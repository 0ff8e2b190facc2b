"""What a person asks before deciding: what an order would mean, where a spot would lead, what looks good."""

from __future__ import annotations

import operator
import random
from collections.abc import Iterator
from functools import cache, reduce
from typing import Any, TypeVar

import msgspec

from gearlock.kernel.asks import OPEN_OPTIONS, Option, Path
from gearlock.kernel.bounds import LARGEST_ORDER
from gearlock.kernel.errors import GearlockError, IllegalOrder
from gearlock.kernel.orders import Concede, Decline, Order, Refusal
from gearlock.kernel.registry import get_system
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Aim
from gearlock.kernel.typed import typed_decoder
from gearlock.kernel.view import Preview, TableView
from gearlock.server.around import way_around
from gearlock.server.ways import Danger, Short, Suggestion
from gearlock.server.wire import (
    Bear,
    Borne,
    Fear,
    Feared,
    Heat,
    Heated,
    Look,
    Looked,
    Objected,
    Point,
    Pointed,
    Reach,
    Reached,
    Spot,
    Suggested,
    WeighAll,
    Weighed,
    WeighedAll,
    WhyNot,
)
from gearlock.table.suggesting import Steps, suggestions

T = TypeVar("T")
TRIES = 16
WAYS = 6
HEAT_REACH, HEAT_STEP = 6, 2000
"""How many spots around a piece are looked at each way, and how wide one is on a table in inches."""
_encode = msgspec.json.Encoder().encode


class NoSuchOption(GearlockError):
    """An option was named that is not on offer, or that is complete as it stands."""


@cache
def _orders(system: str) -> msgspec.json.Decoder[Any]:
    kinds = {*get_system(system).orders, Decline, Concede}
    return typed_decoder(reduce(operator.or_, kinds))


def read_order(system: str, raw: msgspec.Raw) -> Order:
    """An order as it came over the wire. Raises msgspec.DecodeError or ValidationError."""
    if len(bytes(raw)) > LARGEST_ORDER:
        raise msgspec.ValidationError(f"an order has at most {LARGEST_ORDER:,} letters")
    order: Order = _orders(system).decode(raw)
    return order


def weigh(seat: Seat, order: Order, ref: int) -> Weighed:
    """What an order would mean; one the rules refuse raises IllegalOrder."""
    refusal = seat.refuse(order)
    if refusal is not None:
        raise IllegalOrder(refusal)
    return Weighed(ref, seat.preview(order))


def weigh_all(seat: Seat, message: WeighAll) -> Steps[WeighedAll]:
    """Every complete option in short, one at a step."""
    weighed = []
    for number, option in enumerate(seat.options()):
        if not isinstance(option, OPEN_OPTIONS):
            weighed.append(_short(number, seat.preview(option.order)))
            yield
    return WeighedAll(message.ref, tuple(weighed))


def _short(number: int, preview: Preview) -> Short:
    rolls = [roll for roll in (preview, *preview.also) if roll.odds is not None and roll.target]
    short = Short(
        number,
        preview.gives,
        preview.risks,
        cost=preview.cost,
        without=preview.without,
        target=preview.target,
        touches=tuple(dict.fromkeys(roll.target for roll in rolls)),
    )
    odds = preview.odds
    if odds is None:
        return short
    possible = [damage for damage, chance in odds.damage.items() if chance > 0] or [0]
    return msgspec.structs.replace(
        short,
        p_hit=odds.p_hit,
        mean_damage=odds.mean_damage,
        p_destroyed=odds.p_destroyed,
        least=min(possible),
        most=max(possible),
    )


def point(seat: Seat, message: Point) -> Pointed:
    """The order that pointing somewhere comes to; raises IllegalOrder where there is none."""
    option = _open_option(seat, message.option)
    aim = Aim(message.x, message.y, message.facing, message.via)
    answer = seat.aim(option, aim)
    if isinstance(answer, Refusal) and message.around and isinstance(option, Path):
        answer = way_around(seat, option, aim) or answer
    order = _told(answer)
    return Pointed(message.ref, msgspec.Raw(_encode(order)), seat.preview(order))


def suggest(seat: Seat, option: int, ref: int, temper: int) -> Steps[Suggested]:
    """A few ways to complete an open option, the best first, no two to the same end; one is tried at a step."""
    found = yield from suggestions(seat, _open_option(seat, option), random.Random(temper), TRIES, WAYS)
    return Suggested(ref, tuple(Suggestion(msgspec.Raw(_encode(way.order)), way.preview, way.place) for way in found))


def reach(seat: Seat, message: Reach) -> Reached:
    """Where an option could lead, one that is complete as it stands too: a posture, a turn."""
    return Reached(message.ref, seat.reach(_option(seat, message.option)))


def look(seat: Seat, message: Look) -> Looked:
    """What a piece sees of another."""
    return Looked(message.ref, _told(seat.sight(message.piece, _aim(message.spot), message.target)))


def bear(seat: Seat, message: Bear) -> Borne:
    """Where the weapons of a piece bear."""
    return Borne(message.ref, _told(seat.fields(message.piece, _aim(message.spot))))


def fear(seat: Seat, message: Fear) -> Feared:
    """What the enemies could do to a piece."""
    return Feared(message.ref, _told(seat.menaces(message.piece, _aim(message.spot))))


def heat(seat: Seat, message: Heat) -> Steps[Heated]:
    """How dangerous the ground around a piece is, a spot at a step; where it cannot stand is left out."""
    view = seat.view()
    mine = next((piece for piece in view.pieces if piece.id == message.piece and piece.side == seat.name), None)
    _told(seat.menaces(message.piece, None))  # whose piece it must be is said here
    assert mine is not None
    step = 1 if view.table.kind == "hexes" else HEAT_STEP
    spots = []
    for x, y in _around(mine.x, mine.y, step, view.table):
        found = seat.menaces(message.piece, Aim(x, y, mine.facing))
        if not isinstance(found, Refusal):
            spots.append(Danger(x, y, round(sum(menace.odds.mean_damage for menace in found), 3), len(found)))
        yield
    return Heated(message.ref, step, tuple(spots))


def _around(x: int, y: int, step: int, table: TableView) -> Iterator[tuple[int, int]]:
    """The spots around a place that lie on the table: squares, or hexes by their axes."""
    for dx in range(-HEAT_REACH, HEAT_REACH + 1):
        for dy in range(-HEAT_REACH, HEAT_REACH + 1):
            if step == 1:
                if abs(dx + dy) <= HEAT_REACH and 0 <= y + dy < table.height:
                    yield x + dx, y + dy
            elif 0 <= x + dx * step <= table.width and 0 <= y + dy * step <= table.height:
                yield x + dx * step, y + dy * step


def object_to(seat: Seat, message: WhyNot) -> Objected:
    """What cannot be done to a piece now."""
    return Objected(message.ref, seat.objections(message.piece))


def _aim(spot: Spot | None) -> Aim | None:
    return None if spot is None else Aim(spot.x, spot.y, spot.facing)


def _told(answer: T | Refusal) -> T:
    if isinstance(answer, Refusal):
        raise IllegalOrder(answer)
    return answer


def _option(seat: Seat, number: int) -> Option:
    options = seat.options()
    if not 0 <= number < len(options):
        raise NoSuchOption(f"There is no option {number}.")
    return options[number]


def _open_option(seat: Seat, number: int) -> Option:
    option = _option(seat, number)
    if not isinstance(option, OPEN_OPTIONS):
        raise NoSuchOption(f"Option {number} is not one to be completed.")
    return option
