"""8.3d, 8.3e and 8.4d: ECM Defense, the phase for it, and Disable Defense."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.systems.brigands.attacks.attack import Attack, SnapFire, strikes_of
from gearlock.systems.brigands.attacks.modifiers import duel_of
from gearlock.systems.brigands.damage import harm_of
from gearlock.systems.brigands.electronic_warfare.contests import (
    DefenseLost,
    DefenseRaised,
    DisableDefense,
    RaiseDefense,
)
from gearlock.systems.brigands.electronic_warfare.ecm_and_eccm import disabling
from gearlock.systems.brigands.rounds import Activate, ChooseFirst, EndActivation
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, State
from systems.brigands.company import Side
from systems.brigands.field import again, alter, code, give, ground, kinds, mil, piece, remodel
from systems.brigands.signals import wired

RED: Side = [[("hunter/foc", 10, 10), ("hunter", 12, 10)]]
BLUE: Side = [[("hunter/foc", 10, 22), ("hunter", 12, 22)]]
LABEL = "ECM Defense"


def _active(dice: Iterable[Iterable[int]] = (), **traits: str) -> Battle[State]:
    battle = wired(RED, BLUE, **traits)
    for name in ("blue-1", "blue-2"):
        battle.state.units[name].used = list(battle.state.units[name].line.weapons)
    battle = again(battle, *dice)
    give(battle, Activate("red-1", COMBAT_SPEED))
    return battle


def _guard(battle: Battle[State], weapon: str, category: str) -> dict[str, int]:
    """The defence lines of blue-1 against red-1 with a weapon."""
    order = Attack("red-1", weapon, category, ("blue-1",))
    unit = battle.state.units["red-1"]
    strike = strikes_of(battle.state, unit, unit.line.weapons[weapon], order)[0]
    return {line.label.split(":")[0]: line.value for line in duel_of(battle.state, strike).defence}


@pytest.mark.rule("brigands.8.3d", "brigands.5.5b", "brigands.trait.ecm")
def test_the_strongest_defense_within_six_inches_gives_its_dice_and_counts_for_its_bearer() -> None:
    battle = wired(RED, BLUE, blue_1="ECM:1", blue_2="ECM:2")
    near, friend = battle.state.units["blue-1"], battle.state.units["blue-2"]
    assert LABEL not in _guard(battle, "LAC", "Ballistic")
    near.jamming = True
    assert _guard(battle, "LAC", "Ballistic")[LABEL] == 1
    friend.jamming = True
    assert _guard(battle, "LAC", "Ballistic")[LABEL] == 2
    friend.x = near.x + mil(6 + 1.182)
    assert _guard(battle, "LAC", "Ballistic")[LABEL] == 2
    friend.x += 1
    assert _guard(battle, "LAC", "Ballistic")[LABEL] == 1
    near.jamming = False
    assert LABEL not in _guard(battle, "LAC", "Ballistic")


@pytest.mark.rule("brigands.8.3d")
def test_the_defense_of_the_enemy_is_no_help() -> None:
    battle = wired(RED, BLUE, red_1="ECM:2")
    battle.state.units["red-1"].jamming = True
    battle.state.units["blue-1"].y = battle.state.units["red-1"].y + mil(2)
    assert LABEL not in _guard(battle, "LAC", "Ballistic")


@pytest.mark.rule("brigands.8.3d", "brigands.wtrait.spray", "brigands.5.4a", "brigands.5.4b", "brigands.5.5b")
def test_areas_blasts_sprays_and_melee_take_no_notice_of_it() -> None:
    battle = wired(RED, BLUE, red_1="", blue_1="ECM:2, Agile")
    red, blue = battle.state.units["red-1"], battle.state.units["blue-1"]
    blue.jamming = True
    weapons = ("LAC", "MAC (AE:3)", "HAC (Blast:3)", "VLAC (Spray)", "LVB", "MAC (AE:3, Blast:3)")
    remodel(red, weapons=weapons)
    blue.y = red.y + mil(1.182)
    plain, area, blast, spray, blade, both = red.line.weapons
    assert _guard(battle, plain, "Ballistic")[LABEL] == 2
    for weapon in (area, blast, spray, both):
        assert LABEL not in _guard(battle, weapon, "Ballistic"), weapon
    assert LABEL not in _guard(battle, blade, "Melee")


@pytest.mark.rule("brigands.wtrait.blast", "brigands.wtrait.ae", "brigands.trait.agile", "brigands.8.3d")
def test_of_area_and_blast_both_ignore_the_defense_but_only_blast_ignores_agile() -> None:
    battle = wired(RED, BLUE, red_1="", blue_1="ECM:2, Agile")
    red, blue = battle.state.units["red-1"], battle.state.units["blue-1"]
    blue.jamming = True
    remodel(red, weapons=("LAC", "MAC (AE:3)", "HAC (Blast:3)", "MAC (AE:3, Blast:3)"))
    agile = {
        weapon.id: (harm_of(weapon, blue.line).least, LABEL in _guard(battle, weapon.id, "Ballistic"))
        for weapon in red.line.weapons.values()
    }
    assert list(agile.values()) == [(1, True), (1, False), (0, False), (0, False)]


@pytest.mark.rule("brigands.8.3d", "brigands.8.1b")
def test_an_active_model_spends_an_action_and_draws_fire_that_the_token_does_not_stop() -> None:
    battle = wired(RED, BLUE, red_1="ECM:2")
    battle.state.units["blue-2"].actions = 0
    battle = again(battle, (2, 1, 1), (6, 1))
    give(battle, Activate("red-1", COMBAT_SPEED))
    events = give(battle, RaiseDefense("red-1"))
    assert battle.pending[0].kind == "snap"
    events = give(battle, SnapFire("blue-1", "LAC", "Ballistic"))
    assert kinds(events)[-2:] == ["DefenseRaised", "ExchangeEnded"]
    unit = battle.state.units["red-1"]
    assert (unit.jamming, unit.actions) == (True, 0)
    unit.actions = 1
    assert code(battle, RaiseDefense("red-1")) == "raised"
    assert any(
        token.name.startswith("ECM Defense:")
        for p in battle.view("red").pieces
        for token in p.tokens
        if p.id == "red-1"
    )


@pytest.mark.rule("brigands.8.3d", "brigands.wtrait.aux")
def test_a_model_that_loses_its_ecm_loses_the_token_for_good() -> None:
    battle = _active(blue_1="ECM:2")
    target = battle.state.units["blue-1"]
    target.jamming = True
    alter(target, auxiliary=frozenset({"ECM"}))
    target.hull = 1
    assert _guard(battle, "LAC", "Ballistic")[LABEL] == 2
    battle = again(battle, (3, 1, 1), (1, 1, 1, 1))
    events = give(battle, Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    assert DefenseLost("blue-1") in events
    assert not battle.state.units["blue-1"].jamming


@pytest.mark.rule("brigands.8.3d", "brigands.5.6d")
def test_a_destroyed_model_has_no_token() -> None:
    battle = _active(blue_1="ECM:2")
    target = battle.state.units["blue-1"]
    target.jamming, target.hull, target.structure = True, 0, 1
    battle = again(battle, (6, 6, 6), (1, 1, 1))
    give(battle, Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    assert not battle.state.units["blue-1"].jamming


@pytest.mark.rule("brigands.8.4d", "brigands.trait.eccm", "brigands.1.2c")
@pytest.mark.parametrize(("theirs", "works"), [((5, 1), True), ((6, 1), False)])
def test_disable_defense_rolls_four_dice_against_ecm_and_one(theirs: tuple[int, int], works: bool) -> None:
    battle = _active([(5, 1, 1, 1), theirs], red_1="ECCM", blue_1="ECM:1")
    battle.state.units["blue-1"].jamming = True
    events = give(battle, DisableDefense("red-1", "blue-1"))
    assert (DefenseLost("blue-1", "red-1") in events) is works
    assert battle.state.units["blue-1"].jamming is not works
    assert battle.state.units["red-1"].actions == 0


@pytest.mark.rule("brigands.8.4d")
def test_disable_defense_needs_eccm_a_token_and_sensor_lock() -> None:
    battle = _active(red_1="ECCM", blue_1="ECM:1")
    order, target = DisableDefense("red-1", "blue-1"), battle.state.units["blue-1"]
    assert code(battle, order) == "no-defense"
    target.jamming = True
    assert code(battle, order) == ""
    target.y = mil(10 + 12 + 1.182) + 1
    assert code(battle, order) == "lock"
    assert code(_active(red_1="ECM:1"), order) == "trait"
    assert code(battle, DisableDefense("red-1", "red-2")) == "target"


@pytest.mark.rule("brigands.8.4d", "brigands.8.3d")
def test_cover_but_neither_the_defense_nor_eccm_guards_against_being_disabled() -> None:
    battle = _active(red_1="ECCM", blue_1="ECM:2, ECCM")
    battle.state.units["blue-1"].jamming = True
    assert disabling(battle.state, "red-1", "blue-1").pools[:2] == (4, 3)
    battle.state.units["red-1"].posture = BRACED
    battle.state.units["blue-1"].overwatch = 1
    assert disabling(battle.state, "red-1", "blue-1").pools[:2] == (5, 2)
    battle.state.ground = ground(piece("instance", 5, 17, 20, 20, 9.0))
    assert disabling(battle.state, "red-1", "blue-1").pools[:2] == (5, 4)


def _round(dice: Iterable[Iterable[int]] = ((6, 1),), **traits: str) -> Battle[State]:
    """The next Round begins: Initiative for red, Setup, and what follows."""
    battle = wired(RED, BLUE, **traits)
    battle.state.phase, battle.state.turn, battle.state.winner = "initiative", "", ""
    return again(battle, *dice)


@pytest.mark.rule("brigands.1.8-ecm", "brigands.8.3e", "brigands.1.8")
def test_the_winner_of_initiative_says_who_begins_and_both_take_turns() -> None:
    battle = _round(red_1="ECM:1", red_2="ECM:2", blue_1="ECM:1")
    assert (battle.state.phase, battle.view("red").phase) == ("ecm", "ECM Defense")
    assert (battle.waiting_for(), battle.pending[0].kind) == (("red",), "first")
    give(battle, ChooseFirst("blue"))
    assert (battle.waiting_for(), battle.pending[0].kind) == (("blue",), "defense")
    assert code(battle, RaiseDefense("blue-2")) == "trait"
    assert code(battle, RaiseDefense("red-1")) == "unit"
    assert DefenseRaised("blue-1", "red") in give(battle, RaiseDefense("blue-1"))
    assert battle.waiting_for() == ("red",)
    give(battle, RaiseDefense("red-2"))
    assert battle.waiting_for() == ("red",)
    assert battle.pending[0].kind == "defense"
    give(battle, Decline())
    assert (battle.state.phase, battle.pending[0].kind) == ("action", "first")
    give(battle, ChooseFirst("red"), Activate("red-2", COMBAT_SPEED))
    unit = battle.state.units["red-2"]
    assert (unit.jamming, unit.actions) == (True, 0)


@pytest.mark.rule("brigands.8.3e")
def test_who_has_passed_may_come_back_while_the_other_goes_on_and_two_passes_end_it() -> None:
    battle = _round(red_1="ECM:1", red_2="ECM:1", blue_1="ECM:1")
    give(battle, ChooseFirst("red"), Decline())
    assert battle.waiting_for() == ("blue",)
    give(battle, RaiseDefense("blue-1"))
    assert (battle.waiting_for(), battle.pending[0].kind) == (("red",), "defense")
    give(battle, RaiseDefense("red-1"))
    assert (battle.waiting_for(), battle.pending[0].kind) == (("red",), "defense")
    battle = _round(red_1="ECM:1", blue_1="ECM:1")
    give(battle, ChooseFirst("red"), Decline(), Decline())
    assert battle.state.phase == "action"


@pytest.mark.rule("brigands.1.8-ecm", "brigands.8.3e")
def test_where_nobody_has_ecm_there_is_no_such_phase_and_one_side_alone_is_not_asked_who_begins() -> None:
    battle = _round()
    assert (battle.state.phase, battle.pending[0].kind) == ("action", "first")
    battle = _round(blue_1="ECM:1")
    assert (battle.waiting_for(), battle.pending[0].kind) == (("blue",), "defense")
    give(battle, RaiseDefense("blue-1"))
    assert (battle.state.phase, battle.waiting_for()) == ("action", ("red",))


@pytest.mark.rule("brigands.8.3e", "brigands.6.2")
def test_in_its_phase_nobody_is_active_so_nobody_snaps_and_kept_overwatch_pays_too() -> None:
    battle = _round(red_1="ECM:1")
    battle.state.units["red-1"].actions, battle.state.units["red-1"].overwatch = 0, 1
    events = give(battle, RaiseDefense("red-1"))
    assert "SnapFireDeclared" not in kinds(events)
    assert battle.state.units["red-1"].overwatch == 0
    assert battle.pending[0].kind == "first"


@pytest.mark.rule("brigands.1.8-setup", "brigands.8.3d")
def test_setup_takes_all_tokens_off() -> None:
    battle = wired(RED, BLUE, red_1="ECM:1")
    battle.state.units["red-1"].jamming = battle.state.units["red-1"].haywire = True
    battle.state.phase, battle.state.turn, battle.state.winner = "initiative", "", ""
    battle = again(battle, (1, 6))
    unit = battle.state.units["red-1"]
    assert (unit.jamming, unit.haywire) == (False, False)
    assert battle.pending[0].kind == "defense"


@pytest.mark.rule("brigands.8.3d", "brigands.8.3e")
def test_previews_count_the_friends_it_would_cover() -> None:
    battle = _active(red_1="ECM:2")
    shown = battle.preview("red", RaiseDefense("red-1"))
    assert shown.notes == ("+2D6 against ranged attacks for 2 models",)
    assert shown.gives > 0
    assert shown.ends is not None
    battle.state.units["red-2"].x += mil(20)
    assert battle.preview("red", RaiseDefense("red-1")).gives < shown.gives
    give(battle, EndActivation("red-1"))
    battle.state.units["red-1"].jamming = True
    assert battle.preview("red", RaiseDefense("red-1")).gives == 0
