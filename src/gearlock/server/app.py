"""The server put together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from sqlalchemy.exc import SQLAlchemyError

from gearlock.kernel.errors import BadFile, GearlockError, UnknownName
from gearlock.kernel.typed import typed_decoder
from gearlock.kernel.written import in_words
from gearlock.server import battles, bookshelf, campaigns, cartography, firing, hangar, listing, lobby
from gearlock.server.campaign_desk import Campaigns, Damaged, Moved
from gearlock.server.films import Films
from gearlock.server.generating import draw_scenario
from gearlock.server.health import health
from gearlock.server.keeper import Keeper
from gearlock.server.lessons import begin_lesson, lessons
from gearlock.server.limits import (
    LARGEST_BODY,
    MOST_HANDED_IN,
    Buckets,
    Trust,
    Turns,
    is_our_host,
    is_our_page,
    leads_nowhere,
)
from gearlock.server.metering import Purses, metered
from gearlock.server.mishaps import UNFIT, UNREADABLE, is_unfit, words_for
from gearlock.server.pages import HEADERS, WEB, page_handlers
from gearlock.server.reach import addresses, reach
from gearlock.server.reckoners import Reckoners
from gearlock.server.rooms import Rooms
from gearlock.server.schema import Problem, describe_messages
from gearlock.server.socket import table
from gearlock.server.tenure import TAKEN_OVER
from gearlock.server.thinkers import Thinkers
from gearlock.server.troubles import NotKept
from gearlock.server.why import why
from gearlock.server.wire import Refused

_log = logging.getLogger(__name__)
SWEEP = 60.0
"""Seconds between two looks for tables nobody sits at."""
DAY = 24 * 3600
SCHEMA = "/api/schema"


class Settings(msgspec.Struct, frozen=True):
    """How a server is run."""

    database: str
    is_open: bool = False
    """Reachable from other machines."""
    names: tuple[str, ...] = ()
    """Names it is called by besides the loopback ones."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies that pass calls on, and whose word for where these come from is taken."""
    is_private: bool = False
    """No battle is listed, and none opens without a link."""
    at: tuple[str, int] = ("127.0.0.1", 0)
    """The host and port it listens at."""
    thinkers: int = 1
    deadline: float = 5.0
    web: Path = WEB

    @property
    def is_reached_by_strangers(self) -> bool:
        """Whether callers must be held to a measure."""
        return self.is_open or bool(self.proxies)


def make_app(settings: Settings, opened: Keeper | None = None) -> Litestar:
    """A server by these settings; its processes and threads start and end with it, and so does a keeper handed in."""
    purses = Purses(settings.is_reached_by_strangers)

    @asynccontextmanager
    async def whole_life(app: Litestar) -> AsyncIterator[None]:
        keeper = opened if opened is not None else await asyncio.to_thread(Keeper, settings.database)
        thinkers = Thinkers(settings.thinkers, settings.deadline)
        reckoners = Reckoners()
        rooms = Rooms(keeper, thinkers, settings.is_private, reckoners)
        app.state.update({"keeper": keeper, "rooms": rooms, "films": Films(), "campaigns": Campaigns(rooms)})
        app.state.update({"names": settings.names, "is_open": settings.is_open})
        app.state.update({"is_limited": settings.is_reached_by_strangers, "is_private": settings.is_private})
        app.state.update({"sockets": Buckets(burst=60, rate=2), "purses": purses})
        app.state.update({"handing_in": Turns(MOST_HANDED_IN), "forces": Buckets(burst=20, rate=20 / DAY)})
        app.state.update({"thinkers": thinkers, "reckoners": reckoners, "explaining": asyncio.Semaphore(1)})
        app.state.update({"reach": lambda: addresses(*settings.at, () if settings.proxies else settings.names)})
        sweeping, loop = asyncio.create_task(_sweep(rooms)), asyncio.get_running_loop()

        def send_home() -> None:
            loop.call_soon_threadsafe(rooms.send_home, Refused("not-kept", TAKEN_OVER))

        keeper.when_lost(send_home)
        try:
            yield
        finally:
            sweeping.cancel()
            rooms.close()
            thinkers.close()
            reckoners.close()
            keeper.close()

    handlers: list[Any] = [
        table,
        why,
        reach,
        health,
        draw_scenario,
        *(getattr(module, name) for module, names in _CALLS for name in names),
    ]
    handlers += [lessons, begin_lesson, *page_handlers(settings.web)]
    app = Litestar(
        handlers,
        lifespan=[whole_life],
        request_max_body_size=LARGEST_BODY,
        exception_handlers={
            GearlockError: _problem,
            HTTPException: _http_problem,
            SQLAlchemyError: _disk_fault,
            Exception: _own_fault,
        },
        middleware=[lambda app: _Doorman(app, settings, purses)],
        before_send=[_guard],
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Gearlock",
            version="1",
            path=SCHEMA,
            render_plugins=[JsonRenderPlugin(path=["/openapi.json", "/"], media_type=MediaType.JSON)],
        ),
    )
    describe_messages(app)
    _learn_bodies(app)
    return app


def _learn_bodies(app: Litestar) -> None:
    """Calls are read in the loop while threads read logs: what they bring is known before the first comes."""
    routes: list[Any] = list(app.routes)
    for route in routes:
        for handler in getattr(route, "route_handlers", None) or [route.route_handler]:
            typed_decoder(handler.signature_model)


