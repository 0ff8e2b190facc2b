"""More of what is easily got wrong by one: dice, pools, places and what a briefing may say."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import BadFile, UnknownName
from gearlock.kernel.script import Ctx
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.advice.attack_odds import CERTAIN, charged_chances
from gearlock.systems.hex100.advice.drones_and_signals import _needed
from gearlock.systems.hex100.attacks.attack import take_aim
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.briefings.battles import DRAWN, _choices
from gearlock.systems.hex100.damage.damage import offer_charges
from gearlock.systems.hex100.damage.units_hit import SpendCharges
from gearlock.systems.hex100.detection.locks import resolve_lock
from gearlock.systems.hex100.detection.sight import MarkTarget, is_felt
from gearlock.systems.hex100.drones.terror import leave_for
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.firing_range.outcomes import Numbers
from gearlock.systems.hex100.forces.cards import Recipe, build_machine
from gearlock.systems.hex100.forces.force_building import BUDGETS
from gearlock.systems.hex100.weapons import is_on_pintle
from systems.hex100.drone_kit import MEDIC, TEGU
from systems.hex100.kit import E, Position, W, at, code, machine, plain
from systems.hex100.test_briefings import BLUE, HEAD, RED, written
from systems.hex100.test_get_it_off import SWARM, VICTIM, ridden

MARKER = machine("crocodile-mk2", ["hunter-killer-missile"], ["target-marker"], ["crocodile-combat-laser"])
HAMMER = machine("crocodile-mk2", ["hammer-rockets", "swarmer-micro-missiles"])
LIGHT = machine("big-guye", [], [], [], ["reactive-armour-light"])


@pytest.mark.rule("hex100.deployment")
@pytest.mark.parametrize(("turn", "said"), [(0, ""), (4, ""), (5, "no turn 5"), (-1, "no turn -1")])
def test_reinforcements_come_in_a_round_that_is_played(tmp_path: Path, turn: int, said: str) -> None:
    late = f'[[red.deploy]]\nzone = "top"\nunits = [2]\nturn = {turn}'
    file = written(tmp_path, HEAD, '[[objective]]\nkind = "destroy"', RED, "units = [1]", late, BLUE)
    if not said:
        SYSTEM.prepare("briefing", 1, {"briefing": file})
        return
    with pytest.raises(BadFile, match=said):
        SYSTEM.prepare("briefing", 1, {"briefing": file})


@pytest.mark.rule("hex100.briefing")
@pytest.mark.parametrize(
    ("places", "wrong"),
    [
        ('zone = "top"', False),
        ("hexes = [[2, 3]]", False),
        ("spread = 2", False),
        ('zone = "top"\nhexes = [[2, 3]]', True),
        ('zone = "top"\nspread = 2', True),
        ("hexes = [[2, 3]]\nspread = 2", True),
    ],
)
def test_an_objective_lies_in_a_zone_or_in_hexes_or_is_spread(tmp_path: Path, places: str, wrong: bool) -> None:
    aim = f'[[objective]]\nkind = "hold"\npoints = 2\n{places}'
    file = written(tmp_path, HEAD, aim, RED, BLUE)
    said = ""
    try:
        SYSTEM.prepare("briefing", 1, {"briefing": file})
    except BadFile as error:
        said = str(error)
    assert ("write one of zone, hexes and spread" in said) is wrong


@pytest.mark.rule("hex100.force-cost")
def test_every_budget_may_be_chosen_the_usual_one_first() -> None:
    found = _choices(None)["budget"]
    assert found[0] == DRAWN
    assert sorted(found) == sorted(BUDGETS)


@pytest.mark.rule("hex100.drone-repair")
def test_a_repair_drone_is_needed_where_somebody_damaged_is_next_to_it() -> None:
    position = Position(plain(), [(MEDIC, (2, 4), E), (TEGU, (8, 4), E)], [(TEGU, (14, 4), W)])
    drone = position.field("red-1-drone-1", (6, 4), "triage", point=at(6, 4))
    position.unit("red-2").hp -= 4
    assert _needed(position.state, "red", drone, at(7, 4)) > 0
    assert _needed(position.state, "red", drone, at(6, 4)) == 0


@pytest.mark.rule("hex100.drone-terror")
def test_drones_on_a_unit_stay_there_without_a_move_to_leave_with() -> None:
    position = ridden()
    position.unit(SWARM).pool = {}
    ctx = Ctx(position.state, BOOK.apply)
    with pytest.raises(StopIteration) as over:
        next(leave_for(ctx, SWARM, at(12, 4)))
    assert over.value.value is False
    assert not ctx.events


@pytest.mark.rule("hex100.drone-terror")
def test_a_unit_feels_what_rides_it() -> None:
    position = ridden()
    assert is_felt(position.state, "blue", position.unit(SWARM))
    assert not is_felt(position.state, "blue", position.unit("red-1"))
    assert position.unit(SWARM).riding == VICTIM


@pytest.mark.rule("hex100.armour-reactive")
def test_all_that_can_happen_to_reactive_armour_adds_up() -> None:
    position = Position(plain(), [(HAMMER, (0, 0), E)], [(LIGHT, (4, 0), W)])
    red, blue = position.unit("red-1"), position.unit("blue-1")
    found = find_weapon(position.state, red, "hammer-rockets")
    assert found is not None
    aim = take_aim(position.state, red, found[1], blue, blue.hex)
    assert sum(charged_chances(position.state, [aim]).values()) == CERTAIN**aim.weapon.rof


@pytest.mark.rule("hex100.armour-reactive")
def test_any_number_of_charges_may_be_spent() -> None:
    ask = Ask("blue", "reactive", "blue-1", ("4", "3"), "hex100.armour-reactive", "How many?", optional=True)
    orders = [option.order for option in offer_charges(SimpleNamespace(), ask)]  # type: ignore[arg-type]
    assert [each.charges for each in orders if isinstance(each, SpendCharges)] == [4, 3, 2, 1]


@pytest.mark.rule("hex100.pintle")
@pytest.mark.parametrize(("hardpoint", "there"), [(-1, False), (0, True), (1, False)])
def test_a_pintle_may_be_the_first_hardpoint(hardpoint: int, there: bool) -> None:
    places = [SimpleNamespace(types=("pintle",)), SimpleNamespace(types=("turret",))]
    state: Any = SimpleNamespace(machine=lambda _: SimpleNamespace(unit=SimpleNamespace(hardpoints=places)))
    unit: Any = SimpleNamespace(id="red-1")
    mount: Any = SimpleNamespace(hardpoint=hardpoint)
    assert is_on_pintle(state, unit, mount) is there


@pytest.mark.rule("hex100.stat-critical")
def test_only_what_goes_deep_strikes_a_place() -> None:
    numbers: Any = SimpleNamespace(places=3)
    assert list(Numbers._places(numbers, 2)) == [(0, 1), (1, 1), (2, 1)]
    assert list(Numbers._places(numbers, 0)) == [(-1, 3)]
    numbers.places = 0
    assert list(Numbers._places(numbers, 2)) == [(-1, 1)]


@pytest.mark.rule("hex100.target-marker")
def test_nobody_is_marked_whom_the_side_has_not_found() -> None:
    position = Position(plain(), [(MARKER, (0, 4), E)], [(TEGU, (4, 4), W)])
    assert code(position.play(), "red", MarkTarget("red-1", "contact-9")) == "no-such-contact"


@pytest.mark.rule("hex100.drone-controller")
def test_a_drone_that_there_is_not_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownName, match="recon-drone"):
        build_machine(Recipe("made", "Test", "crocodile-mk2", (), drones=("zzzz",)))


@pytest.mark.rule("hex100.electronic-resistance")
def test_who_resists_a_lock_throws_dice_from_0_to_99() -> None:
    position = Position(plain(), [(TEGU, (0, 4), E)], [(TEGU, (4, 4), W)])
    position.unit("blue-1").resisting = True
    roll: Any = next(resolve_lock(Ctx(position.state, BOOK.apply), "red-1", "blue-1"))
    assert (roll.purpose, roll.count, roll.sides, roll.low) == ("resist a lock", 1, 100, 0)
