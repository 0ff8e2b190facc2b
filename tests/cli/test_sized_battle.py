"""`--size`: a quick battle in one command, between forces of so many points."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import Command
from gearlock.cli.battle import SIZE
from gearlock.cli.board import zone_text
from gearlock.kernel.battle import Battle
from gearlock.kernel.log import read_log
from gearlock.kernel.registry import AnySystem, all_systems, get_system

SIZED = {
    system.id: [name for name, each in system.scenarios().items() if SIZE in each.options] for system in all_systems()
}
TAKING = [(get_system(name), scenarios[0]) for name, scenarios in SIZED.items() if scenarios]
SIZES = {"fieldmanual": (600, 650)}
"""Sizes of a battle that a system has, where 50 and 60 points are none."""
RANDOM = ("--red", "bot:random", "--blue", "bot:random")
ROSTER = "system brigands\nfaction North\nsize 40\ngroup\n  primary GP\n    Hunter: FOC\n    3x Hunter\n"


@pytest.mark.parametrize(("system", "scenario"), TAKING)
def test_a_size_picks_the_scenario_that_has_one(gearlock: Command, system: AnySystem, scenario: str) -> None:
    size, other = SIZES.get(system.id, (50, 60))
    done = gearlock("battle", system.id, "--size", size, "--seed", 7, *RANDOM, "--json")
    assert done.code == 0
    report = done.json()
    assert (report["scenario"], report["over"]) == (scenario, True)
    named = gearlock("battle", system.id, "--scenario", scenario, "-o", f"size={size}", "--seed", 7, *RANDOM, "--json")
    assert named.json()["hash"] == report["hash"]
    again = gearlock("battle", system.id, "--size", other, "--seed", 7, *RANDOM, "--json")
    assert again.json()["hash"] != report["hash"]


def test_a_log_replays_without_the_roster_that_was_fielded(gearlock: Command, tmp_path: Path) -> None:
    mine, log = tmp_path / "mine.txt", tmp_path / "b.jsonl"
    mine.write_text(ROSTER)
    words = ("--size", 50, "-o", f"red={mine}", "-o", "blue=north-50", "--seed", 7, *RANDOM)
    done = gearlock("battle", "brigands", *words, "--log", log)
    assert done.code == 0
    assert "(North), " in done.out
    mine.unlink()
    assert read_log(log).header.setup.options["size"] == "50"
    assert gearlock("replay", log, "--verify").code == 0


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_roster_with_violations_is_refused_with_all_of_them(gearlock: Command, tmp_path: Path, form: str) -> None:
    (tmp_path / "bad.txt").write_text(ROSTER.replace("3x Hunter", "8x Hunter: Wings"))
    bad = tmp_path / ("bad.txt" if form == "text" else "bad.json")
    if form == "json":
        bad.write_text(gearlock("force", "convert", tmp_path / "bad.txt").out)
    done = gearlock("battle", "brigands", "--size", 50, "-o", f"red={bad}", "--seed", 7)
    assert done.code == 2
    assert "brigands.10.2" in done.err
    assert "Wings" in done.err
    unchecked = ("-o", "unchecked=yes", "-o", "rounds=1", *RANDOM)
    fought = gearlock("battle", "brigands", "--size", 50, "-o", f"red={bad}", "--seed", 7, *unchecked)
    assert fought.code == 0
    assert "NOT LEGAL" in fought.out


@pytest.mark.parametrize("command", ["battle", "play"])
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("brigands", "--scenario", "duel", "--size", 50), "The scenario duel has no size to choose; battle can"),
        (("brigands", "--scenario", "no-such", "--size", 50), "No scenario is called 'no-such'"),
        (("brigands", "--size", 0), "1 to 1000 TV"),
        (("brigands", "--size", -3), "1 to 1000 TV"),
        (("brigands", "--size", 10**30), "1 to 1000 TV"),
        (("brigands", "--size", 50, "-o", "size=60"), "said twice"),
        (("brigands", "--size", 50, "-o", "red=Nroth"), "Did you mean"),
        *(
            ((system.id, "--size", 50), "leave --size out")
            for system in all_systems()
            if system.id not in {taking.id for taking, _ in TAKING}
        ),
    ],
)
def test_sizes_that_make_no_sense_are_refused_with_exit_code_2(
    gearlock: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    words: tuple[object, ...],
    says: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GEARLOCK_HOME", str(tmp_path / "home"))
    done = gearlock(command, *words)
    assert done.code == 2
    assert says in done.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("zones", "words"),
    [("wide", "across 0 to 48, up 0 to 16"), ("corner", "between 0 0, 32 0, 32 16, 16 16, 16 32, 0 32")],
)
def test_zones_are_told_in_words_whatever_their_shape(zones: str, words: str) -> None:
    system = get_system("brigands")
    setup = system.prepare("battle", 1, {"zones": zones, "red": "north-50", "blue": "south-50"})
    assert zone_text(Battle.begin(system, setup).view("red"), "red-zone") == words
