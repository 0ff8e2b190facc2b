"""Laying a battle out: sizes and counts at their bounds, options that are wrong, units as they leave the hangar."""

from __future__ import annotations

from pathlib import Path

import pytest

from gearlock.kernel.errors import BadFile, BadInput, UnknownName
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.briefings.battles import begin, ready_briefings, scene_of
from gearlock.systems.hex100.forces.cards import machines
from gearlock.systems.hex100.forces.force_building import BUDGETS, LARGEST, MOST_EQUAL
from gearlock.systems.hex100.plan import ENGAGEMENT
from systems.hex100.drone_kit import BOTH, CARRIER
from systems.hex100.kit import E, Position, W, at, machine, plain, stage
from systems.hex100.test_briefings import BLUE, HEAD, RED, written
from systems.hex100.test_force import broken, fixes, violations

COUNTS = '[[objective]]\nkind = "destroy"'


@pytest.mark.rule("hex100.force-cost")
@pytest.mark.parametrize(
    ("size", "right"),
    [("1", True), ("0", False), ("-1", False), ("100000", True), ("100001", False), ("999999", False), ("1e4", False)],
)
def test_a_size_is_a_number_of_points_that_somebody_could_play(size: str, right: bool) -> None:
    assert LARGEST == 100_000
    said = [each.message for each in violations(f"size {size}\nmachine Squire") if "no number" in each.message]
    assert said == ([] if right else [f"'{size}' is no number of points."])


@pytest.mark.rule("hex100.force-cost")
def test_a_force_without_machines_is_said_at_its_size_if_it_has_one() -> None:
    assert broken("name Nobody\nsize 3000") == [("force-cost", 3)]
    assert broken("name Nobody") == [("force-cost", 0)]
    assert "The force has no machines" in fixes("size 3000")
    assert broken("size 1\nmachine Squire") == [("force-cost", 2)]
    assert "Save 799 points" in fixes("size 1\nmachine Squire")


@pytest.mark.rule("hex100.force-cost")
@pytest.mark.parametrize(("count", "right"), [(0, False), (1, True), (MOST_EQUAL, True), (MOST_EQUAL + 1, False)])
def test_so_many_equal_machines_stand_on_one_line(count: int, right: bool) -> None:
    said = [each for each in violations(f"machine {count}x Squire") if "on one line" in each.message]
    assert len(said) == (not right)


@pytest.mark.rule("hex100.hardpoints")
@pytest.mark.parametrize(("line", "number"), [("2 HMG", 2), ("HMG x3", 3), ("HMG X 2", 2), ("12 HMG", 12)])
def test_a_number_in_the_wrong_place_is_put_right(line: str, number: int) -> None:
    assert f"Write '{number}x HMG': how many stands before the name." in fixes(f"machine Cobra-KA1\n {line}")


@pytest.mark.rule("hex100.hardpoints")
def test_a_ready_made_machine_is_not_refitted_and_that_is_said_once() -> None:
    name = machines()["crocodile-lasers"].name
    said = [each for each in violations(f"machine {name}\n HMG\n Jump Jets") if "ready-made" in each.message]
    assert [each.line for each in said] == [3]


@pytest.mark.rule("hex100.force-cost", "hex100.briefing")
@pytest.mark.parametrize(("size", "points"), [("skirmish", 3000), ("standard", 5000), ("large", 8000)])
def test_a_budget_is_so_many_points(size: str, points: int) -> None:
    assert BUDGETS[size] == points
    options = {"budget": size, "red": "tegu-siege", "blue": "tegu-siege"}
    assert SYSTEM.prepare("close-quarters", 1, options).data["budget"] == points


