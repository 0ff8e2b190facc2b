"""The table on a phone, and for everybody's eyes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, CDPSession, Locator, Page, expect

from browser.axe import serious_findings
from browser.conftest import Complaints, listen
from browser.hand import Hand, Keyboard
from browser.positions import played_to, with_target


class Thumb(Hand):
    """A hand on a touch screen."""

    def choose(self, option: Locator) -> None:
        if option.get_attribute("aria-pressed") != "true":
            option.tap()

    def click(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)

    def commit(self) -> None:
        decision = self.decision
        self.ready.tap()
        self.passed(decision)


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page, complaints = context.new_page(), Complaints()
    listen(page, complaints)
    page.goto(address)
    yield page
    context.close()
    assert not complaints


def test_a_battle_is_begun_on_a_phone(phone: Page) -> None:
    phone.get_by_role("button", name="Start the battle").tap()
    hand = Thumb(phone)
    hand.wait()
    if not hand.option("Deploy").count():
        hand.do(hand.options.first)
        hand.wait()
    before = hand.pieces.count()
    hand.do(hand.option("Deploy").first)
    expect(hand.pieces.nth(before)).to_be_visible()
    phone.get_by_role("button", name="Log", exact=True).tap()
    expect(hand.story).to_be_visible()
    phone.get_by_role("button", name="Log", exact=True).tap()
    phone.get_by_role("button", name="Pieces", exact=True).tap()
    expect(phone.get_by_role("region", name="Pieces of red")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious_findings(phone) == []


def test_what_the_opponent_says_is_heard_on_a_phone_until_it_is_put_away(phone: Page, page: Page, address: str) -> None:
    position = played_to(address, "brigands", "intro", with_target)
    hand = Thumb.sit_down(phone, position.link)
    heard = phone.get_by_role("status", name="Just said")
    expect(heard).to_be_empty()
    page.goto(position.links[position.other])
    opponent = Keyboard(page)
    assert opponent.waits
    for _ in range(2):
        opponent.order("say Well met")
    expect(heard).to_contain_text(re.compile(rf"{position.other}:\s+Well met\s+\(2 times\)"))
    expect(heard.get_by_text("Well met")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("region", name="Said at the table")).to_contain_text(re.compile(r"Well met\s+\(2 times\)"))
    expect(page.get_by_role("status", name="Just said")).to_be_empty()
    assert serious_findings(phone) == []
    heard.get_by_role("button", name="Put these words away").tap()
    expect(heard).to_be_empty()
    hand.aim()


def touch(glass: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    """Fingers on the glass, as they are now."""
    fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


def test_fingers_hold_for_the_card_pinch_for_a_closer_look_and_fold_the_sheet(phone: Page, address: str) -> None:
    hand = Thumb.sit_down(phone, played_to(address, "brigands", "intro", with_target).link)
    piece = hand.pieces.last
    box = piece.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    glass = phone.context.new_cdp_session(phone)
    touch(glass, "touchStart", middle)
    words = (piece.get_attribute("aria-label") or "").split(",")[0]
    card = phone.get_by_role("heading", level=2, name=words)
    expect(card).to_be_in_viewport()
    touch(glass, "touchEnd")
    view = phone.locator("main svg > g").first
    before = view.get_attribute("style")
    touch(glass, "touchStart", (150, 300), (240, 300))
    touch(glass, "touchMove", (100, 300), (290, 300))
    touch(glass, "touchEnd")
    expect(view).not_to_have_attribute("style", before or "")
    phone.get_by_role("button", name="More of the table").tap()
    expect(hand.card).to_be_hidden()
    phone.get_by_role("button", name="Show the decision").tap()
    hand.aim(-1)
    expect(hand.ready).to_be_in_viewport()


def test_in_a_window_of_little_height_table_and_plan_stand_side_by_side(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 640, "height": 430})
    hand = Hand.sit_down(page, played_to(address, "brigands", "intro", with_target).link)
    hand.aim(-1)
    expect(hand.ready).to_be_in_viewport()
    table = page.get_by_role("application").bounding_box()
    assert table is not None
    assert table["height"] > 300
    for tool in page.get_by_role("toolbar", name="View").get_by_role("button").all():
        expect(tool).to_be_in_viewport(ratio=1)


def test_on_a_tablet_the_table_has_most_of_the_screen_and_the_pieces_are_a_drawer(page: Page, address: str) -> None:
    position = played_to(address, "hex100", "close-quarters", with_target)
    page.set_viewport_size({"width": 820, "height": 1180})
    Hand.sit_down(page, position.link)
    table = page.get_by_role("application").bounding_box()
    assert table is not None
    assert table["width"] > 450
    pieces = page.get_by_role("region", name=f"Pieces of {position.seat}")
    expect(pieces).to_be_hidden()
    page.get_by_role("button", name="Pieces", exact=True).click()
    pieces.get_by_role("button").first.click()
    expect(pieces).to_be_hidden()
    expect(page.locator("[data-record]")).to_be_in_viewport()


def test_where_the_system_gives_the_colours_tracks_still_tell_full_from_empty(page: Page, address: str) -> None:
    page.emulate_media(forced_colors="active")
    wounded = played_to(address, "hex100", "close-quarters", lambda battle, ask: len(battle.entries) > 60)
    Hand.sit_down(page, wounded.link)
    looks = "boxes => new Set(boxes.map(box => getComputedStyle(box).backgroundColor)).size"
    boxes = page.locator(".track .bar i:not(.long)")
    expect(boxes.first).to_be_visible()
    assert boxes.evaluate_all(looks) == 2


def test_the_table_has_no_serious_barriers_in_any_look(page: Page, address: str) -> None:
    hand = Hand.sit_down(page, played_to(address, "brigands", "intro", with_target).link)
    hand.aim()
    hand.pieces.first.click()
    for look in ("light", "dark", "contrast"):
        page.get_by_role("combobox", name="Colours").select_option(look)
        assert serious_findings(page) == [], look
