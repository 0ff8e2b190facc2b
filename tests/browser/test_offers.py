"""The card of an offer: who is asked and why, what it costs, the odds if it is taken and if it is not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.hand import Hand
from browser.positions import Position, handed_in, helping_reroll, played_to, useless_reroll
from gearlock.kernel.asks import only_declines
from gearlock.kernel.orders import Decline
from gearlock.kernel.view import OddsCard
from gearlock.systems.hex100.attacks.attack import Attack
from systems.hex100 import kit

MISSILES = kit.machine("crocodile-mk2", ["swarmer-micro-missiles"])
DEFENCES = kit.machine("crocodile-mk2", ["active-defence-system-heavy"])


def shots_to_stop(address: str) -> Position:
    laid = kit.Position(kit.plain(), [(MISSILES, (0, 4), kit.E)], [(DEFENCES, (4, 4), kit.W)])
    battle = laid.play()
    battle.answer("red", Attack("red-1", ("swarmer-micro-missiles",), "contact-1"))
    return handed_in(address, battle, "blue")


def dice_to_reroll(address: str) -> Position:
    return played_to(address, "brigands", "command", helping_reroll)


def facts(card: OddsCard) -> str:
    return f"hits {card.p_hit:.0%} damage {card.mean_damage:.1f}"


@pytest.mark.parametrize("offered", [shots_to_stop, dice_to_reroll])
@pytest.mark.parametrize("width", [1280, 390])
def test_an_offer_tells_who_why_cost_and_odds_with_and_without(
    page: Page, address: str, offered: Callable[[str], Position], width: int
) -> None:
    position = offered(address)
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(position.links[position.seat])
    card, ask = Hand(page).card, position.battle.ask_for(position.seat)
    assert ask is not None
    expect(card.get_by_role("heading", level=2)).to_contain_text(ask.prompt)
    answers = position.battle.options(position.seat)
    assert not only_declines(answers)
    rows = card.get_by_role("list", name="What the answers mean").get_by_role("listitem")
    expect(rows).to_have_count(len(answers))
    taken = [option for option in answers if not isinstance(option.order, Decline)]
    for at, option in enumerate(taken):
        shown = position.battle.preview(position.seat, option.order)
        assert shown.odds is not None
        assert shown.without is not None
        expect(rows.nth(at)).to_contain_text(f"{option.label}, costs {shown.cost}")
        expect(rows.nth(at)).to_contain_text(f"hits {shown.odds.p_hit:.0%}")
        expect(rows.nth(at)).to_contain_text(f"damage {shown.odds.mean_damage:.1f}")
        expect(rows.last).to_contain_text(facts(shown.without))
    expect(rows.last).to_contain_text("Without: ")
    box, room = rows.last.bounding_box(), page.viewport_size
    assert box is not None
    assert room is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= room["width"]


def test_an_offer_that_makes_it_worse_is_skipped_with_a_line_in_the_log(page: Page, address: str) -> None:
    position = played_to(address, "brigands", "intro", useless_reroll)
    page.goto(position.link)
    hand = Hand(page)
    skipped = hand.story.get_by_text("Skipped a reroll that").first
    expect(skipped).to_be_visible()
    expect(hand.card.get_by_text("Let it stand")).to_have_count(0)
    skipped.locator("xpath=ancestor-or-self::li").get_by_role("button", name="Ask me next time").click()
    expect(hand.story.get_by_text("You are asked next time.").first).to_be_visible()
    assert position.battle.ask_for(position.seat) is not None
