"""Cards and construction: what fits on a hardpoint, what a machine costs, whether the data holds together."""

from __future__ import annotations

from pathlib import Path

import pytest

from gearlock.kernel.errors import BadFile, BadInput, UnknownName
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.forces.cards import Item, Machine, Mount, Weapon, machines, units, weapons
from gearlock.systems.hex100.forces.force_building import machine_faults
from gearlock.systems.hex100.lint import lint, weapon_faults
from systems.hex100.kit import LEGEND, machine, plain


def messages(built: Machine) -> list[str]:
    return [fault.message for fault in machine_faults(built)]


def test_the_data_files_have_no_faults() -> None:
    assert lint() == []


@pytest.mark.rule("hex100.unit-cards", "hex100.unit-categories")
@pytest.mark.parametrize(
    ("unit", "stats"),
    [
        ("predator-1e", (1000, 3, 14, 50, 8, 50)),
        ("cobra-ka1", (500, 3, 12, 60, 8, 40)),
        ("squire", (800, 8, 14, 0, 6, 40)),
        ("big-guye", (800, 4, 18, 40, 8, 20)),
    ],
)
def test_cards_carry_the_decoded_numbers(unit: str, stats: tuple[int, ...]) -> None:
    card = units()[unit]
    assert (card.cost, card.movement, card.hp, card.agility, card.vision, card.e_war) == stats


@pytest.mark.rule("hex100.weapon-list", "hex100.attr-symbols")
def test_stat_lines_carry_the_decoded_numbers() -> None:
    (gauss,) = weapons()["gauss-rifle"]
    assert (gauss.accuracy, gauss.rof, gauss.range, gauss.damage, gauss.critical, gauss.penetration) == (
        75,
        1,
        7,
        5,
        1,
        20,
    )
    assert gauss.armour_penetration == ((2, 7),)
    apds, explosive, heat = weapons()["sb-120-tank-gun"]
    assert apds.armour_penetration == ((2, 8), (4, 4))
    assert explosive.blast == ((3, 1),)
    assert (heat.damage, heat.critical, heat.penetration) == (10, 3, 20)


@pytest.mark.rule("hex100.hardpoint-capacity")
@pytest.mark.parametrize("sizes", [["gauss-rifle", "gauss-rifle"], ["hmg", "hmg", "hmg", "hmg"], ["railgun"]])
def test_a_hardpoint_of_size_four_holds_two_twos_four_ones_or_one_four(sizes: list[str]) -> None:
    assert machine_faults(machine("tegu-mbt", sizes)) == []


@pytest.mark.rule("hex100.hardpoint-capacity")
def test_more_than_fits_is_a_fault() -> None:
    assert messages(machine("tegu-mbt", ["railgun", "hmg"])) == [
        "Primary Turret Mount has size 4; its items need 5: Railgun (4) and HMG (1)."
    ]


@pytest.mark.rule("hex100.hardpoints")
def test_an_item_must_share_a_type_with_its_hardpoint() -> None:
    assert messages(machine("tegu-mbt", ["mace"])) == ["Mace (melee) does not go on the Primary Turret Mount."]
    assert messages(machine("tegu-mbt", [], [], [], [], ["hmg"])) == ["Tegu MBT has 4 hardpoints."]


@pytest.mark.rule("hex100.type-specialist")
def test_speciality_items_fit_their_own_unit_only() -> None:
    assert messages(machine("tegu-mbt", ["r-120-tank-gun"])) == []
    assert messages(machine("squire", ["r-120-tank-gun"])) == [
        "R-120 Tank Gun is a speciality of the Tegu MBT; the Squire cannot have it."
    ]


@pytest.mark.rule("hex100.type-specialist", "hex100.hardpoints")
def test_a_speciality_that_is_something_else_too_needs_a_hardpoint_for_that() -> None:
    tegu, blade = machine("tegu-mbt"), Item("blade", "Blade", ("utility", "specialist"), 1, 0, only="tegu-mbt")
    turret, chassis = (Machine("x", "X", tegu.unit, (Mount("blade", at, item=blade),), 0) for at in (0, 3))
    assert messages(turret) == ["Blade (utility, specialist) does not go on the Primary Turret Mount."]
    assert messages(chassis) == []


@pytest.mark.rule("hex100.armour-rules")
def test_two_kinds_of_armour_are_illegal_even_with_room_for_both() -> None:
    both = machine("crocodile-mk2", [], [], [], [], ["ablative-armour-light", "blast-plating-light"])
    (fault,) = machine_faults(both)
    assert fault.rule == "hex100.armour-rules"
    assert "Light Ablative Armour and Light Blast Plating" in fault.message


