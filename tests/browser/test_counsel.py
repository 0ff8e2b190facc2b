"""Asking a bot for advice, and planning what it would do, in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.axe import serious_findings
from browser.test_table import decision
from browser.test_tools import act_first


def test_the_tactician_is_asked_and_its_way_planned_and_done(page: Page, address: str) -> None:
    act_first(page, address)
    card = decision(page)
    card.get_by_role("button", name="Ask the tactician").click()
    ways = card.get_by_role("list", name="What the tactician would do").get_by_role("button")
    expect(ways.first).to_be_visible()
    expect(ways.first).to_contain_text(re.compile(r"^.?\d\.\d\d"))
    assert ways.first.locator(".term").first.get_attribute("title")
    card.get_by_text("What the words mean").click()
    expect(card.get_by_text("what speaks against a way is below nought")).to_be_visible()
    assert serious_findings(page) == []
    asked = page.locator("header h1").inner_text()
    ways.first.click()
    expect(card.locator(".plan")).to_be_visible()
    expect(ways.first).to_have_class(re.compile("marked"))
    card.get_by_role("button", name=re.compile("^Do it")).click()
    expect(page.locator("header h1")).not_to_have_text(asked)
    expect(ways).to_have_count(0)
