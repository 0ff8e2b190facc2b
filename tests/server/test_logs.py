"""Trouble that comes again and again fills no disk: one line each time, its traceback once a minute."""

from __future__ import annotations

import logging

import pytest

from gearlock.server.logs import Brief, log_briefly


def record(words: str, error: Exception) -> logging.LogRecord:
    try:
        raise error
    except Exception as caught:
        told = (type(caught), caught, caught.__traceback__)
        return logging.LogRecord("gearlock.server.room", logging.ERROR, __file__, 1, words, ("b1",), told)


def test_a_traceback_is_told_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    hour = [1000.0]
    monkeypatch.setattr("gearlock.server.logs.time.monotonic", lambda: hour[0])
    brief, words = Brief(), "battle %s could not be kept"
    assert "Traceback" in brief.format(record(words, OSError("away\nmore")))
    for _ in range(3):
        again = brief.format(record(words, OSError("away\nmore")))
        assert again == "battle b1 could not be kept: OSError: away"
    assert "Traceback" in brief.format(record(words, ValueError("another"))), "that is other trouble"
    assert "Traceback" in brief.format(record("something else %s", OSError("away")))
    hour[0] += 61
    assert "Traceback" in brief.format(record(words, OSError("away")))


def test_it_is_set_up_once() -> None:
    loggers = [logging.getLogger(name) for name in ("gearlock", "sqlalchemy")]
    before = [list(logger.handlers) for logger in loggers]
    try:
        log_briefly()
        log_briefly()
        for logger in loggers:
            assert sum(isinstance(each.formatter, Brief) for each in logger.handlers) == 1
    finally:
        for logger, handlers in zip(loggers, before, strict=True):
            logger.handlers[:] = handlers
