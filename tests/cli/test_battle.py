from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.command import Command
from gearlock.kernel.registry import all_systems, system_ids

FIGHTS = [
    pytest.param(system.id, name, id=f"{system.id}-{name}", marks=[pytest.mark.soak] if scenario.long else [])
    for system in all_systems()
    for name, scenario in system.scenarios().items()
]
"""Whole evenings are left to `make soak`: that they come out the same again, playthroughs and digests show as well."""


def test_systems_are_listed_with_scenarios_and_options(gearlock: Command) -> None:
    done = gearlock("systems", "--json")
    assert [entry["id"] for entry in done.json()["systems"]] == list(system_ids())
    assert all(entry["scenarios"] for entry in done.json()["systems"])
    words = gearlock("systems").out
    assert all(system_id in words for system_id in system_ids())


@pytest.mark.parametrize(("system", "scenario"), FIGHTS)
def test_the_same_seed_reports_the_same_battle(gearlock: Command, system: str, scenario: str) -> None:
    words = (
        "battle",
        system,
        "--scenario",
        scenario,
        "--red",
        "bot:random",
        "--blue",
        "bot:random",
        "--seed",
        7,
        "--json",
    )
    first, second = gearlock(*words), gearlock(*words)
    assert first.code == 0
    assert first.json() == second.json()
    report = first.json()
    assert report["over"]
    assert report["winner"] in ("red", "blue", "")
    assert report["rounds"] >= 1
    assert report["decisions"] > 0
    assert len(report["hash"]) == 24


@pytest.mark.parametrize("system", system_ids())
def test_a_battle_in_words_names_the_winner(gearlock: Command, system: str) -> None:
    done = gearlock("battle", system, "--red", "bot:random", "--blue", "bot:random", "--seed", 3)
    assert done.code == 0
    assert "decisions" in done.out
    assert "seed 3" in done.out


@pytest.mark.parametrize("system", system_ids())
def test_a_log_is_written_verified_and_told(gearlock: Command, system: str, tmp_path: Path) -> None:
    log = tmp_path / "b.jsonl"
    fought = gearlock("battle", system, "--seed", 5, "--blue", "bot:random", "--log", log, "--json").json()
    summary = gearlock("replay", log, "--verify", "--json")
    assert summary.code == 0
    assert summary.json()["verified"] is True
    assert summary.json()["hash"] == fought["hash"]
    assert summary.json()["decisions"] == fought["decisions"]
    film = gearlock("replay", log, "--film").out
    assert len(film.splitlines()) > 10
    red = gearlock("replay", log, "--film", "--seat", "red", "--json").json()["film"]
    everything = gearlock("replay", log, "--film", "--json").json()["film"]
    assert len(red) <= len(everything)


@pytest.mark.parametrize("system", system_ids())
def test_a_tampered_log_exits_1_with_the_first_differing_step(gearlock: Command, tmp_path: Path, system: str) -> None:
    log = tmp_path / "b.jsonl"
    gearlock("battle", system, "--seed", 5, "--log", log)
    lines = log.read_text().splitlines()
    entries = [at for at, line in enumerate(lines) if line.startswith('{"input"')]
    answers = [n for n, at in enumerate(entries) if '"by":"answer"' in lines[at] and '"events":[{' in lines[at]]
    step = max(n for n in answers if not lines[entries[n] + 1].startswith('{"check"'))  # which would be out of place
    told = json.loads(lines[entries[step]])
    dropped = told["events"].pop(0)
    lines[entries[step]] = json.dumps(told, separators=(",", ":"))
    log.write_text("\n".join(lines) + "\n")
    done = gearlock("replay", log, "--verify")
    assert done.code == 1
    assert f"step {step}: " in done.out
    difference = gearlock("replay", log, "--verify", "--json").json()["difference"]
    assert difference["step"] == step
    assert json.dumps(dropped, separators=(",", ":")) == difference["found"]