@pytest.mark.rule("hex100.variable-ammo-mech")
def test_a_mech_fixes_its_ammunition_before_the_game() -> None:
    loose = machine("cobra-ka1", ["mk1-e-lancer-cannon"])
    assert messages(loose) == ["Mk1-E Lancer Cannon: a mech chooses its ammunition before the game."]
    fixed = machine("cobra-ka1", ["mk1-e-lancer-cannon:he rounds"])
    assert machine_faults(fixed) == []
    assert [weapon.mode for weapon in fixed.mounts[0].modes] == ["he rounds"]


@pytest.mark.rule("hex100.force-cost", "hex100.integrated-equipment")
def test_a_machine_costs_its_unit_and_its_items_and_built_in_equipment_is_free() -> None:
    assert machines()["tegu-siege"].cost == 600 + 300 + 75 + 50 + 75
    assert machine("errant-mk2").cost == 1000


@pytest.mark.rule("hex100.universal-melee")
def test_every_mech_has_the_universal_blow_and_no_tank_has() -> None:
    for each in machines().values():
        has = any(mount.id == "universal-melee-attack" for mount in each.mounts)
        assert has is (each.unit.kind == "mech")


def test_unknown_units_and_items_are_named() -> None:
    with pytest.raises(UnknownName, match="tegu-mbt"):
        machine("tegu-mb")
    with pytest.raises(UnknownName, match="Did you mean hmg"):
        machine("tegu-mbt", ["hmgg"])


def test_a_bad_stat_line_is_found() -> None:
    bad = Weapon("x", "X", "g", 120, 0, 3, 1, "sonic", 1, 5, attributes=("sticky",), only="nobody")
    assert list(weapon_faults(bad)) == [
        "unknown attribute 'sticky'",
        "unknown damage type 'sonic'",
        "accuracy and penetration are per cent, and every weapon fires at least once",
        "speciality of an unknown unit 'nobody'",
    ]


@pytest.mark.rule("hex100.briefing", "hex100.force-cost")
def test_all_that_is_wrong_with_scenario_options_is_said_at_once() -> None:
    with pytest.raises(UnknownName, match="Did you mean skirmish"):
        SYSTEM.prepare("skirmis", 0, {})
    with pytest.raises(BadInput) as raised:
        SYSTEM.prepare("skirmish", 0, {"map": "moon", "red": "tegu-sieg", "blue": "", "weather": "rain"})
    said = str(raised.value)
    for part in ("no option 'weather'", "'moon'", "Did you mean tegu-siege", "Blue needs at least one machine"):
        assert part in said
    with pytest.raises(BadInput, match="No budget is called 'huge'"):
        SYSTEM.prepare("skirmish", 0, {"budget": "huge"})


@pytest.mark.rule("hex100.force-cost")
def test_a_force_may_cost_no_more_than_the_budget_of_the_battle() -> None:
    three = {"red": "tegu-siege,tegu-siege,tegu-siege"}
    with pytest.raises(BadInput, match="Red has 3300 points of machines; the budget is 3000"):
        SYSTEM.prepare("skirmish", 0, three)
    exact = SYSTEM.prepare("skirmish", 0, {"red": "big-guye-brawler,predator-railgun"})
    assert sum(machine["cost"] for machine in exact.data["red"]) == 3000
    setup = SYSTEM.prepare("skirmish", 0, {**three, "budget": "standard"})
    assert len(setup.data["red"]) == 3


@pytest.mark.rule("hex100.briefing", "hex100.stacking")
def test_a_map_on_which_both_sides_would_deploy_in_the_same_hexes_is_refused(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(f"name = 'mine'\nmap = '''\n{plain()}\n'''\n{LEGEND}", encoding="utf-8")
    with pytest.raises(BadFile, match="the zones 'north' and 'south' share hexes"):
        SYSTEM.prepare("skirmish", 0, {"map": str(own)})


@pytest.mark.parametrize("scenario", list(SYSTEM.scenarios()))
def test_a_set_up_holds_map_and_forces_in_full(scenario: str) -> None:
    setup = SYSTEM.prepare(scenario, 7, {})
    state = SYSTEM.begin(setup)
    machines = [unit for unit in state.units if unit.startswith("red") and unit not in state.scene.drones]
    assert machines == [f"red-{number}" for number, _ in enumerate(setup.data["red"], 1)]
    assert SYSTEM.decode(SYSTEM.encode(state), setup) == state
    assert SYSTEM.prepare(scenario, 7, {}) == setup
