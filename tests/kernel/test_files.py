from __future__ import annotations

from pathlib import Path

import pytest

from gearlock.kernel.bounds import LARGEST_FILE
from gearlock.kernel.errors import BadFile
from gearlock.kernel.files import data_fingerprint, data_texts, is_file_name, only_these_files, read_handed_in
from gearlock.kernel.registry import get_system, system_ids


def test_text_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("höhe = 3\n", encoding="utf-8")
    assert read_handed_in(tmp_path / "a.toml") == "höhe = 3\n"


def test_what_cannot_be_read_is_said_in_words(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be read"):
        read_handed_in(tmp_path)
    (tmp_path / "big").write_bytes(b" " * (LARGEST_FILE + 1))
    with pytest.raises(BadFile, match="larger than 200 kB"):
        read_handed_in(tmp_path / "big")
    (tmp_path / "noise").write_bytes(b"fine\nfine\n\xff")
    with pytest.raises(BadFile, match=r"noise:3: this is not UTF-8"):
        read_handed_in(tmp_path / "noise")


def test_a_name_with_a_path_or_ending_is_a_file() -> None:
    assert is_file_name("mine.toml")
    assert is_file_name("maps/mine")
    assert not is_file_name("crossroads")


@pytest.mark.parametrize("system_id", system_ids())
def test_the_fingerprint_of_a_systems_data_covers_its_files_and_lasts(system_id: str) -> None:
    package = get_system(system_id).package
    everything = data_fingerprint(package)
    assert everything == data_fingerprint(package)
    assert everything != data_fingerprint(package, without=("maps",))
    assert get_system(system_id).data_digest() not in ("", everything)


def test_for_somebody_far_away_there_are_only_the_files_sent_along(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("here\n")
    with only_these_files({"./sent/map.toml": "text"}):
        assert read_handed_in(Path("sent/map.toml")) == "text"
        for name in (str(tmp_path / "mine.toml"), "map.toml", "../sent/map.toml", "sent"):
            with pytest.raises(BadFile, match="not among the files that were sent along"):
                read_handed_in(Path(name))
    assert read_handed_in(tmp_path / "mine.toml") == "here\n"


@pytest.mark.parametrize(("system_id", "folder"), [("brigands", "rosters"), ("hex100", "forces")])
def test_the_texts_of_a_folder_come_by_name_in_order(system_id: str, folder: str) -> None:
    texts = data_texts(get_system(system_id).package, folder, ".txt")
    assert list(texts) == sorted(texts)
    assert len(texts) >= 4
    assert not any(name.endswith(".txt") or not text for name, text in texts.items())
    assert data_texts(get_system(system_id).package, folder, ".csv") == {}
