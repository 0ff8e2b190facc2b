"""Siege mode, artillery fire control, and guns that are more than their stat lines."""

from __future__ import annotations

import pytest

from gearlock.systems.hex100.advice.previews import PREVIEWS
from gearlock.systems.hex100.attacks.attack import (
    Attack,
    Bombard,
    EnterSiege,
    HoldBack,
    LeaveSiege,
    PlotFire,
    Scattered,
    accuracy_modifiers,
    take_aim,
    tracking,
)
from gearlock.systems.hex100.damage.damage import critical_damage, reduction_modifiers
from gearlock.systems.hex100.damage.units_hit import Struck
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.forces.cards import Weapon
from gearlock.systems.hex100.movement.moving import Move
from gearlock.systems.hex100.shown.view import view
from gearlock.systems.hex100.turns import EndTurn, Focus
from gearlock.systems.hex100.weapons import refuse_volley, scatter_cut
from systems.hex100.kit import E, Position, W, at, code, events, machine, plain

RAMPART = machine("rampart", ["rampart-siege-cannon"], [], ["siege-stabilizers"])
HOWITZER = machine("cobra-ka1", ["light-howitzer"], ["artillery-fcs"])
ONAGER = machine("onager-mk2", ["onager-siege-cannon"], ["onager-siege-cannon"])
LORD = machine("lord-mk2", [], ["mk2-gj-lancer-cannon"])
CLOUDBURST = machine("cloudburst-agcv", ["rain-maker-tank-gun"])
FAT_MANN = machine("fat-mann", ["railgun"], [], ["composite-armour-heavy"])
TARGET = machine("crocodile-mk2")
TEGU = "tegu-siege"
CANNON = "rampart-siege-cannon"


def rampart(away: int = 6) -> Position:
    return Position(plain(), [(RAMPART, (0, 4), E)], [(TARGET, (away, 4), W)])


def weapon(position: Position, token: str, unit: str = "red-1") -> Weapon:
    found = find_weapon(position.state, position.unit(unit), token)
    assert found is not None
    return found[1]


def values(position: Position, token: str) -> list[int]:
    red, blue = position.unit("red-1"), position.unit("blue-1")
    aim = take_aim(position.state, red, weapon(position, token), blue, blue.hex)
    return [line.value for line in accuracy_modifiers(position.state, aim)]


@pytest.mark.rule("hex100.siege-stabilizers")
def test_siege_mode_is_a_move_action_that_steadies_artillery_and_reaches_farther() -> None:
    position = rampart()
    assert (values(position, CANNON), weapon(position, CANNON).range) == ([], 6)
    battle = position.play()
    battle.answer("red", EnterSiege("red-1"))
    unit = battle.state.units["red-1"]
    assert unit.sieging
    assert unit.pool["wildcard"] == 0
    assert (values(position, CANNON), weapon(position, CANNON).range) == ([10], 9)


@pytest.mark.rule("hex100.siege-stabilizers", "hex100.stat-range")
@pytest.mark.parametrize(
    ("away", "sieging", "refused"), [(6, False, ""), (7, False, "out"), (9, True, ""), (10, True, "out")]
)
def test_the_siege_cannon_reaches_three_hexes_more_in_siege_mode(away: int, sieging: bool, refused: str) -> None:
    position = Position(plain(), [(RAMPART, (0, 4), E), (TARGET, (4, 3), E)], [(TARGET, (away, 4), W)])
    position.unit("red-1").sieging = sieging
    contact = position.state.contacts["red"]["blue-1"]
    assert code(position.play(), "red", Attack("red-1", (CANNON,), contact))[:3] == refused


@pytest.mark.rule("hex100.siege-stabilizers")
def test_in_siege_mode_nothing_moves_and_it_is_left_before_the_first_action_only() -> None:
    position = rampart()
    position.unit("red-1").sieging = True
    position.unit("red-1").pool = {"move": 1, "attack": 1, "utility": 1}
    battle = position.play((0,), (99,), (0,))
    assert code(battle, "red", Move("red-1", (at(1, 4),), E)) == "in-siege-mode"
    assert code(battle, "red", Move("red-1", (), W)) == "in-siege-mode"
    assert code(battle, "red", HoldBack("red-1", "move")) == "in-siege-mode"
    assert code(battle, "red", EnterSiege("red-1")) == "in-siege-mode"
    assert code(battle, "red", LeaveSiege("red-1")) == ""
    battle.answer("red", Bombard("red-1", CANNON, *at(5, 4)))
    assert code(battle, "red", LeaveSiege("red-1")) == "too-late"


