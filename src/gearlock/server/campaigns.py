"""Campaigns over HTTP: begin, list, look, repair, buy, agree on the next battle, end, save from damage."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, TypeAlias

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import NotAuthorizedException
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta

from gearlock.bots.choosing import table_players
from gearlock.bots.players import HUMAN, is_human
from gearlock.campaign.following import rules_of
from gearlock.campaign.keeping import loads, text_of
from gearlock.campaign.lines import Buy, Decision, Finish, March, Mend
from gearlock.campaign.views import CampaignView
from gearlock.kernel.bounds import LONGEST_OPTION, MOST_FILES, MOST_OPTIONS
from gearlock.kernel.errors import BadInput
from gearlock.kernel.registry import all_systems, get_system
from gearlock.server.battles import MOST_OWN
from gearlock.server.campaign_desk import Campaigns, Damaged, Desk, Moved, good_part
from gearlock.server.campaign_errands import CampaignReading, Mustering
from gearlock.server.campaign_store import (
    Chair,
    Kept,
    StoredCampaign,
    add_campaign,
    kept_campaign,
    kept_campaigns,
    new_campaign,
)
from gearlock.server.errands import briefly
from gearlock.server.rooms import File, Option, Players, check_players, new_tokens
from gearlock.server.store import StoredSeat, fingerprint
from gearlock.server.wire import Count, Name

Call: TypeAlias = Request[Any, Any, Any]
Words: TypeAlias = Annotated[str, Meta(max_length=LONGEST_OPTION)]
Options: TypeAlias = Annotated[dict[Name, Option], Meta(max_length=MOST_OPTIONS)]
STRANGER = "This link opens nothing here: ask a player of this campaign for another."
MOVED = "The campaign has gone on meanwhile, in another window perhaps. It is shown as it is now; decide again."


class CampaignGame(msgspec.Struct, frozen=True):
    """A game that can be played as a campaign: how it goes, and what may be agreed on."""

    system: str
    about: str
    house: bool
    options: dict[str, str]


class CampaignWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A campaign somebody wants to begin: who plays each seat, and the files its options name, as texts."""

    system: Name
    players: Players
    scenario: Name = ""
    title: Annotated[str, Meta(max_length=80)] = ""
    options: Options = {}
    files: Annotated[dict[Option, File], Meta(max_length=MOST_FILES)] = {}


class CampaignLinks(msgspec.Struct, frozen=True):
    """A new campaign: the tokens that give a seat, of its battles too, and those that let one look on."""

    campaign: str
    seats: dict[str, str]
    watch: dict[str, str]


class ListedCampaign(msgspec.Struct, frozen=True):
    """A campaign as it is listed."""

    campaign: StoredCampaign
    game: str


class CampaignPage(msgspec.Struct, frozen=True):
    """A campaign as whoever asks may see it, with its battles and what the players want next."""

    id: str
    title: str
    seen: int
    """To be said with a decision: how much of the campaign it was made with."""
    view: CampaignView
    players: dict[str, str]
    may_act: bool
    """The link gives a seat; otherwise one looks on."""
    battles: dict[str, str]
    """The tables of its battles by their numbers."""
    wishes: dict[str, str]
    """What each person wants next, in words; empty for nothing yet."""
    trouble: str
    may_save: bool
    """The file can be had: it holds the seed of all dice to come."""


class Deciding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision of a seat, made with so much of the campaign seen."""

    seen: Count
    repair: Words = ""
    ware: Name = ""
    what: Words = ""


class Agreeing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat wants next: a battle of this name, or with none the end of the campaign; or what another wants.

    Or nothing yet: what it wanted is taken back.
    """

    seen: Count
    scenario: Name = ""
    options: Options = {}
    like: Name = ""
    """The seat that is agreed with."""
    nothing: bool = False


@get("/api/campaign-games", sync_to_thread=False)
def campaign_games() -> tuple[CampaignGame, ...]:
    """The games with campaigns, by their books or by a rule of the house."""
    found = [(system, rules_of(system)) for system in all_systems() if system.campaign is not None]
    return tuple(CampaignGame(system.id, rules.about, rules.house, dict(rules.options)) for system, rules in found)


