"""The quick way to judge looks against the plain one."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest

from gearlock.systems.blitz.lock_and_cover.cover import crowd_of, look_at
from gearlock.systems.blitz.state import WRECK, State
from gearlock.table.generate import generate
from gearlock.table.measure import advance
from gearlock.table.terrain import Piece
from systems.blitz.lock_and_cover.scene import mil, model, table
from systems.blitz.lock_and_cover.slow_looks import Scan, is_free, scan

MODELS = 7
CARDS = {0: ("hunter", "chasseur"), 1: ("hunter",), 2: ("naga", "north-infantry-squad", "badger")}
"""Cards of one table have bases of one size, for the plain way measures thickness between equal ones."""


@lru_cache(maxsize=4)
def field(seed: int) -> State:
    """A generated table with models on it and two wrecks, wherever there is room."""
    chooser = random.Random(seed)
    ground = generate(48_000, 48_000, seed)
    spots: list[tuple[float, float]] = []
    while len(spots) < MODELS:
        x, y = chooser.uniform(4, 44), chooser.uniform(4, 44)
        if is_free(ground.pieces, mil(x), mil(y), 1000) and all(abs(x - a) + abs(y - b) > 3 for a, b in spots):
            spots.append((x, y))
    units = [
        model(f"u{number}", ("red", "blue")[number % 2], x, y, chooser.choice(CARDS[seed % 3]))
        for number, (x, y) in enumerate(spots)
    ]
    for unit in units[:2]:
        unit.status = WRECK
    return table(*ground.pieces, *units)


def quick(state: State, one: str, other: str) -> Scan:
    look = look_at(state, state.units[one], state.units[other], crowd_of(state))
    return Scan(look.sight, look.blocked, look.adjacent, look.additional)


def close(seed: int) -> State:
    """Two models a few inches apart among small pieces of any shape, some of them thin, bent or low."""
    chooser = random.Random(seed)
    pieces: list[Piece] = []
    while len(pieces) < 7:
        x, y, turn = chooser.uniform(12, 24), chooser.uniform(17, 23), chooser.randrange(3600)
        long, wide = chooser.uniform(0.6, 4), chooser.uniform(0.3, 2)
        spots = [(-long, -wide), (long, -wide), (long, wide), (chooser.uniform(-long, long), chooser.uniform(0, wide))]
        corners = (advance(*advance(mil(x), mil(y), turn, mil(a)), turn + 900, mil(b)) for a, b in spots)
        kind, rating = chooser.choice(("area", "instance")), chooser.choice(("light", "medium", "heavy"))
        top = chooser.choice((600, 1000, 1500, 2000, 3000))
        pieces.append(Piece(f"p{len(pieces)}", kind, kind, tuple(corners), top, 0, rating))
    red = model("red", "red", 10, 20, chooser.choice(("hunter", "chasseur")))
    blue = model(
        "blue", "blue", chooser.uniform(16, 26), chooser.uniform(18, 22), chooser.choice(("hunter", "chasseur"))
    )
    free = (p for p in pieces if all(is_free((p,), unit.x, unit.y, unit.line.radius) for unit in (red, blue)))
    return table(red, blue, *free)


@pytest.mark.rule("blitz.7.0", "blitz.7.1", "blitz.7.2", "blitz.7.3b", "blitz.7.5b")
@pytest.mark.parametrize("seed", range(3))
def test_looks_are_what_a_fine_grid_of_lines_finds(seed: int) -> None:
    """A grid may miss a gap narrower than its meshes, or a corner that reaches between two lines; little else."""
    state = field(seed)
    pairs = [(a, b) for a in list(state.units)[2:] for b in list(state.units)[2:] if a != b]
    slow = {pair: scan(state, state.units[pair[0]], state.units[pair[1]]) for pair in pairs}
    for pair, found in slow.items():
        assert quick(state, *pair).sight >= found.sight, "a line the grid found is open"
    different = [(pair, quick(state, *pair), found) for pair, found in slow.items() if quick(state, *pair) != found]
    assert len(different) <= 1, different
    assert len({found.sight for found in slow.values()}) == 2


@pytest.mark.rule("blitz.7.2", "blitz.7.3b", "blitz.7.5", "blitz.7.5a", "blitz.7.5b")
def test_looks_among_small_pieces_are_what_a_fine_grid_finds() -> None:
    """As above; and from either end sight is the same."""
    different: list[int] = []
    for seed in range(60):
        state = close(seed)
        found = scan(state, state.units["red"], state.units["blue"])
        look = quick(state, "red", "blue")
        assert look.sight >= found.sight, seed
        assert look.sight is quick(state, "blue", "red").sight, seed
        different += [seed] if look != found else []
    assert len(different) <= 1, different


@pytest.mark.rule("blitz.7.1")
@pytest.mark.parametrize("seed", range(3))
def test_sight_is_mutual(seed: int) -> None:
    state = field(seed)
    names = list(state.units)[2:]
    assert all(quick(state, a, b).sight is quick(state, b, a).sight for a in names for b in names if a != b)
