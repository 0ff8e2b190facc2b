from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from cli.command import Command
from gearlock.cli.serve import _admit, _listen, processes_for_bots
from gearlock.kernel.errors import BadInput


def test_a_call_waits_before_the_table_is_ready_and_answers_are_sent_off_at_once() -> None:
    with _listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname(), timeout=60):
        answering, _ = listening.accept()
        with answering:
            assert answering.proto == socket.IPPROTO_TCP, "else small answers are held back"


def test_a_port_that_is_taken_is_named_with_a_way_out() -> None:
    with _listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        with pytest.raises(BadInput, match=f"Cannot listen at 127.0.0.1:{port}.*--port 0"):
            _listen("127.0.0.1", port)


@pytest.mark.parametrize(
    "words",
    [
        ("--port", 99999),
        ("--port", -1),
        ("--database", "nonsense://here"),
        ("--proxy", "elsewhere"),
        ("--host", "a..b"),
    ],
)
def test_serve_says_what_is_wrong_and_does_not_begin(
    gearlock: Command, words: tuple[object, ...], tmp_path: Path
) -> None:
    done = gearlock("serve", "--database", tmp_path / "tables.db", *words)
    assert done.code == 2
    assert done.err.strip()
    assert "Traceback" not in done.err
    assert "The table stands" not in done.out


@pytest.mark.parametrize("port", [99999, -1])
def test_a_port_there_cannot_be_is_refused_in_words(port: int) -> None:
    with pytest.raises(BadInput, match="Cannot listen"):
        _listen("127.0.0.1", port)


@pytest.mark.parametrize(("processors", "processes"), [(None, 2), (1, 2), (2, 2), (6, 6), (64, 8)])
def test_bots_get_processes_by_the_processors_there_are(
    monkeypatch: pytest.MonkeyPatch, processors: int | None, processes: int
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    assert processes_for_bots() == processes


def test_a_table_without_pages_is_not_opened(
    gearlock: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("gearlock.server.pages.WEB", tmp_path / "nothing")
    done = gearlock("serve", "--port", 0, "--database", tmp_path / "tables.db")
    assert done.code == 2
    assert "not built" in done.err
    assert "make ui" in done.err
    assert not (tmp_path / "tables.db").exists()


@pytest.mark.parametrize(("letters", "is_refused"), [(96, False), (97, True)])
def test_the_name_of_a_bot_of_ones_own_has_an_end(
    letters: int, is_refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gearlock.cli.serve.admit", lambda *_: None)
    if is_refused:
        with pytest.raises(BadInput, match="at most 96 letters"):
            _admit([f"bots.py:{'B' * letters}"])
    else:
        _admit([f"bots.py:{'B' * letters}"])
