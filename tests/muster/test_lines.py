"""Names as players write them, lines counted, and what headers say."""

from __future__ import annotations

import pytest

from gearlock.kernel.force import Header, Roster, SheetModel
from gearlock.muster.headers import faction_faults, find_faction, model_hint, overspent, size_of
from gearlock.muster.lines import Names, buyers, heads
from gearlock.muster.sheets import plain_group, rows_said, spent
from gearlock.muster.suggest import Suggestions
from muster.wagons import COACH, FAST_COACH, HANDCART, WAGONS, line

FACTIONS = ("East", "Far West")
NAMES = Suggestions(("Hand Cart", "Stage Coach"))


def roster(**said: str) -> Roster:
    return Roster(tuple(Header(key=key, value=value, line=at) for at, (key, value) in enumerate(said.items(), 1)))


def test_a_card_is_found_by_name_or_id_and_the_first_of_a_name_counts() -> None:
    assert WAGONS.find("hand cart") is WAGONS.find("HANDCART") is HANDCART
    assert WAGONS.find("Stage Coach") is COACH
    assert list(WAGONS.all("stage coach")) == [COACH, FAST_COACH]
    assert WAGONS.find("Sledge") is None
    assert not WAGONS.all("Sledge")


def test_a_book_says_what_two_spellings_have_in_common() -> None:
    names = Names((HANDCART,), lambda text: "".join(sorted(text.lower().replace(" ", ""))))
    assert names.find("cart hand") is HANDCART
    assert list(names.all("handcart")) == [HANDCART]


def test_a_line_keeps_what_it_does_not_understand() -> None:
    wrong = line("Sledge", "Lamp", "Lmap", count=3, at=7)
    assert (wrong.card, wrong.name, wrong.count, wrong.line, wrong.unknown) == (None, "Sledge", 3, 7, ["Lmap"])
    assert line("coach").name == "Stage Coach"


def test_heads_are_counted_not_lines() -> None:
    lines = [line("Coach", "Lamp", count=2), line("Coach", "Axle"), line("Hand Cart", count=4)]
    assert heads(lines) == 7
    assert buyers(lines, "lamp") == lines[:1]
    assert buyers(lines, "axle", "lamp") == lines[:2]
    assert heads(buyers(lines, "lamp")) == 2
    assert not buyers(lines, "paint")
    assert not buyers(lines)


def test_a_faction_is_found_in_any_letters_and_missed_in_words() -> None:
    assert find_faction("far-WEST", FACTIONS) == "Far West"
    assert find_faction("West", FACTIONS) is None
    assert not list(faction_faults("r.1", roster(faction="east"), FACTIONS))
    (missing,) = faction_faults("r.1", roster(), FACTIONS)
    assert (missing.rule, missing.line) == ("r.1", 0)
    assert "There are East, Far West." in missing.fix
    (wrong,) = faction_faults("r.1", roster(name="x", faction="Fr West"), FACTIONS)
    assert (wrong.line, wrong.fix) == (2, "Did you mean Far West?")
    (strange,) = faction_faults("r.1", roster(faction="qqq" * 40), FACTIONS)
    assert strange.fix == "There are East, Far West."
    assert len(strange.message) < 100


@pytest.mark.parametrize(
    ("said", "size"), [("1", 1), ("500", 500), ("501", None), ("0", None), ("05", None), ("ten", None), ("-5", None)]
)
def test_a_size_is_a_whole_number_up_to_the_largest(said: str, size: int | None) -> None:
    assert size_of(roster(size=said), 500) == size
    assert size_of(roster(), 500) is None


def test_a_force_that_costs_too_much_says_how_much() -> None:
    said = roster(name="x", size="10")
    assert not list(overspent("r.2", said, 10, 10, "coins"))
    (fault,) = overspent("r.2", said, 11, 10, "coins")
    assert (fault.rule, fault.line, fault.fix) == ("r.2", 2, "Save 1 coins.")
    assert fault.message == "The force costs 11 coins; the game allows 10."


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Coach, Lamp", "Write 'Coach: Lamp': upgrades stand behind a colon."),
        ("Hand Cart x 3", "Write '3x Hand Cart': how many stands before the name."),
        ("Hand Crat", "Did you mean Hand Cart?"),
        ("Sledge, Lamp", "There are, for example, Hand Cart, Stage Coach."),
        ("qqq x3", "There are, for example, Hand Cart, Stage Coach."),
    ],
)
def test_a_model_in_a_likely_wrong_form_is_written_right(text: str, hint: str) -> None:
    assert model_hint(text, WAGONS.find, NAMES) == hint


def test_parts_of_a_sheet() -> None:
    assert (spent(5, 10, "coins"), spent(5, None, "coins")) == ("5 of 10 coins", "5 coins")
    assert rows_said(("a", "x"), ("b", ""), ("", "y")) == (("a", "x"), ("", "y"))
    model = SheetModel("Cart", 1, 3)
    group = plain_group("All", iter([model]))
    assert (group.title, group.units[0].title, group.units[0].models) == ("All", "", (model,))
