"""What lies along a straight piece of a way, against a slow twin that looks half a mil to either side of it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gearlock.mechanics.going.stretches import passed_over
from gearlock.table.path import Stride
from gearlock.table.polygon import is_inside, rectangle
from gearlock.table.terrain import Ground, Piece

SIDE = 4
KINDS = ("area", "water", "road", "open")


@st.composite
def boxes(draw: st.DrawFn) -> tuple[Piece, ...]:
    found = []
    for number in range(draw(st.integers(2, 5))):
        x, y = draw(st.integers(0, SIDE - 1)), draw(st.integers(0, SIDE - 1))
        box = rectangle(x, y, draw(st.integers(x + 1, SIDE)), draw(st.integers(y + 1, SIDE)))
        found.append(Piece(f"p{number}", "Piece", draw(st.sampled_from(KINDS)), box, 0))
    return tuple(found)


def slow(pieces: tuple[Piece, ...], mark: int, at: int, upright: bool) -> list[str]:
    """The pieces under the mil after a mark, looked at half a mil to the right and to the left."""

    def lies(piece: Piece, side: int) -> bool:
        doubled = tuple((4 * x, 4 * y) for x, y in piece.outline)
        spot = (4 * at + side, 4 * mark + 2) if upright else (4 * mark + 2, 4 * at + side)
        return is_inside(doubled, *spot)

    on = {piece.id: (lies(piece, 1), lies(piece, -1)) for piece in pieces}
    roads = {piece.id for piece in pieces if piece.kind == "road"}
    own = {on[p.id] for p in pieces if p.kind != "open" and p.id not in roads and on[p.id][0] != on[p.id][1]}
    return [name for name, sides in on.items() if all(sides) or (any(sides) and (name in roads or len(own) > 1))]


@given(boxes(), st.integers(0, SIDE), st.booleans())
def test_every_mil_of_a_way_lies_on_what_is_on_both_sides_of_it_or_on_what_meets_there(
    pieces: tuple[Piece, ...], at: int, upright: bool
) -> None:
    stride = Stride(at, 0, at, SIDE, SIDE) if upright else Stride(0, at, SIDE, at, SIDE)
    parts = passed_over(Ground(SIDE, SIDE, pieces, "test"), stride, 0)
    assert [part.start for part in parts[1:]] == [part.end for part in parts[:-1]]
    assert (parts[0].start, parts[-1].end) == (0, SIDE)
    for mark in range(SIDE):
        under = next(part for part in parts if part.start <= mark < part.end)
        assert [piece.id for piece in under.pieces] == slow(pieces, mark, at, upright)
