"""The WebSocket of a table: sits a client down, passes on what it says, sends what it is told."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, TypeAlias

from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from sqlalchemy.exc import SQLAlchemyError

from gearlock.kernel.errors import GearlockError, UnknownName
from gearlock.server.guest import Guest
from gearlock.server.hearing import hear, printable, read_message
from gearlock.server.limits import LARGEST_MESSAGE, Bucket, is_our_host, is_our_page
from gearlock.server.metering import metered
from gearlock.server.refusals import UNREADABLE
from gearlock.server.room import Room
from gearlock.server.rooms import Rooms
from gearlock.server.troubles import NotKept
from gearlock.server.wire import LONGEST_CALLED, Hello, Refused

Socket: TypeAlias = WebSocket[Any, Any, Any]
SILENCE = 60.0
"""Seconds without a word after which a client is taken for gone; clients beat every 20."""
FOREIGN, UNKNOWN, GONE, OUTDATED, LOUD, AWAY = 4403, 4404, 4408, 4410, 4429, 4503
"""Codes a connection is closed with: another page's call, no such table or token, silence or a table laid out anew,
a battle that can only be watched, too much at once, a database that cannot be read just now."""
SLOWEST = 20.0
"""Seconds a client may take to accept one message."""
HELLO = 10.0
"""Seconds in which a new connection must say hello."""
NO_SEAT = "this link opens no seat here; ask for another"
NO_DATABASE = "The battles cannot be read just now. Trying again."
_log = logging.getLogger(__name__)
LAST_WORDS = 2.0
"""Seconds in which a client that is sent away may still read why."""


@websocket("/api/battles/{battle:str}/table")
async def table(socket: Socket, battle: FromPath[str], state: State) -> None:
    """One client at a table, from its hello to its goodbye."""
    host = socket.headers.get("host", "")
    if not is_our_host(host, state.names, state.is_open) or not is_our_page(socket.headers.get("origin", ""), host):
        await socket.close(code=FOREIGN, reason="not from here")
        return
    if state.is_limited and not state.sockets.take(socket.client.host if socket.client else ""):
        await socket.close(code=LOUD, reason="too many calls at once")
        return
    await socket.accept()
    try:
        purse = state.purses.of(socket.client.host if socket.client else "")
        room, guest = await metered(_sit_down(socket, battle, state.rooms), purse)
        guest.purse = purse
        code, why = await _stay(socket, room, guest)
    except (UnknownName, _NoEntry) as error:
        code, why = UNKNOWN, str(error)
    except (SQLAlchemyError, NotKept):
        _log.exception("nobody can come to battle %s", battle)
        code, why = AWAY, NO_DATABASE
    except GearlockError as error:
        code, why = OUTDATED, str(error)
    except TimeoutError:
        code, why = GONE, "nobody said hello"
    except WebSocketDisconnect:
        return
    await _close(socket, code, why)


class _NoEntry(Exception):
    """The token opens nothing here."""


async def _sit_down(socket: Socket, battle: str, rooms: Rooms) -> tuple[Room, Guest]:
    await rooms.record(battle)
    async with asyncio.timeout(HELLO):
        raw = await socket.receive_data("text")
    try:
        hello = read_message(raw) if len(raw) <= LARGEST_MESSAGE else None
    except UNREADABLE:
        hello = None
    if not isinstance(hello, Hello):
        raise _NoEntry("say hello first")
    record = await rooms.record(battle)
    if record.place_of(hello.token) is None:  # who has no link has no table fetched and played again for it
        raise _NoEntry(NO_SEAT)
    room = await rooms.find(battle)
    place = room.place_of(hello.token)
    if place is None:
        raise _NoEntry(NO_SEAT)
    guest = Guest(*place, room.shared_seats(hello.also))
    guest.name = printable(hello.name)[:LONGEST_CALLED]
    await room.quiet.wait()
    room.enter(guest, hello.shown, hello.edition)
    return room, guest


async def _stay(socket: Socket, room: Room, guest: Guest) -> tuple[int, str]:
    """Talk and listen until one of both is over; the code and words to close with."""
    writing = asyncio.create_task(_write(socket, guest))
    talking = asyncio.create_task(_converse(socket, room, guest))
    try:
        await asyncio.wait({talking, writing}, return_when=asyncio.FIRST_COMPLETED)
        if not talking.done():
            return writing.result()
        guest.finish()
        await asyncio.wait({writing}, timeout=LAST_WORDS)
        return talking.result()
    finally:
        writing.cancel()
        talking.cancel()
        room.leave(guest)


async def _write(socket: Socket, guest: Guest) -> tuple[int, str]:
    """Send what waits for a guest, in order, until there is nothing more to come or nobody takes it."""
    try:
        while (message := await guest.line.get()) is not None:
            async with asyncio.timeout(SLOWEST):
                await socket.send_data(message, mode="text")
    except (WebSocketDisconnect, RuntimeError, OSError):  # a TimeoutError is an OSError
        return GONE, "too far behind"
    return GONE, "come back"


async def _converse(socket: Socket, room: Room, guest: Guest) -> tuple[int, str]:
    """Read and answer until the client leaves, falls silent or says too much."""
    bucket = Bucket(burst=300, rate=100)
    while True:
        try:
            async with asyncio.timeout(SILENCE):
                raw = await socket.receive_data("text")
        except TimeoutError:
            return GONE, "silence"
        except WebSocketDisconnect:
            return GONE, "left"
        if not bucket.take():
            guest.tell(Refused("too-fast", "Too many messages at once; wait a moment and come back."))
            return LOUD, "too many messages at once"
        # A guest shown out for not listening still has the answer already given taken to its end.
        await asyncio.shield(metered(hear(room, guest, raw), guest.purse))
        await asyncio.sleep(guest.purse.wait)  # whoever is in debt waits


async def _close(socket: Socket, code: int, reason: str) -> None:
    """Close a connection that may be closed already, or whose client takes nothing any more."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        async with asyncio.timeout(LAST_WORDS):
            await socket.close(code=code, reason=reason.encode()[:100].decode(errors="ignore"))
