"""The log: its lines unfold their dice, here and in the replay."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.hand import Hand, Keyboard
from browser.positions import played_to, with_target
from gearlock.kernel.asks import Ask
from gearlock.kernel.battle import Battle


def begun(battle: Battle[Any], ask: Ask) -> bool:
    """Somebody has attacked before, and may attack again."""
    return len(battle.entries) > 60 and with_target(battle, ask)


@pytest.mark.parametrize(
    ("system", "scenario", "told"),
    [("brigands", "intro", "Dice of: .* on .* against"), ("hex100", "close-quarters", "Dice of: .*: rolled .* hit")],
)
def test_the_dice_of_a_line_unfold_with_every_modifier_and_its_rule(
    page: Page, address: str, system: str, scenario: str, told: str
) -> None:
    hand = Hand.sit_down(page, played_to(address, system, scenario, begun).link)
    own = hand.story.locator("li").filter(has=page.get_by_role("button", name=re.compile(told)))
    if system == "hex100":
        hand.attack()
    hand.unfold_story()
    unfold, line = own.last.get_by_role("button", name=re.compile(told)), own.last
    expect(unfold).to_have_attribute("aria-expanded", "false")
    unfold.focus()
    page.keyboard.press("Enter")
    expect(unfold).to_have_attribute("aria-expanded", "true")
    dice = line.get_by_role("img", name=re.compile(r"^Dice: \d")).first
    assert dice.locator(".die").all_inner_texts() == re.findall(r"\d+", dice.get_attribute("aria-label") or "")
    lines = line.get_by_role("list", name=re.compile("^What made it")).first.get_by_role("listitem")
    expect(lines.first).to_have_text(re.compile(r"\+\d"))
    lines.first.get_by_role("button", name=re.compile("^Rule")).click()
    expect(page.get_by_role("region", name="Rule", exact=True).get_by_role("heading")).not_to_be_empty()
    unfold.click()
    expect(line.locator(".roll")).to_have_count(0)
    Keyboard(page).order("l")
    expect(hand.story.locator("li").filter(has=page.locator("[aria-expanded=true]"))).to_have_count(1)
    page.get_by_role("searchbox", name="Find in the log").fill("no such words")
    expect(hand.story.get_by_text("No log lines match.")).to_be_visible()


def test_a_replay_unfolds_the_same_dice(page: Page, address: str) -> None:
    position = played_to(address, "brigands", "intro", begun)
    hand = Hand.sit_down(page, position.link)
    hand.unfold_story()
    story = hand.story
    unfold = story.get_by_role("button", name=re.compile("^Dice of: .* on .* against"))
    expect(unfold.last).to_be_visible()
    words = unfold.last.get_attribute("aria-label") or ""
    unfold.last.click()
    expect(story.locator(".roll").first).to_be_visible()
    shown = story.locator(".roll").all_inner_texts()
    battle = re.findall(r"#/battle/([^?]+)", position.link)[0]
    page.goto(f"{address}#/replay/{battle}")
    film = page.get_by_role("list", name="Story")
    film.get_by_role("button", name=words).last.click()
    expect(film.locator(".roll").first).to_be_visible()
    assert film.locator(".roll").all_inner_texts() == shown


def test_the_log_grows_for_a_long_read_and_goes_away_for_the_table(page: Page, address: str) -> None:
    hand = Hand.sit_down(page, played_to(address, "brigands", "intro", begun).link)

    def height() -> float:
        box = hand.story.bounding_box()
        assert box is not None
        return box["height"]

    usual = height()
    page.get_by_role("button", name="More of the log").click()
    assert height() > 2 * usual
    for _ in range(2):
        page.get_by_role("button", name="Less of the log").click()
    assert height() < 10
    page.get_by_role("button", name="More of the log").click()
    assert height() == usual


def test_older_activations_are_folded_to_a_line_that_unfolds(page: Page, address: str) -> None:
    hand = Hand.sit_down(page, played_to(address, "brigands", "intro", begun).link)
    folded = hand.story.locator("li.deed button")
    count = folded.count()
    assert count > 1
    shown = hand.told.locator("visible=true").count()
    folded.first.click()
    expect(folded).to_have_count(count - 1)
    assert hand.told.locator("visible=true").count() > shown
    hand.story.get_by_role("button", name="Fold up what it did").first.click()
    expect(folded).to_have_count(count)
