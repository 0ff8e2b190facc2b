"""Dice laid out by purpose: each finds its own, what is taken back finds it again, and what runs out says so."""

from __future__ import annotations

import pytest

from gearlock.kernel.dice import ByPurpose, Roll, Seeded, is_for
from gearlock.kernel.errors import BadDice

STRIKE, PARRY, FALL = Roll("strike", 2, 6), Roll("parry", 1, 6, seat="red"), Roll("hits: a fall", 1, 6)


def test_each_purpose_has_its_own_faces_in_turn() -> None:
    dice = ByPurpose(("strike", (6, 5)), ("parry", (1,)), ("strike", (2, 2)))
    assert [dice.roll(PARRY, 0), dice.roll(STRIKE, 1), dice.roll(STRIKE, 2)] == [(1,), (6, 5), (2, 2)]
    assert dice.left == []


def test_a_purpose_stands_for_its_special_cases_and_no_purpose_for_any() -> None:
    dice = ByPurpose(("", (3,)), ("Hits", (4,)))
    assert [dice.roll(FALL, 0), dice.roll(PARRY, 1)] == [(4,), (3,)]
    assert is_for("hits", "hits, again")
    assert not is_for("hits", "hitscan")
    assert not is_for("", "hits")


def test_a_roll_that_was_taken_back_finds_its_faces_again() -> None:
    dice = ByPurpose(("strike", (6, 5)), ("strike", (2, 2)))
    first, second = dice.roll(STRIKE, 0), dice.roll(STRIKE, 1)
    assert [dice.roll(STRIKE, 1), dice.roll(STRIKE, 0), dice.roll(STRIKE, 1)] == [second, first, second]


def test_dice_that_run_out_say_what_was_asked_and_what_is_left() -> None:
    dice = ByPurpose(("strike", (6, 5)), ("", ()))
    dice.roll(Roll("nothing", 0, 6), 0)
    with pytest.raises(BadDice) as caught:
        dice.roll(PARRY, 1)
    assert str(caught.value) == (
        "No dice are laid out for parry (1d6 of red). Left are strike: 6 5. Lay out more for it, or give a seed."
    )


def test_a_seed_goes_on_where_the_faces_end() -> None:
    dice = ByPurpose(("strike", (6, 5)), seed=7)
    assert [dice.roll(STRIKE, 0), dice.roll(STRIKE, 1)] == [(6, 5), Seeded(7).roll(STRIKE, 1)]


def test_faces_that_the_dice_cannot_show_are_refused_and_stay() -> None:
    dice = ByPurpose(("strike", (7, 1)))
    with pytest.raises(BadDice, match="expected 2 numbers from 1 to 6, got 7 1"):
        dice.roll(STRIKE, 0)
    assert dice.left == [("strike", (7, 1))]
