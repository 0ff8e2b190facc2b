"""Bots think undisturbed by the garbage collector, and leave it as they found it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from gearlock.bots.quiet import undisturbed
from gearlock.bots.tactician import TacticianBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.registry import all_systems
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import View


@pytest.fixture(autouse=True)
def collecting() -> Iterator[None]:
    gc.enable()
    yield
    gc.enable()


def test_it_is_off_inside_and_on_again_whatever_happens() -> None:
    inside = True

    def stumble() -> None:
        nonlocal inside
        with undisturbed():
            inside = gc.isenabled()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        stumble()
    assert not inside
    assert gc.isenabled()


def test_who_had_turned_it_off_finds_it_off() -> None:
    gc.disable()
    with undisturbed():
        pass
    assert not gc.isenabled()


def test_it_stays_off_until_the_last_is_done() -> None:
    both_in, one_out = Barrier(2), Barrier(2)

    def quick() -> None:
        with undisturbed():
            both_in.wait(5)
        one_out.wait(5)

    def slow() -> bool:
        with undisturbed():
            both_in.wait(5)
            one_out.wait(5)
            return gc.isenabled()

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.submit(quick), pool.submit(slow)
        first.result(10)
        assert second.result(10) is False
    assert gc.isenabled()


def test_a_bot_thinks_so(monkeypatch: pytest.MonkeyPatch) -> None:
    system = all_systems()[0]
    battle = Battle.begin(system, system.prepare(next(iter(system.scenarios())), 3, {}))
    seen: list[bool] = []
    view = Seat.view

    def watched(seat: Seat) -> View:
        seen.append(gc.isenabled())
        return view(seat)

    monkeypatch.setattr(Seat, "view", watched)
    TacticianBot(1, looks=20).decide(Seat(battle, battle.waiting_for()[0]))
    assert seen
    assert not any(seen)
    assert gc.isenabled()
