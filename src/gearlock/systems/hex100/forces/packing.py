"""Which items go on which hardpoints: a packing if there is one, and otherwise the items that are too many together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.systems.hex100.forces.hardpoint_types import takes
from gearlock.systems.hex100.forces.units import Hardpoint

MOST_EXPLAINED = 12
"""So many items are searched for the few that are in each other's way; no machine holds more."""


class Piece(NamedTuple):
    """An item to be packed, as far as packing asks: what it takes, and where it may go."""

    size: int
    types: tuple[str, ...]


@heeds("hex100.hardpoint-capacity", "hex100.hardpoints")
def pack(pieces: Sequence[Piece], hardpoints: Sequence[Hardpoint], room: Sequence[int]) -> tuple[int, ...] | None:
    """A hardpoint for every piece in the room that is left on them; None if there is no way to do it.

    Each piece goes to the most special hardpoint that takes it, so that a machine gun is put on the pintle before the
    turret.
    """
    if sum(piece.size for piece in pieces) > sum(room):
        return None
    places = [_places(piece, hardpoints) for piece in pieces]
    # The pieces with the least choice first, the larger before the smaller; equal ones side by side.
    order = sorted(range(len(pieces)), key=lambda at: (len(places[at]), -pieces[at].size, pieces[at].types, at))
    found: dict[int, int] = {}
    dead_ends: set[tuple[int, tuple[int, ...]]] = set()

    def put(turn: int, left: list[int]) -> bool:
        if turn == len(order):
            return True
        key = (turn, tuple(left))
        if key in dead_ends:
            return False
        at = order[turn]
        for place in places[at]:
            if left[place] >= pieces[at].size:
                left[place] -= pieces[at].size
                found[at] = place
                if put(turn + 1, left):
                    return True
                left[place] += pieces[at].size
        dead_ends.add(key)
        return False

    return tuple(found[at] for at in range(len(pieces))) if put(0, list(room)) else None


def _places(piece: Piece, hardpoints: Sequence[Hardpoint]) -> list[int]:
    """The hardpoints that take a piece, whatever room they have; the most special ones first."""
    fitting = [at for at, hardpoint in enumerate(hardpoints) if takes(hardpoint.types, piece.types)]
    return sorted(fitting, key=lambda at: (len(hardpoints[at].types), hardpoints[at].size, at))


def possible_places(piece: Piece, hardpoints: Sequence[Hardpoint], room: Sequence[int]) -> list[int]:
    """The hardpoints that would take this piece if nothing else wanted to go there."""
    return [at for at in _places(piece, hardpoints) if room[at] >= piece.size]


def likely_place(piece: Piece, hardpoints: Sequence[Hardpoint]) -> int:
    """Where a piece belongs, room or not; the first hardpoint if it belongs nowhere."""
    return next(iter(_places(piece, hardpoints)), 0)


def crowd(pieces: Sequence[Piece], hardpoints: Sequence[Hardpoint], room: Sequence[int]) -> tuple[int, ...]:
    """The smallest set of pieces that cannot be mounted together; all of them if there are too many to say."""
    everything = tuple(range(len(pieces)))
    for many in range(1, len(pieces)) if len(pieces) <= MOST_EXPLAINED else ():
        for chosen in _kinds(pieces, many):
            if pack([pieces[at] for at in chosen], hardpoints, room) is None:
                return chosen
    return everything


def _kinds(pieces: Sequence[Piece], many: int) -> Iterator[tuple[int, ...]]:
    """Choices of so many pieces, one for each that looks alike; the later pieces of a list give way first."""
    seen: set[tuple[Piece, ...]] = set()
    for chosen in combinations(range(len(pieces)), many):
        look = tuple(sorted(pieces[at] for at in chosen))
        if look not in seen:
            seen.add(look)
            yield chosen
