"""The quick way to judge looks against the plain one, on tables full of terrain, wrecks and models."""

from __future__ import annotations

import random

import pytest

from gearlock.systems.fieldmanual.lock_and_cover.looks import look_at
from gearlock.systems.fieldmanual.state import DEAD, State
from gearlock.table.measure import advance
from gearlock.table.polygon import is_convex
from gearlock.table.terrain import Piece
from systems.fieldmanual.lock_and_cover.slow_looks import slow_look
from systems.fieldmanual.tables import mils, put, table

NEAR_HALF = 0.06
"""Shares so near to half, or to a base, are left to the exact tests."""


def crowded(seed: int) -> State:
    """Two models a few inches apart among pieces of any shape, two more models, one of them a wreck."""
    chooser = random.Random(seed)
    pieces: list[Piece] = []
    while len(pieces) < 6:
        x, y, turn = chooser.uniform(12, 24), chooser.uniform(17, 23), chooser.randrange(3600)
        long, wide = chooser.uniform(0.6, 4), chooser.uniform(0.3, 2)
        spots = [(-long, -wide), (long, -wide), (long, wide), (chooser.uniform(-long, long), chooser.uniform(0, wide))]
        corners = tuple(advance(*advance(mils(x), mils(y), turn, mils(a)), turn + 900, mils(b)) for a, b in spots)
        kind, rating = chooser.choice(("area", "instance")), chooser.choice(("light", "medium", "heavy", "solid"))
        top = chooser.choice((300, 600, 900, 1300, 2000))
        if is_convex(corners):
            pieces.append(Piece(f"p{len(pieces)}", kind, kind, corners, top, 0, rating))
    state = table(*pieces)
    cards = ("jager", "mammoth", "aller", "infantry-squad-proposed")
    put(state, "red-1", chooser.choice(cards), 9, 20, z=chooser.choice((0, 0, 2500)))
    put(state, "blue-1", chooser.choice(cards), 27, chooser.uniform(18, 22))
    put(state, "red-2", "jager", chooser.uniform(13, 23), chooser.uniform(19, 21))
    put(state, "blue-2", "jager", chooser.uniform(13, 23), chooser.uniform(19, 21), status=DEAD)
    return state


@pytest.mark.rule("fieldmanual.concealment", "fieldmanual.concealment-types", "fieldmanual.cover")
@pytest.mark.parametrize("seed", range(24))
def test_shares_and_lengths_agree_with_the_plain_way(seed: int) -> None:
    state = crowded(seed)
    red, blue = state.units["red-1"], state.units["blue-1"]
    for looker, target in ((red, blue), (blue, red)):
        quick, slow = look_at(state, looker, target), slow_look(state, looker, target)
        assert quick.hidden / 1e6 == pytest.approx(slow.hidden, abs=0.06)
        assert quick.solid / 1e6 == pytest.approx(slow.solid, abs=0.06)
        if quick.is_walled:
            continue
        shares = [share / 1e6 for _, share in quick.screens]
        if any(abs(share - 0.5) < NEAR_HALF or abs(share * target.height - 125) < 60 for share in shares):
            continue
        assert quick.models == slow.models
        for exact, sampled in zip(quick[2:5], slow[2:5], strict=True):
            assert exact == pytest.approx(sampled, abs=25)


def test_the_tables_show_all_there_is() -> None:
    """So that the comparison above means something."""
    looks = [look_at(state, state.units["red-1"], state.units["blue-1"]) for state in map(crowded, range(24))]
    assert any(look.is_walled for look in looks)
    assert sum(look.light > 0 for look in looks) > 3
    assert sum(look.medium > 0 for look in looks) > 3
    assert sum(look.heavy > 0 for look in looks) > 3
    assert any(look.models for look in looks)
    assert sum(0 < look.hidden < 1_000_000 for look in looks) > 8
