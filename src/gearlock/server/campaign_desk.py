"""Campaigns that are gone on with: one decision at a time, each written down before anybody is told of it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import sqlalchemy as sa

from gearlock.bots.players import is_human
from gearlock.campaign.battles import returned_log
from gearlock.campaign.deputies import bot_repairs
from gearlock.campaign.following import Following
from gearlock.campaign.keeping import BadCampaign, loads, text_of
from gearlock.campaign.lines import Buy, Decision, Finish, Line, March, Mend, encoded
from gearlock.campaign.views import CampaignView, view_of
from gearlock.campaign.wishing import refuse_wish
from gearlock.kernel.battle import Battle
from gearlock.kernel.campaigning import Campaign
from gearlock.kernel.errors import BadFile, BadInput, GearlockError
from gearlock.kernel.typed import typed_decoder
from gearlock.server.campaign_errands import with_offer
from gearlock.server.campaign_store import (
    CAMPAIGNS,
    Chair,
    Kept,
    NewBattle,
    StoredCampaign,
    append_lines,
    keep_wish,
    kept_campaign,
    kept_campaigns,
)
from gearlock.server.rooms import Rooms
from gearlock.server.store import Store, StoredBattle, place_of

MOST_AWAKE = 60
"""Campaigns that are kept in memory."""
_WISH: msgspec.json.Decoder[March | Finish] = typed_decoder(March | Finish)


class Moved(GearlockError):
    """A decision about a campaign that has gone on meanwhile."""


class Damaged(BadFile):
    """A campaign that is kept here and does not hold; `good` is how far it does."""

    def __init__(self, error: BadFile, good: Following | None) -> None:
        super().__init__(error.findings)
        self.good = good


class Desk:
    """One campaign: its lines, who sits where, which battles are its own."""

    def __init__(self, kept: Kept, following: Following) -> None:
        self.row, self.following = kept.row, following
        self.chairs = {chair.seat.seat: chair for chair in kept.chairs}
        self.battles = dict(kept.battles)
        self.lock = asyncio.Lock()
        self.trouble = ""
        """Why the battle under way could not be counted."""
        self._views: dict[str, tuple[int, CampaignView]] = {}

    @property
    def players(self) -> dict[str, str]:
        """Who plays each seat."""
        return {name: chair.seat.player for name, chair in self.chairs.items()}

    def place_of(self, token: str, is_private: bool) -> tuple[str, str] | None:
        """The seat a token gives and the eyes it looks through (a stranger's are empty); None if it opens nothing."""
        place = place_of([chair.seat for chair in self.chairs.values()], token, not is_private)
        return None if place is None else (place[0], place[1] or "")

    def view(self, seat: str) -> CampaignView:
        """What a seat may see, worked out once for every decision."""
        count = len(self.following.lines)
        if self._views.get(seat, (-1, None))[0] != count:
            self._views[seat] = count, view_of(self.following, seat)
        return self._views[seat][1]

    def wish_of(self, seat: str) -> March | Finish | None:
        """What a person wants to do next."""
        text = self.chairs[seat].wish
        return _WISH.decode(text) if text else None

    def is_agreed(self) -> bool:
        """Whether all the people of a campaign want the same; bots agree with whatever that is."""
        wishes = [chair.wish for name, chair in self.chairs.items() if is_human(self.players[name])]
        return all(wish and wish == wishes[0] for wish in wishes)

    def row_after(self, campaign: Campaign) -> StoredCampaign:
        """How it is listed once it stands like this."""
        over = campaign.over
        said = {"day": campaign.day, "fought": len(campaign.battles), "over": over is not None}
        return msgspec.structs.replace(self.row, **said, winner=over.winner if over else "")


class Campaigns:
    """All campaigns, fetched from the store when somebody comes to them."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms, self.keeper = rooms, rooms.keeper
        self._desks: dict[str, Desk] = {}

    async def find(self, id_: str) -> Desk:
        """A campaign. Raises UnknownName, or Damaged with the line that is wrong."""
        if id_ not in self._desks:
            kept = await self.keeper.do(kept_campaign, self.keeper.store, id_)
            following = await self.rooms.fetching.do(_followed, kept)
            desk = Desk(kept, following)
            while len(self._desks) >= MOST_AWAKE and self._forget_one():
                pass
            self._desks.setdefault(id_, desk)
        return self._desks[id_]

    def _forget_one(self) -> bool:
        idle = next((name for name, desk in self._desks.items() if not desk.lock.locked()), None)
        return idle is not None and self._desks.pop(idle) is not None

    async def keep(self, desk: Desk, line: Line, after: Campaign) -> None:
        """A decision stands when its line is on the disk."""
        row = desk.row_after(after)
        first = 2 + len(desk.following.lines)
        try:
            seen = not isinstance(line.decision, Mend | Buy)
            await self.keeper.keep(append_lines, self.keeper.store, row, first, [encoded(line)], None, seen)
        except BaseException:
            self._desks.pop(desk.row.id, None)
            raise
        desk.row = row
        desk.following.take(line, after)

    async def decide(self, desk: Desk, decision: Decision) -> Line:
        """Carry a decision out and keep it. Raises BadInput."""
        line, after = await self.rooms.laying.do(desk.following.written, decision)
        await self.keep(desk, line, after)
        return line

    # --- what people agree on ----------------------------------------------------------------------------------------

    async def wish(self, desk: Desk, seat: str, wish: March | Finish) -> None:
        """A person wants to go on, or to end it; it is done when all people want the same."""
        campaign = desk.following.campaign
        if campaign.over is not None or campaign.marching is not None:
            raise BadInput("Nothing can be agreed on now: a battle is under way, or the campaign is over.")
        if wish not in [desk.wish_of(other) for other in desk.chairs if other != seat]:
            await self.rooms.laying.do(refuse_wish, desk.following, seat, wish)  # now rather than when others agree
        await self._note(desk, seat, encoded(wish).decode())
        if desk.is_agreed():
            await (self.march(desk, wish) if isinstance(wish, March) else self.decide(desk, wish))

    async def take_back(self, desk: Desk, seat: str) -> None:
        """A person wants nothing yet, whatever it was before."""
        await self._note(desk, seat, "")

    async def _note(self, desk: Desk, seat: str, wish: str) -> None:
        await self.keeper.keep(keep_wish, self.keeper.store, desk.row.id, seat, wish)
        desk.chairs[seat] = msgspec.structs.replace(desk.chairs[seat], wish=wish)

    async def march(self, desk: Desk, march: March) -> None:
        """Bots mend what they can; then the next battle is begun, and its table stands with the campaign's line."""
        following = desk.following
        for repair in bot_repairs(following, desk.players):
            await self.decide(desk, repair)
        line, after = await self.rooms.laying.do(following.written, march)
        await self._lay(desk, after, [encoded(line)])
        desk.row = desk.row_after(after)
        following.take(line, after)

    async def lay_again(self, desk: Desk) -> None:
        """A table for the battle under way, where there is none any more or none that could be counted."""
        march = desk.following.campaign.marching
        if march is None:
            raise BadInput("No battle is under way.")
        there = march.number in desk.battles and not desk.trouble
        if there and await self.keeper.do(self.keeper.store.battle, desk.battles[march.number]) is not None:
            raise BadInput("The battle under way has its table.")
        await self._lay(desk, desk.following.campaign, [])
        desk.trouble = ""

    async def _lay(self, desk: Desk, after: Campaign, lines: Sequence[bytes]) -> None:
        following, id_ = desk.following, secrets.token_urlsafe(9)
        assert after.marching is not None
        number = after.marching.number
        setup = await self.rooms.laying.do(following.setup_of, after)
        battle = await self.rooms.laying.do(Battle.begin, following.system, setup, following.dice_of(number))
        seats = [desk.chairs[seat].seat for seat in following.system.seats]

        async def keep(row: StoredBattle, seed: str, opening: list[bytes]) -> None:
            new, first = NewBattle(number, row, seed, seats, opening), 2 + len(following.lines)
            await self.keeper.keep(append_lines, self.keeper.store, desk.row_after(after), first, lines, new)

        title = f"{desk.row.title}, battle {number}"
        await self.rooms.lay_table(id_, battle, seats, keep, title=title)
        desk.battles[number] = id_
        desk.chairs = {name: Chair(chair.seat) for name, chair in desk.chairs.items()}

    # --- coming home -------------------------------------------------------------------------------------------------

    async def come_home(self, desk: Desk) -> None:
        """Count the battle under way if it is over; where its log does not hold that is said, and nothing counted."""
        march = desk.following.campaign.marching
        id_ = desk.battles.get(march.number, "") if march is not None else ""
        found = await self.keeper.do(self.keeper.store.battle, id_) if id_ and not desk.trouble else None
        if found is None or not found[0].over:
            return
        lines = await self.keeper.do(self.keeper.store.lines, id_)
        raw = b"\n".join(lines) + b"\n"
        try:
            decision = await self.rooms.fetching.do(returned_log, desk.following, raw, Path(id_))
        except BadInput as error:
            desk.trouble = str(error)
            return
        await self.decide(desk, decision)


def _followed(kept: Kept) -> Following:
    raw = b"".join(line + b"\n" for line in kept.lines)
    try:
        return loads(raw, kept.row.id)[0]
    except BadCampaign as error:
        raise Damaged(with_offer(error, kept.row.id), error.good) from error


def good_part(kept: Kept) -> Kept:
    """What of a damaged campaign is good, under a name of its own. Raises BadInput where nothing is, or all."""
    try:
        _followed(kept)
    except Damaged as error:
        if error.good is None:
            raise
        good = error.good
    else:
        raise BadInput("Nothing is wrong with this campaign.")
    lines = tuple(text_of(good).splitlines())
    last = len(good.campaign.battles) + (good.campaign.marching is not None)
    battles = {number: battle for number, battle in kept.battles.items() if number <= last}
    row = msgspec.structs.replace(kept.row, id=secrets.token_urlsafe(9), title=f"{kept.row.title} (recovered)"[:200])
    row = msgspec.structs.replace(row, day=good.campaign.day, fought=len(good.campaign.battles), over=False, winner="")
    return Kept(row, tuple(Chair(chair.seat) for chair in kept.chairs), lines, battles)


def campaign_faults(store: Store) -> Iterator[str]:
    """What is wrong with the campaigns that are kept, each with its line."""
    if not sa.inspect(store.engine).has_table(CAMPAIGNS.name):  # an older database
        return
    for row in kept_campaigns(store, None, None):
        try:
            _followed(kept_campaign(store, row.id))
        except BadInput as error:
            yield f"campaign {row.id} ({row.title}): {error}"
