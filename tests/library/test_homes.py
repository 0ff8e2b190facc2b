"""One folder for what nobody named a place for, by the custom of each kind of machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import Command
from gearlock.cli.serve import database_address
from gearlock.kernel.homes import data_folder, folder_for

USER = Path("/users/me")


@pytest.mark.parametrize(
    ("environment", "platform", "folder"),
    [
        ({}, "linux", "/users/me/.local/share/gearlock"),
        ({"XDG_DATA_HOME": "/data"}, "linux", "/data/gearlock"),
        ({"XDG_DATA_HOME": " "}, "linux", "/users/me/.local/share/gearlock"),
        ({}, "darwin", "/users/me/Library/Application Support/gearlock"),
        ({}, "win32", "/users/me/AppData/Local/gearlock"),
        ({"LOCALAPPDATA": "/local"}, "win32", "/local/gearlock"),
        ({"GEARLOCK_HOME": "/here", "XDG_DATA_HOME": "/data"}, "linux", "/here"),
        ({"GEARLOCK_HOME": "/here"}, "win32", "/here"),
    ],
)
def test_the_custom_of_the_machine_or_gearlock_home(environment: dict[str, str], platform: str, folder: str) -> None:
    assert folder_for(environment, platform, USER) == Path(folder)


def test_the_same_folder_as_platformdirs(monkeypatch: pytest.MonkeyPatch) -> None:
    platformdirs = pytest.importorskip("platformdirs")
    monkeypatch.delenv("GEARLOCK_HOME", raising=False)
    assert data_folder() == Path(platformdirs.user_data_dir("gearlock", appauthor=False))


def test_tables_of_a_server_lie_there_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GEARLOCK_HOME", str(tmp_path))
    assert database_address(None).endswith(str(tmp_path / "tables.db"))


def test_battles_lie_there_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GEARLOCK_HOME", str(tmp_path))
    words = ("lab", "match", "brigands", "--a", "random", "--b", "random", "--games", 2, "-o", "rounds=1", "--jobs", 1)
    assert Command(capsys, monkeypatch)(*words).code == 0
    assert len(list((tmp_path / "matches").iterdir())) == 1
