"""What players settle among themselves: taking something back, a draw. Everybody at the table is told of it."""

from __future__ import annotations

from gearlock.kernel.errors import NotAsked, UndoRefused
from gearlock.kernel.orders import BreakOff
from gearlock.server.room import Room
from gearlock.server.troubles import TABLE

AGREED = "both sides agreed to a draw"


async def say(room: Room, seat: str, text: str) -> None:
    """A word to everybody."""
    async with room.lock:
        await room.note(seat, text)


async def take_back(room: Room, seat: str) -> None:
    """Undo a seat's last decision, or ask the opponent whether it may be. Raises UndoRefused."""
    async with room.lock:
        if room.battle.over:  # its dice and its secrets are told
            raise UndoRefused("The battle is over. Open its replay to play on from any moment of it.")
        room.refuse_while_under_way(seat)
        others, offers = room.audience.other_people(seat), room.audience.offers
        if room.battle.veil(seat) and others:
            if offers.wish != seat:
                offers.wish_back(seat)
                room.audience.tell_presence()
                await room.note(TABLE, f"{seat} asks to take the last decision back.")
            return
        await room.do(lambda: room.battle.undo(seat, consent=True), went_back=True)
        if others and not room.battle.has_secrets:  # elsewhere that something was decided may be a secret
            await room.note(TABLE, f"{seat} has taken the last decision back.")
    room.bots.wake()


async def consent(room: Room, seat: str, yes: bool) -> None:
    """An opponent's answer to a wish to take something back; a no of one's own takes the wish itself back."""
    async with room.lock:
        wisher = room.audience.offers.wish
        if not wisher or (wisher == seat and yes):
            raise UndoRefused("Nobody waits for your consent.")
        back_to = room.audience.offers.answer_wish()
        if yes:
            await room.do(lambda: room.battle.rewind(back_to), went_back=True)
            await room.note(TABLE, f"{seat} allows it: the last decision of {wisher} is taken back.")
        else:
            room.audience.tell_presence()
            said = (
                "no longer asks to take it back" if wisher == seat else f"says no: the last decision of {wisher} stands"
            )
            await room.note(TABLE, f"{seat} {said}.")
    room.bots.wake()


async def draw(room: Room, seat: str, yes: bool) -> None:
    """Offer a draw or accept one that is offered; with `yes` of False turn it down, or take the own offer back."""
    async with room.lock:
        if room.battle.over:
            raise NotAsked("The battle is over.")
        offered = room.audience.offers.draw
        if yes and offered and offered != seat:
            room.audience.offers.answer_draw()
            asked = room.battle.waiting_for()[0]
            await room.do(lambda: room.battle.answer(asked, BreakOff("", AGREED)))
        elif yes:
            await _offer(room, seat)
        elif offered:
            room.audience.offers.answer_draw()
            room.audience.tell_presence()
            words = "takes the offer of a draw back" if offered == seat else "turns the draw down"
            await room.note(TABLE, f"{seat} {words}. The battle goes on.")


async def _offer(room: Room, seat: str) -> None:
    """Bots fight on: they have no idea of what else the evening may bring."""
    if not room.audience.other_people(seat):
        raise NotAsked("Only people can be offered a draw; a bot fights on. You may concede instead.")
    if not room.battle.waiting_for():
        raise NotAsked("The battle has not started. Roll the first dice.")
    if room.audience.offers.draw == seat:
        return
    room.audience.offers.offer_draw(seat)
    room.audience.tell_presence()
    await room.note(TABLE, f"{seat} offers a draw.")
