"""Whatever is not printed is marked wherever it is shown: cards at the table, odds, the builder of forces."""

from __future__ import annotations

import pytest

from gearlock.cli.cards import pieces_table
from gearlock.kernel.positions import Position
from gearlock.kernel.view import NOT_PRINTED
from gearlock.odds.attack import attack_odds
from gearlock.systems.tactical.army_lists import our_lists
from gearlock.systems.tactical.shown import cards_of, shop
from gearlock.systems.tactical.unit_files import doubts


def told(name: str) -> dict[str, dict[str, str]]:
    """The cards of a model at the table, as rows by title."""
    card = our_lists().card(name)
    assert card is not None
    return {shown.title: dict(shown.rows) for shown in cards_of(card)}


@pytest.mark.rule("tactical.ref-datacards")
def test_a_card_at_the_table_marks_each_figure_and_gives_the_reason() -> None:
    jaguar = told("Jaguar")
    assert jaguar["Jaguar"]["Walker"] == "5/9 MP (reconstructed)"
    assert jaguar["Jaguar"]["Armor"].endswith("(proposed)")
    assert "combat example" in jaguar[NOT_PRINTED]["armor"]
    hunter = told("Hunter")
    assert hunter["Hunter"]["Sensors"] == "+0, 2 km (proposed)", "the card has a rating and no range"
    assert hunter["Hunter"]["Armor"] == "15 / 30 / 45"
    assert {"load", "weapon LAC"} <= set(hunter[NOT_PRINTED])
    assert told("Caiman")["Caiman"]["Sensors"].startswith("+0, 1.5 km")
    assert NOT_PRINTED not in told("Aller"), "all of it is printed"


@pytest.mark.rule("tactical.ref-datacards")
def test_no_card_at_the_table_keeps_a_doubt_to_itself() -> None:
    for card in our_lists().cards.values():
        shown = {each.title: dict(each.rows) for each in cards_of(card)}
        assert shown.get(NOT_PRINTED, {}) == {doubt.what: doubt.told for doubt in doubts(card)}, card.name


@pytest.mark.rule("tactical.ref-datacards")
def test_odds_say_which_of_their_figures_are_not_printed() -> None:
    doubtful = " ".join(attack_odds("tactical", "jaguar:MAC", "jaguar").facts)
    assert "Jaguar, weapon MAC: proposed by us" in doubtful
    assert "Jaguar, armor: proposed by us" in doubtful
    printed = " ".join(attack_odds("tactical", "aller:HRG", "aller").facts)
    assert "by us" not in printed


@pytest.mark.rule("tactical.2.3.6")
def test_the_builder_of_forces_tells_prices_with_their_marks() -> None:
    about = {good.name: good.about for good in shop().goods}
    assert "Hunter 30 TV" in about["DPG"]
    assert "Hunter 50 TV (proposed)" in about["LAC"]


@pytest.mark.rule("tactical.ref-datacards")
def test_the_list_of_pieces_in_the_terminal_stars_who_is_not_all_printed() -> None:
    position = Position("tactical", active="red-1")
    position.model("red-1", "aller", at=(20, 10)).model("blue-1", "hunter", at=(20, 20))
    table = pieces_table(position.battle().view("red"))
    names = [*table.columns[1].cells]
    assert names == ["Red Aller 1", "Blue Hunter 1*"]
    assert "its card says what" in str(table.caption)
