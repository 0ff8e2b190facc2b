"""Result files: going on, cut lines, foreign files; nothing stored is ever lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.command import Command
from gearlock.kernel.errors import BadFile
from gearlock.lab import results
from gearlock.lab.results import ResultFile, header_of
from lab.contests import SHORT, short_match, told


@pytest.fixture
def kept(gearlock: Command, tmp_path: Path) -> Path:
    out = tmp_path / "m.jsonl"
    assert gearlock(*SHORT, "--games", 4, "--jobs", 1, "--out", out).code == 0
    return out


def again(gearlock: Command, out: Path, *words: object) -> str:
    """The same command over a file it refuses; gives the complaint."""
    before = out.read_bytes()
    done = gearlock(*SHORT, "--games", 4, "--jobs", 1, "--out", out, *words)
    assert done.code == 2
    assert out.read_bytes() == before
    return done.err.replace("\n", " ")


def test_a_file_holds_header_and_games(kept: Path) -> None:
    header = json.loads(kept.read_text().splitlines()[0])
    assert header["gearlock_match"] == results.FORMAT
    assert header["match"]["system"] == "brigands"
    assert (header["match"]["a"], header["match"]["b"], header["games"]) == ("random", "random", 4)
    assert header["match"]["options"] == {"rounds": "1"}
    assert [game["number"] for game in told(kept)] == [0, 1, 2, 3]
    assert all(len(game["log"]) == 24 and game["decisions"] > 0 for game in told(kept))


def test_a_finished_match_is_reported_without_playing(gearlock: Command, kept: Path) -> None:
    before = kept.read_bytes()
    done = gearlock(*SHORT, "--games", 4, "--out", kept)
    assert done.code == 0
    assert "played before" in done.err
    assert kept.read_bytes() == before


def test_more_games_go_on_where_the_match_was(gearlock: Command, kept: Path, tmp_path: Path) -> None:
    four = told(kept)
    assert gearlock(*SHORT, "--games", 6, "--jobs", 1, "--out", kept, "--json").json()["games"] == 6
    assert told(kept)[:4] == four
    straight = tmp_path / "six.jsonl"
    gearlock(*SHORT, "--games", 6, "--jobs", 1, "--out", straight)
    assert told(kept) == told(straight)
    assert gearlock(*SHORT, "--games", 2, "--out", kept, "--json").json()["games"] == 2


@pytest.mark.parametrize("left", [1, 40, -1])
def test_a_cut_line_is_dropped_and_its_game_played_again(gearlock: Command, kept: Path, left: int) -> None:
    whole, games = kept.read_bytes(), told(kept)
    start = whole[:-1].rfind(b"\n") + 1
    kept.write_bytes(whole[: start + left] if left > 0 else whole[:left])
    done = gearlock(*SHORT, "--games", 4, "--jobs", 1, "--out", kept)
    assert done.code == 0
    assert "cut off" in done.err
    assert "3 of 4" in done.err
    assert told(kept) == games


def test_nothing_of_a_long_cut_line_is_left(gearlock: Command, kept: Path) -> None:
    kept.write_bytes(kept.read_bytes() + b'{"number":4,"reason":"' + b"x" * 9000)
    assert gearlock(*SHORT, "--games", 6, "--jobs", 1, "--out", kept).code == 0
    assert [game["number"] for game in told(kept)] == list(range(6))


def test_a_cut_header_is_written_anew(gearlock: Command, kept: Path) -> None:
    games = told(kept)
    kept.write_bytes(kept.read_bytes()[:50])
    assert gearlock(*SHORT, "--games", 4, "--jobs", 1, "--out", kept).code == 0
    assert told(kept) == games


def test_fresh_moves_older_results_aside(gearlock: Command, kept: Path) -> None:
    before = kept.read_bytes()
    done = gearlock(*SHORT, "--games", 2, "--jobs", 1, "--out", kept, "--fresh")
    assert done.code == 0
    aside = kept.with_name("m.jsonl~")
    assert aside.read_bytes() == before
    assert str(aside) in done.err.replace("\n", "")
    assert [game["number"] for game in told(kept)] == [0, 1]
    gearlock(*SHORT, "--games", 2, "--jobs", 1, "--out", kept, "--fresh")
    assert aside.read_bytes() == before
    assert kept.with_name("m.jsonl~2").exists()


def test_results_of_another_version_are_refused_and_kept(gearlock: Command, kept: Path) -> None:
    kept.write_text(kept.read_text().replace('"gearlock_match":2', '"gearlock_match":3'))
    complaint = again(gearlock, kept)
    assert "another version (format 3, this one writes 2)" in complaint
    assert "--fresh" in complaint


@pytest.mark.parametrize(("field", "words"), [("code", "rules or bots"), ("data", "data"), ("edition", "edition")])
def test_results_of_other_rules_are_refused_and_kept(gearlock: Command, kept: Path, field: str, words: str) -> None:
    first, rest = kept.read_text().split("\n", 1)
    kept.write_text(json.dumps(json.loads(first) | {field: "other"}) + "\n" + rest)
    complaint = again(gearlock, kept)
    assert words in complaint
    assert "has changed" in complaint


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--seed", "2"), "seed: 1 there, 2 asked for"),
        (("--scenario", "intro"), "scenarios: duel there, intro asked for"),
        (("--b", "greedy"), "b: random there, greedy asked for"),
        (("-o", "rounds=2"), "options: rounds=1 there, rounds=2 asked for"),
    ],
)
def test_another_match_is_refused_and_its_results_kept(
    gearlock: Command, kept: Path, words: tuple[str, ...], complaint: str
) -> None:
    assert complaint in again(gearlock, kept, *words)


def test_broken_lines_are_named_all_at_once(gearlock: Command, kept: Path) -> None:
    lines = kept.read_text().splitlines()
    lines[2] = lines[2][:-20]
    lines[3] = lines[3].replace('"seed":2', '"seed":9')
    lines.append(lines[1])
    kept.write_text("\n".join(lines) + "\n")
    complaint = again(gearlock, kept)
    assert all(f"m.jsonl:{line}: not a result of this match" in complaint for line in (3, 4, 6))
    assert "game 0 is there twice" in complaint
    assert "take the broken lines out" in complaint


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"models": {"a": {"Hunter": [0, 0, 5]}}}, "more models were lost than there were"),
        ({"models": {"a": {"Hunter": [1, 2, 5]}}}, "more models were lost than there were"),
        ({"thinking": {"a": {"steps": {"99999": 1}, "longest": 5}}}, "nobody thinks that long"),
        ({"losses": {"z": [0, 1]}}, "nobody in this match is called 'z'"),
        ({"blame": "z"}, "nobody in this match is called 'z'"),
    ],
)
def test_figures_that_cannot_be_are_refused(gearlock: Command, kept: Path, wrong: dict[str, object], said: str) -> None:
    first, second, *rest = kept.read_text().splitlines()
    kept.write_text("\n".join([first, json.dumps({**json.loads(second), **wrong}), *rest]) + "\n")
    assert said in again(gearlock, kept)


@pytest.mark.parametrize("content", ["a letter to a friend", "a letter\nto a friend\n", "[1]\n", "\xff\n", "\n"])
def test_a_file_of_something_else_is_left_alone(gearlock: Command, tmp_path: Path, content: str) -> None:
    out = tmp_path / "letter"
    out.write_bytes(content.encode("latin-1"))
    assert "no results of a match" in again(gearlock, out)


def test_a_folder_or_a_place_that_cannot_be_is_refused(gearlock: Command, tmp_path: Path, kept: Path) -> None:
    done = gearlock(*SHORT, "--games", 2, "--out", tmp_path)
    assert (done.code, "no ordinary file" in done.err.replace("\n", " ")) == (2, True)
    done = gearlock(*SHORT, "--games", 2, "--out", kept / "inside")
    assert (done.code, "cannot be used" in done.err.replace("\n", " ")) == (2, True)


def test_two_programs_do_not_play_the_same_match(gearlock: Command, kept: Path) -> None:
    with ResultFile(kept, header_of(short_match(), 4)):
        assert "another Gearlock" in again(gearlock, kept)
    with pytest.raises(BadFile), ResultFile(kept, header_of(short_match(seed=3), 4)):
        pass


def test_without_a_name_results_go_to_the_data_folder(gearlock: Command, tmp_path: Path) -> None:
    found = gearlock(*SHORT, "--games", 2, "--jobs", 1, "--json").json()
    (file,) = (tmp_path / "home" / "matches").iterdir()
    assert str(file) == found["file"]
    assert file.name.startswith("brigands-random-v-random-duel-")
    assert "played before" in gearlock(*SHORT, "--games", 2).err
    gearlock(*SHORT, "--games", 2, "--jobs", 1, "--seed", 9)
    assert len(list((tmp_path / "home" / "matches").iterdir())) == 2
