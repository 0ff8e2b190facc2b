"""Odds over several values of a condition."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from cli.command import Command
from gearlock.kernel.errors import BadInput
from gearlock.lab.sweeps import sweep, values_of
from gearlock.odds.attack import attack_odds

ODDS = ("odds", "brigands", "hunter:LAC", "jager")


def test_values_are_written_as_people_write_them() -> None:
    assert values_of("3..6") == ("3", "4", "5", "6")
    assert values_of("3..9/3,20") == ("3", "6", "9", "20")
    assert values_of("none, light") == ("none", "light")
    assert values_of("6") == ("6",)
    for wrong in ("3..x", "9..3", "1..9999", "none,,light", "1..5/0"):
        with pytest.raises(BadInput):
            values_of(wrong)


def test_every_cell_is_what_the_single_attack_tells() -> None:
    found = sweep("brigands", ["hunter:LAC"], "jager", [("range", "6..30/12"), ("cover", "none,heavy")])
    assert len(found.cells) == 6
    for cell in found.cells:
        fate = attack_odds("brigands", "hunter:LAC", "jager", cell.given).fate
        assert (cell.hit, cell.mean_damage) == (fate.chance(fate.hits), fate.mean_damage)
        assert (cell.crippled, cell.destroyed) == (fate.chance(fate.crippled), fate.chance(fate.destroyed))


def test_a_table_a_file_and_a_plot(gearlock: Command, tmp_path: Path) -> None:
    table, plot = tmp_path / "o.csv", tmp_path / "o.svg"
    done = gearlock(*ODDS, "--range", "6..30/12", "--cover", "none,light", "--csv", table, "--svg", plot)
    assert done.code == 0, done.err
    assert "cover light" in done.out
    with table.open(newline="") as file:
        assert [row["range"] for row in csv.DictReader(file)] == ["6", "6", "18", "18", "30", "30"]
    assert plot.read_text().startswith("<svg")
    assert "destroyed" in gearlock(*ODDS, "--range", "6,18").out
    assert gearlock(*ODDS, "--range", "6,18", "--json").json()["format"] == "gearlock.odds-table/1"


def test_what_is_out_of_reach_is_a_dash_and_all_of_it_a_refusal(gearlock: Command) -> None:
    done = gearlock(*ODDS, "--range", "6,400")
    assert done.code == 0
    assert "-: " in done.out
    assert gearlock(*ODDS, "--range", "400,500").code == 2
    assert "not lihgt" in gearlock(*ODDS, "--cover", "none,lihgt").err
    assert gearlock(*ODDS, "--range", "6,18", "--show", "hits").code == 2
    assert "several values" in gearlock(*ODDS, "--range", "6", "--svg", "x.svg").err
