"""The WebSocket of a table: reads what a client sends, answers or refuses, and never falls over what it reads."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeAlias

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from gearlock.kernel.errors import GearlockError, IllegalOrder, NotAsked, UndoRefused, UnknownName
from gearlock.kernel.seat import Seat
from gearlock.server.advice import NoSuchOption, bear, fear, look, point, reach, read_order, suggest, weigh, weigh_all
from gearlock.server.guest import Guest
from gearlock.server.limits import LARGEST_MESSAGE, Bucket, is_our_host, is_our_page
from gearlock.server.room import NotKept, Room, Stale
from gearlock.server.wire import (
    LONGEST_SAYING,
    Alive,
    Answer,
    AnyToServer,
    Bear,
    Beat,
    Consent,
    Fear,
    Hello,
    Look,
    Point,
    Reach,
    Refused,
    Say,
    Suggest,
    TakeBack,
    ToServer,
    Weigh,
    WeighAll,
)

Socket: TypeAlias = WebSocket[Any, Any, Any]
SILENCE = 60.0
"""Seconds without a word after which a client is taken for gone; clients beat every 20."""
FOREIGN, UNKNOWN, GONE, LOUD = 4403, 4404, 4408, 4429
"""Codes a connection is closed with: another page's call, no such table or token, silence, too much at once."""
_read = msgspec.json.Decoder(AnyToServer).decode
CODES: dict[type[GearlockError], str] = {
    NotAsked: "not-asked",
    Stale: "stale",
    NotKept: "not-kept",
    UndoRefused: "undo-refused",
    NoSuchOption: "no-such-option",
}


@websocket("/api/battles/{battle:str}/table")
async def table(socket: Socket, battle: FromPath[str], state: State) -> None:
    """One client at a table, from its hello to its goodbye."""
    host = socket.headers.get("host", "")
    if not is_our_host(host, state.names, state.is_open) or not is_our_page(socket.headers.get("origin", ""), host):
        await socket.close(code=FOREIGN, reason="not from here")
        return
    await socket.accept()
    try:
        room = await state.rooms.find(battle)
        guest, welcome = await _sit_down(socket, room)
    except (UnknownName, WebSocketDisconnect, TimeoutError, _NoEntry) as error:
        await _close(socket, UNKNOWN, str(error) or "nobody said hello")
        return
    guest.send(welcome)
    writing = asyncio.create_task(_write(socket, guest))
    try:
        code = await _converse(socket, room, guest)
        await _close(socket, code, "")
    except WebSocketDisconnect:
        pass
    finally:
        writing.cancel()
        room.audience.leave(guest)


class _NoEntry(Exception):
    """The token opens nothing here."""


async def _sit_down(socket: Socket, room: Room) -> tuple[Guest, bytes]:
    raw = await asyncio.wait_for(socket.receive_data("text"), SILENCE)
    try:
        hello = _read(raw)
    except (msgspec.DecodeError, UnicodeError):
        hello = None
    if not isinstance(hello, Hello):
        raise _NoEntry("say hello first")
    place = room.place_of(hello.token)
    if place is None:
        raise _NoEntry("this link opens no seat here; ask for another")
    guest = Guest(*place)
    return guest, msgspec.json.encode(room.audience.enter(guest, hello.shown))


async def _write(socket: Socket, guest: Guest) -> None:
    """Send what waits for a guest, in order."""
    while (message := await guest.line.get()) is not None:
        await socket.send_data(message, mode="text")
    await _close(socket, GONE, "too far behind")


async def _converse(socket: Socket, room: Room, guest: Guest) -> int:
    """Read and answer until the client falls silent or says too much; the code to close with."""
    bucket = Bucket(burst=120, rate=40)
    while True:
        try:
            raw = await asyncio.wait_for(socket.receive_data("text"), SILENCE)
        except TimeoutError:
            return GONE
        if not bucket.take():
            guest.tell(Refused("too-fast", "Too many messages at once; wait a moment and come back."))
            return LOUD
        if len(raw) > LARGEST_MESSAGE:
            guest.tell(Refused("too-large", f"A message may have {LARGEST_MESSAGE} bytes."))
            continue
        try:
            message = _read(raw)
        except (msgspec.DecodeError, UnicodeError) as error:
            guest.tell(Refused("unreadable", f"This is no message of the table: {error}"))
            continue
        await _serve(room, guest, message)