def test_a_forged_final_hash_exits_1(gearlock: Command, tmp_path: Path) -> None:
    log = tmp_path / "b.jsonl"
    true = gearlock("battle", system_ids()[0], "--seed", 5, "--log", log, "--json").json()["hash"]
    log.write_text(log.read_text().replace(true, "0" * len(true)))
    done = gearlock("replay", log, "--verify")
    assert done.code == 1
    assert true in done.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("battle", "brigandz"), "Did you mean brigands"),
        (("battle", "brigands", "--scenario", "no-such"), "No scenario is called 'no-such'"),
        (("battle", "brigands", "--red", "bot:genius"), "No player is called 'bot:genius'"),
        (("battle", "brigands", "-o", "rounds"), "name=value"),
        (("battle", "brigands", "-o", "colour=blue"), "colour"),
        (("battle", "brigands", "--red", "human", "--json"), "leave --json out"),
        (("replay", "no-such-file.jsonl"), "cannot be read"),
        (("odds", "nothing", "--attack", 2, "--defence", 2), "No system is called 'nothing'"),
        (("odds", "brigands", "--attack", 2000, "--defence", 2), "make sense"),
        (("play", "brigands", "--side", "green"), "No seat is called 'green'"),
        (("play", "--resume", "no-such-file.jsonl"), "cannot be read"),
    ],
)
def test_bad_input_is_said_in_words_with_exit_code_2(
    gearlock: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[object, ...], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GEARLOCK_HOME", str(tmp_path / "home"))
    log = () if words[0] in ("replay", "odds", "play") else ("--log", "x.jsonl")
    done = gearlock(*words, *log)
    assert done.code == 2
    assert says in done.err
    assert "Traceback" not in done.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("option", ["--no-such-option", "--seed=abc"])
def test_unknown_options_are_usage_errors(gearlock: Command, option: str) -> None:
    assert gearlock("battle", "brigands", option).code == 2


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", ":1: this is not a Gearlock battle log"),
        (b"PK\x03\x04 zip", ":1: this is not a Gearlock battle log"),
        (b'{"gearlock": 7, "system": "brigands"}\n', ":1: written by a newer Gearlock"),
        (
            b'{"gearlock": 1, "system": "chess", "edition": "", "data": "", "setup": {"scenario": ""}}\n',
            "No system is called",
        ),
    ],
)
def test_broken_logs_exit_2_with_file_and_line(gearlock: Command, tmp_path: Path, raw: bytes, says: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(raw)
    for verify in ((), ("--verify",), ("--film",)):
        done = gearlock("replay", path, *verify)
        assert done.code == 2
        assert says in done.err


def test_a_truncated_log_names_the_line(gearlock: Command, tmp_path: Path) -> None:
    log = tmp_path / "b.jsonl"
    gearlock("battle", system_ids()[0], "--seed", 5, "--log", log)
    raw = log.read_bytes()
    whole = raw[: raw.index(b"\n", len(raw) // 2) - 1]
    log.write_bytes(whole)
    done = gearlock("replay", log)
    assert done.code == 2
    lines = whole.count(b"\n") + 1
    assert f"b.jsonl:{lines}: " in done.err
    assert "cut off" in done.err


def test_version_says_which_build_is_running(gearlock: Command) -> None:
    done = gearlock("--version")
    assert done.code == 0
    assert done.out.startswith("gearlock 0.1.0 (")
    assert any(build in done.out for build in ("interpreted", "compiled", "mixed"))


def test_odds_have_the_promised_keys(gearlock: Command) -> None:
    done = gearlock("odds", "brigands", "--attack", 2, "--defence", 2, "--pen", 6, "--armor", 6, "--json")
    card = done.json()
    assert abs(card["p_hit"] - 0.58719136) < 1e-6
    assert abs(card["mean_damage"] - 1.000772) < 1e-6
    assert abs(sum(card["damage"].values()) - 1) < 1e-12
    assert all(key.isdigit() for key in card["damage"])
    assert "58.72%" in gearlock("odds", "brigands", "--attack", 2, "--defence", 2).out
