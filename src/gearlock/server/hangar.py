"""The hangar over HTTP: what forces are built of, what may be bought where, forces in short, forces that are kept."""

from __future__ import annotations

import secrets
from functools import cache
from typing import Annotated, Any, TypeAlias

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import TooManyRequestsException
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.registry import get_system
from gearlock.kernel.shop import Shop
from gearlock.muster.reading import force_rules
from gearlock.muster.shops import shop_of
from gearlock.muster.trying import Offers
from gearlock.server.lobby import RosterText
from gearlock.server.packing import Packed, pack, send
from gearlock.server.rooms import File, Options
from gearlock.server.shelf import KeptForce, drop_force, is_there, keep_force, kept_force, kept_forces
from gearlock.server.wire import Count, Name
from gearlock.server.workshop import (
    Fitting,
    ForcePreview,
    Judged,
    Judging,
    Preview,
    ReadyMade,
    RosterForm,
    Transcript,
    Trying,
    Unfit,
)

LARGEST_KEPT = 20_000
"""Letters of a roster that is kept."""
TOO_MANY = "You saved 20 forces here today. Download this one as a file, or replace one you saved."
Call: TypeAlias = Request[Any, Any, Any]


class Tried(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The question what could be bought on this line of a roster, or for a place of the machine on it."""

    text: File
    line: Count
    mount: Name = ""


class Changed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A roster after a change, and the line that is looked at, if one is."""

    text: File
    system: Name
    line: Count = 0
    mount: Name = ""


class Keeping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A force to be kept: new if it has no id yet, otherwise with the key it was kept with."""

    text: Annotated[str, Meta(max_length=LARGEST_KEPT)]
    id: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{0,32}$")] = ""
    key: Name = ""
    listed: bool = False
    """Whether everybody here is shown it."""


class Kept(msgspec.Struct, frozen=True):
    """Where a force is kept, and the key that lets its owner change it."""

    id: str
    key: str


class Dropping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kept force that may go."""

    key: Name


@cache
def _shop(system: str) -> Packed:
    return pack(shop_of(system))


@get("/api/shops/{system:str}")
async def shop(system: FromPath[str], request: Call, state: State) -> Response[Shop]:
    """Everything a force of this system can be built of."""
    get_system(system)
    return send(await state.rooms.fetching.do(_shop, system), request)


@get("/api/ready-made/{system:str}")
async def ready_made(system: FromPath[str], state: State) -> tuple[ForcePreview, ...]:
    """The ready-made forces of a system in short."""
    get_system(system)
    found: tuple[ForcePreview, ...] = await state.rooms.fetching.do(_ready_made, system)
    return found


class Fits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The question which ready-made forces a battle takes."""

    system: Name
    scenario: Name
    options: Options = {}


MOST_FITS = 200
_fits: dict[bytes, tuple[Unfit, ...]] = {}


@post("/api/fitting", status_code=200)
async def fitting(data: JSONBody[Fits], state: State) -> tuple[Unfit, ...]:
    """Which ready-made forces a battle refuses; worked out in a process of its own and kept, as it does not change."""
    key = msgspec.json.encode(data, order="deterministic")
    if key not in _fits:
        get_system(data.system)
        errand = Fitting(data.system, data.scenario, data.options)
        found: tuple[Unfit, ...] = await state.rooms.readers.make(errand, "The battle")
        if len(_fits) >= MOST_FITS:
            _fits.clear()
        _fits[key] = found
    return _fits[key]


@get("/api/ready-made/{system:str}/{name:str}", sync_to_thread=False)
def ready_text(system: FromPath[str], name: FromPath[str]) -> RosterText:
    """The roster of a ready-made force."""
    texts = force_rules(system).ready_made()
    if name not in texts:
        raise UnknownName("ready-made roster", name, texts)
    return RosterText(texts[name], system)


@cache
def _ready_made(system: str) -> tuple[ForcePreview, ...]:
    return ReadyMade(system).do()


@post("/api/rosters/read", status_code=200)
async def read(data: JSONBody[RosterText], state: State) -> RosterForm:
    """A roster in the forms a builder needs."""
    form: RosterForm = await state.rooms.readers.make(Transcript(data.text), "Your roster")
    return form


@post("/api/rosters/preview", status_code=200)
async def preview(data: JSONBody[RosterText], state: State) -> ForcePreview:
    """A roster in short."""
    found: ForcePreview = await state.rooms.readers.make(Preview(data.text), "Your roster")
    return found


@post("/api/rosters/offers", status_code=200)
async def offers(data: JSONBody[Tried], state: State) -> Offers:
    """What could be bought on a line of a roster."""
    found: Offers = await state.rooms.readers.make(Trying(data.text, data.line, data.mount), "Your roster")
    return found


@post("/api/rosters/judge", status_code=200)
async def judge(data: JSONBody[Changed], state: State) -> Judged:
    """What the rules say of a roster that is being built, what mends it, and what could be bought on a line."""
    errand = Judging(data.text, data.system, data.line, data.mount)
    found: Judged = await state.rooms.readers.make(errand, "Your roster")
    return found


@get("/api/forces")
async def forces(state: State, system: FromQuery[str] = "") -> list[KeptForce]:
    """The forces that their builders show to everybody here; none on a private table."""
    if state.is_private:
        return []
    found: list[KeptForce] = await state.keeper.do(kept_forces, state.keeper.store, system)
    return found


@get("/api/forces/{force:str}")
async def force(force: FromPath[str], state: State) -> KeptForce:
    """A kept force, for whoever has the link to it."""
    found: KeptForce = await state.keeper.do(kept_force, state.keeper.store, force)
    return found


@post("/api/forces")
async def keep(data: JSONBody[Keeping], request: Call, state: State) -> Kept:
    """Keep a force; whoever has the key may keep it anew. From one address so many new ones are kept in a day."""
    form: RosterForm = await state.rooms.readers.make(Transcript(data.text), "Your roster")
    title = form.verdict.sheet.title if form.verdict.sheet else "A force"
    facts = ", ".join(form.verdict.sheet.facts) if form.verdict.sheet else ""
    is_kept = data.id and await state.keeper.do(is_there, state.keeper.store, data.id)
    if state.is_limited and not is_kept and not state.forces.take(request.client.host if request.client else ""):
        raise TooManyRequestsException(TOO_MANY)
    kept = Kept(data.id or secrets.token_urlsafe(9), data.key or secrets.token_urlsafe(18))
    row = KeptForce(kept.id, form.system, title, facts, form.verdict.legal, 0, form.text)
    await state.keeper.keep(keep_force, state.keeper.store, row, kept.key, data.listed)
    return kept


@post("/api/forces/{force:str}/drop", status_code=204)
async def drop(force: FromPath[str], data: JSONBody[Dropping], state: State) -> None:
    """Let a kept force of one's own go."""
    await state.keeper.keep(drop_force, state.keeper.store, force, data.key)
