from __future__ import annotations

import random

import pytest

from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.battle import KEEP_EVERY, Battle
from gearlock.kernel.dice import Scripted, Seeded
from gearlock.kernel.errors import BadDice, IllegalOrder, NotAsked, UndoRefused
from gearlock.kernel.events import Outcome
from gearlock.kernel.orders import Concede, Decline
from gearlock.kernel.record import Answered
from gearlock.kernel.system import Setup
from kernel.toy import (
    TOY,
    Bid,
    BidsShown,
    BoutEnded,
    Feint,
    Feinted,
    Hurt,
    Parried,
    Parry,
    Strike,
    StrikeRolled,
    ToyState,
)

SETUP = Setup("duel", 7)


def duel(*dice: tuple[int, ...]) -> Battle[ToyState]:
    return Battle.begin(TOY, SETUP, Scripted(*dice) if dice else None)


def bids(battle: Battle[ToyState], red: int, blue: int) -> None:
    battle.answer("red", Bid(red))
    battle.answer("blue", Bid(blue))


def play_at_random(battle: Battle[ToyState], seed: int, decisions: int = 10_000) -> Battle[ToyState]:
    chooser = random.Random(seed)
    while not battle.over and decisions:
        seat = chooser.choice(battle.waiting_for())
        option = chooser.choice(battle.options(seat))
        open_ended = isinstance(option, OPEN_OPTIONS)
        order = battle.sample(seat, option, chooser) if open_ended else option.order
        assert order is not None
        battle.answer(seat, order)
        decisions -= 1
    return battle


def test_a_sealed_answer_is_secret_until_all_are_in() -> None:
    battle = duel()
    before = battle.hash()
    assert battle.waiting_for() == ("red", "blue")
    assert battle.answer("red", Bid(3)) == []
    assert battle.hash() == before
    assert battle.ask_for("red") is None
    assert battle.waiting_for() == ("blue",)
    assert battle.view("blue") == duel().view("blue")
    assert battle.answer("blue", Bid(1)) == [BidsShown(3, 1)]
    assert battle.waiting_for() == ("red",)


def test_sealed_answers_come_in_any_order() -> None:
    battle = duel()
    battle.answer("blue", Bid(1))
    assert battle.answer("red", Bid(3)) == [BidsShown(3, 1)]


def test_a_reaction_may_itself_be_answered() -> None:
    battle = duel((5,))
    bids(battle, 3, 1)
    battle.answer("red", Strike(2))
    assert battle.answer("blue", Parry()) == [Parried("blue")]
    assert battle.answer("red", Feint()) == [Feinted("red"), StrikeRolled(5), Hurt("blue", 2), BoutEnded()]
    assert battle.state.health == {"red": 6, "blue": 4}


def test_an_offer_that_can_only_be_declined_is_declined_by_the_battle() -> None:
    battle = Battle.begin(TOY, SETUP, Scripted((6,)), ToyState(parries={"red": 0, "blue": 0}))
    bids(battle, 3, 1)
    assert battle.answer("red", Strike(1)) == [StrikeRolled(6), Hurt("blue", 1), BoutEnded()]
    assert Answered("blue", Decline(), auto=True) in [entry.input for entry in battle.entries]
    assert battle.decisions == 3


def test_an_illegal_order_changes_nothing_and_says_why() -> None:
    battle = duel()
    before, entries = battle.hash(), len(battle.entries)
    with pytest.raises(IllegalOrder, match=r"Strike does not answer bid\. \[toy\.1\]") as caught:
        battle.answer("red", Strike(1))
    assert caught.value.refusal.code == "not-now"
    assert (battle.hash(), len(battle.entries)) == (before, entries)


def test_a_seat_that_is_not_asked_cannot_answer() -> None:
    battle = duel()
    bids(battle, 3, 1)
    with pytest.raises(NotAsked, match="blue has nothing to decide: waiting for red"):
        battle.answer("blue", Decline())


def test_dice_that_run_out_are_an_error_not_an_invention() -> None:
    battle = Battle.begin(TOY, SETUP, Scripted(), ToyState(parries={"red": 0, "blue": 0}))
    bids(battle, 3, 1)
    with pytest.raises(BadDice, match="no dice left"):
        battle.answer("red", Strike(1))


def test_a_fork_inside_a_reaction_stands_at_the_same_decision_and_goes_its_own_way() -> None:
    battle = duel((5,), (5,))
    bids(battle, 3, 1)
    battle.answer("red", Strike(2))
    battle.answer("blue", Parry())
    fork = battle.fork(Scripted((1,)))
    assert fork.pending == battle.pending
    assert fork.hash() == battle.hash()
    assert fork.entries == battle.entries
    battle.answer("red", Feint())
    assert fork.state.health["blue"] == 6
    fork.answer("red", Feint())
    assert fork.state.health["blue"] == 6
    assert battle.state.health["blue"] == 4