@pytest.mark.rule("hex100.briefing")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"colour": "red"}, "There is no option 'colour'"),
        ({"unchecked": "maybe"}, "'unchecked=maybe': yes or no."),
        ({"budget": "huge"}, "huge"),
        ({"map": "moon"}, "moon"),
        ({"red": "nobody"}, "nobody"),
        ({"blue": "nobody"}, "nobody"),
    ],
)
def test_an_option_that_is_wrong_is_named(options: dict[str, str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        SYSTEM.prepare("close-quarters", 1, options)
    both = {"colour": "red", "unchecked": "maybe"}
    with pytest.raises(BadInput) as caught:
        SYSTEM.prepare("close-quarters", 1, both)
    assert len(str(caught.value).splitlines()) == 2


@pytest.mark.rule("hex100.briefing")
def test_a_battle_that_there_is_not_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownName):
        SYSTEM.prepare("close-quarter", 1, {})
    with pytest.raises(UnknownName):
        SYSTEM.prepare("briefing", 1, {"briefing": "nothing"})


@pytest.mark.rule("hex100.briefing")
def test_what_is_on_offer_says_what_may_be_chosen() -> None:
    for name, each in SYSTEM.scenarios().items():
        own = name == "briefing"
        drawn = not own and "map = '''" in ready_briefings()[name]
        assert each.forces
        assert each.long is (own or drawn)
        assert ("map" in each.options) is ("map" in each.choices) is (not own and not drawn)
        assert each.choices["unchecked"] == ("no", "yes")
        assert set(each.choices["budget"]) == set(BUDGETS)
        assert len(each.choices["budget"]) == len(BUDGETS)
        if "map" in each.choices:
            assert len(each.choices["map"]) == len(set(each.choices["map"])) > 1


@pytest.mark.rule("hex100.briefing", "hex100.force-cost")
def test_a_force_that_is_too_dear_is_found_in_the_file_or_in_what_was_chosen(tmp_path: Path) -> None:
    dear = RED.replace("budget = 4000", "budget = 100")
    file = written(tmp_path, HEAD, COUNTS, dear, BLUE)
    with pytest.raises(BadFile) as caught:
        SYSTEM.prepare("briefing", 1, {"briefing": file})
    text = Path(file).read_text().splitlines()
    assert {text[each.line - 1] for each in caught.value.findings} == {'force = "errant-saboteur,tegu-siege"'}
    with pytest.raises(BadInput, match="the budget is 100"):
        SYSTEM.prepare("briefing", 1, {"briefing": file, "red": "tegu-siege"})
    with pytest.raises(BadInput, match="the budget is 100"):
        SYSTEM.prepare("briefing", 1, {"briefing": file, "budget": "large"})


@pytest.mark.rule("hex100.drone-deployment", "hex100.drone-controller", "hex100.force-cost")
def test_drones_are_units_of_their_own_and_count_their_own_points() -> None:
    scene = scene_of(stage(plain(), [(BOTH, (0, 4), E), (CARRIER, (0, 6), E)], [(CARRIER, (9, 4), W)]).setup())
    assert sorted(scene.machines) == [
        "blue-1",
        "blue-1-drone-1",
        "red-1",
        "red-1-drone-1",
        "red-1-drone-2",
        "red-2",
        "red-2-drone-1",
    ]
    for unit in ("red-1", "red-2", "blue-1"):
        card = BOTH if unit == "red-1" else CARRIER
        mine = [each.cost for name, each in scene.machines.items() if name == unit or name.startswith(f"{unit}-")]
        assert sum(mine) == card.cost
        assert scene.machines[unit].cost < card.cost
    state = begin(stage(plain(), [(BOTH, (0, 4), E)], [(CARRIER, (9, 4), W)]).setup())
    assert {unit.id for unit in state.units.values() if unit.docked} == {"red-1-drone-1", "blue-1-drone-1"}
    assert {unit.seat for unit in state.units.values()} == {"red", "blue"}
    assert all(unit.hurt == [0] * len(unit.hurt) for unit in state.units.values())


@pytest.mark.rule("hex100.attr-limited-ammo", "hex100.armour-reactive")
def test_what_may_be_used_so_often_is_counted_and_charges_by_themselves() -> None:
    card = machine("big-guye", [], ["bullet-hose"], [], ["reactive-armour-light"])
    unit = Position(plain(), [(card, (0, 4), E)], [(CARRIER, (9, 4), W)]).unit("red-1")
    assert unit.uses == {"bullet-hose": 4}
    assert unit.charges == 4


@pytest.mark.rule("hex100.victory")
def test_a_set_up_without_a_briefing_is_fought_for_points_or_for_three_hexes_of_the_middle_row() -> None:
    fought, held = (
        scene_of(stage(plain(9, 9), [(CARRIER, (0, 4), E)], [(CARRIER, (8, 4), W)], objectives=objectives).setup()).plan
        for objectives in (False, True)
    )
    assert fought == ENGAGEMENT
    assert held.margin == 1
    (goal,) = held.objectives
    assert (goal.kind, goal.hexes) == ("hold", (at(1, 4), at(4, 4), at(7, 4)))