_CALLS = (
    (battles, ("list_battles", "lay_out", "place", "log", "replay", "picture", "luck", "account", "branch", "hand_in")),
    (lobby, ("systems", "rule_page", "check_roster", "recruit")),
    (listing, ("shelf",)),
    (
        hangar,
        (
            "shop",
            "fitting",
            "ready_made",
            "ready_text",
            "read",
            "preview",
            "offers",
            "judge",
            "forces",
            "force",
            "keep",
            "drop",
        ),
    ),
    (bookshelf, ("rulebook", "rule_tests", "game_words")),
    (firing, ("firing", "weapons", "reckon", "reckon_table", "damage_curve")),
    (
        campaigns,
        (
            "campaign_games",
            "list_campaigns",
            "begin_campaign",
            "hand_in_campaign",
            "campaign_page",
            "decide",
            "agree",
            "lay_again",
            "campaign_file",
            "recover_campaign",
        ),
    ),
    (cartography, ("map_desk", "ready_map", "read_map", "write_map", "play_position")),
)
"""What can be called over HTTP, by module."""


_STATUS = {"too-fast": 429, "foreign": 403, "http-404": 404}


class _Doorman:
    """Turns away calls for other names, calls from other pages, and callers who want too much at once."""

    def __init__(self, app: ASGIApp, settings: Settings, purses: Purses) -> None:
        self._app, self._settings, self._purses = app, settings, purses
        self._writing, self._reading = Buckets(burst=40, rate=2), Buckets(burst=400, rate=100)
        Trust(settings.proxies)  # says so if one of them is no address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:  # a plain string in the scope: never the same object
            problem = self._refuse(Request(scope))
            if problem is not None:
                response = Response(problem, status_code=_STATUS[problem.code])
                await response.to_asgi_response(None, Request(scope))(scope, receive, send)
                return
            purse = self._purses.of(scope["client"][0] if scope["client"] else "")
            await asyncio.sleep(purse.wait)  # whoever is in debt waits
            await metered(self._app(scope, receive, send), purse)
            return
        await self._app(scope, receive, send)

    def _refuse(self, request: Request[Any, Any, Any]) -> Problem | None:
        path = request.scope["path"]
        # The framework has a page of its own for what is not found beside the schema, and that loads things.
        is_no_schema = path.startswith(f"{SCHEMA}/") and path.removeprefix(SCHEMA) not in ("/", "/openapi.json")
        if leads_nowhere(path) or is_no_schema:
            return Problem("http-404", "There is nothing of that name here.")
        host = request.headers.get("host", "")
        if not is_our_host(host, self._settings.names, self._settings.is_open):
            return Problem("foreign", f"This table does not go by the name '{host}'; start it with --name for that.")
        if request.method in ("GET", "HEAD"):
            buckets = self._reading
        elif is_our_page(request.headers.get("origin", ""), host):
            buckets = self._writing
        else:
            return Problem("foreign", "Another page may not act in your name here.")
        caller = request.client.host if request.client else ""
        is_patient = not self._settings.is_reached_by_strangers or buckets.take(caller)
        return None if is_patient else Problem("too-fast", "Too many calls at once; try again in a moment.")


async def _guard(message: Message, _: Scope) -> None:
    """Whatever is answered, pages or not, says what may be done with it."""
    if message["type"] == "http.response.start":
        present = {name.lower() for name, _ in message["headers"]}
        message["headers"] = [*message["headers"], *(pair for pair in _HEADERS if pair[0] not in present)]


_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


def _problem(_: Request[Any, Any, Any], error: GearlockError) -> Response[Problem]:
    if isinstance(error, NotKept):
        return Response(Problem("not-kept", str(error)), status_code=503)
    if isinstance(error, Moved):
        return Response(Problem("moved", str(error)), status_code=409)
    if isinstance(error, Damaged):
        return Response(Problem("damaged", str(error), error.findings), status_code=400)
    if isinstance(error, BadFile):
        return Response(Problem("bad-file", str(error), error.findings), status_code=400)
    if isinstance(error, UnknownName):
        return Response(Problem("unknown-name", str(error)), status_code=404)
    return Response(Problem("bad-input", str(error)), status_code=400)


def _http_problem(_: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    detail = error.detail
    extra = getattr(error, "extra", None)
    if isinstance(extra, list):
        detail = "What was sent cannot be used: " + "; ".join(
            ": ".join([*([str(part["key"])] if part.get("key") else []), in_words(str(part["message"]))])
            for part in extra
            if isinstance(part, dict) and "message" in part
        )
    return Response(Problem(f"http-{error.status_code}", detail), status_code=error.status_code)


def _own_fault(_: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    if isinstance(error, RecursionError):
        return Response(Problem("bad-input", "This is nested too deeply."), status_code=400)
    _log.error("a request could not be served", exc_info=error)
    return Response(Problem("broken", "This could not be worked out, and nothing was done."), status_code=500)


def _disk_fault(request: Request[Any, Any, Any], error: SQLAlchemyError) -> Response[Problem]:
    if is_unfit(error):
        return Response(Problem("bad-input", UNFIT), status_code=400)
    _log.error("the database failed", exc_info=error)
    words = UNREADABLE if request.method in ("GET", "HEAD") else words_for(error)
    return Response(Problem("not-kept", words), status_code=503)


async def _sweep(rooms: Rooms) -> None:
    while True:
        await asyncio.sleep(SWEEP)
        rooms.put_away_idle()
