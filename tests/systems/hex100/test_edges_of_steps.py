"""Steps at their edge: mines below any chassis and below none, whose gait is asked for, and how surely EMP shocks."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.systems.hex100.advice.attack_odds import chance_to_strike, shock_chance
from gearlock.systems.hex100.attacks.attack import take_aim
from gearlock.systems.hex100.damage.units_hit import Struck
from gearlock.systems.hex100.defenses import MinesLaid
from gearlock.systems.hex100.forces.cards import Hardpoint, Machine, weapons
from gearlock.systems.hex100.movement.moving import Move, TakeGait
from gearlock.systems.hex100.turns import EndTurn, Focus
from systems.hex100.kit import E, Position, W, at, code, east, events, machine, plain

BARE = machine("crocodile-mk2")
SKATER = machine("linebreaker-mk2")
FIST = weapons()["power-fist-mk-2"][0]


def changed(hardpoints: tuple[Hardpoint, ...], **integrated: int) -> Machine:
    """A bare machine with these hardpoints, and with this built in."""
    built_in = {**BARE.unit.integrated, **integrated}
    return msgspec.structs.replace(
        BARE, unit=msgspec.structs.replace(BARE.unit, hardpoints=hardpoints, integrated=built_in)
    )


def stepped_on(walker: Machine) -> Struck:
    """What a mine does to a machine that steps on it."""
    position = Position(plain(), [(walker, (2, 4), E)], [(BARE, (15, 8), W)])
    position.ctx.emit(MinesLaid("blue-1", (at(3, 4),)))
    battle = position.play()
    battle.answer("red", Move("red-1", east(position.unit("red-1"), 1), E))
    (struck,) = events(battle, Struck)
    assert isinstance(struck, Struck)
    return struck


@pytest.mark.rule("hex100.castellan-mines")
def test_a_mine_finds_the_chassis_wherever_the_card_has_it() -> None:
    names = [hardpoint.name for hardpoint in BARE.unit.hardpoints]
    last = len(names) - 1
    assert names[last] == "Chassis Upgrades"
    for hardpoints, place in (
        (BARE.unit.hardpoints, last),
        (BARE.unit.hardpoints[last - 1 :], 1),
        (BARE.unit.hardpoints[last:], 0),
    ):
        struck = stepped_on(changed(hardpoints))
        assert (struck.critical, struck.hardpoint) == (2, place)


@pytest.mark.rule("hex100.castellan-mines")
def test_below_what_has_no_chassis_a_mine_does_damage_alone() -> None:
    struck = stepped_on(changed(()))
    assert (struck.damage, struck.critical, struck.hardpoint) == (8, 0, -1)


@pytest.mark.rule("hex100.castellan-mines", "hex100.internal-reinforcement")
@pytest.mark.parametrize(("reduction", "critical"), [(0, 2), (1, 1), (2, 0), (3, 0)])
def test_reinforcement_takes_off_what_there_is_and_no_more(reduction: int, critical: int) -> None:
    struck = stepped_on(changed(BARE.unit.hardpoints, critical_reduction=reduction))
    assert (struck.critical, struck.hardpoint) == (critical, 4 if critical else -1)


@pytest.mark.rule("hex100.skate-system", "hex100.turn-structure")
def test_only_the_mech_that_is_asked_takes_a_gait() -> None:
    position = Position(plain(), [(BARE, (0, 0), E)], [(SKATER, (15, 0), W), (SKATER, (15, 4), W)])
    battle = position.play()
    battle.answer("red", EndTurn("red-1"))
    battle.answer("blue", Focus("blue-1"))
    (ask,) = battle.view("blue").asks
    assert (ask.kind, ask.unit) == ("gait", "blue-1")
    assert code(battle, "blue", TakeGait("blue-1", "skate")) == ""
    assert code(battle, "blue", TakeGait("blue-2", "skate")) == "not-acting"


@pytest.mark.rule("hex100.attr-light-emp", "hex100.power-fist")
@pytest.mark.parametrize(
    ("penetration", "bonus", "needed"), [(40, 0, 40), (40, 15, 55), (85, 15, 100), (86, 15, 100), (100, 15, 100)]
)
def test_light_emp_shocks_as_often_as_it_penetrates_and_never_more_than_always(
    penetration: int, bonus: int, needed: int
) -> None:
    state = Position(plain(), [(BARE, (2, 4), E)], [(BARE, (3, 4), W)]).state
    weapon = msgspec.structs.replace(FIST, penetration=penetration, emp_bonus=bonus)
    assert weapon.has("light-emp")
    aim = take_aim(state, state.units["red-1"], weapon, state.units["blue-1"], at(3, 4))
    strikes = chance_to_strike(state, aim)
    assert strikes > 0
    assert shock_chance(state, [aim]) == pytest.approx(1 - (1 - strikes * needed / 100) ** weapon.rof)
