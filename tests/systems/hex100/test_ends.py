"""How battles end: whatever wins counts in the step that brings it about, and all is settled before it is counted."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.objectives import ObjectiveScored
from gearlock.systems.hex100.plan import Objective, Plan
from gearlock.systems.hex100.state import IDENTIFIED, State
from gearlock.systems.hex100.turns import EndTurn
from systems.hex100.drone_kit import CARRIER, DRONE, TEGU
from systems.hex100.kit import E, Position, W, at, events, plain
from systems.hex100.test_terror import finish, ridden


def briefed(position: Position, *objectives: Objective, rout: bool = True) -> None:
    """Give the battle these objectives."""
    plan = position.state.scene.plan
    position.state.scene.plan = Plan(plan.title, plan.sides, objectives, rout=rout)


def played(position: Position, *dice: tuple[int, ...]) -> Battle[State]:
    """A battle from here with these dice; its briefing is the test's own, so it cannot be kept as a log."""
    return Battle.begin(SYSTEM, position.setup, Scripted(*dice), position.state)


@pytest.mark.rule("hex100.victory", "hex100.briefing")
def test_what_a_drone_finds_in_its_own_turn_wins_at_once() -> None:
    position = Position(plain(20), [(CARRIER, (0, 4), E)], [(TEGU, (14, 4), W)])
    briefed(position, Objective("scan", "red", wins=True, units=("blue-1",)))
    position.field(DRONE, (2, 4), "loiter", point=at(5, 4))
    assert position.state.known["red"].get("blue-1", 0) < IDENTIFIED
    battle = played(position)
    battle.answer("red", EndTurn("red-1"))
    assert [event.item for event in events(battle, ObjectiveScored)] == ["blue-1"]
    assert battle.outcome is not None
    assert battle.outcome.winner == "red"


@pytest.mark.rule("hex100.victory", "hex100.drone-terror")
@pytest.mark.parametrize(("bite", "winner"), [(0, "red"), (60, "blue")])
def test_who_is_bitten_to_death_in_the_last_aftermath_counts(bite: int, winner: str) -> None:
    """Bites come before the count: the tank is worth more than what blue has destroyed, if it falls."""
    position = ridden()
    briefed(position, Objective("destroy", points=0), rout=False)
    state, tank = position.state, position.unit("blue-1")
    tank.critical = state.machine("blue-1").unit.structure - 1
    state.turn = state.scene.turns
    state.scored.append((0, "red-9", "blue", state.machine("blue-1").cost - 1))
    battle = played(position, (bite, 99, 99), *([(0,)] if bite < 60 else []))
    battle.answer("red", EndTurn("red-1"))
    finish(battle, "blue")
    assert battle.outcome is not None
    assert battle.outcome.winner == winner
