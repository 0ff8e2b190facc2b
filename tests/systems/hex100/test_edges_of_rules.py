"""Where a rule just holds or just does not: the last charge, a drone that is down, a drone that is not small."""

from __future__ import annotations

import pytest

from gearlock.kernel.script import Ctx
from gearlock.systems.hex100.advice.attack_odds import CERTAIN, expected_damage, shot_of
from gearlock.systems.hex100.attacks.attack import take_aim
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.drones.commands import resolve_drone_turn
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.forces.machines_brought import small_drones
from systems.hex100.drone_kit import DRONE, out
from systems.hex100.kit import E, Position, W, machine, plain

HAMMER = machine("crocodile-mk2", ["hammer-rockets", "swarmer-micro-missiles"])
LIGHT = machine("big-guye", [], [], [], ["reactive-armour-light"])


@pytest.mark.rule("hex100.armour-reactive")
def test_the_last_charge_is_still_reckoned_with_and_where_there_is_none_nothing_is() -> None:
    position = Position(plain(), [(HAMMER, (0, 0), E)], [(LIGHT, (4, 0), W)])
    red, blue = position.unit("red-1"), position.unit("blue-1")
    found = find_weapon(position.state, red, "hammer-rockets")
    assert found is not None
    aim = take_aim(position.state, red, found[1], blue, blue.hex)
    bare = aim.weapon.rof * sum(damage * weight for damage, _, weight in shot_of(position.state, aim, True)) / CERTAIN
    means = []
    for blue.charges in (0, 1, 2):
        means.append(expected_damage(position.state, aim))
    assert means[0] == pytest.approx(bare)
    assert means[2] <= means[1] < means[0]
    blue.charges = 1
    assert expected_damage(position.state, aim, known=False) == pytest.approx(
        aim.weapon.rof * sum(damage * weight for damage, _, weight in shot_of(position.state, aim, False)) / CERTAIN
    ), "what is not known of the armour is not reckoned with"


@pytest.mark.rule("hex100.drone-recon-modes", "hex100.drone-emp")
@pytest.mark.parametrize(
    ("shocked", "lost", "acts"), [(False, False, True), (True, False, False), (False, True, False)]
)
def test_a_drone_acts_as_its_mode_says_unless_it_is_shut_down_or_lost(shocked: bool, lost: bool, acts: bool) -> None:
    position = out("loiter", (2, 2))
    drone = position.unit(DRONE)
    drone.shocked, drone.destroyed = shocked, lost
    ctx = Ctx(position.state, BOOK.apply)
    for _ in resolve_drone_turn(ctx, DRONE):
        break
    assert bool(ctx.events) is acts


@pytest.mark.rule("hex100.drone-small", "hex100.drone-large")
def test_a_small_contact_is_taken_for_a_small_drone_and_for_nothing_else() -> None:
    found = {each.unit.id: each.unit for each in small_drones()}
    assert found.keys() == {"recon-drone", "terror-drones"}
    assert all(card.small and card.kind == "drone" for card in found.values())
