"""What stands in the address of a battle and a replay: no key of a seat; and links that lead nowhere say so."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

from browser.axe import serious_findings
from browser.positions import call, set_up


def test_the_key_of_a_seat_leaves_the_address_of_its_replay(page: Page, address: str) -> None:
    links: dict[str, Any] = set_up(address, "brigands", "duel", blue="bot:greedy")
    page.goto(f"{address}#/replay/{links['battle']}?seat={links['seats']['red']}")
    expect(page.get_by_role("button", name="Play on from here")).to_be_visible()
    expect(page).to_have_url(f"{address}#/replay/{links['battle']}")
    page.goto("about:blank")
    page.goto(f"{address}#/battle/{links['battle']}")
    expect(page.get_by_text("You play")).to_contain_text("red")


def test_several_seats_in_one_browser_keep_their_own_addresses(page: Page, address: str) -> None:
    wanted = {"system": "brigands", "scenario": "duel", "players": {"red": "human", "blue": "human"}, "seed": 5}
    links = call(address, "battles", json.dumps(wanted).encode())
    own = [{"battle": links["battle"], "seats": links["seats"], "title": "Duel"}]
    page.evaluate("own => localStorage.setItem('gearlock.battles', JSON.stringify(own))", own)
    page.goto(f"{address}#/replay/{links['battle']}?seat={links['seats']['blue']}")
    expect(page).to_have_url(f"{address}#/replay/{links['battle']}?as=blue")
    page.goto("about:blank")
    page.goto(f"{address}#/battle/{links['battle']}?as=blue")
    expect(page.get_by_text("You play")).to_be_visible()
    assert not any(key in page.url for key in links["seats"].values())


def test_a_battle_that_is_not_there_is_told_in_a_whole_sentence(page: Page, address: str) -> None:
    page.goto(f"{address}#/battle/no-such-battle?seat=x")
    expect(page.get_by_role("heading", name="Battle not found")).to_be_visible()
    expect(page.get_by_text("The link may be incomplete, or the battle was deleted.")).to_be_visible()
    assert serious_findings(page) == []
    page.get_by_role("link", name="To the lobby").click()
    expect(page.get_by_role("heading", name="New battle")).to_be_visible()


def test_a_replay_that_is_not_there_offers_the_lobby_and_nothing_to_play_on(page: Page, address: str) -> None:
    page.goto(f"{address}#/replay/no-such-battle")
    expect(page.get_by_role("heading", name="Replay not found")).to_be_visible()
    expect(page.get_by_role("button", name="Play on from here")).to_have_count(0)
    assert serious_findings(page) == []
    page.get_by_role("link", name="To the lobby").click()
    expect(page.get_by_role("heading", name="New battle")).to_be_visible()


def test_a_campaign_that_is_not_there_offers_the_lobby(page: Page, address: str) -> None:
    page.goto(f"{address}#/campaigns/tactical/no-such-campaign")
    expect(page.get_by_role("heading", name="Campaign not found")).to_be_visible()
    page.get_by_role("link", name="To the lobby").click()
    expect(page.get_by_role("heading", name="New battle")).to_be_visible()
