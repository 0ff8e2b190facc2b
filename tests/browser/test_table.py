"""The table in a real browser: what keys, pointer and screen do, whatever is played."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.axe import serious_findings
from browser.hand import Hand
from browser.positions import lay_out

GAMES = [("brigands", "duel"), ("hex100", "close-quarters")]


def test_a_battle_begins_by_keyboard_alone(page: Page, address: str) -> None:
    hand = Hand.sit_down(page, lay_out(address, *GAMES[1], blue="bot:random")["red"])
    hand.wait()
    page.keyboard.press("1")
    hand.ways.first.wait_for()
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    expect(hand.pieces).to_have_count(1)
    page.keyboard.press("u")
    expect(hand.pieces).to_have_count(0)
    page.keyboard.press("/")
    page.keyboard.type("1 3 12 2")  # machines are placed in one's own zone: red's lies in the south
    page.keyboard.press("Enter")
    expect(hand.pieces).to_have_count(1)
    page.keyboard.type("i Z9")
    page.keyboard.press("Enter")
    expect(page.locator("output")).to_contain_text("No piece is marked")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).not_to_be_visible()


def test_a_place_that_will_not_do_says_why_at_the_pointer(page: Page, address: str) -> None:
    hand = Hand.sit_down_first(page, lay_out(address, *GAMES[1]))
    hand.options.first.click()
    box = page.get_by_role("application").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".tip.no")).to_contain_text("placed in the zone")
    expect(hand.card.get_by_role("button", name="Do it")).to_be_disabled()
    page.keyboard.press("Escape")
    expect(page.locator(".tip.no")).not_to_be_visible()


@pytest.mark.parametrize(("system", "scenario"), GAMES)
def test_nothing_keeps_people_out_of_the_table(page: Page, address: str, system: str, scenario: str) -> None:
    hand = Hand.sit_down(page, lay_out(address, system, scenario, blue="bot:random")["red"])
    hand.options.first.click()
    expect(hand.card.get_by_role("button", name="Do it")).to_be_visible()
    assert serious_findings(page) == []


def test_on_a_phone_nothing_is_wider_than_the_screen_and_drawers_open(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    Hand.sit_down(page, lay_out(address, *GAMES[0], blue="bot:random")["red"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Log", exact=True).click()
    expect(page.get_by_role("log")).to_be_visible()
