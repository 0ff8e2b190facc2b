"""4.1.4: who is in love fires on the loved one in no way: with no zone, fire or grenade, nor when it runs into one."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.orders import Order
from gearlock.kernel.system import Setup
from gearlock.systems.tactical import SYSTEM
from gearlock.systems.tactical.attacks.weapons_in_use import AttackMet
from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.fires import SetFire
from gearlock.systems.tactical.ground_targets import Saturate, ZoneSaturated
from gearlock.systems.tactical.melee import Throw
from gearlock.systems.tactical.movement.course import Move
from gearlock.systems.tactical.state import SKIRMISH_SCALE, Activation, State
from gearlock.systems.tactical.weapons import ROCKET, SLOW_BURN, Weapon, all_arms
from systems.tactical.play import code, give, happened
from systems.tactical.tables import LAC, mils, piece, put, table

NAPALM = Weapon("IRP", "Incendiary Rocket Pack", ROCKET, 1000, 15, traits={SLOW_BURN: 0})
ARMED: dict[str, Any] = {
    "perks": {"Manipulator Arm": 6}, "details": {"Manipulator Arm": "x2"}, "aux": ("Manipulator Arm",),
    "weapons": (Mount("LAC", LAC), Mount("IRP", NAPALM), Mount("HG", all_arms().vehicle["HG"], ammo=3)),
}  # fmt: skip


def lovers(*, far: float = 3, **more: Any) -> State:
    """A Gear in love with the first of two enemies, which stand an inch and a half apart in a wood."""
    state = table(
        piece("area", (10, 10, 30, 30), 1, props={"going": "woodland"}), burst_fire="yes", incendiaries="yes", **more
    )
    unit = put(state, "red-1", "hunter", 20, 10, stats=ARMED, tokens={"loves:blue-1": 1})
    put(state, "blue-1", "hunter", 20, 10 + far, 270)
    put(state, "blue-2", "hunter", 21.5, 10 + far, 270)
    state.activation = Activation(unit.id, "", "W")
    return state


def battle(state: State) -> Battle[State]:
    return Battle.begin(SYSTEM, Setup("skirmish", 7), Seeded(3), state)


@pytest.mark.rule("tactical.4.1.4-love")
@pytest.mark.parametrize(("x", "y", "why"), [(20, 13, "love"), (20, 12, "love"), (20, 11.999, ""), (21.5, 13, "")])
def test_no_zone_is_filled_that_the_loved_one_stands_in(x: float, y: float, why: str) -> None:
    assert code(battle(lovers()), Saturate("red-1", "LAC", mils(x), mils(y))) == why


@pytest.mark.rule("tactical.4.1.4-love", "tactical.3.8.3-rof")
@pytest.mark.parametrize(("facing", "why"), [(0, "love"), (900, "")])
def test_the_strip_of_the_skirmish_scale_is_laid_so_that_it_spares_it(facing: int, why: str) -> None:
    state = lovers(far=3.5)
    state.scale = SKIRMISH_SCALE
    assert code(battle(state), Saturate("red-1", "LAC", mils(21.5), mils(13.5), facing)) == why


@pytest.mark.rule("tactical.4.1.4-love")
def test_nothing_is_thrown_at_it_and_its_square_is_not_set_alight() -> None:
    orders: dict[Order, str] = {
        Throw("red-1", "HG", "blue-1"): "love",
        Throw("red-1", "HG", "blue-2"): "",
        SetFire("red-1", "IRP", mils(20.5), mils(11.5)): "love",
        SetFire("red-1", "IRP", mils(19.5), mils(11.5)): "",
    }
    state = lovers(far=1)
    put(state, "blue-2", "hunter", 19, 10, 270)
    near = battle(state)
    assert {order: code(near, order) for order in orders} == orders


@pytest.mark.rule("tactical.4.1.4-love", "tactical.3.4.5-saturation")
@pytest.mark.parametrize(("runner", "met"), [("blue-1", 0), ("blue-2", 1)])
def test_who_runs_into_the_zone_of_its_lover_is_not_fired_on(runner: str, met: int) -> None:
    state = lovers()
    x = state.units[runner].x
    ZoneSaturated("red-1", "LAC", x, mils(10.5), 1000, 4, 8).change(state)
    state.turn, state.activation = "blue", Activation(runner, "combat", "W")
    state.units["red-1"].actions, state.units[runner].speed = 0, "combat"
    played = give(battle(state), Move(runner, ((0, 2_000),)), seat="blue")
    assert len(happened(played, AttackMet)) == met
