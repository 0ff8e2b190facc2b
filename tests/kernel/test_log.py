from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gearlock.kernel import log as log_module
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted, Seeded
from gearlock.kernel.errors import BadFile, UnknownName
from gearlock.kernel.log import LoadedLog, dumps, loads, read_log
from gearlock.kernel.logfile import LogFile
from gearlock.kernel.orders import Decline
from gearlock.kernel.verify import verify
from kernel.test_battle import SETUP, bids, play_at_random
from kernel.toy import TOY, Bid, Strike, ToyState


@pytest.fixture(autouse=True)
def _toy_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(system_id: str) -> Any:
        if system_id == "toy":
            return TOY
        raise UnknownName("system", system_id, ["toy"])

    monkeypatch.setattr(log_module, "get_system", find)


def finished(seed: int = 5) -> Battle[ToyState]:
    return play_at_random(Battle.begin(TOY, SETUP, Seeded(seed)), seed)


def lines_of(battle: Battle[ToyState]) -> list[bytes]:
    return dumps(battle).splitlines()


def edited(battle: Battle[ToyState], find: bytes, put: bytes) -> LoadedLog:
    raw = dumps(battle)
    assert find in raw
    return loads(raw.replace(find, put, 1))


def test_a_log_read_back_re_runs_to_the_same_battle() -> None:
    battle = finished()
    log = loads(dumps(battle))
    assert log.entries == battle.entries
    assert log.checks == battle.checks
    again = log.battle()
    assert again.hash() == battle.hash()
    assert again.outcome == battle.outcome
    assert dumps(again).splitlines()[1:-1] == lines_of(battle)[1:-1]


def test_a_log_saved_inside_a_reaction_goes_on_from_there() -> None:
    battle = Battle.begin(TOY, SETUP, Scripted((5,)))
    bids(battle, 3, 1)
    battle.answer("red", Strike(2))
    again = loads(dumps(battle)).battle(Scripted((5,)))
    assert again.pending == battle.pending
    again.answer("blue", Decline())
    battle.answer("blue", Decline())
    assert again.hash() == battle.hash()


def test_film_gives_the_states_of_the_re_run() -> None:
    battle = finished()
    *_, (_, _, state) = loads(dumps(battle)).film()
    assert state == battle.state


def test_a_true_log_verifies() -> None:
    for seed in range(10):
        assert verify(loads(dumps(finished(seed)))) is None


def test_the_first_changed_event_is_named() -> None:
    battle = next(b for b in map(finished, range(20)) if b'"wounds":2' in dumps(b))
    log = edited(battle, b'"wounds":2', b'"wounds":3')
    difference = verify(log)
    assert difference is not None
    assert difference.step == next(n for n, entry in enumerate(log.entries) if entry != battle.entries[n])
    assert '"wounds":3' in difference.logged
    assert '"wounds":2' in difference.found


def test_a_changed_hash_is_named() -> None:
    battle = finished()
    final = battle.hash().encode()
    raw = dumps(battle)
    assert verify(loads(raw.replace(final, b"0" * len(final)))) is not None


def test_a_forged_answer_is_named_with_its_step() -> None:
    battle = Battle.begin(TOY, SETUP, Scripted((5,)))
    bids(battle, 2, 1)
    battle.answer("red", Strike(2))
    battle.answer("blue", Decline())
    log = edited(battle, b'"force":2', b'"force":9')
    difference = verify(log)
    assert difference is not None
    assert difference.step == 3
    assert "refuse" in difference.what


def test_a_seed_other_than_the_committed_one_is_named() -> None:
    difference = verify(edited(finished(), b'"seed":"5"', b'"seed":"6"'))
    assert difference is not None
    assert "committed" in difference.what


@pytest.mark.parametrize(
    ("raw", "line", "says"),
    [
        (b"", 1, "not a Gearlock battle log"),
        (b"\x00\xff junk", 1, "not a Gearlock battle log"),
        (b'{"some": "json"}\n', 1, "not a Gearlock battle log"),
        (b"[1, 2]\n", 1, "not a Gearlock battle log"),
        (b'{"gearlock": 99}\n', 1, "newer Gearlock"),
        (b'{"gearlock": 1, "system": 5}\n', 1, "broken log header"),
    ],
)
def test_foreign_and_newer_files_are_refused_in_words(raw: bytes, line: int, says: str) -> None:
    with pytest.raises(BadFile, match=says) as caught:
        loads(raw, "x.jsonl")
    assert caught.value.findings[0].line == line
    assert str(caught.value).startswith("x.jsonl:1: ")


def test_a_log_of_an_unknown_system_suggests_known_ones() -> None:
    raw = dumps(finished()).replace(b'"system":"toy"', b'"system":"tov"')
    with pytest.raises(BadFile, match=r"b\.jsonl:1: No system .* Did you mean toy"):
        loads(raw, "b.jsonl")


