"""3, 14, 15 and 18: how long things last: choices of an activation, orders, hiding; and what standby tokens pay for."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.orders import Order
from gearlock.systems.blitz.damage import DamageControl
from gearlock.systems.blitz.electronic_warfare.observing import BoostSensors, Interfere, JamComms, Observe
from gearlock.systems.blitz.general_concepts.dice import EW, GUN, PILOT, skill_of
from gearlock.systems.blitz.hiding import GoHullDown, Hide
from gearlock.systems.blitz.orders import GiveOrder
from gearlock.systems.blitz.recovery_and_heroes import Recover
from gearlock.systems.blitz.rounds import Activate, EndActivation
from gearlock.systems.blitz.state import HIDING, KEPT_UP, POSTURES, TO_COME
from systems.blitz.field import Field, accepted, give, refused, unit


def lone(**more: Any) -> Field:
    return Field(active="").model("red-1", "hunter", 10, 10, **more).model("blue-1", "hunter", 10, 40)


@pytest.mark.rule("blitz.trait.ann")
@pytest.mark.parametrize(("skill", "at_work"), [(GUN, 3), (PILOT, 3), (EW, 5)])
def test_a_neural_net_helps_for_the_activation_and_no_longer(skill: str, at_work: int) -> None:
    battle = lone(stats={"traits": ["ANN"]}).battle()
    give(battle, Activate("red-1", "combat", neural=skill))
    assert skill_of(unit(battle, "red-1"), skill) == at_work
    give(battle, EndActivation("red-1"))
    assert skill_of(unit(battle, "red-1"), skill) == at_work + 1


@pytest.mark.rule("blitz.15.5d")
@pytest.mark.parametrize(
    ("token", "allowed", "kept"),
    [(TO_COME, ["top speed"], "top speed"), (KEPT_UP, list(POSTURES), "combat")],
)
def test_full_speed_binds_one_activation(token: int, allowed: list[str], kept: str) -> None:
    battle = lone(tokens={"full speed ahead": token}).battle()
    assert [posture for posture in POSTURES if accepted(battle, Activate("red-1", posture))] == allowed
    give(battle, Activate("red-1", "top speed"))
    give(battle, EndActivation("red-1"))
    assert unit(battle, "red-1").stance == kept


@pytest.mark.rule("blitz.18.1")
@pytest.mark.parametrize(
    "order",
    [
        Interfere("red-1"), JamComms("red-1"), BoostSensors("red-1"), Observe("red-1", "blue-1"),
        GiveOrder("red-1", "incoming fire"), GiveOrder("red-1", "incoming fire", comms=True),
    ],
)  # fmt: skip
def test_who_uses_electronic_warfare_or_gives_orders_hides_no_longer(order: Order) -> None:
    stats = {"traits": ["ECM:+1D6 (CJ)", 'Sensors:18"']}
    field = Field(seed=1).model("red-1", "hunter", 10, 10, rank="co", stats=stats, tokens={HIDING: 1})
    battle = field.model("red-2", "hunter", 30, 10).model("blue-1", "hunter", 10, 18, actions=0).battle()
    give(battle, order)
    assert HIDING not in unit(battle, "red-1").tokens


@pytest.mark.rule("blitz.10.3", "blitz.18.1", "blitz.9.6b", "blitz.trait.recovery")
@pytest.mark.parametrize(
    "order", [Hide("red-1"), GoHullDown("red-1"), DamageControl("red-1", "fire"), Recover("red-1", "red-2")]
)
@pytest.mark.parametrize("actions", [0, 1])
def test_standby_tokens_pay_for_answers_not_for_actions(order: Order, actions: int) -> None:
    field = Field(posture="braced").wall("light", 8, 11, 12, 11.3, 2)
    tokens = {"standby": 1, "fire": 2}
    field.model("red-1", "nucoal-bricklayer", 10, 10, actions=actions, tokens=tokens)
    field.model("red-2", "hunter", 11, 10, tokens={"immobilised": 1})
    battle = field.model("blue-1", "hunter", 10, 40).battle()
    if actions:
        assert accepted(battle, order)
    else:
        assert refused(battle, order).code == "no-action"
