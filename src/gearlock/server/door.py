"""The door: how many connections may stand open at once, in all and for one address, and how long one may dawdle."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Protocol

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from gearlock.server.limits import BACKLOG, Trust, caller_of
from gearlock.server.pages import HEADERS

if sys.platform != "win32":
    import resource

SPARE = 200
"""Handles kept for files, the database, bots, and calls that are just being turned away."""
MOST = 10_000
"""Connections at once, whatever the system would allow."""
AN_ADDRESS = 30
"""Connections at once from one address."""
PATIENCE = 10.0
"""Seconds in which a connection must have made a whole request."""
PACE = 10_000
"""Bytes of a request's body a second: as long as so many come, a long log over a slow line is no dawdling."""
UNFINISHED, OF_ONE = 40_000_000, 16_000_000
"""Bytes of requests that have not arrived in full, of all callers and of one address."""
HEAVY = "Much is being sent here just now; try again in a moment."
FULL = "Too many people are at the door at once; try again in a moment."
CROWDED = f"Only {AN_ADDRESS} connections at once may come from one address; close some, or try again in a moment."
SLOW = "The request took too long to arrive; try again."
_REASONS = {400: "Bad Request", 408: "Request Timeout", 429: "Too Many Requests", 503: "Service Unavailable"}


class Dawdler(Protocol):
    """A connection that has made no whole request yet."""

    def send_away(self) -> None:
        """Close it."""


class Door:
    """Counts who is inside. Where there is no room, whoever has stood there longest without a request makes room."""

    def __init__(
        self,
        most: int = MOST,
        an_address: int = AN_ADDRESS,
        patience: float = PATIENCE,
        is_counted: Callable[[str], bool] = bool,
    ) -> None:
        self.most, self.an_address, self.patience = most, an_address, patience
        self._is_counted = is_counted
        self._inside: dict[asyncio.BaseTransport, str] = {}
        self._crowd: Counter[str] = Counter()
        self._dawdling: dict[Dawdler, None] = {}
        self._arriving: dict[Dawdler, tuple[str, int]] = {}
        self._weight: Counter[str] = Counter()

    def enter(self, transport: asyncio.BaseTransport, address: str) -> int:
        """Let a connection in; otherwise the status it is turned away with."""
        caller = caller_of(address) if address and self._is_counted(address) else ""
        if caller and self._crowd[caller] >= self.an_address:
            return 429
        if len(self._inside) >= self.most:
            longest = next(iter(self._dawdling), None)
            if longest is None:
                return 503
            longest.send_away()
        self._inside[transport] = caller
        self._crowd[caller] += 1
        return 0

    def leave(self, transport: asyncio.BaseTransport) -> None:
        """A connection is gone."""
        caller = self._inside.pop(transport, None)
        if caller is not None:
            self._crowd[caller] -= 1
            if not self._crowd[caller]:
                del self._crowd[caller]

    def takes(self, dawdler: Dawdler, transport: asyncio.BaseTransport, size: int) -> bool:
        """So much of a request has arrived so far; whether there is room for it."""
        self._forget(dawdler)
        caller = self._inside.get(transport, "")
        self._arriving[dawdler] = caller, size
        self._weight[caller] += size
        return self._weight.total() <= UNFINISHED and (not caller or self._weight[caller] <= OF_ONE)

    def _forget(self, dawdler: Dawdler) -> None:
        caller, size = self._arriving.pop(dawdler, ("", 0))
        self._weight[caller] -= size
        if self._weight[caller] <= 0:
            del self._weight[caller]

    def dawdles(self, dawdler: Dawdler) -> None:
        """A connection stands there without a request."""
        self._dawdling[dawdler] = None

    def speaks(self, dawdler: Dawdler) -> None:
        """It has made its request, or is gone."""
        self._dawdling.pop(dawdler, None)
        self._forget(dawdler)


class DoorConfig(uvicorn.Config):
    """How the server is run, with the door its connections come through."""

    def __init__(self, app: Any, door: Door, **more: Any) -> None:
        self.door = door
        super().__init__(app, http=Caller, ws=Talker, backlog=BACKLOG, server_header=False, **more)


