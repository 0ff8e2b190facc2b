"""The figure at an enemy is the chance of the best attack; a click on the ground plans and answers nothing."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.hand import Hand
from browser.positions import Position, handed_in
from browser.test_on_the_table import Clicks
from gearlock.kernel.asks import Path, Pick, Target
from gearlock.kernel.battle import Battle
from gearlock.kernel.registry import get_system
from gearlock.server.lessons import lesson_battle

GONE = """() => {
  const said = document.querySelector("h1")?.textContent ?? "";
  const log = document.querySelector("[role=log]")?.textContent ?? "";
  return /moves|goes|is at|drives/.test(log) || /Waiting|carried out/.test(said);
}"""
"""Whether the machine has gone, or the enemy is asked whether to fire at it on its way."""

SYSTEMS = ["blitz", "brigands", "fieldmanual", "hex100", "tactical"]


def begun(address: str, system: str) -> Position:
    """The table of the first lesson, before anybody acts."""
    return handed_in(address, lesson_battle(get_system(system)), "red")


def acting(address: str, system: str) -> Position:
    """The same, with the first machine at its usual speed."""
    battle: Battle[Any] = lesson_battle(get_system(system))
    begins = [option for option in battle.options("red") if isinstance(option, Pick)]
    usual = [option for option in begins if re.search(r": (Combat|combat|Ground, Combat)", option.label)]
    battle.answer("red", (usual or begins)[0].order)
    assert any(isinstance(option, Path) for option in battle.options("red"))
    return handed_in(address, battle, "red")


def best_attacks(battle: Battle[Any]) -> dict[str, float]:
    """The chance of the best attack at each piece: what may do damage first, then the likelier."""
    best: dict[str, tuple[bool, float]] = {}
    for option in battle.options("red"):
        odds = battle.preview("red", option.order).odds if isinstance(option, Target) and option.unit else None
        if not isinstance(option, Target) or odds is None or not odds.damage or not odds.p_hit:
            continue
        best[option.unit] = max(best.get(option.unit, (False, 0.0)), (odds.mean_damage > 0, odds.p_hit))
    return {unit: chance for unit, (_, chance) in best.items()}


def percent(chance: float) -> str:
    return f"{math.floor(chance * 100 + 0.5)}%"


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_figure_at_an_enemy_is_that_of_the_best_attack(page: Page, address: str, system: str) -> None:
    position = acting(address, system)
    expected = best_attacks(position.battle)
    assert expected
    hand = Hand.sit_down(page, position.link)
    hand.hear_out()
    for piece, chance in expected.items():
        found = page.locator(f'main svg [data-piece="{piece}"]')
        mark = (found.get_attribute("aria-label") or "").split()[0]
        expect(page.locator("main svg .names text", has_text=f"{mark} ·")).to_have_text(f"{mark} · {percent(chance)}")
        found.click()
        expect(hand.card.locator("[aria-pressed=true]")).to_contain_text(percent(chance))
        expect(hand.card).to_contain_text(re.compile(rf"{percent(chance)}\s*to hit"))
        page.keyboard.press("Escape")
    told = page.locator("main svg .names text", has_text="·")
    expect(told).to_have_count(len(expected))


def test_what_is_no_attack_has_a_sign_at_the_ring(page: Page, address: str) -> None:
    hand = Hand.sit_down(page, acting(address, "fieldmanual").link)
    hand.hear_out()
    expect(page.locator('main svg g.target [data-sign="lock"]').first).to_be_visible()


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_click_on_ground_out_of_reach_is_refused_and_one_in_reach_only_plans(
    page: Page, address: str, system: str
) -> None:
    position = begun(address, system)
    hexes = system == "hex100"
    hand = Clicks.sit_down(page, position.link)
    hand.hear_out()
    page.keyboard.press("f")
    decision, told = hand.decision, hand.told.count()
    hand.click_piece("red-1")
    hand.hear_out()
    expect(page.locator("main svg g.band").first).to_be_visible()
    hand.click_ground(position, *((10, 0) if hexes else (34000, 34000)))
    hand.hear_out()
    expect(hand.card.get_by_role("alert")).to_have_text(re.compile(r"^Too far: \d+ (in|hexes) at most\."))
    expect(hand.ready).to_have_count(0)
    hand.click_ground(position, *((1, 6) if hexes else (14000, 11500) if system == "tactical" else (17000, 12000)))
    hand.hear_out()
    expect(hand.ready).to_be_visible()
    expect(hand.card).to_contain_text("Then it moves to the spot you clicked")
    assert (hand.decision, hand.told.count()) == (decision, told)
    hand.commit()
    page.wait_for_function(GONE)
