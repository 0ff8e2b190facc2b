"""The door of a real server: idlers are shown out, crowds are turned away in words, and whoever plays plays on."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import random
import resource
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from gearlock.cli.serve import _listen
from gearlock.server.app import Settings, make_app
from gearlock.server.door import OF_ONE, Door, OnceAMinute, raise_handle_limit
from gearlock.server.limits import Trust, caller_of
from gearlock.server.running import TableServer, configured
from server.test_durability import Server, Told

SCHEMA = b"GET /api/systems HTTP/1.1\r\nHost: localhost\r\n\r\n"


@contextmanager
def standing(folder: Path, door: Door) -> Iterator[tuple[str, int]]:
    """A server in a thread, with this door; where it listens."""
    frozen = gc.get_threshold()
    app = make_app(Settings(f"sqlite:///{folder / 'tables.db'}", web=folder / "none"))
    listening = _listen("127.0.0.1", 0)
    place: tuple[str, int] = listening.getsockname()
    server = TableServer(configured(app, door))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        yield place
    finally:
        server.should_exit = True
        thread.join(20)
        gc.unfreeze()
        gc.set_threshold(*frozen)


def heard(caller: socket.socket, seconds: float = 60.0) -> bytes:
    """All that is said until the other side closes."""
    caller.settimeout(seconds)
    told = b""
    with caller, suppress(ConnectionResetError):
        while more := caller.recv(65536):
            told += more
    return told


def until(come: Callable[[], bool]) -> None:
    """Wait for what the server's thread does, on a busy machine too."""
    for _ in range(400):
        if come():
            return
        time.sleep(0.05)
    raise AssertionError("the server has not come to it in 20 seconds")


def call(place: tuple[str, int], said: bytes = b"") -> socket.socket:
    caller = socket.create_connection(place, timeout=60)
    caller.sendall(said)
    return caller


def test_who_makes_no_whole_request_in_time_is_shown_out(tmp_path: Path) -> None:
    with standing(tmp_path, Door(patience=0.6)) as place:
        assert heard(call(place, SCHEMA.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))).startswith(
            b"HTTP/1.1 200"
        )
        assert heard(call(place)) == b""
        head = heard(call(place, b"GET /api/systems HTTP/1.1\r\nHost: loc"))
        body = heard(call(place, b"POST /api/replays HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nx"))
        for told in (head, body):
            assert told.startswith(b"HTTP/1.1 408"), told
            assert b"took too long" in told
            assert b"nosniff" in told


def trickle(caller: socket.socket) -> int:
    """Say a letter now and then; how many could be said."""
    said = 0
    with caller, suppress(ConnectionError):
        while said < 100:
            caller.sendall(b"x")
            said += 1
            time.sleep(0.05)
    return said


def test_who_trickles_is_shown_out_and_a_slow_line_is_not(tmp_path: Path) -> None:
    with standing(tmp_path, Door(patience=2.0)) as place:
        head = b"POST /api/rosters/check HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
        assert trickle(call(place, head % 200)) < 100, "it was shown out"
        flowing = call(place, head % 60_000)
        for _ in range(30):  # 20 kB a second, for longer than the patience with one who says nothing
            flowing.sendall(b"x" * 2000)
            time.sleep(0.1)
        assert heard(flowing).startswith(b"HTTP/1.1 400"), "read to its end, and no roster"


def test_what_came_at_once_buys_no_time_for_what_does_not_come(tmp_path: Path) -> None:
    """Half a log and then silence is no slow line, however much of it came before."""
    with standing(tmp_path, Door(patience=1.0)) as place:
        head = b"POST /api/replays HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"
        stuck = call(place, head + b"x" * 900_000)
        began = time.monotonic()
        assert heard(stuck).startswith(b"HTTP/1.1 408")
        assert time.monotonic() - began < 30, "900 kB bought a minute and a half"


def test_requests_that_have_not_arrived_hold_only_so_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gearlock.server.door.UNFINISHED", 500_000)
    door = Door()
    with standing(tmp_path, door) as place, ExitStack() as stack:
        head = b"POST /api/replays HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n\r\n"
        held = [stack.enter_context(call(place, head + b"x" * 200_000)) for _ in range(2)]
        until(lambda: door._weight.total() >= 400_000)
        told = heard(call(place, head + b"x" * 200_000))
        assert told.startswith(b"HTTP/1.1 503")
        assert b"Much is being sent here" in told
        for caller in held:
            caller.close()
        until(lambda: not door._weight.total())
        with call(place, head + b"x" * 200_000) as again:
            again.settimeout(0.5)
            with pytest.raises(TimeoutError):
                again.recv(100)


def test_one_address_may_only_send_so_much_at_once() -> None:
    door, lines = Door(), [asyncio.Transport() for _ in range(2)]
    for line, address in zip(lines, ("192.0.2.1", "192.0.2.2"), strict=True):
        door.enter(line, address)
    one, two, three = Dawdling(), Dawdling(), Dawdling()
    assert door.takes(one, lines[0], OF_ONE)
    assert not door.takes(two, lines[0], 1000)
    assert door.takes(three, lines[1], 1000), "another address has a measure of its own"
    door.speaks(one)
    assert door.takes(two, lines[0], 2000)


