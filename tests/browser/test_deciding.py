"""What helps to decide: why something will not do, what an offer costs and brings, where a plan leads."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.hand import Hand, Keyboard
from browser.positions import of_kind, played_to, with_target
from gearlock.kernel.asks import Ask, Path, Target
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
    hand = Hand.sit_down(page, position.link)
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


def _may_move(battle: Battle[Any], ask: Ask) -> bool:
    return ask.kind == "act" and any(isinstance(option, Path) for option in battle.options(ask.seat))


@pytest.mark.parametrize(
    ("system", "scenario", "used"),
    [("brigands", "intro", r"[\d.]+ of [\d.]+ in, \d"), ("hex100", "close-quarters", r"\d+ of \d+ movement points")],
)
def test_a_plan_is_drawn_as_it_will_be_gone(page: Page, address: str, system: str, scenario: str, used: str) -> None:
    hand = Hand.sit_down(page, played_to(address, system, scenario, _may_move).link)
    hand.choose(hand.option(r"^\s*\d+\s*Move\b").first)
    way = page.locator("main svg [data-handle=way-0]")
    expect(way).to_be_visible()
    box = page.locator("main svg").first.bounding_box()
    assert box is not None
    if system == "hex100":
        page.keyboard.press("f")
        page.keyboard.down("Shift")
        hand.click(box["x"] + 3, box["y"] + 3)
        page.keyboard.up("Shift")
        expect(hand.card.get_by_role("alert")).to_be_visible()
        expect(page.locator("circle.waypoint")).to_have_count(0)
    page.keyboard.press("a")
    expect(hand.card).to_contain_text(re.compile(f"The way: {used}"))
    expect(page.locator("main svg path.path")).to_have_attribute("d", re.compile(r"M.+L"))
    hand.card.get_by_role("button", name="Add waypoint, go on").click()
    expect(page.locator("circle.waypoint")).to_have_count(1)


def test_a_posture_looked_at_shows_how_far_it_leads(page: Page, address: str) -> None:
    hand = Hand.sit_down(page, played_to(address, "brigands", "intro", of_kind("activate")).link)
    bands = page.locator("main svg g.band")
    hand.option("Braced").first.hover()
    expect(bands).to_have_count(0)
    hand.option("Top speed").first.hover()
    expect(bands).to_have_count(4)
    expect(page.locator("main svg text", has_text=re.compile(r"2 Walker Moves, \d+ in"))).to_be_visible()
    hand.headline.hover()
    expect(bands).to_have_count(0)
    hand.choose(hand.option("Combat speed").first)
    expect(hand.card).to_contain_text(re.compile(r"Leads as far as 1 \w+ Move, \d+ in"))


def test_the_ring_of_a_target_tells_the_chance_of_the_attack_that_is_planned(page: Page, address: str) -> None:
    position = played_to(address, "hex100", "close-quarters", with_target)
    hand = Hand.sit_down(page, position.link)
    attacks = hand.option("%")
    expect(attacks).to_have_count(sum(isinstance(each, Target) for each in position.battle.options(position.seat)))
    chances = attacks.locator(".chance").all_inner_texts()
    for attack, chance in zip(attacks.all(), chances, strict=True):
        hand.choose(attack)
        expect(page.locator("main svg g.target.chosen text")).to_have_text(chance)
    assert len(set(chances)) > 1


LATE = """
const Prompt = WebSocket;
window.WebSocket = class extends Prompt {
  set onmessage(hear) {
    const wait = (said) => (said.data.includes('"weighed-all"') ? 1000 : 0);
    super.onmessage = hear && ((said) => setTimeout(() => hear(said), wait(said)));
  }
};
"""
"""Chances come a second after all the rest, as they may on a busy machine."""


def test_one_who_sits_down_has_the_chances_of_all_attacks_however_late_they_come(page: Page, address: str) -> None:
    page.add_init_script(LATE)
    page.reload()
    position = played_to(address, "hex100", "close-quarters", with_target)
    hand = Hand.sit_down(page, position.link)
    attacks = [option for option in position.battle.options(position.seat) if isinstance(option, Target)]
    assert hand.option("%").count() == len(attacks)


def test_options_are_numbered_as_they_stand_and_taken_by_their_numbers(page: Page, address: str) -> None:
    hand = Keyboard.sit_down(page, played_to(address, "brigands", "intro", with_target).link)
    count = hand.options.count()
    assert hand.options.locator("kbd").all_inner_texts() == [str(number) for number in range(1, count + 1)]
    for number in range(1, min(count, 9) + 1):
        page.keyboard.press(str(number))
        expect(hand.options.nth(number - 1)).to_have_attribute("aria-pressed", "true")
    for number in range(1, count + 1):
        hand.order(f"o {number}")
        expect(hand.options.nth(number - 1)).to_have_attribute("aria-pressed", "true")


HELD_BACK = """
const Prompt = WebSocket, kept = [];
window.letGo = () => kept.splice(0).forEach((say) => say());
window.WebSocket = class extends Prompt {
  set onmessage(hear) {
    const late = (said) => said.data.includes('"reached"');
    super.onmessage = hear && ((said) => (late(said) ? kept.push(() => hear(said)) : hear(said)));
  }
};
"""
"""Where an option leads is not told before the test says so."""


@pytest.mark.parametrize("slips", [False, True])
def test_a_press_holds_though_more_is_told_meanwhile(page: Page, address: str, slips: bool) -> None:
    page.add_init_script(HELD_BACK)
    page.reload()
    hand = Hand.sit_down(page, played_to(address, "brigands", "intro", of_kind("activate")).link)
    decision = hand.decision
    hand.choose(hand.option("Combat speed").first)
    hand.hear_out()
    box = hand.ready.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 3)
    page.mouse.down()
    page.evaluate("letGo()")
    expect(hand.card).to_contain_text("Leads as far as")
    if slips:
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] - 60)
    page.mouse.up()
    if slips:
        expect(hand.card).to_have_attribute("data-decision", decision)
        expect(hand.ready).to_be_visible()
    else:
        hand.passed(decision)
