"""3.2 and 18.5: no combat group is activated twice in a round, whoever carries some of it."""

from __future__ import annotations

import random

import pytest

from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.battle import Battle
from gearlock.systems.blitz.rounds import Activate, EndActivation
from gearlock.systems.blitz.state import BRACED, RIDING, State
from gearlock.systems.blitz.transport import Disembark
from systems.blitz.field import Field, accepted, asked, decline_all, refused


def two_groups() -> Battle[State]:
    """A transport of group 1 with a squad of group 2 aboard; another squad of group 2 on foot."""
    field = Field(active="", phase="action", turn="red").model("red-1", "mastiff", 10, 10, group=1)
    field.model("red-2", "north-infantry-squad", 10, 10, status=RIDING, carrier="red-1", group=2)
    field.model("red-3", "north-infantry-squad", 30, 10, group=2)
    return field.model("blue-1", "hunter", 10, 40, group=1).model("blue-2", "hunter", 20, 40, group=2).battle()


def activate(battle: Battle[State], name: str, posture: str = BRACED) -> None:
    battle.answer(battle.waiting_for()[0], Activate(name, posture))


def end(battle: Battle[State], name: str) -> None:
    battle.answer(battle.waiting_for()[0], EndActivation(name))
    decline_all(battle)


def set_down(battle: Battle[State]) -> None:
    """The squad gets out of the transport."""
    option = next(o for o in battle.options("red") if isinstance(o.order, Disembark))
    assert isinstance(option, OPEN_OPTIONS)
    order = battle.sample("red", option, random.Random(1))
    assert order is not None
    battle.answer("red", order)


@pytest.mark.rule("blitz.3.2", "blitz.18.5")
def test_who_gets_out_after_its_group_has_been_activated_is_used() -> None:
    battle = two_groups()
    activate(battle, "red-3")
    end(battle, "red-3")
    activate(battle, "blue-1")
    end(battle, "blue-1")
    activate(battle, "red-1")
    set_down(battle)
    end(battle, "red-1")
    assert battle.state.units["red-2"].is_fielded
    activate(battle, "blue-2")
    end(battle, "blue-2")
    assert battle.state.round == 2, "red has no group left that could be activated"


@pytest.mark.rule("blitz.3.2", "blitz.18.5")
def test_who_gets_out_before_its_group_is_activated_is_activated_with_it() -> None:
    battle = two_groups()
    activate(battle, "red-1")
    set_down(battle)
    end(battle, "red-1")
    activate(battle, "blue-1")
    end(battle, "blue-1")
    assert asked(battle).seat == "red"
    assert accepted(battle, Activate("red-2", BRACED))
    activate(battle, "red-3")
    end(battle, "red-3")
    assert accepted(battle, Activate("red-2", BRACED))
    assert refused(battle, Activate("red-3", BRACED)).code == "used"


@pytest.mark.rule("blitz.3.2", "blitz.18.5")
def test_a_new_round_makes_passengers_ready_again() -> None:
    battle = two_groups()
    for name in ("red-3", "blue-1", "red-1", "blue-2"):
        activate(battle, name)
        end(battle, name)
    while battle.state.round < 2:
        decline_all(battle)
    assert not battle.state.units["red-2"].used
