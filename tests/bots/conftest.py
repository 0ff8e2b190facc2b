"""Bots of one's own that a test admits are gone after it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cli.command import Command
from gearlock.bots.registered import REGISTERED


@pytest.fixture(autouse=True)
def nobody_admitted() -> Iterator[None]:
    yield
    REGISTERED.clear()


@pytest.fixture
def gearlock(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    return Command(capsys, monkeypatch)
