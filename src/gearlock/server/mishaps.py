"""What is said when the database fails: whether it is full, does not answer, or cannot take what was sent."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.exc import DataError, SQLAlchemyError

from gearlock.server.engines import Unfit
from gearlock.server.tenure import Displaced

FULL = "This could not be saved, so it was not done. Is the disk full? Try again in a moment."
AWAY = "The database does not answer, so this may not be saved. Try again in a moment."
UNFIT = "This could not be saved as it was sent, so it was not done. Another name or text may do."
UNREADABLE = "What is saved here cannot be read right now. Try again in a moment."


DISK_FULL = "53100"
"""What PostgreSQL calls it."""


class Away(SQLAlchemyError):
    """The database did not answer in time. What was to be written may be written or not."""


def is_away(error: BaseException) -> bool:
    """Whether it is the database's server that fails, and not what was asked of it."""
    if isinstance(error, Away | Displaced | sa.exc.TimeoutError):
        return True
    if not isinstance(error, sa.exc.OperationalError | sa.exc.InterfaceError):
        return False
    state = getattr(error.orig, "sqlstate", "")
    return state is None or state not in ("", DISK_FULL)


def is_unfit(error: BaseException) -> bool:
    """Whether it is what was sent that cannot be kept."""
    return isinstance(error, DataError | Unfit)


def words_for(error: BaseException) -> str:
    """Why something could not be saved."""
    if isinstance(error, Displaced):
        return str(error)
    if is_unfit(error):
        return UNFIT
    return AWAY if is_away(error) else FULL
