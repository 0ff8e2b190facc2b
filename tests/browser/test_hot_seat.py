"""Two people at one screen: it changes hands, and shows each where it was looked last."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.hand import begin


@pytest.mark.parametrize(("system", "hidden"), [("Brigands", False), ("Hex", True)])
def test_the_view_stays_when_the_screen_changes_hands_and_tells_no_secrets(
    page: Page, system: str, hidden: bool
) -> None:
    begin(page, system, blue="me")
    curtain, you = page.get_by_role("button", name=re.compile("show the table")), page.get_by_text("You play")
    view, views = page.locator("main svg > g").first, dict[str, str]()
    for nearer in (2, 3, 0):
        expect(you.or_(curtain)).to_be_visible()
        if hidden:
            curtain.click()
        whose = you.inner_text() if hidden else "both"
        if whose in views:
            expect(view).to_have_attribute("style", views[whose])
        else:
            expect(view).to_have_attribute("style", re.compile("scale"))
            assert view.get_attribute("style") not in views.values(), "where the other looked is not told"
        for _ in range(nearer):
            before = view.get_attribute("style") or ""
            page.get_by_role("button", name="Nearer").click()
            expect(view).not_to_have_attribute("style", before)
        views[whose] = view.get_attribute("style") or ""
        page.get_by_role("link", name=re.compile("^To .* seat")).click()
    assert len(views) == (2 if hidden else 1)
