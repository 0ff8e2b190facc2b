"""The table in a real browser: what keys, pointer and screen do, whatever is played."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import serious_findings

GAMES = [("brigands", "duel"), ("hex100", "close-quarters")]


def sit_down(page: Page, address: str, system: str, scenario: str, blue: str = "bot:random") -> dict[str, str]:
    """A battle of mine against another; I play red. The tokens of both seats."""
    wanted = {"system": system, "scenario": scenario, "players": {"red": "human", "blue": blue}, "seed": 5}
    answer = page.request.post(f"{address}api/battles", data=wanted)
    assert answer.status == 201, answer.text()
    links = answer.json()
    page.goto(f"{address}#/battle/{links['battle']}?seat={links['seats']['red']}")
    return {"battle": links["battle"], **links["seats"]}


def sit_down_first(page: Page, address: str) -> None:
    """A battle with secrets between two people; I sit where the first decision is made."""
    place = sit_down(page, address, *GAMES[1], blue="human")
    waits = page.get_by_text("Waiting for blue")
    expect(decision(page).or_(waits)).to_be_visible()
    if waits.count():
        page.goto(f"{address}#/battle/{place['battle']}?seat={place['blue']}")
    expect(decision(page)).to_be_visible()


def decision(page: Page) -> Locator:
    return page.get_by_role("region", name="Your decision")


def options(page: Page) -> Locator:
    return decision(page).locator("button.option")


def is_over(page: Page) -> bool:
    return bool(re.match(r"\s*(Victory|Defeat|A draw)", page.locator("header h1").inner_text()))


def wait_for_me(page: Page) -> bool:
    """Until I have something to decide; whether the battle still goes on."""
    ended = page.locator("header h1", has_text=re.compile("Victory|Defeat|A draw"))
    options(page).first.or_(ended).first.wait_for()
    return not is_over(page)


def test_a_battle_begins_by_keyboard_alone(page: Page, address: str) -> None:
    sit_down_first(page, address)
    page.keyboard.press("1")
    page.locator("button.way").first.wait_for()
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    expect(page.locator("[data-piece]")).to_have_count(1)
    page.keyboard.press("u")
    expect(page.locator("[data-piece]")).to_have_count(0)
    page.keyboard.press("/")
    column, row = 3, 12 if decision_zone(page) == "south" else 1
    page.keyboard.type(f"1 {column} {row} 2")
    page.keyboard.press("Enter")
    expect(page.locator("[data-piece]")).to_have_count(1)
    page.keyboard.type("i Z9")
    page.keyboard.press("Enter")
    expect(page.locator("output")).to_contain_text("No piece is marked")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).not_to_be_visible()


def decision_zone(page: Page) -> str:
    """The zone one's machines are placed in: red's lies in the south."""
    return "south" if "red" in page.get_by_text("You play").inner_text() else "north"


def test_a_place_that_will_not_do_says_why_at_the_pointer(page: Page, address: str) -> None:
    sit_down_first(page, address)
    options(page).first.click()
    box = page.get_by_role("application").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".tip.no")).to_contain_text("placed in the zone")
    expect(decision(page).get_by_role("button", name="Do it")).to_be_disabled()
    page.keyboard.press("Escape")
    expect(page.locator(".tip.no")).not_to_be_visible()


@pytest.mark.parametrize(("system", "scenario"), GAMES)
def test_nothing_keeps_people_out_of_the_table(page: Page, address: str, system: str, scenario: str) -> None:
    sit_down(page, address, system, scenario)
    wait_for_me(page)
    options(page).first.click()
    expect(decision(page).get_by_role("button", name="Do it")).to_be_visible()
    assert serious_findings(page) == []


def test_on_a_phone_nothing_is_wider_than_the_screen_and_drawers_open(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sit_down(page, address, *GAMES[0])
    wait_for_me(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Log", exact=True).click()
    expect(page.get_by_role("log")).to_be_visible()
