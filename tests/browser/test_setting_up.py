"""Before the first round: both forces are listed, what there is to do is shown, and pieces can be put for one."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.axe import serious_findings
from browser.hand import Hand
from browser.positions import lay_out


def test_both_forces_are_listed_from_the_first_decision_and_their_cards_open(page: Page, address: str) -> None:
    links = lay_out(address, "brigands", "intro")
    Hand.sit_down_first(page, links)
    left = page.get_by_role("complementary", name="The battle and its pieces")
    for side in ("red", "blue"):
        force = left.get_by_role("region", name=f"Pieces of {side}")
        expect(force).to_contain_text("Not on the table yet")
        assert force.get_by_role("button").count() == 3
    left.get_by_role("region", name="Pieces of blue").get_by_role("button").first.click()
    expect(page.locator("[data-record]")).to_contain_text("Weapons")
    expect(page.get_by_role("region", name="Set-up").get_by_role("listitem").first).to_be_visible()
    assert serious_findings(page) == []


def test_pieces_are_put_on_the_table_for_one(page: Page, address: str) -> None:
    links = lay_out(address, "brigands", "intro", blue="bot:random")
    hand = Hand.sit_down(page, links["red"])
    hand.play_until("Deploy")
    strip = page.get_by_role("region", name="Set-up")
    expect(strip).to_contain_text(re.compile("0 of 3"))
    strip.get_by_role("button", name="Deploy for me").click()
    expect(page.locator('main svg [data-piece^="red"]')).to_have_count(3)
    hand.wait()
    expect(strip).to_have_count(0)
    expect(page.get_by_role("region", name="How the battle stands")).to_contain_text("1")


def test_where_there_are_secrets_only_the_own_force_is_listed(page: Page, address: str) -> None:
    links = lay_out(address, "hex100", "close-quarters")
    Hand.sit_down_first(page, links)
    expect(page.get_by_text("Not on the table yet")).to_have_count(1)
