"""Logs from strangers: whatever is in them is read quickly or refused in words, with file and line."""

from __future__ import annotations

import os
import random
import socket
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from gearlock.kernel import log as log_module
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadFile
from gearlock.kernel.files import read_handed_in
from gearlock.kernel.log import dumps, loads, read_log
from gearlock.kernel.logfile import LogFile
from gearlock.kernel.registry import all_systems, get_system
from gearlock.kernel.verify import prove
from kernel.test_battle import SETUP, play_at_random
from kernel.toy import TOY

SYSTEMS = all_systems()
ENTRY = b'{"input":{"by":"roll","purpose":"strike","faces":[3],"seat":"red"},"events":[]}'


@pytest.fixture(autouse=True)
def _toy_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_module, "get_system", lambda name: TOY if name == "toy" else get_system(name))


def head() -> list[bytes]:
    return dumps(Battle.begin(TOY, SETUP, Seeded(1))).splitlines()


def refused(lines: list[bytes]) -> str:
    with pytest.raises(BadFile) as caught:
        loads(b"\n".join(lines) + b"\n", "b.jsonl")
    return str(caught.value)


def work(lines: list[bytes]) -> int:
    """How many lines of the reader are run to read these: as many on every machine, however busy it is."""
    raw, count = b"\n".join(lines) + b"\n", 0

    def follow(frame: FrameType, event: str, _about: Any) -> Any:
        nonlocal count
        count += event == "line"
        return follow if frame.f_code.co_filename == log_module.__file__ else None

    before = sys.gettrace()
    sys.settrace(follow)
    try:
        loads(raw)
    finally:
        sys.settrace(before)
    return count


def test_taking_back_costs_the_same_however_many_fingerprints_there_are() -> None:
    """Twice as many lines of both kinds take about twice as long, not four times."""

    def lines(many: int) -> list[bytes]:
        marked = [(ENTRY, b'{"check":{"entry":%d,"events":0,"hash":"x"}}' % at) for at in range(1, many + 1)]
        back = [(ENTRY, b'{"undo":%d}' % (many + 1)) for _ in range(many)]
        return [*head(), *(line for pair in (*marked, *back) for line in pair)]

    assert work(lines(600)) < 2.5 * work(lines(300))


@pytest.mark.parametrize("shape", [b'{"a":', b"["])
def test_lines_nested_without_end_are_refused(shape: bytes) -> None:
    deep = shape * 100_000
    lines = head()
    begin = dumps(Battle.begin(TOY, SETUP, Seeded(1))).splitlines()
    assert "b.jsonl:1: " in refused([deep, *lines[1:]])
    inside = begin[0].replace(
        b'"data":{}', b'"data":{"x":' + deep + b"0" + (b"}" if b"{" in shape else b"]") * 100_000 + b"}"
    )
    assert "b.jsonl:1: " in refused([inside, *lines[1:]])
    assert "b.jsonl:2: " in refused([lines[0], b'{"state":' + deep])
    for part in (
        b'{"input":',
        b'{"input":{"by":"answer","seat":"red","order":',
        b'{"check":',
        b'{"undo":',
        b'{"end":',
        b"",
    ):
        assert "b.jsonl:4: not a line of a battle log: " in refused([*lines, part + deep])


def test_what_is_larger_than_any_log_is_not_even_begun(tmp_path: Path) -> None:
    assert "has 200,001 lines" in refused([*head(), *[b""] * 200_000][:200_001])
    huge = tmp_path / "huge.jsonl"
    with huge.open("wb") as file:
        file.truncate(64_000_001)
    with pytest.raises(BadFile, match="larger than 64 MB"):
        read_log(huge)
    with pytest.raises(BadFile, match="64,000,001 bytes"):
        loads(b"x" * 64_000_001)


