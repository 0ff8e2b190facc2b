"""3.5.1: a damaged auxiliary perk takes its points off every roll that is made with it."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.view import Modifier
from gearlock.systems.tactical.attacks.exchange import attack_lines, designating_lines, designating_pair
from gearlock.systems.tactical.attacks.targets import Pair
from gearlock.systems.tactical.attacks.weapons_in_use import LONG, Use
from gearlock.systems.tactical.damage.condition import piloting_lines
from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.melee import KICK, PUNCH, strike_lines, throw_lines
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.weapons import THROWN, Weapon
from systems.tactical.tables import LAC, put, table

AUX = "tactical.3.5.1-auxiliary"
GRENADE = Weapon("HG", "Hand Grenade", THROWN, 0, 15, min_size=2)


def fitted(
    harm: dict[str, int], x: float = 11, details: dict[str, str] | None = None, **perks: int
) -> tuple[State, Unit]:
    """A Gear with these perks, all of them auxiliary, beside an enemy."""
    named = {name.replace("_", " "): rating for name, rating in perks.items()}
    stats: dict[str, Any] = {"perks": named, "aux": tuple(named), "details": details or {}}
    stats["weapons"] = (Mount("LAC", LAC), Mount("HG", GRENADE, "T", 3))
    state = table()
    unit = put(state, "red-1", "hunter", 10, 10, stats=stats, harm=harm)
    put(state, "blue-1", "hunter", x, 10)
    return state, unit


def worn(lines: tuple[Modifier, ...] | list[Modifier]) -> int:
    return sum(line.value for line in lines if line.rule == AUX)


@pytest.mark.rule("tactical.3.5.1-auxiliary", "tactical.2.6.8-punch", "tactical.2.6.8-throw")
def test_arms_strike_and_throw_by_as_much_worse() -> None:
    state, unit = fitted({"aux:Manipulator Arm": 2}, Manipulator_Arm=6)
    target = state.units["blue-1"]
    assert worn(strike_lines(state, unit, target, PUNCH)) == -2
    assert worn(strike_lines(state, unit, target, KICK)) == 0
    assert worn(throw_lines(state, unit, target, unit.card.weapons[1])) == -2
    two = {"aux:Manipulator Arm": 2, "aux:Manipulator Arm 2": 1}
    state, unit = fitted(two, details={"Manipulator Arm": "x2"}, Manipulator_Arm=6)
    assert worn(strike_lines(state, unit, state.units["blue-1"], PUNCH)) == -1, "the better one"
    two["aux:Manipulator Arm 2"] = 5
    state, unit = fitted(two, details={"Manipulator Arm": "x2"}, Manipulator_Arm=6)
    assert worn(strike_lines(state, unit, state.units["blue-1"], PUNCH)) == -2, "the one that is left"
    state, unit = fitted({"aux:Battle Arm": 1, "aux:Manipulator Arm": 3}, Battle_Arm=9, Manipulator_Arm=6)
    assert worn(strike_lines(state, unit, state.units["blue-1"], PUNCH)) == -1
    assert worn(throw_lines(state, unit, state.units["blue-1"], unit.card.weapons[1])) == -3


@pytest.mark.rule("tactical.3.5.1-auxiliary", "tactical.7.2-target-designator")
def test_a_damaged_designator_marks_by_as_much_worse() -> None:
    state, unit = fitted({"aux:Target Designator": 3}, 15, Target_Designator=2)
    assert worn(designating_lines(designating_pair(state, unit, state.units["blue-1"]))) == -3


@pytest.mark.rule("tactical.3.5.1-auxiliary", "tactical.7.2-sniper")
@pytest.mark.parametrize(("points", "gains"), [(0, 1), (1, 0), (3, 0)])
def test_damaged_sniper_systems_help_nobody(points: int, gains: int) -> None:
    state, unit = fitted({"aux:Sniper Systems": points}, 15, Sniper_Systems=1)
    lines = attack_lines(Pair(state, unit, state.units["blue-1"], Use(LAC, "LAC", LONG)))
    assert sum(line.value for line in lines if line.rule == "tactical.7.2-sniper") == gains


@pytest.mark.rule("tactical.3.5.1-auxiliary", "tactical.7.2-autopilot")
def test_a_damaged_autopilot_drives_by_as_much_worse() -> None:
    _, unit = fitted({"aux:Autopilot": 2}, Autopilot=1)
    assert worn(piloting_lines(unit)) == 0
    unit.tokens["autopilot"] = 1
    assert worn(piloting_lines(unit)) == -2
