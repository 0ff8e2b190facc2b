"""Inviting a friend: the link is copied, or it is said how, and offered again until somebody sits there."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser.hand import begin


def test_the_link_of_a_friend_is_copied_and_offered_again_until_the_friend_is_there(
    page: Page, context: BrowserContext, browser: Browser
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    begin(page, blue="link")
    dialog = page.get_by_role("dialog")
    link = dialog.get_by_label("blue")
    expect(link).to_have_value(re.compile(r"#/battle/.+seat="))
    dialog.get_by_role("button", name="Copy").click()
    expect(dialog.get_by_role("status")).to_have_text("Copied.")
    address = link.input_value()
    assert page.evaluate("navigator.clipboard.readText()") == address
    page.get_by_role("button", name="Go to the table").click()
    again = page.get_by_role("region", name="Invitation of blue")
    expect(again.get_by_label("Link for blue")).to_have_value(address)
    elsewhere = browser.new_context()
    friend = elsewhere.new_page()
    friend.goto(address)
    expect(friend.get_by_text("You play")).to_contain_text("blue")
    expect(again).to_have_count(0)
    elsewhere.close()


def test_where_copying_is_forbidden_the_link_is_marked_and_it_is_said_what_to_do(page: Page) -> None:
    page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'))")
    page.reload()
    begin(page, blue="link")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Copy").click()
    expect(dialog.get_by_role("status")).to_contain_text("Ctrl+C")
    assert page.evaluate("document.getSelection().toString()") == dialog.get_by_label("blue").input_value()


def test_a_link_of_this_machine_alone_says_what_to_do_for_others(page: Page) -> None:
    begin(page, blue="link")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("works on this machine only")
    expect(dialog).to_contain_text("gearlock serve --host 0.0.0.0")
    expect(dialog.get_by_text("QR code")).to_have_count(0)
