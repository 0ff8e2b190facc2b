"""Reloading, losing the connection, and coming back to the same table."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from browser.conftest import reserved_port, serving
from browser.hand import Hand
from browser.positions import played_to, with_target


def _scene(hand: Hand) -> tuple[list[str], list[str]]:
    """All that is told, and every piece on the table in words."""
    told = hand.told.all_inner_texts()
    return told, sorted(piece.get_attribute("aria-label") or "" for piece in hand.pieces.all())


def test_after_a_reload_everything_is_as_it_was_and_goes_on(page: Page, address: str) -> None:
    hand = Hand.sit_down(page, played_to(address, "hex100", "close-quarters", with_target).link)
    before = _scene(hand)
    assert all(before)
    page.reload()
    hand.wait()
    assert _scene(hand) == before
    hand.attack()


def test_a_server_that_went_away_and_came_back_is_played_on_at(context: BrowserContext, tmp_path: Path) -> None:
    with reserved_port() as port:
        go_away_and_come_back(context.new_page(), tmp_path / "tables.db", port)


def go_away_and_come_back(page: Page, database: Path, port: int) -> None:
    with serving(database, port) as address:
        hand = Hand.sit_down(page, played_to(address, "brigands", "intro", with_target).link)
        before = _scene(hand)
    expect(page.get_by_text("Connection lost")).to_be_visible()
    expect(page.get_by_role("button", name="Try now")).to_be_visible()
    # Time stands still from here: who is there again need not wait for the next try.
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 3_600_000"))
    hand.option("%").first.click()
    expect(hand.card.get_by_role("alert")).to_contain_text("connection is lost")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".refused")).to_be_in_viewport(ratio=1)
    with serving(database, port):
        expect(page.get_by_text("Connection lost")).to_be_visible()
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.get_by_text(re.compile("Connection lost|Connecting"))).to_have_count(0)
        assert _scene(hand) == before
        hand.attack()
