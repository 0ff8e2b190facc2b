"""Games on a real Dask scheduler with two worker processes, one of which is killed in the middle."""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from cli.command import Command
from gearlock.kernel.errors import BadInput
from gearlock.kernel.registry import get_system
from gearlock.lab import cluster
from gearlock.lab.cluster import Task, cluster_client, names_files, play_on_cluster, play_there
from gearlock.lab.game import Played, play_game
from gearlock.lab.match import code_fingerprint
from gearlock.lab.round_robin import arrange_round_robin
from gearlock.lab.workers import play_games
from lab.contests import short_match

GAMES = 40


def essence(game: Played) -> tuple[object, ...]:
    return game.number, game.winner, game.score, game.hash, game.log, game.fallen


@pytest.mark.skipif(sys.platform == "win32", reason="nobody is killed like this there")
def test_a_killed_worker_loses_nothing_and_nothing_counts_twice() -> None:
    study = short_match()
    local = [essence(game) for game in play_games(study, range(GAMES), 1)]
    found: list[Played] = []
    with cluster_client("local:2") as client:
        pids = client.run(os.getpid)
        assert len(set(pids.values()) - {os.getpid()}) == 2
        for game in play_on_cluster(study, range(GAMES), client):
            found.append(game)
            if len(found) == 3:
                os.kill(next(iter(pids.values())), signal.SIGKILL)
    assert max(Counter(game.number for game in found).values()) == 1
    assert sorted(map(essence, found)) == local


def test_forces_from_a_file_go_with_the_work(tmp_path: Path) -> None:
    """The worker never sees the file."""
    rules = get_system("brigands").force
    assert rules is not None
    file = tmp_path / "mine.txt"
    file.write_text(rules.ready_made()["north-50"])
    study = arrange_round_robin(get_system("brigands"), (str(file), "south-50"), "random", None, {"rounds": "1"}, 1)
    assert names_files(study)
    here = play_game(study, study.game(1))
    setups = (study.setup(study.game(1)),)
    task = msgspec.json.encode(Task(study, (1,), code_fingerprint(get_system("brigands")), {}, setups))
    file.unlink()
    (there,) = play_there(task)
    assert essence(msgspec.json.decode(there, type=Played)) == essence(here)


def test_a_worker_with_another_program_refuses() -> None:
    study = short_match()
    code = code_fingerprint(get_system("brigands"))
    (game,) = play_there(msgspec.json.encode(Task(study, (0,), code, {})))
    assert msgspec.json.decode(game, type=Played).number == 0
    with pytest.raises(BadInput, match="another Gearlock"):
        play_there(msgspec.json.encode(Task(study, (0,), "other", {})))
    assert not names_files(study)


def test_where_nobody_answers_it_is_said(gearlock: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECTING", 0.2)
    words = ("lab", "match", "brigands", "--a", "random", "--b", "random", "--games", 2, "-o", "rounds=1")
    done = gearlock(*words, "--cluster", "tcp://127.0.0.1:9")
    assert done.code == 2
    assert "No Dask scheduler answers at tcp://127.0.0.1:9" in done.err
    assert "dask scheduler" in done.err
    assert gearlock(*words, "--cluster", "local:2", "--jobs", 2).code == 2


@pytest.mark.parametrize("address", ["", "nonsense", "http://127.0.0.1:8786", "local:x", "local:0", "local:999"])
def test_what_is_no_address_is_refused_before_anything_is_moved_or_begun(
    gearlock: Command, tmp_path: Path, address: str
) -> None:
    words = ("lab", "match", "brigands", "--a", "random", "--b", "random", "--games", 2, "-o", "rounds=1")
    kept = tmp_path / "kept.jsonl"
    kept.write_text("older results\n")
    done = gearlock(*words, "--out", kept, "--fresh", "--cluster", address)
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    assert "local:2" in done.err
    assert kept.read_text() == "older results\n"


@pytest.mark.parametrize("status", ["cancelled", "lost"])
def test_a_scheduler_that_is_gone_is_told_in_a_line(status: str) -> None:
    client = SimpleNamespace(scheduler=SimpleNamespace(address="tcp://10.0.0.1:8786"))
    errand = cluster._Errand(short_match(), (), client)
    with pytest.raises(BadInput, match=r"scheduler at tcp://10\.0\.0\.1:8786 is gone\. What was played is kept"):
        errand._taken(SimpleNamespace(status=status, exception=lambda: None), (0, 1))


def test_certificates_that_dask_does_not_know_are_asked_for() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(BadInput, match=r"distributed\.comm\.tls"):
        cluster.check_address("tls://127.0.0.1:8786")