class Dawdling:
    """A connection that has made no request yet."""

    def send_away(self) -> None:
        raise AssertionError("nobody is sent away here")


def test_one_address_may_only_have_so_many_connections_at_once(tmp_path: Path) -> None:
    with standing(tmp_path, Door(an_address=3)) as place, ExitStack() as stack:
        held = [stack.enter_context(call(place)) for _ in range(3)]
        told = heard(call(place, SCHEMA))
        assert told.startswith(b"HTTP/1.1 429")
        assert b"connections at once" in told
        held[0].close()
        assert wait_for(place, b"HTTP/1.1 200"), "one has gone, and there is room for another"


def wait_for(place: tuple[str, int], wanted: bytes) -> bool:
    for _ in range(100):
        with call(place, SCHEMA) as caller:
            if caller.recv(1000).startswith(wanted):
                return True
        time.sleep(0.05)
    return False


def test_where_there_is_no_room_whoever_idles_longest_makes_room(tmp_path: Path) -> None:
    with standing(tmp_path, Door(most=8)) as place, ExitStack() as stack:
        idle = [stack.enter_context(call(place)) for _ in range(20)]
        with call(place, SCHEMA) as caller:
            assert caller.recv(1000).startswith(b"HTTP/1.1 200")
        assert heard(idle[0]) == b"", "shown out long before its time was up"


def test_whoever_has_left_is_not_counted_any_more() -> None:
    async def go() -> None:
        door = Door(most=2, an_address=2)
        lines = [asyncio.Transport() for _ in range(4)]
        assert [door.enter(line, "192.0.2.1") for line in lines[:3]] == [0, 0, 429]
        assert door.enter(lines[3], "192.0.2.2") == 503, "nobody idles, so nobody can be asked to make room"
        door.leave(lines[0])
        door.leave(lines[0])
        assert door.enter(lines[3], "192.0.2.2") == 0
        for line in lines:
            door.leave(line)
        assert not door._crowd

    asyncio.run(go())


@pytest.mark.parametrize(
    ("address", "caller"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("no address", "no address"),
    ],
)
def test_an_ipv6_network_is_one_caller(address: str, caller: str) -> None:
    assert caller_of(address) == caller


def test_this_machine_and_named_proxies_are_not_counted_by_address() -> None:
    trust = Trust(["192.0.2.7", "10.0.0.0/8"])
    assert all(trust.is_near(near) for near in ("127.0.0.1", "::1", "::ffff:127.0.0.1", "192.0.2.7", "10.1.2.3"))
    assert not any(trust.is_near(far) for far in ("192.0.2.8", "2001:db8::1", "11.0.0.1"))


def test_garbage_is_looked_for_seldom_once_the_tables_are_open(tmp_path: Path) -> None:
    before = gc.get_threshold()
    with standing(tmp_path, Door()) as place:
        assert wait_for(place, b"HTTP/1.1 200")
        assert gc.get_threshold() == (100_000, 50, 1000)
        assert gc.get_freeze_count() > 0
    assert gc.get_threshold() == before


def test_what_strangers_can_bring_about_is_logged_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("gearlock.test-of-noise")
    log.addFilter(OnceAMinute())
    for _ in range(50):
        log.error("socket.accept() out of system resource\nsocket: %s", object())
        log.warning("Invalid HTTP request received.")
        log.error("something else")
    said = [record.getMessage().partition("\n")[0] for record in caplog.records]
    assert said.count("socket.accept() out of system resource") == 1
    assert said.count("Invalid HTTP request received.") == 1
    assert said.count("something else") == 50


def test_the_handles_of_the_system_are_asked_for() -> None:
    code = (
        "import resource; from gearlock.server.door import raise_handle_limit as r; print(r(), *resource.getrlimit(7))"
    )
    hard = min(resource.getrlimit(resource.RLIMIT_NOFILE)[1], 900)
    command = f"ulimit -Sn 300; ulimit -Hn {hard}; exec {sys.executable} -c '{code}'"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(hard)] * 3
    assert raise_handle_limit() >= 256


@pytest.mark.skipif(
    not os.path.exists("/proc/self/limits"), reason="the limit of another process is set as Linux does it"
)
def test_a_crowd_that_idles_puts_nobody_out(tmp_path: Path) -> None:
    """Far more idle connections than the server may have handles: others lay out a battle and play meanwhile."""
    with Server(tmp_path / "tables.db", handles=400) as server, ExitStack() as stack:
        place = ("127.0.0.1", server.port)
        assert wait_for(place, b"HTTP/1.1 200")

        async def go() -> None:
            told = Told(await server.lay_out(0))
            playing = [asyncio.create_task(told.play(server, seat, random.Random(1))) for seat in ("red",)]
            other = Told(told.links)
            playing.append(asyncio.create_task(other.play(server, "blue", random.Random(2))))
            for _ in range(600):
                stack.enter_context(call(place))
            before = told.answers + other.answers
            async with httpx.AsyncClient(base_url=f"http://localhost:{server.port}", timeout=10) as client:
                assert (await client.get("/api/systems")).status_code == 200
            async with asyncio.timeout(20):
                while told.answers + other.answers < before + 4:
                    await asyncio.sleep(0.05)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

        asyncio.run(go())
    assert (tmp_path / "log").stat().st_size < 20_000
