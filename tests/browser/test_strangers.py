"""What the page makes of a table that cannot keep a move, and of one that lists nothing."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from browser.conftest import serving
from browser.hand import Hand, begin
from browser.positions import played_to, with_target

FULL = """
import os
from sqlalchemy.exc import OperationalError
from gearlock.server.store import Store
append = Store.append
def full(*given):
    if os.path.exists({flag!r}):
        raise OperationalError("INSERT", {{}}, OSError("disk full"))
    append(*given)
Store.append = full
"""


def test_a_move_that_could_not_be_saved_is_said_and_still_planned(context: BrowserContext, tmp_path: Path) -> None:
    page, flag = context.new_page(), tmp_path / "full"
    with serving(tmp_path / "tables.db", first=FULL.format(flag=str(flag))) as address:
        hand = Hand.sit_down(page, played_to(address, "brigands", "intro", with_target).link)
        told = hand.told.count()
        flag.touch()
        hand.aim()
        hand.hear_out()
        planned = hand.card.inner_text()
        hand.ready.click()
        expect(page.locator(".refused")).to_contain_text("could not be saved")
        expect(page.get_by_text("Connection lost")).to_have_count(0, timeout=20_000)
        expect(page.locator(".refused")).to_contain_text("could not be saved")
        expect(hand.ready).to_be_visible()
        expect(hand.card).to_have_text(planned, use_inner_text=True)
        assert hand.told.count() == told
        flag.unlink()
        hand.ready.click()
        expect(page.locator(".refused")).to_have_count(0)
        expect(hand.told).not_to_have_count(told)


def test_a_private_table_lists_my_battles_to_me_and_none_to_others(context: BrowserContext, tmp_path: Path) -> None:
    mine = context.new_page()
    assert context.browser is not None
    other = context.browser.new_context().new_page()
    with serving(tmp_path / "tables.db", 0, "--private") as address:
        mine.goto(address)
        begin(mine, "Brigands", "duel", "bot:random")
        expect(mine.get_by_role("heading", level=1)).to_contain_text("decision")
        link = _watch_link(mine)
        assert "None yet" in _shelf(other, address)
        assert "yours" in _shelf(mine, address)
        other.goto(link)
        expect(other.get_by_role("log", name="What happened")).to_contain_text("Roll-off")
        expect(other.get_by_text("You play")).to_have_count(0)
    other.context.close()


def _shelf(page: Page, address: str) -> str:
    """What the lobby lists."""
    page.goto(address)
    shelf = page.get_by_role("region", name="Battles")
    expect(shelf.get_by_role("listitem").first).to_be_visible()
    expect(shelf.get_by_role("status")).to_have_count(0)  # it has been looked up
    return shelf.inner_text()


def _watch_link(page: Page) -> str:
    page.get_by_text("Let others look on").first.click()
    return page.get_by_label("Link for those who look on").first.input_value()
