"""Battles over HTTP: lay out, list, fetch, watch again, branch off, hand in."""

from __future__ import annotations

import secrets
from typing import Any, TypeAlias

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import NotAuthorizedException
from litestar.params import FromPath, FromQuery, JSONBody

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadInput
from gearlock.kernel.loglines import told_lines
from gearlock.kernel.view import View
from gearlock.lab.account import Account
from gearlock.lab.luck import Luck
from gearlock.server.errands import played_again
from gearlock.server.films import Film, Films, Reel
from gearlock.server.rooms import Links, Players, Record, Wanted, check_players
from gearlock.server.store import StoredBattle
from gearlock.server.wire import Count

MOST_OWN = 100
Call: TypeAlias = Request[Any, Any, Any]


class Branch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play on from a frame of a replay, in a battle of its own."""

    frame: Count
    players: Players


class Opened(msgspec.Struct, frozen=True):
    """What a link opens: the seat that is mine (or none), the seat whose eyes I look through (or all)."""

    battle: str
    system: str
    seat: str
    eyes: str
    over: bool


@get("/api/battles")
async def list_battles(state: State, own: FromQuery[str] = "") -> list[StoredBattle]:
    """The battles that are played here, and those that were, the latest first.

    A private table lists none but those the caller names: `own` has their ids, with commas between.
    """
    named = own.split(",")[:MOST_OWN] if state.is_private else None
    battles: list[StoredBattle] = await state.keeper.do(state.keeper.store.battles, 200, named)
    return battles


@post("/api/battles")
async def lay_out(data: JSONBody[Wanted], state: State) -> Links:
    """Lay a new battle out; the answer holds the links to its seats, which nobody can guess."""
    links: Links = await state.rooms.lay_out(data)
    return links


@get("/api/battles/{battle:str}")
async def place(battle: FromPath[str], request: Call, state: State) -> Opened:
    """What the caller's token opens."""
    record: Record = await state.rooms.record(battle)
    seat, eyes = _place(record, request)
    return Opened(battle, record.system.id, seat, eyes or "", record.battle.over)


@get("/api/battles/{battle:str}/log")
async def log(battle: FromPath[str], request: Call, state: State) -> Response[bytes]:
    """The log as a file; one with secrets only when the battle is over, and never an answer that is under seal."""
    record: Record = await state.rooms.record(battle)
    _refuse_secrets(record, _place(record, request)[1], None)
    lines = await state.keeper.do(state.keeper.store.lines, battle)
    lines = lines if record.battle.over else told_lines(lines)
    name = f"{record.system.id}-{battle}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(b"\n".join(lines) + b"\n", media_type="application/jsonl", headers=headers)


@get("/api/battles/{battle:str}/replay")
async def replay(battle: FromPath[str], request: Call, state: State, eyes: FromQuery[str] = "") -> Reel:
    """A replay but for its pictures, through one seat's eyes or all-seeing."""
    record, film = await film_of(battle, request, state, eyes)
    return film.reel(battle, record.battle.title)


@get("/api/battles/{battle:str}/replay/{frame:int}")
async def picture(
    battle: FromPath[str],
    frame: FromPath[int],
    request: Call,
    state: State,
    eyes: FromQuery[str] = "",
) -> View:
    """The table as it stood at a frame."""
    _, film = await film_of(battle, request, state, eyes)
    view: View = await state.rooms.fetching.do(film.picture, frame)
    return view


@get("/api/battles/{battle:str}/luck")
async def luck(battle: FromPath[str], request: Call, state: State) -> Luck:
    """How lucky both sides were, when the battle is over."""
    record, film = await film_of(battle, request, state, "")
    if not record.battle.over:
        raise BadInput("How lucky a battle was is told when it is over.")
    found: Luck = await state.rooms.fetching.do(lambda: film.luck)
    return found


@get("/api/battles/{battle:str}/account")
async def account(battle: FromPath[str], request: Call, state: State) -> Account:
    """What both sides have left and where the battle turned, when it is over."""
    record, film = await film_of(battle, request, state, "")
    if not record.battle.over:
        raise BadInput("What a battle came to is told when it is over.")
    found: Account = await state.rooms.fetching.do(lambda: film.account)
    return found


@post("/api/battles/{battle:str}/branch")
async def branch(battle: FromPath[str], data: JSONBody[Branch], request: Call, state: State) -> Links:
    """A battle that begins at a frame of another, with dice of its own."""
    record, film = await film_of(battle, request, state, "")
    system = record.system
    check_players(system, data.players)
    inputs = [entry.input for entry in film.log.entries[: film.decision_after(data.frame)]]
    dice = Seeded(secrets.token_hex(16))
    try:
        again = await state.rooms.fetching.do(Battle.rerun, system, film.log.header.setup, film.log.start, inputs, dice)
    except Exception as error:  # rules that have changed may fall over an old log in any way
        raise BadInput("The rules as they are now do not lead there any more; it can only be watched.") from error
    if again.over:
        raise BadInput("The battle was over there; choose an earlier frame.")
    links: Links = await state.rooms.open(again, data.players)
    return links


@post("/api/replays", status_code=201)
async def hand_in(request: Call, state: State) -> Links:
    """A log file somebody has: kept here as a battle to be watched or, if it is unfinished, played on."""
    raw = await request.body()
    async with state.handing_in.turn(request.client.host if request.client else ""):
        await state.rooms.readers.prove(raw)
        battle = await state.rooms.fetching.do(played_again, raw)
    links: Links = await state.rooms.open(battle, {seat: "human" for seat in battle.system.seats})
    return links


async def film_of(battle: str, request: Call, state: State, eyes: str) -> tuple[Record, Film]:
    """A battle as it can be watched through these eyes, if the caller may look through them."""
    record: Record = await state.rooms.record(battle)
    if eyes and eyes not in record.system.seats:
        raise BadInput(f"There is no seat {eyes}: {', '.join(record.system.seats)}, or nothing for all-seeing.")
    _refuse_secrets(record, _place(record, request)[1], eyes or None)
    films: Films = state.films
    film = films.find(battle, record.lines, eyes or None)
    if film is None:
        # First how much may be shown: the battle may move on before its log is read.
        until = await state.rooms.told_until(record, eyes) if record.has_secrets else None
        log = await state.rooms.log(battle)
        film = await state.rooms.fetching.do(Film, log, eyes or None, until)
        films.keep(battle, record.lines, eyes or None, film)
    return record, film


def _place(record: Record, request: Call) -> tuple[str, str | None]:
    """What the token in the request opens; without one, what everybody may see."""
    token = request.headers.get("authorization", "").partition(" ")[2].strip()
    found = record.place_of(token)
    if found is None:
        raise NotAuthorizedException("This link opens nothing here: ask a player of this battle for another.")
    return found


def _refuse_secrets(record: Record, mine: str | None, wanted: str | None) -> None:
    """While a battle with secrets goes on, everybody sees with their own eyes only."""
    if record.has_secrets and (wanted is None or wanted != mine):
        raise NotAuthorizedException("This battle has secrets; other eyes may look when it is over.")
