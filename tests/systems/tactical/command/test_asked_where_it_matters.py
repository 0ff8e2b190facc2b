"""2.6.4: nobody is asked about a Command Point, or for other dice, where nothing could come of it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import ByPurpose, Seeded
from gearlock.kernel.orders import Decline
from gearlock.kernel.positions import Position
from gearlock.kernel.system import Setup
from gearlock.mechanics.secrets import Sealed
from gearlock.mechanics.silhouette.rolls import Skill, dice_thrown, least_total, result_of
from gearlock.systems.tactical import SYSTEM
from gearlock.systems.tactical.attacks.weapons_in_use import Attack
from gearlock.systems.tactical.rounds.round import Activate
from gearlock.systems.tactical.state import HIDDEN, Activation, State
from gearlock.systems.tactical.support_assets import Stock, written
from systems.tactical.play import give
from systems.tactical.tables import put, table


@given(st.integers(0, 5), st.integers(-6, 6), st.integers(0, 2**32))
def test_no_roll_but_a_fumble_comes_to_less_than_the_least(dice: int, modifier: int, seed: int) -> None:
    skill, lot = Skill(dice, modifier), Random(seed)
    found = result_of(tuple(lot.randint(1, 6) for _ in range(dice_thrown(skill))), skill)
    assert found.fumbled or found.total >= least_total(skill)
    low = result_of((2,) * dice_thrown(skill), skill) if dice < 2 else result_of((2, *(1,) * (dice - 1)), skill)
    assert low.total == least_total(skill), "and that is the least that there is"


def shot(attack: tuple[int, int], **defender: object) -> Battle[State]:
    """Red has fired at Blue, who has a Command Point; the dice of the attack as said, bare, +1 to hit at 2 in."""
    position = Position("tactical", active="red-1", pace="stationary", points={"TCP:blue": 1})
    position.model("red-1", "hunter", at=(20, 10), facing="north")
    position.model("blue-1", "hunter", at=(20, 12), facing="south", moved=5_000, **defender)
    battle = position.dice("attack", *attack).dice("defense", 5, 2).battle()
    return give(battle, Attack("red-1", "LAC", "blue-1"))


@pytest.mark.rule("tactical.2.6.4-warning")
def test_a_warning_names_who_attacks_and_is_offered_once() -> None:
    battle = shot((4, 1))
    (question,) = battle.pending
    assert (question.kind, question.prompt) == (
        "warning",
        "Red Hunter 1 attacks the Blue Hunter 1: 7. Warn it with a Command Point (+2)?",
    )
    battle.answer("blue", Decline())
    assert [(ask.seat, ask.kind) for ask in battle.pending] == [("red", "act")]


@pytest.mark.rule("tactical.2.6.4-warning", "tactical.ref-fumble-effects")
def test_an_attack_that_every_defense_meets_but_a_fumble_is_met_without_a_question() -> None:
    battle = shot((2, 1), tokens={"evading": 1})
    assert [(ask.seat, ask.kind) for ask in battle.pending] == [("red", "act")]
    assert battle.state.points["TCP:blue"] == 1


def facing_off(apart: float, *, hidden: bool = False, done: bool = False) -> Battle[State]:
    """Red is to activate; Blue has a Command Point and a unit so far away, activated already or not."""
    state = table(size=(144, 96))
    put(state, "red-1", "hunter", 20, 2, 90, went="stationary")
    put(state, "red-2", "hunter", 2, 2, 90, went="stationary", group=2)
    put(state, "blue-1", "hunter", 20, 2 + apart, 270, went="stationary", done=done)
    if hidden:
        state.units["red-2"].status = HIDDEN
    state.points["TCP:blue"] = 1
    return Battle.begin(SYSTEM, Setup("skirmish", 7), Seeded(1), state)


@pytest.mark.rule("tactical.2.6.4-activate", "tactical.2.6.4-about-face")
@pytest.mark.parametrize(
    ("apart", "done", "hidden", "asked"),
    [
        (20, False, False, True),
        (30, False, False, True),
        (90, False, False, False),
        (90, False, True, True),
        (24, True, False, True),
        (60, True, False, False),
    ],
)
def test_a_point_between_activations_is_asked_for_where_somebody_could_get_at_somebody(
    apart: float, done: bool, hidden: bool, asked: bool
) -> None:
    """A Hunter goes 6 in at most and fires over 16; where enemies hide nobody can tell."""
    battle = facing_off(apart, hidden=hidden, done=done)
    assert [(ask.seat, ask.kind) for ask in battle.pending] == (
        [("blue", "command")] if asked else [("red", "activate")]
    )


@pytest.mark.rule("tactical.2.6.4-about-face")
def test_who_is_asked_is_asked_before_each_activation_that_could_matter_and_may_decline() -> None:
    battle = facing_off(20)
    battle.answer("blue", Decline())
    battle.answer("red", Activate("red-1", "combat"))
    assert battle.pending[0].kind == "act"


@pytest.mark.rule("tactical.4.1.3-intelligence", "tactical.2.6.7")
@pytest.mark.parametrize(("face", "asked"), [(6, False), (2, True)])
def test_other_dice_are_not_offered_for_a_defense_that_has_held(face: int, asked: bool) -> None:
    state = table()
    put(state, "red-1", "hunter", 20, 10, 90, went="stationary")
    put(state, "blue-1", "hunter", 20, 12, 270, moved=5_000, went="combat", tokens={"hero": 1})
    state.facts["support:blue"] = Sealed(written(Stock(rerolls=3)), ("blue",))
    state.activation = Activation("red-1", "stationary", "W")
    dice = ByPurpose(("attack", (2, 1)), ("defense", (face, 2)), seed=1)
    battle = Battle.begin(SYSTEM, Setup("skirmish", 7), dice, state)
    give(battle, Attack("red-1", "LAC", "blue-1"))
    assert (battle.pending[0].seat == "blue") is asked
