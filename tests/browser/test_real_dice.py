"""Referee of a real table: people roll, tap what the dice show, and the log says that they were typed."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from browser.axe import serious_findings
from browser.hand import Hand
from browser.positions import addresses, call


def lay_out(address: str, system: str, scenario: str) -> dict[str, str]:
    wanted = {"system": system, "scenario": scenario, "players": {"red": "human", "blue": "human"}, "seed": 5}
    return addresses(address, call(address, "battles", json.dumps({**wanted, "dice": "typed"}).encode()))


def type_dice(page: Page, *faces: int) -> None:
    """Say what the dice that are asked for show, by keys."""
    desk = page.get_by_role("region", name="Dice to roll")
    number = desk.get_attribute("data-dice")
    for face in faces:
        page.keyboard.press(str(face))
    desk.get_by_role("button", name="That is what they show").click()
    expect(page.locator(f'[data-dice="{number}"]')).to_have_count(0)


def test_dice_are_asked_for_typed_and_told(page: Page, address: str) -> None:
    links = lay_out(address, "brigands", "duel")
    page.goto(links["red"])
    desk = page.get_by_role("region", name="Dice to roll")
    expect(desk).to_contain_text("die")
    assert serious_findings(page) == []
    desk.get_by_role("group", name="What a die shows").get_by_role("button", name="6", exact=True).click()
    page.keyboard.press("Escape")
    expect(desk.get_by_role("button", name="more")).to_be_disabled()
    type_dice(page, 6, 2)  # red and blue roll off
    hand = Hand(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Who deploys first?")
    hand.wait()
    expect(page.get_by_text("dice typed")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Who deploys first?")


def test_the_log_says_that_the_dice_were_typed(page: Page, address: str) -> None:
    links = lay_out(address, "brigands", "duel")
    page.goto(links["red"])
    type_dice(page, 6, 2)
    battle = links["red"].split("/battle/")[1].split("?")[0]
    log = page.request.get(f"{address}api/battles/{battle}/log").text()
    assert json.loads(log.splitlines()[0])["dice"] == "hand"
    assert [json.loads(line)["input"]["faces"] for line in log.splitlines() if '"roll"' in line] == [[6, 2]]


def test_where_there_are_secrets_real_dice_are_refused_in_words(page: Page, address: str) -> None:
    with pytest.raises(Exception, match="400"):
        lay_out(address, "hex100", "skirmish")
    page.get_by_role("radio", name="Hex").click()
    page.get_by_text("Options and seed").click()
    page.get_by_role("checkbox", name="Real dice").check()
    page.get_by_role("button", name="Start the battle").click()
    expect(page.get_by_role("alert")).to_contain_text("In a battle with secrets the table has to roll itself")
