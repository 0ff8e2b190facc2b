"""Whether the table is well, for whoever looks after it: a container, a proxy, a watchman."""

from __future__ import annotations

import asyncio
import logging

import msgspec
from litestar import Response, get
from litestar.datastructures import State
from sqlalchemy.exc import SQLAlchemyError

SOON = 4.0
"""Seconds within which the database must have answered."""
_log = logging.getLogger(__name__)


class Health(msgspec.Struct, frozen=True):
    """How the table is: `well`, or what is wrong."""

    status: str


@get("/health", include_in_schema=False)
async def health(state: State) -> Response[Health]:
    """200 if battles can be read and written, 503 if not."""
    try:
        async with asyncio.timeout(SOON):
            await state.keeper.ask_whether_well()
    except (SQLAlchemyError, OSError) as error:  # a TimeoutError is an OSError
        _log.debug("asked whether the table is well: %s", error)
        return Response(Health("the database does not answer"), status_code=503)
    return Response(Health("well"))
