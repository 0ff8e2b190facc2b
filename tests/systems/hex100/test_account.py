"""The unit of account: shares of the whole unit, no more than is left, all of it when a unit falls."""

from __future__ import annotations

import pytest

from gearlock.systems.hex100.advice.attack_odds import (
    TYPICAL_HP,
    attack_odds,
    expected_loss,
    expected_share,
    share_lost,
    stakes,
    standing,
)
from gearlock.systems.hex100.advice.previews import PREVIEWS
from gearlock.systems.hex100.attacks.attack import Aim, Attack, take_aim
from gearlock.systems.hex100.equipment import find_weapon, full_hp
from gearlock.systems.hex100.state import BLIP
from systems.hex100.kit import E, Position, W, plain

CROC, TEGU = "crocodile-lasers", "tegu-siege"


def facing_each_other(hp: int = 0) -> Position:
    position = Position(plain(), [(CROC, (0, 2), E)], [(CROC, (5, 2), W)])
    blue = position.unit("blue-1")
    blue.hp = hp or blue.hp
    return position


def aims_of(position: Position) -> list[Aim]:
    red, blue = position.unit("red-1"), position.unit("blue-1")
    found = (find_weapon(position.state, red, token) for token in position.state.scene.loadouts["red-1"].tokens)
    return [take_aim(position.state, red, each[1], blue, blue.hex) for each in found if each is not None]


@pytest.mark.rule("hex100.stat-hp")
@pytest.mark.parametrize("hp", [1, 3, 7, 0])
def test_what_a_volley_costs_is_what_its_odds_come_to_capped_at_what_is_left(hp: int) -> None:
    position = facing_each_other(hp)
    blue = position.unit("blue-1")
    blue.critical = -100
    aims = aims_of(position)
    odds = attack_odds(position.state, aims)
    lost = sum(min(points, blue.hp) * chance for points, chance in odds.damage.items())
    assert expected_share(position.state, aims) == pytest.approx(lost / full_hp(position.state, "blue-1"))
    known = sum(
        min(points, TYPICAL_HP) * chance for points, chance in attack_odds(position.state, aims, False).damage.items()
    )
    assert expected_share(position.state, aims, known=False) == pytest.approx(known / TYPICAL_HP)


@pytest.mark.rule("hex100.stat-rof")
def test_a_hail_of_shots_costs_no_more_than_what_is_left_and_can_be_reckoned() -> None:
    position = facing_each_other(7)
    blue = position.unit("blue-1")
    # Of 170 shots the weights are more than a float holds.
    costs = [expected_loss(position.state, aims_of(position)[0], blue, shots) for shots in (1, 4, 170)]
    assert costs == sorted(costs)
    assert costs[-1] == pytest.approx(7 / full_hp(position.state, "blue-1"))


@pytest.mark.rule("hex100.stat-critical")
def test_a_unit_that_falls_by_critical_damage_loses_all_that_is_left() -> None:
    position = facing_each_other()
    blue, state = position.unit("blue-1"), position.state
    structure, whole = state.machine("blue-1").unit.structure, full_hp(state, "blue-1")
    blue.hp = whole // 2
    assert share_lost(state, blue, 1, structure) == pytest.approx((whole // 2) / whole)
    assert share_lost(state, blue, 1, 0) == pytest.approx(1 / whole)
    aims = aims_of(position)
    sound = expected_share(state, aims)
    blue.critical = structure - 1
    assert expected_share(state, aims) > sound


@pytest.mark.rule("hex100.stat-hp")
def test_an_attack_on_a_wounded_unit_is_worth_no_more_than_on_a_whole_one() -> None:
    shot = Attack("red-1", tuple(facing_each_other().state.scene.loadouts["red-1"].tokens)[:1], "contact-1")
    fresh, hurt = (PREVIEWS.preview(facing_each_other(hp).state, "red", shot) for hp in (0, 2))
    assert 0 < hurt.gives < fresh.gives
    assert (hurt.left, hurt.whole) == (2, fresh.whole)
    assert fresh.left == fresh.whole


@pytest.mark.rule("hex100.sensor-detection")
def test_machines_count_by_their_points_and_the_unknown_not_at_all() -> None:
    position = Position(plain(), [(CROC, (0, 2), E), (TEGU, (0, 4), E)], [(CROC, (5, 2), W), (TEGU, (5, 4), W)])
    costs = [position.state.machine(unit).cost for unit in ("red-1", "red-2")]
    counts = stakes(position.state, "red")
    assert counts["red-1"] == pytest.approx(2 * costs[0] / sum(costs))
    assert standing(position.state, "red", "red-1").stake == counts["red-1"]
    seen = position.state.contacts["red"]["blue-1"]
    assert seen in counts
    position.state.known["red"]["blue-1"] = BLIP
    assert seen not in stakes(position.state, "red")
