"""Metric measurements: what players read is told in centimetres, and nothing else changes."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Refusal
from gearlock.systems.fieldmanual import SYSTEM
from gearlock.systems.fieldmanual.attacks.weapons_in_use import Attack
from gearlock.systems.fieldmanual.shown import words
from systems.fieldmanual.tables import activate, put, table


@pytest.mark.rule("fieldmanual.metric-option")
@pytest.mark.parametrize(
    ("inches", "centimetres"),
    [
        ("is 25 in away; the APGL reaches 24 in.", "is 63 cm away; the APGL reaches 60 cm."),
        ("12/48/inf in", "30/120/inf cm"),
        ("lands at 36.5, 12 in", "lands at 92, 30 cm"),
        ("Combat Group 2 in reserve, guaranteed for round 3", "Combat Group 2 in reserve, guaranteed for round 3"),
        ("1 in at most", "3 cm at most"),
        ("LRP/24 in hand", "LRP/24 in hand"),
    ],
)
def test_lengths_are_told_in_whole_centimetres(inches: str, centimetres: str) -> None:
    assert words(inches) == centimetres


@pytest.mark.rule("fieldmanual.metric-option")
def test_a_refusal_and_a_card_are_read_in_the_measure_agreed_on() -> None:
    state = table()
    put(state, "red-1", "jager", 20, 10)
    put(state, "blue-1", "jager", 20, 40)
    activate(state, "red-1")
    ask, order = Ask("red", "act", "red-1"), Attack("red-1", "APGL", "blue-1")
    plain = SYSTEM.refuse(state, ask, order)
    state.switches["metric"] = "yes"
    metric = SYSTEM.refuse(state, ask, order)
    assert isinstance(plain, Refusal)
    assert isinstance(metric, Refusal)
    assert "29 in away; the APGL reaches 24 in." in plain.message
    assert "73 cm away; the APGL reaches 60 cm." in metric.message
    assert (plain.code, plain.facts) == (metric.code, metric.facts)


@pytest.mark.rule("fieldmanual.metric-option", "fieldmanual.before-the-game")
def test_a_battle_may_be_played_with_it() -> None:
    battle = Battle.begin(SYSTEM, SYSTEM.prepare("duel", 1, {"optional": "metric"}))
    assert battle.state.switch("metric")
    state = battle.state
    state.units["red-1"].status = "fielded"
    shown = repr(SYSTEM.view(state, "red", ()))
    assert "30/120/inf cm" in shown
    assert "/inf in" not in shown
