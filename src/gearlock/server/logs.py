"""What is written to the log when something fails again and again: a line each time, the traceback once a minute."""

from __future__ import annotations

import logging
import time
from copy import copy

EVERY = 60.0
"""Seconds between two tracebacks of the same kind."""
MOST_KINDS = 100


class Brief(logging.Formatter):
    """Tells the same trouble with its traceback once a minute, and otherwise in one line."""

    def __init__(self) -> None:
        super().__init__("%(message)s")
        self._told: dict[tuple[str, str, str], float] = {}

    def format(self, record: logging.LogRecord) -> str:
        """The line, with a traceback if there is one that was not told just now."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return super().format(record)
        kind, now = (record.name, str(record.msg), type(error).__name__), time.monotonic()
        if now - self._told.get(kind, -EVERY) >= EVERY:
            if len(self._told) >= MOST_KINDS:
                self._told.clear()
            self._told[kind] = now
            return super().format(record)
        short = copy(record)
        short.exc_info = short.exc_text = None
        first_line = str(error).strip().partition("\n")[0]
        return f"{super().format(short)}: {type(error).__name__}: {first_line}"


def log_briefly() -> None:
    """Have our own log, and that of the database's library, told so."""
    for name in ("gearlock", "sqlalchemy"):
        logger = logging.getLogger(name)
        if not any(isinstance(each.formatter, Brief) for each in logger.handlers):
            handler = logging.StreamHandler()
            handler.setFormatter(Brief())
            logger.addHandler(handler)
