"""Orders that make no sense: unknown names, numbers beyond everything. They are refused in words."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Order
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.damage.damage import ShakeStun
from gearlock.systems.fieldmanual.movement.terrain import Move
from gearlock.systems.fieldmanual.rounds import EndActivation
from systems.fieldmanual.tables import activate, put, table


@pytest.mark.parametrize("name", ["", "nobody", "blue-1"])
@pytest.mark.rule("fieldmanual.reserves")
def test_who_comes_in_is_the_only_one_that_moves(name: str) -> None:
    state = table()
    put(state, "red-1", "jager", 10, 1, band="combat", actions=0)
    put(state, "blue-1", "jager", 30, 30)
    activate(state, "red-1")
    ask = Ask("red", "come in", "red-1")
    orders: tuple[Order, ...] = (EndActivation(name), Move(name, ((0, 2000),)))
    for order in orders:
        refusal = BOOK.refuse(state, ask, order)
        assert refusal is not None
        assert refusal.code == "unit"
    assert BOOK.refuse(state, ask, Move("red-1", ((0, 2000),))) is None


@pytest.mark.parametrize("name", ["", "nobody", "red-2", "blue-1"])
@pytest.mark.rule("fieldmanual.stun")
def test_who_is_asked_about_its_stun_shakes_off_its_own(name: str) -> None:
    state = table()
    for each in ("red-1", "red-2", "blue-1"):
        put(state, each, "jager", 10, 10 * int(each[-1]) + 5 * (each[0] == "r"), tokens={"stun": 1})
    ask = Ask("red", "stun", "red-1", ("defense",), optional=True)
    refusal = BOOK.refuse(state, ask, ShakeStun(name))
    assert refusal is not None
    assert refusal.code == "unit"
    assert BOOK.refuse(state, ask, ShakeStun("red-1")) is None
