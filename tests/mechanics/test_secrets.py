"""Sealed facts: who is shown them, and that nothing of them reaches anybody else."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gearlock.mechanics.secrets import Sealed, dealt_anew, drawn_anew, is_known, shown, told

SEATS = ("red", "blue")
DECK = ("raid", "hold", "escort", "probe", "raid")
MISSIONS = st.sampled_from(sorted(set(DECK)))
KNOWING = st.lists(st.sampled_from(SEATS), unique=True).map(tuple)


class Table(msgspec.Struct):
    """All of a small game that is secret: each side's mission, and the turn its reserve comes."""

    missions: dict[str, Sealed[str]]
    reserves: dict[str, Sealed[int]]


def view(table: Table, seat: str | None) -> bytes:
    """What a seat sees, as it goes over the wire."""
    facts: dict[str, Sealed[Any]] = {**table.missions}
    facts |= {f"{name} reserve": fact for name, fact in table.reserves.items()}
    return msgspec.json.encode({name: [shown(fact, seat), is_known(fact, seat)] for name, fact in facts.items()})


def suppose(table: Table, seat: str, chooser: random.Random) -> Table:
    reserves = {name: drawn_anew(fact, seat, range(1, 7), chooser) for name, fact in table.reserves.items()}
    return Table(dealt_anew(table.missions, seat, DECK, chooser), reserves)


def tables(red: str, blue: str, turns: tuple[int, int]) -> Table:
    missions = {"red": Sealed(red, ("red",)), "blue": Sealed(blue, ("blue",))}
    return Table(missions, {"red": Sealed(turns[0], ("red",)), "blue": Sealed(turns[1], ("blue",))})


@given(MISSIONS, st.tuples(MISSIONS, MISSIONS), st.integers(1, 6), st.tuples(st.integers(1, 6), st.integers(1, 6)))
def test_nothing_about_a_value_reaches_the_view_of_who_does_not_know_it(
    own: str, theirs: tuple[str, str], turn: int, others: tuple[int, int]
) -> None:
    one, other = (tables(own, theirs[number], (turn, others[number])) for number in (0, 1))
    assert view(one, "red") == view(other, "red")
    assert own.encode() in view(one, "red")
    if theirs[0] != theirs[1]:
        assert view(one, None) != view(other, None), "somebody who sees all does see it"


@given(MISSIONS, st.tuples(MISSIONS, MISSIONS), st.tuples(st.integers(1, 6), st.integers(1, 6)), st.integers(0, 99))
def test_what_is_supposed_looks_the_same_to_the_seat_and_depends_on_nothing_it_does_not_know(
    own: str, theirs: tuple[str, str], others: tuple[int, int], seed: int
) -> None:
    one, other = (tables(own, theirs[number], (3, others[number])) for number in (0, 1))
    drawn = suppose(one, "red", random.Random(seed))
    assert view(drawn, "red") == view(one, "red")
    assert drawn == suppose(other, "red", random.Random(seed))
    assert drawn.missions["red"] == one.missions["red"]


@given(MISSIONS, KNOWING)
def test_a_fact_written_out_by_mistake_tells_nothing(value: str, knows: tuple[str, ...]) -> None:
    fact = Sealed(value, knows)
    assert value not in f"{fact} {fact!r} {[fact]} {dict(a=fact)}"


def test_everything_that_it_might_be_is_drawn_some_time() -> None:
    chooser, fact = random.Random(1), Sealed(3, ("blue",))
    drawn = Counter(drawn_anew(fact, "red", range(1, 7), chooser).value for _ in range(300))
    assert set(drawn) == set(range(1, 7))
    assert min(drawn.values()) > 25
    assert drawn_anew(fact, "blue", range(10, 20), chooser) is fact, "who knows it does not suppose"


def test_a_card_that_a_seat_knows_to_be_dealt_is_dealt_to_nobody_else() -> None:
    facts = {"red": Sealed("hold", ("red",)), "blue": Sealed("raid", ("blue",)), "spare": Sealed("raid", ())}
    chooser, seen = random.Random(2), Counter[tuple[str, str]]()
    for _ in range(300):
        drawn = dealt_anew(facts, "red", DECK, chooser)
        assert drawn["red"] == facts["red"]
        assert drawn["blue"].knows == ("blue",)
        seen[drawn["blue"].value, drawn["spare"].value] += 1
    cards = {card for pair in seen for card in pair}
    assert cards == {"raid", "escort", "probe"}
    assert seen["raid", "raid"] > 0, "there are two of these in the deck"
    assert ("probe", "probe") not in seen


def test_who_is_told_knows_it_and_nobody_forgets() -> None:
    fact = Sealed("raid", ("red",))
    assert shown(fact, "blue") is None
    both = told(fact, ("blue", "red"))
    assert both.knows == ("red", "blue")
    assert [shown(both, seat) for seat in (*SEATS, None)] == ["raid"] * 3
    assert fact.knows == ("red",)


@pytest.mark.parametrize("knows", [(), ("red",), SEATS])
def test_a_sealed_fact_survives_being_saved(knows: tuple[str, ...]) -> None:
    fact = Sealed("raid", knows)
    assert msgspec.json.decode(msgspec.json.encode(fact), type=Sealed[str]) == fact
