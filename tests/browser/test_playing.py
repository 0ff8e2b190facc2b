"""Whole rounds at the table, as people play them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.hand import Hand, Keyboard, begin
from browser.positions import helping_reroll, of_kind, played_to, with_target

BATTLES = [("Brigands", "intro"), ("Hex", "close-quarters"), ("Heavy Gear", "skirmish")]


def play_a_round(hand: Hand) -> None:
    """Decide whatever comes until the second round begins."""
    second_round = hand.page.get_by_role("region", name="How the battle stands").get_by_text("Round 2")
    while hand.wait() and not second_round.is_visible():
        hand.decide()


@pytest.mark.parametrize(("system", "scenario"), BATTLES)
def test_a_whole_round_is_played_by_mouse(page: Page, system: str, scenario: str) -> None:
    begin(page, system, scenario, blue="bot:random")
    hand = Hand(page)
    play_a_round(hand)
    assert hand.placed >= 2
    assert hand.moves
    expect(hand.told.nth(5)).to_be_visible()


def test_a_whole_round_is_played_by_keyboard_alone(page: Page) -> None:
    begin(page, "Brigands", "intro", blue="bot:random")
    hand = Keyboard(page)
    play_a_round(hand)
    assert hand.placed == 3
    assert hand.moves


@pytest.mark.parametrize(("system", "scenario"), [("brigands", "intro"), ("hex100", "close-quarters")])
def test_a_ringed_target_is_attacked_by_clicking_it(page: Page, address: str, system: str, scenario: str) -> None:
    hand = Hand.sit_down(page, played_to(address, system, scenario, with_target).link)
    told = hand.told.count()
    hand.attack()
    expect(hand.told.nth(told)).to_be_visible()


def test_the_odds_of_an_attack_show_every_modifier_and_its_rule(page: Page, address: str) -> None:
    hand = Hand.sit_down(page, played_to(address, "brigands", "intro", with_target).link)
    hand.aim()
    expect(hand.card.get_by_role("list", name="Chance of each amount of damage")).to_be_visible()
    expect(hand.card.get_by_role("table", name=re.compile("Defence: .*D6"))).to_be_visible()
    lines = hand.card.get_by_role("table", name=re.compile("Attack: .*D6")).get_by_role("row")
    for line in lines.all():
        expect(line.get_by_role("cell").nth(0)).to_have_text(re.compile(r"\d"))
        expect(line.get_by_role("cell").nth(1)).not_to_be_empty()
    lines.first.get_by_role("button", name=re.compile("^Rule")).click()
    rule = page.get_by_role("region", name="Rule", exact=True)
    expect(rule.get_by_role("heading")).not_to_be_empty()
    rule.get_by_role("button", name="Close the rule").click()
    expect(rule).to_have_count(0)


def test_a_reaction_and_a_reroll_are_answered(page: Page, address: str) -> None:
    hand = Hand.sit_down(page, played_to(address, "brigands", "intro", of_kind("snap")).link)
    expect(hand.card).to_contain_text("An offer: you may turn it down")
    expect(hand.card).to_contain_text("snap fire")
    told = hand.told.count()
    hand.do(hand.option("%").first)
    expect(hand.told.nth(told)).to_be_visible()
    hand = Hand.sit_down(page, played_to(address, "brigands", "intro", helping_reroll).link)
    expect(hand.card).to_contain_text("Reroll")
    answers = hand.card.get_by_role("list", name="What the answers mean").get_by_role("listitem")
    expect(answers.last).to_have_text(re.compile(r"Without: Let it stand\s+hits (0|100)% damage [\d.]+"))
    expect(answers.first).to_have_text(
        re.compile(r"Reroll: .*, costs .* Points? of .*\s+hits \d+%\s[+\u2212]\d+ damage")
    )
    hand.choose(hand.option("Reroll").first)
    expect(hand.card).to_contain_text(re.compile("Costs .* Point"))
    hand.do(hand.option("Let it stand"))


def test_offers_of_a_kind_are_turned_down_for_good(page: Page, address: str) -> None:
    hand = Hand.sit_down(page, played_to(address, "brigands", "intro", helping_reroll).link)
    decision = hand.decision
    hand.card.get_by_role("combobox", name="Ask me about offers of this kind").select_option("never")
    hand.passed(decision)
    expect(page.get_by_text(re.compile(r"Skipped (a reroll|\d+ rerolls), as you ordered\.")).first).to_be_visible()
