"""States as bytes: shared parts by name, no by-products, equal bytes for equal states."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from gearlock.kernel.states import StateCodec


class Line:
    """What many states share: never written, only named."""

    def __init__(self, name: str) -> None:
        self.name = name


class Painted(Line):
    """A line of a kind of its own is named all the same."""


@dataclass(slots=True)
class Token:
    id: str
    line: Line
    spot: tuple[int, int] = (0, 0)


@dataclass(slots=True)
class Position:
    tokens: dict[str, Token]
    turn: int = 0
    worn: dict[str, int] = field(default_factory=dict)
    notes: dict[Any, Any] = field(default_factory=dict, compare=False)


LINES = {"runner": Line("runner"), "guard": Painted("guard")}
CODEC = StateCodec(Position, {Line: lambda line: line.name}, without=("notes",))


def position() -> Position:
    return Position({"b": Token("b", LINES["guard"], (3, 4)), "a": Token("a", LINES["runner"])}, 2, {"x": 1, "w": 2})


def test_a_state_comes_back_with_the_shared_parts_themselves() -> None:
    before = position()
    before.notes["worked out"] = object()
    data = CODEC.encode(before)
    after = CODEC.decode(data, {Line: LINES.__getitem__})
    assert after == before
    assert after.tokens["b"].line is LINES["guard"]
    assert after.notes == {}
    assert b"worked out" not in data


def test_fields_keep_their_order_and_tables_are_sorted() -> None:
    a = b'"a":{"id":"a","line":"runner","spot":[0,0]}'
    b = b'"b":{"id":"b","line":"guard","spot":[3,4]}'
    assert CODEC.encode(position()) == b'{"tokens":{%s,%s},"turn":2,"worn":{"w":2,"x":1}}' % (a, b)


def test_equal_states_have_equal_bytes_in_whatever_order_they_came_about() -> None:
    other = position()
    other.tokens, other.worn = dict(reversed(other.tokens.items())), dict(reversed(other.worn.items()))
    assert CODEC.encode(other) == CODEC.encode(position())


def test_a_table_whose_order_counts_keeps_it() -> None:
    codec = StateCodec(Position, {Line: lambda line: line.name}, ("notes",), listed=("tokens",))
    data = codec.encode(position())
    assert data.startswith(b'{"tokens":[{"id":"b",')
    after = codec.decode(data, {Line: LINES.__getitem__})
    assert after == position()
    assert list(after.tokens) == ["b", "a"]


def test_a_part_that_nobody_has_named_is_a_fault_of_the_system() -> None:
    bare = StateCodec(Position, {}, without=("notes",))
    with pytest.raises(AssertionError, match="Line'> has no short form"):
        bare.encode(position())
    with pytest.raises(AssertionError, match="Line'> has no short form"):
        CODEC.decode(CODEC.encode(position()), {})