@get("/api/campaigns")
async def list_campaigns(state: State, own: FromQuery[str] = "") -> list[ListedCampaign]:
    """The campaigns of this server, the latest first; a private one lists none but those the caller names."""
    named = own.split(",")[:MOST_OWN] if state.is_private else None
    rows: list[StoredCampaign] = await state.keeper.do(kept_campaigns, state.keeper.store, named)
    names = {system.id: system.name for system in all_systems()}
    return [ListedCampaign(row, names.get(row.system, row.system)) for row in rows]


@post("/api/campaigns")
async def begin_campaign(data: JSONBody[CampaignWanted], state: State) -> CampaignLinks:
    """Begin a campaign; the answer holds the links to its seats, which nobody can guess."""
    check_players(get_system(data.system), data.players)
    seed = secrets.token_hex(16)
    plan = Mustering(data.system, data.scenario, data.options, data.files, data.players, seed)
    readers, laying = state.rooms.readers, state.rooms.laying
    raw = await (readers.make(plan, "What you sent along") if data.files else laying.do(briefly, plan.do))
    return await _opened(state, raw, data.title, data.players)


@post("/api/campaign-files", status_code=201)
async def hand_in_campaign(request: Call, state: State, good: FromQuery[bool] = False) -> CampaignLinks:
    """A campaign file that somebody has: kept here and gone on with; of a damaged one the good part, if wanted."""
    sent = await request.body()
    async with state.handing_in.turn(request.client.host if request.client else ""):
        raw = await state.rooms.readers.make(CampaignReading(sent, good), "Your campaign")
    return await _opened(state, raw, "", None)


async def _opened(state: State, raw: bytes, title: str, players: dict[str, str] | None) -> CampaignLinks:
    following, _ = await state.rooms.fetching.do(loads, raw)
    system, now = following.system, following.campaign
    who = players or {seat: following.header.players.get(seat, HUMAN) for seat in system.seats}
    links = CampaignLinks(secrets.token_urlsafe(9), new_tokens(system), new_tokens(system))
    chairs = tuple(
        Chair(StoredSeat(seat, _seated(who[seat]), fingerprint(links.seats[seat]), fingerprint(links.watch[seat])))
        for seat in system.seats
    )
    named = (
        "".join(filter(str.isprintable, title)).strip() or f"{system.name}: {system.scenarios()[now.scenario].title}"
    )
    row = new_campaign(links.campaign, system.id, named)
    kept = Kept(row, chairs, tuple(raw.splitlines()), {})
    row = Desk(kept, following).row_after(now)
    await state.keeper.keep(add_campaign, state.keeper.store, msgspec.structs.replace(kept, row=row))
    return links


def _seated(player: str) -> str:
    return player if player in table_players() else HUMAN


@get("/api/campaigns/{campaign:str}")
async def campaign_page(campaign: FromPath[str], request: Call, state: State) -> CampaignPage:
    """A campaign as the caller's token lets one see it; a battle that is over is counted now."""
    desk, seat, eyes = await _place(campaign, request, state)
    async with desk.lock:
        await state.campaigns.come_home(desk)
        return await _page(state, desk, seat, eyes)


@post("/api/campaigns/{campaign:str}/decide", status_code=200)
async def decide(campaign: FromPath[str], data: JSONBody[Deciding], request: Call, state: State) -> CampaignPage:
    """Try a repair, or buy something, for the caller's seat."""
    desk, seat, eyes = await _place(campaign, request, state, acting=True)
    async with desk.lock:
        await _refuse_moved(state, desk, eyes, data.seen)
        if not data.repair and not data.ware:
            raise BadInput("Say which repair to try, or what to buy.")
        decision: Decision = Mend(seat, data.repair) if data.repair else Buy(seat, data.ware, data.what)
        await state.campaigns.decide(desk, decision)
        return await _page(state, desk, seat, eyes)


@post("/api/campaigns/{campaign:str}/agree", status_code=200)
async def agree(campaign: FromPath[str], data: JSONBody[Agreeing], request: Call, state: State) -> CampaignPage:
    """Say what one wants next; it is done when all people of the campaign want the same."""
    desk, seat, eyes = await _place(campaign, request, state, acting=True)
    async with desk.lock:
        await _refuse_moved(state, desk, eyes, data.seen)
        if data.nothing:
            await state.campaigns.take_back(desk, seat)
        else:
            await state.campaigns.wish(desk, seat, _wanted(desk, data))
        return await _page(state, desk, seat, eyes)


