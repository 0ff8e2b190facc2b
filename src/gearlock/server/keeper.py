"""The one thread that writes: the table waits for it, so that nothing is told that could be lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from gearlock.server.store import Store

P = ParamSpec("P")
T = TypeVar("T")


class Keeper:
    """Gives the store a thread of its own; everything asked of it is done in turn."""

    def __init__(self, url: str) -> None:
        self._thread = ThreadPoolExecutor(1, "keeper")
        self.store: Store = self._thread.submit(Store, url).result()

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have something of the store done, and wait for it."""
        future = self._thread.submit(work, *args, **kwargs)
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Finish what was asked for, then let go."""
        self._thread.submit(self.store.close).result()
        self._thread.shutdown()
