"""Where a table can be reached from other machines."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from ipaddress import ip_address

import msgspec
from litestar import Request, get
from litestar.datastructures import State

from gearlock.server.limits import LOOPBACK

EVERYWHERE = ("0.0.0.0", "::", "")
ABROAD = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses kept free for documents: nothing is sent there, only the way out is looked up."""


class Whereabouts(msgspec.Struct, frozen=True):
    """Where others find this table; nowhere if it listens to its own machine only."""

    addresses: tuple[str, ...] = ()


@get("/api/reach", sync_to_thread=True)
def reach(request: Request[None, None, State], state: State) -> Whereabouts:
    """Where others find this table: told on the machine itself only, where somebody is about to invite them."""
    caller = request.client.host if request.client else ""
    return Whereabouts(state.reach() if _is_loopback(caller) else ())


def addresses(host: str, port: int, names: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The addresses of a table that listens at a host and port, those of its names first."""
    if host in LOOPBACK or _is_loopback(host):
        return ()
    found = [*names, *(_own_addresses(host == "::") if host in EVERYWHERE else [host])]
    return tuple(f"http://{f'[{each}]' if ':' in each else each}:{port}/" for each in dict.fromkeys(found))


def _own_addresses(with_six: bool) -> Iterator[str]:
    """What this machine is called in its networks, that of the way out first."""
    for family, elsewhere in ABROAD[: 1 + with_six]:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as asking:
                asking.connect((elsewhere, 9))
                yield from _useful(asking.getsockname()[0])
        except OSError:
            pass
    try:
        for *_, where in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            yield from _useful(str(where[0]))
    except OSError:
        pass


def _useful(address: str) -> Iterator[str]:
    found = ip_address(address)
    if not (found.is_loopback or found.is_link_local or found.is_unspecified):
        yield address


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
