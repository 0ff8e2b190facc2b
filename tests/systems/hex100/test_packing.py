"""Packing items on hardpoints, compared with trying everything."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gearlock.systems.hex100.forces.cards import Hardpoint
from gearlock.systems.hex100.forces.loadout import Piece, crowd, pack, takes

TYPES = ("light", "medium", "utility", "specialist")
some_types = st.lists(st.sampled_from(TYPES), min_size=1, max_size=3, unique=True).map(tuple)
hardpoint_lists = st.lists(st.builds(Hardpoint, st.just("Mount"), st.integers(1, 4), some_types), max_size=4)
piece_lists = st.lists(st.builds(Piece, st.integers(1, 3), some_types), max_size=5)


def is_packing(places: tuple[int, ...], pieces: list[Piece], hardpoints: list[Hardpoint]) -> bool:
    room = [hardpoint.size for hardpoint in hardpoints]
    for place, piece in zip(places, pieces, strict=True):
        room[place] -= piece.size
        if not takes(hardpoints[place].types, piece.types):
            return False
    return min(room, default=0) >= 0


@pytest.mark.rule("hex100.hardpoint-capacity", "hex100.hardpoints")
@settings(max_examples=300, deadline=None)
@given(piece_lists, hardpoint_lists)
def test_a_packing_is_found_where_there_is_one(pieces: list[Piece], hardpoints: list[Hardpoint]) -> None:
    found = pack(pieces, hardpoints, [hardpoint.size for hardpoint in hardpoints])
    ways = product(range(len(hardpoints)), repeat=len(pieces))
    assert (found is not None) is any(is_packing(way, pieces, hardpoints) for way in ways)
    assert found is None or is_packing(found, pieces, hardpoints)


@settings(max_examples=200, deadline=None)
@given(piece_lists, hardpoint_lists)
def test_a_crowd_does_not_fit_and_without_any_one_of_it_would(pieces: list[Piece], hardpoints: list[Hardpoint]) -> None:
    room = [hardpoint.size for hardpoint in hardpoints]
    if pack(pieces, hardpoints, room) is not None:
        return
    chosen = [pieces[at] for at in crowd(pieces, hardpoints, room)]
    assert pack(chosen, hardpoints, room) is None
    for at in range(len(chosen)):
        assert pack(chosen[:at] + chosen[at + 1 :], hardpoints, room) is not None


def test_a_piece_goes_to_the_most_special_place() -> None:
    turret, pintle = Hardpoint("Turret", 4, ("light", "medium", "utility")), Hardpoint("Pintle", 1, ("light",))
    assert pack([Piece(1, ("light",))] * 2, [turret, pintle], [4, 1]) == (1, 0)
