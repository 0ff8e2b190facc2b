"""Rosters of machines: every rule they can break, with its line and its remedy."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gearlock.kernel.force import Violation
from gearlock.muster.json_form import write_json
from gearlock.muster.reading import Reading, read_roster
from gearlock.muster.text import write_text
from gearlock.systems.hex100.forces.cards import units
from gearlock.systems.hex100.forces.force_building import draft, drafts, mountable, roster_names
from gearlock.systems.hex100.forces.force_rules import FORCE
from gearlock.systems.hex100.forces.on_paper import stock

HEAD = "system hex100\n"


def read(text: str) -> Reading:
    return read_roster(HEAD + text, "mine.txt")


def violations(text: str) -> list[Violation]:
    return read(text).violations()


def broken(text: str) -> list[tuple[str, int]]:
    """The rules a roster breaks, with their lines."""
    return [(violation.rule.removeprefix("hex100."), violation.line) for violation in violations(text)]


def fixes(text: str) -> str:
    return "\n".join(f"{violation.message} {violation.fix}" for violation in violations(text))


def packed(text: str) -> dict[str, list[str]]:
    """What stands on which hardpoint of the first machine."""
    machine = drafts(read(text).roster)[0].machine
    assert machine is not None
    found: dict[str, list[str]] = {}
    for mount in machine.mounts:
        if mount.hardpoint >= 0:
            found.setdefault(machine.unit.hardpoints[mount.hardpoint].place, []).append(mount.id)
    return found


@pytest.mark.rule("hex100.force-cost", "hex100.hardpoints")
def test_a_machine_may_be_written_by_hardpoints_by_items_or_in_one_line() -> None:
    by_place = "machine Tegu MBT\n Primary Turret: R-120 Tank Gun\n Pintle Mount: HMG\n Chassis: Dozer Blade"
    by_items = "machine Tegu MBT\n Dozer Blade\n HMG, r-120-tank-gun"
    in_one = "machine Tegu MBT: HMG, R-120 Tank Gun, Dozer Blade"
    whole = {
        "primary turret": ["r-120-tank-gun"],
        "pintle": ["hmg"],
        "chassis upgrades": ["tegu-dozer-blade"],
    }
    for text in (by_place, by_items, in_one):
        assert violations(text) == []
        assert packed(text) == whole
        assert sum(each.cost for each in drafts(read(text).roster)) == 600 + 300 + 50 + 75


def test_a_machine_may_have_a_number_and_a_name_and_may_be_ready_made() -> None:
    several, named, ready = drafts(read('machine 3x Squire\nmachine Squire "Grey Lady"\nmachine Cobra Hunter').roster)
    assert (several.count, several.cost, several.name) == (3, 2400, "Squire")
    assert (named.name, named.unit) == ('Squire "Grey Lady"', several.unit)
    assert ready.machine is not None
    assert (ready.machine.id, ready.name) == ("cobra-hunter", "Cobra Hunter")
    hunter = draft(read('machine cobra-hunter "Mamba"').roster.groups[0].blocks[0]).machine
    assert hunter is not None
    assert (hunter.name, hunter.mounts) == ('Cobra Hunter "Mamba"', ready.machine.mounts)


@pytest.mark.parametrize("name", ["Light Ablative Armour", "ablative armor (light)", "ABLATIVE-ARMOUR-LIGHT"])
def test_names_are_understood_in_any_order_and_spelling(name: str) -> None:
    assert packed(f"machine Squire\n {name}") == {"chassis upgrades": ["ablative-armour-light"]}


def test_specialities_of_one_name_are_those_of_the_unit() -> None:
    assert packed("machine Zenith MBT: Dozer Blade") == {"chassis upgrades": ["zenith-dozer-blade"]}
    assert packed("machine Linebreaker Mk2: Point Defence Turret")["torso turret"] == [
        "linebreaker-point-defence-turret"
    ]


@pytest.mark.rule("hex100.variable-ammo-mech", "hex100.attr-variable-ammo")
@pytest.mark.parametrize(
    ("unit", "line", "rule"),
    [
        ("Cobra-KA1", "Mk1-E Lancer Cannon (AP Rounds)", ""),
        ("Cobra-KA1", "Mk1-E Lancer Cannon: he", ""),
        ("Cobra-KA1", "Mk1-E Lancer Cannon", "variable-ammo-mech"),
        ("Cobra-KA1", "Mk1-E Lancer Cannon (HEAT)", "variable-ammo-mech"),
        ("Squire", "Mk1-E Lancer Cannon", ""),
        ("Squire", "Mk1-E Lancer Cannon (AP Rounds)", "attr-variable-ammo"),
        ("Errant Mk2", "Mace", ""),
        ("Errant Mk2", "Mace (bash)", "attr-variable-ammo"),
    ],
)
def test_mecha_choose_one_kind_of_ammunition_and_tanks_bring_all(unit: str, line: str, rule: str) -> None:
    assert broken(f"machine {unit}\n{line}") == ([(rule, 3)] if rule else [])


@pytest.mark.rule("hex100.variable-ammo-mech", "hex100.type-specialist")
def test_what_is_wrong_with_a_line_is_said_once() -> None:
    assert broken("machine 2x Cobra-KA1\nMk1-E Lancer Cannon (HEAT)") == [("variable-ammo-mech", 3)]
    twice = broken("machine Cobra-KA1\n2x Mk1-E Lancer Cannon (HEAT)")
    assert twice == [("variable-ammo-mech", 3), ("hardpoint-capacity", 3)]
    assert broken("machine Cobra-KA1\n2x R-120 Tank Gun") == [("type-specialist", 3)]
    assert "has no 'HEAT'" in fixes("machine Cobra-KA1\nMk1-E Lancer Cannon (HEAT)")


@pytest.mark.rule("hex100.force-cost")
def test_a_force_costs_at_most_what_it_says_and_says_nothing_if_it_is_one_machine() -> None:
    assert broken("size 800\nmachine Squire") == []
    assert broken("size 799\nmachine Squire") == [("force-cost", 2)]
    assert "Save 1 points" in fixes("size 799\nmachine Squire")
    assert broken("machine Squire") == []
    assert broken("size many\nmachine Squire") == [("force-cost", 2)]
    assert broken("name Nobody") == [("force-cost", 0)]


@pytest.mark.rule("hex100.hardpoint-capacity")
def test_items_that_are_in_each_others_way_are_named_with_the_room_there_is() -> None:
    text = "machine Crocodile Mk2\n3x Crocodile Combat Laser\n2x Light Ablative Armour\nJump Jets"
    said = fixes(text)
    assert broken(text)[0] == ("hardpoint-capacity", 3)
    assert "Combat Laser (2), Crocodile Combat Laser (2), Crocodile Combat Laser (2)" in said
    assert "Left Arm Mount (2), Right Arm Mount (2)" in said
    assert "They need 6 and have 4" in said
    assert ("armour-rules", 4) in broken(text)


@pytest.mark.rule("hex100.hardpoint-capacity", "hex100.hardpoints")
def test_every_crowd_is_named_and_not_only_the_first() -> None:
    text = "machine Cobra-KA1\n 2x Light Howitzer\n 3x HMG\n Plasma Edge"
    assert broken(text) == [("hardpoint-capacity", 3), ("hardpoint-capacity", 4), ("type-specialist", 5)]


@pytest.mark.rule("hex100.hardpoints")
def test_an_item_that_goes_nowhere_is_told_why() -> None:
    assert "has no hardpoint for it" in fixes("machine Squire: Mace")
    assert "It needs size 4; there is Torso Primary Mount (3)" in fixes("machine Cobra-KA1\nRailgun: ap")
    taken = "machine Cobra-KA1\n Torso Primary: Mortar\n Mk1-E Lancer Cannon (AP rounds)"
    assert "Make room on Torso Primary Mount" in fixes(taken)


@pytest.mark.rule("hex100.type-specialist")
def test_a_speciality_of_another_unit_is_refused_with_its_owner() -> None:
    assert broken("machine Squire\n R-120 Tank Gun") == [("type-specialist", 3)]
    assert "Put it on a Tegu MBT" in fixes("machine Squire\n R-120 Tank Gun")


@pytest.mark.rule("hex100.drone-deployment", "hex100.drone-controller")
@pytest.mark.parametrize(
    ("drones", "legal"),
    [
        ("Drone Controller\nDrone: Recon Drone", True),
        ("Drone: Recon Drone", False),
        ("Drone Controller\nRecon Drone, Terror Drones", False),
        ("2x Drone Controller\nRecon Drone, Terror Drones", True),
        ("Drone Controller\nRepair Drone", True),
        ("Drone Controller\nRepair Drone, Point Defence Drone", False),
        ("Drone Controller\nRecon Drone, Repair Drone", True),
    ],
)
def test_every_controller_docks_one_small_drone_and_leads_one_large_one(drones: str, legal: bool) -> None:
    assert broken(f"machine Cumulus\n{drones}") == ([] if legal else [("drone-deployment", drones.count("\n") + 3)])


def test_a_drone_is_no_machine_of_its_own() -> None:
    assert broken("machine Recon Drone") == [("drone-deployment", 2)]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("machine Tegu MTB", "Did you mean Tegu MBT"),
        ("machine: Squire", "Write 'machine Squire', without a colon"),
        ("machine", "Write 'machine' and a unit"),
        ("machien Squire", "Write 'machine'"),
        ("machine Squire\n Gaus Rifle", "Did you mean Gauss Rifle"),
        ("machine Squire\n HMG x2", "Write '2x HMG'"),
        ("machine Squire\n 2 HMG", "Write '2x HMG'"),
        ("machine Squire\n Pintel: HMG", "Did you mean Pintle Mount"),
        ("machine Cobra Hunter\n HMG", "Write 'machine Cobra-KA1' to choose your own"),
        ("machine 21x Squire", "Write 1 to 20"),
        ("HMG\nmachine Squire", "Open a unit above it with 'machine' and its name"),
    ],
)
def test_what_is_not_understood_comes_with_a_suggestion(text: str, hint: str) -> None:
    assert hint in fixes(text)
    assert len(violations(text)) == 1


def test_everything_typed_is_kept() -> None:
    text = HEAD + 'name Ours\n\n# the big one\nmachine 2x Tegu MBT "Älter": HMG  # one\n  Nonsense: 3x what\n'
    assert write_text(read_roster(text, "mine.txt").roster) == text


names = st.sampled_from(
    [*roster_names(), *(thing.name for thing in mountable().values()), "Recon Drone", "Nonsense", ""]
)
places = st.sampled_from(["Pintle Mount", "Left Arm", "Chassis Upgrades", "Drones", "Nowhere", "HMG"])
lines = st.one_of(
    st.builds("machine {}{}".format, st.sampled_from(["", "2x ", "99x "]), names),
    st.builds("{}{}".format, st.sampled_from(["", "3x ", "2 "]), names),
    st.builds("{}: {}, 2x {} ({})".format, places, names, names, st.sampled_from(["AP", "he rounds", ""])),
    st.builds("size {}".format, st.sampled_from(["3000", "0", "-5", "many", "99999999"])),
    st.text(max_size=12),
)


@settings(max_examples=80, deadline=None)
@given(st.lists(lines, max_size=12))
def test_whatever_is_typed_is_judged_printed_and_kept_in_both_forms(typed: list[str]) -> None:
    reading = read("\n".join(typed))
    found = reading.violations()
    FORCE.sheet(reading.roster)
    text = write_text(reading.roster)
    again = read_roster(text, "mine.txt")
    assert write_text(again.roster) == text
    assert len(again.violations()) == len(found)
    assert write_text(read_roster(write_json(reading.roster, found), "mine.json").roster) == text


def test_stock_has_every_unit_item_and_drone_once() -> None:
    titles = [model.title for group in stock().groups for unit in group.units for model in unit.models]
    for card in units().values():
        assert sum(title.startswith(f"{card.name} (") for title in titles) == 1
    for thing in mountable().values():
        owner = f", for the {units()[thing.only].name} alone" if thing.only else ""
        assert titles.count(f"{thing.name}, size {thing.size}{owner}") == 1
