"""Surveying the table, waypoints, and two seats at one screen, in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.axe import serious_findings
from browser.hand import Hand, begin
from browser.positions import lay_out, played_to, with_target


def about_to_activate(page: Page, address: str) -> Hand:
    """A duel against a bot in which I have deployed and choose a posture."""
    hand = Hand.sit_down(page, lay_out(address, "brigands", "duel", blue="bot:random")["red"])
    hand.play_until("posture")
    return hand


def test_sight_fields_and_threat_of_the_piece_looked_at(page: Page, address: str) -> None:
    about_to_activate(page, address)
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
    heat = page.locator("main svg .heat path")
    expect(heat.nth(20)).to_be_attached()
    box = heat.nth(20).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("main .tip .danger")).to_contain_text(re.compile("damage to expect here|strikes here"))
    assert serious_findings(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="Threat")).to_have_count(0)


def test_who_looks_on_has_the_tools_the_cards_and_the_last_dice_and_no_command_box(page: Page, address: str) -> None:
    position = played_to(address, "brigands", "intro", with_target)
    page.goto(re.sub(r"\?seat=.*", "", position.link))
    expect(page.get_by_role("region", name="Looking on")).to_be_visible()
    expect(page.get_by_placeholder("Type an order")).to_have_count(0)
    page.locator("main svg [data-piece]").first.click()
    expect(page.get_by_label("Record card of")).to_be_visible()
    page.keyboard.press("l")
    expect(page.get_by_role("region", name="Line of sight")).to_contain_text(" in away")
    page.keyboard.press("t")
    expect(page.get_by_role("region", name="Threat")).to_contain_text("enemy")


def test_a_way_by_waypoints_is_told_and_surveyed_from_its_end(page: Page, address: str) -> None:
    hand = about_to_activate(page, address)
    hand.do(hand.options.nth(1))
    hand.option("Move: ").first.click()
    hand.ways.first.click()
    expect(hand.card).to_contain_text(re.compile(r"The way: [\d.]+ of [\d.]+ in, \d+ (of \d+ )?Turn"))
    page.keyboard.press("l")
    expect(page.get_by_role("region", name="Line of sight")).to_contain_text("from where the plan ends")
    hand.card.get_by_role("button", name="Add waypoint, go on").click()
    expect(hand.card).to_contain_text("1 waypoint")
    page.keyboard.press("Backspace")
    expect(hand.card).not_to_contain_text("1 waypoint")


def test_a_shared_screen_with_secrets_changes_hands_behind_a_curtain(page: Page) -> None:
    begin(page, "Hex", blue="me")
    hand = Hand(page)
    curtain = page.get_by_role("heading", name=re.compile("take the screen"))
    for _ in range(3):
        expect(curtain).to_be_visible()
        assert page.locator("[data-piece], aside, footer").count() == 0
        before = curtain.text_content() or ""
        page.keyboard.press("Enter")
        expect(hand.headline).to_contain_text("Your decision")
        page.reload()
        expect(curtain).to_have_text(before)
        page.keyboard.press("Enter")
        hand.take_first()
        expect(curtain).to_be_visible()
        expect(curtain).not_to_have_text(before)


def test_a_shared_screen_without_secrets_needs_no_curtain(page: Page) -> None:
    begin(page, "Brigands", blue="me")
    hand = Hand(page)
    expect(hand.headline).to_contain_text("Your decision")
    mine = page.locator("header .who").inner_text()
    page.get_by_role("link", name=re.compile("^To .* seat$")).click()
    expect(page.locator("header .who")).not_to_have_text(mine)
    expect(hand.headline).to_contain_text("Waiting for")