@pytest.mark.rule("hex100.siege-stabilizers")
def test_siege_mode_lasts_until_it_is_left() -> None:
    battle = rampart(15).play()
    assert code(battle, "red", LeaveSiege("red-1")) == "not-in-siege-mode"
    battle.answer("red", EnterSiege("red-1"))
    battle.answer("red", EndTurn("red-1"))
    battle.answer("blue", Focus("blue-1"))
    battle.answer("blue", EndTurn("blue-1"))
    assert battle.state.turn == 2
    assert battle.state.units["red-1"].sieging
    battle.answer("red", LeaveSiege("red-1"))
    assert battle.state.units["red-1"].pool["wildcard"] == 1
    assert code(battle, "red", Move("red-1", (at(1, 4),), E)) == ""


@pytest.mark.rule("hex100.siege-stabilizers")
def test_without_stabilizers_that_hold_there_is_no_siege_mode() -> None:
    position = rampart()
    position.unit("red-1").hurt[2] = 3
    assert code(position.play(), "red", EnterSiege("red-1")) == "no-stabilizers"
    position = rampart()
    position.unit("red-1").hurt[2] = 3
    position.unit("red-1").sieging = True
    assert (values(position, CANNON), weapon(position, CANNON).range) == ([], 6)


@pytest.mark.rule("hex100.siege-stabilizers", "hex100.blast-scatter")
@pytest.mark.parametrize(("sieging", "rolled", "astray"), [(False, 1, 1), (True, 1, 0), (True, 2, 1)])
def test_in_siege_mode_shells_go_a_hex_less_astray(sieging: bool, rolled: int, astray: int) -> None:
    position = rampart(4)
    position.unit("red-1").sieging = sieging
    battle = position.play((99,), (4,), (rolled,))
    battle.answer("red", Attack("red-1", (CANNON,), "contact-1"))
    assert [event.distance for event in events(battle, Scattered)] == [astray]
    assert [event.damage for event in events(battle, Struck)] == [6]


@pytest.mark.rule("hex100.fcs-artillery")
def test_artillery_fire_control_is_a_utility_action_for_the_turn() -> None:
    position = Position(plain(), [(HOWITZER, (0, 4), E)], [(TARGET, (6, 4), W)])
    assert values(position, "light-howitzer") == []
    battle = position.play((99,), (4,), (1,))
    battle.answer("red", PlotFire("red-1"))
    assert battle.state.units["red-1"].pool["wildcard"] == 0
    assert values(position, "light-howitzer") == [20]
    assert values(position, "universal-melee-attack") == []
    assert code(battle, "red", PlotFire("red-1")) == "plotted"
    battle.answer("red", Attack("red-1", ("light-howitzer",), "contact-1"))
    assert [event.distance for event in events(battle, Scattered)] == [0]
    battle.answer("red", EndTurn("red-1"))
    assert battle.state.units["red-1"].plotted
    battle.answer("blue", Focus("blue-1"))
    battle.answer("blue", EndTurn("blue-1"))
    assert not battle.state.units["red-1"].plotted


@pytest.mark.rule("hex100.fcs-artillery")
def test_hacked_fire_control_works_nothing_out() -> None:
    position = Position(plain(), [(HOWITZER, (0, 4), E)], [(TARGET, (6, 4), W)])
    position.unit("red-1").hacked = True
    assert code(position.play(), "red", PlotFire("red-1")) == "no-fire-control"
    position = Position(plain(), [(HOWITZER, (0, 4), E)], [(TARGET, (6, 4), W)])
    position.unit("red-1").hacked = position.unit("red-1").plotted = True
    assert values(position, "light-howitzer") == []


@pytest.mark.rule("hex100.siege-stabilizers", "hex100.fcs-artillery")
def test_previews_are_worth_what_they_add_and_siege_mode_is_seen() -> None:
    position = rampart(7)
    assert PREVIEWS.preview(position.state, "red", EnterSiege("red-1")).gives == 0
    position = Position(plain(), [(RAMPART, (0, 4), E), (TARGET, (4, 3), E)], [(TARGET, (7, 4), W)])
    assert PREVIEWS.preview(position.state, "red", EnterSiege("red-1")).gives > 0
    position = Position(plain(), [(HOWITZER, (0, 4), E)], [(TARGET, (6, 4), W)])
    assert PREVIEWS.preview(position.state, "red", PlotFire("red-1")).gives > 0
    position = rampart(4)
    position.unit("red-1").sieging = True
    tokens = [
        token.name for piece in view(position.state, "blue", ()).pieces if piece.side == "red" for token in piece.tokens
    ]
    assert tokens == ["siege mode"]


@pytest.mark.rule("hex100.onager-fcs", "hex100.linked-fire")
def test_an_onager_fires_the_artillery_of_both_arms_together_under_fire_control() -> None:
    position = Position(plain(), [(ONAGER, (0, 4), E)], [(TARGET, (5, 4), W)])
    pair = ("onager-siege-cannon", "onager-siege-cannon#2")
    assert refuse_volley(position.state, position.unit("red-1"), pair) is not None
    position.unit("red-1").focus = "fire-control"
    assert refuse_volley(position.state, position.unit("red-1"), pair) is None
    assert weapon(position, pair[0]).has("linked")
    cobra = Position(plain(), [(HOWITZER, (0, 4), E)], [(TARGET, (5, 4), W)])
    assert not weapon(cobra, "light-howitzer").has("linked")


