"""The Cumulus and the Errant Mk2: their cards, what is built in, and what only they may mount."""

from __future__ import annotations

import pytest

from gearlock.systems.hex100.attacks.attack import Attack
from gearlock.systems.hex100.detection.sight import can_sense
from gearlock.systems.hex100.equipment import equipment_effect, find_weapon
from gearlock.systems.hex100.forces.cards import Recipe, build_machine, items, units, weapons
from gearlock.systems.hex100.forces.force_building import machine_faults
from systems.hex100.kit import E, Position, W, code, machine, plain


@pytest.mark.rule("hex100.unit-cumulus", "hex100.unit-errant-mk2")
@pytest.mark.parametrize(
    ("unit", "stats", "sizes"),
    [
        ("cumulus", (1000, 3, 12, 40, 8, 60), (2, 2, 2, 2, 2, 1)),
        ("errant-mk2", (1000, 4, 16, 50, 8, 40), (2, 2, 2, 2, 2)),
    ],
)
def test_the_cards_of_the_support_mecha(unit: str, stats: tuple[int, ...], sizes: tuple[int, ...]) -> None:
    card = units()[unit]
    assert (card.cost, card.movement, card.hp, card.agility, card.vision, card.e_war) == stats
    assert tuple(hardpoint.size for hardpoint in card.hardpoints) == sizes
    assert (card.kind, card.movement_type, card.pool) == ("mech", "legged", ("move", "attack", "wildcard", "focus"))


@pytest.mark.rule("hex100.unit-cumulus", "hex100.unit-errant-mk2")
@pytest.mark.parametrize(
    ("item", "unit", "cost", "size"),
    [
        ("nimbus-ecm-system", "cumulus", 250, 2),
        ("aegis-smart-gun", "cumulus", 250, 2),
        ("falcon-canister-launcher", "errant-mk2", 200, 2),
        ("errant-stealth-plating-light", "errant-mk2", 100, 1),
        ("errant-stealth-plating-heavy", "errant-mk2", 200, 2),
    ],
)
def test_specialities_are_for_their_unit_alone(item: str, unit: str, cost: int, size: int) -> None:
    thing = items().get(item) or weapons()[item][0]
    assert (thing.only, thing.cost, thing.size) == (unit, cost, size)
    for carrier in ("cumulus", "errant-mk2"):
        faults: list[str] = []
        for at in range(len(units()[carrier].hardpoints)):
            mounts = tuple((item,) if each == at else () for each in range(len(units()[carrier].hardpoints)))
            faults.append(str(machine_faults(build_machine(Recipe("test", "test", carrier, mounts)))))
        assert ("[]" in faults) is (carrier == unit)


@pytest.mark.rule("hex100.unit-errant-mk2", "hex100.errant-eccm", "hex100.integrated-dampening")
@pytest.mark.parametrize(("column", "sensed"), [(4, True), (5, False)])
def test_the_errant_is_sensed_within_four_hexes_and_always_defends_itself(column: int, sensed: bool) -> None:
    position = Position(plain(), [("crocodile-lasers", (0, 0), E)], [(machine("errant-mk2"), (column, 0), W)])
    red, blue = position.unit("red-1"), position.unit("blue-1")
    assert can_sense(position.state, red, blue) is sensed
    blue.shocked = blue.hacked = True
    assert equipment_effect(position.state, blue, "electronic_defence") == 1
    assert can_sense(position.state, red, blue) is sensed


@pytest.mark.rule("hex100.unit-errant-mk2", "hex100.attr-limited-ammo")
def test_the_falcon_has_two_canisters() -> None:
    carrier = machine("errant-mk2", ["falcon-canister-launcher"])
    position = Position(plain(), [(carrier, (0, 0), E)], [("tegu-siege", (5, 0), W)])
    found = find_weapon(position.state, position.unit("red-1"), "falcon-canister-launcher")
    assert found is not None
    weapon = found[1]
    assert (weapon.accuracy, weapon.rof, weapon.range, weapon.damage) == (70, 1, 5, 6)
    assert (weapon.critical, weapon.penetration, weapon.damage_type) == (3, 40, "shaped-charge")
    assert position.unit("red-1").uses == {"falcon-canister-launcher": 2}
    position.unit("red-1").uses["falcon-canister-launcher"] = 0
    order = Attack("red-1", ("falcon-canister-launcher",), "contact-1")
    assert code(position.play(), "red", order) == "empty"


@pytest.mark.rule("hex100.unit-cumulus", "hex100.attr-sensitive-electronics")
@pytest.mark.parametrize("state", ["hacked", "shocked"])
def test_the_smart_gun_tracks_and_is_shut_down_with_the_rest(state: str) -> None:
    position = Position(plain(), [("cumulus-stormcloud", (0, 0), E)], [("tegu-siege", (5, 0), W)])
    found = find_weapon(position.state, position.unit("red-1"), "aegis-smart-gun")
    assert found is not None
    weapon = found[1]
    assert (weapon.accuracy, weapon.rof, weapon.range, weapon.damage, weapon.tracking) == (60, 3, 6, 2, 30)
    setattr(position.unit("red-1"), state, True)
    assert code(position.play(), "red", Attack("red-1", ("aegis-smart-gun",), "contact-1")) == "shut-down"
