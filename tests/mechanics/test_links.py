"""Who is reached: by a net in which some pass words on, and by one in which nobody does."""

from __future__ import annotations

import random
from functools import partial

from gearlock.mechanics.links import linked

AT = {"hq": 0, "one": 4, "relay": 8, "two": 11, "three": 15, "far": 40}
REACH = 5


def test_a_relay_reaches_farther_and_who_relays_nothing_does_not() -> None:
    def hears(a: str, b: str) -> bool:
        return a in ("hq", "one", "relay") and abs(AT[a] - AT[b]) <= REACH

    assert linked("hq", [name for name in AT if name != "hq"], hears) == ["hq", "one", "relay", "two"]


def test_without_chains_only_the_first_is_heard() -> None:
    def hears(a: str, b: str) -> bool:
        return a == "hq" and abs(AT[a] - AT[b]) <= 2 * REACH

    assert linked("hq", ["three", "relay", "one"], hears) == ["hq", "relay", "one"]


def test_hearing_need_not_be_mutual() -> None:
    assert linked(1, [2, 3], lambda a, b: (a, b) == (1, 3)) == [1, 3]
    assert linked(3, [1, 2], lambda a, b: (a, b) == (1, 3)) == [3]


def is_pair(pairs: set[tuple[int, int]], a: int, b: int) -> bool:
    return (a, b) in pairs


def test_whoever_can_be_reached_is_reached_once() -> None:
    chooser = random.Random(5)
    for _ in range(60):
        count = chooser.randrange(2, 9)
        pairs = {(a, b) for a in range(count) for b in range(count) if chooser.random() < 0.25}
        reached, size = {0}, 0
        while size != len(reached):
            size = len(reached)
            reached |= {b for a, b in pairs if a in reached}
        found = linked(0, range(1, count), partial(is_pair, pairs))
        assert found[0] == 0
        assert sorted(found) == sorted(reached)
