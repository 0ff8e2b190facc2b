from __future__ import annotations

import socket

import pytest

from gearlock.cli.serve import _listen
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