class Caller(H11Protocol):
    """An HTTP connection that must make its requests in time."""

    config: DoorConfig
    _timer: asyncio.TimerHandle | None = None
    _received = _looked_at = 0
    _is_done = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody calls."""
        super().connection_made(transport)
        status = self.config.door.enter(transport, self.client[0] if self.client else "")
        if status:
            self._turn_away(status, CROWDED if status == 429 else FULL)
        else:
            self._settle()

    def connection_lost(self, exc: Exception | None) -> None:
        """The caller is gone."""
        self._stop_waiting()
        self.config.door.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Part of a request, or several."""
        if not self._is_done:
            self._received += len(data)
            super().data_received(data)
            if self._timer is not None and not self.config.door.takes(self, self.transport, self._received):
                self._turn_away(503, HEAVY)

    def handle_events(self) -> None:
        """Serve what has arrived in full."""
        super().handle_events()
        self._settle()

    def on_response_complete(self) -> None:
        """The next request may come."""
        super().on_response_complete()
        self._settle()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on this is a table's connection."""
        self._is_done = True  # the other protocol has it now
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """What cannot be read as a request."""
        self._turn_away(400, msg)

    def send_away(self) -> None:
        """The patience with this connection is at its end."""
        self.config.door.leave(self.transport)
        is_silent = self.conn.their_state is h11.IDLE and not self._received
        is_answering = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
        if is_silent or is_answering:
            self._stop_waiting()
            self.transport.abort()
        else:
            self._turn_away(408, SLOW)

    def _settle(self) -> None:
        """See whether a request is awaited, and since when."""
        is_over = self._is_done or self.transport.is_closing()
        if is_over or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._stop_waiting()
        elif self._timer is None:
            self._received = self._looked_at = 0
            self.config.door.dawdles(self)
            self._wait()

    def _wait(self) -> None:
        self._timer = self.loop.call_later(self.config.door.patience, self._look_at_the_clock)

    def _look_at_the_clock(self) -> None:
        """What came since the last look buys as long again; what came before that buys nothing."""
        came, self._looked_at = self._received - self._looked_at, self._received
        if came >= PACE * self.config.door.patience:
            self._wait()
        else:
            self.send_away()

    def _stop_waiting(self) -> None:
        self.config.door.speaks(self)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _turn_away(self, status: int, words: str) -> None:
        self._is_done = True
        self._stop_waiting()
        if self.cycle is not None:
            self.cycle.disconnected = True
        head = {**HEADERS, "Content-Type": "text/plain; charset=utf-8", "Content-Length": str(len(words) + 1)}
        lines = [f"HTTP/1.1 {status} {_REASONS[status]}", *(f"{name}: {value}" for name, value in head.items())]
        self.transport.write("\r\n".join([*lines, "Connection: close", "", f"{words}\n"]).encode())
        self.transport.close()


class Talker(WebSocketsSansIOProtocol):
    """A table's connection; its place at the door is free again when it ends."""

    config: DoorConfig

    def connection_lost(self, exc: Exception | None) -> None:
        """The guest is gone."""
        self.config.door.leave(self.transport)
        super().connection_lost(exc)


def open_door(trust: Trust) -> Door:
    """A door as wide as the handles this process can get.

    Calls of this very machine, and of proxies, which speak for many, are not counted by address.
    """
    return Door(max(16, min(MOST, raise_handle_limit() - SPARE)), is_counted=lambda address: not trust.is_near(address))


def raise_handle_limit() -> int:
    """Take as many handles as the system gives without asking; how many that is."""
    if sys.platform == "win32":
        return SPARE + 300
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + SPARE if hard == resource.RLIM_INFINITY else hard
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return MOST + SPARE if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        return soft
    return wanted


class OnceAMinute(logging.Filter):
    """Lets the same warning, and that handles ran out, through once a minute: strangers must not fill the disk."""

    EVERY = 60.0
    NO_HANDLES = "socket.accept() out of system resource"

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this is to be written down."""
        words = str(record.msg).partition("\n")[0]
        if record.levelno > logging.WARNING and words != self.NO_HANDLES:
            return True
        now = time.monotonic()
        if now - self._last.get(words, -self.EVERY) < self.EVERY:
            return False
        if len(self._last) > 100:
            self._last.clear()
        self._last[words] = now
        return True
