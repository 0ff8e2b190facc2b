"""Fans: what options stand for, each way once, a few at first and more later."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, cast

from gearlock.bots.fans import FEWEST, Fan
from gearlock.kernel.asks import Option, Pick, Place
from gearlock.kernel.orders import Order
from gearlock.kernel.seat import Seat


class Go(Order, frozen=True):
    """Somewhere."""

    spot: int = 0


class Told:
    """A seat that completes each option as it was told to, then no more."""

    def __init__(self, **ways: Iterable[int]) -> None:
        self._ways = {label: iter(spots) for label, spots in ways.items()}

    def sample(self, option: Option, _chooser: Any) -> Order | None:
        spot = next(self._ways[option.label], None)
        return None if spot is None else Go(spot)


def fan(*labels: str, **ways: Iterable[int]) -> Fan:
    options = [Pick(label, Go(-1), "") if label == "stay" else Place(label, Go(), "") for label in labels]
    return Fan(cast(Seat, Told(**ways)), options, random.Random(1))


def spots(found: Fan, samples: int) -> list[int]:
    return [cast(Go, order).spot for _, order in found.orders(samples)]


def test_open_options_take_turns_after_the_plain_ones() -> None:
    assert spots(fan("walk", "stay", "run", walk=[1, 2, 3], run=[7, 8, 9]), 4) == [-1, 1, 7, 2, 8]


def test_whoever_asks_again_is_told_of_others() -> None:
    found = fan("walk", "stay", walk=[1, 2, 3, 4, 5])
    assert spots(found, 2) == [-1, 1, 2]
    assert spots(found, 2) == [3, 4]


def test_the_same_way_is_told_once_and_what_cannot_be_completed_no_more() -> None:
    found = fan("walk", "run", walk=[1, 1, 2, 1], run=[1])
    assert spots(found, 6) == [1, 2]
    assert spots(found, 6) == []


def test_every_open_option_is_tried() -> None:
    ways = {f"way{number}": range(100 * number, 100 * number + 50) for number in range(8)}
    assert len(spots(fan(*ways, **ways), 4)) == FEWEST * len(ways)
