"""Surveying the table, waypoints, and two seats at one screen, in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.axe import serious_findings
from browser.test_table import decision, options, sit_down, wait_for_me


def act_first(page: Page, address: str) -> None:
    """A duel in which I have deployed and may activate; every decision before that takes the first option or way."""
    sit_down(page, address, "brigands", "duel")
    for _ in range(12):
        wait_for_me(page)
        asked = page.locator("header h1").inner_text()
        if "posture" in asked:
            return
        if options(page).first.get_attribute("aria-pressed") != "true":
            options(page).first.click()
        ways = decision(page).get_by_role("list", name="Good ways").get_by_role("button")
        commit = decision(page).get_by_role("button", name=re.compile("^Do it"))
        ways.first.or_(page.locator("button.main:enabled")).first.wait_for()
        if ways.count():
            ways.first.click()
        commit.click()
        expect(page.locator("header h1")).not_to_have_text(asked)
    raise AssertionError("no activation came")


def test_sight_fields_and_threat_of_the_piece_looked_at(page: Page, address: str) -> None:
    act_first(page, address)
    page.keyboard.press("n")
    page.keyboard.press("l")
    sight = page.get_by_role("region", name="Line of sight")
    expect(sight).to_contain_text("from where it stands")
    expect(sight).to_contain_text(" in away")
    expect(sight.get_by_role("button", name=re.compile("^Rule"))).to_be_visible()
    page.keyboard.press("w")
    fields = page.get_by_role("region", name="Weapon fields")
    expect(fields).to_contain_text("arc: ")
    first = fields.locator("[aria-pressed=true]").inner_text()
    page.keyboard.press(".")
    expect(fields.locator("[aria-pressed=true]")).not_to_have_text(first)
    page.keyboard.press("t")
    expect(page.get_by_role("region", name="Threat")).to_contain_text("enemy")
    assert serious_findings(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="Threat")).to_have_count(0)


def test_a_way_by_waypoints_is_told_and_surveyed_from_its_end(page: Page, address: str) -> None:
    act_first(page, address)
    options(page).nth(1).click()
    decision(page).get_by_role("button", name=re.compile("^Do it")).click()
    options(page).filter(has_text="Move: ").first.click()
    ways = decision(page).get_by_role("list", name="Good ways").get_by_role("button")
    ways.first.click()
    expect(decision(page)).to_contain_text(re.compile(r"The way: [\d.]+ of [\d.]+ in, \d+ (of \d+ )?Turn"))
    page.keyboard.press("l")
    expect(page.get_by_role("region", name="Line of sight")).to_contain_text("from where the plan ends")
    decision(page).get_by_role("button", name="Add waypoint, go on").click()
    expect(decision(page)).to_contain_text("1 waypoint")
    page.keyboard.press("Backspace")
    expect(decision(page)).not_to_contain_text("1 waypoint")


def share_the_screen(page: Page, system: str) -> None:
    page.get_by_role("radio", name=re.compile(system)).click()
    page.get_by_role("group", name="blue").get_by_role("combobox", name="Played by").select_option("me")
    page.get_by_role("button", name="Start the battle").click()


def test_a_shared_screen_with_secrets_changes_hands_behind_a_curtain(page: Page) -> None:
    share_the_screen(page, "Hex")
    curtain = page.get_by_role("heading", name=re.compile("take the screen"))
    for _ in range(3):
        expect(curtain).to_be_visible()
        assert page.locator("[data-piece], aside, footer").count() == 0
        before = curtain.text_content() or ""
        page.keyboard.press("Enter")
        expect(page.locator("header h1")).to_contain_text("Your decision")
        page.reload()
        expect(curtain).to_have_text(before)
        page.keyboard.press("Enter")
        if options(page).first.get_attribute("aria-pressed") != "true":
            options(page).first.click()
        decision(page).get_by_role("list", name="Good ways").get_by_role("button").first.click()
        decision(page).get_by_role("button", name=re.compile("^Do it")).click()
        expect(curtain).to_be_visible()
        expect(curtain).not_to_have_text(before)


def test_a_shared_screen_without_secrets_needs_no_curtain(page: Page) -> None:
    share_the_screen(page, "Brigands")
    expect(page.locator("header h1")).to_contain_text("Your decision")
    mine = page.locator("header .who").inner_text()
    page.get_by_role("link", name=re.compile("^To .* seat$")).click()
    expect(page.locator("header .who")).not_to_have_text(mine)
    expect(page.locator("header h1")).to_contain_text("Waiting for")
