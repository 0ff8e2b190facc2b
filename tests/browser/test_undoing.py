"""Taking back at the table: freely, or by the opponent's consent."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser.hand import Hand
from browser.positions import lay_out, played_to, with_target


@pytest.fixture
def opponents(page: Page, context: BrowserContext, address: str) -> tuple[Hand, Hand]:
    """Two people at a table; the first is about to attack."""
    position = played_to(address, "brigands", "intro", with_target)
    attacker, other = Hand.sit_down(page, position.link), context.new_page()
    other.goto(position.links[position.other])
    return attacker, Hand(other)


def _attack(attacker: Hand, opponent: Hand) -> None:
    """An attack for which dice are rolled, once the opponent has held its fire."""
    attacker.attack()
    opponent.wait()
    opponent.do(opponent.option("Hold fire"))
    expect(attacker.page.get_by_role("button", name="Ask to take back")).to_be_enabled()


def test_a_piece_set_down_is_taken_up_again_freely_against_a_bot(page: Page, address: str) -> None:
    hand = Hand.sit_down(page, lay_out(address, "hex100", "close-quarters", blue="bot:random")["red"])
    hand.wait()
    hand.decide()
    expect(hand.pieces).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(hand.pieces).to_have_count(0)
    hand.wait()
    hand.decide()
    expect(hand.pieces).to_have_count(1)
    page.keyboard.press("u")
    expect(hand.pieces).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_where_there_are_secrets_a_person_is_asked_as_soon_as_it_is_their_turn(page: Page, address: str) -> None:
    """They may have decided something already, and nobody must see whether they have."""
    hand = Hand.sit_down_first(page, lay_out(address, "hex100", "close-quarters"))
    hand.decide()
    expect(hand.pieces).to_have_count(1)
    expect(page.get_by_role("button", name="Ask to take back")).to_be_enabled()


def test_an_attack_is_taken_back_when_the_opponent_allows_it(opponents: tuple[Hand, Hand]) -> None:
    attacker, opponent = opponents
    told = attacker.told.all_inner_texts()
    _attack(attacker, opponent)
    attacker.page.get_by_role("button", name="Ask to take back").click()
    expect(attacker.page.get_by_text("Waiting for consent")).to_be_visible()
    opponent.page.get_by_role("button", name="Allow it").click()
    expect(attacker.told).to_have_text(told)
    expect(opponent.told).to_have_text(told)
    attacker.wait()
    expect(attacker.targets.first).to_be_visible()


def test_an_attack_stands_when_the_opponent_says_no(opponents: tuple[Hand, Hand]) -> None:
    attacker, opponent = opponents
    _attack(attacker, opponent)
    told = attacker.told.all_inner_texts()
    attacker.page.keyboard.press("u")
    opponent.page.get_by_role("button", name="No", exact=True).click()
    expect(attacker.page.get_by_text("Waiting for consent")).to_have_count(0)
    expect(attacker.told).to_have_text(told)
