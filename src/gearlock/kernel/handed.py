"""What programs hand to a battle, looked at before the rules see it: orders, options, spots and dice.

Rules take the types of their orders for granted. Whatever comes from a file or the wire has been read into them; what
a program made by hand need not fit, and is refused in words.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from operator import index
from typing import Any, TypeVar

import msgspec

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.bounds import LARGEST_PLACE, LONGEST_WORDS, MOST_WAYPOINTS
from gearlock.kernel.errors import BadInput, UnknownName, shown
from gearlock.kernel.orders import Order, Refusal, no_order
from gearlock.kernel.system import Aim, Chooser, State, System
from gearlock.kernel.typed import typed_decoder
from gearlock.kernel.view import Preview
from gearlock.kernel.written import in_words

D = TypeVar("D")
S = TypeVar("S", bound=State)
DIGITS = re.compile(rb"\d{16,}")
ENORMOUS = 10**15
"""What no number of an order reaches: browsers cannot count much further."""
TOO_LARGE = "a number is too large"
SPOT = (
    "A spot is Aim(x, y, facing, via): whole thousandths of an inch, or column and row; the facing in whole tenths of "
    f"a degree; up to {MOST_WAYPOINTS} waypoints (x, y). No number is beyond {LARGEST_PLACE:,}"
)


class IllMade(BadInput):
    """What was handed over as an order is none; nothing was done about it."""


def check_order(order: object, seat: str = "somebody") -> None:
    """Raise IllMade unless this is an order that a log could give back as it is: each field of its type and size."""
    if not isinstance(order, Order):
        raise IllMade(f"{seat} {no_order(order)}.")
    name = str(order.__struct_config__.tag)
    try:
        raw = msgspec.json.encode(order)
        found = _reader(type(order)).decode(raw)
        wrong = TOO_LARGE if DIGITS.search(raw) and _is_enormous(msgspec.json.decode(raw)) else ""
        if not wrong and (found != order or msgspec.json.encode(found) != raw):
            wrong = "a list, a fraction or the like stands where the order has something else"
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError) as error:
        wrong = TOO_LARGE if isinstance(error, ValueError) and "digits" in str(error) else in_words(str(error))
    if wrong:
        raise IllMade(f"The order '{name}' is ill made: {wrong[:LONGEST_WORDS]}.")


def _is_enormous(value: Any) -> bool:
    """Whether a number is too large, however deep it lies; words may hold any digits."""
    if isinstance(value, dict | list):
        return any(map(_is_enormous, value.values() if isinstance(value, dict) else value))
    return isinstance(value, int | float) and abs(value) >= ENORMOUS


@cache
def _reader(kind: type[Order]) -> msgspec.json.Decoder[Order]:
    return typed_decoder(kind)


def check_option(option: object) -> None:
    """Raise BadInput unless this is an option; what stands in its order is looked at only where that fails."""
    if not isinstance(option, Option):
        raise BadInput(f"What is completed is one of the options, not {shown(option)}.")


def plain_aim(aim: object) -> Aim:
    """A spot in whole numbers within bounds. Raises BadInput."""
    try:
        if not isinstance(aim, Aim):
            raise TypeError
        via = tuple((_place(x), _place(y)) for x, y in aim.via)
        if len(via) > MOST_WAYPOINTS:
            raise ValueError
        return Aim(_place(aim.x), _place(aim.y), None if aim.facing is None else _place(aim.facing), via)
    except (TypeError, ValueError):
        raise BadInput(f"{SPOT}; this is {shown(aim)}.") from None


def _place(number: Any) -> int:
    found = index(number)
    if abs(found) > LARGEST_PLACE:
        raise ValueError
    return found


def check_piece(name: object) -> None:
    """Raise BadInput for what cannot be the id of a piece."""
    if not isinstance(name, str):
        raise BadInput(f"A piece is named by its id, such as 'red-1', not by {shown(name)}.")


def checked_dice(dice: D) -> D:
    """These dice, if they can be thrown. Raises BadInput."""
    if isinstance(dice, type) or not callable(getattr(dice, "roll", None)):
        raise BadInput(f"Dice are an object with a method roll(roll, number), not {shown(dice)}.")
    return dice


def check_chooser(chooser: object) -> None:
    """Raise BadInput unless this draws lots."""
    if not all(callable(getattr(chooser, each, None)) for each in ("random", "randrange", "choice")):
        raise BadInput(f"Lots are drawn by something like random.Random(seed), not by {shown(chooser)}.")


def check_seat(seat: object, seats: Collection[str]) -> None:
    """Raise UnknownName for a seat that is none; None is who sees everything, "" who looks on and sees what all may."""
    if seat is not None and seat != "" and seat not in seats:
        raise UnknownName("seat", str(seat), seats)


def check_entry(number: object, entries: int) -> None:
    """Raise BadInput unless a battle can go back to just before this entry."""
    if type(number) is not int or not 0 < number <= entries:
        raise BadInput(f"A battle goes back to an entry from 1 to {entries}, not to {shown(number)}.")


# What the rules are asked about things that were handed over. These are looked at where the rules fail at them, and not
# before: bots ask thousands of times, and mostly what the rules themselves have made.


def refused(system: System[S], state: S, ask: Ask, order: Order) -> Refusal | None:
    """Why an order is not legal."""
    try:
        return system.refuse(state, ask, order)
    except Exception:
        check_order(order)
        raise


def previewed(system: System[S], state: S, seat: str, order: Order) -> Preview:
    """What an order would mean."""
    try:
        return system.preview(state, seat, order)
    except Exception:
        check_order(order)
        raise


def sampled(system: System[S], state: S, ask: Ask, option: Option, chooser: Chooser) -> Order | None:
    """An option completed by lot."""
    check_option(option)
    try:
        return system.sample(state, ask, option, chooser)
    except Exception:
        check_chooser(chooser)
        check_order(option.order)
        raise


def aimed(system: System[S], state: S, ask: Ask, option: Option, aim: Aim) -> Order | Refusal:
    """An option completed towards a spot."""
    check_option(option)
    spot = plain_aim(aim)
    try:
        return system.aim(state, ask, option, spot)
    except Exception:
        check_order(option.order)
        raise
