"""What ground looks like, by the words a map calls it with, so that a table can draw it as what it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from gearlock.kernel.view import Shape, TableView
from gearlock.table.terrain import Ground, Piece

HEAVY = ("heavy", "dense")


class Drawing(NamedTuple):
    """A way to draw ground, and whether heavily."""

    kind: str
    dense: bool = False


_BY_NAME = (
    ("books", r"books?|magazines?"),
    ("carton", r"cardboard"),
    ("furniture", r"chairs?"),
    ("cushion", r"cushions?"),
    ("pot", r"flower pots?"),
    ("sticks", r"sticks"),
    ("field", r"crops?|fields?|millet|pasture|meadow"),
    ("ruin", r"ruins?|ruined|rubble|wreck\w*|debris|scrap|slag|shattered"),
    ("woods", r"woods?|woodlands?|forests?|trees?|jungle|orchard|palms?|thicket|grove|park|copse"),
    ("scrub", r"scrub|thorn|hedges?|bush\w*|reeds"),
    ("swamp", r"swamp|marsh|bog|mud"),
    ("dunes", r"dunes?|sand|crest|wash"),
    ("crater", r"craters?|pits?"),
    ("wall", r"walls?|fences?|barricades?|dyke|billboard"),
    ("box", r"containers?|crates?|sheds?|huts?|tanks?|silos?|racks?|pipes?"),
    ("rocks", r"rocks?|spires?|boulders?|crags?|scree|cliffs?|stones?|stoneheads?|mesas?"),
    ("cloud", r"smoke|dust|gas|fog"),
)
_WORDS = tuple((kind, re.compile(rf"\b({words})\b")) for kind, words in _BY_NAME)
_BY_KIND = {"water": "water", "road": "road", "hill": "hill", "building": "building", "area": "rough"}


def drawing_of(piece: Piece) -> Drawing:
    """How a piece of terrain is drawn: water, roads, hills and houses by their kind, all else by its name."""
    dense = piece.rating in HEAVY
    if piece.kind in ("water", "road", "hill"):
        return Drawing(piece.kind, dense)
    named = next((kind for kind, words in _WORDS if words.search(piece.name.lower())), "")
    if piece.kind == "building":
        return Drawing(named if named in ("box", "ruin", "wall") else "building", dense)
    return Drawing(named or _BY_KIND.get(piece.kind, "block"), dense)


def ground_view(ground: Ground, facts: Callable[[Piece], tuple[str, ...]]) -> TableView:
    """A table in inches with every piece of its terrain, how it is drawn and what a book says of it."""
    return TableView("inches", ground.width, ground.height, tuple(piece_shape(p, facts(p)) for p in ground.pieces))


def piece_shape(piece: Piece, facts: tuple[str, ...] = ()) -> Shape:
    """One piece of terrain as it is shown."""
    kind, dense = drawing_of(piece)
    return Shape(
        piece.id,
        piece.kind,
        piece.name,
        piece.outline,
        base=piece.base,
        top=piece.top,
        rating=piece.rating,
        drawing=kind,
        dense=dense,
        facts=facts,
    )
