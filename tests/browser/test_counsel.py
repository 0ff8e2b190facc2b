"""Asking a bot for advice, and planning what it would do, in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.axe import serious_findings
from browser.hand import Hand
from browser.positions import of_kind, played_to, set_up, with_target


def test_the_tactician_is_asked_and_its_way_planned_and_done(page: Page, address: str) -> None:
    hand = Hand.sit_down(page, played_to(address, "brigands", "intro", with_target).link)
    card = hand.card
    card.get_by_role("button", name="Ask the tactician").click()
    ways = card.get_by_role("list", name="What the tactician would do").get_by_role("button")
    expect(ways.first).to_be_visible()
    expect(ways.first).to_contain_text(re.compile("^1"))
    assert ways.first.locator(".term").first.get_attribute("title")
    card.get_by_text("What the words mean").click()
    expect(card.get_by_text("what speaks against a way is below nought")).to_be_visible()
    assert serious_findings(page) == []
    where = next((way for way in ways.all() if " to " in way.inner_text()), None)
    if where is not None:
        where.hover()
        expect(page.locator("main svg .advised")).to_have_count(1)
    ways.first.click()
    expect(card.locator(".plan")).to_be_visible()
    expect(ways.first).to_have_class(re.compile("marked"))
    hand.commit()
    expect(ways).to_have_count(0)


def test_where_nothing_tells_the_ways_apart_that_is_said_and_nothing_is_called_advice(page: Page, address: str) -> None:
    hand = Hand.sit_down(page, played_to(address, "brigands", "intro", of_kind("deploy")).link)
    hand.card.get_by_role("button", name="Ask the tactician").click()
    expect(hand.card.get_by_text("has no advice on this")).to_be_visible()
    expect(hand.card.get_by_role("list", name="What the tactician would do")).to_have_count(0)


def test_a_bot_is_asked_why_in_the_replay_of_a_finished_battle(page: Page, address: str) -> None:
    battle = set_up(address, "brigands", "duel", red="bot:greedy", blue="bot:random")["battle"]
    page.goto(f"{address}#/battle/{battle}")
    expect(page.locator("header h1")).to_have_text(re.compile("won:|A draw"))
    page.goto(f"{address}#/replay/{battle}")
    page.get_by_label("Story").get_by_text("Red Hunter 1 deploys").click()
    why = page.get_by_role("region", name="Why")
    why.get_by_role("button", name="Why did it do that?").click()
    ways = why.get_by_role("list", name="What it weighed").get_by_role("listitem")
    expect(ways.first).to_contain_text("played")
    expect(why).to_contain_text("red, greedy: Deploy the Red Hunter 1")
    assert serious_findings(page) == []
    page.keyboard.press("ArrowRight")
    expect(ways).to_have_count(0)
