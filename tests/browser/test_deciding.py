"""What helps to decide: why something will not do, what an offer costs and brings, where a plan leads."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.hand import Hand
from browser.positions import played_to
from gearlock.kernel.asks import Ask, Target
from gearlock.kernel.battle import Battle
from gearlock.kernel.seat import Seat


def beyond_reach(battle: Battle[Any], seat_name: str) -> str:
    """An enemy that none of the attacks on offer is aimed at, though there is something to say about it."""
    seat = Seat(battle, seat_name)
    targets = {option.unit for option in seat.options() if isinstance(option, Target)}
    foes = (piece.id for piece in seat.view().pieces if piece.side != seat_name and piece.id not in targets)
    return next((foe for foe in foes if seat.objections(foe)), "")


def _in_action(battle: Battle[Any], ask: Ask) -> bool:
    return ask.kind == "act" and bool(beyond_reach(battle, ask.seat))


@pytest.mark.parametrize(("system", "scenario"), [("brigands", "intro"), ("hex100", "close-quarters")])
def test_an_enemy_out_of_reach_says_why_weapon_by_weapon(page: Page, address: str, system: str, scenario: str) -> None:
    position = played_to(address, system, scenario, _in_action)
    foe = beyond_reach(position.battle, position.seat)
    reason, *_ = Seat(position.battle, position.seat).objections(foe)
    page.goto(position.links[position.seat])
    hand = Hand(page)
    expect(hand.card).to_be_visible()
    page.keyboard.press("f")
    page.locator(f'main svg [data-piece="{foe}"]').hover()
    tip = page.locator("main .tip")
    expect(tip).to_contain_text(reason.message)
    page.locator(f'main svg [data-piece="{foe}"]').click()
    why = hand.card.get_by_role("group", name="Not possible at")
    expect(why.get_by_text(reason.message)).to_be_visible()
    expect(tip).not_to_contain_text(reason.message)
    why.get_by_role("button", name="Rule").first.click()
    expect(page.get_by_role("region", name="Rule")).to_be_visible()
