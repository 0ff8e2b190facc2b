from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Protocol

import pytest

from cli.command import Done
from gearlock.cli.force import app
from gearlock.cli.screen import complain
from gearlock.kernel.errors import GearlockError
from gearlock.muster.reading import read_roster


class Force(Protocol):
    def __call__(self, *words: object) -> Done: ...


@pytest.fixture
def force(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Force:
    def call(*words: object) -> Done:
        monkeypatch.setattr(sys, "argv", ["gearlock force", *map(str, words)])
        code = 0
        try:
            app()
        except GearlockError as error:
            complain(str(error))
            code = 2
        except SystemExit as leaving:
            code = int(leaving.code or 0)
        out, err = capsys.readouterr()
        return Done(code, out, err)

    return call


NEW = ("new", "brigands", "--faction", "North", "--size", 100, "--seed", 7)


@pytest.fixture
def legal(tmp_path: Path, force: Force) -> Path:
    path = tmp_path / "mine.txt"
    assert force(*NEW, "--out", path).code == 0
    return path


def test_a_new_force_is_legal_and_the_same_for_the_same_seed(force: Force, legal: Path) -> None:
    assert force(*NEW).out == legal.read_text()
    assert force(*NEW[:-1], 8).out != legal.read_text()
    done = force("check", legal)
    assert done.code == 0
    assert "legal. North" in done.out


def test_an_existing_file_is_not_overwritten(force: Force, legal: Path) -> None:
    before = legal.read_text()
    done = force("new", "brigands", "--seed", 1, "--out", legal)
    assert done.code == 2
    assert legal.read_text() == before


def test_a_roster_with_violations_exits_one_and_names_place_rule_and_fix(force: Force, legal: Path) -> None:
    legal.write_text(legal.read_text().replace("size 100", "size 50"))
    done = force("check", legal)
    assert done.code == 1
    assert "mine.txt:4: The force costs" in done.out
    assert "[brigands.10.2] Save" in done.out
    report = force("check", legal, "--json")
    assert report.code == 1
    assert report.json()["legal"] is False
    assert report.json()["violations"][0]["rule"] == "brigands.10.2"


def test_violations_are_marked_wherever_a_roster_is_shown_or_exported(force: Force, legal: Path) -> None:
    legal.write_text(legal.read_text().replace("size 100", "size 50"))
    assert force("print", legal).out.startswith("NOT LEGAL: 1 violation")
    assert json.loads(force("convert", legal).out)["legal"] is False
    assert force("convert", legal, "--to", "text").out.startswith("# NOT LEGAL: 1 violation")


def test_convert_goes_to_json_and_back(force: Force, legal: Path, tmp_path: Path) -> None:
    other = tmp_path / "mine.json"
    assert force("convert", legal, "--out", other).code == 0
    assert force("check", other).code == 0
    assert force("convert", other).out == legal.read_text()


def test_the_sheet_shows_stats_upgrades_prices_and_what_is_converted(force: Force, tmp_path: Path) -> None:
    path = tmp_path / "r.txt"
    unit = "group Alpha\nprimary GP: veteran\nHunter: FOC, Panzerfaust\n2x Hunter Gunner\n"
    path.write_text(f"system brigands\nfaction North\nsize 40\nname Steel Rain\n{unit}")
    sheet = force("print", path).out
    assert "Steel Rain: North, 27 of 40 TV, 3 models" in sheet
    assert "Primary Unit GP, Veteran: 3 Actions, 27 TV" in sheet
    assert "Hunter, 9 TV" in sheet
    assert "2x Hunter Gunner*, 9 TV each" in sheet
    assert "AR 6  H/S 4/2  A 1  GU 3" in sheet
    assert "bought: FOC, Weapons LPZ (+1), Vet (+2)" in sheet
    assert "* converted" in sheet


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("new", "brigand"), "Did you mean brigands"),
        (("new", "brigands", "--faction", "Norht"), "Did you mean North"),
        (("new", "brigands", "--style", "mad"), "No style is called 'mad'"),
        (("new", "brigands", "--faction", "North", "--size", "-4"), "1 to 1,000 TV"),
        (("new", "brigands", "--faction", "North", "--size", "2"), "smallest legal force"),
        (("check", "nowhere.txt"), "cannot be read"),
        (("check", "brigands:nothing"), "No ready-made roster"),
        (("convert", "brigands:north-50", "--to", "pdf"), "No form is called 'pdf'"),
    ],
)
def test_bad_input_is_refused_in_words(force: Force, words: tuple[str, ...], says: str) -> None:
    done = force(*words)
    assert done.code == 2
    assert says in done.err
    assert "Traceback" not in done.err


