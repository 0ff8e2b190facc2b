"""A6: Opposed Rolls by the Augment option."""

from __future__ import annotations

import pytest

from gearlock.kernel.errors import BadInput
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.advice.previews import expected, reroll_worth
from gearlock.systems.brigands.attacks.attack import Attack, AttackRolled, BuildingRolled, Demolish, strikes_of
from gearlock.systems.brigands.attacks.exchange import demolition_pools
from gearlock.systems.brigands.attacks.modifiers import duel_of
from gearlock.systems.brigands.battles import begin, prepare, scenarios
from gearlock.systems.brigands.book import BOOK
from gearlock.systems.brigands.buildings import standing_building
from gearlock.systems.brigands.command import Reroll
from gearlock.systems.brigands.dice import score, step_of
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, State
from systems.brigands.field import NORTH, SOUTH, again, give, ground, lay, piece, remodel
from systems.brigands.shooting import facing, fire, lines


def _augmented() -> State:
    state = lay([("hunter", 10, 10, NORTH)]).state
    state.augment = True
    return state


@pytest.mark.rule("brigands.A6", "brigands.A6.1")
def test_the_option_belongs_to_every_scenario_that_is_no_introductory_game() -> None:
    for name, scenario in scenarios().items():
        introductory = begin(prepare(name, 1, {})).introductory
        assert ("dice" in scenario.options) == (not introductory), name
        if introductory:
            with pytest.raises(BadInput, match="no option 'dice'"):
                prepare(name, 1, {"dice": "augment"})
        else:
            assert begin(prepare(name, 1, {"dice": "augment"})).augment
            assert not begin(prepare(name, 1, {"dice": "standard"})).augment
            assert not begin(prepare(name, 1, {})).augment
    with pytest.raises(BadInput, match="'dice=loaded': standard or augment"):
        prepare("command", 1, {"dice": "loaded"})


@pytest.mark.rule("brigands.A6.1")
@pytest.mark.parametrize(("skill", "target"), [(0, 7), (1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)])
def test_skills_are_target_numbers_and_go_on_beyond_the_table(skill: int, target: int) -> None:
    assert step_of(_augmented(), skill) == target
    assert step_of(lay([("hunter", 10, 10, NORTH)]).state, skill) == 4


@pytest.mark.rule("brigands.A6.1")
def test_a_skill_of_0_never_adds_and_one_of_6_always_does() -> None:
    assert score((6, 6, 6), 0, 7) == 6
    assert score((1, 1, 1), 0, 1) == 3


@pytest.mark.rule("brigands.A6.1", "brigands.1.2g")
def test_nobody_has_skill_advantage() -> None:
    battle = facing(10)
    remodel(battle.state.units["red-1"], gunnery=5)
    assert "better Gunnery" in lines(battle, fire())[0]
    battle.state.augment = True
    assert "better Gunnery" not in lines(battle, fire())[0]
    remodel(battle.state.units["blue-1"], piloting=6)
    assert "better Piloting" not in lines(battle, fire())[1]


@pytest.mark.rule("brigands.A6.1", "brigands.1.2c")
def test_gunnery_counts_for_shots_piloting_in_melee_and_for_the_defender() -> None:
    battle = facing(0)
    remodel(battle.state.units["red-1"], gunnery=5, piloting=2)
    remodel(battle.state.units["blue-1"], gunnery=1, piloting=4)
    battle.state.augment = True
    unit = battle.state.units["red-1"]
    for order, step in ((fire(), 2), (fire("LVB", "Melee"), 5)):
        strike = strikes_of(battle.state, unit, unit.line.weapons[order.weapon], order)[0]
        pools = duel_of(battle.state, strike).pools
        assert (pools.attack_step, pools.defence_step) == (step, 3)


@pytest.mark.rule("brigands.A6.1")
def test_the_engine_reads_its_dice_by_skill_and_the_story_says_so() -> None:
    battle = facing(10)
    battle.state.units["blue-1"].actions = 0
    remodel(battle.state.units["red-1"], gunnery=4)
    remodel(battle.state.units["blue-1"], piloting=2)
    battle.state.units["blue-1"].actions = 0
    battle.state.augment = True
    battle = again(battle, [3, 3, 5], [6, 4])
    (rolled,) = [event for event in give(battle, fire()) if isinstance(event, AttackRolled)]
    assert (rolled.attack, rolled.defence, rolled.margin) == (7, 6, 1)
    line = BOOK.tell(battle.state, rolled, None)
    assert line is not None
    assert "[3 3 5] (3+ adds) = 7 against [6 4] (5+ adds) = 6" in line.text


@pytest.mark.rule("brigands.A6.1", "brigands.3.2b-attack")
def test_attacks_on_buildings_are_read_by_skill_too() -> None:
    house = piece("building", 5, 20, 15, 26, 3, rating="")
    battle = lay([("hunter", 10, 10, NORTH)], on=ground(house))
    remodel(battle.state.units["red-1"], gunnery=5)
    battle.state.augment = True
    battle = again(battle, [2, 2, 3])
    give(battle, Activate("red-1", COMBAT_SPEED))
    unit, standing = battle.state.units["red-1"], standing_building(battle.state, house.id)
    assert standing is not None
    assert demolition_pools(battle.state, unit, unit.line.weapons["LAC"], "Ballistic", standing)[1].attack_step == 2
    events = give(battle, Demolish("red-1", "LAC", "Ballistic", house.id))
    (rolled,) = [event for event in events if isinstance(event, BuildingRolled)]
    assert rolled.result == 5


@pytest.mark.rule("brigands.A6.1")
def test_preview_and_view_say_which_dice_add() -> None:
    battle = facing(10)
    remodel(battle.state.units["red-1"], gunnery=5)
    battle.state.augment = True
    shown = battle.preview("red", fire())
    assert shown.attack_total == "3D6, other dice add from 2+, mean 6.46"
    assert shown.defence_total == "2D6, mean 4.72"
    assert any("Augment" in note for note in SYSTEM.view(battle.state, "red", ()).notes)


@pytest.mark.rule("brigands.A6.1", "brigands.1.2i")
def test_the_worth_of_a_reroll_is_counted_by_skill() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 21.182, SOUTH)], command=1)
    remodel(battle.state.units["red-1"], gunnery=6)
    battle.state.units["blue-1"].actions = 0
    battle.state.augment = True
    battle = again(battle, [1, 1, 1], [6, 1])
    give(battle, Activate("red-1", COMBAT_SPEED), Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    state, rolled = battle.state, battle.state.rolled
    assert rolled is not None
    assert (rolled.attack, rolled.attack_bonus, rolled.attack_step) == (3, 0, 1)
    sides = range(1, 7)
    results = [max(a, b, c) + 2 for a in sides for b in sides for c in sides]
    mean = sum(expected(state, rolled, result - 6) for result in results) / 216
    assert reroll_worth(state, Reroll("red-1", "AMS")) == pytest.approx(mean)
