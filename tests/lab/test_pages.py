"""Reports in one file that needs no network; rows for spreadsheets; extras that are not there."""

from __future__ import annotations

import csv
import json
import re
import sys
import threading
import time
from pathlib import Path

import pytest

from cli.command import Command
from gearlock.lab.export import rows_of, write_csv, write_parquet
from gearlock.lab.game import play_game
from gearlock.lab.intervals import Estimate
from gearlock.lab.pages import Fact, Page, Rows, Section, page_html
from gearlock.lab.plots import bars, heat, intervals, lines
from gearlock.lab.watch import TooSlow, time_limit
from lab.contests import short_match

MATCH = ("lab", "match", "brigands", "--a", "greedy", "--b", "random", "--games", 4, "-o", "rounds=1", "--jobs", 1)


def test_a_report_is_one_file_that_fetches_nothing(gearlock: Command, tmp_path: Path) -> None:
    page, table, frame = tmp_path / "m.html", tmp_path / "m.csv", tmp_path / "m.parquet"
    done = gearlock(*MATCH, "--report", page, "--csv", table, "--parquet", frame)
    assert done.code == 0, done.err
    text = page.read_text()
    assert not re.search(r"""(?:src|href)\s*=\s*["']?(?:https?:)?//""", text)
    assert "<link" not in text
    assert text.count('class="plot"') == 3
    assert "greedy against random" in text
    parquet = pytest.importorskip("pyarrow.parquet")
    kept = parquet.read_table(frame)
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["game"]) for row in rows] == kept["game"].to_pylist() == [0, 1, 2, 3]
    assert kept.schema.metadata[b"gearlock"] == b"gearlock-games/1"
    assert json.loads(kept.schema.metadata[b"study"])["a"] == "greedy"
    assert {row["first"] for row in rows} == {"greedy", "random"}


def test_names_of_strangers_stay_text() -> None:
    nasty = "</script><script>alert(1)</script>"
    plot = bars([{"name": nasty, "value": 1.0, "group": nasty}], ("", "x"))
    page = Page(nasty, nasty, nasty, (Fact(nasty, nasty),), (Section(nasty, nasty, plot, Rows((nasty,), ((nasty,),))),))
    text = page_html(page)
    assert "<script>alert" not in text
    assert text.count("</script>") == 1


def test_what_a_spreadsheet_would_compute_is_text(tmp_path: Path) -> None:
    write_csv(tmp_path / "x.csv", [{"name": "=1+1", "value": -1.5}])
    assert (tmp_path / "x.csv").read_text().splitlines()[1] == "'=1+1,-1.5"
    match = short_match()
    (row,) = rows_of(match, [play_game(match, match.game(1))])
    assert (row["pair"], row["first_seat"], row["seed"]) == (0, "red", 1)


def test_every_kind_of_plot_is_drawn() -> None:
    convert = pytest.importorskip("vl_convert")
    for spec in (
        intervals([("a", Estimate(0.5, 0.4, 0.6))], "share", 0.5, percent=True),
        heat([{"row": "a", "column": "b", "value": 3}], ("", "", "times")),
        lines([{"x": 1, "value": 0.5, "low": 0.4, "high": 0.6, "line": "a"}], ("x", "y", ""), percent=True),
        bars([{"name": "a", "group": "b", "value": 1.0}], ("", "y")),
    ):
        assert convert.vegalite_to_svg({**spec, "width": 300}).startswith("<svg")


def test_the_shade_of_a_count_begins_at_nought_so_that_its_number_can_be_read() -> None:
    pytest.importorskip("altair")
    spec = heat([{"row": "a", "column": name, "value": many} for name, many in (("b", 3), ("c", 2))], ("", "", "times"))
    assert spec["layer"][0]["encoding"]["color"]["scale"]["domain"] == [0, 3]


@pytest.mark.parametrize(
    ("module", "words", "extra"),
    [("altair", "--report", "lab"), ("pyarrow", "--parquet", "lab"), ("distributed", "--cluster", "cluster")],
)
def test_without_an_extra_the_remedy_is_said_before_anything_is_played(
    gearlock: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, module: str, words: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    done = gearlock(*(word for word in MATCH if word not in ("--jobs", 1)), words, tmp_path / "x")
    assert done.code == 2
    assert f"pip install 'gearlock[{extra}]'" in done.err
    assert not (tmp_path / "home" / "matches").exists()


def test_without_numpy_forces_are_compared_and_models_are_not(
    gearlock: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    words = ("brigands", "hunter", "jager", "--bot", "random", "-o", "rounds=1", "--games", 2, "--jobs", 1)
    assert gearlock("lab", "forces", *words).code == 0
    done = gearlock("lab", "balance", "brigands")
    assert done.code == 2
    assert "gearlock[lab]" in done.err


def test_a_folder_that_is_not_there_is_named_at_once(gearlock: Command, tmp_path: Path) -> None:
    done = gearlock(*MATCH, "--csv", tmp_path / "nowhere" / "m.csv")
    assert done.code == 2
    assert "nowhere" in done.err
    folder = gearlock(*MATCH, "--report", tmp_path)
    assert folder.code == 2
    assert "is a folder; name a file in it" in folder.err
    assert not (tmp_path / "home" / "matches").exists()


def test_files_are_written_though_nobody_reads_the_report(
    gearlock: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever pipes the report into `head` has the page all the same."""

    def closed(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("gearlock.cli.lab.print_report", closed)
    monkeypatch.setattr(sys.stderr, "close", lambda: None)
    assert gearlock(*MATCH, "--report", tmp_path / "m.html", "--csv", tmp_path / "m.csv").code == 0
    assert (tmp_path / "m.html").is_file()
    assert (tmp_path / "m.csv").is_file()


def test_nothing_is_written_over_the_results(gearlock: Command, tmp_path: Path) -> None:
    same = tmp_path / "games.jsonl"
    done = gearlock(*MATCH, "--out", same, "--csv", tmp_path / "." / "games.jsonl")
    assert done.code == 2
    assert "Two things cannot be written to one file" in done.err
    assert not same.exists()


def test_a_seed_that_parquet_cannot_hold_is_written_as_text(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    match = short_match(seed=10**30)
    write_parquet(tmp_path / "x.parquet", rows_of(match, [play_game(match, match.game(0))]), match)
    kept = parquet.read_table(tmp_path / "x.parquet")
    assert kept["seed"].to_pylist() == [str(10**30)]
    assert kept["game"].to_pylist() == [0]


def test_time_runs_out_in_any_thread() -> None:
    caught: list[str] = []

    def dawdle() -> None:
        try:
            with time_limit(0.05):
                while True:
                    time.sleep(0.01)
        except TooSlow:
            caught.append("late")
        with time_limit(60):
            caught.append("in time")

    thread = threading.Thread(target=dawdle)
    thread.start()
    thread.join(30)
    assert caught == ["late", "in time"]
