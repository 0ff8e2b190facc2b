"""How the table looks: how much of the window it has, figures, ground that answers, a legend, night."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.hand import Hand
from browser.positions import lay_out, played_to, with_target
from gearlock.kernel.seat import Seat

FREE = """() => {
  let [free, all] = [0, 0];
  for (let x = 5; x < innerWidth; x += 10)
    for (let y = 5; y < innerHeight; y += 10) {
      all++;
      if (document.elementFromPoint(x, y)?.closest("[role=application]")) free++;
    }
  return free / all;
}"""
"""The share of the window in which the table is to be seen and pointed at."""


@pytest.mark.parametrize(("system", "scenario"), [("brigands", "intro"), ("hex100", "close-quarters")])
def test_the_table_has_most_of_the_window(page: Page, address: str, system: str, scenario: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    hand = Hand.sit_down(page, played_to(address, system, scenario, with_target).link)
    page.keyboard.press("f")
    assert page.evaluate(FREE) >= 0.55
    hand.aim()
    hand.hear_out()
    assert page.evaluate(FREE) >= 0.55, "a plan takes it away"


@pytest.mark.parametrize(("system", "scenario"), [("brigands", "intro"), ("blitz", "skirmish"), ("hex100", "skirmish")])
def test_every_piece_is_a_figure_on_a_base_with_a_ring_and_the_same_in_the_list(
    page: Page, address: str, system: str, scenario: str
) -> None:
    hand = Hand.sit_down(page, played_to(address, system, scenario, with_target).link)
    for piece in hand.pieces.all():
        words = piece.get_attribute("aria-label") or ""
        expect(piece.locator(".tok .bs")).to_have_count(1)
        assert "blip" in words or piece.locator(".sil path").count() > 5
        assert re.search("blip|identified|destroyed", words) or piece.locator(".sg").count() >= 2
    expect(page.get_by_role("complementary", name="pieces").locator(".sil").nth(1)).to_be_attached()
    hand.aim()
    expect(hand.card.locator(".sil.fig")).to_have_count(2)


def test_ground_tells_what_it_is_at_the_pointer_and_in_a_legend(page: Page, address: str) -> None:
    position = played_to(address, "brigands", "intro", with_target)
    Hand.sit_down(page, position.link)
    page.keyboard.press("f")
    shapes = {shape.id: shape for shape in Seat(position.battle, position.seat).view().table.shapes}
    tower = next(shape for shape in shapes.values() if shape.drawing == "rocks")
    box = page.locator(f'[data-shape="{tower.id}"] path').first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tip = page.locator("main .tip")
    for words in (tower.label, *tower.facts):
        expect(tip).to_contain_text(words)
    page.keyboard.press("k")
    legend = page.get_by_role("region", name="Legend")
    names = {shape.label for shape in shapes.values()}
    expect(legend.get_by_role("listitem")).to_have_count(len(names) + 4)
    for name in names:
        expect(legend).to_contain_text(re.compile(name, re.IGNORECASE))
    legend.get_by_role("button", name="Close the legend").click()
    expect(legend).to_have_count(0)


def test_a_battle_at_night_lies_in_the_dark_and_others_do_not(page: Page, address: str) -> None:
    Hand.sit_down_first(page, lay_out(address, "hex100", "stealth-raid"))
    expect(page.locator("main .night")).to_have_count(1)
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    Hand.sit_down_first(page, lay_out(address, "hex100", "skirmish"))
    expect(page.locator("main .night")).to_have_count(0)
