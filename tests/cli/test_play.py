from __future__ import annotations

import sys
from pathlib import Path

import pexpect
import pytest

from cli.command import Command
from gearlock.kernel.log import read_log
from gearlock.kernel.registry import system_ids
from gearlock.kernel.verify import verify


def sit_down(tmp_path: Path, *words: str) -> pexpect.spawn[str]:
    command = [sys.executable, "-c", "from gearlock.cli.main import run; run()", "play", *words]
    env = {"GEARLOCK_HOME": str(tmp_path), "TERM": "dumb", "COLUMNS": "160", "LINES": "60", "PATH": ""}
    return pexpect.spawn(command[0], command[1:], encoding="utf-8", timeout=60, env=env, dimensions=(60, 160))


@pytest.mark.parametrize("system", system_ids())
def test_a_person_plays_leaves_and_comes_back(tmp_path: Path, system: str) -> None:
    log = tmp_path / "mine.jsonl"
    table = sit_down(tmp_path, system, "--seed", "4", "--log", str(log))
    for _ in range(6):
        table.expect(r"\n> ")
        table.sendline("1")
        if table.expect([r"which\?.*\)", r"decides", "wins"]) == 0:
            table.sendline("a")
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

    monkeypatch.setattr("gearlock.cli.screen.console.input", no_input)
    done = gearlock("play")
    assert done.code == 2
    assert "gearlock systems" in done.err