def test_a_fork_with_half_the_sealed_answers_keeps_them() -> None:
    battle = duel()
    battle.answer("red", Bid(2))
    fork = battle.fork()
    assert fork.waiting_for() == ("blue",)
    assert fork.answer("blue", Bid(1)) == [BidsShown(2, 1)]


def test_a_fork_does_not_know_the_dice_to_come() -> None:
    faces = set()
    for seed in range(12):
        battle = Battle.begin(TOY, Setup("duel", seed), None, ToyState(parries={"red": 0, "blue": 0}))
        bids(battle, 3, 1)
        fork = battle.fork()
        battle.answer("red", Strike(1))
        fork.answer("red", Strike(1))
        faces.add(battle.entries[-1].events == fork.entries[-1].events)
    assert faces == {True, False}


def test_undo_is_free_until_a_reveal() -> None:
    battle = duel()
    battle.answer("red", Bid(3))
    battle.undo("red")
    assert battle.waiting_for() == ("red", "blue")
    bids(battle, 2, 1)
    with pytest.raises(UndoRefused, match="blue has answered since"):
        battle.undo("red")
    with pytest.raises(UndoRefused, match="revealed"):
        battle.undo("blue")


def test_undo_behind_dice_needs_consent_and_then_restores_the_very_state() -> None:
    battle = duel((5,))
    bids(battle, 3, 1)
    before, ask = battle.hash(), battle.pending
    battle.answer("red", Strike(2))
    battle.answer("blue", Decline())
    with pytest.raises(UndoRefused, match="cannot take this back alone"):
        battle.undo("red")
    battle.undo("red", consent=True)
    assert (battle.hash(), battle.pending) == (before, ask)


def test_undo_with_nothing_to_take_back() -> None:
    with pytest.raises(UndoRefused, match="decided nothing yet"):
        duel().undo("blue")


@pytest.mark.parametrize("seed", range(20))
def test_rewinding_to_any_answer_gives_the_state_it_was_given_in(seed: int) -> None:
    battle = Battle.begin(TOY, SETUP, Seeded(seed))
    seen: list[tuple[int, str]] = []
    chooser = random.Random(seed)
    while not battle.over:
        seen.append((len(battle.entries), battle.hash()))
        play_at_random(battle, chooser.randrange(0, 1000), 1)
    assert seen
    for until, was in reversed(seen):
        battle.rewind(until)
        assert battle.hash() == was
        assert len(battle.entries) == until


def test_long_battles_rewind_from_kept_states() -> None:
    battle = Battle.begin(TOY, SETUP, Seeded(1))
    while battle.steps < KEEP_EVERY + 5:
        bids(battle, 1, 1)
    before = battle.hash()
    for _ in range(36):
        battle.undo("blue", consent=True)
    for _ in range(36):
        if battle.ask_for("red"):
            battle.answer("red", Bid(1))
        battle.answer("blue", Bid(1))
    assert battle.hash() == before


def test_a_battle_rerun_on_its_inputs_is_the_same_battle() -> None:
    battle = play_at_random(Battle.begin(TOY, SETUP, Seeded(3)), 3)
    again = Battle.rerun(TOY, SETUP, battle.start, [entry.input for entry in battle.entries], strict=True)
    assert again.entries == battle.entries
    assert again.checks == battle.checks
    assert again.outcome == battle.outcome


def test_a_seat_with_a_decision_may_concede_and_that_is_recorded() -> None:
    battle = duel()
    bids(battle, 3, 1)
    battle.answer("red", Concede())
    assert battle.outcome == Outcome("blue", "red conceded")
    assert battle.waiting_for() == ()
    again = Battle.rerun(TOY, SETUP, battle.start, [entry.input for entry in battle.entries], strict=True)
    assert again.outcome == battle.outcome
    assert battle.fork().outcome == battle.outcome
    battle.undo("red")
    assert not battle.over
    assert battle.waiting_for() == ("red",)


def test_conceding_with_sealed_answers_out_ends_the_battle() -> None:
    battle = duel()
    battle.answer("red", Bid(3))
    battle.answer("blue", Concede())
    assert battle.outcome is not None
    assert battle.outcome.winner == "red"


def test_an_imagined_battle_does_not_know_the_answer_another_seat_has_sealed() -> None:
    battle = duel()
    battle.answer("red", Bid(3))
    imagined = battle.imagined("blue", random.Random(1))
    assert imagined is not None
    assert imagined.waiting_for() == ("red", "blue")
    assert battle.waiting_for() == ("blue",)
