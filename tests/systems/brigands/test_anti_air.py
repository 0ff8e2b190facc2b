"""A1.2: anti-air weapons against what flies."""

from __future__ import annotations

import pytest

from gearlock.systems.brigands.attacks.attack import Aim, Attack, can_aim
from gearlock.systems.brigands.state import Unit
from systems.brigands.airfield import ALOFT, airfield, fly
from systems.brigands.field import BASE, mil
from systems.brigands.shooting import lines


@pytest.mark.rule("brigands.wtrait.aa")
def test_anti_air_gives_two_dice_against_what_flies_and_nothing_else() -> None:
    battle = airfield(enemy=("hunter/foc", 24, 24))
    shot = Attack("red-1", "MAC", "Ballistic", ("blue-1",))
    assert "Anti-Air" not in lines(battle, shot)[0]
    enemy = battle.state.units["blue-1"]
    enemy.airborne, enemy.z = True, ALOFT
    assert lines(battle, shot)[0]["Anti-Air"] == 2
    plain = Attack("red-1", "MATM", "Missile", ("blue-1",))
    assert "Anti-Air" not in lines(battle, plain)[0]


def _at(distance: float, airborne: bool) -> tuple[Aim, Unit]:
    """A Dragonfly in the air, a Hunter as high or 10.5 in below it, so many inches away across the table."""
    battle = airfield()
    flyer = fly(battle)
    enemy = battle.state.units["blue-1"]
    enemy.y = flyer.y + flyer.line.radius + enemy.line.radius + mil(distance)
    enemy.airborne, enemy.z = airborne, ALOFT if airborne else 0
    return Aim(battle.state, flyer, enemy), flyer


@pytest.mark.rule("brigands.wtrait.aa")
def test_anti_air_reaches_six_inches_farther_for_what_flies() -> None:
    """A MAC is best at 6 to 18 in and reaches 36: 24 and 42 in the air."""
    for distance, optimal, reached in ((18, True, True), (24, True, True), (24.1, False, True), (42, False, True)):
        aim, flyer = _at(distance, airborne=True)
        weapon = flyer.line.weapons["MAC"]
        assert aim.strike(weapon, "Ballistic", False).optimal is optimal
        assert can_aim(aim, weapon, "Ballistic") is reached
    aim, flyer = _at(42.1, airborne=True)
    assert not can_aim(aim, flyer.line.weapons["MAC"], "Ballistic")
    aim, flyer = _at(18, airborne=False)
    assert not aim.strike(flyer.line.weapons["MAC"], "Ballistic", False).optimal
    aim, flyer = _at(36, airborne=False)
    assert not can_aim(aim, flyer.line.weapons["MAC"], "Ballistic")


@pytest.mark.rule("brigands.wtrait.aa")
def test_who_is_too_far_for_anti_air_is_told_how_far_it_reaches() -> None:
    battle = airfield()
    flyer = fly(battle)
    enemy = battle.state.units["blue-1"]
    enemy.x, enemy.y, enemy.airborne, enemy.z = mil(24), mil(10) + flyer.line.radius + BASE + mil(42.2), True, ALOFT
    refusal = battle.refuse("red", Attack("red-1", "MAC", "Ballistic", ("blue-1",)))
    assert refusal is not None
    assert (refusal.code, refusal.facts["range"]) == ("range", mil(42))
