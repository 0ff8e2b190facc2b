"""The server at work: uvicorn, with our door, our patience with strangers' noise, and memory put in order."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import threading
from typing import Any

import uvicorn
from litestar import Litestar

from gearlock.server.door import Door, DoorConfig, OnceAMinute
from gearlock.server.keeper import LAST_MOMENTS, Keeper
from gearlock.server.limits import LARGEST_MESSAGE
from gearlock.server.logs import log_briefly
from gearlock.server.processes import take_up_the_games

LAST_WORDS = 1.0
"""Seconds in which everybody is told that another server has the battles, before this one ends."""


class TableServer(uvicorn.Server):
    """A server that looks for garbage seldom: a full search stops every battle while it lasts."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the tables, and have every game at hand before anybody asks for the lobby."""
        await super().startup(sockets)
        await asyncio.to_thread(take_up_the_games)
        gc.set_threshold(100_000, 50, 1000)
        gc.collect()
        gc.freeze()  # what is here now stays: modules, rules, data
        app: Any = self.config.app
        await app.state.reckoners.warm()

    def stop_soon(self) -> None:
        """End, as if by Ctrl-C, when everybody has been told why."""
        timer = threading.Timer(LAST_WORDS, setattr, (self, "should_exit", True))
        timer.daemon = True
        timer.start()


def run_server(
    app: Litestar, door: Door, proxies: tuple[str, ...], listening: socket.socket, keeper: Keeper | None = None
) -> None:
    """Serve until stopped, or until another server has taken the battles over."""
    log_briefly()
    server = TableServer(configured(app, door, proxies))
    if keeper is not None:
        keeper.when_lost(server.stop_soon)
    server.run([listening])


def configured(app: Litestar, door: Door, proxies: tuple[str, ...] = ()) -> DoorConfig:
    """How uvicorn is run here."""
    config = DoorConfig(
        app,
        door,
        log_level="warning",
        ws_max_size=LARGEST_MESSAGE * 2,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=LAST_MOMENTS,
    )
    for name in ("uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        if not any(isinstance(each, OnceAMinute) for each in logger.filters):
            logger.addFilter(OnceAMinute())
    return config
