"""The page about units of one's own: its files are good, and its table says which systems take them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.command import Command
from gearlock.kernel.registry import system_ids

PAGE = (Path(__file__).parents[2] / "docs" / "own-units.md").read_text(encoding="utf-8")


def blocks(kind: str, part: str) -> list[str]:
    """The files of a kind in a part of the page."""
    text = PAGE.split(f"\n## {part}\n")[1].split("\n## ")[0]
    return re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL)


def check(gearlock: Command, monkeypatch: pytest.MonkeyPatch, folder: Path, roster: str, **files: str) -> str:
    for name, text in files.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    (folder / "force.txt").write_text(roster, encoding="utf-8")
    monkeypatch.chdir(folder)
    done = gearlock("force", "check", folder / "force.txt")
    assert done.code == 0, done.out + done.err
    return gearlock("force", "print", folder / "force.txt").out


def test_every_system_is_named() -> None:
    assert [name for name in system_ids() if f"`{name}`" not in PAGE.split("\n## ")[0]] == []


def test_the_field_manual_takes_the_files_of_the_page(
    gearlock: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cards, groups = blocks("csv", "Field Manual")
    sheet = check(gearlock, monkeypatch, tmp_path, blocks("text", "Field Manual")[0], cards=cards, groups=groups)
    assert "Wildcat" in sheet


@pytest.mark.parametrize("place", [0, 1])
def test_tactical_miniatures_takes_the_files_of_the_page(
    gearlock: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, place: int
) -> None:
    cards, roster = blocks("csv", "Tactical Miniatures")[place], blocks("text", "Tactical Miniatures")[0]
    name = cards.splitlines()[1].partition(",")[0]
    sheet = check(gearlock, monkeypatch, tmp_path, roster.replace("5x Jaguar", f"5x {name}"), cards=cards)
    assert name in sheet
    assert re.search(r"\b1[34]\b", sheet), "the armor of the file"


def test_what_the_page_says_of_hexes_can_be_done(gearlock: Command) -> None:
    for line in blocks("text", "Hex d100")[0].splitlines():
        assert gearlock(*line.partition("#")[0].split()[1:]).code == 0
