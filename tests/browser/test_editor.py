"""The map editor: ground is drawn, checked, saved and fought over at once; on inches and on hexes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from gearlock.kernel.registry import all_systems

DRAWN = [each.id for each in all_systems() if each.maps]


def open_editor(page: Page, system: str, asked: str = "") -> None:
    """The editor of a system, when the server has looked at what lies there."""
    page.goto(f"{page.url.split('#')[0]}#/editor/{system}{asked}")
    expect(page.get_by_text("This map can be played.")).to_be_visible()


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag over the table, from one share of it to another."""
    box = page.get_by_role("application").bounding_box()
    assert box is not None
    (ax, ay), (bx, by) = start, end
    page.mouse.move(box["x"] + box["width"] * ax, box["y"] + box["height"] * ay)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * (ax + bx) / 2, box["y"] + box["height"] * (ay + by) / 2)
    page.mouse.move(box["x"] + box["width"] * bx, box["y"] + box["height"] * by)
    page.mouse.up()


def pieces(page: Page) -> int:
    """How many pieces the editor counts."""
    said = page.get_by_role("heading", name=re.compile("Pieces")).inner_text()
    return int(re.sub(r"\D", "", said))


def test_a_table_is_drawn_and_fought_over(page: Page) -> None:
    open_editor(page, "brigands")
    page.get_by_role("radio", name=re.compile("^Dense woods")).click()
    drag(page, (0.2, 0.2), (0.4, 0.4))
    page.get_by_role("radio", name=re.compile("^Building")).click()
    drag(page, (0.6, 0.2), (0.7, 0.35))
    expect(page.get_by_role("heading", name="Pieces (4)")).to_be_visible()
    page.get_by_label("Height, inches").fill("6")
    page.get_by_label("Height, inches").blur()
    page.get_by_role("button", name="Text", exact=True).click()
    expect(page.get_by_label("The map as a file")).to_have_value(re.compile("Dense woods"))
    expect(page.get_by_text("This map can be played.")).to_be_visible()
    page.get_by_role("button", name="Play at once").click()
    expect(page).to_have_url(re.compile("#/battle/.+"))
    expect(page.locator('[data-shape^="dense-woods"]').first).to_be_attached()


def test_hexes_are_painted_zones_marked_and_fought_over(page: Page) -> None:
    open_editor(page, "hex100")
    page.get_by_role("radio", name=re.compile("^dense woods")).click()
    drag(page, (0.3, 0.4), (0.6, 0.45))
    page.get_by_role("radio", name="Zones").click()
    page.get_by_label("Name of a new zone").fill("the ford")
    page.get_by_role("button", name="Add", exact=True).click()
    drag(page, (0.5, 0.5), (0.55, 0.5))
    page.get_by_role("button", name="Text", exact=True).click()
    expect(page.get_by_label("The map as a file")).to_have_value(re.compile("dense woods"))
    page.get_by_role("button", name="Play at once").click()
    expect(page).to_have_url(re.compile("#/battle/.+"))


@pytest.mark.parametrize("system", DRAWN)
def test_every_ready_map_opens_and_is_saved_as_it_was(page: Page, system: str) -> None:
    open_editor(page, system)
    names = page.get_by_role("combobox", name="Open a map").locator("option").all_inner_texts()[1:]
    for name in names:
        page.get_by_role("combobox", name="Open a map").select_option(name)
        expect(page.get_by_text("This map can be played.")).to_be_visible()
        expect(page.get_by_label("Name", exact=True)).not_to_have_value("New map")


def test_models_are_put_down_and_a_battle_begins_with_them(page: Page) -> None:
    open_editor(page, "brigands")
    page.get_by_role("radio", name="Models", exact=True).click()
    page.get_by_label("Model", exact=True).fill("hunter")
    drag(page, (0.3, 0.6), (0.3, 0.6))
    page.get_by_role("radio", name="blue").click()
    page.get_by_label("Model", exact=True).fill("jager")
    drag(page, (0.6, 0.3), (0.6, 0.3))
    page.get_by_role("button", name="Play with the models as placed").click()
    expect(page).to_have_url(re.compile("#/battle/.+"))
    expect(page.locator("[data-piece]")).to_have_count(2)


def test_what_is_wrong_is_said_and_nothing_drawn_is_lost(page: Page) -> None:
    open_editor(page, "brigands")
    page.get_by_role("button", name="Text", exact=True).click()
    page.get_by_label("The map as a file").fill('name = "x"\nwidth = 3\nheight = 48\n')
    page.get_by_role("button", name="Take this over").click()
    expect(page.get_by_role("alert")).to_contain_text("width")
    expect(page.get_by_label("The map as a file")).to_have_value(re.compile("width = 3"))
    page.get_by_role("radio", name="Corners").click()
    box = page.get_by_role("application").bounding_box()
    assert box is not None
    for x, y in ((0.2, 0.2), (0.4, 0.4), (0.4, 0.2), (0.2, 0.4)):
        page.mouse.click(box["x"] + box["width"] * x, box["y"] + box["height"] * y)
    page.mouse.click(box["x"] + box["width"] * 0.2, box["y"] + box["height"] * 0.2)
    expect(page.get_by_text(re.compile("crosses itself")).first).to_be_visible()
    expect(page.get_by_role("button", name="Play at once")).to_be_disabled()
    page.reload()
    expect(page.get_by_text(re.compile("crosses itself")).first).to_be_visible()
