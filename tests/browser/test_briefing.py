"""What a battle is about stands pinned beside it, and words of the game say what they mean."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from browser.hand import Hand
from browser.positions import lay_out, played_to, with_target


def test_the_briefing_is_pinned_from_the_first_decision_and_objectives_have_pips(page: Page, address: str) -> None:
    Hand.sit_down_first(page, lay_out(address, "hex100", "stealth-raid"))
    brief = page.get_by_role("region", name="The briefing")
    expect(brief.get_by_text("Goal.")).to_be_visible()
    position = played_to(address, "hex100", "stealth-raid", with_target)
    page.evaluate("localStorage.clear()")
    Hand.sit_down(page, position.link)
    goals = position.battle.view(position.seat).goals
    mine = [goal for goal in goals if goal.seat == position.seat]
    listed = brief.get_by_role("list", name=f"What {position.seat} fights for").get_by_role("listitem")
    expect(listed).to_have_count(len(mine))
    for at, goal in enumerate(mine):
        expect(listed.nth(at)).to_contain_text(goal.name)
        expect(listed.nth(at).locator("i")).to_have_count(goal.full)
    placed = next(at for at, goal in enumerate(mine) if goal.places)
    listed.nth(placed).get_by_role("button").hover()
    expect(page.locator("main svg .pointed")).to_have_count(len(mine[placed].places))
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.get_by_role("group", name="Score").locator(".goal")).to_have_count(len(goals))


def test_a_word_of_the_game_says_what_it_means_to_pointer_keys_and_finger(page: Page, address: str) -> None:
    hand = Hand.sit_down(page, played_to(address, "brigands", "intro", with_target).link)
    hand.aim()
    hand.hear_out()
    word = hand.card.locator("button.word").first
    card = page.get_by_role("tooltip")
    word.hover()
    expect(card).to_contain_text("§")
    page.mouse.move(600, 500)
    expect(card).to_have_count(0)
    word.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(card).to_be_visible()
    page.mouse.move(610, 510)
    word.click()
    expect(page.get_by_role("region", name="Rule")).to_contain_text("§")
    link = page.get_by_role("region", name="Rule").get_by_role("link", name="In the rulebook")
    assert "#/rules/" in (link.get_attribute("href") or "")
