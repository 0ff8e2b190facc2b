"""The rulebook and the firing range: found, read, worked out, and handed on by links."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from gearlock.kernel.registry import all_systems


def test_a_rule_is_found_by_its_words_and_tells_what_holds_it(page: Page) -> None:
    page.goto(f"{page.url}#/rules/hex100")
    page.get_by_role("searchbox").fill("each piece of equipment once per turn")
    page.get_by_role("link", name=re.compile("One use per weapon")).click()
    rule = page.get_by_role("article")
    expect(rule).to_contain_text("What the book leaves open")
    expect(rule).to_contain_text("Ruling")
    expect(rule).to_contain_text("weapons:refuse_weapon")
    expect(rule.get_by_text(re.compile(r"\d+ tests? that fail without it"))).to_be_visible()
    expect(page).to_have_url(re.compile("#/rules/hex100/hex100.once-per-turn"))


def test_a_rule_that_there_is_not_is_answered_kindly(page: Page) -> None:
    page.goto(f"{page.url}#/rules/hex100/hex100.no-such-rule")
    expect(page.get_by_role("alert")).to_contain_text("no-such-rule")
    page.goto(f"{page.url.split('#')[0]}#/rules/no-such-game")
    expect(page.get_by_role("alert")).to_contain_text("no-such-game")


def test_a_finding_of_the_hangar_leads_to_its_rule(page: Page) -> None:
    page.goto(f"{page.url}#/hangar/brigands")
    page.get_by_role("region", name="The force").get_by_role("button", name="+ group").click()
    page.get_by_role("button", name=re.compile("^Rule ")).first.click()
    expect(page.get_by_role("link", name="In the rulebook")).to_have_attribute(
        "href", re.compile("#/rules/brigands/brigands")
    )


def test_odds_follow_the_sliders_and_the_link_carries_them(page: Page) -> None:
    page.goto(f"{page.url}#/odds/brigands?a=hunter:LAC&t=jager&range=12")
    expect(page.get_by_label("73 % to hit")).to_be_visible()
    page.get_by_role("radiogroup", name="cover").get_by_role("radio", name="heavy").click()
    expect(page.get_by_label("46 % to hit")).to_be_visible()
    expect(page).to_have_url(re.compile("cover=heavy"))
    cell = page.get_by_role("table").last.get_by_role("row", name=re.compile("^6 ")).get_by_role("cell").first
    expect(cell).to_have_text("73 %")
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    expect(page.get_by_label("46 % to hit")).to_be_visible()


@pytest.mark.parametrize("system", [each.id for each in all_systems() if each.gunnery])
def test_the_firing_range_of_every_game_begins_with_range_by_what_hides(page: Page, system: str) -> None:
    page.goto(f"{page.url}#/odds/{system}")
    expect(page.get_by_label("Down the table")).to_have_value("range")
    expect(page.get_by_label("Across the table")).to_have_value(re.compile("^(cover|concealment)$"))
    expect(page.get_by_role("slider", name="range")).to_be_visible()


def test_an_attack_that_cannot_be_made_says_why(page: Page) -> None:
    page.goto(f"{page.url}#/odds/brigands?a=hunter:LAC&t=nobody")
    expect(page.get_by_role("alert").first).to_contain_text("nobody")
