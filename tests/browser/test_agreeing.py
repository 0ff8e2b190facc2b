"""What two people settle at a table: a draw, clocks, who is there; and how one is called to one's turn."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from browser.positions import addresses, call


@pytest.fixture
def links(address: str) -> dict[str, str]:
    """A duel between people with clocks."""
    wanted = {
        "system": "fieldmanual",
        "scenario": "duel",
        "players": {"red": "human", "blue": "human"},
        "seed": 5,
        "clocks": {"minutes": 20, "extra": 0, "out": "warn"},
    }
    return addresses(address, call(address, "battles", json.dumps(wanted).encode()))


def test_a_draw_is_offered_and_agreed_clocks_run_and_who_left_is_told(page: Page, links: dict[str, str]) -> None:
    page.goto(links["red"])
    expect(page.get_by_text("You play")).to_be_visible()
    friend = page.context.browser.new_context().new_page()  # type: ignore[union-attr]
    friend.goto(links["blue"])
    expect(page.get_by_role("timer")).to_have_count(2)
    mine = page.get_by_role("timer", name="Time of red")
    expect(mine).to_contain_text(re.compile(r"19:\d\d"))
    expect(friend.get_by_role("timer", name="Time of blue")).to_have_text(re.compile(r"20:00"))
    expect(page).to_have_title(re.compile("Your decision"))
    expect(friend).to_have_title(re.compile("Waiting"))
    friend.get_by_role("button", name="Menu").click()
    friend.get_by_role("button", name="Offer a draw").click()
    offer = page.get_by_role("region", name="A draw is offered")
    offer.get_by_role("button", name="No, fight on").click()
    expect(friend.get_by_label("Just said")).to_contain_text("red turns the draw down")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Offer a draw").click()
    friend.get_by_role("region", name="A draw is offered").get_by_role("button", name="Accept the draw").click()
    expect(page.get_by_label("How it ended")).to_contain_text("Both sides agreed to a draw")
    friend.context.close()


def test_who_has_left_is_told_with_the_time(page: Page, links: dict[str, str]) -> None:
    page.goto(links["blue"])
    friend = page.context.browser.new_context().new_page()  # type: ignore[union-attr]
    friend.goto(links["red"])
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for red")
    expect(friend.get_by_text("You play")).to_be_visible()
    friend.context.close()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"Waiting for red, who left at \d"))
