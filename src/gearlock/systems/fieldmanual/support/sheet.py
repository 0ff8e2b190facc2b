"""Step 5: the sheet on which a side has written what it bought: facts by seat and number, some known to it alone.

`State.facts` holds under "support:red:1" a choice, under "round:red:2" the round in which group 2 arrives by itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.mechanics.secrets import Sealed, is_known
from gearlock.systems.fieldmanual.state import State
from gearlock.systems.fieldmanual.support.options import (
    AIRSTRIKES,
    ARTILLERY,
    Choice,
    cost_of_all,
    read_choice,
    support_points,
)

SUPPORT, ROUND, STRIKES = "support", "round", "strikes"
LEVEL, LIMIT = "PL", "limit"
UNSEEN = (*AIRSTRIKES, *ARTILLERY)
"""Choices of the second allocation that show themselves only when they are used."""


def key_of(seat: str, number: int) -> str:
    """Where a choice is kept."""
    return f"{SUPPORT}:{seat}:{number}"


def entries(state: State, seat: str) -> Iterator[tuple[int, Sealed[str]]]:
    """Everything a side has bought, by number."""
    number = 1
    while (found := state.facts.get(key_of(seat, number))) is not None:
        yield number, found
        number += 1


def choices(state: State, seat: str) -> list[Choice]:
    """What a side has bought, whoever knows it."""
    return [read_choice(fact.value) for _, fact in entries(state, seat)]


def known_choices(state: State, seat: str, reader: str | None) -> list[Choice]:
    """What a reader knows a side to have bought."""
    return [read_choice(fact.value) for _, fact in entries(state, seat) if is_known(fact, reader)]


def points_of(state: State, seat: str) -> int:
    """The Support Points of a side."""
    level, limit = state.switches.get(f"{LEVEL}:{seat}", "0"), state.switches.get(LIMIT, "0")
    return support_points(int(level), int(limit))


def level_of(state: State, seat: str) -> int:
    """A side's Priority Level."""
    return int(state.switches.get(f"{LEVEL}:{seat}", "0"))


def points_left(state: State, seat: str) -> int:
    """Support Points a side has not spent yet."""
    return points_of(state, seat) - cost_of_all(choices(state, seat))


def used_key(seat: str, number: int) -> str:
    """Where `State.points` counts how much of a choice has been used."""
    return f"used:{key_of(seat, number)}"
