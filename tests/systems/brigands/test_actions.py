"""1.7 and 1.7b: the classes and the table of actions, held against what the game does."""

from __future__ import annotations

from collections import Counter

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Order
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.actions import ATTACK, ELECTRONIC_WARFARE, MISCELLANEOUS, deeds, deeds_of, draws_fire
from gearlock.systems.brigands.attacks.attack import Attack
from gearlock.systems.brigands.command import GiveOrder
from gearlock.systems.brigands.electronic_warfare.contests import (
    DetailedScan,
    DisableDefense,
    RaiseDefense,
    Scramble,
    Unscramble,
)
from gearlock.systems.brigands.forces.upgrades import ready, unit_cards
from gearlock.systems.brigands.forward_observation import Observe
from gearlock.systems.brigands.lock_and_cover.smoke import FireSmoke
from gearlock.systems.brigands.models import known_traits, model_cards, weapons_table
from gearlock.systems.brigands.reactions import Overwatch, Standby
from gearlock.systems.brigands.recovery_and_medics import PatchUp, Repair
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, EVADE, TOP_SPEED, State
from systems.brigands.company import company
from systems.brigands.field import again, give, remodel

AT_ONCE: dict[str, Order] = {
    "Direct Attack": Attack("red-1", "LAC", "Ballistic", ("blue-1",)),
    "Indirect Attack": Attack("red-1", "LRP", "Indirect", ("blue-1",)),
    "Melee Attack": Attack("red-1", "LVB", "Melee", ("blue-1",)),
    "Standby": Standby("red-1"),
    "Overwatch": Overwatch("red-1"),
    "Order": GiveOrder("red-1", EVADE),
    "Patch Up": PatchUp("red-1", "red-2"),
    "Repair": Repair("red-1", "red-3"),
    "Forward Observation": Observe("red-1", "blue-1"),
    "Detailed Scan": DetailedScan("red-1", "blue-1"),
    "ECM Defense": RaiseDefense("red-1"),
    "Disable Defense": DisableDefense("red-1", "blue-1"),
    "Scramble": Scramble("red-1", "blue-1"),
    "Unscramble": Unscramble("red-1", "red-2"),
    "Fire Smoke": FireSmoke("red-1"),
}
"""Every action of an Active model as an order."""

REACTIONS = {"Snap Fire", "Chain Attack", "Sensor Sharing", "Authorize", "Comms Boost", "Active ECM"}


def _able(posture: str) -> Battle[State]:
    """red-1 can do everything there is to do, to blue-1 before it, to hurt Infantry (red-2) and a hurt Gear (red-3)."""
    battle = company(
        [[("hunter/foc", 10, 10), ("hunter", 13, 10), ("hunter", 8.818, 10)]],
        [[("hunter/foc", 10, 11.2), ("hunter", 46, 46)]],
    )
    units = battle.state.units
    remodel(
        units["red-1"],
        traits=("Comms:2", "ECM:2", "ECCM", "Medic", "Recovery", "Smoke:1"),
        weapons=("LAC (Snap)", "LRP", "LVB (Reach:2)"),
    )
    remodel(units["red-2"], type="Infantry", weapons=("LFM",))
    remodel(units["blue-1"], traits=("ECM:1",))
    units["red-2"].hull = units["red-3"].hull = 1
    units["red-2"].haywire = units["blue-1"].jamming = True
    units["red-1"].command = 1
    battle = again(battle)
    give(battle, Activate("red-1", posture))
    return battle


@pytest.mark.rule("brigands.1.7", "brigands.1.7b")
def test_the_table_has_its_twenty_rows_and_smoke_in_three_classes() -> None:
    assert len(deeds()) == 21
    groups = Counter(deed.group for deed in deeds().values())
    assert groups == {ATTACK: 5, ELECTRONIC_WARFARE: 10, MISCELLANEOUS: 6}
    types = Counter(deed.type for deed in deeds().values())
    assert types == {"Action": 13, "Reaction": 4, "Free Action": 2, "Free Reaction": 2}
    assert {name for name, deed in deeds().items() if "Reaction" in deed.type} == REACTIONS
    tags = {str(order.__struct_config__.tag) for order in SYSTEM.orders}
    assert all(set(deed.orders) <= tags for deed in deeds().values())
    assert {deed.trait for deed in deeds().values()} - {""} <= known_traits("model")


