"""What a client says at a table, understood: it is answered, acted upon or refused, and nothing falls over it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import msgspec

from gearlock.kernel.errors import NotAsked
from gearlock.kernel.seat import Seat
from gearlock.kernel.typed import read_typed, typed_decoder
from gearlock.kernel.written import in_words
from gearlock.server import parley
from gearlock.server.advice import read_order, weigh
from gearlock.server.counsel import counsel
from gearlock.server.guest import Guest
from gearlock.server.limits import LARGEST_MESSAGE
from gearlock.server.reckoners import UNCLEAR
from gearlock.server.refusals import UNREADABLE, refusal_of
from gearlock.server.room import Room
from gearlock.server.troubles import MOVED_ON, Busy, Seated, Stale
from gearlock.server.wire import (
    LONGEST_CALLED,
    LONGEST_SAYING,
    Alive,
    Answer,
    AnyToServer,
    Bear,
    Beat,
    Consent,
    Consult,
    Count,
    Deploy,
    Draw,
    Fear,
    Heat,
    Hello,
    Look,
    Point,
    Reach,
    Refused,
    Say,
    Suggest,
    TakeBack,
    ToServer,
    TypeDice,
    Weigh,
    WeighAll,
    WhyNot,
)

HELLO_AGAIN = 1.0
"""Seconds between two hellos on one connection; one that comes earlier is answered later."""
_log = logging.getLogger(__name__)
read_message = typed_decoder(AnyToServer).decode


async def hear(room: Room, guest: Guest, raw: str) -> None:
    """Take in one message of a guest, whatever it is: it is answered, acted upon or refused."""
    if len(raw) > LARGEST_MESSAGE:
        guest.tell(Refused("too-large", f"A message may have {LARGEST_MESSAGE} characters."))
        return
    try:
        message = read_message(raw)
    except UNREADABLE as error:
        guest.tell(Refused("unreadable", f"This is no message of the table: {in_words(str(error))}", ref=_ref(raw)))
        return
    await _serve(room, guest, message)


class _Asked(msgspec.Struct):
    ref: Count = 0


def _ref(raw: str) -> int:
    """Which question it was that could not be read, so that whoever put it does not wait for ever."""
    try:
        return read_typed(raw, _Asked).ref
    except UNREADABLE:
        return 0


async def _serve(room: Room, guest: Guest, message: ToServer) -> None:
    async def handle() -> None:
        await room.quiet.wait()
        await _HANDLERS[type(message)](room, guest, message)

    await _attempt(guest, message, handle())


async def _attempt(guest: Guest, message: ToServer, work: Coroutine[Any, Any, None]) -> None:
    """Do what a message asks for; where that fails, say why."""
    ref = getattr(message, "ref", 0)
    try:
        await work
    except Exception as error:  # whatever a message brings to light, the others at the table must not suffer for it
        refused = refusal_of(error, ref)
        if refused is None:
            _log.exception("a message could not be served: %s", type(message).__name__)
        guest.tell(refused or Refused("broken", UNCLEAR, ref=ref))


def _seat(room: Room, guest: Guest, decision: int | None) -> Seat:
    """The seat a guest decides for, if this is its decision."""
    if not guest.seat:
        raise NotAsked("You are looking on; only the players decide.")
    if decision is not None and decision != (room.audience.decision(guest.seat) or None):
        raise Stale(MOVED_ON)
    return Seat(room.battle, guest.seat)


def _eyes(room: Room, guest: Guest, piece: str) -> Seat:
    """Through whose eyes a piece is surveyed: who looks on over a shoulder sees what that seat sees.

    Who sees everything may survey for either side.
    """
    if guest.seat or guest.eyes:
        return Seat(room.battle, guest.seat or guest.eyes or "")
    shown = next((each for each in room.audience.feed(None).view.pieces if each.id == piece), None)
    seats = room.battle.system.seats
    return Seat(room.battle, shown.side if shown is not None and shown.side in seats else seats[0])


async def _hello(room: Room, guest: Guest, message: Hello) -> None:
    if room.place_of(message.token) != (guest.seat, guest.eyes):
        raise Seated("You have a place already; open another connection for another link.")
    await asyncio.sleep(max(0.0, guest.hello_at + HELLO_AGAIN - time.monotonic()))
    guest.hello_at = time.monotonic()
    await room.quiet.wait()
    if guest.name != (called := printable(message.name)[:LONGEST_CALLED]):
        guest.name = called
        room.audience.tell_presence(but=guest)
    room.enter(guest, message.shown, message.edition)


async def _answer(room: Room, guest: Guest, message: Answer) -> None:
    seat = _seat(room, guest, message.decision)
    await room.answer(seat.name, message.decision, read_order(room.battle.system.id, message.order))


async def _weigh(room: Room, guest: Guest, message: Weigh) -> None:
    order = read_order(room.battle.system.id, message.order)
    guest.tell(weigh(_seat(room, guest, message.decision), order, message.ref))


async def _decides(room: Room, guest: Guest, message: Point | WeighAll | Suggest | Reach | WhyNot) -> None:
    """A question about the decision at hand."""
    room.enquiries.ask(guest, _seat(room, guest, message.decision).name, message)


async def _surveys(room: Room, guest: Guest, message: Look | Bear | Fear | Heat) -> None:
    """A question about a piece."""
    room.enquiries.ask(guest, _eyes(room, guest, message.piece).name, message)


async def _consult(room: Room, guest: Guest, message: Consult) -> None:
    """A bot thinks for seconds: meanwhile this seat is heard as before, but may not ask another one."""
    seat = _seat(room, guest, message.decision)
    thinking = room.counsels.get(guest.seat)
    if thinking is not None and not thinking.done():
        raise Busy("A bot is thinking for you already; wait for its answer.")

    async def think() -> None:
        guest.tell(await counsel(room, seat, message))

    room.counsels[guest.seat] = asyncio.create_task(_attempt(guest, message, think()))


async def _take_back(room: Room, guest: Guest, _: TakeBack) -> None:
    await parley.take_back(room, _seat(room, guest, None).name)


async def _consent(room: Room, guest: Guest, message: Consent) -> None:
    await parley.consent(room, _seat(room, guest, None).name, message.yes)


async def _draw(room: Room, guest: Guest, message: Draw) -> None:
    await parley.draw(room, _seat(room, guest, None).name, message.yes)


async def _say(room: Room, guest: Guest, message: Say) -> None:
    seat = _seat(room, guest, None)
    text = printable(message.text[:LONGEST_SAYING])
    if text:
        await parley.say(room, seat.name, text)


def printable(text: str) -> str:
    """A text of one line, without what cannot be shown."""
    return "".join(letter if letter.isprintable() else " " for letter in text).strip()


async def _dice(room: Room, guest: Guest, message: TypeDice) -> None:
    _seat(room, guest, None)
    await room.type_dice(message.number, message.faces)


async def _deploy(room: Room, guest: Guest, _: Deploy) -> None:
    room.bots.deploy_for(_seat(room, guest, None).name)


async def _beat(room: Room, guest: Guest, _: Beat) -> None:
    guest.tell(Alive(room.audience.number(guest)))


_HANDLERS: dict[type[ToServer], Callable[[Room, Guest, Any], Awaitable[None]]] = {
    Hello: _hello,
    Answer: _answer,
    Point: _decides,
    Weigh: _weigh,
    WeighAll: _decides,
    Suggest: _decides,
    Consult: _consult,
    Reach: _decides,
    Look: _surveys,
    Bear: _surveys,
    Fear: _surveys,
    Heat: _surveys,
    WhyNot: _decides,
    TakeBack: _take_back,
    Consent: _consent,
    Draw: _draw,
    Say: _say,
    TypeDice: _dice,
    Deploy: _deploy,
    Beat: _beat,
}
