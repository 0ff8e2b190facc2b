"""Whole battles by clicks on the table, from the first decision to the card that tells how it ended."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import PATIENCE
from browser.hand import ENDING, Hand
from browser.positions import lay_out

MOST = 240
"""Decisions after which a short battle ought to be over."""


class Fighter(Hand):
    """Attacks as often as it can, moves once in a while, and never tires."""

    def fight(self) -> None:
        """One decision."""
        self.attacks = 0
        self.decide()


def fight_on(hand: Fighter) -> None:
    """Decide whatever comes until the battle is over."""
    for _ in range(MOST):
        if not hand.wait():
            return
        hand.fight()
    raise AssertionError(f"not over after {MOST} decisions")


class OneOfTwo(Fighter):
    """Knows that somebody else may be asked aside about what it ordered, and must answer first."""

    @property
    def is_up(self) -> bool:
        """Whether there is something for it to decide now."""
        self.hear_out()
        return self.headline.inner_text().startswith("Your decision") and self.card.is_visible()

    @property
    def is_done(self) -> bool:
        return re.search(ENDING, self.headline.inner_text()) is not None

    def passed(self, decision: str) -> None:
        """The table has taken the answer, or is about to, once it has heard the other."""
        told = 'h1:has-text("Your order is being carried out")'
        expect(self.page.locator(f'body:has([data-decision="{decision}"]):not(:has({told}))')).to_have_count(0)


def fight_each_other(*hands: OneOfTwo) -> None:
    """Decide wherever something is to be decided until the battle is over for everybody."""
    decided, last = 0, time.monotonic()
    while not all(hand.is_done for hand in hands):
        for hand in hands:
            if hand.is_up:
                hand.fight()
                decided, last = decided + 1, time.monotonic()
        assert decided < MOST, f"not over after {MOST} decisions"
        assert time.monotonic() < last + PATIENCE / 1000, "nobody is asked anything any more"


def check_ending(hand: Hand) -> None:
    expect(hand.headline, f"seen when it ended: {hand.ended}").to_have_text(re.compile(ENDING))
    card = hand.page.get_by_role("region", name="How it ended")
    expect(card.get_by_role("heading", level=2).first).to_have_text(re.compile(" won|A draw"))
    sides = card.get_by_role("table", name="What it came to").get_by_role("row")
    expect(sides).to_have_count(3)
    expect(card.get_by_role("link", name="Watch it again")).to_be_visible()
    whole = sides.filter(has=hand.page.get_by_role("cell", name="100%", exact=True))
    if whole.count() == 2:  # nobody was hurt: then nothing turned
        return
    expect(card.get_by_role("region", name="Turning point")).to_contain_text("%")
    card.get_by_role("link", name="Watch this moment").click()
    expect(hand.page).to_have_url(re.compile("#/replay/.*frame="))


@pytest.mark.parametrize(("system", "scenario"), [("brigands", "duel"), ("hex100", "close-quarters")])
def test_a_battle_is_fought_to_its_end_against_a_bot(page: Page, address: str, system: str, scenario: str) -> None:
    links = lay_out(address, system, scenario, blue="bot:greedy")
    page.goto(links["red"])
    hand = Fighter(page)
    fight_on(hand)
    check_ending(hand)


def test_two_people_fight_a_battle_to_its_end(page: Page, browser: Browser, address: str) -> None:
    links = lay_out(address, "hex100", "close-quarters")
    with browser.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="reduce") as elsewhere:
        elsewhere.set_default_timeout(PATIENCE)
        friend = elsewhere.new_page()
        page.goto(links["red"])
        friend.goto(links["blue"])
        red, blue = OneOfTwo(page), OneOfTwo(friend)
        fight_each_other(red, blue)
        check_ending(red)
        check_ending(blue)
