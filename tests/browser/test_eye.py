"""Through the model's eye: what the picture shows is what the rules count, on a key and on the card of an attack."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.axe import serious_findings
from browser.hand import Hand
from browser.positions import played_to, with_target

NEAR = 2
"""Per cent that picture and rules may differ by."""


@pytest.mark.parametrize(("system", "scenario"), [("brigands", "groups"), ("fieldmanual", "skirmish")])
def test_the_picture_shows_as_much_as_the_rules_count(page: Page, address: str, system: str, scenario: str) -> None:
    Hand.sit_down(page, played_to(address, system, scenario, with_target).link)
    page.keyboard.press("v")
    eye = page.get_by_role("dialog")
    wanted = eye.get_by_role("combobox", name="at")
    expect(eye.locator("[data-target]")).to_be_visible()
    targets = wanted.locator("option").evaluate_all("options => options.map(option => option.value)")
    assert len(targets) > 3
    for target in targets[:8]:
        wanted.select_option(target)
        expect(eye.locator(f'[data-target="{target}"]')).to_be_visible()
        drawn, counted = eye.locator("canvas").get_attribute("data-shown"), eye.locator(".big")
        assert abs(int(drawn or -99) - int(counted.get_attribute("data-share") or 99)) <= NEAR
    assert serious_findings(page) == []
    page.keyboard.press("Escape")
    expect(eye).to_have_count(0)


@pytest.mark.parametrize(("system", "scenario"), [("blitz", "skirmish"), ("hex100", "close-quarters")])
def test_where_no_shares_are_counted_it_says_whether_there_is_a_line(
    page: Page, address: str, system: str, scenario: str
) -> None:
    Hand.sit_down(page, played_to(address, system, scenario, with_target).link)
    page.keyboard.press("v")
    eye = page.get_by_role("dialog")
    expect(eye.locator(".big")).to_contain_text("seen")
    assert eye.locator(".big").get_attribute("data-share") is None


def test_the_card_of_an_attack_has_it_and_opens_it(page: Page, address: str) -> None:
    hand = Hand.sit_down(page, played_to(address, "brigands", "intro", with_target).link)
    hand.aim()
    hand.card.get_by_role("button", name="through its eye").click()
    eye = page.get_by_role("dialog")
    expect(eye.locator(".big")).to_contain_text("%")
    before = eye.get_by_role("combobox", name="at").input_value()
    page.keyboard.press(".")
    expect(eye.get_by_role("combobox", name="at")).not_to_have_value(before)
    eye.get_by_role("button", name="Close").click()
    expect(hand.card.locator("[aria-pressed=true]")).to_be_visible()
