"""The server at work: uvicorn, with our door, our patience with strangers' noise, and memory put in order."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
from typing import Any

import uvicorn
from litestar import Litestar

from gearlock.server.door import Door, DoorConfig, OnceAMinute
from gearlock.server.limits import LARGEST_MESSAGE
from gearlock.server.processes import take_up_the_games

LAST_MOMENTS = 5
"""Seconds that what is being answered may take when the server is stopped."""


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


def run_server(app: Litestar, door: Door, proxies: tuple[str, ...], listening: socket.socket) -> None:
    """Serve until stopped."""
    TableServer(configured(app, door, proxies)).run([listening])


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
