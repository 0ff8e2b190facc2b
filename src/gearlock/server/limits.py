"""What keeps a table that is open to others safe: who may call from where, how often, and how much at once."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Iterable
from urllib.parse import urlsplit

LARGEST_BODY = 12_000_000
"""Bytes of a request: an uploaded log of a long battle fits."""
LARGEST_MESSAGE = 64_000
"""Bytes of one message at a table."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Bucket:
    """So many at once, then so many a second."""

    def __init__(self, burst: float, rate: float) -> None:
        self._burst, self._rate = burst, rate
        self._level, self._then = burst, time.monotonic()

    def take(self) -> bool:
        """Whether one more is within measure."""
        now = time.monotonic()
        self._level = min(self._burst, self._level + (now - self._then) * self._rate)
        self._then = now
        if self._level < 1:
            return False
        self._level -= 1
        return True


class Buckets:
    """A bucket for each caller; the oldest are forgotten when there are too many."""

    MOST = 10_000

    def __init__(self, burst: float, rate: float) -> None:
        self._burst, self._rate = burst, rate
        self._buckets: dict[str, Bucket] = {}

    def take(self, caller: str) -> bool:
        """Whether one more call of this caller is within measure."""
        if len(self._buckets) >= self.MOST and caller not in self._buckets:
            self._buckets.pop(next(iter(self._buckets)))
        return self._buckets.setdefault(caller, Bucket(self._burst, self._rate)).take()


def is_our_host(host: str, names: Iterable[str], is_open: bool) -> bool:
    """Whether a request was meant for this table: a name of ours, or, once opened to others, a bare address.

    A foreign name that leads here is somebody else's page trying to borrow the browser's way in.
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if name in LOOPBACK or name in {ours.lower() for ours in names}:
        return True
    return is_open and _is_address(name)


def is_our_page(origin: str, host: str) -> bool:
    """Whether a browser's call comes from a page of this very table; callers that are no browsers name no origin."""
    try:
        return not origin or urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
