"""Turns: whose number is higher, who is next, and the order in which sides with unequal numbers take turns."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

SEATS = ("red", "blue")


def higher(red: int, blue: int) -> str:
    """The seat with the higher number; nobody after a tie."""
    return "" if red == blue else "red" if red > blue else "blue"


def next_seat(seat: str, left: Collection[str], seats: tuple[str, ...] = SEATS) -> str:
    """The next seat around the table that has anything left; it may be the same again, and nobody if nobody has.

    After nobody comes the first.
    """
    at = seats.index(seat) + 1 if seat else 0
    return next((each for each in (*seats[at:], *seats[:at]) if each in left), "")


def alternating(first: str, having: Mapping[str, int], seats: tuple[str, ...] = SEATS) -> Iterator[str]:
    """The seats in turn, each as often as it has something to do; who has most left goes on alone."""
    left = {seat: having.get(seat, 0) for seat in seats}
    seat = next_seat(seats[seats.index(first) - 1], {each for each in seats if left[each] > 0}, seats)
    while seat:
        yield seat
        left[seat] -= 1
        seat = next_seat(seat, {each for each in seats if left[each] > 0}, seats)
