"""The odds a player is shown against everything the engine does when every die falls every way."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import DiceSource, all_outcomes
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.advice.attack_odds import odds_of_strike
from gearlock.systems.brigands.attacks.attack import Attack, strikes_of
from gearlock.systems.brigands.damage import Damaged
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, GONE, WRECK, State
from systems.brigands.field import NORTH, SOUTH, again, give, lay, remodel

SHOT = Attack("red-1", "LPZ", "Ballistic", ("blue-1",))


def _laid(weapon: str, **target: object) -> Battle[State]:
    """One die against one: a shot from too near at a Braced target without weapons."""
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 15, SOUTH), ("hunter", 46, 46, SOUTH)])
    remodel(battle.state.units["red-1"], weapons=(weapon,))
    remodel(battle.state.units["blue-1"], weapons=(), **target)
    battle.state.units["blue-1"].actions, battle.state.units["blue-1"].overwatch = 0, 1
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    return battle


def _played(battle: Battle[State]) -> tuple[dict[int, Fraction], Fraction]:
    """What the engine does: the chance of each damage, and of the target being destroyed or removed."""
    state = battle.state

    def run(source: DiceSource) -> tuple[int, bool]:
        fight = Battle.begin(SYSTEM, battle.setup, source, state.clone())
        events = fight.answer("red", SHOT)
        gone = (GONE,) if state.units["blue-1"].status == WRECK else (WRECK, GONE)
        damage = sum(event.damage for event in events if isinstance(event, Damaged))
        return damage, fight.state.units["blue-1"].status in gone

    found = all_outcomes(run)
    damages: dict[int, Fraction] = {}
    for (damage, _), chance in found.items():
        damages[damage] = damages.get(damage, Fraction(0)) + chance
    return damages, sum((chance for (_, out), chance in found.items() if out), Fraction(0))


def _assert_exact(battle: Battle[State]) -> dict[int, Fraction]:
    """The shown odds are the engine's, weight by weight; returns them."""
    unit = battle.state.units["red-1"]
    (strike,) = strikes_of(battle.state, unit, unit.line.weapons["LPZ"], SHOT)
    exact = odds_of_strike(battle.state, strike).exact
    damages, destroyed = _played(battle)
    assert damages == {damage: Fraction(weight, exact.total) for damage, weight in exact.damage.items() if weight}
    assert exact.destroyed is not None
    assert destroyed == Fraction(exact.destroyed, exact.total)
    card = battle.preview("red", SHOT).odds
    assert card is not None
    assert card.p_destroyed == pytest.approx(float(destroyed))
    return damages


@pytest.mark.rule("brigands.wtrait.ai", "brigands.9.1-damage", "brigands.5.6a")
@pytest.mark.parametrize(("weapon", "most"), [("LPZ", 1), ("LPZ (AI)", 4)])
def test_odds_on_infantry_know_the_cap_of_one_and_who_ignores_it(weapon: str, most: int) -> None:
    damages = _assert_exact(_laid(weapon, type="Infantry", armor=8, hull=4, structure=0))
    assert max(damages) == most


@pytest.mark.rule("brigands.wtrait.as")
@pytest.mark.parametrize(("weapon", "steps"), [("LPZ", {1, 2, 3}), ("LPZ (AS)", {2, 4, 6})])
def test_odds_on_fortifications_are_doubled_by_as(weapon: str, steps: set[int]) -> None:
    damages = _assert_exact(_laid(weapon, type="Fortification", armor=8))
    assert steps < set(damages)


@pytest.mark.rule("brigands.5.7a", "brigands.trait.agile", "brigands.trait.field-armor")
@pytest.mark.parametrize("traits", [(), ("Agile",), ("Field Armor",), ("Agile", "Field Armor")])
def test_odds_of_armor_piercing_on_the_agile_and_the_armored(traits: tuple[str, ...]) -> None:
    _assert_exact(_laid("LPZ (AP:2)", traits=traits, armor=11))


@pytest.mark.rule("brigands.5.7b-fire", "brigands.5.7b-haywire", "brigands.5.7b-corrosion")
@pytest.mark.parametrize(
    ("weapon", "target"),
    [
        ("LPZ (Fire:2)", {"armor": 8, "hull": 2, "structure": 0}),
        ("LPZ (Fire:1)", {"armor": 9, "traits": ("Resist:F",)}),
        ("LPZ (Fire:2)", {"armor": 10, "traits": ("Vuln:F", "Field Armor")}),
        ("LPZ (Fire:1)", {"armor": 10, "type": "Infantry"}),
        ("LPZ (Fire:2, AI)", {"armor": 10, "type": "Infantry", "hull": 2, "structure": 0}),
        ("LPZ (Haywire)", {"armor": 9, "hull": 1, "structure": 1}),
        ("LPZ (Haywire)", {"armor": 9, "traits": ("Field Armor (Aux)",)}),
        ("LPZ (Corrosion)", {"armor": 9, "hull": 1, "structure": 0}),
    ],
)
def test_odds_count_the_marginal_hits_of_effects(weapon: str, target: dict[str, object]) -> None:
    _assert_exact(_laid(weapon, **target))


@pytest.mark.rule("brigands.5.6e")
def test_a_wreck_is_removed_by_overkill_alone_and_a_crippled_model_cannot_be_crippled_again() -> None:
    battle = _laid("LPZ", armor=4)
    target = battle.state.units["blue-1"]
    target.hull, target.structure = 0, 2
    assert battle.preview("red", SHOT).odds.p_crippled == 0.0  # type: ignore[union-attr]
    _assert_exact(battle)
    target.structure, target.status = 0, WRECK
    _assert_exact(battle)


@pytest.mark.rule("brigands.A6.1")
@pytest.mark.parametrize("skills", [(2, 5), (5, 2), (6, 0)])
def test_odds_under_the_augment_option_are_the_engine_s(skills: tuple[int, int]) -> None:
    battle = _laid("LPZ", piloting=skills[1])
    battle.state.augment = True
    remodel(battle.state.units["red-1"], weapons=("LPZ",), gunnery=skills[0])
    _assert_exact(battle)
