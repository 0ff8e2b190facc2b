"""The danger that a preview tells is the danger there is once the order has been played."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.advice.best_attack import danger
from gearlock.systems.brigands.state import State, Unit
from properties.by_play import decided, played, tried

PLAIN = {
    "Move", "Turn", "Climb", "Jump", "Slide", "ChangeFloor", "EndMove", "EndActivation", "Standby", "Overwatch",
    "GiveOrder", "FireSmoke", "RaiseDefense", "Observe", "DetailedScan", "Repair", "PatchUp",
}  # fmt: skip
"""Orders without dice of their own that leave or bring their model somewhere: all that tell a danger."""
SCENARIOS = [
    pytest.param(name, marks=[] if name in ("duel", "groups", "command") else pytest.mark.soak)
    for name in SYSTEM.scenarios()
]


def same_table(before: State, after: State, mover: str) -> bool:
    """Whether nothing but the model itself, its tokens and the turn has changed."""

    def others(state: State) -> list[Unit]:
        return [unit for unit in state.units.values() if unit.id != mover and not unit.controller]

    return before.round == after.round and all(
        (one.x, one.y, one.z, one.hull, one.status, one.stance, one.jamming)
        == (two.x, two.y, two.z, two.hull, two.status, two.stance, two.jamming)
        for one, two in zip(others(before), others(after), strict=True)
    )


@pytest.mark.rule("brigands.6.2", "brigands.7.5", "brigands.8.3d", "brigands.2.1-braced")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_danger_told_is_the_danger_after_the_order(scenario: str) -> None:
    compared: Counter[str] = Counter()
    for seed in (1, 2):
        chooser = random.Random(seed)
        for battle, seat in decided(SYSTEM, scenario, seed, 120):
            for order in tried(battle, seat, chooser):
                kind, unit = type(order).__name__, getattr(order, "unit", "")
                after = played(battle, seat, order) if kind in PLAIN else None
                if after is None or not same_table(battle.state, after, unit):
                    continue
                told = battle.preview(seat, order).lasting
                assert told == pytest.approx(danger(after, after.units[unit])), order
                compared[kind] += 1
    assert compared["Move"] > 20
    assert compared["EndActivation"] > 20
