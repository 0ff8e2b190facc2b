"""A campaign in the browser, from the lobby to the second battle's set-up: for a person against a bot."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.axe import serious_findings
from browser.hand import Hand
from gearlock.kernel.registry import all_systems

GAME = next(each for each in all_systems() if each.campaign is not None and hasattr(each.campaign, "muster"))


def give_up(page: Page) -> None:
    """Give the battle up, and go back to the campaign."""
    Hand(page).wait()
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("region", name="Table menu")
    menu.get_by_role("button", name="Concede").click()
    menu.get_by_role("button", name="Really give the battle up?").click()
    page.get_by_role("link", name="Back to the campaign").click()


def test_a_campaign_from_the_lobby_to_the_second_battle(page: Page) -> None:
    page.get_by_role("link", name="Begin a campaign, or see all").click()
    page.get_by_role("combobox", name="Game").select_option(GAME.id)
    form = page.get_by_role("region", name="New campaign")
    form.get_by_label("Name").fill("The long road")
    form.get_by_label("Battles").fill("2")
    form.get_by_label("Usual battle").select_option("duel")
    form.get_by_role("group", name="blue").get_by_label("Played by").select_option("bot:greedy")
    assert serious_findings(page) == []
    form.get_by_role("button", name="Begin the campaign").click()
    expect(page.get_by_role("heading", name="The long road")).to_be_visible()
    expect(page.get_by_role("region", name="Your force, red").get_by_role("listitem")).to_have_count(1)
    page.get_by_role("button", name="Play the next battle").click()
    expect(page).to_have_url(re.compile("#/battle/.+"))
    give_up(page)
    chronicle = page.get_by_role("region", name="Chronicle")
    expect(chronicle.get_by_text("Blue won")).to_be_visible()
    expect(chronicle.get_by_role("link", name="Replay of battle 1")).to_be_visible()
    expect(page.get_by_text("Day 2, 1 of 2 battles fought")).to_be_visible()
    expect(page.get_by_role("region", name="Shop").get_by_role("button", name=re.compile("^1 Labor"))).to_be_disabled()
    assert serious_findings(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("tab", name="Workshop").click()
    expect(page.get_by_role("heading", name="Workshop")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Play the next battle")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.set_viewport_size({"width": 1280, "height": 860})
    page.get_by_role("button", name="Play the next battle").click()
    expect(page).to_have_url(re.compile("#/battle/.+"))
    Hand(page).wait()
    page.goto(page.url.split("#")[0])
    expect(page.get_by_role("link", name="The long road", exact=True)).to_be_visible()
