"""Nothing is cut off: not on a narrow terminal, and not in a pipe, where there is no width at all."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

import gearlock.cli
from cli.command import Command
from gearlock.cli.fitting import Table
from gearlock.cli.screen import Screen

LAB = ("-o", "rounds=1", "--games", "2", "--jobs", "1")
TABLES: list[tuple[str, ...]] = [
    ("lab", "duel", "brigands", "hunter", "jager", "--range", "6..18/6", "--cover", "none,light"),
    ("lab", "match", "brigands", "--a", "greedy", "--b", "random", *LAB),
    ("lab", "forces", "brigands", "hunter*2", "jager*2", "--bot", "random", *LAB),
    ("lab", "tournament", "brigands", "random", "greedy", "tactician:1n", *LAB),
    ("lab", "balance", "hex100", "--bot", "random", "--scenario", "close-quarters", "--games", "2", "--jobs", "1"),
    ("lab", "compare", "hunter x2", "jager x2", "--systems", "brigands,blitz", "--bot", "random", *LAB),
    ("compare", "conditions"),
    ("compare", "model"),
    ("compare", "model", "hunter"),
    ("compare", "odds", "hunter:LAC", "jager"),
    ("compare", "match", "hunter", "jager", "--systems", "brigands,blitz", "--bot", "random", *LAB),
    ("odds", "brigands", "hunter:LAC", "jager"),
    ("odds", "brigands", "hunter:LAC", "jager", "--range", "3..30/3", "--cover", "none,light,heavy"),
    (
        "odds",
        "brigands",
        "hunter:LAC",
        "jager",
        "--range",
        "3..30/9",
        "--cover",
        "none,light",
        "--with",
        "from=front,rear",
    ),
    ("odds", "brigands", "--attack", "3", "--defence", "2", "--pen", "6", "--armor", "5"),
    ("systems",),
    ("systems", "blitz"),
    ("systems", "tactical", "battle"),
    ("bots",),
    ("rules", "list", "brigands"),
    ("rules", "find", "cover", "--system", "brigands"),
    ("scenario", "draw", "tactical", "--seed", "1"),
]


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GEARLOCK_HOME", str(tmp_path / "home"))


def figures(text: str) -> set[str]:
    """Everything with a digit in it that times do not change."""
    return {word for word in re.findall(r"[<>]?\d+\.\d+%", text)}


@pytest.mark.parametrize("words", TABLES, ids=" ".join)
def test_no_table_is_cut_at_any_width_nor_in_a_pipe(
    gearlock: Command, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    told = []
    for columns in (None, "80", "40"):
        monkeypatch.delenv("COLUMNS") if columns is None else monkeypatch.setenv("COLUMNS", columns)
        done = gearlock(*words)
        assert done.code in (0, 1), done.err
        assert "…" not in done.out
        told.append(done)
    for narrow in told[1:]:
        assert figures(told[0].out) == figures(narrow.out)


def test_every_table_of_the_command_line_is_of_the_kind_that_fits() -> None:
    folder = Path(gearlock.cli.__file__).parent
    others = [
        path.name
        for path in folder.glob("*.py")
        if "rich.table" in path.read_text() or "rich import table" in path.read_text()
    ]
    assert others == ["fitting.py"]


def printed(table: Table, width: int) -> list[str]:
    screen = Screen()
    screen.size = (width, 25)
    with screen.capture() as caught:
        screen.print(table)
    return [line.rstrip() for line in caught.get().splitlines()]


def wide() -> Table:
    table = Table(box=None, padding=(0, 1))
    table.add_column("name")
    for title in ("chance to hit", "mean", "destroyed"):
        table.add_column(title, justify="right")
    table.add_row("a long name", "58.72%", "1.504", "100.00%")
    table.add_row("b", "1.00%", "0.004", "<0.01%")
    return table


@pytest.mark.parametrize("width", range(8, 70))
def test_a_table_fits_keeps_its_figures_and_is_turned_where_it_must(width: int) -> None:
    lines = printed(wide(), width)
    if width >= 16:
        assert max(map(cell_len, lines)) <= width
        assert figures("\n".join(lines)) == {"58.72%", "1.00%", "100.00%", "<0.01%"}
        assert "1.504" in " ".join(lines)


def test_words_wrap_before_a_table_is_turned() -> None:
    assert printed(wide(), 60)[0].split() == ["name", "chance", "to", "hit", "mean", "destroyed"]
    narrower = printed(wide(), 40)
    assert "58.72%" in next(line for line in narrower if "a long" in line)
    turned = printed(wide(), 29)
    assert next(line for line in turned if "58.72%" in line).split()[-2:] == ["58.72%", "1.00%"]
    assert "mean: 1.504" in printed(wide(), 17)


def test_a_table_is_laid_out_anew_for_each_width() -> None:
    table = wide()
    assert printed(table, 20) == printed(wide(), 20)
    assert printed(table, 100) == printed(wide(), 100)
