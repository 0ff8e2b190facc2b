from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import Command


@pytest.fixture
def gearlock(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("GEARLOCK_HOME", str(tmp_path / "home"))
    return Command(capsys, monkeypatch)
