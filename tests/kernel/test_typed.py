"""Reading into types from several threads at once."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest

from gearlock.bots.arena import play_out
from gearlock.bots.players import make_bot
from gearlock.kernel.battle import Battle
from gearlock.kernel.log import dumps
from gearlock.kernel.registry import get_system
from gearlock.kernel.typed import as_typed, read_typed, typed_decoder

AT_ONCE = """
import sys, threading
sys.setswitchinterval(1e-6)
from gearlock.kernel.log import loads
raw, ready = sys.stdin.buffer.read(), threading.Barrier(4)
def read():
    ready.wait()
    read_logs.append(loads(raw, "log"))
read_logs = []
threads = [threading.Thread(target=read) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(len(read_logs))
"""


class Leaf(msgspec.Struct):
    name: str


class Tree(msgspec.Struct):
    leaves: list[Leaf]


@pytest.mark.parametrize("time", range(5))
def test_a_process_in_which_threads_read_their_first_log_together_lives(time: int) -> None:
    """A new process each time: it is the first reading in which types are learned."""
    system = get_system("brigands")
    battle = Battle.begin(system, system.prepare("duel", time, {}))
    raw = dumps(play_out(battle, {seat: make_bot("bot:random", time) for seat in system.seats}))
    done = subprocess.run([sys.executable, "-c", AT_ONCE], input=raw, capture_output=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, b"4"), done.stderr.decode()


def test_a_type_is_learned_once_and_read_into_from_bytes_and_plain_values() -> None:
    assert typed_decoder(list[Tree]) is typed_decoder(list[Tree])
    tree = Tree([Leaf("a")])
    assert read_typed(b'{"leaves":[{"name":"a"}]}', Tree) == tree == as_typed({"leaves": [{"name": "a"}]}, Tree)
    with pytest.raises(msgspec.ValidationError):
        as_typed({"leaves": 1}, Tree)


def test_what_is_written_in_short_is_restored() -> None:
    class Shared:
        def __init__(self, name: str) -> None:
            self.name = name

    found = read_typed(b'["a"]', list[Shared], lambda kind, name: kind(name))
    assert [type(each) for each in found] == [Shared]
    assert found[0].name == "a"
