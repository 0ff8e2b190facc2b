"""Files from strangers at the terminal: nothing in them steers it, none ends in a traceback or waits for ever."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.table import Table
from rich.text import Text

from cli.command import Command, Done
from cli.test_play import sit_down
from gearlock.cli import luck as luck_command
from gearlock.cli.screen import Screen, print_json, printable, styled
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.log import dumps, loads
from gearlock.kernel.loglines import Header, header_seal
from gearlock.kernel.registry import get_system, system_ids
from gearlock.muster.reading import force_rules
from lab.contests import SHORT

EVIL = "Ann\x1b[2J\x1b]0;mine\x07\x9b31m\u202e\u2066\x00\r\x08[/x][bold]:skull:[link=x]"
SHOWN = "Ann[2J]0;mine31m[/x][bold]:skull:[link=x]"


def steers(text: str) -> bool:
    return any(not printable(letter) for letter in text)


def showed(done: Done) -> str:
    assert not steers(done.out + done.err), repr(done.out + done.err)
    assert "Traceback" not in done.err
    return " ".join((done.out + done.err).split())


def fought(gearlock: Command, folder: Path, system: str, *words: object) -> Path:
    log = folder / "b.jsonl"
    bots = ("--red", "bot:random", "--blue", "bot:random")
    assert gearlock("battle", system, "--seed", 3, *bots, "--log", log, *words).code == 0
    return log


def rewritten(log: Path, change: Callable[[list[dict[str, Any]]], object]) -> Path:
    """A log with something else in it, sealed by somebody who knows the seed."""
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    change(lines)
    first, second = (json.dumps(line).encode() for line in lines[:2])
    lines[0]["seal"] = header_seal(first, second, Seeded(lines[0]["setup"]["seed"]))
    log.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return log


# --- what is shown ---------------------------------------------------------------------------------------------------


@given(st.text(alphabet=st.sampled_from("[]/\\ab=: \x1b{}")), st.text(alphabet="[]\\/"))
def test_what_is_put_into_our_words_is_shown_as_it_is(name: str, other: str) -> None:
    shown = styled("[bold]{}[/]: [dim]{}[/].", name, other).plain
    assert printable(shown) == printable(f"{name}: {other}.")


@pytest.mark.parametrize(
    "thing",
    [
        EVIL,
        Text(EVIL),
        styled("[red]{}[/]", EVIL),
        pytest.param("table", id="table"),
    ],
)
def test_nothing_that_is_printed_steers_the_terminal(thing: Any) -> None:
    if thing == "table":
        thing = Table(EVIL, title=EVIL, caption=EVIL)
        thing.add_row(EVIL)
    screen = Screen()
    screen.file, screen.width = io.StringIO(), 300
    screen.print(thing)
    screen.rule(EVIL)
    out = screen.file.getvalue()
    assert not steers(out), repr(out)
    assert "[/x][bold]:skull:" in out


def test_colours_of_our_own_still_reach_a_terminal() -> None:
    segments = {segment.text: segment.style for segment in Screen().render(styled("[bold]{}[/] {}", "[x]", "y"))}
    bold = segments["[x]"]
    assert bold is not None
    assert bold.bold
    assert not getattr(segments[" y"], "bold", False)


def test_json_says_the_same_without_steering_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    document = {"name": EVIL + "\U000e0001é 城\u00a0\u2028"}
    print_json(document)
    out = capsys.readouterr().out
    assert not steers(out)
    assert json.loads(out) == document
    assert "é 城" in out


@pytest.mark.parametrize("system", system_ids())
def test_names_in_a_log_do_not_steer_the_terminal(gearlock: Command, tmp_path: Path, system: str) -> None:
    def change(lines: list[dict[str, Any]]) -> None:
        lines[0]["seats"] = {"red": EVIL, EVIL: "bot:random"}
        lines[0]["edition"] = EVIL

    log = rewritten(fought(gearlock, tmp_path, system), change)
    for words in (("replay", log, "--verify"), ("replay", log, "--film", "--dice"), ("replay", log, "--table")):
        done = gearlock(*words)
        assert SHOWN in showed(done)
        assert done.code == (3 if "--verify" in words else 0)
    assert json.loads(showed(gearlock("replay", log, "--json")))["edition"] == EVIL
    for more in (("luck", log), ("luck", log, "--seat", EVIL), ("odds", system, "--log", log, "--step", 9)):
        showed(gearlock(*more))
    unfinished = tmp_path / "c.jsonl"
    unfinished.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:-2]))
    done = gearlock("play", "--resume", unfinished, "--side", "blue")
    assert done.code == 2
    assert SHOWN in showed(done)
    rewritten(log, lambda lines: lines[-1]["end"]["outcome"].update(winner=EVIL, reason=EVIL))
    done = gearlock("replay", log, "--verify")
    assert done.code == 1
    assert f"{SHOWN} won: {SHOWN}." in showed(done)


def strange_roster(folder: Path) -> Path:
    mine = folder / "mine.txt"
    text = force_rules("brigands").ready_made()["north-50"]
    name = EVIL.replace("\r", "").replace(":", "")
    mine.write_text(text.replace("Picket Line", name).replace("group Picket", f"group {name}"), encoding="utf-8")
    return mine


def test_names_in_a_roster_do_not_steer_the_terminal(gearlock: Command, tmp_path: Path) -> None:
    mine = strange_roster(tmp_path)
    for word in ("check", "print"):
        assert "Ann[2J" in showed(gearlock("force", word, mine)) or word == "check"
    assert gearlock("force", "convert", mine).code == 0  # what may be meant for a file keeps every letter
    log = fought(gearlock, tmp_path, "brigands", "--size", 50, "-o", f"red={mine}", "-o", "blue=north-50")
    for command in (("replay", log, "--film", "--dice", "--table"), ("luck", log), ("odds", "brigands", "--log", log)):
        showed(gearlock(*command))


def test_names_in_the_results_of_a_match_do_not_steer_the_terminal(gearlock: Command, tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    assert gearlock(*SHORT, "--games", 2, "--jobs", 1, "--out", out).code == 0
    first, *games = [json.loads(line) for line in out.read_text().splitlines()]
    for game in games:
        game |= {"fault": "bot", "reason": EVIL}
    out.write_text("".join(json.dumps(line) + "\n" for line in (first, *games)))
    assert SHOWN in showed(gearlock(*SHORT, "--games", 2, "--out", out))
    first["match"]["a"] = EVIL
    out.write_text("".join(json.dumps(line) + "\n" for line in (first, *games)))
    done = gearlock(*SHORT, "--games", 2, "--out", out)
    assert (done.code, SHOWN in showed(done)) == (2, True)


def test_a_person_plays_a_strangers_force_and_sees_its_name_but_not_what_it_would_do(tmp_path: Path) -> None:
    mine = strange_roster(tmp_path)
    table = sit_down(tmp_path, "brigands", "--size", "50", "-o", f"red={mine}", "-o", "blue=north-50", "--seed", "1")
    table.expect(r"\n> ")
    told = str(table.before)
    table.sendline("q")
    table.expect(pexpect.EOF)
    told += str(table.before)
    assert SHOWN[:15] in told
    assert not steers(told.replace("\r", ""))


# --- what is no file, and what no log can be --------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")
@pytest.mark.parametrize("kind", ["pipe", "folder", "/dev/zero"])
def test_no_command_waits_for_a_pipe_or_reads_a_device(gearlock: Command, tmp_path: Path, kind: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    path = tmp_path / kind
    brigands, hexes = ("battle", "brigands", "--scenario", "duel"), ("battle", "hex100", "--scenario", "briefing")
    commands: tuple[tuple[object, ...], ...] = (
        ("replay", path),
        ("luck", path),
        ("odds", "brigands", "--log", path),
        ("play", "--resume", path),
        ("force", "check", path),
        ("force", "print", path),
        ("force", "convert", path),
        (*brigands, "-o", f"map={path}"),
        (*brigands, "--log", path),
        (*hexes, "-o", f"briefing={path}"),
        (*SHORT, "--games", 2, "--out", path),
    )
    for words in commands:
        done = gearlock(*words)
        assert done.code == 2, (words, done)
        assert "ordinary file" in " ".join(done.err.split()), (words, done)


@pytest.mark.parametrize("system", system_ids())
def test_a_log_with_an_event_that_cannot_happen_is_told_of_in_words(
    gearlock: Command, tmp_path: Path, system: str
) -> None:
    """Every event in turn is about a unit there is not; whatever it breaks is said with the line."""
    log = fought(gearlock, tmp_path, system)
    true = log.read_bytes().splitlines(keepends=True)
    named = [at for at, line in enumerate(true) if b'"unit":"' in line and at > 2]
    for at in named[:: max(1, len(named) // 5)]:
        line = json.loads(true[at])
        for event in line["events"]:
            event |= {name: "ghost" for name in ("unit", "units", "target") if isinstance(event.get(name), str)}
        if line == json.loads(true[at]):
            continue
        log.write_bytes(b"".join([*true[:at], json.dumps(line).encode() + b"\n", *true[at + 1 :]]))
        for words in (("--verify",), ("--film",), ("--table",), ()):
            done = gearlock("replay", log, *words)
            assert done.code in ((1, 2) if words == ("--verify",) else (0, 2))
            if done.code == 2:
                assert done.err.startswith(f"{log}"), done.err


def test_exit_codes_say_what_was_proved(gearlock: Command, tmp_path: Path) -> None:
    log = fought(gearlock, tmp_path, "brigands")
    whole = log.read_bytes()
    done = gearlock("replay", log, "--verify")
    assert (done.code, "Verified: the rules give" in done.out, "Not proved" in done.out) == (0, True, False)
    assert gearlock("replay", log, "--verify", "--json").json()["verified"] is True
    log.write_bytes(whole.replace(b'"commitment":', b'"comitment":', 1))
    done = gearlock("replay", log, "--verify")
    assert done.code == 3
    assert "Not proved: the dice: the log tells no commitment to a seed." in done.out
    told = gearlock("replay", log, "--verify", "--json")
    assert (told.code, told.json()["verified"], told.json()["difference"]) == (3, False, None)
    assert any("no commitment" in words for words in told.json()["unproved"])
    log.write_bytes(whole.replace(b'"reason":"', b'"reason":"because ', 1))
    done = gearlock("replay", log, "--verify")
    assert (done.code, "another outcome" in done.out) == (1, True)
    log.write_bytes(whole[:-9])
    assert gearlock("replay", log, "--verify").code == 2


def test_a_battle_whose_seed_is_not_told_goes_on_in_a_log_of_its_own(tmp_path: Path) -> None:
    """Its header commits to dice nobody here has; appending others to it would make an honest log a forged one."""
    system = get_system("brigands")
    battle = Battle.begin(system, system.prepare("duel", 3, {}), Seeded("kept by the table"))
    battle.seats_of = {"red": "human", "blue": "bot:random"}
    log = tmp_path / "b.jsonl"
    log.write_bytes(dumps(battle))
    table = sit_down(tmp_path, "--resume", str(log))
    table.expect("written anew")
    table.expect(r"\n> ")
    table.sendline("concede")
    table.expect("Give this battle up")
    table.sendline("y")
    table.expect("Log: ")
    table.wait()
    assert (tmp_path / "b.jsonl~").read_bytes() == dumps(battle)
    header = loads(log.read_bytes()).header
    assert isinstance(header, Header)
    assert header.commitment == Seeded(3).commitment
    assert header.given == len(battle.thrown)


# --- what nobody foresaw ----------------------------------------------------------------------------------------------


def test_a_fault_of_ours_is_told_in_words_and_its_traceback_kept(
    gearlock: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fall_over(log: object) -> None:
        raise LookupError("nobody thought of [/this]")

    log = fought(gearlock, tmp_path, "brigands")
    monkeypatch.setattr(luck_command, "luck_of_log", fall_over)
    with pytest.raises(LookupError):
        gearlock("luck", log)
    monkeypatch.delenv("GEARLOCK_TRACEBACK")
    monkeypatch.setenv("GEARLOCK_HOME", str(tmp_path / "home"))
    done = gearlock("luck", log)
    assert done.code == 70
    assert "Traceback" not in done.err
    assert "LookupError: nobody thought of [/this]" in done.err
    (kept,) = (tmp_path / "home" / "troubles").iterdir()
    assert str(kept) in done.err.replace("\n", "")
    written = kept.read_text()
    assert "in fall_over" in written
    assert f"luck {log}" in written
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GEARLOCK_HOME", str(tmp_path / "file"))
    done = gearlock("luck", log)
    assert (done.code, "in fall_over" in done.err) == (70, True)
