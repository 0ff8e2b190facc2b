"""Somebody at a table, and the messages that wait for them."""

from __future__ import annotations

import asyncio
import time
from typing import NamedTuple

import msgspec

from gearlock.server.metering import OpenPurse, Purse
from gearlock.server.wire import ToClient

_encode = msgspec.json.Encoder().encode


class Place(NamedTuple):
    """Where somebody is at the table: in a seat, or looking on over a seat's shoulder; `eyes` of None see everything.

    `shares` are the seats of the same screen, where several people hand it over to each other.
    """

    seat: str
    eyes: str | None
    shares: frozenset[str] = frozenset()


class Guest:
    """Somebody at a place, and what waits to be sent there."""

    PATIENCE = 256
    """Messages that may wait; one who has read none of so many is shown out, and may come back."""

    def __init__(self, seat: str, eyes: str | None, shares: frozenset[str] = frozenset()) -> None:
        self.place = Place(seat, eyes, shares)
        self.seat, self.eyes = seat, eyes
        self.line: asyncio.Queue[bytes | None] = asyncio.Queue(self.PATIENCE)
        self.name = ""
        """What this guest wants to be called."""
        self.hello_at = time.monotonic()
        """When this guest said hello last."""
        self.asking = asyncio.Lock()
        """Questions of one guest are worked out one at a time."""
        self.purse: Purse = OpenPurse()
        """What this guest's questions are paid from."""
        self._gone = False

    def send(self, message: bytes) -> None:
        """Put an encoded message in line."""
        if self._gone:
            return
        if self.line.full():
            self.show_out()
        else:
            self.line.put_nowait(message)

    def tell(self, message: ToClient) -> None:
        """Put a message in line."""
        self.send(_encode(message))

    def finish(self) -> None:
        """Nothing more is to come; the connection closes when what waits is read."""
        if not self._gone:
            if self.line.full():
                self.line.get_nowait()
            self.line.put_nowait(None)
            self._gone = True

    def show_out(self) -> None:
        """Forget what waits; the connection closes."""
        while not self.line.empty():
            self.line.get_nowait()
        self.line.put_nowait(None)
        self._gone = True
