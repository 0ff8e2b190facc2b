"""1.8: the Initiative Phase."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.brigands.events import InitiativeRolled, RoundBegun
from gearlock.systems.brigands.state import State
from systems.brigands.field import NORTH, again, lay, remodel


def _rolled(battle: Battle[State], *dice: tuple[int, int]) -> Battle[State]:
    battle.state.phase, battle.state.round, battle.state.winner, battle.state.turn = "initiative", 1, "", ""
    return again(battle, *dice)


@pytest.mark.rule("brigands.1.8-initiative")
@pytest.mark.parametrize(("unit", "total"), [("red-1", 9), ("red-2", 7)])
def test_a_commander_s_own_initiative_is_added_and_nobody_else_s(unit: str, total: int) -> None:
    battle = lay([("hunter", 10, 10, NORTH), ("hunter", 12, 10, NORTH)])
    remodel(battle.state.units[unit], traits=("Init:2",))
    battle = _rolled(battle, (3, 1))
    rolled = [event for entry in battle.entries for event in entry.events if isinstance(event, InitiativeRolled)]
    assert [(event.red, event.blue) for event in rolled] == [(total, 5)]


@pytest.mark.rule("brigands.1.8-initiative", "brigands.1.8")
def test_rolling_a_tie_again_begins_no_new_round() -> None:
    battle = _rolled(lay([("hunter", 10, 10, NORTH)]), (3, 3), (5, 5), (2, 6))
    begun = [event for entry in battle.entries for event in entry.events if isinstance(event, RoundBegun)]
    assert [event.round for event in begun] == [2]
    assert battle.state.winner == "blue"