@post("/api/campaigns/{campaign:str}/table", status_code=200)
async def lay_again(campaign: FromPath[str], request: Call, state: State) -> CampaignPage:
    """A table for the battle under way, where there is none any more."""
    desk, seat, eyes = await _place(campaign, request, state, acting=True)
    async with desk.lock:
        await state.campaigns.lay_again(desk)
        return await _page(state, desk, seat, eyes)


@get("/api/campaigns/{campaign:str}/file")
async def campaign_file(campaign: FromPath[str], request: Call, state: State) -> Response[bytes]:
    """The campaign as a file; while it goes on only for somebody who plays against bots alone."""
    desk, seat, _ = await _place(campaign, request, state)
    if not _may_save(desk, seat):
        raise NotAuthorizedException("The file holds the dice to come: it can be had when the campaign is over.")
    headers = {"Content-Disposition": f'attachment; filename="campaign-{desk.row.id}.jsonl"'}
    return Response(text_of(desk.following), media_type="application/jsonl", headers=headers)


@post("/api/campaigns/{campaign:str}/recover")
async def recover_campaign(campaign: FromPath[str], request: Call, state: State) -> dict[str, str]:
    """Go on with the good part of a damaged campaign, under another name and with the same links."""
    kept = await _kept_for(campaign, request, state)
    good = await state.rooms.fetching.do(good_part, kept)
    await state.keeper.keep(add_campaign, state.keeper.store, good)
    return {"campaign": good.row.id}


def _token(request: Call) -> str:
    return request.headers.get("authorization", "").partition(" ")[2].strip()


async def _kept_for(campaign: str, request: Call, state: State) -> Kept:
    """What is kept of a campaign, good or not, for somebody with a seat in it."""
    kept: Kept = await state.keeper.do(kept_campaign, state.keeper.store, campaign)
    if fingerprint(_token(request)) not in [chair.seat.token for chair in kept.chairs]:
        raise NotAuthorizedException(STRANGER)
    return kept


async def _place(campaign: str, request: Call, state: State, acting: bool = False) -> tuple[Desk, str, str]:
    """The campaign, the seat the caller's token gives and the eyes it looks through.

    What is wrong with one that is damaged may tell of both sides: only whoever plays in it hears that.
    """
    campaigns: Campaigns = state.campaigns
    try:
        desk = await campaigns.find(campaign)
    except Damaged:
        await _kept_for(campaign, request, state)
        raise
    found = desk.place_of(_token(request), state.is_private)
    if found is None or (acting and not found[0]):
        raise NotAuthorizedException(STRANGER)
    return desk, *found


async def _refuse_moved(state: State, desk: Desk, eyes: str, seen: int) -> None:
    view: CampaignView = await state.rooms.fetching.do(desk.view, eyes)
    if seen != view.seen:
        raise Moved(MOVED)


async def _page(state: State, desk: Desk, seat: str, eyes: str) -> CampaignPage:
    view: CampaignView = await state.rooms.fetching.do(desk.view, eyes)
    there = await state.keeper.do(state.keeper.store.battles, None, list(desk.battles.values()))
    known = {row.id for row in there}
    battles = {str(number): battle for number, battle in desk.battles.items() if battle in known}
    wishes = {name: _words(desk, name) for name, player in desk.players.items() if is_human(player)}
    marks = (bool(seat), battles, wishes, desk.trouble, _may_save(desk, seat))
    return CampaignPage(desk.row.id, desk.row.title, view.seen, view, desk.players, *marks)


def _wanted(desk: Desk, data: Agreeing) -> March | Finish:
    if not data.like:
        return March(data.scenario, dict(data.options)) if data.scenario else Finish()
    wish = desk.wish_of(data.like) if data.like in desk.chairs else None
    if wish is None:
        raise BadInput(f"{data.like} wants nothing yet that could be agreed with.")
    return wish


def _words(desk: Desk, seat: str) -> str:
    wish = desk.wish_of(seat)
    if wish is None:
        return ""
    if isinstance(wish, March):
        said = ", ".join(f"{name} {value}" for name, value in wish.options.items())
        return f"battle: {wish.scenario}{f' ({said})' if said else ''}"
    return "the end of the campaign"


def _may_save(desk: Desk, seat: str) -> bool:
    people = [name for name, player in desk.players.items() if is_human(player)]
    return desk.following.campaign.over is not None or (bool(seat) and people == [seat])
