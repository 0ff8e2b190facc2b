"""The battle seen: a shot with its dice, a recap of what others did, nothing that moves where that is not wanted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import PATIENCE, Complaints, listen
from browser.hand import Hand
from browser.positions import Position, played_to, with_target
from gearlock.kernel.asks import Ask, Target
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Order
from gearlock.kernel.seat import Seat

AFTER_THE_WORD = 1500
"""Milliseconds into an attack: dice lie, and what came of it is said."""
FACES = "dice => dice.map(die => die.dataset.face)"


@pytest.fixture
def lively(browser: Browser, address: str) -> Iterator[Page]:
    """A page on which things move, by a clock that the test turns."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="no-preference")
    context.set_default_timeout(PATIENCE)
    page, complaints = context.new_page(), Complaints()
    listen(page, complaints)
    page.clock.install()
    page.goto(address)
    yield page
    assert not complaints
    context.close()


def best_attack(battle: Battle[Any], seat: str, enemy: str) -> Order:
    """What a click on an enemy plans: the attack that hits it most likely, the first of those."""
    orders = [o.order for o in battle.options(seat) if isinstance(o, Target) and o.unit == enemy]
    odds = [battle.preview(seat, order).odds for order in orders]
    return max(zip(orders, odds, strict=True), key=lambda each: each[1].p_hit if each[1] else 0.0)[0]


def whom(battle: Battle[Any], seat: str) -> str:
    """An enemy at whom dice are rolled as soon as it is attacked: nobody is asked anything before."""
    enemies = {piece.id for piece in battle.view(seat).pieces if piece.side != seat and "destroyed" not in piece.status}
    for option in battle.options(seat):
        if isinstance(option, Target) and option.unit in enemies:
            tried = battle.fork()
            told = len(Seat(tried, seat).story())
            tried.answer(seat, best_attack(battle, seat, option.unit))
            if any(line.shots for line in Seat(tried, seat).story()[told:]):
                return option.unit
    return ""


def at_once(battle: Battle[Any], ask: Ask) -> bool:
    return with_target(battle, ask) and whom(battle, ask.seat) != ""


def stop(page: Page) -> None:
    """Time stands still on a page from now on, but as far as the test turns the clock."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)


def fire(hand: Hand, position: Position) -> int:
    """Attack somebody while time stands still, and wait until that is told; how many lines there were before."""
    told = hand.told.count()
    hand.page.keyboard.press("f")
    hand.page.locator(f'main svg [data-piece="{whom(position.battle, position.seat)}"]').click()
    hand.hear_out()
    decision = hand.decision
    stop(hand.page)
    hand.ready.click()
    hand.passed(decision)
    return told


def dice_told(hand: Hand, told: int) -> list[list[str]]:
    """The dice of every line since, as the log has them."""
    found = []
    for line in hand.told.all()[told:]:
        unfold = line.get_by_role("button", name="Dice of")
        if unfold.count():
            unfold.click()
            expect(line.locator(".die").first).to_be_attached()
            found.append([str(int(face)) for face in line.locator(".die").all_inner_texts()])
    return found


@pytest.mark.parametrize(("system", "scenario"), [("brigands", "intro"), ("hex100", "close-quarters")])
def test_a_shot_flies_its_dice_tumble_to_what_was_rolled_and_its_word_stands_at_the_target(
    lively: Page, address: str, system: str, scenario: str
) -> None:
    position = played_to(address, system, scenario, at_once)
    hand = Hand.sit_down(lively, position.link)
    told = fire(hand, position)
    shown = lively.locator("main svg g.show[data-word]")
    expect(shown).to_have_count(1)
    assert shown.locator(".word").count() == 0, "what came of it is told before its dice"
    lively.clock.run_for(AFTER_THE_WORD)
    expect(shown.locator(".word")).to_be_visible()
    faces = shown.locator("[data-face]").evaluate_all(FACES)
    assert faces
    assert any(dice[: len(faces)] == faces for dice in dice_told(hand, told))


def test_space_is_the_end_of_what_is_shown(lively: Page, address: str) -> None:
    position = played_to(address, "brigands", "intro", at_once)
    fire(Hand.sit_down(lively, position.link), position)
    expect(lively.locator("main svg g.show[data-word]")).to_have_count(1)
    lively.keyboard.press("Space")
    expect(lively.locator("main svg g.show")).to_have_count(0)


def test_where_motion_is_not_wanted_line_dice_and_word_are_there_at_once(page: Page, address: str) -> None:
    page.clock.install()
    position = played_to(address, "brigands", "intro", at_once)
    fire(Hand.sit_down(page, position.link), position)
    shown = page.locator("main svg g.show[data-word]")
    expect(shown.locator(".word")).to_be_visible()
    expect(shown.locator("[data-face]").nth(1)).to_be_attached()


def test_what_the_other_side_did_is_told_in_short_and_shown_again_on_a_click(page: Page, address: str) -> None:
    position = played_to(address, "brigands", "intro", at_once)
    other = page.context.new_page()
    for each in (page, other):
        each.clock.install()
    other.goto(position.links[position.other])
    expect(other.get_by_role("heading", level=1)).to_contain_text("Waiting for")
    fire(Hand.sit_down(page, position.link), position)
    recap = other.get_by_role("region", name="While you waited")
    expect(recap.get_by_role("listitem")).to_have_count(1)
    other.keyboard.press("Space")
    expect(other.locator("main svg g.show")).to_have_count(0)
    stop(other)
    recap.get_by_role("listitem").get_by_role("button").click()
    expect(other.locator("main svg g.show[data-word] .word")).to_be_visible()
    recap.get_by_role("button", name="Put it away").click()
    expect(recap).to_have_count(0)