@pytest.mark.parametrize("system", SYSTEMS, ids=[system.id for system in SYSTEMS])
def test_a_header_with_the_name_of_another_game_is_refused(system: Any) -> None:
    scenario = next(iter(system.scenarios()))
    battle = Battle.begin(system, system.prepare(scenario, 1, {}))
    while not any(entry.events for entry in battle.entries):  # some games begin with a question
        seat = battle.waiting_for()[0]
        option = battle.options(seat)[0]
        battle.answer(seat, battle.sample(seat, option, random.Random(1)) or option.order)
    lines = dumps(battle).splitlines()
    for other in (*SYSTEMS, TOY):
        if other.id != system.id:
            forged = lines[0].replace(b'"system":"%s"' % system.id.encode(), b'"system":"%s"' % other.id.encode())
            said = refused([forged, *lines[1:]])
            if other is TOY:  # whose states may be anything: the first event of the battle is not one of its
                assert said.startswith(tuple(f"b.jsonl:{line}: " for line in range(3, 8)))
            else:
                assert said.startswith("b.jsonl:2: broken first state of a battle of ")
    unknown = lines[0].replace(b'"system":"%s"' % system.id.encode(), b'"system":"chess"')
    assert refused([unknown, *lines[1:]]).startswith("b.jsonl:1: No system is called 'chess'")


@pytest.mark.parametrize(
    "line",
    [
        b'{"undo":0}',
        b'{"undo":-4}',
        b'{"undo":1e999}',
        b'{"undo":' + b"9" * 5000 + b"}",
        b'{"check":null}',
        b'{"state":{}}',
        b'{"input":{"by":"begin"},"events":[]}',
        b'{"input":{"by":"roll","purpose":"x","faces":[1],"seat":"red","note":"mine"},"events":[]}',
        b'{"input":{"by":"roll","purpose":"x","faces":[1.5]},"events":[]}',
        b'{"input":{"by":"answer","seat":"red"},"events":[]}',
        b'{"input":{"by":"answer","seat":"red","order":{"order":"bid","effort":1}},"events":null}',
        b'{"events":[]}',
        b'{"note":"red cheated"}',
        b'{"check":{"entry":0,"events":0,"hash":"x"},"undo":1}',
        b'"\xff"',
        b"",
        b"null",
    ],
)
def test_what_is_no_line_of_a_log_is_named_by_its_number(line: bytes) -> None:
    assert refused([*head(), line]).startswith("b.jsonl:4: ")


@pytest.mark.parametrize("number", [b"0", b"-1", b"true", b"1.5", b'"1"', b"null"])
def test_a_format_there_never_was_is_refused(number: bytes) -> None:
    first, *rest = head()
    assert "b.jsonl:1: " in refused([first.replace(b'"gearlock":1', b'"gearlock":' + number), *rest])


def strange_files(folder: Path) -> dict[str, Path]:
    os.mkfifo(folder / "pipe")
    listening = socket.socket(socket.AF_UNIX)
    here = os.getcwd()
    os.chdir(folder)  # the name of a socket must be short
    listening.bind("socket")
    os.chdir(here)
    listening.close()
    (folder / "folder").mkdir()
    (folder / "link").symlink_to(folder / "pipe")
    named = {name: folder / name for name in ("pipe", "socket", "folder", "link")}
    return named | {"device": Path("/dev/zero"), "nothing": folder / "nothing", "loop\0": Path("a\0b")}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")
def test_only_ordinary_files_are_read(tmp_path: Path) -> None:
    """A pipe would be waited for, for ever; a device has no end."""
    true = Battle.begin(TOY, SETUP, Seeded(1))
    ordinary = tmp_path / "true.jsonl"
    ordinary.write_bytes(dumps(true))
    for kind, path in strange_files(tmp_path).items():
        with pytest.raises(BadFile, match="cannot be read"):
            read_log(path)
        with pytest.raises(BadFile, match="cannot be read"):
            read_handed_in(path)
        if kind not in ("nothing", "loop\0"):
            with pytest.raises(BadFile, match="no ordinary file"):
                LogFile(path, true)
            with pytest.raises(BadFile, match="no ordinary file"):
                LogFile(path, true, append=read_log(ordinary))
    (tmp_path / "also.jsonl").symlink_to(ordinary)
    assert prove(read_log(tmp_path / "also.jsonl")).difference is None


def test_a_whole_battle_is_read_as_it_was_written() -> None:
    battle = play_at_random(Battle.begin(TOY, SETUP, Seeded(1)), 3)
    log = loads(dumps(battle))
    assert (log.entries, log.checks, log.throws) == (battle.entries, battle.checks, len(battle.thrown))
    assert [log.line_of(at) for at in (0, -1, len(log.entries))] == [3, 0, 0]
