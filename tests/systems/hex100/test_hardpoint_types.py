"""The type symbols: which items bear each, and that a hardpoint without it takes none of them."""

from __future__ import annotations

import pytest

from gearlock.systems.hex100.forces.cards import Machine, Mount, UnitCard, Weapon, units, weapons
from gearlock.systems.hex100.forces.force_building import machine_faults, mountable
from gearlock.systems.hex100.forces.loadout import TYPES, deciding_types, takes

GENERAL = {
    "artillery": {"mortar", "light-howitzer", "howitzer", "heavy-mortar"},
    "launcher": {
        "rocket-pod",
        "emp-missile",
        "hunter-killer-missile",
        "swarmer-micro-missiles",
        "long-bow-missiles",
        "hammer-rockets",
    },
    "melee": {"electro-spike", "heavy-spike", "mace", "chain-blade", "tactical-shield", "buckler"},
    "thrown": {"demolition-charge", "emp-charge", "canisterate"},
    "utility": {
        "jump-jets",
        "internal-reinforcement",
        "active-defence-system-light",
        "active-defence-system-heavy",
        "smoke-launcher",
        "core-system-shielding",
    },
    "sensor": {
        "basic-fcs-extension",
        "main-gun-fcs",
        "rapid-fire-fcs",
        "artillery-fcs",
        "basic-sensor-suite",
        "target-marker",
        "soliton-radar",
        "advanced-sensor-suite",
        "hi-res-optical-scanner",
    },
    "leg": {"jump-jets", "skate-system"},
    "electronic": {"ecm-suite", "e-war-module", "network-support-module", "advanced-eccm-module"},
    "drone-controller": {"drone-controller"},
    "armour": {
        f"{kind}-{weight}"
        for kind in ("ablative-armour", "composite-armour", "blast-plating", "ed-armour", "reactive-armour")
        for weight in ("light", "heavy")
    },
    "light": {"hmg", "smart-gun", "light-auto-cannon"},
    "medium": {"x-bow", "medium-auto-cannon", "gauss-rifle", "frag-cannon"},
    "main-gun": {
        "high-energy-laser",
        "bullet-hose",
        "heavy-auto-cannon",
        "railgun",
        "heavy-particle-cannon",
        "sb-120-tank-gun",
        "mk1-e-lancer-cannon",
        "type-d-gun-launcher",
        "type-r-gun-launcher",
        "type-g-gun-launcher",
    },
}
"""Everything on the general list, by type."""


def mounted(unit: UnitCard, at: int, item: str) -> Machine:
    thing = mountable()[item]
    modes = weapons()[item][:1] if isinstance(thing, Weapon) else ()
    mount = Mount(item, at, modes) if modes else Mount(item, at, item=thing)  # type: ignore[arg-type]
    return Machine("made", "Made", unit, (mount,), 0)


@pytest.mark.rule("hex100.type-artillery-weapon", "hex100.type-launcher", "hex100.type-melee-weapon")
@pytest.mark.rule("hex100.type-thrown", "hex100.type-utility", "hex100.type-sensor", "hex100.type-leg")
@pytest.mark.rule("hex100.type-electronic", "hex100.type-drone-controller", "hex100.type-armour")
@pytest.mark.rule("hex100.type-light-weapon", "hex100.type-medium-weapon", "hex100.type-main-gun")
@pytest.mark.parametrize("kind", GENERAL)
def test_the_general_list_has_these_items_of_a_type(kind: str) -> None:
    assert {id_ for id_, thing in mountable().items() if kind in thing.types and not thing.only} == GENERAL[kind]


@pytest.mark.rule("hex100.type-artillery-weapon", "hex100.type-launcher", "hex100.type-melee-weapon")
@pytest.mark.rule("hex100.type-thrown", "hex100.type-utility", "hex100.type-sensor", "hex100.type-leg")
@pytest.mark.rule("hex100.type-electronic", "hex100.type-drone-controller", "hex100.type-armour")
@pytest.mark.rule("hex100.type-light-weapon", "hex100.type-medium-weapon", "hex100.type-main-gun")
@pytest.mark.parametrize("kind", GENERAL)
def test_hardpoints_take_the_items_of_their_types_and_refuse_the_others(kind: str) -> None:
    tried = set()
    for unit in units().values():
        for at, hardpoint in enumerate(unit.hardpoints):
            for item in GENERAL[kind]:
                faults = [fault for fault in machine_faults(mounted(unit, at, item)) if "capacity" not in fault.rule]
                welcome = bool(set(mountable()[item].types) & set(hardpoint.types))
                assert [fault.rule for fault in faults] == ([] if welcome else [_rule_of(item)])
                tried.add(welcome)
    assert tried == {True, False}


def _rule_of(item: str) -> str:
    return TYPES[mountable()[item].types[0]][1]


def test_a_speciality_is_placed_by_its_other_type_where_it_has_one() -> None:
    assert deciding_types(("utility", "specialist")) == ("utility",)
    assert deciding_types(("specialist",)) == ("specialist",)
    turret, chassis = units()["tegu-mbt"].hardpoints[0], units()["tegu-mbt"].hardpoints[3]
    blade = mountable()["tegu-dozer-blade"]
    assert not takes(turret.types, blade.types)
    assert takes(chassis.types, blade.types)


def test_every_item_goes_on_some_unit_and_every_type_is_known() -> None:
    for thing in mountable().values():
        homes = [
            unit.id
            for unit in units().values()
            if thing.only in ("", unit.id)
            and any(takes(place.types, thing.types) and place.size >= thing.size for place in unit.hardpoints)
        ]
        assert homes, thing.id
        assert set(thing.types) <= TYPES.keys()
    assert {each for unit in units().values() for place in unit.hardpoints for each in place.types} <= TYPES.keys()