def test_every_broken_line_is_found_at_once() -> None:
    lines = lines_of(finished())
    lines[3] = b"{broken"
    lines[5] = b'{"input": {"by": "answer", "seat": "red", "order": {"order": "fly"}}, "events": []}'
    with pytest.raises(BadFile) as caught:
        loads(b"\n".join(lines) + b"\n", "x")
    assert [finding.line for finding in caught.value.findings] == [4, 6]


def test_a_cut_off_file_is_refused_or_forgiven_up_to_its_last_whole_line() -> None:
    raw = dumps(finished())
    cut = raw[: len(raw) * 2 // 3]
    if cut.endswith(b"\n"):
        cut = cut[:-5]
    with pytest.raises(BadFile, match="cut off here"):
        loads(cut)
    forgiven = loads(cut, forgive_cut=True)
    assert forgiven.dropped
    forgiven.battle()
    with pytest.raises(BadFile, match="first state is missing"):
        loads(raw.splitlines()[0] + b"\n")


def test_a_log_file_grows_with_the_battle_and_survives_undo(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "battle.jsonl"
    battle = Battle.begin(TOY, SETUP, Seeded(2))
    with LogFile(path, battle) as file:
        chooser = random.Random(4)
        while not battle.over:
            play_at_random(battle, chooser.randrange(0, 99), 1)
            if chooser.random() < 0.2:
                seats = [
                    seat for seat in ("red", "blue") if any(_answered(entry.input, seat) for entry in battle.entries)
                ]
                battle.undo(chooser.choice(seats), consent=True)
            file.update()
            now = read_log(path)
            assert now.entries == battle.entries
    assert verify(read_log(path)) is None
    assert msgspec.json.decode(path.read_bytes().splitlines()[-1])["end"]["hash"] == battle.hash()


def _answered(by: object, seat: str) -> bool:
    return getattr(by, "seat", "") == seat and not getattr(by, "auto", True)


def test_an_existing_file_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    path.write_text("precious")
    battle = Battle.begin(TOY, SETUP, Seeded(2))
    with LogFile(path, battle) as file:
        assert file.kept is not None
        assert file.kept.read_text() == "precious"
    assert read_log(path).entries == battle.entries


def test_every_older_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    battle = Battle.begin(TOY, SETUP, Seeded(2))
    for text in ("first", "second", "third"):
        path.write_text(text)
        LogFile(path, battle).close()
    kept = sorted(tmp_path.glob("battle.jsonl~*"))
    assert [file.read_text() for file in kept] == ["first", "second", "third"]


def test_two_programs_do_not_write_one_log(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    battle = Battle.begin(TOY, SETUP, Seeded(2))
    with LogFile(path, battle):
        for append in (None, read_log(path)):
            with pytest.raises(BadFile, match="another Gearlock is playing this battle"):
                LogFile(path, battle, append=append)
    assert verify(read_log(path)) is None
    assert [file.name for file in tmp_path.iterdir()] == ["battle.jsonl"]


@pytest.mark.parametrize("name", [".", "folder", "/dev/null"])
def test_only_ordinary_files_are_written(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "precious").write_text("precious")
    with pytest.raises(BadFile, match="no ordinary file"):
        LogFile(tmp_path / name, Battle.begin(TOY, SETUP, Seeded(2)))
    assert (tmp_path / "folder" / "precious").read_text() == "precious"


def test_a_full_disk_is_said_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = Battle.begin(TOY, SETUP, Seeded(2))
    file = LogFile(tmp_path / "battle.jsonl", battle)
    battle.answer("red", Bid(1))

    def full(line: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(file, "_line", full)
    with pytest.raises(BadFile, match=r"cannot be written any more .* No space left"):
        file.update()
    file.close()


def test_a_path_that_cannot_be_written_is_refused_before_play(tmp_path: Path) -> None:
    battle = Battle.begin(TOY, SETUP, Seeded(2))
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFile, match="cannot be written"):
        LogFile(tmp_path / "file" / "battle.jsonl", battle)


def test_going_on_appends_to_the_log_it_came_from(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    battle = Battle.begin(TOY, SETUP, Seeded(2))
    with LogFile(path, battle) as file:
        battle.answer("red", Bid(1))
        file.update()
    with path.open("ab") as end:
        end.write(b'{"input": {"by": "ans')
    kept = read_log(path, forgive_cut=True)
    resumed = kept.battle(Seeded(2))
    with LogFile(path, resumed, append=kept) as file:
        resumed.answer("blue", Bid(1))
        file.update()
    assert read_log(path).entries == resumed.entries