@pytest.mark.rule("brigands.1.7", "brigands.1.7b", "brigands.6.3")
@pytest.mark.parametrize("name", [name for name in deeds() if name not in REACTIONS])
def test_an_action_costs_and_draws_fire_as_its_row_says(name: str) -> None:
    deed, order = deeds()[name], AT_ONCE[name]
    battle = _able(BRACED if name == "Overwatch" else COMBAT_SPEED)
    assert battle.refuse("red", order) is None, name
    before = battle.state.units["red-1"].readiness
    battle.answer("red", order)
    asked = [battle.pending[0].kind, battle.pending[0].seat]
    if asked[0] == "designate":
        battle.answer("red", battle.options("red")[-1].order)
        asked = [battle.pending[0].kind, battle.pending[0].seat]
    assert (asked == ["snap", "blue"]) == draws_fire(deed)
    unit = battle.state.units["red-1"]
    spent = before - unit.readiness
    assert spent == (0 if "Free" in deed.type or name in ("Standby", "Overwatch") else 1)


@pytest.mark.rule("brigands.1.7b")
@pytest.mark.parametrize(
    ("name", "posture"),
    [
        ("Standby", BRACED),
        ("Overwatch", COMBAT_SPEED),
        ("Forward Observation", TOP_SPEED),
        ("Detailed Scan", TOP_SPEED),
        ("Repair", TOP_SPEED),
        ("Patch Up", TOP_SPEED),
        ("Fire Smoke", TOP_SPEED),
    ],
)
def test_an_action_needs_the_posture_its_row_names(name: str, posture: str) -> None:
    refusal = _able(posture).refuse("red", AT_ONCE[name])
    assert refusal is not None
    assert refusal.code == "posture"


@pytest.mark.rule("brigands.1.7b")
@pytest.mark.parametrize("name", [name for name, deed in deeds().items() if deed.trait and name not in REACTIONS])
def test_an_action_needs_the_trait_its_row_names(name: str) -> None:
    battle = _able(COMBAT_SPEED)
    unit, trait = battle.state.units["red-1"], deeds()[name].trait
    assert trait in unit.line.traits
    del unit.line.traits[trait]
    assert battle.refuse("red", AT_ONCE[name]) is not None
    assert deeds()[name] not in deeds_of(unit.line)


@pytest.mark.rule("brigands.1.7b", "brigands.A4")
def test_a_card_lists_what_a_model_can_do() -> None:
    hunter = ready(model_cards()["hunter"], weapons_table())
    assert [deed.name for deed in deeds_of(hunter)] == [
        "Direct Attack", "Indirect Attack", "Melee Attack", "Snap Fire", "Standby", "Overwatch", "Chain Attack",
    ]  # fmt: skip
    cheetah = ready(unit_cards()["dark-cheetah"], weapons_table())
    known = {deed.name for deed in deeds_of(cheetah)}
    assert {"Forward Observation", "Scramble", "Sensor Sharing", "Active ECM"} <= known
    assert not known & {"Indirect Attack", "Chain Attack", "Unscramble", "Repair"}
    battle = _able(COMBAT_SPEED)
    piece = next(piece for piece in battle.view("red").pieces if piece.id == "red-1")
    rows = dict(next(card.rows for card in piece.cards if card.title == "Actions and reactions"))
    assert rows["Scramble"] == "Action; ECM; Sensor Lock; give an enemy a Haywire token; draws Snap Fire"
    assert rows["Chain Attack"].startswith("Reaction; Gunnery; as weapon")
