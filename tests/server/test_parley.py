"""What players settle among themselves: a draw, clocks; and what everybody is told of it."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from gearlock.kernel.orders import BreakOff
from gearlock.server import clocks
from gearlock.server.clocks import Clocks, Timing
from gearlock.server.guest import Guest
from gearlock.server.rooms import Wanted
from server.tabletop import PEOPLE, Client, settle, tables

BOT = {"red": "human", "blue": "bot:random"}


def said_to(client: Client) -> list[str]:
    client.listen()
    return [message["text"] for message in client.answers if message["kind"] == "said"]


def test_a_draw_is_offered_turned_down_offered_again_and_agreed() -> None:
    async def go() -> None:
        with tables() as opened:
            room, links = await opened.lay_out("fieldmanual", "duel")
            red, blue = (Client(room, links.seats[seat]) for seat in ("red", "blue"))
            for _ in range(2):
                await red.send({"kind": "draw", "yes": True})
            blue.listen()
            assert blue.now["draw"] == "red"
            await blue.send({"kind": "draw", "yes": False})
            red.listen()
            assert red.now["draw"] == ""
            assert said_to(red) == ["red offers a draw.", "blue turns the draw down. The battle goes on."]
            await blue.send({"kind": "draw", "yes": True})
            await red.send({"kind": "draw", "yes": True})
            assert red.now["outcome"] == {"winner": "", "reason": "both sides agreed to a draw", "score": {}}
            await red.send({"kind": "draw", "yes": True})
            assert red.refusals[-1]["message"] == "The battle is over."
            kept = await opened.rooms.log(links.battle)
            assert isinstance(kept.entries[-1].input.order, BreakOff)  # type: ignore[union-attr]
            assert kept.battle(room.battle.dice).outcome == room.battle.outcome

    asyncio.run(go())


def test_a_bot_is_offered_no_draw_and_nobody_settles_a_battle_by_an_order() -> None:
    async def go() -> None:
        with tables() as opened:
            room, links = await opened.lay_out("fieldmanual", "duel", BOT)
            await settle(room)
            red = Client(room, links.seats["red"])
            await red.send({"kind": "draw", "yes": True})
            assert "a bot fights on" in red.refusals[-1]["message"]
            order = {"order": "break-off", "winner": "red", "reason": "because"}
            await red.send({"kind": "answer", "decision": red.now["asked"]["decision"], "order": order})
            assert red.refusals[-1]["code"] == "unreadable"
            assert not room.battle.over

    asyncio.run(go())


def test_whoever_has_left_is_told_with_the_time_until_somebody_is_there() -> None:
    async def go() -> None:
        with tables() as opened:
            room, links = await opened.lay_out("fieldmanual", "duel")
            red, blue = (Client(room, links.seats[seat]) for seat in ("red", "blue"))
            blue.leave()
            red.listen()
            info = next(info for info in red.now["seats"] if info["seat"] == "blue")
            assert not info["present"]
            assert info["left"] > 0
            Client(room, links.seats["blue"])
            red.listen()
            assert next(info for info in red.now["seats"] if info["seat"] == "blue")["left"] == 0

    asyncio.run(go())


@pytest.fixture
def hour(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A clock that only goes forward, by hand."""
    now = [1_000_000]
    monkeypatch.setattr(clocks, "ticks", lambda: now[0])
    return now


def let_pass(hour: list[int], kept: Clocks, milliseconds: int) -> None:
    """Time goes by at a table whose server is alive all the while."""
    while milliseconds > 0:
        hour[0] += min(milliseconds, 1000)
        milliseconds -= 1000
        kept.beat()


def test_clocks_run_for_whoever_decides_and_a_turn_gives_some_time_more(hour: list[int]) -> None:
    both = Clocks.fresh(Timing(10, 5), ("red", "blue"))
    assert both.let_run("red")
    let_pass(hour, both, 60_000)
    assert not both.let_run("red")
    assert both.counted() == {"red": 540_000, "blue": 600_000}
    assert both.let_run("blue")
    assert both.counted() == {"red": 545_000, "blue": 600_000}
    both.let_run("")
    let_pass(hour, both, 60_000)
    assert both.counted() == {"red": 545_000, "blue": 600_000}, "nobody is there"
    both.let_run("blue")
    let_pass(hour, both, 600_000)
    assert both.run_out() == "blue"
    assert both.run_out() == "", "it is said once"
    assert both.seconds_left is None


