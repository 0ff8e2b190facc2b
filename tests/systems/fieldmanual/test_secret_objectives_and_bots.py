"""Objectives chosen in secret, by bots that think ahead."""

from __future__ import annotations

import pytest

from gearlock.bots.players import make_bot
from gearlock.kernel.battle import Battle
from gearlock.kernel.seat import Seat
from gearlock.systems.fieldmanual import SYSTEM

SETUP = SYSTEM.prepare(
    "battle", 79, {"map": "depot-road", "level": "4", "red-level": "3", "blue-level": "1", "red-mission": "offense"}
)


@pytest.mark.rule("fieldmanual.objective-points")
def test_where_the_other_side_would_have_to_choose_first_nothing_is_imagined() -> None:
    """What red chose is hidden: a battle in which red has not chosen yet is another decision than blue's own."""
    battle = Battle.begin(SYSTEM, SETUP)
    bots = {"red": make_bot("random", 158), "blue": make_bot("tactician:60n", 159)}
    asked = set[tuple[str, str]]()
    for _ in range(12):
        for seat in battle.waiting_for():
            ask = battle.ask_for(seat)
            assert ask is not None
            asked.add((seat, ask.kind))
            battle.answer(seat, bots[seat].decide(Seat(battle, seat)))
    assert ("blue", "objective") in asked
