"""1.8: the Initiative Phase."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.brigands.rounds import InitiativeRolled, RoundBegun
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


@pytest.mark.rule("brigands.1.8-initiative", "brigands.5.7b-haywire")
@pytest.mark.parametrize(("hull", "haywire", "total"), [(4, False, 7), (0, False, 6), (4, True, 6), (0, True, 5)])
def test_lost_hull_and_a_token_of_the_last_round_count_one_each(hull: int, haywire: bool, total: int) -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    unit = battle.state.units["red-1"]
    unit.hull, unit.haywire = hull, haywire
    battle = _rolled(battle, (3, 6))
    (rolled,) = [e for entry in battle.entries for e in entry.events if isinstance(e, InitiativeRolled)]
    assert (rolled.red, rolled.winner) == (total, "blue")
    assert not battle.state.units["red-1"].haywire, "the Setup Phase that follows takes the token off"


@pytest.mark.rule("brigands.1.8-initiative", "brigands.1.2i")
def test_no_point_rerolls_initiative() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], command=2)
    battle.state.units["red-1"].skill = 1
    battle = _rolled(battle, (1, 6))
    assert (battle.waiting_for(), battle.pending[0].kind) == (("blue",), "first")


@pytest.mark.rule("brigands.1.8-initiative", "brigands.1.8")
def test_rolling_a_tie_again_begins_no_new_round() -> None:
    battle = _rolled(lay([("hunter", 10, 10, NORTH)]), (3, 3), (5, 5), (2, 6))
    begun = [event for entry in battle.entries for event in entry.events if isinstance(event, RoundBegun)]
    assert [event.round for event in begun] == [2]
    assert battle.state.winner == "blue"
