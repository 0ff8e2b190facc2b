"""The menu of a table, a rematch, and a lobby that is as one left it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.axe import serious_findings
from browser.hand import Hand, begin
from browser.positions import lay_out


def test_giving_up_is_asked_twice_and_a_rematch_is_laid_out_with_the_sides_swapped(page: Page) -> None:
    begin(page, "Brigands", "duel", blue="bot:random")
    hand = Hand(page)
    hand.wait()
    before = page.url
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("region", name="Table menu")
    assert serious_findings(page) == []
    menu.get_by_role("combobox", name="What happens is shown").select_option("slow")
    menu.get_by_role("button", name="Concede").click()
    expect(page.get_by_label("How it ended")).to_have_count(0)
    menu.get_by_role("button", name="Really give the battle up?").click()
    ended = page.get_by_label("How it ended")
    expect(ended).to_contain_text("blue won")
    ended.get_by_role("button", name="Swap sides").click()
    expect(page.get_by_text("You play")).to_contain_text("blue")
    assert page.url != before
    page.get_by_role("button", name="Menu").click()
    expect(menu.get_by_role("combobox", name="What happens is shown")).to_have_value("slow")


def test_a_word_is_said_from_the_menu(page: Page) -> None:
    begin(page, "Brigands", "duel", blue="bot:random")
    Hand(page).wait()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("textbox", name="A word to everybody").fill("Well met")
    page.get_by_role("button", name="Say").click()
    expect(page.get_by_role("region", name="Said at the table")).to_contain_text("Well met")


def test_the_lobby_is_as_it_was_left(page: Page, address: str) -> None:
    begin(page, "Hex", "ridge", blue="bot:random")
    Hand(page).wait()
    page.goto(address)
    expect(page.get_by_role("radio", name=re.compile("Hex"))).to_be_checked()
    expect(page.get_by_role("combobox", name="Scenario")).to_have_value("ridge")
    blue = page.get_by_role("group", name="blue").get_by_role("combobox", name="Played by")
    expect(blue).to_have_value("bot:random")


def test_a_name_is_kept_and_told_and_the_key_of_a_seat_leaves_the_address(page: Page, address: str) -> None:
    links = lay_out(address, "fieldmanual", "duel")
    page.goto(links["red"])
    expect(page.get_by_text("You play")).to_be_visible()
    expect(page).to_have_url(re.compile(r"#/battle/[^?]+$"))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("textbox", name="Your name").fill("Anna")
    page.get_by_role("textbox", name="Your name").press("Enter")
    friend = page.context.browser.new_context().new_page()  # type: ignore[union-attr]
    friend.goto(links["blue"])
    expect(friend.get_by_role("heading", level=1)).to_have_text("Waiting for Anna (red)")
    page.reload()
    expect(page.get_by_text("You play")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("textbox", name="Your name")).to_have_value("Anna")
    friend.context.close()


def test_the_log_file_is_saved_with_the_key_of_the_seat_or_it_is_said_why_not(page: Page, address: str) -> None:
    page.goto(lay_out(address, "hex100", "close-quarters")["red"])
    menu = page.get_by_role("region", name="Table menu")
    page.get_by_role("button", name="Menu").click()
    menu.get_by_role("button", name="Log file").click()
    expect(menu.get_by_role("alert")).to_contain_text("This battle has secrets")
    page.goto("about:blank")
    page.goto(lay_out(address, "brigands", "duel")["red"])
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as saved:
        menu.get_by_role("button", name="Log file").click()
    assert saved.value.suggested_filename.startswith("brigands-")
    expect(menu.get_by_role("alert")).to_have_count(0)


def test_a_link_to_look_on_is_shown_to_be_copied_however_the_page_was_served(page: Page, address: str) -> None:
    """Pages that come over a plain network have no clipboard: the link itself must be there."""
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.goto(lay_out(address, "brigands", "duel")["red"])
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("region", name="Table menu")
    menu.get_by_role("button", name="A link to look on").click()
    link = menu.get_by_role("textbox", name="Link for those who look on")
    expect(link).to_have_value(re.compile(r"#/battle/[^?]+$"))
    menu.get_by_role("button", name="Copy").click()
    expect(menu.get_by_text(re.compile("Copied|Not copied")).first).to_be_visible()
