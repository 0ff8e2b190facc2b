"""Files replaced whole: the rights of an ordinary file, kept on rewriting, and nothing left beside them."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gearlock.campaign.keeping import battle_path
from gearlock.campaign.war import new_campaign
from gearlock.kernel.errors import BadFile, BadInput
from gearlock.kernel.files import write_whole
from gearlock.library import new_battle, save_log

ORDINARY = pytest.mark.skipif(sys.platform == "win32", reason="rights are others there")


@pytest.fixture(params=[0o022, 0o077, 0o002])
def mask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@ORDINARY
def test_logs_and_campaigns_get_the_rights_of_any_file_of_their_writer(tmp_path: Path, mask: int) -> None:
    war = new_campaign("brigands", "duel", seed=1, options={"battles": 2, "rounds": 1})
    war.battle()
    saved = war.save(tmp_path / "war.jsonl")
    for path in (saved, battle_path(saved, 1), save_log(new_battle("brigands", "duel", 1), tmp_path / "b.jsonl")):
        assert rights(path) == 0o666 & ~mask, path.name


@ORDINARY
def test_a_file_that_is_replaced_keeps_its_rights_and_links_stay_links(tmp_path: Path) -> None:
    kept, link = tmp_path / "kept", tmp_path / "link"
    write_whole(kept, b"old")
    kept.chmod(0o640)
    link.symlink_to(kept)
    write_whole(link, b"new")
    assert (kept.read_bytes(), rights(kept), link.is_symlink()) == (b"new", 0o640, True)
    assert sorted(os.listdir(tmp_path)) == ["kept", "link"]


def test_what_cannot_be_written_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "b.jsonl"
    path.write_bytes(b"old")

    def full(_number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadFile, match="cannot be written: No space left"):
        write_whole(path, b"new")
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("b.jsonl", b"old")]


def test_only_ordinary_files_are_replaced(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be written: it is no ordinary file but a folder"):
        write_whole(tmp_path, b"")
    for name in ("nowhere/b.jsonl", "a\0b", "x" * 300):
        with pytest.raises(BadFile, match="cannot be written"):
            write_whole(tmp_path / name, b"")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(BadFile, match="no ordinary file but a pipe"):
            write_whole(tmp_path / "pipe", b"")
    with pytest.raises(BadFile, match="cannot be written"):
        new_campaign("brigands", seed=1).save(tmp_path / "a\0b")
    with pytest.raises(BadInput, match="A file is named by its path"):
        new_campaign("brigands", seed=1).save(7)  # type: ignore[arg-type]