def test_junk_is_answered_with_findings_and_kept(force: Force, tmp_path: Path) -> None:
    path = tmp_path / "junk.txt"
    path.write_text("\n".join(f"junk {number} ::: ,,," for number in range(3000)))
    done = force("check", path)
    assert done.code == 1
    assert done.out.count("stands in no unit") == 3000
    text = force("convert", path, "--to", "text").out
    assert [line for line in text.splitlines() if line.startswith("junk")] == path.read_text().splitlines()


def test_ready_made_rosters_are_listed_and_printed(force: Force) -> None:
    names = force("list", "brigands", "--json").json()["ready_made"]
    assert len(names) == 27
    assert force("print", names[0]).code == 0
    assert "brigands:north-100" in force("list", "brigands").out


def test_the_json_of_a_new_force_reads_back(force: Force) -> None:
    document = force(*NEW, "--json").out
    assert read_roster(document, "r.json").violations() == []


MACHINES = """system hex100
name Ours

machine Tegu MBT "Old Faithful"
  Primary Turret Mount: R-120 Tank Gun  # the big one
  HMG
"""


def test_machines_with_hardpoints_are_checked_printed_and_converted_and_back(force: Force, tmp_path: Path) -> None:
    path, other = tmp_path / "mine.txt", tmp_path / "mine.json"
    path.write_text(MACHINES)
    assert force("check", path).out.endswith("legal. 950 points, 1 machine\n")
    sheet = force("print", path).out
    assert 'Tegu MBT "Old Faithful" (Main Battle Tank), 950 points' in sheet
    assert "Pintle Mount 1/1: HMG (50)" in sheet
    other.write_text(force("convert", path).out)
    assert force("convert", other).out == MACHINES


def test_a_game_without_factions_needs_neither_faction_nor_size(force: Force) -> None:
    done = force("new", "hex100", "--seed", 1, "--style", "armoured")
    assert done.code == 0
    assert "size 5000" in done.out
    listed = force("list", "hex100").out
    assert "Factions" not in listed
    assert "3000, 5000, 8000; 5000 is usual" in listed
    assert "hex100:iron-wall-5000: Iron Wall. Three tanks abreast" in listed
    assert "no factions" in force("new", "hex100", "--faction", "North").err


def test_stock_lists_what_a_force_is_built_of_and_finds_words_in_it(force: Force) -> None:
    found = force("stock", "hex100", "smart", "gun").out
    assert "Smart Gun, size 1, 100 points" in found
    assert "Aegis Smart Gun, size 2, for the Cumulus alone, 250 points" in found
    assert "Tegu MBT" not in found
    assert "Hunter, 6 TV" in force("stock", "brigands", "north", "hunter").out
    assert force("stock", "hex100", "teapot").code == 2
    groups = force("stock", "hex100", "--json").json()["groups"]
    assert groups[0]["title"] == "Units"
    assert sum(len(unit["models"]) for group in groups if group["title"] == "Units" for unit in group["units"]) == 17


def test_what_is_known_of_a_force_beside_its_faults_is_told_as_notes(force: Force) -> None:
    done = force("check", "tactical:north-small")
    assert done.code == 0
    assert "legal. Northern Guard, 1505 of 1600 TV" in done.out
    assert "note: Hunter, load: proposed by us" in done.out
    assert json.loads(force("check", "tactical:north-small", "--json").out)["notes"]
