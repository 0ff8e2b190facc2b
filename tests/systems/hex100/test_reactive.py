"""Reactive armour: charges against single hits, for as long as they last."""

from __future__ import annotations

import pytest

from gearlock.kernel.orders import Decline
from gearlock.systems.hex100.advice.attack_odds import attack_odds, expected_damage
from gearlock.systems.hex100.attacks.attack import Attack, Bombard, take_aim
from gearlock.systems.hex100.damage.units_hit import ChargesSpent, SpendCharges, Struck
from gearlock.systems.hex100.equipment import armour_reduction, find_weapon
from gearlock.systems.hex100.forces.cards import Machine
from gearlock.systems.hex100.shown.view import view
from systems.hex100.kit import E, Position, W, at, code, events, machine, plain

LIGHT = machine("big-guye", [], [], [], ["reactive-armour-light"])
HEAVY = machine("big-guye", [], [], [], ["reactive-armour-heavy"])
URBAN = machine("cloudburst-agcv", [], [], [], ["urban-warfare-modification"])
HAMMER = machine("crocodile-mk2", ["hammer-rockets", "swarmer-micro-missiles"])
LASERS = "crocodile-lasers"
MORTAR = machine("rampart", ["mortar"])


def hammered(target: Machine = LIGHT) -> Position:
    return Position(plain(), [(HAMMER, (0, 0), E)], [(target, (4, 0), W)])


def strikes(damages: list[Struck]) -> list[int]:
    return [event.damage for event in damages]


@pytest.mark.rule("hex100.armour-reactive")
@pytest.mark.parametrize(("carrier", "charges"), [(LIGHT, 4), (HEAVY, 6), (URBAN, 4), (HAMMER, 0)])
def test_the_versions_have_their_charges(carrier: Machine, charges: int) -> None:
    position = hammered(carrier)
    assert position.unit("blue-1").charges == charges
    assert position.unit("blue-1").uses.keys() <= {"hammer-rockets", "swarmer-micro-missiles"}


@pytest.mark.rule("hex100.armour-reactive")
@pytest.mark.parametrize(
    ("kind", "points"), [("shaped-charge", 8), ("impact", 6), ("piercing", 2), ("energy", 0), ("slash", 0)]
)
def test_a_charge_keeps_off_so_much_of_each_kind_and_nothing_without_one(kind: str, points: int) -> None:
    position = hammered()
    blue = position.unit("blue-1")
    assert armour_reduction(position.state, blue, kind, charged=True) == points
    assert armour_reduction(position.state, blue, kind) == 0
    blue.charges = 0
    assert armour_reduction(position.state, blue, kind, charged=True) == 0


@pytest.mark.rule("hex100.armour-reactive")
def test_a_hit_spends_a_charge_and_armour_penetration_takes_its_part() -> None:
    battle = hammered().play((0,), (99,))
    battle.answer("red", Attack("red-1", ("hammer-rockets",), "contact-1"))
    assert code(battle, "blue", SpendCharges("blue-1", 2, 4)) == "not-so-many"
    assert code(battle, "blue", SpendCharges("blue-1", 1, 8)) == "not-so-many"
    battle.answer("blue", SpendCharges("blue-1", 1, 4))
    assert strikes(events(battle, Struck)) == [4]
    assert battle.state.units["blue-1"].charges == 3


@pytest.mark.rule("hex100.armour-reactive")
def test_the_owner_may_keep_the_charge() -> None:
    battle = hammered().play((0,), (99,))
    battle.answer("red", Attack("red-1", ("hammer-rockets",), "contact-1"))
    battle.answer("blue", Decline())
    assert strikes(events(battle, Struck)) == [8]
    assert battle.state.units["blue-1"].charges == 4


@pytest.mark.rule("hex100.armour-reactive")
def test_more_hits_than_charges_are_met_as_far_as_these_go() -> None:
    position = hammered()
    position.unit("red-1").lock = "blue-1"
    battle = position.play((99,) * 6)
    battle.answer("red", Attack("red-1", ("swarmer-micro-missiles",), "contact-1"))
    assert battle.pending[0].about == ("4", "2")
    battle.answer("blue", SpendCharges("blue-1", 4, 2))
    assert strikes(events(battle, Struck)) == [0, 0, 0, 0, 2, 2]
    assert battle.state.units["blue-1"].charges == 0


@pytest.mark.rule("hex100.armour-reactive")
def test_nobody_is_asked_where_a_charge_would_do_nothing() -> None:
    position = Position(plain(), [(LASERS, (0, 0), E)], [(LIGHT, (4, 0), W)])
    battle = position.play((0,), (99,))
    battle.answer("red", Attack("red-1", ("crocodile-combat-laser",), "contact-1"))
    assert strikes(events(battle, Struck)) == [6]
    position = hammered()
    position.unit("blue-1").hurt[3] = 2
    battle = position.play((0,), (99,))
    battle.answer("red", Attack("red-1", ("hammer-rockets",), "contact-1"))
    assert strikes(events(battle, Struck)) == [8]


@pytest.mark.rule("hex100.armour-reactive")
def test_area_damage_is_met_as_well() -> None:
    position = Position(plain(), [(MORTAR, (0, 0), E)], [(LIGHT, (4, 0), W)])
    battle = position.play((0,))
    battle.answer("red", Bombard("red-1", "mortar", *at(3, 0)))
    battle.answer("blue", SpendCharges("blue-1", 1, 2))
    assert strikes(events(battle, Struck)) == [0]
    assert events(battle, ChargesSpent)[0].charges == 1


@pytest.mark.rule("hex100.armour-reactive")
def test_odds_count_the_charges_that_are_left() -> None:
    position = hammered()
    red, blue = position.unit("red-1"), position.unit("blue-1")
    red.lock = "blue-1"
    found = find_weapon(position.state, red, "swarmer-micro-missiles")
    assert found is not None
    for charges, damage in ((4, 4), (6, 0), (0, 12)):
        blue.charges = charges
        aim = take_aim(position.state, red, found[1], blue, blue.hex)
        assert attack_odds(position.state, [aim]).damage == {12: 1.0}  # as if none were spent, like the odds tool
        assert expected_damage(position.state, aim) == damage
        assert expected_damage(position.state, aim, known=False) == 12


@pytest.mark.rule("hex100.armour-reactive")
def test_charges_show_on_a_unit_in_sight() -> None:
    position = hammered()
    (piece,) = [piece for piece in view(position.state, "red", ()).pieces if piece.side == "blue"]
    assert [(track.now, track.full) for track in piece.tracks if track.name == "Reactive armour"] == [(4, 4)]
