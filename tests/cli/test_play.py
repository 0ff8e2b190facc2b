from __future__ import annotations

import os
import re
import signal
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pexpect
import pytest

from cli.command import Command
from gearlock.cli import screen
from gearlock.kernel.log import read_log
from gearlock.kernel.registry import all_systems
from gearlock.kernel.verify import verify

FIGHTS = [(system.id, next(iter(system.scenarios()))) for system in all_systems()]


def sit_down(tmp_path: Path, *words: str) -> pexpect.spawn[str]:
    command = [sys.executable, "-c", "from gearlock.cli.main import run; run()", "play", *words]
    env = {"GEARLOCK_HOME": str(tmp_path), "TERM": "dumb", "COLUMNS": "160", "LINES": "60", "PATH": ""}
    env["PYTHONPATH"] = os.pathsep.join(sys.path)
    # Tests run in the background have Ctrl-C switched off, and would hand that on.
    more: dict[str, Any] = {
        "dimensions": (60, 160),
        "preexec_fn": partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    }
    return pexpect.spawn(command[0], command[1:], encoding="utf-8", timeout=120, env=env, **more)


def choose_the_first(table: pexpect.spawn[str]) -> None:
    """Take the first option, its first suggestion, or else the last option."""
    table.expect(r"\n> ")
    table.sendline("1")
    said = table.expect([r"which\?.*\)", "found no way", "your decision"])
    if said == 0:
        table.sendline("a")
    elif said == 1:
        table.sendline("99")
        table.expect(r"options 1 to (\d+)")
        assert table.match is not None
        table.sendline(table.match.group(1))


@pytest.mark.parametrize(("system", "scenario"), FIGHTS)
def test_a_person_plays_leaves_and_comes_back(tmp_path: Path, system: str, scenario: str) -> None:
    log = tmp_path / "mine.jsonl"
    table = sit_down(tmp_path, system, "--scenario", scenario, "--seed", "4", "--log", str(log))
    for _ in range(6):
        choose_the_first(table)
    table.expect(r"\n> ")
    table.sendline("?")
    table.expect("choose option 3")
    table.sendline("q")
    table.expect("Go on later")
    table.expect(pexpect.EOF)
    before = read_log(log)
    assert before.end is None
    assert verify(before) is None
    again = sit_down(tmp_path, "--resume", str(log))
    again.expect(r"\n> ")
    again.sendline("concede")
    again.expect("Give this battle up")
    again.sendline("y")
    again.expect("blue wins")
    again.expect(pexpect.EOF)
    after = read_log(log)
    assert after.end is not None
    assert after.end.outcome.reason == "red conceded"
    assert after.entries[: len(before.entries) - 1] == before.entries[:-1]
    assert verify(after) is None


def test_without_an_answer_it_says_what_to_do(
    gearlock: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GEARLOCK_HOME", str(tmp_path))

    def no_input(*words: object, **named: object) -> str:
        raise EOFError

    monkeypatch.setattr(screen.console, "input", no_input)
    done = gearlock("play")
    assert done.code == 2
    assert "gearlock systems" in done.err


ODD_LINES = [
    "1 inf 3",
    "1 nan 3",
    "1 24",
    "²",
    "o ²",
    "9" * 5000,
    "o " + "9" * 400,
    "[/x]",
    "-5",
    "1a",
    "r [bold]",
    "i ?",
    "o",
    "",
]


@pytest.mark.parametrize(("system", "scenario"), FIGHTS)
def test_nothing_typed_breaks_a_battle(tmp_path: Path, system: str, scenario: str) -> None:
    table = sit_down(tmp_path, system, "--scenario", scenario, "--seed", "4")
    for line in ODD_LINES:
        table.expect(r"\n> ")
        table.sendline(line)
    table.expect(r"\n> ")
    table.sendintr()
    table.expect("Go on later")
    table.expect(pexpect.EOF)
    assert "Traceback" not in (table.before or "")


@pytest.mark.parametrize("path", [".", "/dev/null", "[red]x[bold].jsonl", "with space.jsonl"])
def test_any_path_for_a_log_is_written_or_refused_in_words(gearlock: Command, tmp_path: Path, path: str) -> None:
    system, scenario = FIGHTS[0]
    wanted = tmp_path / path
    done = gearlock("battle", system, "--scenario", scenario, "--seed", 1, "--log", wanted)
    if wanted.suffix == ".jsonl":
        assert done.code == 0
        assert str(wanted) in done.out.replace("\n", "")
        assert read_log(wanted).end is not None
    else:
        assert done.code == 2
        assert "no ordinary file" in done.err


def test_a_battle_of_bots_is_not_resumed_behind_their_backs(gearlock: Command, tmp_path: Path) -> None:
    system, scenario = FIGHTS[0]
    log = tmp_path / "b.jsonl"
    gearlock("battle", system, "--scenario", scenario, "--seed", 1, "--log", log)
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:-3]))
    done = gearlock("play", "--resume", log)
    assert done.code == 2
    assert "only bots play" in done.err


def test_who_leaves_in_the_middle_is_not_told_the_secrets_of_the_other_side(tmp_path: Path) -> None:
    table = sit_down(tmp_path, "hex100", "--scenario", "stealth-raid", "--side", "blue", "--seed", "3")
    table.expect("Orders of blue, garrison")
    table.expect(r"\n> ")
    table.sendline("q")
    table.expect(pexpect.EOF)
    assert "Orders of blue, garrison" in str(table.before)
    assert "relay" not in str(table.before)


def test_where_suggestions_are_offered_a_spot_or_a_command_may_be_typed_instead(tmp_path: Path) -> None:
    table = sit_down(tmp_path, "hex100", "--scenario", "stealth-raid", "--seed", "5")
    table.expect(r"\n> ")
    table.sendline("1")
    table.expect(r"which\?.*\)")
    table.sendline("2")
    table.expect("A letter from a to")
    table.sendline("i R1")
    table.expect("There are: none yet")
    table.sendline("1")
    table.expect(r"which\?.*\)")
    table.sendline("1 10 14 1")
    table.expect("takes its place at column 10, row 14")
    table.expect(r"\n> ")
    table.sendline("q")
    table.expect(pexpect.EOF)


def test_no_two_suggestions_end_in_the_same_hex(tmp_path: Path) -> None:
    table = sit_down(tmp_path, "hex100", "--scenario", "stealth-raid", "--seed", "5")
    table.expect(r"\n> ")
    table.sendline("1")
    table.expect(r"which\?.*\)")
    hexes = re.findall(r"[a-f]  (\d+ \d+) facing side", str(table.before))
    assert len(hexes) == len(set(hexes)) > 1
    table.sendline("q")
    table.expect(pexpect.EOF)


def test_a_hack_stands_in_the_list_with_its_chance(tmp_path: Path) -> None:
    table = sit_down(tmp_path, "hex100", "--scenario", "stealth-raid", "--seed", "5")
    for line in ("1 10 14 1", "1 9 14 1", "2", "2", "1", "1 8 10 1"):
        table.expect(r"\n> ")
        table.sendline(line)
    table.expect(r"Hack the relay at column 11, row 4 +succeeds 40%")
    table.expect(r"\n> ")
    table.sendline("q")
    table.expect(pexpect.EOF)
