"""What keeps a table that is open to others safe: who may call from where, how often, and how much at once."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import TypeAlias
from urllib.parse import urlsplit

from gearlock.kernel.errors import BadInput, UnknownName, shortened

LARGEST_BODY = 12_000_000
"""Bytes of a request: an uploaded log of a long battle fits."""
MOST_HANDED_IN = 8
"""Logs and campaigns that are read or wait for it; more are asked to come back."""
CROWD = "Many files are being read here just now. Try again in a moment."
LARGEST_MESSAGE = 64_000
"""Bytes of one message at a table."""
LONGEST_PATH = 2_000
BACKLOG = 64
"""Calls that may wait at the door while the table is busy."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")
NETWORK = 64
"""Bits that an IPv6 caller cannot choose: the rest of the address is theirs to make up."""
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address


class Trust:
    """Whose word is taken for where a call comes from: the proxies that were named, and nobody else's."""

    def __init__(self, proxies: Iterable[str] = ()) -> None:
        self.proxies = tuple(_network(named) for named in proxies)

    def is_near(self, address: str) -> bool:
        """A call of this machine, or one that a proxy passes on."""
        found = _address(address)
        return found is None or found.is_loopback or any(found in proxy for proxy in self.proxies)


class LeadsNowhere(UnknownName):
    """A link to something that is not kept here; what is kept instead is nobody's business."""

    def __init__(self, what: str, name: str) -> None:
        super().__init__(what, name, ())
        self.args = (
            f"No {what} is kept here as '{shortened(name)}'. The link is cut off, or the {what} was taken away, "
            "or it is kept at another table.",
        )

    def __reduce__(self) -> tuple[type[LeadsNowhere], tuple[str, str]]:
        return LeadsNowhere, (self.what, self.name)


def leads_nowhere(path: str) -> bool:
    """Whether no file or battle can have such a name."""
    return (
        "\0" in path
        or len(path) > LONGEST_PATH
        or any(len(part.encode(errors="replace")) > 255 for part in path.split("/"))
    )


def caller_of(address: str) -> str:
    """Who is counted as one caller: an address or, in IPv6, the network it was made up in."""
    found = _address(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, NETWORK), strict=False))
    return str(found) if found is not None else address[:64]


def _address(address: str) -> Address | None:
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found


def _network(named: str) -> Network:
    try:
        return ipaddress.ip_network(named, strict=False)
    except ValueError as error:
        raise BadInput(
            f"'{named}' is no address of a proxy; write --proxy 127.0.0.1, or a network: 10.0.0.0/8."
        ) from error


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


class Turns:
    """Work that takes long is done for each caller one after the other, and only so many wait in all."""

    def __init__(self, most: int) -> None:
        self._most, self._waiting = most, 0
        self._callers: dict[str, asyncio.Lock] = {}

    @asynccontextmanager
    async def turn(self, caller: str) -> AsyncIterator[None]:
        """Wait until it is this caller's turn. Raises ServiceUnavailableException where too many wait already."""
        if self._waiting >= self._most:
            from litestar.exceptions import ServiceUnavailableException  # the command line reads this module without it

            raise ServiceUnavailableException(CROWD)
        caller = caller_of(caller)
        lock = self._callers.setdefault(caller, asyncio.Lock())
        self._waiting += 1
        try:
            async with lock:
                yield
        finally:
            self._waiting -= 1
            if not (lock.locked() or lock._waiters):
                self._callers.pop(caller, None)


class Buckets:
    """A bucket for each caller; the oldest are forgotten when there are too many."""

    MOST = 10_000

    def __init__(self, burst: float, rate: float) -> None:
        self._burst, self._rate = burst, rate
        self._buckets: dict[str, Bucket] = {}

    def take(self, caller: str) -> bool:
        """Whether one more call of this caller is within measure."""
        caller = caller_of(caller)
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
    return is_open and _address(name) is not None


def is_our_page(origin: str, host: str) -> bool:
    """Whether a browser's call comes from a page of this very table; callers that are no browsers name no origin."""
    try:
        return not origin or urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False