@pytest.mark.parametrize("jump", [3_600, 86_400, -3_600])
def test_a_clock_on_the_wall_that_is_put_right_decides_no_battle(monkeypatch: pytest.MonkeyPatch, jump: int) -> None:
    both = Clocks.fresh(Timing(10), ("red", "blue"))
    both.let_run("red")
    shown, wall = both.shown(), time.time
    monkeypatch.setattr(time, "time", lambda: wall() + jump)
    assert 599_000 < both.counted()["red"] <= 600_000
    assert both.run_out() == ""
    assert both.shown() == shown
    assert shown[0].ends - clocks.steady() <= 600_000, "clocks are told by the time that a guest is told"


@pytest.mark.parametrize(("still", "pays"), [(5_000, True), (7_000, False), (3_600_000, False)])
def test_time_in_which_the_server_stood_still_is_nobodys(hour: list[int], still: int, pays: bool) -> None:
    both = Clocks.fresh(Timing(10), ("red", "blue"))
    both.let_run("red")
    let_pass(hour, both, 60_000)
    hour[0] += still
    assert both.counted()["red"] == 540_000 - still * pays
    both.let_run("blue")
    hour[0] += 1_000
    assert both.counted() == {"red": 540_000 - still * pays, "blue": 599_000}


@pytest.mark.parametrize("out", ["warn", "lose"])
def test_a_clock_survives_a_restart_and_does_what_the_host_chose_when_it_runs_out(hour: list[int], out: str) -> None:
    async def go() -> None:
        with tables() as opened:
            wanted = Wanted("fieldmanual", "duel", PEOPLE, clocks=Timing(10, 0, out))  # type: ignore[arg-type]
            links = await opened.rooms.lay_out(wanted)
            room = await opened.rooms.find(links.battle)
            red = Client(room, links.seats["red"])
            (decides,) = room.battle.waiting_for()
            let_pass(hour, room.audience.clocks, 120_000)  # type: ignore[arg-type]
            red.leave()
            await room._timer.keep()  # type: ignore[union-attr]
            opened.rooms.put_away_idle()
            hour[0] += 3_600_000
            room = await opened.rooms.find(links.battle)
            red = Client(room, links.seats["red"])
            mine: dict[str, Any] = {each["seat"]: each for each in red.now["clocks"]}
            assert mine[decides]["left"] == 480_000
            assert mine[decides]["ends"] == clocks.steady() + 480_000
            let_pass(hour, room.audience.clocks, 480_000)  # type: ignore[arg-type]
            room._timer.stop()  # type: ignore[union-attr]
            await asyncio.sleep(0)
            room.wind_up(room.audience.clocks)  # type: ignore[arg-type]
            room._timer.let_run(decides)  # type: ignore[union-attr]
            while not said_to(red) and not red.now["outcome"]:
                await asyncio.sleep(0.01)
                red.listen()
            if out == "warn":
                assert said_to(red) == [f"The time of {decides} is over; the battle goes on."]
                assert not room.battle.over
            else:
                assert red.now["outcome"]["reason"] == f"the time of {decides} ran out"
                assert red.now["outcome"]["winner"] not in ("", decides)

    asyncio.run(go())


def test_with_nobody_at_the_table_no_clock_runs() -> None:
    async def go() -> None:
        with tables() as opened:
            links = await opened.rooms.lay_out(Wanted("fieldmanual", "duel", PEOPLE, clocks=Timing(1)))
            room = await opened.rooms.find(links.battle)
            assert room.audience.clocks.running == ""  # type: ignore[union-attr]
            room.enter(Guest("red", "red"))
            assert room.audience.clocks.running == room.battle.waiting_for()[0]  # type: ignore[union-attr]
            room.close()

    asyncio.run(go())
