"""Perks and flaws: all that the book describes or names, what is AUX, and how cards write them."""

from __future__ import annotations

import pytest

from gearlock.kernel.rulebook import load_rulebook
from gearlock.systems.tactical.datacards import known_perks, perk_words, read_perk, read_perks
from gearlock.systems.tactical.weapons import PACKAGE

AUX = {
    "Autopilot", "ECM", "ECCM", "Manipulator Arm", "Smoke Launchers", "Searchlight", "Sniper Systems",
    "Target Designator", "Tool Arm", "Battle Arm", "Aquatic Sensors", "Life Support", "Ejection Seat",
}  # fmt: skip
RATED = {
    "ECM", "ECCM", "HEAT Resistant Armor", "Manipulator Arm", "Passenger Seating", "Reinforced Armor", "Stealth",
    "Target Designator", "Tool Arm", "Battle Arm", "Jump Jets", "Crew Armor", "Defective", "Large Sensor Profile",
    "Weak Point",
}  # fmt: skip
CARD_ONLY = {
    "Battle Arm", "Pintle Mount", "Jump Jets", "Urban Friendly", "Crew Armor", "Reinforced Passenger Compartment",
    "Reinforced Structure", "Amphibious", "Aquatic Sensors", "Life Support", "Ejection Seat", "Large Sensor Profile",
    "Weak Point",
}  # fmt: skip
FLAWS = {
    "Defective", "Exposed System", "Exposed Fire Control Systems", "Fragile Chassis", "Hazardous Ammo/Fuel Storage",
    "Poor Off-Road Ability", "Sensor Dependent", "Weak Facing", "Large Sensor Profile", "Weak Point",
}  # fmt: skip


@pytest.mark.rule("tactical.7.2")
def test_which_perks_are_auxiliary_systems_and_which_have_ratings() -> None:
    perks = known_perks()
    assert len(perks) == 45
    assert {name for name, perk in perks.items() if perk.aux} == AUX
    assert {name for name, perk in perks.items() if perk.rated} == RATED
    assert {name for name, perk in perks.items() if perk.flaw} == FLAWS


@pytest.mark.rule("tactical.7.2-card-only-perks")
def test_perks_that_only_cards_name_say_that_they_are_read_by_us() -> None:
    named = {name for name, perk in known_perks().items() if perk.rule == "tactical.7.2-card-only-perks"}
    assert named == CARD_ONLY
    told = ("our reading", "no effect", "only names it", "Named in the rule")
    assert all(any(words in known_perks()[name].words for words in told) for name in named)
    assert "handles nothing" in known_perks()["Battle Arm"].words


def test_every_perk_has_a_rule_of_the_book_and_words() -> None:
    rules = load_rulebook(PACKAGE)
    assert all(perk.rule in rules and perk.words.endswith(".") for perk in known_perks().values())


@pytest.mark.rule("tactical.2.3.4-perks")
def test_entries_of_cards_are_taken_apart() -> None:
    found = read_perks("Manipulator Arm 5; manipulator arm 6 (x2); Smoke Launchers", "Weak Facing (Rr)")
    assert found.perks == {"Manipulator Arm": 6, "Smoke Launchers": 1}
    assert (found.flaws, found.details) == ({"Weak Facing": 1}, {"Manipulator Arm": "x2", "Weak Facing": "Rr"})
    assert found.aux == ("Manipulator Arm", "Smoke Launchers")
    perk, rating, detail = read_perk("Reinforced Armor 4 (F)")
    assert perk_words(perk.name, rating, detail) == "Reinforced Armor 4 (F)"
    assert perk_words("Airdroppable", 1, "") == "Airdroppable"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Wings", "there is no perk or flaw 'Wings'"),
        ("ECM", "ECM needs a number behind it"),
        ("Airdroppable 2", "Airdroppable has no number"),
        ("Stealth 2 (F)", "nothing stands in brackets"),
        ("Reinforced Armor 4", "needs its arcs in brackets"),
        ("Sensor Dependent", "is a flaw"),
    ],
)
def test_what_is_no_perk_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_perks(text, "")
