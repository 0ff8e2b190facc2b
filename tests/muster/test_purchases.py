"""Upgrades by whatever a player calls them, fitted to cards of any kind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gearlock.muster.fitting import Unfit, choose_one, refit, with_trait
from gearlock.muster.purchases import LONGEST
from muster.wagons import COACH, EXTRAS, FITS, HANDCART


@pytest.mark.parametrize(
    ("text", "id", "choice", "times", "title"),
    [
        ("Axle", "axle", "", 1, "Axle"),
        ("aXLE", "axle", "", 1, "Axle"),
        ("paint  red", "paint", "RED", 1, "Paint RED"),
        ("Paint", "paint", "", 1, "Paint"),
        ("whitewash", "paint", "WHITE", 1, "Paint WHITE"),
        ("paint box", "paint-box", "", 1, "Paint Box"),
        ("paint-box", "paint-box", "", 1, "Paint Box"),
        ("paint boxes", "paint", "BOXES", 1, "Paint BOXES"),
        ("3x Axle", "axle", "", 3, "3x Axle"),
        ("2 \u00d7 paint red", "paint", "RED", 2, "2x Paint RED"),
    ],
)
def test_an_upgrade_is_found_by_name_id_or_alias(text: str, id: str, choice: str, times: int, title: str) -> None:
    bought = EXTRAS.read(text)
    assert bought is not None
    assert (bought.id, bought.choice, bought.times, bought.title) == (id, choice, times, title)


@pytest.mark.parametrize("text", ["", "Axl", "Axle red", "Whitewash red", "0x Axle", "12x Axle", "2xAxle", "red Paint"])
def test_what_is_no_upgrade_is_none(text: str) -> None:
    assert EXTRAS.read(text) is None


def test_a_choice_may_fill_the_line_and_no_more() -> None:
    choice = "x" * (LONGEST - len("Paint "))
    assert EXTRAS.read(f"Paint {choice}") is not None
    assert EXTRAS.read(f"Paint {choice}x") is None


@given(st.lists(st.sampled_from(["Axle", "Lamp", "Lmap", "Paint red", ""]), max_size=8))
def test_what_is_read_and_what_is_not_are_told_apart_in_their_order(texts: list[str]) -> None:
    bought, unknown = EXTRAS.read_all(texts)
    assert [each.title.lower() for each in bought] == [text.lower() for text in texts if text not in ("Lmap", "")]
    assert unknown == [text for text in texts if text in ("Lmap", "")]


def test_a_wrong_name_is_answered_with_near_ones_or_with_all() -> None:
    assert EXTRAS.hint("Axel") == "Did you mean Axle?"
    assert EXTRAS.hint("Whitwash") == "Did you mean Whitewash?"
    assert EXTRAS.hint("qqq") == "There are Axle, Paint, Paint Box, Lamp."


def test_upgrades_are_fitted_in_the_order_of_their_list() -> None:
    bought, _ = EXTRAS.read_all(["Paint red", "Lamp", "Axle"])
    assert [each.id for each in EXTRAS.in_order(bought)] == ["axle", "paint", "lamp"]
    painted, faults = refit(HANDCART, EXTRAS.in_order(bought), FITS)
    assert (painted.name, painted.wheels, faults) == ("red Hand Cart", 4, [])
    bare, faults = refit(HANDCART, bought, FITS)
    assert (bare.name, bare.wheels) == ("Hand Cart", 4)
    assert [(each.id, why.message, why.fix) for each, why in faults] == [
        ("paint", "Hand Cart is too small", "Leave it out.")
    ]


def test_what_cannot_be_fitted_does_not_keep_the_rest_off() -> None:
    bought, _ = EXTRAS.read_all(["Axle", "2x Axle", "Paint red"])
    fitted, faults = refit(COACH, bought, FITS)
    assert (fitted.wheels, fitted.name) == (6, "red Stage Coach")
    assert [(each.title, why.fix) for each, why in faults] == [("2x Axle", "Take another wagon.")]


def test_one_part_is_chosen_by_name_unless_there_is_only_one() -> None:
    wheels = [(1, "front"), (3, "rear")]
    assert choose_one("Cart", "wheel", "rear", wheels) == 3
    assert choose_one("Cart", "wheel", "", wheels[:1]) == 1
    for choice, fitting, message, fix in (
        ("", wheels, "Cart has more than one wheel", "Say which: front or rear."),
        ("left", wheels, "'left' is no wheel of Cart", "It has front or rear."),
        ("left", [], "Cart has no wheel", "Leave it out."),
    ):
        with pytest.raises(Unfit) as caught:
            choose_one("Cart", "wheel", choice, fitting)
        assert (caught.value.message, caught.value.fix) == (message, fix)


def test_a_trait_goes_into_the_brackets_once() -> None:
    assert with_trait("LAC", "Snap") == "LAC (Snap)"
    assert with_trait("LAC (Arm, Split:2)", "Snap") == "LAC (Arm, Split:2, Snap)"
    assert with_trait("LVB (Reach:1, Arm)", "Reach:2") == "LVB (Arm, Reach:2)"
