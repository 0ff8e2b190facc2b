"""The files that forces are built by: options, prices, armies, levels, support, ready-made rosters."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from gearlock.kernel.errors import BadFile
from gearlock.kernel.rulebook import load_rulebook
from gearlock.systems.fieldmanual.army.around_a_force import ready_made
from gearlock.systems.fieldmanual.army.building import read_prices
from gearlock.systems.fieldmanual.army.upgrades import Offer, Option, Support, armies, find_army
from gearlock.systems.fieldmanual.lint import (
    cited,
    force_findings,
    option_faults,
    price_findings,
    roster_findings,
    support_faults,
)

lint = importlib.import_module("gearlock.systems.fieldmanual.lint")

RULE = "fieldmanual.upgrades-options"


def test_the_lint_reads_the_files_of_forces_too() -> None:
    assert lint.lint() == []
    assert {path.name for path in (Path(str(lint.__file__)).parent / "data").iterdir() if path.is_file()} >= set(
        lint.DATA_FILES
    )
    text = lint.data_text("prices.csv")
    changed = text.replace("North,Infantry Platoon,model,Badger,35", "Nowhere,Infantry Platoon,model,Badger,35", 1)
    assert [finding.line for finding in price_findings(changed)] == [2]
    found = force_findings(lambda file: changed if file == "prices.csv" else lint.data_text(file))
    assert [finding.file for finding in found] == ["prices.csv"]
    twice = text + text.splitlines()[1] + "\n"
    assert ["has a price already" in finding.message for finding in price_findings(twice)] == [True]
    for before, after, words in (
        (",model,Badger,35,", ",model,,35,", "of a model and names it"),
        (",model,Badger,35,", ",model,Badger,dear,", "no whole number"),
        ("fieldmanual.tv-adjustments,1830", "nothing,1830", "is no rule"),
        ("fieldmanual.tv-adjustments,1830", "fieldmanual.nothing,1830", "there is no rule fieldmanual.nothing"),
    ):
        (finding, *_) = price_findings(text.replace(before, after, 1))
        assert (finding.line, words in finding.message) == (2, True), finding


@pytest.mark.parametrize(
    ("offer", "words"),
    [
        (Offer(RULE, 1, armies=("MILICIA", "North")), ""),
        (Offer(RULE, 1, armies=("Nobody",)), "there is no army 'Nobody'"),
        (Offer(RULE, 1, kinds=("kite",)), "there is no kind 'kite'"),
        (Offer(RULE, 1, gains="Wings"), "there is no perk 'Wings'"),
        (Offer(RULE, 1, loses="Wings"), "there is no perk 'Wings'"),
        (Offer(RULE, 1, skill="dance"), "there is no skill 'dance'"),
        (Offer(RULE, 1, gives="XAC|F"), "there is no weapon 'XAC'"),
        (Offer(RULE, 1, then_gives="LAC|Q"), "there is no arc 'Q'"),
        (Offer(RULE, 1, adds="LAC"), "has no arc"),
    ],
)
def test_an_offer_names_only_what_there_is(offer: Offer, words: str) -> None:
    faults = list(option_faults(Option("x", "X", offer=(offer,))))
    assert len(faults) == bool(words)
    assert not words or words in faults[0]


def test_an_option_of_models_has_offers() -> None:
    assert list(option_faults(Option("x", "X"))) == ["an option of models has offers, and nothing else has"]
    assert list(option_faults(Option("x", "X", kind="group"))) == []
    assert list(option_faults(Option("x", "X", kind="rank", offer=(Offer(RULE, 1),)))) != []


def test_support_is_of_a_use_and_has_a_card_that_there_is() -> None:
    assert list(support_faults(Support("x", "X", 1, "asset", RULE, card="blind"))) == []
    assert "there is no card 'moat'" in list(support_faults(Support("x", "X", 1, "asset", RULE, card="moat")))
    assert "there is no use 'moat'" in next(support_faults(Support("x", "X", 1, "moat", RULE)))


def test_every_record_cites_a_rule_that_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    found = list(cited())
    assert {file for file, _, _ in found} == {"options.toml", "support.toml", "priority_levels.toml"}
    assert {rule for _, _, rule in found} <= set(load_rulebook("gearlock.systems.fieldmanual"))
    monkeypatch.setattr(lint, "cited", lambda: iter([("options.toml", "boa", "fieldmanual.nothing")]))
    (finding,) = force_findings(lint.data_text)
    line = lint.data_text("options.toml").splitlines().index('id = "boa"') + 1
    assert (finding.line, finding.message) == (line, "boa: there is no rule fieldmanual.nothing")


def test_a_roster_that_breaks_a_rule_is_found() -> None:
    broken = ready_made()["north-pl1"].replace("size 480", "size 479")
    ((finding),) = roster_findings("north-pl1", broken)
    assert (finding.file, finding.line) == ("rosters/north-pl1.txt", 5)


def test_a_price_list_with_other_columns_is_refused() -> None:
    with pytest.raises(BadFile, match="the columns must be"):
        read_prices("army,tv\n")
    head = lint.data_text("prices.csv").splitlines()[0]
    with pytest.raises(BadFile, match="2 columns; there must be 10"):
        read_prices(f"{head}\nNorth,35\n")


def test_armies_are_found_by_all_their_names() -> None:
    assert {army.faction for army in armies().values()} >= {"North", "South", "Peace River", "CEF"}
    for text, name in (
        ("milicia", "MILICIA"),
        ("Peacekeepers", "MILICIA"),
        (" norlight ", "NAF"),
        ("Black Talons", "Black Talon"),
    ):
        army = find_army(text)
        assert army is not None
        assert army.name == name
    assert find_army("") is None
