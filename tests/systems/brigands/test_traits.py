"""A1.1: traits of models that change dice, results, Rerolls and damage."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import DiceSource, all_outcomes
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.advice.attack_odds import odds_of_strike
from gearlock.systems.brigands.attacks.attack import Attack, free_defence_rerolls, strikes_of
from gearlock.systems.brigands.attacks.modifiers import Strike, duel_of
from gearlock.systems.brigands.command import Reroll, Rerolled
from gearlock.systems.brigands.damage import Damaged, damage_felt
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, TOP_SPEED, WRECK, State
from systems.brigands.company import Side, company
from systems.brigands.field import NORTH, SOUTH, WEST, again, give, lay, remodel
from systems.brigands.shooting import facing, fire, lines


@pytest.mark.rule("brigands.trait.stable")
@pytest.mark.parametrize(("posture", "dice"), [(COMBAT_SPEED, 1), (TOP_SPEED, 1), (BRACED, 0)])
def test_stable_models_attack_with_a_die_more_on_the_move(posture: str, dice: int) -> None:
    battle = facing(10, posture=posture)
    remodel(battle.state.units["red-1"], traits=("Stable",))
    remodel(battle.state.units["blue-1"], traits=("Stable",))
    attack, defence = lines(battle, fire())
    assert attack.get("Stable", 0) == dice
    assert "Stable" not in defence


@pytest.mark.rule("brigands.trait.ann")
def test_a_neural_net_adds_to_the_result_of_attack_and_defence() -> None:
    battle = facing(10)
    for name in ("red-1", "blue-1"):
        remodel(battle.state.units[name], traits=("ANN",))
    unit = battle.state.units["red-1"]
    pools = duel_of(battle.state, strikes_of(battle.state, unit, unit.line.weapons["LAC"], fire())[0]).pools
    assert (pools.attack_modifier, pools.defence_modifier) == (1, 1)


def _minds() -> State:
    """A near-mind of the second group seven inches from its leader, far from the Force Commander."""
    red: Side = [[("hunter/foc", 10, 10)], [("hunter/cgl", 30, 10), ("hunter", 37.182, 10)]]
    battle = company(red, [[("hunter/foc", 37, 20)]])
    remodel(battle.state.units["red-3"], traits=("NAI",))
    return battle.state


def _lonely(state: State) -> tuple[bool, bool]:
    """Whether it suffers attacking, and defending."""
    red, blue = state.units["red-3"], state.units["blue-1"]
    there = strikes_of(state, red, red.line.weapons["LAC"], Attack("red-3", "LAC", "Ballistic", ("blue-1",)))[0]
    back = strikes_of(state, blue, blue.line.weapons["LAC"], Attack("blue-1", "LAC", "Ballistic", ("red-3",)))[0]
    return duel_of(state, there).pools.attack_modifier == -1, duel_of(state, back).pools.defence_modifier == -1


@pytest.mark.rule("brigands.trait.nai", "brigands.7.3")
def test_a_near_mind_out_of_formation_suffers_in_every_opposed_roll() -> None:
    state = _minds()
    assert _lonely(state) == (False, False)
    state.units["red-3"].x += 1
    assert _lonely(state) == (True, True)
    remodel(state.units["red-3"], traits=())
    assert _lonely(state) == (False, False)


@pytest.mark.rule("brigands.trait.nai", "brigands.7.3-foc")
def test_the_force_commander_s_formation_is_enough_for_a_near_mind() -> None:
    state = _minds()
    state.units["red-2"].status = WRECK
    assert _lonely(state) == (True, True)
    state.units["red-1"].x = 34_000
    assert _lonely(state) == (False, False)


@pytest.mark.rule("brigands.trait.ncm")
def test_a_command_matrix_guides_near_minds_as_far_as_its_rating() -> None:
    state = _minds()
    state.units["red-3"].x += 1
    remodel(state.units["red-1"], traits=("NCM:6",))
    state.units["red-1"].x, state.units["red-1"].rank = 37_183 - 7_182, ""
    assert _lonely(state) == (False, False)
    state.units["red-1"].x -= 1
    assert _lonely(state) == (True, True)
    remodel(state.units["red-1"], traits=("NCM:12",))
    assert _lonely(state) == (False, False)


@pytest.mark.rule("brigands.trait.shield")
@pytest.mark.parametrize(("turned", "dice"), [(SOUTH, 2), (WEST, 2), (NORTH, 0)])
def test_a_shield_helps_against_what_comes_through_the_front_arc(turned: int, dice: int) -> None:
    battle = facing(10)
    target = battle.state.units["blue-1"]
    remodel(target, traits=("Shield:2",))
    target.facing = turned
    assert lines(battle, fire())[1].get("Shield:2", 0) == dice


@pytest.mark.rule("brigands.trait.shield")
def test_a_shield_is_no_help_against_indirect_fire_and_spray_but_helps_in_melee() -> None:
    battle = facing(0)
    remodel(battle.state.units["blue-1"], traits=("Shield:1",))
    remodel(battle.state.units["red-1"], weapons=("LRP", "LAC (Spray)", "LVB"))
    assert "Shield:1" not in lines(battle, fire("LRP", "Indirect"))[1]
    assert "Shield:1" not in lines(battle, fire())[1]
    assert lines(battle, fire("LVB", "Melee"))[1]["Shield:1"] == 1


@pytest.mark.rule("brigands.trait.shield", "brigands.5.5c")
def test_a_back_attack_in_melee_goes_around_the_shield() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 11.3, 10.2, NORTH)])
    target = battle.state.units["blue-1"]
    remodel(target, traits=("Shield:1",))
    give(battle, Activate("red-1", COMBAT_SPEED))
    attack, defence = lines(battle, fire("LVB", "Melee"))
    assert "Back Attack" in attack
    assert "Shield:1" not in defence


@pytest.mark.rule("brigands.trait.field-armor")
@given(st.integers(0, 12))
def test_field_armor_takes_one_point_but_never_the_last(damage: int) -> None:
    unit = lay([("hunter", 10, 10, NORTH)]).state.units["red-1"]
    assert damage_felt(unit.line.weapons["LAC"], unit, damage) == damage
    remodel(unit, traits=("Field Armor",))
    assert damage_felt(unit.line.weapons["LAC"], unit, damage) == (damage if damage <= 1 else damage - 1)


@pytest.mark.rule("brigands.trait.field-armor")
def test_field_armor_counts_in_an_attack_and_in_its_odds() -> None:
    start = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 30, SOUTH)])
    remodel(start.state.units["blue-1"], traits=("Field Armor",))
    start.state.units["blue-1"].actions = 0
    start = again(start)
    give(start, Activate("red-1", TOP_SPEED))
    state, unit = start.state, start.state.units["red-1"]
    order = Attack("red-1", "LAC", "Ballistic", ("blue-1",))
    strike = strikes_of(state, unit, unit.line.weapons["LAC"], order)[0]

    def run(source: DiceSource) -> int:
        battle = Battle.begin(SYSTEM, start.setup, source, state.clone())
        events = battle.answer("red", order)
        return sum(event.damage for event in events if isinstance(event, Damaged))

    exact = odds_of_strike(state, strike).exact
    assert all_outcomes(run) == {damage: Fraction(weight, exact.total) for damage, weight in exact.damage.items()}
    assert max(exact.damage) == 4


def _bombarded(weapon: str, category: str, *dice: tuple[int, ...]) -> Battle[State]:
    """Red shoots at a model that stands six inches from a friend with an Anti-Missile System."""
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 25, SOUTH), ("hunter", 17.182, 25, SOUTH)])
    remodel(battle.state.units["red-1"], weapons=("LRP", "LATM", "LAC"))
    remodel(battle.state.units["blue-2"], traits=("AMS",))
    for unit in ("blue-1", "blue-2"):
        battle.state.units[unit].actions = 0
    battle = again(battle, *dice)
    give(battle, Activate("red-1", COMBAT_SPEED), Attack("red-1", weapon, category, ("blue-1",)))
    return battle


@pytest.mark.rule("brigands.trait.ams", "brigands.1.2i")
def test_an_anti_missile_system_rerolls_once_for_friends_near_it() -> None:
    battle = _bombarded("LATM", "Missile", (1, 1), (1, 1), (2, 1))
    assert battle.waiting_for() == ("blue",)
    assert [option.label for option in battle.options("blue")] == ["Reroll: AMS", "Let it stand"]
    assert Rerolled("blue-1", "AMS") in give(battle, Reroll("blue-1"))
    assert battle.pending[0].kind == "act"


@pytest.mark.rule("brigands.trait.ams")
def test_an_anti_missile_system_is_no_help_against_guns_or_for_the_far() -> None:
    battle = _bombarded("LAC", "Ballistic", (1, 1, 1), (6, 6))
    assert battle.pending[0].kind == "act"
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 25, SOUTH), ("hunter", 17.183, 25, SOUTH)])
    remodel(battle.state.units["red-1"], weapons=("LATM",))
    remodel(battle.state.units["blue-2"], traits=("AMS",))
    battle.state.units["blue-1"].actions = battle.state.units["blue-2"].actions = 0
    battle = again(battle, (1, 1), (6, 6))
    give(battle, Activate("red-1", COMBAT_SPEED), Attack("red-1", "LATM", "Missile", ("blue-1",)))
    assert battle.pending[0].kind == "act"


@pytest.mark.rule("brigands.trait.ams")
@pytest.mark.parametrize(("carrier", "helped"), [("blue-1", True), ("blue-2", True), ("red-1", False)])
def test_an_anti_missile_system_helps_its_own_side_while_it_works(carrier: str, helped: bool) -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 14, SOUTH), ("hunter", 13, 14, SOUTH)])
    state = battle.state
    remodel(state.units[carrier], traits=("AMS (Aux)",))
    strike = Strike("red-1", "LRP", "Indirect", "blue-1", True)
    assert free_defence_rerolls(state, strike) == (["AMS"] if helped else [])
    state.units[carrier].hull = 0
    assert free_defence_rerolls(state, strike) == []
    state.units[carrier].hull = 4
    state.units[carrier].status = WRECK
    assert "AMS" not in free_defence_rerolls(state, strike)
