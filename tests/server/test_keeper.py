"""The thread that writes: many at once, each told what became of its own."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from gearlock.server.keeper import Keeper
from gearlock.server.store import StoredSeat, new_battle
from server.visitor import PATIENCE

SEATS = [StoredSeat("red", "human", "a", "b")]


def test_what_many_want_kept_is_kept_together_and_one_failure_is_its_own(tmp_path: Path) -> None:
    async def go() -> None:
        keeper = Keeper(f"sqlite:///{tmp_path / 'tables.db'}")
        store = keeper.store
        for name in ("one", "two"):
            await keeper.keep(store.add, new_battle(name, "brigands", "Duel"), "seed", SEATS, [])
        gate = threading.Event()
        held = asyncio.create_task(keeper.do(gate.wait, PATIENCE))
        await asyncio.sleep(0.01)
        writing = [asyncio.create_task(keeper.keep(store.append, "one", number, [b"{}"])) for number in range(300)]
        writing.append(asyncio.create_task(keeper.keep(store.append, "one", 7, [b"twice"])))
        writing += [asyncio.create_task(keeper.keep(store.append, "two", number, [b"{}"])) for number in range(20)]
        await asyncio.sleep(0.01)
        gate.set()
        results = await asyncio.gather(*writing, return_exceptions=True)
        assert await held
        assert isinstance(results.pop(300), IntegrityError)
        assert set(results) == {None}
        assert await keeper.do(store.count, "one") == 300
        assert await keeper.do(store.count, "two") == 20
        assert (await keeper.do(store.lines, "one"))[7] == b"{}"
        keeper.close()

    asyncio.run(go())


def test_a_keeper_finishes_what_was_asked_for_before_it_goes(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"

    async def go() -> None:
        keeper = Keeper(url)
        adding = keeper.keep(keeper.store.add, new_battle("one", "brigands", "Duel"), "seed", SEATS, [b"{}"])
        with pytest.raises(IntegrityError):
            await asyncio.gather(adding, keeper.keep(keeper.store.append, "nowhere", 0, [b"{}"]))
        keeper.close()

    asyncio.run(go())
    again = Keeper(url)
    assert again.store.lines("one") == [b"{}"]
    again.close()
