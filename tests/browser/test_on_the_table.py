"""Playing on the table: click a model, click the ground, click an enemy, fire; drag; verbs around the model."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.hand import Hand
from browser.positions import Position, handed_in, of_kind, played_to
from gearlock.kernel.asks import Ask, Path, Pick, Target
from gearlock.kernel.battle import Battle
from gearlock.kernel.registry import get_system
from gearlock.kernel.seat import Seat
from gearlock.server.lessons import lesson_battle

SCREEN = """([x, y]) => {
  const view = document.querySelector("main svg > g").style.transform;
  const [left, top, zoom] = view.match(/-?[\\d.]+/g).map(Number);
  const box = document.querySelector("[role=application]").getBoundingClientRect();
  return [box.x + left + x * zoom, box.y + top + y * zoom];
}"""
"""Where a spot of the drawing is on the screen."""


class Clicks(Hand):
    """A hand that counts its clicks."""

    clicks = 0

    def click(self, x: float, y: float) -> None:
        self.clicks += 1
        super().click(x, y)

    def click_piece(self, piece: str) -> None:
        self.clicks += 1
        self.page.locator(f'main svg [data-piece="{piece}"]').click()

    def click_ground(self, position: Position, x: int, y: int) -> None:
        """Click a place given in mils, or a hex."""
        table = position.battle.view(None).table
        spot = [x * 0.02, (table.height - y) * 0.02] if table.kind == "inches" else _hex_spot(x, y)
        self.click(*self.page.evaluate(SCREEN, spot))


def _hex_spot(q: int, r: int) -> list[float]:
    return [(2 * q + r + 1) * 22, (3 * r + 2) * 22 / 3**0.5]


def plans(battle: Battle[Any], seat: str) -> Any:
    """Somebody who can be activated, go somewhere and attack from there, found by trying: unit, place, enemy."""
    for option in battle.options(seat):
        unit = getattr(option.order, "unit", "")
        if not isinstance(option, Pick) or not unit:
            continue
        tried = battle.fork()
        tried.answer(seat, option.order)
        ask = tried.ask_for(seat)
        if ask is None or ask.unit != unit:
            continue
        for move in tried.options(seat):
            if not isinstance(move, Path):
                continue
            order = tried.sample(seat, move, _Middle())
            ends = None if order is None else tried.preview(seat, order).ends
            if order is None or ends is None:
                continue
            then = tried.fork()
            then.answer(seat, order)
            after = then.ask_for(seat)
            foes = [o.unit for o in then.options(seat) if isinstance(o, Target)] if after and after.unit == unit else []
            living = [p.id for p in then.view(seat).pieces if p.id in foes and p.side != seat and p.tracks[0].now > 0]
            if living:
                return unit, ends, living[0]
    return None


class _Middle:
    """Chooses the middle of everything: no test should wait for chance."""

    def randrange(self, low: int, high: int) -> int:
        return (low + high) // 2

    def choice(self, things: Any) -> Any:
        return things[len(things) // 2]

    def random(self) -> float:
        return 0.5


def ready_to(battle: Battle[Any], ask: Ask) -> bool:
    return ask.kind == "activate" and plans(battle, ask.seat) is not None


def test_a_move_and_an_attack_are_five_clicks_and_confirmed_first(page: Page, address: str) -> None:
    position = played_to(address, "brigands", "intro", ready_to)
    unit, (x, y, _), foe = plans(position.battle, position.seat)
    hand = Clicks.sit_down(page, position.link)
    page.keyboard.press("f")
    told = hand.told.count()
    hand.click_piece(unit)
    hand.hear_out()
    expect(hand.card.locator(".group.first")).to_be_visible()
    expect(page.locator("main svg g.band").first).to_be_visible()
    hand.click_ground(position, x, y)
    expect(page.locator("main svg g.then")).to_have_count(1)
    hand.hear_out()
    hand.click_piece(foe)
    expect(hand.card).to_contain_text(re.compile("Then it moves to .*, and the attack on .* is planned"))
    assert hand.told.count() == told
    hand.clicks += 1
    hand.ready.click()
    expect(page.locator("main svg g.target.chosen .pill")).to_be_visible()
    hand.hear_out()
    expect(page.locator("main svg .aim line").first).to_be_visible()
    decision = hand.decision
    box = page.locator("main svg g.target.chosen .pill").bounding_box()
    assert box is not None
    hand.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    hand.passed(decision)
    expect(hand.story).to_contain_text(re.compile("attacks"))
    assert hand.told.count() > told
    assert hand.clicks == 5


def _hex_ready(battle: Battle[Any], ask: Ask) -> bool:
    return ask.kind == "act" and any(isinstance(option, Path) for option in battle.options(ask.seat))


def test_on_hexes_a_click_on_the_ground_plans_a_move_of_whoever_acts(page: Page, address: str) -> None:
    position = played_to(address, "hex100", "close-quarters", _hex_ready)
    seat = Seat(position.battle, position.seat)
    option = next(option for option in seat.options() if isinstance(option, Path))
    band = seat.reach(option)[0]
    hand = Clicks.sit_down(page, position.link)
    page.keyboard.press("f")
    mine = next(piece for piece in seat.view().pieces if piece.id == option.unit)
    q, r = next(hex_ for hex_ in band.hexes if hex_ != (mine.x, mine.y))
    hand.click_ground(position, q, r)
    expect(page.locator("main svg path.path")).to_have_count(1)
    hand.commit()
    expect(hand.story).to_contain_text("moves")


def _hex_plan(battle: Battle[Any], seat: str) -> tuple[tuple[int, int], str] | None:
    """A hex that whoever acts can go to by the middle of its ways, and a living foe that it can attack from there."""
    for option in battle.options(seat):
        order = battle.sample(seat, option, _Middle()) if isinstance(option, Path) else None
        ends = None if order is None else battle.preview(seat, order).ends
        if order is None or ends is None:
            continue
        then = battle.fork()
        then.answer(seat, order)
        if then.ask_for(seat) is None or then.ask_for(seat).unit != battle.ask_for(seat).unit:  # type: ignore[union-attr]
            continue
        foes = {choice.unit for choice in then.options(seat) if isinstance(choice, Target)}
        known = [p.id for p in battle.view(seat).pieces if p.id in foes and p.side != seat]
        if known and (ends[0], ends[1]) not in {(p.x, p.y) for p in battle.view(seat).pieces}:
            return (ends[0], ends[1]), known[0]
    return None


def _hex_both(battle: Battle[Any], ask: Ask) -> bool:
    return ask.kind == "act" and _hex_plan(battle, ask.seat) is not None


def test_on_hexes_a_move_and_an_attack_are_no_more_than_four_clicks(page: Page, address: str) -> None:
    position = played_to(address, "hex100", "close-quarters", _hex_both)
    found = _hex_plan(position.battle, position.seat)
    assert found is not None
    (q, r), foe = found
    hand = Clicks.sit_down(page, position.link)
    page.keyboard.press("f")
    hand.click_ground(position, q, r)
    expect(page.locator("main svg path.path")).to_have_count(1)
    hand.hear_out()
    expect(hand.ready).to_be_visible()
    told = hand.told.count()
    hand.click_piece(foe)
    expect(hand.card).to_contain_text(re.compile("Then the attack on .* is planned"))
    assert hand.told.count() == told
    hand.clicks += 1
    hand.ready.click()
    pill = page.locator("main svg g.target.chosen .pill")
    expect(pill).to_be_visible()
    hand.hear_out()
    decision, box = hand.decision, pill.bounding_box()
    assert box is not None
    hand.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    hand.passed(decision)
    hand.unfold_story()
    expect(hand.story).to_contain_text(re.compile("attacks|fires|strikes"))
    assert hand.clicks <= 4


def test_a_piece_that_is_dragged_plans_its_move_and_the_table_stays(page: Page, address: str) -> None:
    position = played_to(address, "brigands", "intro", ready_to)
    unit, (x, y, _), _foe = plans(position.battle, position.seat)
    Clicks.sit_down(page, position.link)
    page.keyboard.press("f")
    view = page.locator("main svg > g").first
    before = view.get_attribute("style")
    box = page.locator(f'main svg [data-piece="{unit}"]').bounding_box()
    assert box is not None
    to = page.evaluate(SCREEN, [x * 0.02, (position.battle.view(None).table.height - y) * 0.02])
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(*to, steps=4)
    assert view.get_attribute("style") == before
    page.mouse.up()
    expect(page.locator("main svg g.then")).to_have_count(1)


def test_the_verbs_around_a_model_take_up_what_they_say(page: Page, address: str) -> None:
    position = played_to(address, "brigands", "intro", _acts)
    hand = Hand.sit_down(page, position.link)
    page.keyboard.press("f")
    verb = page.locator("main svg .verb", has_text="Move")
    expect(verb).to_be_visible()
    verb.locator("circle").click()
    expect(hand.card.locator("[aria-pressed=true]")).to_contain_text("Move")
    expect(page.locator("main svg .verb")).to_have_count(0)


def test_the_verbs_around_a_model_are_reached_by_keys_and_stand_in_the_window(page: Page, address: str) -> None:
    position = played_to(address, "brigands", "intro", of_kind("activate"))
    hand = Hand.sit_down(page, position.link)
    expect(page.locator("main svg .verb")).to_have_count(0)
    page.keyboard.press("n")
    verbs = page.get_by_role("group", name=re.compile("^Around ")).get_by_role("button")
    expect(verbs.first).to_be_visible()
    assert page.evaluate(CLIPPED) == []
    page.keyboard.press("o")
    expect(verbs.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(verbs.nth(1)).to_be_focused()
    decision = hand.decision
    page.keyboard.press("Enter")
    expect(verbs.filter(has_text="Do it")).to_be_visible()
    verbs.filter(has_text="Do it").locator("circle").click()
    hand.passed(decision)


CLIPPED = """() => {
  const free = document.querySelector("[role=application]").getBoundingClientRect();
  const panels = [...document.querySelectorAll("aside, header, .tools")].map((each) => each.getBoundingClientRect());
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const across = (box) => box.left >= free.left && box.right <= free.right;
  const inside = (box) => across(box) && box.top >= free.top && box.bottom <= free.bottom;
  const verbs = [...document.querySelectorAll("main svg .verb")];
  return verbs.filter((verb) => {
    const box = verb.getBoundingClientRect();
    return !inside(box) || panels.some((panel) => over(box, panel));
  }).map((verb) => verb.textContent);
}"""
"""What of the ring of verbs is not to be seen, in words."""


def _acts(battle: Battle[Any], ask: Ask) -> bool:
    return ask.kind == "act" and any(isinstance(option, Path) for option in battle.options(ask.seat))


def test_a_click_on_an_own_model_narrows_the_list_and_keeps_it_in_view(page: Page, address: str) -> None:
    position = played_to(address, "brigands", "battle", of_kind("activate"))
    hand = Hand.sit_down(page, position.link)
    page.keyboard.press("f")
    units = {option.order.unit: 0 for option in position.battle.options(position.seat) if hasattr(option.order, "unit")}
    unit = list(units)[-1]
    page.locator(f'main svg [data-piece="{unit}"]').click()
    first = hand.card.locator(".group.first")
    expect(first).to_be_in_viewport(ratio=0.5)
    expect(hand.card.get_by_text(f"Other pieces ({len(units) - 1})")).to_be_visible()
    expect(page.locator("[data-record]")).to_have_count(0)


@pytest.mark.parametrize("clicks", [1, 2])
def test_an_option_is_done_by_a_second_click_where_it_stands(page: Page, address: str, clicks: int) -> None:
    hand = Hand.sit_down(page, played_to(address, "brigands", "intro", of_kind("activate")).link)
    decision, option = hand.decision, hand.option("Combat speed").last
    box = option.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(*middle)
    hand.hear_out()
    expect(hand.card).to_contain_text("Leads as far as")
    assert option.bounding_box() == {**box, "height": pytest.approx(box["height"], abs=30)}
    if clicks == 2:
        page.mouse.click(*middle)
        hand.passed(decision)
    else:
        expect(hand.card).to_have_attribute("data-decision", decision)


AHEAD = """([x, y]) => document.elementFromPoint(x, y)?.closest("[data-handle]")?.dataset.handle ?? \"\""""
"""The handle that lies over a spot, if any does."""


@pytest.mark.parametrize("inches", [3, 4, 5])
def test_no_verb_lies_on_the_ground_before_a_machine(page: Page, address: str, inches: int) -> None:
    battle: Battle[Any] = lesson_battle(get_system("tactical"))
    battle.answer("red", next(o.order for o in battle.options("red") if o.label.endswith("1: Combat Speed")))
    position = handed_in(address, battle, "red")
    hand = Clicks.sit_down(page, position.link)
    hand.hear_out()
    page.keyboard.press("f")
    expect(page.locator("main svg .verb").first).to_be_visible()
    height = battle.view(None).table.height
    spot = page.evaluate(SCREEN, [14000 * 0.02, (height - 8000 - inches * 1000) * 0.02])
    assert page.evaluate(AHEAD, spot) == ""
    hand.click(*spot)
    expect(page.locator("main svg path.path")).to_have_count(1)
