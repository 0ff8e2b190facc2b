"""3.6.4 with 3.2.5 and 3.4.5: a squad fires at points, each type of its weapons once with one Action."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.kernel.positions import Position
from gearlock.systems.tactical.attacks.weapons_in_use import Attack
from gearlock.systems.tactical.damage.structures import gathered
from gearlock.systems.tactical.ground_targets import (
    Demolish,
    PointFired,
    Saturate,
    refuse_demolition,
    refuse_saturation,
)
from gearlock.systems.tactical.state import State
from systems.tactical.play import give, happened, refused, unit

RIFLES, LAUNCHERS = "7mm Assault Rifle", "50mm Rocket Launcher"


def squad(**more: Any) -> Battle[State]:
    """Eight rifles and two launchers before a house, a Gear behind them."""
    position = Position("tactical", active="red-1", modules=["burst fire", "infantry", "structures"], seed=3)
    position.model("red-1", more.pop("model", "qualified-squad"), at=(20, 10), facing="north", **more)
    position.model("blue-1", "hunter", at=(20, 8.5), facing="north", done=True, actions=0)
    position.model("blue-2", "hunter", at=(22, 10), facing="north", done=True, actions=0)
    return position.piece("building", (19, 11, 21, 12), id="house", top=1).battle()


def asked(battle: Battle[State]) -> list[tuple[str, str]]:
    return [(ask.seat, ask.kind) for ask in battle.pending]


HOUSE = Demolish("red-1", RIFLES, 20_000, 11_200, 4)
ZONE = Saturate("red-1", RIFLES, 20_000, 9_000)


@pytest.mark.rule("tactical.3.6.4", "tactical.3.4.5-saturation")
def test_a_squad_that_saturates_with_one_weapon_attacks_with_the_other_for_the_same_action() -> None:
    battle = give(squad(), ZONE)
    assert asked(battle) == [("red", "further fire")]
    assert unit(battle).actions == 0
    assert getattr(refused(battle, Attack("red-1", RIFLES, "blue-1")), "code", "") == "fired"
    give(battle, Attack("red-1", LAUNCHERS, "blue-1"))
    assert asked(battle) == [("red", "act")]
    assert unit(battle).fired == [f"{RIFLES}:", f"{LAUNCHERS}:blue-1"]
    assert unit(give(give(squad(), ZONE), Decline())).fired == [f"{RIFLES}:"]
    offers = [option.order for option in battle_of_choices().options("red")]
    assert Decline() in offers
    assert Attack("red-1", LAUNCHERS, "blue-1") in offers


def battle_of_choices() -> Battle[State]:
    """The squad has saturated a zone, and is asked about its launchers."""
    return give(squad(), ZONE)


@pytest.mark.rule("tactical.3.6.4", "tactical.3.2.5")
def test_all_weapons_of_a_squad_fire_at_one_house_with_one_action() -> None:
    battle = give(squad(), HOUSE)
    assert asked(battle) == [("red", "further fire")]
    before = gathered(battle.state, "house")
    give(battle, Demolish("red-1", LAUNCHERS, 20_000, 11_200, 1))
    assert gathered(battle.state, "house") > before
    assert ([event.cost for event in happened(battle, PointFired)], unit(battle).actions) == ([1, 0], 0)
    other = refused(give(squad(), HOUSE), Demolish("blue-1", LAUNCHERS, 20_000, 11_200))
    assert getattr(other, "code", "") == "unit"


@pytest.mark.rule("tactical.3.6.4")
def test_structures_and_zones_count_among_its_two_targets() -> None:
    battle, shots = squad(), (f"{LAUNCHERS}:house", "9mm Chaingun:blue-1")
    assert refuse_demolition(battle.state, HOUSE, shots) is None
    third = refuse_saturation(battle.state, ZONE, shots)
    assert (getattr(third, "code", ""), getattr(third, "rule", "")) == ("targets", "tactical.3.6.4")
    assert refuse_saturation(battle.state, ZONE, (*shots[:1], "9mm Chaingun:20000 9000")) is None


@pytest.mark.rule("tactical.3.6.4")
def test_nobody_else_and_no_squad_with_one_weapon_is_asked() -> None:
    assert asked(give(squad(model="infantry-squad"), Saturate("red-1", "7mm Rifle", 20_000, 9_000))) == [("red", "act")]
    gear = squad(model="hunter")
    give(gear, Demolish("red-1", unit(gear).card.weapons[0].id, 20_000, 11_200))
    assert asked(gear) == [("red", "act")]
