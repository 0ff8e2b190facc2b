"""The map editor: ground is drawn, checked, saved and fought over at once; on inches and on hexes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from gearlock.kernel.mapping import INCHES, MapBattle
from gearlock.kernel.registry import all_systems
from gearlock.table.maps import read_battle, read_map

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


def test_a_scenario_is_drawn_in_inches_saved_opened_and_fought(page: Page, tmp_path: Path) -> None:
    open_editor(page, "brigands")
    page.get_by_role("radio", name="Zones").click()
    drag(page, (0.2, 0.94), (0.8, 0.75))
    expect(page.locator("[data-zone]")).to_have_count(2)
    expect(page.get_by_label("South of red")).to_have_value("0")
    page.get_by_label("North of red").fill("14")
    page.get_by_label("North of red").blur()
    expect(page.get_by_label("South of blue")).to_have_value("34")
    page.get_by_role("radio", name="Markers").click()
    page.get_by_placeholder("The bridge").fill("The ford")
    page.get_by_role("button", name="In the middle").click()
    drag(page, (0.3, 0.4), (0.3, 0.4))
    expect(page.locator("[data-marker]")).to_have_count(3)
    page.get_by_role("button", name="Take Marker 2 away").click()
    page.get_by_label("Battle of this map").select_option("intro")
    page.get_by_label("Force of red").fill("hunter*2,hunter")
    page.get_by_label("Force of red").blur()
    page.get_by_label("Say more").select_option("rounds")
    page.get_by_role("textbox", name="rounds").fill("4")
    page.get_by_role("textbox", name="rounds").blur()
    expect(page.get_by_text("This map can be played.")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save file").click()
    saved.value.save_as(tmp_path / "mine.toml")
    text = (tmp_path / "mine.toml").read_text()
    ground, battle = read_map(text, "mine.toml"), read_battle(text, "mine.toml")
    assert ground.zones
    assert [marker.name for marker in ground.marked] == ["The ford", "Marker 1"]
    assert battle == MapBattle("intro", {"red": "hunter*2,hunter", "rounds": "4"})
    page.get_by_role("button", name="New", exact=True).click()
    expect(page.locator("[data-zone]")).to_have_count(0)
    page.get_by_label("Open a file").set_input_files(tmp_path / "mine.toml")
    expect(page.locator("[data-zone]")).to_have_count(2)
    expect(page.get_by_label("Force of red")).to_have_value("hunter*2,hunter")
    page.get_by_role("button", name="Play at once").click()
    expect(page).to_have_url(re.compile("#/battle/.+"))
    expect(page.locator("g.marker")).to_have_count(2)


@pytest.mark.parametrize("system", [each.id for each in all_systems() if each.maps and each.maps.form == INCHES])
def test_zones_and_markers_are_set_by_keys_alone_in_every_system(page: Page, system: str) -> None:
    open_editor(page, system)
    page.get_by_role("radio", name="Zones").press("Enter")
    page.get_by_role("button", name="Along its edge").first.press("Enter")
    expect(page.locator("[data-zone]")).to_have_count(2)
    page.get_by_role("radio", name="Markers").press("Enter")
    page.get_by_role("button", name="In the middle").press("Enter")
    page.get_by_label("Marker 1: inches from the south").fill("12.5")
    page.get_by_label("Marker 1: inches from the south").press("Tab")
    page.get_by_label("Battle of this map").select_option("duel")
    expect(page.get_by_text("This map can be played.")).to_be_visible()
    page.get_by_role("button", name="Play at once").press("Enter")
    expect(page).to_have_url(re.compile("#/battle/.+"))
    expect(page.locator("g.marker")).to_have_count(1)


def test_a_battle_that_cannot_be_is_said_beside_the_map(page: Page) -> None:
    open_editor(page, "tactical")
    page.get_by_label("Battle of this map").select_option("skirmish")
    page.get_by_label("Force of blue").fill("no-such-unit")
    page.get_by_label("Force of blue").blur()
    expect(page.get_by_text(re.compile("battle: .*no-such-unit"))).to_be_visible()
    expect(page.get_by_role("button", name="Play at once")).to_be_disabled()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("This map can be played.")).to_be_visible()