@pytest.mark.rule("hex100.terminal-velocity", "hex100.attr-armour-penetration")
@pytest.mark.parametrize(("away", "ignored"), [(4, 0), (6, 0), (7, 4), (10, 4)])
def test_a_lancer_shell_pierces_more_beyond_six_hexes(away: int, ignored: int) -> None:
    position = Position(plain(), [(LORD, (0, 4), E)], [(FAT_MANN, (away, 4), W)])
    gun = weapon(position, "mk2-gj-lancer-cannon")
    lines = reduction_modifiers(position.state, position.unit("blue-1"), gun, "impact", at(0, 4))
    assert sum(line.value for line in lines if line.label == "armour penetration") == ignored


@pytest.mark.rule("hex100.minimum-range", "hex100.terminal-velocity")
@pytest.mark.parametrize(("away", "refused"), [(3, "too-near"), (4, "")])
def test_a_lancer_cannot_hit_nearer_than_four_hexes(away: int, refused: str) -> None:
    position = Position(plain(), [(LORD, (0, 4), E)], [(TARGET, (away, 4), W)])
    assert code(position.play(), "red", Attack("red-1", ("mk2-gj-lancer-cannon",), "contact-1")) == refused


@pytest.mark.rule("hex100.rain-maker-fcs", "hex100.attr-tracking")
@pytest.mark.parametrize(("harm", "bonus"), [("", 20), ("hacked", 0), ("shocked", 0)])
def test_a_rain_maker_tracks_unless_hacked_or_in_shock(harm: str, bonus: int) -> None:
    position = Position(plain(), [(CLOUDBURST, (0, 4), E)], [(TARGET, (5, 4), W)])
    red, blue = position.unit("red-1"), position.unit("blue-1")
    red.lock = "blue-1"
    if harm:
        setattr(red, harm, True)
    aim = take_aim(position.state, red, weapon(position, "rain-maker-tank-gun"), blue, blue.hex)
    assert tracking(position.state, aim) == bonus


@pytest.mark.rule("hex100.rain-maker-fcs", "hex100.attr-blast")
def test_intelligent_fragments_spare_friends() -> None:
    position = Position(plain(), [(CLOUDBURST, (0, 4), E), (TARGET, (5, 5), E)], [(TARGET, (6, 4), W)])
    order = Bombard("red-1", "rain-maker-tank-gun", *at(5, 4))
    assert PREVIEWS.preview(position.state, "red", order).risks == 0
    battle = position.play((0, 0))
    battle.answer("red", order)
    assert {event.unit for event in events(battle, Struck)} == {"blue-1"}


@pytest.mark.rule("hex100.rear-exhaust")
@pytest.mark.parametrize(
    ("origin", "kept", "critical"), [((2, 4), 0, 3), ((14, 4), 5, 2), ((4, 0), 4, 2), ((5, 4), 0, 3)]
)
def test_exhaust_ports_have_no_armour_and_suffer_more(origin: tuple[int, int], kept: int, critical: int) -> None:
    position = Position(plain(), [(TARGET, (0, 0), E)], [(FAT_MANN, (8, 4), E)])
    blue = position.unit("blue-1")
    gun = weapon(position, "railgun", "blue-1")
    lines = reduction_modifiers(position.state, blue, None, "piercing", at(*origin))
    assert -sum(line.value for line in lines) == kept
    assert critical_damage(position.state, blue, gun, True, at(*origin)) == critical
    assert critical_damage(position.state, blue, gun, False, at(*origin)) == 0


@pytest.mark.rule("hex100.rear-exhaust")
def test_what_comes_from_above_misses_the_exhaust() -> None:
    position = Position(plain(), [(TARGET, (0, 0), E)], [(FAT_MANN, (8, 4), E)])
    lines = reduction_modifiers(position.state, position.unit("blue-1"), None, "piercing", at(2, 4), from_above=True)
    assert -sum(line.value for line in lines) == 3


@pytest.mark.rule("hex100.siege-stabilizers", "hex100.fcs-artillery", "hex100.modifier-stacking")
def test_siege_mode_and_fire_control_together_are_no_better_than_the_better_of_them() -> None:
    both = machine("rampart", [CANNON], ["artillery-fcs"], ["siege-stabilizers"])
    position = Position(plain(), [(both, (0, 4), E)], [(TARGET, (6, 4), W)])
    unit = position.unit("red-1")
    unit.sieging = unit.plotted = True
    assert values(position, CANNON) == [20]
    assert scatter_cut(position.state, unit, weapon(position, CANNON)) == 1
