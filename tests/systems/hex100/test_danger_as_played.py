"""The danger that a preview tells is the danger there is once the order has been played, if nothing new is seen."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.advice.attack_odds import danger
from gearlock.systems.hex100.state import State
from properties.by_play import decided, played, tried

TELLING = ("Move", "Disengage", "Focus")
"""Orders that tell a danger: they decide where a unit stands, or how."""
SCENARIOS = [
    pytest.param(name, marks=[] if name in ("skirmish", "close-quarters", "stealth-raid") else pytest.mark.soak)
    for name in SYSTEM.scenarios()
]


def same_knowledge(before: State, after: State, seat: str) -> bool:
    """Whether a side sees the same enemies as before, in the same state, and it is still the same round."""

    def seen(state: State) -> list[object]:
        enemies = (state.units[each] for each in sorted(state.known[seat]))
        return [(each.id, state.known[seat][each.id], each.hex, each.facing, each.hp, each.focus) for each in enemies]

    return before.turn == after.turn and seen(before) == seen(after)


@pytest.mark.rule("hex100.focus-timing", "hex100.move-action")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_danger_told_is_the_danger_after_the_order(scenario: str) -> None:
    compared: Counter[str] = Counter()
    for seed in (1, 2):
        chooser = random.Random(seed)
        for battle, seat in decided(SYSTEM, scenario, seed, 120):
            for order in tried(battle, seat, chooser):
                kind, unit = type(order).__name__, getattr(order, "unit", "")
                after = played(battle, seat, order) if kind in TELLING else None
                if after is None or not same_knowledge(battle.state, after, seat):
                    continue
                if after.units[unit].hp < battle.state.units[unit].hp:
                    continue  # it has run into a mine, which is told as a risk of its own
                told = battle.preview(seat, order).lasting
                assert told == pytest.approx(min(1.0, danger(after, seat, after.units[unit]))), order
                compared[kind] += 1
    assert compared["Move"] > 10
    assert compared["Focus"] > 20