async def _serve(room: Room, guest: Guest, message: ToServer) -> None:
    ref = getattr(message, "ref", 0)
    try:
        await _HANDLERS[type(message)](room, guest, message)
    except IllegalOrder as illegal:
        guest.tell(Refused(illegal.refusal.code, illegal.refusal.message, illegal.refusal.rule, ref))
    except (msgspec.DecodeError, UnicodeError) as error:
        guest.tell(Refused("unreadable", f"This is no order of this game: {error}", ref=ref))
    except GearlockError as error:
        guest.tell(Refused(CODES.get(type(error), "refused"), str(error), ref=ref))


def _seat(room: Room, guest: Guest, decision: int | None) -> Seat:
    """The seat a guest decides for, if this is its decision."""
    if not guest.seat:
        raise NotAsked("You are looking on; only the players decide.")
    if decision is not None and decision != room.audience.decision:
        raise Stale("The battle has moved on since that question was asked; look again.")
    return Seat(room.battle, guest.seat)


async def _hello(room: Room, guest: Guest, message: Hello) -> None:
    guest.tell(room.audience.enter(guest, message.shown))


async def _answer(room: Room, guest: Guest, message: Answer) -> None:
    seat = _seat(room, guest, message.decision)
    await room.answer(seat.name, message.decision, read_order(room.battle.system.id, message.order))


async def _point(room: Room, guest: Guest, message: Point) -> None:
    guest.tell(point(_seat(room, guest, message.decision), message))


async def _weigh(room: Room, guest: Guest, message: Weigh) -> None:
    order = read_order(room.battle.system.id, message.order)
    guest.tell(weigh(_seat(room, guest, message.decision), order, message.ref))


async def _weigh_all(room: Room, guest: Guest, message: WeighAll) -> None:
    guest.tell(weigh_all(_seat(room, guest, message.decision), message))


async def _suggest(room: Room, guest: Guest, message: Suggest) -> None:
    seat = _seat(room, guest, message.decision)
    guest.tell(suggest(seat, message.option, message.ref, room.audience.decision))


async def _reach(room: Room, guest: Guest, message: Reach) -> None:
    guest.tell(reach(_seat(room, guest, message.decision), message))


async def _look(room: Room, guest: Guest, message: Look) -> None:
    guest.tell(look(_seat(room, guest, None), message))


async def _bear(room: Room, guest: Guest, message: Bear) -> None:
    guest.tell(bear(_seat(room, guest, None), message))


async def _fear(room: Room, guest: Guest, message: Fear) -> None:
    guest.tell(fear(_seat(room, guest, None), message))


async def _take_back(room: Room, guest: Guest, _: TakeBack) -> None:
    await room.take_back(_seat(room, guest, None).name)


async def _consent(room: Room, guest: Guest, message: Consent) -> None:
    await room.consent(_seat(room, guest, None).name, message.yes)


async def _say(room: Room, guest: Guest, message: Say) -> None:
    text = message.text.strip()[:LONGEST_SAYING]
    if text:
        await room.say(_seat(room, guest, None).name, text)


async def _beat(room: Room, guest: Guest, _: Beat) -> None:
    guest.tell(Alive(room.audience.feed(guest.eyes).number))


_HANDLERS: dict[type[ToServer], Callable[[Room, Guest, Any], Awaitable[None]]] = {
    Hello: _hello,
    Answer: _answer,
    Point: _point,
    Weigh: _weigh,
    WeighAll: _weigh_all,
    Suggest: _suggest,
    Reach: _reach,
    Look: _look,
    Bear: _bear,
    Fear: _fear,
    TakeBack: _take_back,
    Consent: _consent,
    Say: _say,
    Beat: _beat,
}


async def _close(socket: Socket, code: int, reason: str) -> None:
    """Close a connection that may be closed already."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code=code, reason=reason[:100])
