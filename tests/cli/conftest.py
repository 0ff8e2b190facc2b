from __future__ import annotations

import pytest

from cli.command import Command


@pytest.fixture
def gearlock(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.setenv("COLUMNS", "120")
    return Command(capsys, monkeypatch)
